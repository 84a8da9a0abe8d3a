package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// routed runs reads on a replica, where the context allows it and one is fresh enough, and on the primary otherwise.
type routed struct {
	pooled

	replicas *replicas
}

// runQuery repeats a query on the primary if the replica fails, whatever the reason: a replica also cancels queries
// that conflict with what it replays.
func (r routed) runQuery(ctx context.Context, query string, args []any) (cursor, error) {
	reading := readingOf(ctx)
	if replica := reading.choose(r.replicas); replica != nil {
		rows, err := replica.query(ctx, query, args)
		if err == nil {
			r.replicas.counts.replica.Add(1)
			return rows, nil
		}
		if ctx.Err() != nil { // the caller has left, or the time limit is exceeded
			return nil, err
		}
		reading.leave()
		if isConnectionLost(err) {
			replica.suspend()
		}
		r.replicas.counts.repeated.Add(1)
	}
	r.replicas.counts.primary.Add(1)
	return r.pooled.runQuery(ctx, query, args)
}

// query runs a query and reads all of its rows, so that it can still be repeated elsewhere if one of them does not
// arrive. It ends early if a check finds the replica unavailable.
func (r *replica) query(ctx context.Context, query string, args []any) (cursor, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(r.available(), cancel)()
	conn, err := r.acquire(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := conn.Query(ctx, query, args...)
	if err != nil {
		conn.Release()
		return nil, err
	}
	found := &replicaRows{conn: conn, types: conn.Conn().TypeMap()}
	for rows.Next() {
		found.rows = append(found.rows, cloneRow(rows.RawValues()))
	}
	found.fields = rows.FieldDescriptions()
	if err := rows.Err(); err != nil {
		conn.Release()
		return nil, err
	}
	return found, nil
}

// acquireLimit is how long a read waits for a connection to a replica before it uses the primary.
const acquireLimit = time.Second

func (r *replica) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, acquireLimit)
	defer cancel()
	return r.pool.Acquire(ctx)
}

// cloneRow copies the values of a row, which are valid until the next row is read.
func cloneRow(raw [][]byte) [][]byte {
	size := 0
	for _, value := range raw {
		size += len(value)
	}
	row, buffer := make([][]byte, len(raw)), make([]byte, 0, size)
	for i, value := range raw {
		if value == nil { // NULL
			continue
		}
		from := len(buffer)
		buffer = append(buffer, value...)
		row[i] = buffer[from:len(buffer):len(buffer)]
	}
	return row
}

// replicaRows are the rows of a query in memory. They keep the connection until they are closed, because its types
// decode them.
type replicaRows struct {
	conn   *pgxpool.Conn // nil when they are closed
	fields []pgconn.FieldDescription
	types  *pgtype.Map
	rows   [][][]byte
	read   int
}

func (r *replicaRows) Columns() ([]string, error) { return columnNames(r.fields), nil }

func (r *replicaRows) Next() bool {
	r.read++
	return r.read <= len(r.rows)
}

func (r *replicaRows) Err() error { return nil }

func (r *replicaRows) Close() error {
	if r.conn != nil {
		r.conn.Release()
		r.conn = nil
	}
	return nil
}

func (r *replicaRows) Scan(dest ...any) error {
	return scanRow(dest, r.rows[r.read-1], r.fields, r.types)
}

// notingWriter notes that the client of a statement may have changed something.
type notingWriter struct{ standard }

func (w notingWriter) runQuery(ctx context.Context, query string, args []any) (cursor, error) {
	NoteChange(ctx)
	return w.standard.runQuery(ctx, query, args)
}

func (w notingWriter) runExec(ctx context.Context, query string, args []any) (int64, error) {
	NoteChange(ctx)
	return w.standard.runExec(ctx, query, args)
}
