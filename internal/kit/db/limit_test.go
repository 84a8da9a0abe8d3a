package db_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/unavailable"
)

// endless returns a query that runs until it is cancelled.
func endless(engine db.Engine) string {
	if engine == db.Postgres {
		return "SELECT count(*) FROM pg_sleep(60)"
	}
	return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
}

func TestStatementLimit(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := db.WithStatementLimit(context.Background(), 50*time.Millisecond)
		wantTimeout := func(t *testing.T, err error) {
			t.Helper()
			if !errors.Is(err, context.DeadlineExceeded) || !unavailable.Is(err) {
				t.Errorf("got %v, want a timeout that counts as an outage", err)
			}
		}
		wantUsable := func(t *testing.T) {
			t.Helper()
			if _, err := db.Value[int](context.Background(), d.Read(), "SELECT 1"); err != nil {
				t.Errorf("the database can't be read afterwards: %v", err)
			}
			if err := d.Write(context.Background(), func(*db.Tx) error { return nil }); err != nil {
				t.Errorf("the database can't be written to afterwards: %v", err)
			}
		}
		t.Run("stops a query", func(t *testing.T) {
			_, err := db.Value[int](ctx, d.Read(), endless(d.Engine))
			wantTimeout(t, err)
			wantUsable(t)
		})
		t.Run("stops a statement inside a transaction and rolls it back", func(t *testing.T) {
			err := d.Write(ctx, func(tx *db.Tx) error {
				if _, err := tx.Exec(ctx, "INSERT INTO limits (key, resets_at) VALUES ('slow', ?)", time.Now()); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, endless(d.Engine))
				return err
			})
			wantTimeout(t, err)
			wantUsable(t)
			if n := value[int](t, d, "SELECT count(*) FROM limits WHERE key = 'slow'"); n != 0 {
				t.Errorf("%d rows of the cancelled transaction were committed", n)
			}
		})
		t.Run("ends the wait for a connection", func(t *testing.T) {
			locked, release := make(chan struct{}), make(chan struct{})
			done := make(chan error, 1)
			go func() {
				done <- d.Write(context.Background(), func(tx *db.Tx) error {
					_, err := tx.Exec(context.Background(), "INSERT INTO limits (key, resets_at) VALUES ('locked', ?)", time.Now())
					close(locked)
					<-release
					return err
				})
			}()
			<-locked
			err := d.Write(ctx, func(tx *db.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO limits (key, resets_at) VALUES ('locked', ?)", time.Now())
				return err
			})
			wantTimeout(t, err)
			close(release)
			if err := <-done; err != nil {
				t.Error(err)
			}
			wantUsable(t)
		})
		t.Run("is removed by zero", func(t *testing.T) {
			unlimited := db.WithStatementLimit(ctx, 0)
			ctx, cancel := context.WithTimeout(unlimited, 200*time.Millisecond)
			defer cancel()
			if _, err := db.Value[int](ctx, d.Read(), endless(d.Engine)); ctx.Err() == nil {
				t.Errorf("the query ended before its context: %v", err)
			}
		})
	})
}
