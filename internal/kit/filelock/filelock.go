// Package filelock prevents two processes from using the same data at the same time. The operating system releases a
// lock when its process ends, even if the process is killed.
package filelock

import (
	"errors"
	"fmt"
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
				l.writeOwner()
				return l, nil
			}
		}
		_ = file.Close()
	}
}

// writeOwner writes the process id into the file, so that error messages can name the owner.
func (l *Lock) writeOwner() {
	_ = l.file.Truncate(0)
	_, _ = l.file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
}

// Owner returns the process id that is stored in a lock file, or "" if there is none.
func Owner(path string) string {
	content, err := os.ReadFile(path) //nolint:gosec // the caller names the file
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(content))
}

// Release removes the lock file and releases the lock. Releasing a nil lock does nothing.
func (l *Lock) Release() error {
	if l == nil {
		return nil
	}
	return errors.Join(os.Remove(l.file.Name()), l.file.Close())
}
