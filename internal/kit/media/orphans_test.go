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

// agedStorage makes folders older for tests, because clients can't set the times of files in a bucket.
type agedStorage struct {
	media.Storage
	ages map[string]time.Duration // by folder
}

func (a *agedStorage) LastModified(ctx context.Context, folder string) (time.Time, error) {
	changed, err := a.Storage.LastModified(ctx, folder)
	return changed.Add(-a.ages[folder]), err
}

// folderName returns a valid folder name that ends in a number.
func folderName(n int) string { return fmt.Sprintf("%024d", n) }

func TestSweepOrphans(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		for name, address := range addresses(t) {
			t.Run(name, func(t *testing.T) {
				storage := &agedStorage{open(t, address), map[string]time.Duration{}}
				s := library(t, d, storage)
				uploaded := s.add(photo(t, 40, 30))
				kept := path.Dir(strings.TrimPrefix(uploaded.FullURL, "/files/"))
				put(t, storage, folderName(1)+"/original.jpg", "an orphan")
				put(t, storage, folderName(1)+"/thumb.jpg", "an orphan")
				put(t, storage, folderName(2)+"/original.jpg", "being uploaded")
				put(t, storage, "backups/original.jpg", "of another program")
				put(t, storage, "exports/"+folderName(3)+"/table.csv", "an export")
				put(t, storage, strings.ToUpper("abcdefghijklmnopqrstuvwx")+"/original.jpg", "of another program")
				for _, folder := range []string{
					kept, folderName(1), "backups", "exports", "exports/" + folderName(3), "ABCDEFGHIJKLMNOPQRSTUVWX",
				} {
					storage.ages[folder] = 25 * time.Hour
				}
				storage.ages[folderName(2)] = 23 * time.Hour
				s.sweep()
				wantFile(t, storage, folderName(1)+"/original.jpg", "")
				wantFile(t, storage, folderName(1)+"/thumb.jpg", "")
				wantFile(t, storage, folderName(2)+"/original.jpg", "being uploaded")
				wantFile(t, storage, "backups/original.jpg", "of another program")
				wantFile(t, storage, "exports/"+folderName(3)+"/table.csv", "an export")
				wantFile(t, storage, "ABCDEFGHIJKLMNOPQRSTUVWX/original.jpg", "of another program")
				s.file(uploaded.FullURL)
			})
		}
	})
}

// insertingStorage inserts a row for a folder after the first check whether there is one.
type insertingStorage struct {
	*agedStorage
	insert func(folder string)
}

func (s *insertingStorage) LastModified(ctx context.Context, folder string) (time.Time, error) {
	s.insert(folder)
	return s.agedStorage.LastModified(ctx, folder)
}

func TestSweepOrphans_Concurrency(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		storage := &insertingStorage{
			agedStorage: &agedStorage{open(t, "file:"+t.TempDir()), map[string]time.Duration{folderName(1): 25 * time.Hour}},
		}
		s := library(t, d, storage)
		put(t, storage, folderName(1)+"/original.jpg", "just inserted")
		storage.insert = func(folder string) {
			s.Exec(`INSERT INTO uploads (storage_key, content_type, width, height, bytes, conversions, created_at)
				VALUES (?, 'image/jpeg', 1, 1, 1, '[]', ?)`, folder+"/original.jpg", clock.Now())
		}
		s.sweep()
		wantFile(t, storage, folderName(1)+"/original.jpg", "just inserted")
	})
}

func TestSweepOrphans_SharedStorage(t *testing.T) {
	t.Parallel()
	storage := &agedStorage{open(t, "file:"+t.TempDir()), map[string]time.Duration{}}
	s := library(t, kittest.SQLite(t), storage)
	for n := range 30 {
		put(t, storage, folderName(n)+"/original.jpg", "of another database")
		storage.ages[folderName(n)] = 48 * time.Hour
	}
	s.sweep()
	for n := range 30 {
		wantFile(t, storage, folderName(n)+"/original.jpg", "of another database")
	}
}

func TestSweepOrphans_InterruptedWrites(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := library(t, kittest.SQLite(t), open(t, "file:"+root))
	uploaded := s.add(photo(t, 40, 30))
	folder := filepath.Join(root, path.Dir(strings.TrimPrefix(uploaded.FullURL, "/files/")))
	for name, age := range map[string]time.Duration{
		"thumb.jpg.0123abcd.partial": 25 * time.Hour, "card.jpg.0123abcd.partial": time.Hour, "wide.jpg": 25 * time.Hour,
	} {
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

func TestRunCheck(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), open(t, strings.Replace(kittest.Bucket(t), "/waymark?", "/other?", 1)))
	if err := s.RunCheck(t.Context(), jobs.Job[media.Check]{}); err != nil {
		t.Errorf("a bucket that does not exist makes the job fail: %v", err)
	}
}
