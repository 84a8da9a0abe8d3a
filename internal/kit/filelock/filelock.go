// Package filelock keeps two processes from using the same data at once. The operating system releases a lock when
// its process ends, however that happens.
package filelock

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ErrLocked is returned when another process, or another lock of this one, has the file.
var ErrLocked = errors.New("locked by another process")

// Lock is a lock that is held.
type Lock struct{ file *os.File }

// Acquire locks the file at path, creating it if necessary, or returns ErrLocked at once.
func Acquire(path string) (*Lock, error) {
	for {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the caller names the file
		if err != nil {
			return nil, fmt.Errorf("open the lock file: %w", err)
		}
		if err := lock(file); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		// The previous owner may have removed the file after it was opened here: a lock on it would exclude nobody.
		if current, err := os.Stat(path); err == nil {
			if locked, err := file.Stat(); err == nil && os.SameFile(current, locked) {
				l := &Lock{file}
				l.note()
				return l, nil
			}
		}
		_ = file.Close()
	}
}

// note writes the process id, for whoever wonders who has the lock.
func (l *Lock) note() {
	_ = l.file.Truncate(0)
	_, _ = l.file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
}

// Owner is the process id noted in a lock file, or "" if there is none.
func Owner(path string) string {
	content, err := os.ReadFile(path) //nolint:gosec // the caller names the file
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(content))
}

// Release removes the lock file and releases the lock. A nil lock has nothing to release.
func (l *Lock) Release() error {
	if l == nil {
		return nil
	}
	return errors.Join(os.Remove(l.file.Name()), l.file.Close())
}
