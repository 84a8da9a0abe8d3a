package slots_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/slots"
)

func acquire(t *testing.T, s *slots.Slots, caller string) func() {
	t.Helper()
	release, err := s.Acquire(context.Background(), caller)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

func wantStatus(t *testing.T, err error, status int) {
	t.Helper()
	refused, ok := apierr.As(err)
	if !ok || refused.GetStatus() != status || refused.GetHeaders().Get("Retry-After") == "" {
		t.Errorf("got %v, want a refusal with %d and Retry-After", err, status)
	}
}

func TestSlots(t *testing.T) {
	t.Parallel()
	t.Run("refuses with 503 when none becomes free in time", func(t *testing.T) {
		s := slots.New(1, time.Millisecond)
		release := acquire(t, s, "")
		_, err := s.Acquire(context.Background(), "")
		wantStatus(t, err, http.StatusServiceUnavailable)
		release()
		acquire(t, s, "")()
	})
	t.Run("waits for a slot that becomes free", func(t *testing.T) {
		s := slots.New(1, time.Minute)
		release := acquire(t, s, "")
		got := make(chan error, 1)
		go func() {
			_, err := s.Acquire(context.Background(), "")
			got <- err
		}()
		release()
		if err := <-got; err != nil {
			t.Error(err)
		}
	})
	t.Run("stops waiting when the request is cancelled", func(t *testing.T) {
		s := slots.New(1, time.Minute)
		acquire(t, s, "")
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := s.Acquire(ctx, ""); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("refuses with 429 what exceeds a caller's limit and admits others", func(t *testing.T) {
		s := slots.New(3, time.Minute).PerCaller(2)
		first := acquire(t, s, "ada")
		acquire(t, s, "ada")
		_, err := s.Acquire(context.Background(), "ada")
		wantStatus(t, err, http.StatusTooManyRequests)
		acquire(t, s, "ben")()
		first()
		acquire(t, s, "ada")()
	})
	t.Run("does not count a caller who waited in vain", func(t *testing.T) {
		s := slots.New(1, time.Millisecond).PerCaller(1)
		release := acquire(t, s, "ada")
		_, err := s.Acquire(context.Background(), "ben")
		wantStatus(t, err, http.StatusServiceUnavailable)
		release()
		acquire(t, s, "ben")()
	})
}
