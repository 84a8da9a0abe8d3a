package gate

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/write"
)

// entry is the log entry of a call.
type entry struct {
	at         time.Time
	duration   time.Duration
	status     int
	method     string
	path       string
	results    *int64
	parameters map[string]string
	caller     Caller
	people     []Person // who were active
	ip, agent  string
	origin     string // the host of the web page
	search     *Search
	content    []int64

	partner      int64   // the partner that a call is about whose caller is none, or that refused credentials belong to
	subject      *Person // the user that a call is about, who need not be active
	refusal      *refusal
	attributed   bool // attribute has seen it
	unattributed bool // not logged under its partner
}

// Search is the entry of a search in the search history.
type Search struct {
	Term    string
	Filters map[string]string
	Results int64
	Cached  bool
	Facade  int64 // the facade that matched the term, or 0
}

const (
	capacity       = 4096 // entries waiting to be written
	batchSize      = 500
	batchDelay     = 100 * time.Millisecond // how long an incomplete batch waits for more entries
	reserveTimeout = 250 * time.Millisecond // how long a call waits for space in the log
	retryDelay     = time.Second            // between attempts to write a batch
	maxFinalTries  = 3                      // attempts to write a batch during shutdown
)

// Log stores calls in the database, in batches and in the background. It has room for a fixed number of entries: while
// the database can't be written to, calls wait for space for a moment and are then refused.
type Log struct {
	store   *write.Store
	slots   chan struct{}
	entries chan entry
	start   sync.Once
	close   sync.Once
	closing chan struct{}
	done    chan struct{}
	claims  claims
}

// NewLog returns a log that writes to store.
func NewLog(store *write.Store) *Log {
	return &Log{
		store: store, slots: make(chan struct{}, capacity), entries: make(chan entry, capacity),
		closing: make(chan struct{}), done: make(chan struct{}),
	}
}

// reserve reserves space for an entry.
func (l *Log) reserve(ctx context.Context) error {
	if l.store.DB.ReadOnly() {
		return nil
	}
	l.start.Do(func() { go l.run() })
	select {
	case l.slots <- struct{}{}:
		return nil
	default:
	}
	timer := time.NewTimer(reserveTimeout)
	defer timer.Stop()
	select {
	case l.slots <- struct{}{}:
		return nil
	case <-timer.C:
		return apierr.Overloaded()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// put adds an entry. Its space must have been reserved.
func (l *Log) put(e entry) {
	if !l.store.DB.ReadOnly() {
		l.entries <- e
	}
}

// Close writes the remaining entries. Call it after the last call has been answered. Entries that have not been written
// when ctx ends are lost.
func (l *Log) Close(ctx context.Context) error {
	l.start.Do(func() { go l.run() })
	l.close.Do(func() { close(l.closing) })
	select {
	case <-l.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("write remaining log entries: %w", ctx.Err())
	}
}

func (l *Log) run() {
	defer close(l.done)
	for {
		batch := l.nextBatch()
		if len(batch) == 0 {
			return
		}
		for tries := 1; l.write(batch) != nil; tries++ {
			select {
			case <-time.After(retryDelay):
			case <-l.closing:
				if tries >= maxFinalTries {
					slog.Error("log entries of the public API are lost", "calls", len(batch))
					return
				}
			}
		}
		for range batch {
			<-l.slots
		}
	}
}

// nextBatch waits for an entry, and then for more until the batch is full or batchDelay has passed. It returns an empty
// batch when the log is closed and all entries have been written.
func (l *Log) nextBatch() []entry {
	batch := []entry{}
	select {
	case e := <-l.entries:
		batch = append(batch, e)
	case <-l.closing:
		return l.drain(batch)
	}
	timer := time.NewTimer(batchDelay)
	defer timer.Stop()
	for len(batch) < batchSize {
		select {
		case e := <-l.entries:
			batch = append(batch, e)
		case <-timer.C:
			return batch
		case <-l.closing:
			return l.drain(batch)
		}
	}
	return batch
}

// drain adds the available entries to a batch without waiting.
func (l *Log) drain(batch []entry) []entry {
	for len(batch) < batchSize {
		select {
		case e := <-l.entries:
			batch = append(batch, e)
		default:
			return batch
		}
	}
	return batch
}
