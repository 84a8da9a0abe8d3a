package media_test

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
	"waymark/internal/kit/unavailable"
)

func TestStorage_Outages(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	t.Run("a bucket that does not exist", func(t *testing.T) {
		t.Parallel()
		storage := open(t, strings.Replace(kittest.Bucket(t), "/waymark?", "/other?", 1))
		if err := storage.Check(ctx); !unavailable.Is(err) ||
			!strings.Contains(err.Error(), "the bucket other at 127.0.0.1") ||
			!strings.Contains(err.Error(), "there is no such bucket") {
			t.Errorf("check: got %v", err)
		}
		if err := storage.Put(ctx, "abc/original.jpg", "image/jpeg", []byte("x")); !unavailable.Is(err) {
			t.Errorf("put: got %v", err)
		}
		if _, err := storage.PutFrom(ctx, "abc/original.jpg", "image/jpeg", strings.NewReader("x")); !unavailable.Is(err) {
			t.Errorf("put: got %v", err)
		}
		if _, err := storage.Open(ctx, "abc/original.jpg"); !unavailable.Is(err) {
			t.Errorf("open: got %v", err)
		}
		if _, err := storage.Folders(ctx, "", "", 10); !unavailable.Is(err) {
			t.Errorf("list: got %v", err)
		}
		if err := storage.Delete(ctx, "abc"); !unavailable.Is(err) {
			t.Errorf("delete: got %v", err)
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
			t.Errorf("open: got %v", err)
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
			t.Errorf("open: got %v", err)
		}
	})
	t.Run("a server that does not answer", func(t *testing.T) {
		t.Parallel()
		soon, cancel := context.WithCancel(ctx)
		cancel()
		storage := open(t, "s3://KEY:SECRET@127.0.0.1:1/waymark?insecure=1")
		if err := storage.Check(soon); err == nil {
			t.Error("the check reported no error")
		}
		if _, err := storage.Open(soon, "abc/original.jpg"); err == nil || errors.Is(err, media.ErrNoFile) {
			t.Errorf("got %v, which means that the file does not exist", err)
		}
		if err := storage.Delete(soon, "abc"); err == nil {
			t.Error("deleting was reported as successful")
		}
	})
}
