package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// readers are the reading connections of a SQLite database. They use the driver without database/sql, whose locks,
// goroutines and conversions take longer than a short query.
type readers struct {
	driver driver.Driver
	dsn    string
	// free has an element for each connection that is not in use, whether it has been opened or not.
	free chan struct{}

	mu sync.Mutex
	// idle are the open connections that are not in use. The last one used is the next one to be used, because it still
	// has pages in its cache, and because connections that are rarely needed should not fill theirs.
	idle   []*reader
	closed bool
	waits  waits
}

// reader is a connection that is used by one query at a time.
type reader struct {
	conn  driver.Conn
	query driver.QueryerContext
	// arguments and values are those of the query, and are used again for the next.
	arguments []driver.NamedValue
	values    []driver.Value
}

var (
	errClosed     = errors.New("the database is closed")
	errRowsClosed = errors.New("the rows are closed")
)

// newReaders opens the first connection, so that a database that can't be read is noticed.
func newReaders(d driver.Driver, dsn string) (*readers, error) {
	r := &readers{driver: d, dsn: dsn, free: make(chan struct{}, maxReaders)}
	for range maxReaders {
		r.free <- struct{}{}
	}
	first, err := r.open()
	if err != nil {
		return nil, err
	}
	r.idle = append(r.idle, first)
	return r, nil
}

func (r *readers) open() (*reader, error) {
	conn, err := r.driver.Open(r.dsn)
	if err != nil {
		return nil, err
	}
	query, ok := conn.(driver.QueryerContext)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T can't query", conn), conn.Close())
	}
	return &reader{conn: conn, query: query}, nil
}

// take waits for a connection. It opens another one only if none is idle.
func (r *readers) take(ctx context.Context) (*reader, error) {
	if err := r.awaitFree(ctx); err != nil {
		return nil, err
	}
	taken, err := r.takeIdle()
	if taken == nil && err == nil {
		taken, err = r.open()
	}
	if err != nil {
		r.free <- struct{}{}
	}
	return taken, err
}

// awaitFree waits until a connection is not in use.
func (r *readers) awaitFree(ctx context.Context) error {
	select {
	case <-r.free:
		return nil
	default:
	}
	defer r.waits.add(time.Now())
	select {
	case <-r.free:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// takeIdle returns nil if no connection is idle.
func (r *readers) takeIdle() (*reader, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	last := len(r.idle) - 1
	if last < 0 {
		return nil, nil //nolint:nilnil // one has to be opened
	}
	taken := r.idle[last]
	r.idle = r.idle[:last]
	return taken, nil
}

// putBack makes a connection available to others, or closes it if the database has been closed.
func (r *readers) putBack(taken *reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		_ = taken.conn.Close()
	} else {
		r.idle = append(r.idle, taken)
	}
	r.free <- struct{}{} // never blocks: there is room for all
}

// Close closes the idle connections. Others are closed when they are put back.
func (r *readers) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	var problems []error
	for _, taken := range r.idle {
		problems = append(problems, taken.conn.Close())
	}
	r.idle = nil
	return errors.Join(problems...)
}

func (r *readers) runQuery(ctx context.Context, query string, args []any) (cursor, error) {
	taken, err := r.take(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := taken.run(ctx, query, args)
	if err != nil {
		r.putBack(taken)
		return nil, err
	}
	return &readerRows{rows: rows, from: r, taken: taken}, nil
}

// run starts a query. The driver copies the arguments, so they need not outlive the call.
func (r *reader) run(ctx context.Context, query string, args []any) (driver.Rows, error) {
	var err error
	if r.arguments, err = appendDriverValues(r.arguments[:0], args); err != nil {
		return nil, err
	}
	rows, err := r.query.QueryContext(ctx, query, r.arguments)
	clear(r.arguments)
	if err != nil {
		return nil, err
	}
	columns := len(rows.Columns())
	r.values = slices.Grow(r.values[:0], columns)[:columns]
	return rows, nil
}

func (r *readers) runExec(ctx context.Context, query string, args []any) (int64, error) {
	rows, err := r.runQuery(ctx, query, args) // fails, because these connections can't write
	if err != nil {
		return 0, err
	}
	return 0, rows.Close()
}

// appendDriverValues converts arguments to the types that drivers accept.
func appendDriverValues(values []driver.NamedValue, args []any) ([]driver.NamedValue, error) {
	for i, arg := range args {
		switch v := arg.(type) {
		case nil, int64, string, float64, bool, []byte:
		case int:
			arg = int64(v)
		default:
			converted, err := driver.DefaultParameterConverter.ConvertValue(arg)
			if err != nil {
				return values, fmt.Errorf("argument %d: %w", i+1, err)
			}
			arg = converted
		}
		values = append(values, driver.NamedValue{Ordinal: i + 1, Value: arg})
	}
	return values, nil
}

// readerRows are the rows of a query of a reader. Closing them puts the connection back.
type readerRows struct {
	rows  driver.Rows
	from  *readers
	taken *reader
	err   error
}

func (r *readerRows) Columns() ([]string, error) { return r.rows.Columns(), nil }

func (r *readerRows) Next() bool {
	if r.taken == nil || r.err != nil {
		return false
	}
	r.err = r.rows.Next(r.taken.values)
	return r.err == nil
}

func (r *readerRows) Err() error {
	if errors.Is(r.err, io.EOF) {
		return nil
	}
	return r.err
}

func (r *readerRows) Close() error {
	if r.taken == nil {
		return nil
	}
	err := r.rows.Close()
	clear(r.taken.values)
	r.from.putBack(r.taken)
	r.taken = nil
	return err
}

func (r *readerRows) Scan(dest ...any) error {
	if r.taken == nil {
		return errRowsClosed
	}
	values := r.taken.values
	if len(dest) != len(values) {
		return fmt.Errorf("%d destinations for %d columns", len(dest), len(values))
	}
	for i, value := range values {
		if err := assign(dest[i], value); err != nil {
			return fmt.Errorf("column %d (%s): %w", i, r.rows.Columns()[i], err)
		}
	}
	return nil
}
