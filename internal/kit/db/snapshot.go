package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// Snapshot is the state of a SQLite database at one moment. Reading it changes no byte of the file, and what others
// write afterwards is not seen.
type Snapshot struct {
	handle  *sql.DB
	conn    *sql.Conn
	version int64
}

// OpenSnapshot opens a snapshot of a file. If no other process uses the file, alone is true, and no other files are
// created next to it.
func OpenSnapshot(ctx context.Context, path string, alone bool) (*Snapshot, error) {
	options := "?mode=ro&_busy_timeout=5000&_query_only=1"
	// A log with changes that are not in the file yet can't be ignored, as it would be with this option.
	if log, err := os.Stat(path + "-wal"); alone && (err != nil || log.Size() == 0) {
		options += "&immutable=1"
	}
	handle, err := sql.Open(sqlite.Name, fileURI(path)+options)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	s := &Snapshot{handle: handle}
	if s.conn, err = handle.Conn(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), handle.Close())
	}
	if s.version, err = s.dataVersion(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	// The transaction begins with its first query.
	var tables int
	for _, step := range []func() error{
		func() error { _, err := s.conn.ExecContext(ctx, "BEGIN"); return err },
		func() error { return s.conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables) },
	} {
		if err := step(); err != nil {
			return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), s.Close())
		}
	}
	return s, nil
}

// dataVersion returns a number that changes when another connection has committed a change.
func (s *Snapshot) dataVersion(ctx context.Context) (version int64, err error) {
	if err := s.conn.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version); err != nil {
		return 0, fmt.Errorf("read the version of the data: %w", err)
	}
	return version, nil
}

// Query runs a query on the snapshot. One set of rows can be open at a time.
func (s *Snapshot) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return s.conn.QueryContext(ctx, query, args...)
}

// Changed reports whether the database has been written to since the snapshot was opened. It ends the snapshot.
func (s *Snapshot) Changed(ctx context.Context) (bool, error) {
	if _, err := s.conn.ExecContext(ctx, "ROLLBACK"); err != nil {
		return false, fmt.Errorf("end the snapshot: %w", err)
	}
	version, err := s.dataVersion(ctx)
	return version != s.version, err
}

// Close closes the snapshot.
func (s *Snapshot) Close() error { return errors.Join(s.conn.Close(), s.handle.Close()) }
