package changes

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waymark/internal/kit/apierr"
)

type number int64

func (n number) String() string { return strconv.FormatInt(int64(n), 10) }

func newTestLoader() (*Watcher, *Loader[number, *cachedPage]) {
	w := &Watcher{}
	w.seenAt.Store(time.Now().UnixMicro())
	return w, NewLoader[number, *cachedPage](w, 1000)
}

func TestLoader_Keeps(t *testing.T) {
	t.Parallel()
	w, l := newTestLoader()
	loads := 0
	get := func(key number, keep bool) {
		t.Helper()
		if _, err := l.Get(t.Context(), key, func(context.Context) (*cachedPage, bool, error) {
			loads++
			return &cachedPage{depends: []Dependency{{"partner", int64(key)}}}, keep, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(want int, what string) {
		t.Helper()
		if loads != want {
			t.Errorf("%s: %d loads, want %d", what, loads, want)
		}
	}
	get(1, true)
	get(1, true)
	expect(1, "a value that is kept")
	get(2, false)
	get(2, false)
	expect(3, "a value that is not kept")
	w.tell([]Change{{Kind: "partner", RecordID: 1}}, 1)
	get(1, true)
	expect(4, "a value that has changed")
	failure := errors.New("failure")
	if _, err := l.Get(t.Context(), 3, func(context.Context) (*cachedPage, bool, error) {
		return nil, true, failure
	}); !errors.Is(err, failure) || l.Cached(3) {
		t.Errorf("got %v", err)
	}
}

// A value that changes while it is loaded is not cached.
func TestLoader_ChangedWhileLoading(t *testing.T) {
	t.Parallel()
	w, l := newTestLoader()
	if _, err := l.Get(t.Context(), 1, func(context.Context) (*cachedPage, bool, error) {
		w.tell([]Change{{Kind: "partner", RecordID: 1}}, 1)
		return &cachedPage{depends: []Dependency{{"partner", 1}}}, true, nil
	}); err != nil {
		t.Fatal(err)
	}
	if l.Cached(1) {
		t.Error("an outdated value is cached")
	}
}

func TestLoader_LoadsOnce(t *testing.T) {
	t.Parallel()
	_, l := newTestLoader()
	ctx, leave := context.WithCancel(t.Context())
	started, proceed := make(chan struct{}), make(chan struct{})
	var loads atomic.Int64
	load := func(ctx context.Context) (*cachedPage, bool, error) {
		if loads.Add(1) == 1 {
			close(started)
		}
		<-proceed
		return &cachedPage{}, true, ctx.Err()
	}
	var wait sync.WaitGroup
	get := func(ctx context.Context) {
		wait.Go(func() {
			if value, err := l.Get(ctx, 1, load); err != nil || value == nil {
				t.Errorf("got %v, %v", value, err)
			}
		})
	}
	get(ctx)
	<-started
	leave() // the first caller
	for range 5 {
		get(t.Context())
	}
	close(proceed)
	wait.Wait()
	if n := loads.Load(); n != 1 {
		t.Errorf("%d loads, want 1", n)
	}
}

// While changes can't be read, cached values are returned for a limited time only.
func TestLoader_Outage(t *testing.T) {
	t.Parallel()
	w, l := newTestLoader()
	get := func() error {
		_, err := l.Get(t.Context(), 1, func(context.Context) (*cachedPage, bool, error) { return &cachedPage{}, true, nil })
		return err
	}
	for range 2 {
		if err := get(); err != nil {
			t.Fatal(err)
		}
	}
	w.seenAt.Store(time.Now().Add(-l.MaxOutage).UnixMicro())
	if refused, ok := apierr.As(get()); !ok || refused.GetStatus() != 503 {
		t.Errorf("got %v", refused)
	}
}
