package db_test

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/unavailable"
	"waymark/migrations"
)

func itoa(n int) string { return strconv.Itoa(n) }

func open(t *testing.T, address string) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func value[T any](t *testing.T, d *db.DB, query string, args ...any) T {
	t.Helper()
	v, err := db.Value[T](context.Background(), d.Read(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v
}

func exec(t *testing.T, d *db.DB, query string, args ...any) {
	t.Helper()
	if _, err := d.Writer().Exec(context.Background(), query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func TestOnlyAddressesOfTheTwoEnginesOpen(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "waymark.db", "mysql://localhost/waymark", "sqlite3:waymark.db", "postgres"} {
		if d, err := db.Open(context.Background(), address); err == nil {
			_ = d.Close()
			t.Errorf("%q was opened", address)
		}
	}
	t.Run("and no complaint tells the password", func(t *testing.T) {
		t.Parallel()
		for _, address := range []string{"postgres://waymark:hunter2@127.0.0.1:1/waymark", "postgres://waymark:hunter2@127.0.0.1:no/waymark"} {
			d, err := db.Open(context.Background(), address)
			if err == nil {
				_ = d.Close()
				t.Fatal("a server that is not there was opened")
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("it does: %v", err)
			}
		}
	})
}

func TestMigratingAgainChangesNothing(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		const applied = "SELECT count(*) FROM goose_db_version"
		before := value[int](t, d, applied)
		for range 2 {
			if err := d.Migrate(context.Background(), migrations.Files, migrations.Steps); err != nil {
				t.Error(err)
			}
		}
		if after := value[int](t, d, applied); after != before || after < 2 {
			t.Errorf("%d migrations are noted, before there were %d", after, before)
		}
		if err := d.Ping(context.Background()); err != nil {
			t.Error(err)
		}
		if d.Driver() == "" || (d.Path == "") != (d.Engine == db.Postgres) {
			t.Errorf("driver %q, path %q", d.Driver(), d.Path)
		}
	})
}

const insertLimit = "INSERT INTO limits (key, count, resets_at) VALUES (?, 1, ?)"

func TestAWriteThatFailsLeavesNothing(t *testing.T) {
	t.Parallel()
	errMine := errors.New("mine")
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		now := clock.Now()
		nothingStayed := func(t *testing.T) {
			t.Helper()
			if n := value[int](t, d, "SELECT count(*) FROM limits"); n != 0 {
				t.Errorf("%d rows stayed", n)
			}
		}
		t.Run("when it gives up", func(t *testing.T) {
			runs := 0
			err := d.Write(ctx, func(tx *db.Tx) error {
				runs++
				if _, err := tx.Exec(ctx, insertLimit, "a", now); err != nil {
					return err
				}
				return errMine
			})
			if !errors.Is(err, errMine) || runs != 1 {
				t.Errorf("%v after %d runs", err, runs)
			}
			nothingStayed(t)
		})
		t.Run("when a later statement is refused", func(t *testing.T) {
			runs := 0
			err := d.Write(ctx, func(tx *db.Tx) error {
				runs++
				for _, key := range []string{"a", "b", "a"} {
					if _, err := tx.Exec(ctx, insertLimit, key, now); err != nil {
						return err
					}
				}
				return nil
			})
			if violation, ok := db.AsViolation(err); !ok || !violation.Unique || runs != 1 {
				t.Errorf("%v after %d runs", err, runs)
			}
			nothingStayed(t)
		})
		t.Run("when it panics", func(t *testing.T) {
			func() {
				defer func() {
					if recover() == nil {
						t.Error("the panic was swallowed")
					}
				}()
				_ = d.Write(ctx, func(tx *db.Tx) error {
					if _, err := tx.Exec(ctx, insertLimit, "a", now); err != nil {
						return err
					}
					panic("at the disco")
				})
			}()
			nothingStayed(t)
		})
		t.Run("when nobody waits for it any more", func(t *testing.T) {
			gone, cancel := context.WithCancel(ctx)
			err := d.Write(gone, func(tx *db.Tx) error {
				_, err := tx.Exec(gone, insertLimit, "a", now)
				cancel()
				return err
			})
			if err == nil {
				t.Error("it was committed")
			}
			nothingStayed(t)
		})
		t.Run("and the next one finds the way free", func(t *testing.T) {
			err := d.Write(ctx, func(tx *db.Tx) error {
				_, err := tx.Exec(ctx, insertLimit, "a", now)
				return err
			})
			if n := value[int](t, d, "SELECT count(*) FROM limits"); err != nil || n != 1 {
				t.Errorf("%d rows (%v), want 1", n, err)
			}
		})
	})
}

func TestNobodySeesAWriteBeforeItIsWhole(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		err := d.Write(ctx, func(tx *db.Tx) error {
			if _, err := tx.Exec(ctx, insertLimit, "a", clock.Now()); err != nil {
				return err
			}
			if n := value[int](t, d, "SELECT count(*) FROM limits"); n != 0 {
				t.Error("others see what is not committed")
			}
			if n, err := db.Value[int](ctx, tx.Conn, "SELECT count(*) FROM limits"); err != nil || n != 1 {
				t.Errorf("the writer itself does not see it (%v)", err)
			}
			return nil
		})
		if n := value[int](t, d, "SELECT count(*) FROM limits"); err != nil || n != 1 {
			t.Errorf("%d rows afterwards (%v), want 1", n, err)
		}
	})
}

func TestTwoWritersInADeadlockBothSucceed(t *testing.T) {
	t.Parallel()
	d := kittest.Postgres(t)
	ctx := context.Background()
	exec(t, d, "INSERT INTO limits (key, count, resets_at) VALUES ('a', 0, now()), ('b', 0, now())")
	var bothHoldOne, writers sync.WaitGroup
	var runs atomic.Int32
	bothHoldOne.Add(2)
	add := func(first, second string) error {
		tries := 0
		return d.Write(ctx, func(tx *db.Tx) error {
			tries++
			runs.Add(1)
			const one = "UPDATE limits SET count = count + 1 WHERE key = ?"
			if _, err := tx.Exec(ctx, one, first); err != nil {
				return err
			}
			if tries == 1 {
				bothHoldOne.Done()
				bothHoldOne.Wait()
			}
			_, err := tx.Exec(ctx, one, second)
			return err
		})
	}
	for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		writers.Go(func() {
			if err := add(order[0], order[1]); err != nil {
				t.Errorf("the writer that began with %s failed: %v", order[0], err)
			}
		})
	}
	writers.Wait()
	if n := runs.Load(); n < 3 {
		t.Errorf("%d runs: there was no deadlock to resolve", n)
	}
	for _, key := range []string{"a", "b"} {
		if n := value[int](t, d, "SELECT count FROM limits WHERE key = ?", key); n != 2 {
			t.Errorf("%s counts %d, want each of the two writers once", key, n)
		}
	}
}

func TestTerminatedConnection(t *testing.T) {
	t.Parallel()
	d := kittest.Postgres(t)
	_, err := d.Writer().Exec(context.Background(), "SELECT pg_terminate_backend(pg_backend_pid())")
	if !unavailable.Is(err) {
		t.Errorf("%v does not", err)
	}
	if unavailable.Is(nil) || unavailable.Is(sql.ErrNoRows) {
		t.Error("so do other answers")
	}
	if _, err := d.Read().Exec(context.Background(), "SELECT 1"); err != nil {
		t.Errorf("the next query finds no connection: %v", err)
	}
}
