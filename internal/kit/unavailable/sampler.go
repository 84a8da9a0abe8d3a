package unavailable

import (
	"sync"
	"time"
)

// Sampler lets one event a second through and counts the others: during an outage everything fails in the same way, and
// one line of the log says as much as thousands.
type Sampler struct {
	mu      sync.Mutex
	next    time.Time
	skipped int
}

// Allow reports whether this event is let through, and how many were skipped since the last one that was.
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
