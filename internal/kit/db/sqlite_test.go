package db_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/unavailable"
	"waymark/migrations"
)

type settings struct {
	JournalMode string `db:"journal_mode"`
	Synchronous int    `db:"synchronous"`
	ForeignKeys int    `db:"foreign_keys"`
	BusyTimeout int    `db:"timeout"`
	CacheSize   int    `db:"cache_size"`
	QueryOnly   int    `db:"query_only"`
}

const readSettings = `SELECT journal_mode, synchronous, foreign_keys, timeout, cache_size, query_only
	FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys, pragma_busy_timeout, pragma_cache_size, pragma_query_only`

func TestEveryConnectionToSQLiteKeepsOurSettings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := kittest.SQLite(t)
	want := settings{JournalMode: "wal", Synchronous: 2, ForeignKeys: 1, BusyTimeout: 5000, CacheSize: -8000}

	t.Run("the one that writes", func(t *testing.T) {
		if got, err := db.One[settings](ctx, d.Writer(), readSettings); err != nil || got != want {
			t.Errorf("got %+v (%v), want %+v", got, err, want)
		}
		if n := d.Handle().Stats().MaxOpenConnections; n != 1 {
			t.Errorf("%d connections may write, want 1", n)
		}
	})
	t.Run("all eight that read", func(t *testing.T) {
		want := want
		want.QueryOnly = 1
		for i := range 8 {
			// Rows that are not read to their end keep their connection, so each of these is another one.
			rows, err := d.Read().Query(ctx, readSettings)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = rows.Close() }()
			if !rows.Next() {
				t.Fatal(rows.Err())
			}
			var got settings
			if err := rows.Scan(&got.JournalMode, &got.Synchronous, &got.ForeignKeys, &got.BusyTimeout, &got.CacheSize, &got.QueryOnly); err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("connection %d: got %+v, want %+v", i, got, want)
			}
		}
		soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
		defer cancel()
		if err := d.Ping(soon); err == nil {
			t.Error("there was a ninth connection, or the eight were fewer")
		}
	})
	t.Run("those that read can't write", func(t *testing.T) {
		if _, err := d.Read().Exec(ctx, "INSERT INTO limits (key, resets_at) VALUES ('x', 0)"); err == nil {
			t.Error("a reading connection wrote")
		}
		if n, err := db.Value[int](ctx, d.Read(), "SELECT count(*) FROM limits"); err != nil || n != 0 {
			t.Errorf("%d rows (%v), want none", n, err)
		}
	})
}

