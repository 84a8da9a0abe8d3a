package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"reflect"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"waymark/internal/kit/tracing"
)

// Conn runs queries that are written once for both engines: `?` is an argument, and `IN (?)` takes a slice. Times are
// stored in UTC, truncated to microseconds.
type Conn struct {
	Engine         Engine
	plannedPerCall bool
	uninterrupted  bool // statements end with their time limit, but not with the context of the caller
	on             runner
	statements     *atomic.Int64
}

// runner runs statements with the arguments of the engine.
type runner interface {
	runQuery(ctx context.Context, query string, args []any) (cursor, error)
	runExec(ctx context.Context, query string, args []any) (int64, error)
}

// cursor goes through the rows of a query. *sql.Rows is one.
type cursor interface {
	Columns() ([]string, error)
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close() error
}

// standard runs statements through database/sql.
type standard struct{ on queryer }

// queryer is a database or a transaction of database/sql.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func (s standard) runQuery(ctx context.Context, query string, args []any) (cursor, error) {
	rows, err := s.on.QueryContext(ctx, query, args...) //nolint:rowserrcheck // the caller checks
	if err != nil {
		return nil, err // without a nil *sql.Rows in the interface
	}
	return rows, nil
}

func (s standard) runExec(ctx context.Context, query string, args []any) (int64, error) {
	result, err := s.on.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// PlannedPerCall returns a connection on which PostgreSQL plans every query for its arguments. Otherwise a query that
// runs often gets one plan for all arguments, which is slow for a search: one word is rare, another is in every row.
func (c Conn) PlannedPerCall() Conn {
	c.plannedPerCall = c.Engine == Postgres
	return c
}

// PlannedOnce returns a connection on which queries are planned as usual, whatever PlannedPerCall said.
func (c Conn) PlannedOnce() Conn {
	c.plannedPerCall = false
	return c
}

// Exec runs a statement and returns the number of affected rows.
func (c Conn) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	c.statements.Add(1)
	span := tracing.StartStatement(ctx, string(c.Engine), query)
	query, args = c.bind(query, args)
	ctx, cancel := c.withLimit(ctx)
	defer cancel()
	affected, err := c.on.runExec(ctx, query, args)
	span.End(err)
	return affected, limitError(ctx, err)
}

// Query runs a query. Most callers want All, One or Value.
func (c Conn) Query(ctx context.Context, query string, args ...any) (*Rows, error) {
	c.statements.Add(1)
	span := tracing.StartStatement(ctx, string(c.Engine), query)
	query, args = c.bind(query, args)
	if c.plannedPerCall {
		args = slices.Insert(args, 0, any(pgx.QueryExecModeCacheDescribe)) // an unnamed statement
	}
	ctx, cancel := c.withLimit(ctx)
	rows, err := c.on.runQuery(ctx, query, args)
	if err != nil {
		err = limitError(ctx, err)
		cancel()
		span.End(err)
		return nil, err
	}
	return &Rows{cursor: rows, ctx: ctx, cancel: cancel, span: span}, nil
}

// Insert runs an INSERT and returns the id of the new row.
func (c Conn) Insert(ctx context.Context, query string, args ...any) (int64, error) {
	return Value[int64](ctx, c, query+" RETURNING id", args...)
}

// ForUpdate returns the end of a SELECT that locks its rows until the transaction ends. SQLite needs none because it
// has only one writer.
func (c Conn) ForUpdate() string {
	if c.Engine == Postgres {
		return " FOR UPDATE"
	}
	return ""
}

// JSON returns an argument that is stored as JSON.
func JSON(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		panic("db.JSON: " + err.Error()) // a programming error: the type can't be encoded
	}
	return string(b)
}

// IDs is a list of ids that is passed as one argument of a condition made by OneOf.
type IDs []int64

// OneOf returns a condition with one IDs argument: the column is one of these ids. For short lists use `IN (?)`.
func (c Conn) OneOf(column string) string {
	if c.Engine == Postgres {
		return column + " = ANY(?)"
	}
	return column + " IN (SELECT value FROM json_each(?))"
}

// All reads all rows of a query into structs, matching columns with db or json tags, or into single values.
func All[T any](ctx context.Context, c Conn, query string, args ...any) ([]T, error) {
	for attempt := 1; ; attempt++ {
		rows, err := c.Query(ctx, query, args...)
		if err != nil {
			return nil, err
		}
		list, err := collect[T](rows)
		// Query has repeated a read that failed before its first row. One that fails later is repeated here.
		if !c.isRead() || !isConnectionLost(err) || attempt == maxAttempts {
			return list, err
		}
	}
}

// isRead reports whether statements read from PostgreSQL outside a transaction, so that they can be repeated.
func (c Conn) isRead() bool {
	switch c.on.(type) {
	case pooled, routed:
		return true
	}
	return false
}

// collect reads all rows and closes them.
func collect[T any](rows *Rows) ([]T, error) {
	defer func() { _ = rows.Close() }()
	into, err := destinations[T](rows)
	if err != nil {
		return nil, err
	}
	list := []T{}
	var item, empty T
	dest := into(&item)
	for rows.Next() {
		item = empty
		if err := rows.Scan(dest...); err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, rows.Err()
}

// One reads the first row of a query. It returns sql.ErrNoRows if there is none.
func One[T any](ctx context.Context, c Conn, query string, args ...any) (T, error) {
	list, err := All[T](ctx, c, query, args...)
	if err == nil && len(list) == 0 {
		err = sql.ErrNoRows
	}
	if err != nil {
		var zero T
		return zero, err
	}
	return list[0], nil
}

// Value reads a single value. It returns sql.ErrNoRows if there is no row.
func Value[T any](ctx context.Context, c Conn, query string, args ...any) (T, error) {
	return One[T](ctx, c, query, args...)
}

// Exists reports whether a query returns any row.
func Exists(ctx context.Context, c Conn, query string, args ...any) (bool, error) {
	list, err := All[int](ctx, c, "SELECT 1 WHERE EXISTS ("+query+")", args...)
	return len(list) > 0, err
}

var timeType = reflect.TypeFor[time.Time]()

// destinations returns a function that lists the pointers for the columns of a row.
func destinations[T any](rows *Rows) (func(*T) []any, error) {
	row := reflect.TypeFor[T]()
	if row.Kind() != reflect.Struct || row == timeType {
		return func(item *T) []any { return []any{Into(item)} }, nil
	}
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	paths, err := fieldPaths(row, columns)
	if err != nil {
		return nil, err
	}
	return func(item *T) []any {
		value := reflect.ValueOf(item).Elem()
		dest := make([]any, len(paths))
		for i, path := range paths {
			dest[i] = Into(value.FieldByIndex(path).Addr().Interface())
		}
		return dest
	}, nil
}
