package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Conn runs queries written once for both engines: `?` stands for an argument, and a slice given for
// `(?)` becomes as many arguments as it has elements. Times go in as UTC, cut to microseconds.
type Conn struct {
	Engine Engine
	on     interface {
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	}
}

// Exec runs a statement and tells how many rows it touched.
func (c Conn) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	query, args = c.bind(query, args)
	ctx, cancel := limited(ctx)
	defer cancel()
	result, err := c.on.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, slow(ctx, err)
	}
	return result.RowsAffected()
}

// Query runs a query. Most callers want All, One or Value.
func (c Conn) Query(ctx context.Context, query string, args ...any) (*Rows, error) {
	query, args = c.bind(query, args)
	ctx, cancel := limited(ctx)
	rows, err := c.on.QueryContext(ctx, query, args...) //nolint:rowserrcheck // whoever asks reads them to the end
	if err != nil {
		err = slow(ctx, err)
		cancel()
		return nil, err
	}
	return &Rows{Rows: rows, ctx: ctx, cancel: cancel}, nil
}

// Insert runs an INSERT and tells the id of the new row.
func (c Conn) Insert(ctx context.Context, query string, args ...any) (int64, error) {
	return Value[int64](ctx, c, query+" RETURNING id", args...)
}

// ForUpdate ends a SELECT whose row is about to be changed in this transaction. SQLite has one writer, which is lock enough.
func (c Conn) ForUpdate() string {
	if c.Engine == Postgres {
		return " FOR UPDATE"
	}
	return ""
}

// JSON is an argument stored as JSON.
func JSON(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		panic("db.JSON: " + err.Error()) // only types that can be marshalled are stored
	}
	return string(b)
}

func (c Conn) bind(query string, args []any) (string, []any) {
	if len(args) == 0 {
		return query, nil
	}
	bound := make([]any, 0, len(args))
	var b strings.Builder
	next, quoted := 0, false
	for i := range len(query) {
		ch := query[i]
		if ch == '\'' {
			quoted = !quoted
		}
		if ch != '?' || quoted || next >= len(args) {
			b.WriteByte(ch)
			continue
		}
		for j, v := range spread(args[next]) {
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
		next++
	}
	return b.String(), bound
}

func spread(arg any) []any {
	switch list := arg.(type) {
	case []int64:
		return toAny(list)
	case []string:
		return toAny(list)
	}
	return []any{arg}
}

// An empty list matches nothing: `IN (NULL)` is true for no row.
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

// IDs is a long list of ids given as one argument, for a condition made by OneOf.
type IDs []int64

// OneOf is a condition that a column holds one of many ids, given as one IDs argument. Short lists are better given to `IN (?)`.
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
		return c.moment(v)
	case *time.Time:
		if v == nil {
			return nil
		}
		return c.moment(*v)
	}
	return arg
}

// SQLite keeps moments as microseconds since 1970: eight bytes that sort, compare and index as they are.
func (c Conn) moment(t time.Time) any {
	t = t.UTC().Truncate(time.Microsecond)
	if c.Engine == SQLite {
		return t.UnixMicro()
	}
	return t
}

// All reads every row of a query into structs, by the names of their db or json tags, or into plain values.
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

// One reads one row; sql.ErrNoRows when there is none.
func One[T any](ctx context.Context, c Conn, query string, args ...any) (T, error) {
	list, err := All[T](ctx, c, query, args...)
	if err == nil && len(list) == 0 {
		err = sql.ErrNoRows
	}
	if err != nil {
		var none T
		return none, err
	}
	return list[0], nil
}

// Value reads one plain value; sql.ErrNoRows when there is no row.
func Value[T any](ctx context.Context, c Conn, query string, args ...any) (T, error) {
	return One[T](ctx, c, query, args...)
}

// Exists tells whether a query has a row.
func Exists(ctx context.Context, c Conn, query string, args ...any) (bool, error) {
	list, err := All[int](ctx, c, "SELECT 1 WHERE EXISTS ("+query+")", args...)
	return len(list) > 0, err
}

var timeType = reflect.TypeFor[time.Time]()

func destinations[T any](rows *Rows) (func(*T) []any, error) {
	shape := reflect.TypeFor[T]()
	if shape.Kind() != reflect.Struct || shape == timeType {
		return func(item *T) []any { return []any{Into(item)} }, nil
	}
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	paths, err := fieldPaths(shape, columns)
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
