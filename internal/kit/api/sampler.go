package api

import (
	"sync"
	"time"
)

// sampler lets one event a second through and counts the others.
type sampler struct {
	mu      sync.Mutex
	next    time.Time
	skipped int
}

// take reports whether this event is let through, and how many were skipped since the last one that was.
func (s *sampler) take(now time.Time) (skipped int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Before(s.next) {
		s.skipped++
		return 0, false
	}
	skipped, s.skipped, s.next = s.skipped, 0, now.Add(time.Second)
	return skipped, true
}
