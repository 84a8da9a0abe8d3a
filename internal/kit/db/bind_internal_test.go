package db

import (
	"reflect"
	"testing"
)

func TestBind_Limit(t *testing.T) {
	t.Parallel()
	const query = "SELECT '?' FROM t WHERE a = ? AND b IN (?) LIMIT ? OFFSET ?"
	for engine, want := range map[Engine]struct {
		query string
		args  []any
	}{
		// Binding a limit would make SQLite plan the statement again.
		SQLite: {"SELECT '?' FROM t WHERE a = ? AND b IN (?,?) LIMIT 25 OFFSET ?", []any{"x", int64(1), int64(2), 50}},
		Postgres: {
			"SELECT '?' FROM t WHERE a = $1 AND b IN ($2,$3) LIMIT $4 OFFSET $5", []any{"x", int64(1), int64(2), 25, 50},
		},
	} {
		got, args := Conn{Engine: engine}.bind(query, []any{"x", []int64{1, 2}, 25, 50})
		if got != want.query || !reflect.DeepEqual(args, want.args) {
			t.Errorf("%s: got %s with %v", engine, got, args)
		}
	}
	// Anything but a number could be SQL.
	if got, args := (Conn{Engine: SQLite}).bind("SELECT 1 LIMIT ?", []any{"1; DROP TABLE t"}); got != "SELECT 1 LIMIT ?" ||
		len(args) != 1 {
		t.Errorf("a text was put into the query: %s", got)
	}
}
