package changes

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// Watcher numbers changes and tells the caches of this server which records have changed. All servers run one; each
// batch of changes is numbered by one of them.
type Watcher struct {
	DB *db.DB

	listeners []func([]Change)
	head      atomic.Int64
	seenAt    atomic.Int64 // when the changes were last read, in microseconds since 1970
	failing   bool
}

// Listen registers a function that is called with new changes, or with nil when anything may have changed. It must be
// called before Run.
func (w *Watcher) Listen(listener func([]Change)) { w.listeners = append(w.listeners, listener) }

// Head returns the number of the newest change that this server knows.
func (w *Watcher) Head() int64 { return w.head.Load() }

// SeenAt returns when this server last learned about changes. It is in the past while the database is unavailable.
func (w *Watcher) SeenAt() time.Time { return time.UnixMicro(w.seenAt.Load()) }

// Run watches until ctx is done.
func (w *Watcher) Run(ctx context.Context, done *sync.WaitGroup) {
	done.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		pruned := time.Now()
		for {
			err := w.Poll(ctx)
			if err == nil && !w.DB.ReadOnly() && time.Since(pruned) >= pruneEvery {
				pruned, err = time.Now(), prune(ctx, w.DB, clock.Now())
			}
			if err != nil && !w.failing && ctx.Err() == nil {
				slog.ErrorContext(ctx, "reading changes failed; retrying", "error", err)
			}
			w.failing = err != nil
			select {
			case <-ticker.C:
			case <-ctx.Done():
				return
			}
		}
	})
}

// readSize is how many changes a server reads at once. Beyond that it discards its whole cache.
const readSize = 2000

// Poll numbers the changes that have been committed and tells the listeners about those that are new to this server.
func (w *Watcher) Poll(ctx context.Context) error {
	for {
		more, err := Number(ctx, w.DB)
		if err != nil {
			return err
		}
		if err := w.read(ctx); err != nil || !more {
			return err
		}
	}
}

// read tells the listeners about changes that are new to this server.
func (w *Watcher) read(ctx context.Context) error {
	at := time.Now()
	known := w.head.Load()
	list, err := Since(ctx, w.DB.Read(), known, readSize)
	if len(list) > 0 || errors.Is(err, ErrTooOld) {
		// What is loaded into a cache after the listeners have been called must not be older than these changes.
		if err := w.DB.RequireCurrent(ctx); err != nil {
			return err
		}
	}
	if errors.Is(err, ErrTooOld) || len(list) == readSize {
		head, err := Head(ctx, w.DB.Read())
		if err != nil {
			return err
		}
		w.tell(nil, head)
	} else if err != nil {
		return err
	}
	if 0 < len(list) && len(list) < readSize {
		w.tell(list, list[len(list)-1].Number)
	}
	w.seenAt.Store(at.UnixMicro())
	return nil
}

// tell calls the listeners before it moves the head: who sees the new head finds nothing outdated in a cache.
func (w *Watcher) tell(list []Change, head int64) {
	for _, listener := range w.listeners {
		listener(list)
	}
	w.head.Store(head)
}
