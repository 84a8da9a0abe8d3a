package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"waymark/internal/kit/filelock"
)

// Lock makes sure that one server at a time runs on a SQLite database, until the lock is released or the process
// ends. On PostgreSQL several may, and there is no lock.
func (c Config) Lock() (*filelock.Lock, error) {
	path, ok := strings.CutPrefix(c.Database, "sqlite:")
	if !ok {
		return nil, nil //nolint:nilnil // releasing no lock is allowed
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, fmt.Errorf("make the database folder: %w", err)
	}
	name := lockFile(path)
	lock, err := filelock.Acquire(name)
	if errors.Is(err, filelock.ErrLocked) {
		return nil, fmt.Errorf("another process (%s) is using %s: stop it first", filelock.Owner(name), path)
	}
	return lock, err
}

// lockFile is next to the real database, also when the configured path is a symbolic link.
func lockFile(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	} else if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(folder, filepath.Base(path))
	}
	return path + ".lock"
}
