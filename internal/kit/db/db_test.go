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

func TestOpen_Addresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "waymark.db", "mysql://localhost/waymark", "sqlite3:waymark.db", "postgres"} {
		if d, err := db.Open(context.Background(), address); err == nil {
			_ = d.Close()
			t.Errorf("%q was opened", address)
		}
	}
	t.Run("errors do not contain the password", func(t *testing.T) {
		t.Parallel()
		for _, address := range []string{
			"postgres://waymark:hunter2@127.0.0.1:1/waymark", "postgres://waymark:hunter2@127.0.0.1:no/waymark",
		} {
			d, err := db.Open(context.Background(), address)
			if err == nil {
				_ = d.Close()
				t.Fatal("a server that does not exist was opened")
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the password is in %v", err)
			}
		}
	})
}

func TestMigrate_Twice(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		const applied = "SELECT count(*) FROM goose_db_version"
		before := value[int](t, d, applied)
		for range 2 {
			if err := d.Migrate(context.Background(), migrations.Files(d.Engine), migrations.Steps); err != nil {
				t.Error(err)
			}
		}
		if after := value[int](t, d, applied); after != before || after < 2 {
			t.Errorf("%d migrations were applied, before there were %d", after, before)
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

func TestWrite_Rollback(t *testing.T) {
	t.Parallel()
	errRefused := errors.New("refused")
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		now := clock.Now()
		wantNoRows := func(t *testing.T) {
			t.Helper()
			if n := value[int](t, d, "SELECT count(*) FROM limits"); n != 0 {
				t.Errorf("%d rows were committed", n)
			}
		}
		t.Run("after an error of the function", func(t *testing.T) {
			runs := 0
			err := d.Write(ctx, func(tx *db.Tx) error {
				runs++
				if _, err := tx.Exec(ctx, insertLimit, "a", now); err != nil {
					return err
				}
				return errRefused
			})
			if !errors.Is(err, errRefused) || runs != 1 {
				t.Errorf("%v after %d runs", err, runs)
			}
			wantNoRows(t)
		})
		t.Run("after a violated constraint", func(t *testing.T) {
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
			wantNoRows(t)
		})
		t.Run("after a panic", func(t *testing.T) {
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
					panic("unexpected")
				})
			}()
			wantNoRows(t)
		})
		t.Run("after the context was cancelled", func(t *testing.T) {
			cancelled, cancel := context.WithCancel(ctx)
			err := d.Write(cancelled, func(tx *db.Tx) error {
				_, err := tx.Exec(cancelled, insertLimit, "a", now)
				cancel()
				return err
			})
			if err == nil {
				t.Error("it was committed")
			}
			wantNoRows(t)
		})
		t.Run("does not block the next transaction", func(t *testing.T) {
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

func TestWriteWith_First(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		if d.Engine == db.SQLite {
			t.Skip("SQLite does not run it")
		}
		setting := func(first string) (found string, err error) {
			err = d.WriteWith(t.Context(), db.WriteOptions{First: first}, func(tx *db.Tx) error {
				found, err = db.Value[string](t.Context(), tx.Conn, "SELECT coalesce(current_setting('test.first', true), '')")
				return err
			})
			return found, err
		}
		const local = "SELECT set_config('test.first', 'yes', true)"
		if found, err := setting(local); found != "yes" || err != nil {
			t.Errorf("the transaction does not begin with the statement: %q (%v)", found, err)
		}
		if found, err := setting(""); found != "" || err != nil {
			t.Errorf("the statement still has an effect in the next transaction: %q (%v)", found, err)
		}
		if _, err := setting("SELECT 1 / 0"); err == nil {
			t.Error("a statement that fails is ignored")
		}
		for range 20 { // more than one connection of the pool
			if found, err := setting(local); found != "yes" || err != nil {
				t.Errorf("after a failure: %q (%v)", found, err)
			}
		}
	})
}

func TestWrite_Isolation(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		err := d.Write(ctx, func(tx *db.Tx) error {
			if _, err := tx.Exec(ctx, insertLimit, "a", clock.Now()); err != nil {
				return err
			}
			if n := value[int](t, d, "SELECT count(*) FROM limits"); n != 0 {
				t.Error("other connections see uncommitted rows")
			}
			if n, err := db.Value[int](ctx, tx.Conn, "SELECT count(*) FROM limits"); err != nil || n != 1 {
				t.Errorf("the transaction does not see its own row (%v)", err)
			}
			return nil
		})
		if n := value[int](t, d, "SELECT count(*) FROM limits"); err != nil || n != 1 {
			t.Errorf("%d rows afterwards (%v), want 1", n, err)
		}
	})
}

func TestWrite_Deadlock(t *testing.T) {
	t.Parallel()
	d := kittest.Postgres(t)
	ctx := context.Background()
	exec(t, d, "INSERT INTO limits (key, count, resets_at) VALUES ('a', 0, now()), ('b', 0, now())")
	var bothLocked, writers sync.WaitGroup
	var runs atomic.Int32
	bothLocked.Add(2)
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
				bothLocked.Done()
				bothLocked.Wait()
			}
			_, err := tx.Exec(ctx, one, second)
			return err
		})
	}
	for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		writers.Go(func() {
			if err := add(order[0], order[1]); err != nil {
				t.Errorf("the transaction that updated %s first failed: %v", order[0], err)
			}
		})
	}
	writers.Wait()
	if n := runs.Load(); n < 3 {
		t.Errorf("%d runs: there was no deadlock", n)
	}
	for _, key := range []string{"a", "b"} {
		if n := value[int](t, d, "SELECT count FROM limits WHERE key = ?", key); n != 2 {
			t.Errorf("%s was increased to %d, want 2", key, n)
		}
	}
}

func TestUnavailable_TerminatedConnection(t *testing.T) {
	t.Parallel()
	d := kittest.Postgres(t)
	_, err := d.Writer().Exec(context.Background(), "SELECT pg_terminate_backend(pg_backend_pid())")
	if !unavailable.Is(err) {
		t.Errorf("%v is not recognised as an outage", err)
	}
	if unavailable.Is(nil) || unavailable.Is(sql.ErrNoRows) {
		t.Error("other errors are recognised as an outage")
	}
	if _, err := d.Read().Exec(context.Background(), "SELECT 1"); err != nil {
		t.Errorf("the next query fails: %v", err)
	}
}
