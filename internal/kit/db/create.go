package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Create creates the file of a SQLite database with what fill adds to it, and reports whether it did. It does nothing
// if there is a file, or on PostgreSQL.
//
// The file gets its name when it is complete and on the disk, so that nobody opens a part of a database. If the process
// is killed, the temporary file stays. Until then nothing waits for the disk: creating a schema takes dozens of
// transactions.
func Create(ctx context.Context, url string, fill func(*DB) error) (created bool, err error) {
	path, ok := strings.CutPrefix(url, "sqlite:")
	if !ok || !isMissing(path) {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return false, fmt.Errorf("create the database folder: %w", err)
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return false, fmt.Errorf("create the database: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close(), removeExisting(file.Name())) }()
	d, err := openSQLite(ctx, file.Name(), "&_journal_mode=MEMORY&_synchronous=OFF")
	if err != nil {
		return false, err
	}
	if err := errors.Join(fill(d), d.Close()); err != nil {
		return false, err
	}
	if err := file.Sync(); err != nil {
		return false, fmt.Errorf("create the database: %w", err)
	}
	return publish(file.Name(), path)
}

// isMissing reports whether there is no database. A log without a database belongs to one that was deleted, and SQLite
// would apply it to a file that is not empty.
func isMissing(path string) bool {
	for _, name := range []string{path, path + "-wal", path + "-journal"} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// publish gives a file its name, unless another process has created one of that name. File systems without hard links
// replace it.
func publish(file, path string) (published bool, err error) {
	err = os.Link(file, path)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		err = os.Rename(file, path)
	}
	if err != nil {
		return false, fmt.Errorf("create the database: %w", err)
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return true, err
	}
	_ = folder.Sync() // not possible on every system
	return true, folder.Close()
}

func removeExisting(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
