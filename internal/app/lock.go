package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"waymark/internal/kit/filelock"
)

// noteReadOnly is in the lock file of a server that changes nothing.
const noteReadOnly = "read-only"

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
	if err != nil {
		return nil, err
	}
	if c.ReadOnly {
		lock.SetNote(noteReadOnly)
		return lock, nil
	}
	// A move looks for this lock after it has taken its own, so at least one of the two notices the other.
	if err := c.checkMove(); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return lock, nil
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

// moveLockFile returns the path of the lock that a move holds, with or without a server that changes nothing.
func moveLockFile(path string) string {
	return strings.TrimSuffix(lockFile(path), ".lock") + ".move.lock"
}

// checkMove returns an error while a SQLite database is being moved, because changes would be lost.
func (c Config) checkMove() error {
	path, ok := strings.CutPrefix(c.Database, "sqlite:")
	if !ok || c.ReadOnly {
		return nil
	}
	held, err := filelock.Held(moveLockFile(path))
	if err == nil && held {
		err = fmt.Errorf("%s is being moved by another process (%s): wait until it has ended", path,
			filelock.Owner(moveLockFile(path)))
	}
	return err
}

// lockForMove keeps other processes from changing a SQLite database. A server that runs with --read-only is allowed;
// alone is true if there is none.
func (c Config) lockForMove(path string) (alone bool, release func() error, err error) {
	move, err := filelock.Acquire(moveLockFile(path))
	if errors.Is(err, filelock.ErrLocked) {
		return false, nil, fmt.Errorf("another move (%s) is copying %s", filelock.Owner(moveLockFile(path)), path)
	}
	if err != nil {
		return false, nil, err
	}
	name := lockFile(path)
	lock, err := filelock.Acquire(name)
	if errors.Is(err, filelock.ErrLocked) {
		if filelock.Note(name) == noteReadOnly {
			return false, move.Release, nil
		}
		err = fmt.Errorf("a server (%s) is using %s: stop it, or restart it with --read-only", filelock.Owner(name), path)
	}
	if err != nil {
		return false, nil, errors.Join(err, move.Release())
	}
	return true, func() error { return errors.Join(lock.Release(), move.Release()) }, nil
}
