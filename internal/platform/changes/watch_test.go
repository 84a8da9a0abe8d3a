package changes_test

import (
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/platform/changes"
)

// listener records what a watcher reports.
type listener struct {
	calls [][]changes.Change
	heads []int64 // of the watcher, during each call
}

func (l *listener) listen(w *changes.Watcher) {
	w.Listen(func(list []changes.Change) {
		l.calls, l.heads = append(l.calls, list), append(l.heads, w.Head())
	})
}

// take returns the reports since the last call.
func (l *listener) take() [][]changes.Change {
	calls := l.calls
	l.calls, l.heads = nil, nil
	return calls
}

func poll(t *testing.T, watchers ...*changes.Watcher) {
	t.Helper()
	for _, w := range watchers {
		if err := w.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// Two servers with two listeners each.
func TestWatcher(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		watchers := []*changes.Watcher{{DB: f.DB}, {DB: f.DB}}
		listeners := make([]listener, 4)
		for i := range listeners {
			listeners[i].listen(watchers[i/2])
		}
		poll(t, watchers...)
		for i := range listeners {
			if calls := listeners[i].take(); len(calls) != 1 || calls[0] != nil {
				t.Errorf("listener %d: got %v at the start, want that anything may have changed", i, calls)
			}
		}
		before := watchers[0].Head()
		if before != f.head() || watchers[1].Head() != before {
			t.Errorf("got the heads %d and %d, want %d", before, watchers[1].Head(), f.head())
		}
		f.item(5, 71, nil, nil)
		f.item(6, 71, nil, nil)
		poll(t, watchers...)
		for i := range listeners {
			heads := listeners[i].heads
			calls := listeners[i].take()
			if len(calls) != 1 {
				t.Fatalf("listener %d: got %d reports, want 1", i, len(calls))
			}
			assertEqual(t, "reported", describe(calls[0]), "content 5", "content 6")
			if heads[0] != before {
				t.Errorf("listener %d: the head moved before the listener was called", i)
			}
			if got := watchers[i/2].Head(); got != calls[0][1].Number || got != f.head() {
				t.Errorf("got the head %d, want %d", got, f.head())
			}
		}
		seen := clock.Now()
		poll(t, watchers...)
		for i := range listeners {
			if calls := listeners[i].take(); len(calls) > 0 {
				t.Errorf("listener %d: got %v although nothing has changed", i, calls)
			}
		}
		if watchers[0].SeenAt().Before(seen) {
			t.Errorf("got %v, want the time of the last poll", watchers[0].SeenAt())
		}
	})
}

func TestWatcher_ManyChanges(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		w, l := &changes.Watcher{DB: f.DB}, &listener{}
		l.listen(w)
		poll(t, w)
		l.take()
		numbering := &changes.Watcher{DB: f.DB} // on another server
		ids := []int{}
		for id := range 2500 {
			ids = append(ids, id+1)
		}
		f.pend(ids...)
		poll(t, numbering)
		poll(t, w)
		if calls := l.take(); len(calls) != 1 || calls[0] != nil || w.Head() != f.head() {
			t.Errorf("got %d reports and the head %d, want that anything may have changed", len(calls), w.Head())
		}
		f.pend(7)
		poll(t, w)
		if calls := l.take(); len(calls) != 1 || len(calls[0]) != 1 || calls[0][0].RecordID != 7 {
			t.Errorf("got %v, want content 7", calls)
		}
	})
}

func TestWatcher_DatabaseUnavailable(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		w, l := &changes.Watcher{DB: f.DB}, &listener{}
		l.listen(w)
		poll(t, w)
		l.take()
		head, seen := w.Head(), w.SeenAt()
		f.pend(1)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if err := w.Poll(t.Context()); err == nil {
			t.Error("the poll succeeded")
		}
		if len(l.calls) > 0 || w.Head() != head || !w.SeenAt().Equal(seen) || time.Since(w.SeenAt()) <= 0 {
			t.Errorf("got %d reports, the head %d and the time %v, want %d and %v", len(l.calls), w.Head(), w.SeenAt(),
				head, seen)
		}
	})
}
