package unavailable

import (
	"sync"
	"time"
)

// Sampler allows one event per second and counts the others. During an outage everything fails for the same reason, and
// one log line is as informative as thousands.
type Sampler struct {
	mu      sync.Mutex
	next    time.Time
	skipped int
}

// Allow reports whether this event is allowed, and how many were skipped since the last allowed one.
func (s *Sampler) Allow(now time.Time) (skipped int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Before(s.next) {
		s.skipped++
		return 0, false
	}
	skipped, s.skipped, s.next = s.skipped, 0, now.Add(time.Second)
	return skipped, true
}
