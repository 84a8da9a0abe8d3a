package kittest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"waymark/internal/kit/filelock"
)

// sharedFile returns the content of a file that build creates, unless another package has created it before.
func sharedFile(name string, build func(path string) error) ([]byte, error) {
	folder := os.Getenv(templatesVariable)
	if folder == "" {
		own, err := os.MkdirTemp("", "waymark-template-")
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(own) }()
		folder = own
	}
	unlock, err := waitForLock(filepath.Join(folder, name+".lock"))
	if err != nil {
		return nil, err
	}
	defer unlock()
	path := filepath.Join(folder, name)
	content, err := os.ReadFile(path) //nolint:gosec // the folder of this test run
	if !errors.Is(err, fs.ErrNotExist) {
		return content, err
	}
	// A failed or interrupted build leaves no file with the final name.
	draft := path + ".draft"
	if err := build(draft); err != nil {
		return nil, err
	}
	if err := os.Rename(draft, path); err != nil { //nolint:gosec // as above
		return nil, err
	}
	return os.ReadFile(path) //nolint:gosec // as above
}

func waitForLock(path string) (unlock func(), err error) {
	for {
		lock, err := filelock.Acquire(path)
		if err == nil {
			return func() { _ = lock.Release() }, nil
		}
		if !errors.Is(err, filelock.ErrLocked) {
			return nil, err
		}
		time.Sleep(20 * time.Millisecond)
	}
}
