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
	FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys, pragma_busy_timeout, pragma_cache_size,
		pragma_query_only`

func TestSQLite_Settings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := kittest.SQLite(t)
	want := settings{JournalMode: "wal", Synchronous: 2, ForeignKeys: 1, BusyTimeout: 5000, CacheSize: -8000}

	t.Run("apply to the writer", func(t *testing.T) {
		if got, err := db.One[settings](ctx, d.Writer(), readSettings); err != nil || got != want {
			t.Errorf("got %+v (%v), want %+v", got, err, want)
		}
		if n := d.Handle().Stats().MaxOpenConnections; n != 1 {
			t.Errorf("%d writers, want 1", n)
		}
	})
	t.Run("apply to all eight readers", func(t *testing.T) {
		want := want
		want.QueryOnly, want.CacheSize = 1, -2000
		for i := range 8 {
			// Open rows occupy their connection, so each query uses a different one.
			rows, err := d.Read().Query(ctx, readSettings)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = rows.Close() }()
			if !rows.Next() {
				t.Fatal(rows.Err())
			}
			var got settings
			if err := rows.Scan(
				&got.JournalMode, &got.Synchronous, &got.ForeignKeys, &got.BusyTimeout, &got.CacheSize, &got.QueryOnly,
			); err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("connection %d: got %+v, want %+v", i, got, want)
			}
		}
		soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
		defer cancel()
		if err := d.Ping(soon); err == nil {
			t.Error("there is a ninth connection, or there were fewer than eight")
		}
	})
	t.Run("readers can't write", func(t *testing.T) {
		if _, err := d.Read().Exec(ctx, "INSERT INTO limits (key, resets_at) VALUES ('x', 0)"); err == nil {
			t.Error("a reader wrote a row")
		}
		if n, err := db.Value[int](ctx, d.Read(), "SELECT count(*) FROM limits"); err != nil || n != 0 {
			t.Errorf("%d rows (%v), want none", n, err)
		}
	})
}

func TestSQLite_WriterLock(t *testing.T) {
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
			t.Error("two transactions began at the same time, so one could fail after doing its work")
		}
		if !unavailable.Is(err) {
			t.Errorf("%v is not recognised as an outage", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestSQLite_Path(t *testing.T) {
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
		t.Errorf("readers and writer use different files: %v", err)
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
			t.Errorf("%s is empty: %v", filepath.Base(file), err)
		}
	}
	if found, err := os.ReadDir(root); err != nil || len(found) != 2 {
		t.Errorf("other files were created: %v (%v)", found, err)
	}
}

func TestBackup_WhileWriting(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := kittest.SQLite(t)
	now := clock.Now()
	if _, err := d.Writer().Exec(
		ctx, "INSERT INTO limits (key, count, resets_at) VALUES ('total', 0, ?)", now,
	); err != nil {
		t.Fatal(err)
	}
	started, done := make(chan struct{}), make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() {
		for n := 1; ; n++ {
			// An inconsistent copy would have the row without the count, or the count without the row.
			err := d.Write(ctx, func(tx *db.Tx) error {
				if _, err := tx.Insert(
					ctx, "INSERT INTO publishers (name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?)",
					strings.Repeat("x", 500), "x"+itoa(n), now, now,
				); err != nil {
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
			t.Errorf("copy %d has %d rows, but its count is %d", i, rows, total)
		}
		if total < last {
			t.Errorf("copy %d has %d rows, but %d were committed before it was started", i, total, last)
		}
		if result := value[string](t, opened, "PRAGMA integrity_check"); result != "ok" {
			t.Errorf("copy %d: %s", i, result)
		}
		last = value[int](t, d, "SELECT count FROM limits WHERE key = 'total'")
	}
	close(done)
	writing.Wait()
}

func TestBackup_Open(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := kittest.SQLite(t)
	now := clock.Now()
	if _, err := d.Writer().Insert(ctx, `INSERT INTO tags (tag, tag_key, search_text, created_at, updated_at)
		VALUES ('Islands', 'islands', '  islands', ?, ?)`, now, now); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := d.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	restored := open(t, "sqlite:"+copied)
	if err := restored.Migrate(ctx, migrations.Files(d.Engine), migrations.Steps); err != nil {
		t.Errorf("migrating the copy failed: %v", err)
	}
	if got := value[string](t, restored, "SELECT tag FROM tags WHERE created_at = ?", now); got != "Islands" {
		t.Errorf("got %q", got)
	}
	t.Run("has the same settings", func(t *testing.T) {
		if got := value[string](t, restored, "PRAGMA journal_mode"); got != "wal" {
			t.Errorf("the journal mode is %s", got)
		}
	})
	t.Run("is independent of the original", func(t *testing.T) {
		if _, err := restored.Writer().Exec(ctx, "DELETE FROM tags"); err != nil {
			t.Fatal(err)
		}
		if n := value[int](t, d, "SELECT count(*) FROM tags"); n != 1 {
			t.Errorf("the original has %d tags, want 1", n)
		}
	})
	t.Run("never overwrites a file", func(t *testing.T) {
		before, err := os.ReadFile(copied)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Backup(ctx, copied); err == nil {
			t.Error("an existing file was overwritten")
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
	if result := value[string](t, d, "PRAGMA integrity_check"); result != "ok" {
		t.Error(result)
	}
	if _, err := d.Writer().Exec(t.Context(), "DELETE FROM languages"); err == nil {
		t.Error("a row was deleted")
	}
	if entries, err := os.ReadDir(filepath.Dir(copied)); err != nil || len(entries) != 1 {
		t.Errorf("%d files: %v", len(entries), err)
	}
}
