package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// ErrReadOnly is returned for changes of a database that was opened by OpenForReading.
var ErrReadOnly = errors.New("the database is open for reading only")

// OpenForReading opens a database so that nothing can be written to it. Other processes may use it at the same time.
func OpenForReading(ctx context.Context, url string) (*DB, error) {
	path, ok := strings.CutPrefix(url, "sqlite:")
	if !ok {
		return openPostgres(ctx, url, true)
	}
	dsn := fileURI(path) + "?mode=ro&_query_only=1&_busy_timeout=5000&_stmt_cache_size=100&_mutex=no" +
		cacheSize(readerCache)
	write, err := sql.Open(sqlite.Name, dsn)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	readers, err := newReaders(write.Driver(), dsn)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), write.Close())
	}
	d := &DB{Engine: SQLite, Path: path, reads: readers, readers: readers, write: write, readOnly: true}
	if err := d.requireFTS5(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// ReadOnly reports whether nothing can be written.
func (d *DB) ReadOnly() bool { return d.readOnly }

// refusingWriter runs queries only. One that writes, such as INSERT with RETURNING, is refused by the database.
type refusingWriter struct{ standard }

func (refusingWriter) runExec(context.Context, string, []any) (int64, error) { return 0, ErrReadOnly }
