package db

import (
	"context"
	"time"
)

// Waiting returns how many transactions wait for SQLite's writer.
func (d *DB) Waiting() int {
	d.queue.mu.Lock()
	defer d.queue.mu.Unlock()
	return len(d.queue.waiting)
}

// IdleReaders returns how many reading connections of SQLite are open and not in use.
func (d *DB) IdleReaders() int { return len(d.readers.idle) }

// Age checks the replicas now, and once more as if some time had passed since then.
func (d *DB) Age(ctx context.Context, by time.Duration) {
	for _, passed := range []time.Duration{checkInterval, by} {
		d.replicas.checking.Lock()
		for i := range d.replicas.samples {
			d.replicas.samples[i].at = d.replicas.samples[i].at.Add(-passed)
		}
		d.replicas.checking.Unlock()
		d.CheckReplicas(ctx)
	}
}
