package db_test

import (
	"context"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// openReaders opens all reading connections: each query takes one until its rows are closed.
func openReaders(t *testing.T, d *db.DB) {
	t.Helper()
	for range 8 {
		rows, err := d.Read().Query(context.Background(), "SELECT 1 UNION ALL SELECT 2")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
	}
}

func TestReleaseMemory(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	openReaders(t, d)
	if got := d.IdleReaders(); got != 8 {
		t.Fatalf("got %d idle connections before, want 8", got)
	}
	busy, err := d.Read().Query(context.Background(), "SELECT 1")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.ReleaseMemory(); err != nil {
		t.Fatal(err)
	}
	if got := d.IdleReaders(); got != 1 {
		t.Errorf("got %d idle connections, want 1", got)
	}
	if err := busy.Close(); err != nil {
		t.Error(err)
	}
	t.Run("all connections can be opened again", func(t *testing.T) {
		openReaders(t, d)
		if got := d.IdleReaders(); got != 8 {
			t.Errorf("got %d idle connections, want 8", got)
		}
	})
	t.Run("the writer works as before", func(t *testing.T) {
		found, err := db.One[settings](context.Background(), d.Writer(), readSettings)
		if err != nil || found.QueryOnly != 0 || found.Synchronous != 2 {
			t.Errorf("got %+v, %v", found, err)
		}
	})
	t.Run("a closed database stays closed", func(t *testing.T) {
		closed := kittest.SQLite(t)
		if err := closed.Close(); err != nil {
			t.Fatal(err)
		}
		if err := closed.ReleaseMemory(); err != nil {
			t.Error(err)
		}
		if err := closed.Ping(context.Background()); err == nil {
			t.Error("the database can be read")
		}
	})
}
