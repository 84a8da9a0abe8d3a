package copilotconfig

import "time"

// SetMaxOutage changes how long cached configurations are sent during an outage.
func (s *Service) SetMaxOutage(limit time.Duration) { s.configs.MaxOutage = limit }

// Cached reports whether there is a cached configuration.
func (s *Service) Cached(key, host, uid, language string) bool {
	return s.configs.Cached(request{key, host, uid, language})
}
