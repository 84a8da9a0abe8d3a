package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// emptyReads returns how many reads a test makes. WAYMARK_EMPTY_READS=100000 with -race is the long version.
func emptyReads(t *testing.T) int {
	t.Helper()
	text := os.Getenv("WAYMARK_EMPTY_READS")
	if text == "" {
		return 4000
	}
	count, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("WAYMARK_EMPTY_READS: %v", err)
	}
	return count
}

// TestRead_Empty checks that a read without rows has the columns of its own query, although its connection may already
// run the query of another client.
func TestRead_Empty(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) { testEmptyReads(t, d, t.Context) })
}

// TestRead_EmptyColumns checks the same with one connection: the second query uses it before the columns of the first
// are asked for.
func TestRead_EmptyColumns(t *testing.T) {
	t.Parallel()
	d := open(t, kittest.PostgresURL(t)+"&pool_max_conns=1")
	first, err := d.Read().Query(t.Context(), "SELECT 1 AS alpha, 2 AS beta FROM limits WHERE FALSE")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = first.Close() }()
	if err := queryColumns(t.Context(), d.Read(), "SELECT 1 AS gamma FROM limits WHERE FALSE", "gamma"); err != nil {
		t.Error(err)
	}
	if columns, err := first.Columns(); err != nil || !slices.Equal(columns, []string{"alpha", "beta"}) {
		t.Errorf("got the columns %q (%v), want alpha and beta", columns, err)
	}
}

func testEmptyReads(t *testing.T, d *db.DB, request func() context.Context) {
	t.Helper()
	const clients = 32
	readers := emptyReaders()
	var running sync.WaitGroup
	for client := range clients {
		running.Go(func() {
			for i := range emptyReads(t) / clients {
				reader := readers[(client+i)%len(readers)]
				if err := reader.read(request(), d); err != nil {
					t.Errorf("%s: %v", reader.name, err)
					return
				}
			}
		})
	}
	running.Wait()
}

type emptyReader struct {
	name string
	read func(context.Context, *db.DB) error
}

// emptyReaders are all functions that read rows, on every kind of connection, each with other columns.
func emptyReaders() []emptyReader {
	type first struct {
		Alpha int64 `db:"alpha"`
		Beta  int64 `db:"beta"`
	}
	type second struct {
		Gamma string `db:"gamma"`
	}
	type third struct {
		Delta   bool `db:"delta"`
		Epsilon bool `db:"epsilon"`
		Zeta    bool `db:"zeta"`
	}
	noRow := func(err error) error {
		if !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("got %w, want no rows", err)
		}
		return nil
	}
	readers := []emptyReader{{"a transaction", func(ctx context.Context, d *db.DB) error {
		return d.Write(ctx, func(tx *db.Tx) error {
			_, err := db.All[second](ctx, tx.Conn, "SELECT key AS gamma FROM limits WHERE FALSE")
			return err
		})
	}}}
	for name, on := range map[string]func(*db.DB) db.Conn{
		"Read":           (*db.DB).Read,
		"PlannedPerCall": func(d *db.DB) db.Conn { return d.Read().PlannedPerCall() },
		"Writer":         (*db.DB).Writer,
	} {
		add := func(function string, read func(context.Context, db.Conn) error) {
			readers = append(readers, emptyReader{name + ", " + function, func(ctx context.Context, d *db.DB) error {
				return read(ctx, on(d))
			}})
		}
		add("All", func(ctx context.Context, c db.Conn) error {
			_, err := db.All[first](ctx, c, "SELECT 1 AS alpha, 2 AS beta FROM limits WHERE key = ?", "none")
			return err
		})
		add("One", func(ctx context.Context, c db.Conn) error {
			_, err := db.One[third](ctx, c, "SELECT TRUE AS delta, FALSE AS epsilon, TRUE AS zeta FROM limits WHERE FALSE")
			return noRow(err)
		})
		add("Value", func(ctx context.Context, c db.Conn) error {
			_, err := db.Value[string](ctx, c, "SELECT key AS value FROM limits WHERE FALSE")
			return noRow(err)
		})
		add("Exists", func(ctx context.Context, c db.Conn) error {
			found, err := db.Exists(ctx, c, "SELECT key AS eta FROM limits WHERE FALSE")
			if found {
				return errors.New("got a row")
			}
			return err
		})
		add("Query", func(ctx context.Context, c db.Conn) error {
			return queryColumns(ctx, c, "SELECT 1 AS theta, 2 AS iota FROM limits WHERE FALSE", "theta", "iota")
		})
	}
	slices.SortFunc(readers, func(a, b emptyReader) int { return strings.Compare(a.name, b.name) })
	return readers
}

// queryColumns checks the columns of a query, and that it has no rows.
func queryColumns(ctx context.Context, c db.Conn, query string, want ...string) error {
	rows, err := c.Query(ctx, query)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	if columns, err := rows.Columns(); err != nil || !slices.Equal(columns, want) {
		return fmt.Errorf("got the columns %q (%w), want %q", columns, err, want)
	}
	if rows.Next() {
		return errors.New("got a row")
	}
	return rows.Err()
}
