package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"waymark/internal/kit/archive"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/filelock"
	"waymark/internal/kit/rotation"
	"waymark/internal/kit/secret"
	"waymark/migrations"
)

var errBackupPostgres = errors.New("on PostgreSQL use its own tools, for example: " +
	"pg_dump --format=custom --file=waymark.dump \"$WAYMARK_DATABASE\" (and pg_restore); " +
	"copy the bucket or files folder, and keep the secret key")

// BackupReport describes a backup that was written, verified or restored.
type BackupReport struct {
	archive.Info
	archive.Summary
}

// sqlitePath returns the path of the database file. Backups are available only for SQLite.
func (c Config) sqlitePath() (string, error) {
	file, ok := strings.CutPrefix(c.Database, "sqlite:")
	if !ok {
		return "", errBackupPostgres
	}
	return file, nil
}

// Backup writes the database, secret key and uploaded files to one file, and verifies it by reading it back. The server
// may keep running: the database is a consistent copy, and uploaded files never change once they are written.
func Backup(ctx context.Context, config Config, target string) (report BackupReport, err error) {
	if _, err := os.Lstat(target); err == nil {
		return report, fmt.Errorf("%s already exists; existing files are not overwritten", target)
	}
	if err := checkOutsideFiles(config, target); err != nil {
		return report, err
	}
	// The name ends in .partial until the backup is verified, so that an interrupted backup can't
	// be mistaken for a good one.
	partial := target + "." + secret.RandomString(8, "0123456789abcdef") + ".partial"
	file, err := os.OpenFile(partial, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600) //nolint:gosec // chosen by the operator
	if err != nil {
		return report, fmt.Errorf("write the backup: %w", err)
	}
	defer func() {
		_ = file.Close()
		_ = os.Remove(partial)
	}()
	scratch, remove, err := scratchFolder(filepath.Dir(target))
	if err != nil {
		return report, err
	}
	defer remove()
	if err := writeArchive(ctx, config, scratch, file); err != nil {
		return report, fmt.Errorf("write the backup: %w", err)
	}
	if err := file.Sync(); err != nil {
		return report, fmt.Errorf("write the backup: %w", err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return report, fmt.Errorf("read the backup: %w", err)
	}
	if report.Info, report.Summary, err = archive.Read(ctx, file, scratch, nil); err != nil {
		return report, fmt.Errorf("the backup that was just written can't be read back: %w", err)
	}
	if err := renameNew(partial, target); err != nil {
		return report, fmt.Errorf("write the backup: %w", err)
	}
	return report, syncFolder(filepath.Dir(target))
}

// renameNew renames a finished file, and fails if the target exists.
func renameNew(partial, target string) error {
	err := os.Link(partial, target)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// Not every file system supports hard links.
	if _, err := os.Lstat(target); err == nil {
		return fmt.Errorf("%s: %w", target, fs.ErrExist)
	}
	return os.Rename(partial, target)
}

// checkOutsideFiles rejects a target in the folder of uploaded files, where each backup would become part of the next.
func checkOutsideFiles(config Config, target string) error {
	root, ok := strings.CutPrefix(config.storage(), "file:")
	if !ok {
		return nil
	}
	root, errRoot := filepath.Abs(root)
	folder, errFolder := filepath.Abs(filepath.Dir(target))
	if err := errors.Join(errRoot, errFolder); err != nil {
		return err
	}
	if inside, err := filepath.Rel(root, folder); err == nil && filepath.IsLocal(inside) {
		return fmt.Errorf("%s is in the folder of uploaded files: write the backup to another folder", target)
	}
	return nil
}

const scratchPrefix = ".waymark-backup-"

// scratchFolder creates a folder for the copy of the database, and a function that removes it. It also removes the
// folders that killed backups have left behind.
func scratchFolder(parent string) (string, func(), error) {
	stale, _ := filepath.Glob(filepath.Join(parent, scratchPrefix+"*"))
	for _, name := range stale {
		// A running backup holds the lock in its folder.
		if lock, err := filelock.Acquire(filepath.Join(name, "lock")); err == nil {
			_ = os.RemoveAll(name)
			_ = lock.Release()
		}
	}
	folder, err := os.MkdirTemp(parent, scratchPrefix)
	if err != nil {
		return "", nil, fmt.Errorf("write the backup: %w", err)
	}
	lock, err := filelock.Acquire(filepath.Join(folder, "lock"))
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(folder))
	}
	return folder, func() {
		_ = lock.Release()
		_ = os.RemoveAll(folder)
	}, nil
}

