package media_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
)

// addresses returns the address of a storage of each kind.
func addresses(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{
		"folder": "file:" + filepath.Join(t.TempDir(), "new", "files"), "bucket": kittest.Bucket(t),
		"part of a bucket": strings.Replace(kittest.Bucket(t), "/waymark?", "/waymark/some/part/?", 1),
	}
}

func open(t *testing.T, address string) media.Storage {
	t.Helper()
	storage, err := media.OpenStorage(address)
	if err != nil {
		t.Fatal(err)
	}
	return storage
}

func put(t *testing.T, storage media.Storage, key, content string) {
	t.Helper()
	if err := storage.Put(context.Background(), key, "text/plain", []byte(content)); err != nil {
		t.Fatal(err)
	}
}

// wantFile checks the content of a file. "" means that there must be no file.
func wantFile(t *testing.T, storage media.Storage, key, content string) {
	t.Helper()
	file, err := storage.Open(context.Background(), key)
	if content == "" {
		if !errors.Is(err, media.ErrNoFile) {
			t.Errorf("%s: got %v, want no file", key, err)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", key, err)
		return
	}
	got, err := io.ReadAll(file)
	if err := errors.Join(err, file.Close()); err != nil || string(got) != content {
		t.Errorf("%s contains %.40q (%v), want %.40q", key, got, err, content)
	}
}

func TestStorage(t *testing.T) {
	t.Parallel()
	for name, address := range addresses(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			storage := open(t, address)
			if err := storage.Check(ctx); err != nil {
				t.Errorf("the check failed: %v", err)
			}
			large := strings.Repeat("0123456789abcdef", 400_000)
			put(t, storage, "abc/original.jpg", "first")
			put(t, storage, "abc/thumb.jpg", large)
			put(t, storage, "abcd/original.jpg", "a neighbour")
			put(t, storage, "b/abc/original.jpg", "deeper")

			t.Run("returns files unchanged", func(t *testing.T) {
				wantFile(t, storage, "abc/original.jpg", "first")
				wantFile(t, storage, "abc/thumb.jpg", large)
				wantFile(t, open(t, address), "abc/original.jpg", "first")
			})
			t.Run("can seek", func(t *testing.T) {
				file, err := storage.Open(ctx, "abc/thumb.jpg")
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = file.Close() }()
				size, err := file.Seek(0, io.SeekEnd)
				if err != nil || size != int64(len(large)) {
					t.Errorf("the size is %d (%v), want %d", size, err, len(large))
				}
				if _, err := file.Seek(5_000_003, io.SeekStart); err != nil {
					t.Fatal(err)
				}
				part := make([]byte, 8)
				if _, err := io.ReadFull(file, part); err != nil || string(part) != large[5_000_003:5_000_011] {
					t.Errorf("the part is %q (%v)", part, err)
				}
			})
			t.Run("stores a reader completely or not at all", func(t *testing.T) {
				size, err := storage.PutFrom(
					ctx, "long/table.csv", "text/csv",
					io.MultiReader(strings.NewReader(large), strings.NewReader(large), strings.NewReader("end")),
				)
				if err != nil || size != int64(2*len(large)+3) {
					t.Errorf("%d bytes were stored (%v)", size, err)
				}
				wantFile(t, storage, "long/table.csv", large+large+"end")
				for _, reason := range []error{errors.New("no more"), io.ErrUnexpectedEOF} {
					if _, err := storage.PutFrom(
						ctx, "half/table.csv", "text/csv", io.MultiReader(strings.NewReader(large), iotest.ErrReader(reason)),
					); !errors.Is(err, reason) {
						t.Errorf("got %v, want %v", err, reason)
					}
					wantFile(t, storage, "half/table.csv", "")
				}
				if folder, ok := strings.CutPrefix(address, "file:"); ok {
					if left, err := os.ReadDir(filepath.Join(folder, "half")); err != nil || len(left) > 0 {
						t.Errorf("files are left: %v (%v)", left, err)
					}
				}
			})
			t.Run("overwrites files", func(t *testing.T) {
				put(t, storage, "abc/original.jpg", "second, and longer")
				wantFile(t, storage, "abc/original.jpg", "second, and longer")
				put(t, storage, "abc/original.jpg", "3rd")
				wantFile(t, storage, "abc/original.jpg", "3rd")
			})
			t.Run("returns ErrNoFile for keys without a file", func(t *testing.T) {
				for _, key := range []string{"abc/missing.jpg", "missing/original.jpg", "abc", "original.jpg"} {
					wantFile(t, storage, key, "")
				}
			})
			t.Run("deletes a folder and nothing else", func(t *testing.T) {
				for range 2 { // the second time the folder does not exist
					if err := storage.Delete(ctx, "abc"); err != nil {
						t.Error(err)
					}
				}
				wantFile(t, storage, "abc/original.jpg", "")
				wantFile(t, storage, "abc/thumb.jpg", "")
				wantFile(t, storage, "abcd/original.jpg", "a neighbour")
				wantFile(t, storage, "b/abc/original.jpg", "deeper")
			})
		})
	}
}

