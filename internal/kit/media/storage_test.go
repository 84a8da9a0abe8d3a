package media_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"waymark/internal/kit/media"
)

// bucket runs an S3 server in memory and returns the address of a bucket on it.
func bucket(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("waymark"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Start()
	t.Cleanup(server.Close)
	return "s3://KEY:SECRET@" + strings.TrimPrefix(server.URL, "http://") + "/waymark?insecure=1"
}

// addresses are one storage of each kind.
func addresses(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{
		"folder": "file:" + filepath.Join(t.TempDir(), "new", "files"), "bucket": bucket(t),
		"part of a bucket": strings.Replace(bucket(t), "/waymark?", "/waymark/some/part/?", 1),
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

// holds checks what a key holds; no content means nothing at all.
func holds(t *testing.T, storage media.Storage, key, content string) {
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
		t.Errorf("%s holds %.40q (%v), want %.40q", key, got, err, content)
	}
}

func TestStorageKeepsFiles(t *testing.T) {
	t.Parallel()
	for name, address := range addresses(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			storage := open(t, address)
			if err := storage.Check(ctx); err != nil {
				t.Errorf("can't be reached: %v", err)
			}
			large := strings.Repeat("0123456789abcdef", 400_000)
			put(t, storage, "abc/original.jpg", "first")
			put(t, storage, "abc/thumb.jpg", large)
			put(t, storage, "abcd/original.jpg", "a neighbour")
			put(t, storage, "b/abc/original.jpg", "deeper")

			t.Run("as they were given", func(t *testing.T) {
				holds(t, storage, "abc/original.jpg", "first")
				holds(t, storage, "abc/thumb.jpg", large)
				holds(t, open(t, address), "abc/original.jpg", "first")
			})
			t.Run("and gives parts of them out", func(t *testing.T) {
				file, err := storage.Open(ctx, "abc/thumb.jpg")
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = file.Close() }()
				size, err := file.Seek(0, io.SeekEnd)
				if err != nil || size != int64(len(large)) {
					t.Errorf("it is %d bytes long (%v), want %d", size, err, len(large))
				}
				if _, err := file.Seek(5_000_003, io.SeekStart); err != nil {
					t.Fatal(err)
				}
				part := make([]byte, 8)
				if _, err := io.ReadFull(file, part); err != nil || string(part) != large[5_000_003:5_000_011] {
					t.Errorf("the part is %q (%v)", part, err)
				}
			})
			t.Run("of any length, whole or not at all", func(t *testing.T) {
				size, err := storage.PutFrom(ctx, "long/table.csv", "text/csv", io.MultiReader(strings.NewReader(large), strings.NewReader(large), strings.NewReader("end")))
				if err != nil || size != int64(2*len(large)+3) {
					t.Errorf("%d bytes were kept (%v)", size, err)
				}
				holds(t, storage, "long/table.csv", large+large+"end")
				for _, reason := range []error{errors.New("no more"), io.ErrUnexpectedEOF} {
					if _, err := storage.PutFrom(ctx, "half/table.csv", "text/csv", io.MultiReader(strings.NewReader(large), iotest.ErrReader(reason))); !errors.Is(err, reason) {
						t.Errorf("got %v, want %v", err, reason)
					}
					holds(t, storage, "half/table.csv", "")
				}
				if folder, ok := strings.CutPrefix(address, "file:"); ok {
					if left, err := os.ReadDir(filepath.Join(folder, "half")); err != nil || len(left) > 0 {
						t.Errorf("left behind: %v (%v)", left, err)
					}
				}
			})
			t.Run("and writes over them", func(t *testing.T) {
				put(t, storage, "abc/original.jpg", "second, and longer")
				holds(t, storage, "abc/original.jpg", "second, and longer")
				put(t, storage, "abc/original.jpg", "3rd")
				holds(t, storage, "abc/original.jpg", "3rd")
			})
			t.Run("and says when there is none", func(t *testing.T) {
				for _, key := range []string{"abc/missing.jpg", "missing/original.jpg", "abc", "original.jpg"} {
					holds(t, storage, key, "")
				}
			})
			t.Run("and deletes a folder, and nothing else", func(t *testing.T) {
				for range 2 { // one that is not there is no error
					if err := storage.Delete(ctx, "abc"); err != nil {
						t.Error(err)
					}
				}
				holds(t, storage, "abc/original.jpg", "")
				holds(t, storage, "abc/thumb.jpg", "")
				holds(t, storage, "abcd/original.jpg", "a neighbour")
				holds(t, storage, "b/abc/original.jpg", "deeper")
			})
		})
	}
}

