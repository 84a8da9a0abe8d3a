// Package filelock prevents two processes from using the same data at the same time. The operating system releases a
// lock when its process ends, even if the process is killed.
package filelock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// ErrLocked is returned when the file is locked by another process, or by another lock of this process.
var ErrLocked = errors.New("locked by another process")

// Lock is an acquired lock.
type Lock struct{ file *os.File }

// Acquire locks the file at path, which it creates if necessary. It does not wait: if the file is locked, it returns
// ErrLocked.
func Acquire(path string) (*Lock, error) {
	for {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the caller names the file
		if err != nil {
			return nil, fmt.Errorf("open the lock file: %w", err)
		}
		if err := lock(file); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		// The previous owner may have removed the file after it was opened here. A lock on a removed file excludes nobody.
		if current, err := os.Stat(path); err == nil {
			if locked, err := file.Stat(); err == nil && os.SameFile(current, locked) {
				l := &Lock{file}
				l.writeOwner("")
				return l, nil
			}
		}
		_ = file.Close()
	}
}

// writeOwner writes the process id into the file, so that error messages can name the owner.
func (l *Lock) writeOwner(note string) {
	_ = l.file.Truncate(0)
	_, _ = l.file.WriteAt([]byte(strings.TrimSpace(strconv.Itoa(os.Getpid())+" "+note)+"\n"), 0)
}

// SetNote stores a word that tells other processes what the owner does. It does nothing with a nil lock.
func (l *Lock) SetNote(note string) {
	if l != nil {
		l.writeOwner(note)
	}
}

// Owner returns the process id that is stored in a lock file, or "" if there is none.
func Owner(path string) string {
	owner, _ := read(path)
	return owner
}

// Note returns the note of the owner, or "" if there is none.
func Note(path string) string {
	_, note := read(path)
	return note
}

func read(path string) (owner, note string) {
	content, err := os.ReadFile(path) //nolint:gosec // the caller names the file
	if err != nil {
		return "", ""
	}
	owner, note, _ = strings.Cut(strings.TrimSpace(string(content)), " ")
	return owner, note
}

// Held reports whether another process has locked the file at path. It creates no file.
func Held(path string) (bool, error) {
	file, err := os.Open(path) //nolint:gosec // the caller names the file
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("open the lock file: %w", err)
	}
	defer func() { _ = file.Close() }()
	err = lockShared(file)
	if errors.Is(err, ErrLocked) {
		return true, nil
	}
	return false, err
}

// Release removes the lock file and releases the lock. Releasing a nil lock does nothing.
func (l *Lock) Release() error {
	if l == nil {
		return nil
	}
	return errors.Join(os.Remove(l.file.Name()), l.file.Close())
}
