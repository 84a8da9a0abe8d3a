package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"waymark/internal/kit/archive"
	"waymark/internal/kit/db"
)

// stagingPrefix starts the names of the folders into which backups are unpacked.
const stagingPrefix = ".waymark-restore-"

// Restore verifies a backup in a staging folder next to its destination and then moves it into place. It never replaces
// existing data, and if it fails it leaves everything as it was.
func Restore(
	ctx context.Context, config Config, source string, options RestoreOptions,
) (report BackupReport, err error) {
	path, files, err := config.restorePaths()
	if err != nil {
		return report, err
	}
	created := &createdFolders{}
	defer func() {
		if err != nil {
			created.remove()
		}
	}()
	if err := created.make(filepath.Dir(path)); err != nil {
		return report, fmt.Errorf("restore: %w", err)
	}
	lock, err := config.Lock()
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	if err := undoRestore(path); err != nil {
		return report, fmt.Errorf("clean up after an interrupted restore: %w", err)
	}
	if err := removeStaging(path, files); err != nil {
		return report, fmt.Errorf("clean up after an interrupted restore: %w", err)
	}
	if err := checkVacant(path, files); err != nil {
		return report, err
	}
	if files != "" {
		if err := created.make(files); err != nil {
			return report, fmt.Errorf("restore: %w", err)
		}
	}
	defer func() { err = errors.Join(err, removeStaging(path, files)) }()
	p, report, err := prepare(ctx, config, path, files, source, options)
	if err != nil {
		return report, err
	}
	if err := p.run(); err != nil {
		return report, errors.Join(fmt.Errorf("restore: %w", err), undoRestore(path))
	}
	return report, nil
}

// restorePaths returns the path of the database and of the folder of uploaded files, which is "" with a bucket. Both
// are absolute, because an interrupted restore may be undone by a process with another working directory.
func (c Config) restorePaths() (path, files string, err error) {
	if path, err = c.sqlitePath(); err != nil {
		return "", "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", "", err
	}
	if folder, ok := strings.CutPrefix(c.storage(), "file:"); ok {
		files, err = filepath.Abs(folder)
	}
	return path, files, err
}

// prepare unpacks and verifies a backup in staging folders, and returns the remaining moves.
func prepare(
	ctx context.Context, config Config, path, files, source string, options RestoreOptions,
) (*placement, BackupReport, error) {
	u := &unpacking{config: config, options: options}
	var err error
	if u.folder, err = os.MkdirTemp(filepath.Dir(path), stagingName(path)); err != nil {
		return nil, u.report, fmt.Errorf("restore: %w", err)
	}
	if files != "" {
		// Inside the folder, not next to it: the folder may be a separate file system.
		if u.files, err = os.MkdirTemp(files, stagingName(path)); err != nil {
			return nil, u.report, fmt.Errorf("restore: %w", err)
		}
	}
	if err := u.run(ctx, source); err != nil {
		return nil, u.report, err
	}
	if files == "" && u.uploaded > 0 {
		return nil, u.report, fmt.Errorf(
			"the backup contains %d uploaded files: restore it with --storage file:PATH", u.uploaded)
	}
	if options.AsCopy {
		if err := markAsCopy(ctx, filepath.Join(u.folder, archive.Database)); err != nil {
			return nil, u.report, err
		}
	}
	p := &placement{path: path, Staging: []string{u.folder}, Files: files, staged: u.files}
	if err := p.plan(u); err != nil {
		return nil, u.report, err
	}
	for _, folder := range []string{u.folder, u.files} {
		if err := syncTree(folder); err != nil {
			return nil, u.report, fmt.Errorf("restore: %w", err)
		}
	}
	return p, u.report, nil
}

// markAsCopy marks an unpacked database as a copy, which sends no mail.
func markAsCopy(ctx context.Context, file string) error {
	d, err := db.Open(ctx, "sqlite:"+file)
	if err != nil {
		return err
	}
	if err := errors.Join(holdMail(ctx, d), d.Close()); err != nil {
		return fmt.Errorf("mark database as a copy: %w", err)
	}
	synced, err := os.OpenFile(file, os.O_RDWR, 0) //nolint:gosec // unpacked by prepare
	if err != nil {
		return err
	}
	return errors.Join(synced.Sync(), synced.Close())
}

func stagingName(path string) string { return stagingPrefix + filepath.Base(path) + "-" }

// removeStaging removes all staging folders of restores to this database. The caller holds the lock, so no other
// restore is using one.
func removeStaging(path, files string) error {
	var err error
	for _, folder := range []string{filepath.Dir(path), files} {
		entries, _ := os.ReadDir(folder)
		for _, e := range entries {
			if folder != "" && strings.HasPrefix(e.Name(), stagingName(path)) {
				err = errors.Join(err, os.RemoveAll(filepath.Join(folder, e.Name())))
			}
		}
	}
	return err
}

// checkVacant returns an error if the destination contains data. A key file is allowed: it may be left from a lost
// database, and is compared with the key of the backup.
func checkVacant(path, files string) error {
	for _, name := range []string{path, path + "-wal"} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf(
				"%s already exists and is not overwritten. Move it away, or restore elsewhere with --database", name)
		}
	}
	if files == "" {
		return nil
	}
	entries, err := os.ReadDir(files)
	if err != nil {
		return ignoreMissing(err)
	}
	if len(entries) > 0 {
		return fmt.Errorf(
			"%s is not empty, and existing files are not overwritten. Move it away, or restore elsewhere with --storage", files)
	}
	return nil
}

// createdFolders records which folders were created, so that they can be removed again.
type createdFolders struct{ names []string }

func (c *createdFolders) make(name string) error {
	missing := []string{}
	for at := filepath.Clean(name); ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, at)
	}
	slices.Reverse(missing)
	c.names = append(c.names, missing...)
	return os.MkdirAll(name, 0o750)
}

// remove removes the created folders that are empty.
func (c *createdFolders) remove() {
	for _, name := range slices.Backward(c.names) {
		_ = os.Remove(name)
	}
}