func TestPartsOfABucketAreApart(t *testing.T) {
	t.Parallel()
	whole := bucket(t)
	one, two := open(t, strings.Replace(whole, "/waymark?", "/waymark/one?", 1)), open(t, strings.Replace(whole, "/waymark?", "/waymark/two?", 1))
	put(t, one, "abc/original.jpg", "of one")
	holds(t, two, "abc/original.jpg", "")
	holds(t, open(t, whole), "one/abc/original.jpg", "of one")
	if err := two.Delete(context.Background(), "abc"); err != nil {
		t.Error(err)
	}
	holds(t, one, "abc/original.jpg", "of one")
}

func TestNoKeyLeadsOutOfTheFolder(t *testing.T) {
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
	for _, key := range []string{"../secret.key", "abc/../../secret.key", secret, "link/secret.key", "./../secret.key", "abc", ".", ""} {
		holds(t, storage, key, "")
	}
	for _, key := range []string{"../secret.key", "../new", "abc/../../new", filepath.Join(outside, "new"), "link/new", "link/secret.key"} {
		if err := storage.Put(ctx, key, "text/plain", []byte("written")); err == nil {
			t.Errorf("%s was written", key)
		}
		_ = storage.Delete(ctx, key) // what must still be there is looked at below
	}
	if content, err := os.ReadFile(secret); err != nil || string(content) != "the key" {
		t.Errorf("what lies outside holds %q now (%v)", content, err)
	}
	if found, err := os.ReadDir(outside); err != nil || len(found) != 2 {
		t.Errorf("outside there is %v now (%v)", found, err)
	}
	holds(t, storage, "abc/original.jpg", "inside")
}

func TestAFileIsThereWholeOrNotAtAll(t *testing.T) {
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
			t.Fatalf("half a file was read: %d bytes (%v)", content.Len(), err)
		}
	}
	if left, err := os.ReadDir(filepath.Join(root, "abc")); err != nil || len(left) != 1 {
		t.Errorf("besides the file there is %v (%v)", left, err)
	}
}

func TestOnlyAddressesOfStorageOpen(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "files", "ftp://example.org/files", "s3://", "s3://example.org/bucket", "s3://KEY:hunter2@/bucket", "s3://KEY:hunter2@example.org", "s3://KEY:hunter2@example.org/",
		"s3://KEY:hunter2@exa mple.org/bucket", "s3://KEY:hunter2@example.org:port/bucket",
	} {
		if _, err := media.OpenStorage(address); err == nil {
			t.Errorf("%q was opened", address)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the complaint tells the secret: %v", err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := media.OpenStorage("file:" + file); err == nil {
		t.Error("a file was taken for a folder")
	}
}

func TestStorageThatIsGoneIsNoticed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	t.Run("a bucket that is not there", func(t *testing.T) {
		t.Parallel()
		storage := open(t, strings.Replace(bucket(t), "/waymark?", "/other?", 1))
		if err := storage.Check(ctx); err == nil {
			t.Error("the check says nothing")
		}
		if err := storage.Put(ctx, "abc/original.jpg", "image/jpeg", []byte("x")); err == nil {
			t.Error("something was kept in it")
		}
		if _, err := storage.Open(ctx, "abc/original.jpg"); err == nil {
			t.Error("something was found in it")
		}
	})
	t.Run("a server that does not answer", func(t *testing.T) {
		t.Parallel()
		soon, cancel := context.WithCancel(ctx)
		cancel()
		storage := open(t, "s3://KEY:SECRET@127.0.0.1:1/waymark?insecure=1")
		if err := storage.Check(soon); err == nil {
			t.Error("the check says nothing")
		}
		if _, err := storage.Open(soon, "abc/original.jpg"); err == nil || errors.Is(err, media.ErrNoFile) {
			t.Errorf("got %v, which reads as if the file were gone for good", err)
		}
		if err := storage.Delete(soon, "abc"); err == nil {
			t.Error("files count as deleted that may still be there")
		}
	})
}
