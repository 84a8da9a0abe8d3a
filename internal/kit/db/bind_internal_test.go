package db

import (
	"reflect"
	"strings"
	"testing"
)

func TestBind_Limit(t *testing.T) {
	t.Parallel()
	const query = "SELECT '?' FROM t WHERE a = ? AND b IN (?) LIMIT ? OFFSET ?"
	for engine, want := range map[Engine]struct {
		query string
		args  []any
	}{
		// Binding a limit would make both engines plan the statement again.
		SQLite: {"SELECT '?' FROM t WHERE a = ? AND b IN (?,?) LIMIT 25 OFFSET ?", []any{"x", int64(1), int64(2), 50}},
		Postgres: {
			"SELECT '?' FROM t WHERE a = $1 AND b = ANY($2) LIMIT 25 OFFSET $3", []any{"x", []int64{1, 2}, 50},
		},
	} {
		got, args := Conn{Engine: engine}.bind(query, []any{"x", []int64{1, 2}, 25, 50})
		if got != want.query || !reflect.DeepEqual(args, want.args) {
			t.Errorf("%s: got %s with %v", engine, got, args)
		}
	}
	if got, args := (Conn{Engine: Postgres}).bind(query, []any{"x", []int64{1}, 25, 0}); len(args) != 2 ||
		got != "SELECT '?' FROM t WHERE a = $1 AND b = $2 LIMIT 25 OFFSET 0" {
		t.Errorf("first page: got %s with %v", got, args)
	}
	// Anything but a number could be SQL.
	for engine, want := range map[Engine]string{SQLite: "SELECT 1 LIMIT ?", Postgres: "SELECT 1 LIMIT $1"} {
		if got, args := (Conn{Engine: engine}).bind("SELECT 1 LIMIT ?", []any{"1; DROP TABLE t"}); got != want ||
			len(args) != 1 {
			t.Errorf("%s: a text was put into the query: %s", engine, got)
		}
	}
}

// TestBind_Lists checks that lists of similar lengths share a statement on SQLite, and all lists on PostgreSQL.
func TestBind_Lists(t *testing.T) {
	t.Parallel()
	const query = "DELETE FROM t WHERE a IN (?) AND b = ?"
	for length, marks := range map[int]string{0: "?", 1: "?", 2: "?,?", 3: "?,?,?,?", 4: "?,?,?,?", 5: "?,?,?,?,?,?,?,?"} {
		names := []string{"v", "w", "x", "y", "z"}[:length]
		got, args := Conn{Engine: SQLite}.bind(query, []any{names, 7})
		if want := "DELETE FROM t WHERE a IN (" + marks + ") AND b = ?"; got != want || args[len(args)-1] != 7 {
			t.Errorf("%d elements: %s with %v", length, got, args)
		}
		if n := strings.Count(marks, "?"); len(args) != n+1 || (length > 0 && args[n-1] != names[length-1]) {
			t.Errorf("%d elements: arguments %v", length, args)
		}
		got, args = Conn{Engine: Postgres}.bind(query, []any{names, 7})
		want, first := "DELETE FROM t WHERE a = ANY($1) AND b = $2", any(names)
		if length == 1 {
			want, first = "DELETE FROM t WHERE a = $1 AND b = $2", any("v")
		}
		if got != want || !reflect.DeepEqual(args, []any{first, 7}) {
			t.Errorf("%d elements: %s with %v", length, got, args)
		}
	}
}