func TestAWriterTakesItsLockWhenItBegins(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := kittest.SQLite(t)
	other, err := db.Open(ctx, "sqlite:"+d.Path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })
	if _, err := other.Writer().Exec(ctx, "PRAGMA busy_timeout = 0"); err != nil {
		t.Fatal(err)
	}
	err = d.Write(ctx, func(*db.Tx) error {
		ran := false
		err := other.Write(ctx, func(*db.Tx) error {
			ran = true
			return nil
		})
		if err == nil || ran {
			t.Error("two transactions began at once, and one of them could fail after its work was done")
		}
		if !unavailable.Is(err) {
			t.Errorf("%v does not read as busy", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestTheDatabaseIsTheFileItsPathNames(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	root := t.TempDir()
	path := filepath.Join(root, "new folder", "50%41 off? #1 & more", "way mark.db")
	d, err := db.Open(ctx, "sqlite:"+path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Writer().Exec(ctx, "CREATE TABLE t (id INTEGER PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Value[int](ctx, d.Read(), "SELECT count(*) FROM t"); err != nil {
		t.Errorf("reading and writing go to different files: %v", err)
	}
	copied := filepath.Join(root, "copy?.db")
	if err := d.Backup(ctx, copied); err != nil {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	for _, file := range []string{path, copied} {
		if info, err := os.Stat(file); err != nil || info.Size() == 0 {
			t.Errorf("nothing was written to %s: %v", filepath.Base(file), err)
		}
	}
	if found, err := os.ReadDir(root); err != nil || len(found) != 2 {
		t.Errorf("other files were made as well: %v (%v)", found, err)
	}
}

func TestABackupIsConsistentWhileOthersWrite(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := kittest.SQLite(t)
	now := clock.Now()
	if _, err := d.Writer().Exec(ctx, "INSERT INTO limits (key, count, resets_at) VALUES ('total', 0, ?)", now); err != nil {
		t.Fatal(err)
	}
	started, done := make(chan struct{}), make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() {
		for n := 1; ; n++ {
			// A copy in the middle of this would have the row without the count, or the other way round.
			err := d.Write(ctx, func(tx *db.Tx) error {
				if _, err := tx.Insert(ctx, "INSERT INTO publishers (name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?)", strings.Repeat("x", 500), "x"+itoa(n), now, now); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, "UPDATE limits SET count = count + 1 WHERE key = 'total'")
				return err
			})
			if err != nil {
				t.Errorf("a write failed during the backup: %v", err)
			}
			if n == 20 || err != nil {
				close(started)
			}
			select {
			case <-done:
				return
			default:
			}
			if err != nil {
				return
			}
		}
	})
	<-started
	folder, last := t.TempDir(), 20
	for i := range 4 {
		copied := filepath.Join(folder, itoa(i)+".db")
		if err := d.Backup(ctx, copied); err != nil {
			t.Fatal(err)
		}
		opened := open(t, "sqlite:"+copied)
		total := value[int](t, opened, "SELECT count FROM limits WHERE key = 'total'")
		if rows := value[int](t, opened, "SELECT count(*) FROM publishers"); rows != total {
			t.Errorf("copy %d has %d rows and counts %d", i, rows, total)
		}
		if total < last {
			t.Errorf("copy %d has %d rows, though %d were committed before it was begun", i, total, last)
		}
		if sound := value[string](t, opened, "PRAGMA integrity_check"); sound != "ok" {
			t.Errorf("copy %d: %s", i, sound)
		}
		last = value[int](t, d, "SELECT count FROM limits WHERE key = 'total'")
	}
	close(done)
	writing.Wait()
}

func TestABackupOpensAndGoesOnAsADatabase(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := kittest.SQLite(t)
	now := clock.Now()
	if _, err := d.Writer().Insert(ctx, "INSERT INTO tags (tag, tag_key, search_text, created_at, updated_at) VALUES ('Islands', 'islands', '  islands', ?, ?)", now, now); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := d.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	restored := open(t, "sqlite:"+copied)
	if err := restored.Migrate(ctx, migrations.Files, migrations.Steps); err != nil {
		t.Errorf("the copy does not know its schema is up to date: %v", err)
	}
	if got := value[string](t, restored, "SELECT tag FROM tags WHERE created_at = ?", now); got != "Islands" {
		t.Errorf("got %q", got)
	}
	t.Run("with our settings", func(t *testing.T) {
		if got := value[string](t, restored, "PRAGMA journal_mode"); got != "wal" {
			t.Errorf("the journal is %s", got)
		}
	})
	t.Run("apart from the one it was made of", func(t *testing.T) {
		if _, err := restored.Writer().Exec(ctx, "DELETE FROM tags"); err != nil {
			t.Fatal(err)
		}
		if n := value[int](t, d, "SELECT count(*) FROM tags"); n != 1 {
			t.Errorf("the first database has %d tags, want its one", n)
		}
	})
	t.Run("and is never written over", func(t *testing.T) {
		before, err := os.ReadFile(copied)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Backup(ctx, copied); err == nil {
			t.Error("a backup was written over a file that was there")
		}
		if after, err := os.ReadFile(copied); err != nil || string(after) != string(before) {
			t.Errorf("the file changed (%v)", err)
		}
	})
}

func TestOpenReadOnly(t *testing.T) {
	t.Parallel()
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := kittest.SQLite(t).Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	d, err := db.OpenReadOnly(copied)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	if sound := value[string](t, d, "PRAGMA integrity_check"); sound != "ok" {
		t.Error(sound)
	}
	if _, err := d.Writer().Exec(t.Context(), "DELETE FROM languages"); err == nil {
		t.Error("a row was deleted")
	}
	if entries, err := os.ReadDir(filepath.Dir(copied)); err != nil || len(entries) != 1 {
		t.Errorf("%d files: %v", len(entries), err)
	}
}
