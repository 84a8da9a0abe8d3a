package db_test

import (
	"os"
	"testing"

	"waymark/internal/kit/db/purego"
	"waymark/internal/kit/kittest"
	_ "waymark/internal/kit/kittest/puresqlite"
)

func TestDriver(t *testing.T) {
	t.Parallel()
	want := "mattn/go-sqlite3 (cgo)"
	if os.Getenv("WAYMARK_TEST_SQLITE") == "pure" {
		want = purego.Description
	}
	if got := kittest.SQLite(t).Driver(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
