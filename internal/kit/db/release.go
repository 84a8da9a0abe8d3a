package db

import "errors"

// ReleaseMemory frees what SQLite keeps for the next statements, by closing idle connections: each has a copy of the
// schema, its prepared statements and a cache of pages, and takes a millisecond to open. It is called when there has
// been little to do for a while.
func (d *DB) ReleaseMemory() error {
	if d.readers == nil {
		return nil
	}
	// A new connection is opened first: SQLite checkpoints the database when the last one is closed.
	if err := d.readers.replaceIdle(); err != nil {
		return err
	}
	d.write.SetMaxIdleConns(0)
	d.write.SetMaxIdleConns(1)
	return nil
}

// replaceIdle closes the idle connections after opening another one.
func (r *readers) replaceIdle() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || len(r.idle) == 0 {
		return nil
	}
	opened, err := r.open()
	if err != nil {
		return err
	}
	var problems []error
	for _, old := range r.idle {
		problems = append(problems, old.conn.Close())
	}
	r.idle = append(r.idle[:0], opened)
	return errors.Join(problems...)
}
