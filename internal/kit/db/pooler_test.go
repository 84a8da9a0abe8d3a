package db_test

import (
	"errors"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestOpen_PgBouncer(t *testing.T) {
	t.Parallel()
	address := kittest.PostgresURL(t)
	t.Run("transaction mode is refused", func(t *testing.T) {
		t.Parallel()
		through := kittest.PgBouncerURL(t, address, "transaction")
		for range 3 { // PgBouncer has idle connections after the first
			d, err := db.Open(t.Context(), through)
			if err == nil {
				_ = d.Close()
			}
			if !errors.Is(err, db.ErrSharedConnections) || !strings.Contains(err.Error(), "pool_mode = session") {
				t.Errorf("got %v, want a sentence about the pool mode", err)
			}
		}
	})
	t.Run("session mode works", func(t *testing.T) {
		t.Parallel()
		d := open(t, kittest.PgBouncerURL(t, address, "session"))
		for range 3 {
			exec(t, d, "INSERT INTO limits (key, resets_at) VALUES ('x', now()) ON CONFLICT (key) DO NOTHING")
			value[int64](t, d, "SELECT count(*) FROM limits WHERE key = ?", "x")
		}
	})
}
