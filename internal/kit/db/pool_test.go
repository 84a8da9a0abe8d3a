package db_test

import (
	"encoding/json"
	"reflect"
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

// TestRead_TerminatedConnections checks that reads fail as during an outage if the server closes their connection, and
// that the next ones use others.
func TestRead_TerminatedConnections(t *testing.T) {
	t.Parallel()
	d := kittest.Postgres(t)
	read := func(query string) error {
		_, err := db.All[bool](t.Context(), d.Read(), query)
		return err
	}
	if err := read("SELECT pg_terminate_backend(pg_backend_pid())"); !unavailable.Is(err) {
		t.Errorf("got %v, want an outage", err)
	}
	if err := read("SELECT TRUE"); err != nil {
		t.Errorf("the next query fails: %v", err)
	}
	other := kittest.Postgres(t)
	const terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?"
	name := value[string](t, d, "SELECT current_database()")
	if _, err := db.All[bool](t.Context(), other.Read(), terminate, name); err != nil {
		t.Fatal(err)
	}
	for tries := 1; ; tries++ { // each idle connection may fail once
		err := read("SELECT TRUE")
		if err == nil {
			return
		}
		if !unavailable.Is(err) || tries > 20 {
			t.Fatalf("try %d: %v", tries, err)
		}
	}
}
