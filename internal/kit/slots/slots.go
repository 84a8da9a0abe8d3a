// Package slots limits how much expensive work, such as decoding images or hashing passwords, runs at the same time.
package slots

import (
	"context"
	"sync"
	"time"

	"waymark/internal/kit/apierr"
)

// Slots is a semaphore for one kind of work in this process.
type Slots struct {
	free      chan struct{}
	wait      time.Duration
	perCaller int

	mu    sync.Mutex
	inUse map[string]int // by caller
}

// New returns count slots. A request waits at most wait for a free one and is then refused with 503.
func New(count int, wait time.Duration) *Slots {
	return &Slots{free: make(chan struct{}, count), wait: wait, inUse: map[string]int{}}
}

// PerCaller also limits how many slots a single caller may use or wait for. Acquire refuses more with 429 at once.
func (s *Slots) PerCaller(limit int) *Slots {
	s.perCaller = limit
	return s
}

// Acquire waits for a free slot. Requests with the same caller share the per-caller limit; "" has no such limit.
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
	if s.inUse[caller] >= s.perCaller {
		return false
	}
	s.inUse[caller]++
	return true
}

func (s *Slots) leave(caller string) {
	if s.perCaller == 0 || caller == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inUse[caller]--; s.inUse[caller] == 0 {
		delete(s.inUse, caller)
	}
}
