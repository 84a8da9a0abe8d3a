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

// endless is a query that runs until it is stopped.
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
		wantSlow := func(t *testing.T, err error) {
			t.Helper()
			if !errors.Is(err, context.DeadlineExceeded) || !unavailable.Is(err) {
				t.Errorf("got %v, want an error that reads as unavailable", err)
			}
		}
		wantAlive := func(t *testing.T) {
			t.Helper()
			if _, err := db.Value[int](context.Background(), d.Read(), "SELECT 1"); err != nil {
				t.Errorf("the database does not answer afterwards: %v", err)
			}
			if err := d.Write(context.Background(), func(*db.Tx) error { return nil }); err != nil {
				t.Errorf("the database takes no writes afterwards: %v", err)
			}
		}
		t.Run("stops a query", func(t *testing.T) {
			_, err := db.Value[int](ctx, d.Read(), endless(d.Engine))
			wantSlow(t, err)
			wantAlive(t)
		})
		t.Run("stops a statement inside a transaction and rolls it back", func(t *testing.T) {
			err := d.Write(ctx, func(tx *db.Tx) error {
				if _, err := tx.Exec(ctx, "INSERT INTO limits (key, resets_at) VALUES ('slow', ?)", time.Now()); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, endless(d.Engine))
				return err
			})
			wantSlow(t, err)
			wantAlive(t)
			if n := value[int](t, d, "SELECT count(*) FROM limits WHERE key = 'slow'"); n != 0 {
				t.Errorf("%d rows of the interrupted transaction are there", n)
			}
		})
		t.Run("ends the wait for a connection", func(t *testing.T) {
			held, release := make(chan struct{}), make(chan struct{})
			done := make(chan error, 1)
			go func() {
				done <- d.Write(context.Background(), func(tx *db.Tx) error {
					_, err := tx.Exec(context.Background(), "INSERT INTO limits (key, resets_at) VALUES ('held', ?)", time.Now())
					close(held)
					<-release
					return err
				})
			}()
			<-held
			err := d.Write(ctx, func(tx *db.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO limits (key, resets_at) VALUES ('held', ?)", time.Now())
				return err
			})
			wantSlow(t, err)
			close(release)
			if err := <-done; err != nil {
				t.Error(err)
			}
			wantAlive(t)
		})
		t.Run("is lifted by zero", func(t *testing.T) {
			lifted := db.WithStatementLimit(ctx, 0)
			ctx, cancel := context.WithTimeout(lifted, 200*time.Millisecond)
			defer cancel()
			if _, err := db.Value[int](ctx, d.Read(), endless(d.Engine)); ctx.Err() == nil {
				t.Errorf("the query ended before its caller did: %v", err)
			}
		})
	})
}