// writeArchive copies the database, checks the copy and writes the archive to out.
func writeArchive(ctx context.Context, config Config, scratch string, out io.Writer) error {
	file, err := config.sqlitePath()
	if err != nil {
		return err
	}
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("there is no database at %s", file)
	}
	copied := filepath.Join(scratch, archive.Database)
	d, err := db.Open(ctx, config.Database)
	if err != nil {
		return err
	}
	if err := errors.Join(d.Backup(ctx, copied), d.Close()); err != nil {
		return err
	}
	state, err := inspect(ctx, copied)
	if err != nil {
		return err
	}
	key, err := config.loadKey()
	if err != nil {
		return err
	}
	if !key.Has(state.fingerprint) {
		return errors.New("the secret key does not belong to this database, so the backup would be unusable")
	}
	includesKey := config.SecretKey == "" // An operator who passes the key stores it elsewhere.
	w, err := archive.NewWriter(out, archive.Info{
		Version: config.Version, Schema: state.version, CreatedAt: clock.Now(), IncludesKey: includesKey,
	}, scratch)
	if err != nil {
		return err
	}
	defer w.Discard()
	if err := addFile(ctx, w, copied, archive.Database); err != nil {
		return err
	}
	if includesKey {
		name := KeyFile(file)
		if key.IsReplacing() && key.New().Fingerprint() == state.fingerprint {
			name = secret.NextFile(name) // its replacement was interrupted just before the end
		}
		if err := addFile(ctx, w, name, archive.Key); err != nil {
			return err
		}
	}
	if root, ok := strings.CutPrefix(config.storage(), "file:"); ok { // Buckets are backed up by other means.
		if err := addFiles(ctx, w, root); err != nil {
			return err
		}
	}
	return w.Close()
}

// addFiles adds all uploaded files below root.
func addFiles(ctx context.Context, w *archive.Writer, root string) error {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return ignoreMissing(err)
	}
	return filepath.WalkDir(root, func(name string, item fs.DirEntry, err error) error {
		if err != nil {
			return ignoreMissing(err)
		}
		temporary := strings.HasPrefix(item.Name(), stagingPrefix) || strings.HasPrefix(item.Name(), scratchPrefix)
		if item.IsDir() && temporary {
			return filepath.SkipDir
		}
		if !item.Type().IsRegular() || strings.HasSuffix(name, ".partial") {
			return nil
		}
		inside, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		inside = archive.Files + filepath.ToSlash(inside)
		if !archive.ValidName(inside) {
			slog.WarnContext(ctx, "file left out of the backup because of its name", "name", inside)
			return nil
		}
		return ignoreMissing(addFile(ctx, w, name, inside))
	})
}

// ignoreMissing drops the error about a file that does not exist. A file that is deleted while a backup runs is not
// referenced by the copy of the database.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func addFile(ctx context.Context, w *archive.Writer, from, name string) error {
	file, err := os.Open(from) //nolint:gosec // below the data folder
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return w.Add(ctx, name, info.Size(), file)
}

// databaseState contains the facts about a database that its backup depends on.
type databaseState struct {
	schemaState
	fingerprint string
}

// inspect checks a database file that no process is using.
func inspect(ctx context.Context, file string) (databaseState, error) {
	fail := func(format string, args ...any) (databaseState, error) {
		return databaseState{}, fmt.Errorf("the database in the backup is not usable: "+format, args...)
	}
	d, err := db.OpenReadOnly(file)
	if err != nil {
		return fail("%w", err)
	}
	defer func() { _ = d.Close() }()
	ctx = db.WithStatementLimit(ctx, 0) // The check of a large database takes minutes.
	problems, err := db.All[string](ctx, d.Read(), "PRAGMA integrity_check(1)")
	if err != nil {
		return fail("%w", err)
	}
	if len(problems) != 1 || problems[0] != "ok" {
		return fail("integrity_check reports: %s", strings.Join(problems, "; "))
	}
	schema, err := readSchemaState(ctx, d.Read())
	if err != nil || schema.version == 0 {
		return fail("it has no schema of Waymark")
	}
	if _, err := schema.check(); err != nil {
		return fail("%w", err)
	}
	fingerprint, err := rotation.Fingerprint(ctx, d.Read())
	if err != nil {
		return fail("%w", err)
	}
	replaced, err := rotation.Replaced(ctx, d.Read())
	if err != nil {
		return fail("%w", err)
	}
	if replaced != "" {
		return fail("its secret key is being replaced: run `waymark rotate-key` until it has finished")
	}
	if fingerprint == "" {
		return fail("it has never been used by a server, so it belongs to no secret key")
	}
	return databaseState{schemaState: schema, fingerprint: fingerprint}, nil
}

// latestSchema returns the number of the newest migration of this version.
func latestSchema() (int64, error) {
	latest := int64(0)
	for _, step := range migrations.Steps {
		latest = max(latest, step.Version)
	}
	names, err := fs.Glob(migrations.Files(db.SQLite), "*.sql")
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		var version int64
		if _, err := fmt.Sscanf(name, "%d_", &version); err != nil {
			return 0, fmt.Errorf("migration %s has no number", name)
		}
		latest = max(latest, version)
	}
	return latest, nil
}

func syncFolder(name string) error {
	folder, err := os.Open(name) //nolint:gosec // a folder chosen by the operator
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
