package media_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"waymark/internal/kit/media"
	"waymark/internal/kit/unavailable"
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
		if err := storage.Check(ctx); !unavailable.Is(err) || !strings.Contains(err.Error(), "the bucket other at 127.0.0.1") || !strings.Contains(err.Error(), "there is no such bucket") {
			t.Errorf("the check says %v", err)
		}
		if err := storage.Put(ctx, "abc/original.jpg", "image/jpeg", []byte("x")); !unavailable.Is(err) {
			t.Errorf("storing says %v", err)
		}
		if _, err := storage.PutFrom(ctx, "abc/original.jpg", "image/jpeg", strings.NewReader("x")); !unavailable.Is(err) {
			t.Errorf("storing says %v", err)
		}
		if _, err := storage.Open(ctx, "abc/original.jpg"); !unavailable.Is(err) {
			t.Errorf("opening says %v", err)
		}
		if _, err := storage.Folders(ctx, "", "", 10); !unavailable.Is(err) {
			t.Errorf("listing says %v", err)
		}
		if err := storage.Delete(ctx, "abc"); !unavailable.Is(err) {
			t.Errorf("deleting says %v", err)
		}
	})
	t.Run("an address where nothing listens", func(t *testing.T) {
		t.Parallel()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		_ = listener.Close()
		storage := open(t, "s3://KEY:SECRET@"+listener.Addr().String()+"/waymark?insecure=1")
		if _, err := storage.Open(ctx, "abc/original.jpg"); !unavailable.Is(err) {
			t.Errorf("opening says %v", err)
		}
	})
	t.Run("a disk that fails", func(t *testing.T) {
		t.Parallel()
		root := t.TempDir()
		storage := open(t, "file:"+root)
		// A socket can't be opened as a file (ENXIO): an error of the system that does not mean "no such file".
		socket, err := net.Listen("unix", filepath.Join(root, "original.jpg"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = socket.Close() })
		if _, err := storage.Open(ctx, "original.jpg"); errors.Is(err, media.ErrNoFile) || !unavailable.Is(err) {
			t.Errorf("opening says %v", err)
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

func TestStorage_Unavailable(t *testing.T) {
	t.Parallel()
	storage := open(t, strings.Replace(bucket(t), "/waymark?", "/other?", 1))
	server := httptest.NewServer(&media.Library{Storage: storage})
	t.Cleanup(server.Close)
	response, err := http.Get(server.URL + "/files/abcdefghijklmnopqrstuvwx/original.jpg")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" || response.Header.Get("Cache-Control") != "no-store" || strings.Contains(string(text), "other") {
		t.Errorf("got %d %v %s", response.StatusCode, response.Header, text)
	}
}

func TestStorage_Folders(t *testing.T) {
	t.Parallel()
	for name, address := range addresses(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, storage := t.Context(), open(t, address)
			if found, err := storage.Folders(ctx, "exports", "", 10); err != nil || len(found) != 0 {
				t.Errorf("of a folder that does not exist: %v (%v)", found, err)
			}
			for _, key := range []string{"b/one.jpg", "a/one.jpg", "a/two.jpg", "ab/one.jpg", "c/d/one.jpg", "exports/x/table.csv", "exports/y/table.csv", "root.jpg"} {
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
			if changed, err := storage.Modified(ctx, "a"); err != nil || time.Since(changed) > time.Hour || time.Since(changed) < -time.Hour {
				t.Errorf("changed at %v (%v)", changed, err)
			}
			if changed, err := storage.Modified(ctx, "none"); err != nil || !changed.IsZero() {
				t.Errorf("a folder that does not exist changed at %v (%v)", changed, err)
			}
		})
	}
}

// requests are what a bucket is asked by a storage that was opened with an address, as its server sees them.
func requests(t *testing.T, address func(host string) string) (path, authorization string, err error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, authorization = r.URL.Path, r.Header.Get("Authorization")
		w.WriteHeader(http.StatusOK)
	}))
	defer server.Close()
	storage, err := media.OpenStorage(address(strings.TrimPrefix(server.URL, "http://")))
	if err == nil {
		err = storage.Put(t.Context(), "abc/original.jpg", "image/jpeg", []byte("x"))
	}
	return path, authorization, err
}

func TestStorage_BucketAddress(t *testing.T) {
	t.Parallel()
	signed := func(secret string) string {
		t.Helper()
		_, authorization, err := requests(t, func(host string) string {
			return "s3://KEY:" + secret + "@" + host + "/waymark?insecure=1&region=eu-west-1"
		})
		if err != nil {
			t.Errorf("%s: %v", secret, err)
		}
		return authorization
	}
	t.Run("takes the region and the prefix", func(t *testing.T) {
		t.Parallel()
		path, authorization, err := requests(t, func(host string) string {
			return "s3://KEY:SECRET@" + host + "/waymark/some/part/?insecure=1&region=eu-west-1"
		})
		if err != nil || path != "/waymark/some/part/abc/original.jpg" || !strings.Contains(authorization, "Credential=KEY/") || !strings.Contains(authorization, "/eu-west-1/s3/") {
			t.Errorf("got %s, %s (%v)", path, authorization, err)
		}
	})
	t.Run("takes secrets with special characters, escaped or not", func(t *testing.T) {
		t.Parallel()
		for _, secret := range []string{"wJalrXUtnFEMI/K7MDENG/bPx+fiCY=", "a/b", "12/34", "a?b", "a#b", "a+b/c", "a:b", "a@b", "a%b/c", "a%2Fb", "a%40b%2Fc"} {
			if !strings.Contains(signed(secret), "Credential=KEY/") {
				t.Errorf("%s was not used", secret)
			}
		}
	})
	t.Run("says what must be escaped where it is ambiguous", func(t *testing.T) {
		t.Parallel()
		for _, address := range []string{"s3://KEY:a@b/hunter2@example.org/bucket", "s3://KEYhunter2/x@example.org/bucket", "s3://KEY:hunter2/x@exa mple.org/bucket"} {
			_, err := media.OpenStorage(address)
			if err == nil || !strings.Contains(err.Error(), "percent-encode") || !strings.Contains(err.Error(), "/ is %2F") || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%s: %v", address, err)
			}
		}
	})
}
