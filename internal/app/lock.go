package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"waymark/internal/kit/filelock"
)

// Lock ensures that only one server runs on a SQLite database. The lock is held until it is released or the process
// ends. On PostgreSQL several servers may run, and Lock returns nil.
func (c Config) Lock() (*filelock.Lock, error) {
	path, ok := strings.CutPrefix(c.Database, "sqlite:")
	if !ok {
		return nil, nil //nolint:nilnil // a nil lock can be released
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, fmt.Errorf("create database folder: %w", err)
	}
	name := lockFile(path)
	lock, err := filelock.Acquire(name)
	if errors.Is(err, filelock.ErrLocked) {
		return nil, fmt.Errorf("another process (%s) is using %s: stop it first", filelock.Owner(name), path)
	}
	return lock, err
}

// lockFile returns the path of the lock file. It resolves symbolic links, so that all paths to
// a database share one lock.
func lockFile(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	} else if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(folder, filepath.Base(path))
	}
	return path + ".lock"
}
