package db_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"waymark/internal/kit/db"
)

// fillNumbers creates a table with a row.
func fillNumbers(d *db.DB) error {
	return d.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(context.Background(), "CREATE TABLE numbers AS SELECT 7 AS n")
		return err
	})
}

func TestCreate(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "new folder", "waymark.db")
	create := func(fill func(*db.DB) error) bool {
		t.Helper()
		created, err := db.Create(ctx, "sqlite:"+path, fill)
		if err != nil {
			t.Fatal(err)
		}
		return created
	}
	files := func() (names []string) {
		entries, _ := os.ReadDir(filepath.Dir(path))
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		return names
	}
	failed := errors.New("fill failed")
	_, err := db.Create(ctx, "sqlite:"+path, func(d *db.DB) error { return errors.Join(fillNumbers(d), failed) })
	if !errors.Is(err, failed) {
		t.Errorf("got %v, want %v", err, failed)
	}
	if got := files(); len(got) != 0 {
		t.Errorf("%q are left of a database that could not be created", got)
	}
	if !create(fillNumbers) {
		t.Error("no database was created")
	}
	if got := files(); len(got) != 1 || got[0] != "waymark.db" {
		t.Errorf("got the files %q, want only the database", got)
	}
	if create(func(*db.DB) error { return errors.New("there is a database") }) {
		t.Error("a database was created twice")
	}
	d, err := db.Open(ctx, "sqlite:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	if n, err := db.Value[int64](ctx, d.Read(), "SELECT n FROM numbers"); err != nil || n != 7 {
		t.Errorf("got %d, %v, want 7", n, err)
	}
	if mode, err := db.Value[string](ctx, d.Writer(), "PRAGMA journal_mode"); err != nil || mode != "wal" {
		t.Errorf("got the journal mode %s, %v", mode, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got the mode %v, %v", info.Mode(), err)
	}
}

// SQLite would apply the log of a deleted database to the new one.
func TestCreate_LeftoverLog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "waymark.db")
	if err := os.WriteFile(path+"-wal", []byte("of another database"), 0o600); err != nil {
		t.Fatal(err)
	}
	created, err := db.Create(context.Background(), "sqlite:"+path, func(*db.DB) error { return nil })
	if created || err != nil {
		t.Errorf("got %t, %v, want no database", created, err)
	}
}

func TestCreate_AnotherProcessWasFaster(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "waymark.db")
	created, err := db.Create(context.Background(), "sqlite:"+path, func(*db.DB) error {
		return os.WriteFile(path, []byte("theirs"), 0o600)
	})
	if created || err != nil {
		t.Errorf("got %t, %v", created, err)
	}
	if content, err := os.ReadFile(path); err != nil || string(content) != "theirs" {
		t.Errorf("got %q, %v: the other database was replaced", content, err)
	}
}
