// Package slots limits how much expensive work runs at the same time: decoding images, hashing passwords, fetching pages.
package slots

import (
	"context"
	"sync"
	"time"

	"waymark/internal/kit/apierr"
)

// Slots is a fixed number of slots for one kind of work in this process.
type Slots struct {
	free      chan struct{}
	wait      time.Duration
	perCaller int

	mu   sync.Mutex
	held map[string]int
}

// New makes count slots. A request waits for a free one at most as long as wait, and is then refused with 503.
func New(count int, wait time.Duration) *Slots {
	return &Slots{free: make(chan struct{}, count), wait: wait, held: map[string]int{}}
}

// PerCaller also limits how many slots one caller holds or waits for at a time. Beyond that Acquire refuses with 429 at once.
func (s *Slots) PerCaller(limit int) *Slots {
	s.perCaller = limit
	return s
}

// Acquire waits for a free slot. The caller is whoever shares the per-caller limit, or "" for nobody.
// release must be called exactly once.
func (s *Slots) Acquire(ctx context.Context, caller string) (release func(), err error) {
	if !s.admit(caller) {
		return nil, apierr.TooMany("You have too many of these requests running. Wait until they finish.", time.Second)
	}
	timer := time.NewTimer(s.wait)
	defer timer.Stop()
	select {
	case s.free <- struct{}{}:
		return func() {
			<-s.free
			s.leave(caller)
		}, nil
	case <-timer.C:
		err = apierr.Overloaded()
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.leave(caller)
	return nil, err
}

func (s *Slots) admit(caller string) bool {
	if s.perCaller == 0 || caller == "" {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[caller] >= s.perCaller {
		return false
	}
	s.held[caller]++
	return true
}

func (s *Slots) leave(caller string) {
	if s.perCaller == 0 || caller == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[caller]--; s.held[caller] == 0 {
		delete(s.held, caller)
	}
}
