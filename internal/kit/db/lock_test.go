package db_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestWithMigrationLock(t *testing.T) {
	t.Parallel()
	t.Run("runs one function at a time on PostgreSQL", func(t *testing.T) {
		t.Parallel()
		address := kittest.PostgresURL(t)
		var running atomic.Int32
		var nodes sync.WaitGroup
		for range 4 {
			node := open(t, address)
			nodes.Go(func() {
				err := node.WithMigrationLock(t.Context(), func() error {
					if running.Add(1) != 1 {
						t.Error("two nodes have the lock")
					}
					exec(t, node, "SELECT 1")
					running.Add(-1)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		nodes.Wait()
	})
	t.Run("returns the function's error and releases the lock", func(t *testing.T) {
		t.Parallel()
		kittest.Each(t, func(t *testing.T, d *db.DB) {
			refused := errors.New("refused")
			if err := d.WithMigrationLock(t.Context(), func() error { return refused }); !errors.Is(err, refused) {
				t.Errorf("got %v", err)
			}
			ran := false
			if err := d.WithMigrationLock(t.Context(), func() error { ran = true; return nil }); err != nil || !ran {
				t.Errorf("the lock was not released: %v", err)
			}
		})
	})
}

func TestTx_TryLock(t *testing.T) {
	t.Parallel()
	d := kittest.Postgres(t)
	const number = 42
	try := func(number int64) (locked bool) {
		t.Helper()
		err := d.Write(t.Context(), func(tx *db.Tx) (err error) {
			locked, err = tx.TryLock(t.Context(), number)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return locked
	}
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		if locked, err := tx.TryLock(t.Context(), number); err != nil || !locked {
			t.Errorf("a free lock was not taken (%v)", err)
		}
		if try(number) {
			t.Error("two transactions have the same lock")
		}
		if !try(number + 1) {
			t.Error("a different lock was not taken")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !try(number) {
		t.Error("the lock was not released at the end of the transaction")
	}
	t.Run("always succeeds on SQLite, which has one writer", func(t *testing.T) {
		t.Parallel()
		err := kittest.SQLite(t).Write(t.Context(), func(tx *db.Tx) error {
			if locked, err := tx.TryLock(t.Context(), number); err != nil || !locked {
				t.Errorf("the lock was not taken (%v)", err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
