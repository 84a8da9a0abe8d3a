package db

// Waiting returns how many transactions wait for SQLite's writer.
func (d *DB) Waiting() int {
	d.queue.mu.Lock()
	defer d.queue.mu.Unlock()
	return len(d.queue.waiting)
}
