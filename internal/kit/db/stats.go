package db

import (
	"sync/atomic"
	"time"
)

// Stats describes how busy the connections of a database are.
type Stats struct {
	MaxConnections   int64 // how many may be open; on SQLite, those that read
	OpenConnections  int64
	ConnectionsInUse int64
	ConnectionWaits  int64 // how often something waited for a connection
	ConnectionWait   time.Duration

	WriterWaits  int64 // how often a transaction waited for SQLite's only writer
	WriterWait   time.Duration
	Transactions int64 // that were committed
	Commits      int64 // fewer than Transactions on SQLite, where several may share one
}

// waits counts how often, and how long, something waited.
type waits struct{ count, nanoseconds atomic.Int64 }

func (w *waits) add(since time.Time) {
	w.count.Add(1)
	w.nanoseconds.Add(int64(time.Since(since)))
}

func (w *waits) time() time.Duration { return time.Duration(w.nanoseconds.Load()) }

// Stats returns the current figures, and the sums since the database was opened.
func (d *DB) Stats() Stats {
	s := Stats{
		WriterWaits: d.queue.waits.count.Load(), WriterWait: d.queue.waits.time(),
		Transactions: d.transactions.Load(), Commits: d.commits.Load(),
	}
	switch {
	case d.pool != nil:
		pool := d.pool.Stat()
		s.MaxConnections, s.OpenConnections = int64(pool.MaxConns()), int64(pool.TotalConns())
		s.ConnectionsInUse = int64(pool.AcquiredConns())
		s.ConnectionWaits, s.ConnectionWait = pool.EmptyAcquireCount(), pool.EmptyAcquireWaitTime()
	case d.readers != nil:
		d.readers.addStats(&s)
	}
	return s
}

func (r *readers) addStats(s *Stats) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s.MaxConnections, s.ConnectionsInUse = int64(cap(r.free)), int64(cap(r.free)-len(r.free))
	s.OpenConnections = s.ConnectionsInUse + int64(len(r.idle))
	s.ConnectionWaits, s.ConnectionWait = r.waits.count.Load(), r.waits.time()
}
