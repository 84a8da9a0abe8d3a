package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// Conn runs queries that are written once for both engines: `?` is an argument, and a slice passed for `(?)` is
// expanded to as many arguments as it has elements. Times are stored in UTC, truncated to microseconds.
type Conn struct {
	Engine         Engine
	plannedPerCall bool
	uninterrupted  bool // statements end with their time limit, but not with the context of the caller
	on             queryer
	statements     *atomic.Int64
}

// queryer is a database or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// PlannedPerCall returns a connection on which PostgreSQL plans every query for its arguments. Otherwise a query that
// runs often gets one plan for all arguments, which is slow for a search: one word is rare, another is in every row.
func (c Conn) PlannedPerCall() Conn {
	c.plannedPerCall = c.Engine == Postgres
	return c
}

// Exec runs a statement and returns the number of affected rows.
func (c Conn) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	c.statements.Add(1)
	query, args = c.bind(query, args)
	ctx, cancel := c.withLimit(ctx)
	defer cancel()
	result, err := c.on.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, limitError(ctx, err)
	}
	return result.RowsAffected()
}

// Query runs a query. Most callers want All, One or Value.
func (c Conn) Query(ctx context.Context, query string, args ...any) (*Rows, error) {
	c.statements.Add(1)
	query, args = c.bind(query, args)
	if c.plannedPerCall {
		args = slices.Insert(args, 0, any(pgx.QueryExecModeCacheDescribe)) // an unnamed statement
	}
	ctx, cancel := c.withLimit(ctx)
	rows, err := c.on.QueryContext(ctx, query, args...) //nolint:rowserrcheck // the caller checks
	if err != nil {
		err = limitError(ctx, err)
		cancel()
		return nil, err
	}
	return &Rows{Rows: rows, ctx: ctx, cancel: cancel}, nil
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

// bind replaces the arguments of a query by those of the engine.
func (c Conn) bind(query string, args []any) (string, []any) {
	if len(args) == 0 {
		return query, nil
	}
	bound := make([]any, 0, len(args))
	var b strings.Builder
	b.Grow(len(query) + 4*len(args))
	for _, arg := range args {
		at := placeholder(query)
		if at < 0 {
			break
		}
		before := query[:at]
		query = query[at+1:]
		b.WriteString(before)
		if limit, ok := toInt(arg); ok && c.Engine == SQLite && strings.HasSuffix(before, "LIMIT ") {
			// SQLite plans a statement again whenever its limit is bound, which may take longer than running it.
			b.WriteString(strconv.FormatInt(limit, 10))
			continue
		}
		for j, v := range expand(arg) {
			if j > 0 {
				b.WriteByte(',')
			}
			bound = append(bound, c.argument(v))
			if c.Engine == Postgres {
				b.WriteByte('$')
				b.WriteString(strconv.Itoa(len(bound)))
			} else {
				b.WriteByte('?')
			}
		}
	}
	b.WriteString(query)
	return b.String(), bound
}

// placeholder returns the position of the next argument in a query, or -1. A question mark in a literal is none.
func placeholder(query string) int {
	quoted := false
	for i := range len(query) {
		switch query[i] {
		case '\'':
			quoted = !quoted
		case '?':
			if !quoted {
				return i
			}
		}
	}
	return -1
}

func toInt(arg any) (int64, bool) {
	switch n := arg.(type) {
	case int:
		return int64(n), true
	case int64:
		return n, true
	}
	return 0, false
}

// expand returns the elements of a list, or the argument itself.
func expand(arg any) []any {
	switch list := arg.(type) {
	case []int64:
		return toAny(list)
	case []string:
		return toAny(list)
	}
	return []any{arg}
}

// toAny returns a single NULL for an empty list, because `IN (NULL)` is valid SQL that matches no row.
func toAny[T any](list []T) []any {
	if len(list) == 0 {
		return []any{nil}
	}
	values := make([]any, len(list))
	for i, v := range list {
		values[i] = v
	}
	return values
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

func (c Conn) argument(arg any) any {
	switch v := arg.(type) {
	case IDs:
		if c.Engine == Postgres {
			return []int64(v)
		}
		return JSON([]int64(v))
	case time.Time:
		return c.timeArgument(v)
	case *time.Time:
		if v == nil {
			return nil
		}
		return c.timeArgument(*v)
	}
	return arg
}

// timeArgument converts a time for storage. SQLite has no type for times; an integer of microseconds since 1970 sorts
// and compares correctly.
func (c Conn) timeArgument(t time.Time) any {
	t = t.UTC().Truncate(time.Microsecond)
	if c.Engine == SQLite {
		return t.UnixMicro()
	}
	return t
}

// All reads all rows of a query into structs, matching columns with db or json tags, or into single values.
func All[T any](ctx context.Context, c Conn, query string, args ...any) ([]T, error) {
	rows, err := c.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	into, err := destinations[T](rows)
	if err != nil {
		return nil, err
	}
	list := []T{}
	for rows.Next() {
		var item T
		if err := rows.Scan(into(&item)...); err != nil {
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
