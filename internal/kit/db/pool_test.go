package db_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/unavailable"
)

// TestRead_Types checks that reads, which bypass database/sql, return the same values as connections that use it.
func TestRead_Types(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		at, list := "BIGINT", "TEXT"
		if d.Engine == db.Postgres {
			at, list = "TIMESTAMPTZ", "JSONB"
		}
		for _, statement := range []string{
			"CREATE TABLE samples (id BIGINT, small INTEGER, maybe BIGINT, name TEXT, short VARCHAR(9), alias TEXT, " +
				"yes BOOLEAN, share DOUBLE PRECISION, price NUMERIC(8,2), at " + at + ", ended " + at + ", list " + list +
				", raw " + list + ")",
			"INSERT INTO samples (id) VALUES (1)",
		} {
			if _, err := d.Writer().Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		before, after := time.Date(1901, 2, 3, 4, 5, 6, 7000, time.UTC), time.Date(2999, 1, 1, 0, 0, 0, 999_999_000, time.UTC)
		if _, err := d.Writer().Exec(t.Context(), `
			INSERT INTO samples (id, small, maybe, name, short, alias, yes, share, price, at, ended, list, raw)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, int64(-1<<62), -7, int64(1<<62), "日本 \"x\"", "short", "a",
			true, 0.25, 12.5, before, after, db.JSON([]int64{1, -2}), db.JSON(map[string]any{"a": nil})); err != nil {
			t.Fatal(err)
		}
		type sample struct {
			ID    int64           `db:"id"`
			Small *int            `db:"small"`
			Maybe *int64          `db:"maybe"`
			Name  *string         `db:"name"`
			Short *string         `db:"short"`
			Alias *kind           `db:"alias"`
			Yes   *bool           `db:"yes"`
			Share *float64        `db:"share"`
			Price *float64        `db:"price"`
			At    time.Time       `db:"at"`
			Ended *time.Time      `db:"ended"`
			List  []int64         `db:"list"`
			Raw   json.RawMessage `db:"raw"`
		}
		const query = "SELECT * FROM samples ORDER BY id"
		want, err := db.All[sample](t.Context(), d.Writer(), query)
		if err != nil {
			t.Fatal(err)
		}
		got, err := db.All[sample](t.Context(), d.Read(), query)
		if err != nil || !reflect.DeepEqual(got, want) || len(got) != 2 {
			t.Errorf("got  %+v\nwant %+v (%v)", got, want, err)
		}
		if first := got[0]; !first.At.Equal(before) || first.Ended == nil || !first.Ended.Equal(after) || first.ID != -1<<62 {
			t.Errorf("stored values changed: %+v", first)
		}
		// NULL is refused where a value can't be empty.
		for _, column := range []string{"maybe", "name", "yes"} {
			if _, err := db.All[int64](t.Context(), d.Read(), "SELECT "+column+" FROM samples WHERE id = 1"); err == nil {
				t.Errorf("%s: NULL was read as a number", column)
			}
		}
		if _, err := db.All[string](t.Context(), d.Read(), "SELECT name FROM samples WHERE id = 1"); err == nil {
			t.Error("NULL was read as a text")
		}
	})
}

type kind string

// TestRead_LostConnections checks that a read is repeated if the server closes its connection, also after some of the
// rows have arrived, and that a write is not.
func TestRead_LostConnections(t *testing.T) {
	t.Parallel()
	d, other := kittest.Postgres(t), kittest.Postgres(t)
	name := value[string](t, d, "SELECT current_database()")
	terminate := func(condition string) int {
		closed, err := db.All[bool](t.Context(), other.Read(),
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ? AND "+condition, name)
		if err != nil {
			t.Error(err)
		}
		return len(closed)
	}
	// interrupt closes the connection of a statement that runs, once.
	interrupt := func(statement string, run func(statement string) error) error {
		failed := make(chan error, 1)
		go func() { failed <- run(statement) }()
		for terminate("state = 'active' AND query = '"+strings.ReplaceAll(statement, "'", "''")+"'") == 0 {
			select {
			case err := <-failed:
				t.Fatalf("%s ended before it was interrupted: %v", statement, err)
			case <-time.After(time.Millisecond):
			}
		}
		return <-failed
	}
	readAll := func(query string) error {
		rows, err := db.All[string](t.Context(), d.Read(), query)
		if err == nil && len(rows) != 3 {
			t.Errorf("%s: got %d rows, want 3", query, len(rows))
		}
		return err
	}
	t.Run("before the first row", func(t *testing.T) {
		if err := interrupt("SELECT pg_sleep(0.1)::text FROM generate_series(1, 3)", readAll); err != nil {
			t.Error(err)
		}
	})
	t.Run("between rows", func(t *testing.T) {
		// The first row is larger than the buffer in which PostgreSQL collects rows, so that it is sent at once.
		const query = "SELECT CASE n WHEN 1 THEN repeat('x', 100000) ELSE pg_sleep(0.2)::text END " +
			"FROM generate_series(1, 3) n"
		if err := interrupt(query, readAll); err != nil {
			t.Error(err)
		}
	})
	t.Run("idle connections", func(t *testing.T) {
		terminate("TRUE")
		if err := readAll("SELECT 'x' FROM generate_series(1, 3)"); err != nil {
			t.Error(err)
		}
	})
	t.Run("a write", func(t *testing.T) {
		err := interrupt("INSERT INTO limits (key, resets_at) SELECT 'x' || pg_sleep(0.1)::text, now()",
			func(statement string) error {
				_, err := d.Writer().Exec(t.Context(), statement)
				return err
			})
		if !unavailable.Is(err) {
			t.Errorf("got %v, want an outage", err)
		}
		if n := value[int64](t, d, "SELECT count(*) FROM limits"); n != 0 {
			t.Errorf("%d rows were written by a statement that failed", n)
		}
	})
	t.Run("a read that always fails", func(t *testing.T) {
		err := readAll("SELECT pg_terminate_backend(pg_backend_pid())::text FROM generate_series(1, 3)")
		if !unavailable.Is(err) {
			t.Errorf("got %v, want an outage", err)
		}
	})
}
