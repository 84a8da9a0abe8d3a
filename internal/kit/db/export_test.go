package db

// Waiting returns how many transactions wait for SQLite's writer.
func (d *DB) Waiting() int {
	d.queue.mu.Lock()
	defer d.queue.mu.Unlock()
	return len(d.queue.waiting)
}

// IdleReaders returns how many reading connections of SQLite are open and not in use.
func (d *DB) IdleReaders() int { return len(d.readers.idle) }