func TestStorage_BucketPrefixes(t *testing.T) {
	t.Parallel()
	whole := kittest.Bucket(t)
	one, two := open(t, strings.Replace(whole, "/waymark?", "/waymark/one?", 1)),
		open(t, strings.Replace(whole, "/waymark?", "/waymark/two?", 1))
	put(t, one, "abc/original.jpg", "of one")
	wantFile(t, two, "abc/original.jpg", "")
	wantFile(t, open(t, whole), "one/abc/original.jpg", "of one")
	if err := two.Delete(context.Background(), "abc"); err != nil {
		t.Error(err)
	}
	wantFile(t, one, "abc/original.jpg", "of one")
}

func TestStorage_KeysOutsideOfFolder(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret.key")
	if err := os.WriteFile(secret, []byte("the key"), 0o600); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(outside, "files")
	storage := open(t, "file:"+root)
	if err := os.Symlink(outside, filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	put(t, storage, "abc/original.jpg", "inside")
	for _, key := range []string{
		"../secret.key", "abc/../../secret.key", secret, "link/secret.key", "./../secret.key", "abc", ".", "",
	} {
		wantFile(t, storage, key, "")
	}
	for _, key := range []string{
		"../secret.key", "../new", "abc/../../new", filepath.Join(outside, "new"), "link/new", "link/secret.key",
	} {
		if err := storage.Put(ctx, key, "text/plain", []byte("written")); err == nil {
			t.Errorf("%s was written", key)
		}
		_ = storage.Delete(ctx, key) // the files outside are checked below
	}
	if content, err := os.ReadFile(secret); err != nil || string(content) != "the key" {
		t.Errorf("the file outside now contains %q (%v)", content, err)
	}
	if found, err := os.ReadDir(outside); err != nil || len(found) != 2 {
		t.Errorf("the folder outside now contains %v (%v)", found, err)
	}
	wantFile(t, storage, "abc/original.jpg", "inside")
}

func TestStorage_AtomicWrites(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	storage := open(t, "file:"+root)
	contents := map[string]bool{}
	for _, letter := range []string{"a", "b", "c"} {
		contents[strings.Repeat(letter, 300_000)] = true
	}
	for content := range contents {
		put(t, storage, "abc/original.jpg", content)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 15 {
			for content := range contents {
				if err := storage.Put(context.Background(), "abc/original.jpg", "text/plain", []byte(content)); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
		}
		file, err := storage.Open(context.Background(), "abc/original.jpg")
		if err != nil {
			t.Fatal(err)
		}
		var content bytes.Buffer
		_, err = content.ReadFrom(file)
		if err := errors.Join(err, file.Close()); err != nil || !contents[content.String()] {
			t.Fatalf("an incomplete file was read: %d bytes (%v)", content.Len(), err)
		}
	}
	if left, err := os.ReadDir(filepath.Join(root, "abc")); err != nil || len(left) != 1 {
		t.Errorf("there are other files: %v (%v)", left, err)
	}
}

func TestOpenStorage(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "files", "ftp://example.org/files", "s3://", "s3://example.org/bucket", "s3://KEY:hunter2@/bucket",
		"s3://KEY:hunter2@example.org", "s3://KEY:hunter2@example.org/",
		"s3://KEY:hunter2@exa mple.org/bucket", "s3://KEY:hunter2@example.org:port/bucket",
	} {
		if _, err := media.OpenStorage(address); err == nil {
			t.Errorf("%q was opened", address)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the error contains the secret: %v", err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := media.OpenStorage("file:" + file); err == nil {
		t.Error("a file was accepted as a folder")
	}
}

func TestStorage_Folders(t *testing.T) {
	t.Parallel()
	for name, address := range addresses(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, storage := t.Context(), open(t, address)
			if found, err := storage.Folders(ctx, "exports", "", 10); err != nil || len(found) != 0 {
				t.Errorf("folders of a parent that does not exist: %v (%v)", found, err)
			}
			for _, key := range []string{
				"b/one.jpg", "a/one.jpg", "a/two.jpg", "ab/one.jpg", "c/d/one.jpg", "exports/x/table.csv", "exports/y/table.csv",
				"root.jpg",
			} {
				put(t, storage, key, "x")
			}
			for _, c := range []struct {
				parent, after string
				limit         int
				want          []string
			}{
				{"", "", 100, []string{"a", "ab", "b", "c", "exports"}},
				{"", "", 2, []string{"a", "ab"}},
				{"", "a", 2, []string{"ab", "b"}},
				{"", "aa", 100, []string{"ab", "b", "c", "exports"}},
				{"", "z", 100, []string{}},
				{"exports", "", 100, []string{"x", "y"}},
				{"exports", "x", 100, []string{"y"}},
			} {
				if found, err := storage.Folders(ctx, c.parent, c.after, c.limit); err != nil || !slices.Equal(found, c.want) {
					t.Errorf("%q after %q, %d: got %v (%v), want %v", c.parent, c.after, c.limit, found, err, c.want)
				}
			}
			if changed, err := storage.LastModified(ctx, "a"); err != nil || time.Since(changed) > time.Hour ||
				time.Since(changed) < -time.Hour {
				t.Errorf("changed at %v (%v)", changed, err)
			}
			if changed, err := storage.LastModified(ctx, "none"); err != nil || !changed.IsZero() {
				t.Errorf("a folder that does not exist changed at %v (%v)", changed, err)
			}
		})
	}
}
