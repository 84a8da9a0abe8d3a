package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"waymark/internal/kit/filelock"
)

func TestAcquire(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.lock")
	first, err := filelock.Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("refuses a second owner", func(t *testing.T) {
		if _, err := filelock.Acquire(path); !errors.Is(err, filelock.ErrLocked) {
			t.Errorf("got %v", err)
		}
		if got := filelock.Owner(path); got != strconv.Itoa(os.Getpid()) {
			t.Errorf("the owner is %q", got)
		}
	})
	t.Run("can be acquired again after a release, which leaves no file", func(t *testing.T) {
		if err := first.Release(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the file is still there: %v", err)
		}
		second, err := filelock.Acquire(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := second.Release(); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("can be acquired with a file left by a killed process", func(t *testing.T) {
		if err := os.WriteFile(path, []byte("123456\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := filelock.Acquire(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Release(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestRelease_Nil(t *testing.T) {
	t.Parallel()
	var none *filelock.Lock
	if err := none.Release(); err != nil {
		t.Error(err)
	}
}

func TestAcquire_Failure(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "missing", "data.lock")
	if _, err := filelock.Acquire(missing); !errors.Is(err, os.ErrNotExist) || errors.Is(err, filelock.ErrLocked) {
		t.Errorf("got %v, want an error about the missing folder", err)
	}
	if got := filelock.Owner(missing); got != "" {
		t.Errorf("a file that does not exist has the owner %q", got)
	}
}

func TestAcquire_Concurrent(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.lock")
	var owners atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for acquired := 0; acquired < 50; {
				l, err := filelock.Acquire(path)
				if errors.Is(err, filelock.ErrLocked) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if owners.Add(1) != 1 {
					t.Error("two owners at the same time")
				}
				owners.Add(-1)
				acquired++
				if err := l.Release(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
}
