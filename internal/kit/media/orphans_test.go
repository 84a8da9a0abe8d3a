package media_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
)

// aged is a storage whose files are as old as a test says. A bucket takes no times from its clients.
type aged struct {
	media.Storage
	folders map[string]time.Duration // of those that are not new
}

func (a *aged) Modified(ctx context.Context, folder string) (time.Time, error) {
	changed, err := a.Storage.Modified(ctx, folder)
	return changed.Add(-a.folders[folder]), err
}

// letters makes a folder name that ends in a number.
func letters(n int) string { return fmt.Sprintf("%024d", n) }

func TestOrphans(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		for name, address := range addresses(t) {
			t.Run(name, func(t *testing.T) {
				storage := &aged{open(t, address), map[string]time.Duration{}}
				s := library(t, d, storage)
				uploaded := s.take(photo(t, 40, 30))
				kept := path.Dir(strings.TrimPrefix(uploaded.FullURL, "/files/"))
				put(t, storage, letters(1)+"/original.jpg", "an orphan")
				put(t, storage, letters(1)+"/thumb.jpg", "an orphan")
				put(t, storage, letters(2)+"/original.jpg", "being uploaded")
				put(t, storage, "backups/original.jpg", "somebody's")
				put(t, storage, "exports/"+letters(3)+"/table.csv", "an export")
				put(t, storage, strings.ToUpper("abcdefghijklmnopqrstuvwx")+"/original.jpg", "somebody's")
				for _, folder := range []string{kept, letters(1), "backups", "exports", "exports/" + letters(3), "ABCDEFGHIJKLMNOPQRSTUVWX"} {
					storage.folders[folder] = 25 * time.Hour
				}
				storage.folders[letters(2)] = 23 * time.Hour
				s.sweep()
				holds(t, storage, letters(1)+"/original.jpg", "")
				holds(t, storage, letters(1)+"/thumb.jpg", "")
				holds(t, storage, letters(2)+"/original.jpg", "being uploaded")
				holds(t, storage, "backups/original.jpg", "somebody's")
				holds(t, storage, "exports/"+letters(3)+"/table.csv", "an export")
				holds(t, storage, "ABCDEFGHIJKLMNOPQRSTUVWX/original.jpg", "somebody's")
				s.file(uploaded.FullURL)
			})
		}
	})
}

// late is a storage into whose folders a row refers just before they are deleted.
type late struct {
	*aged
	insert func(folder string)
}

func (l *late) Modified(ctx context.Context, folder string) (time.Time, error) {
	l.insert(folder)
	return l.aged.Modified(ctx, folder)
}

func TestOrphans_Concurrency(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		storage := &late{aged: &aged{open(t, "file:"+t.TempDir()), map[string]time.Duration{letters(1): 25 * time.Hour}}}
		s := library(t, d, storage)
		put(t, storage, letters(1)+"/original.jpg", "just noted")
		storage.insert = func(folder string) {
			s.Exec("INSERT INTO uploads (storage_key, content_type, width, height, bytes, conversions, created_at) VALUES (?, 'image/jpeg', 1, 1, 1, '[]', ?)", folder+"/original.jpg", clock.Now())
		}
		s.sweep()
		holds(t, storage, letters(1)+"/original.jpg", "just noted")
	})
}

func TestOrphans_SharedStorage(t *testing.T) {
	t.Parallel()
	storage := &aged{open(t, "file:"+t.TempDir()), map[string]time.Duration{}}
	s := library(t, kittest.SQLite(t), storage)
	for n := range 30 {
		put(t, storage, letters(n)+"/original.jpg", "of another database")
		storage.folders[letters(n)] = 48 * time.Hour
	}
	s.sweep()
	for n := range 30 {
		holds(t, storage, letters(n)+"/original.jpg", "of another database")
	}
}

func TestOrphans_InterruptedWrites(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := library(t, kittest.SQLite(t), open(t, "file:"+root))
	uploaded := s.take(photo(t, 40, 30))
	folder := filepath.Join(root, path.Dir(strings.TrimPrefix(uploaded.FullURL, "/files/")))
	for name, age := range map[string]time.Duration{"thumb.jpg.0123abcd.partial": 25 * time.Hour, "card.jpg.0123abcd.partial": time.Hour, "wide.jpg": 25 * time.Hour} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(folder, name), time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	s.sweep()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if want := []string{"card.jpg.0123abcd.partial", "original.jpg", "wide.jpg"}; !slices.Equal(names, want) {
		t.Errorf("left %v, want %v", names, want)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), open(t, strings.Replace(bucket(t), "/waymark?", "/other?", 1)))
	if err := s.RunCheck(t.Context(), jobs.Job[media.Check]{}); err != nil {
		t.Errorf("a bucket that does not exist makes the job fail: %v", err)
	}
}
