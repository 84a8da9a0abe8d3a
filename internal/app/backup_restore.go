package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"waymark/internal/kit/archive"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

// RestoreOptions are choices of whoever restores or verifies a backup.
type RestoreOptions struct {
	// WithoutManifest accepts backups of earlier versions, which have no manifest: less of them can be verified.
	WithoutManifest bool
	// AsCopy marks the restored database as a copy, which sends no mail.
	AsCopy bool
}

// Verify checks a backup without restoring it. The database is unpacked into a temporary folder.
func Verify(ctx context.Context, config Config, source string, options RestoreOptions) (BackupReport, error) {
	scratch, err := os.MkdirTemp("", "waymark-verify-")
	if err != nil {
		return BackupReport{}, fmt.Errorf("verify the backup: %w", err)
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	u := &unpacking{config: config, options: options, folder: scratch}
	if err := u.run(ctx, source); err != nil {
		return BackupReport{}, err
	}
	return u.report, nil
}

// unpacking reads an archive, verifies all of it and keeps its files in folders of its own.
type unpacking struct {
	config  Config
	options RestoreOptions
	folder  string // for database and key
	files   string // for uploaded files; without it they are only verified

	report      BackupReport
	fingerprint string // of the key that the database was made with
	uploaded    int64
}

func (u *unpacking) run(ctx context.Context, source string) error {
	file, err := os.Open(source) //nolint:gosec // the operator names the file
	if err != nil {
		return fmt.Errorf("read the backup: %w", err)
	}
	defer func() { _ = file.Close() }()
	u.report.Info, u.report.Summary, err = archive.Read(ctx, file, u.folder, u.keep)
	withManifest := !errors.Is(err, archive.ErrNoManifest)
	if !withManifest {
		if !u.options.WithoutManifest {
			return errors.New("this backup has no manifest: it was made by an earlier version of Waymark, or is no backup. " +
				"With --without-manifest it is accepted, and less of it can be verified")
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("read the backup: %w", err)
		}
		u.report = BackupReport{}
		u.report.Summary, err = archive.ReadWithoutManifest(ctx, file, u.keep)
	}
	if err != nil {
		return err
	}
	state, err := inspect(ctx, filepath.Join(u.folder, archive.Database))
	if err != nil {
		return err
	}
	if withManifest && u.report.Schema != state.schema {
		return fmt.Errorf("%w: it says that its database has schema %d, but it has %d", archive.ErrInvalid, u.report.Schema, state.schema)
	}
	u.report.Schema = state.schema
	latest, err := latestSchema()
	if err != nil {
		return err
	}
	if state.schema > latest {
		return fmt.Errorf("the backup was made by a later version of Waymark (%s): its database has schema %d, this version knows %d", orUnknown(u.report.Version), state.schema, latest)
	}
	u.fingerprint = state.fingerprint
	return u.compareKeys()
}

func orUnknown(version string) string {
	if version == "" {
		return "unknown"
	}
	return version
}

// compareKeys compares every key at hand with the one the database was made with.
func (u *unpacking) compareKeys() error {
	content, err := os.ReadFile(filepath.Join(u.folder, archive.Key))
	switch {
	case err == nil:
		u.report.IncludesKey = true
		key, err := secret.Parse(string(content))
		if err != nil || key.Fingerprint() != u.fingerprint {
			return fmt.Errorf("%w: its secret key does not belong to its database", archive.ErrInvalid)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if u.config.SecretKey != "" {
		key, err := secret.Parse(u.config.SecretKey)
		if err != nil {
			return err
		}
		if key.Fingerprint() != u.fingerprint {
			return errors.New("the given secret key is not the one this backup was made with")
		}
	}
	return nil
}

// keep writes a file of the archive to the disk.
func (u *unpacking) keep(e archive.Entry) error {
	target := filepath.Join(u.folder, e.Name)
	if inside, ok := strings.CutPrefix(e.Name, archive.Files); ok {
		u.uploaded++
		if u.files == "" {
			return nil
		}
		target = filepath.Join(u.files, filepath.FromSlash(inside))
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // archive.Read has checked the name
	if err != nil {
		return err
	}
	_, err = io.Copy(file, e.Content)
	return errors.Join(err, file.Sync(), file.Close())
}

// stagingPrefix begins the names of folders in which backups are unpacked.
const stagingPrefix = ".waymark-restore-"

// Restore verifies a backup next to its destination and then moves it into place. It replaces nothing. When it fails,
// everything is as it was before.
func Restore(ctx context.Context, config Config, source string, options RestoreOptions) (report BackupReport, err error) {
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

// restorePaths are the database and the folder of uploaded files, "" with a bucket. They are absolute, because an
// interrupted restore may be undone by a process in another folder.
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

// prepare unpacks and verifies a backup in staging folders, and returns the moves that are left to do.
func prepare(ctx context.Context, config Config, path, files, source string, options RestoreOptions) (*placement, BackupReport, error) {
	u := &unpacking{config: config, options: options}
	var err error
	if u.folder, err = os.MkdirTemp(filepath.Dir(path), stagingName(path)); err != nil {
		return nil, u.report, fmt.Errorf("restore: %w", err)
	}
	if files != "" {
		// Inside the folder, not beside it: it may be a file system of its own.
		if u.files, err = os.MkdirTemp(files, stagingName(path)); err != nil {
			return nil, u.report, fmt.Errorf("restore: %w", err)
		}
	}
	if err := u.run(ctx, source); err != nil {
		return nil, u.report, err
	}
	if files == "" && u.uploaded > 0 {
		return nil, u.report, fmt.Errorf("the backup contains %d uploaded files: restore it with --storage file:PATH", u.uploaded)
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

// markAsCopy notes in an unpacked database that it is a copy.
func markAsCopy(ctx context.Context, file string) error {
	d, err := db.Open(ctx, "sqlite:"+file)
	if err != nil {
		return err
	}
	if err := errors.Join(holdMail(ctx, d), d.Close()); err != nil {
		return fmt.Errorf("mark the copy: %w", err)
	}
	synced, err := os.OpenFile(file, os.O_RDWR, 0) //nolint:gosec // unpacked a moment ago
	if err != nil {
		return err
	}
	return errors.Join(synced.Sync(), synced.Close())
}

func stagingName(path string) string { return stagingPrefix + filepath.Base(path) + "-" }

// removeStaging removes the staging folders of restores to this database, which the lock allows only one of at a time.
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

// checkVacant refuses to restore over data. A key file may be there: that of a lost database is compared and kept.
func checkVacant(path, files string) error {
	for _, name := range []string{path, path + "-wal"} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s already exists: a backup replaces nothing. Move it away, or restore elsewhere with --database", name)
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
		return fmt.Errorf("%s is not empty: a backup replaces nothing. Move it away, or restore elsewhere with --storage", files)
	}
	return nil
}

// placement moves a verified backup from its staging folders to where it belongs. A file next to the database
// describes the moves while they are made: when they are interrupted, undoRestore takes them back.
type placement struct {
	Staging []string `json:"staging"`
	Files   string   `json:"files"`   // the folder of uploaded files
	Names   []string `json:"names"`   // what is moved into it
	Key     bool     `json:"has_key"` // whether the key file is moved too

	path   string
	staged string // where the uploaded files are
}

func journalFile(path string) string { return path + ".restoring" }

func (p *placement) plan(u *unpacking) error {
	if p.staged != "" {
		p.Staging = append(p.Staging, p.staged)
		entries, err := os.ReadDir(p.staged)
		if err != nil {
			return err
		}
		for _, e := range entries {
			p.Names = append(p.Names, e.Name())
		}
	}
	existing, err := os.ReadFile(KeyFile(p.path))
	if errors.Is(err, fs.ErrNotExist) {
		p.Key = u.report.IncludesKey
		return nil
	}
	if err != nil {
		return err
	}
	if key, err := secret.Parse(string(existing)); err != nil || key.Fingerprint() != u.fingerprint {
		return fmt.Errorf("%s is the key of another database: move it away, or restore elsewhere with --database", KeyFile(p.path))
	}
	return nil
}

// steps are the moves in their order. The database is last: a database that is there is complete.
func (p *placement) steps() []func() error {
	steps := []func() error{p.writeJournal}
	for _, name := range p.Names {
		steps = append(steps, func() error { return os.Rename(filepath.Join(p.staged, name), filepath.Join(p.Files, name)) })
	}
	if len(p.Names) > 0 {
		steps = append(steps, func() error { return syncFolder(p.Files) })
	}
	if p.Key {
		steps = append(steps, func() error { return os.Rename(filepath.Join(p.Staging[0], archive.Key), KeyFile(p.path)) })
	}
	return append(steps, func() error {
		if err := syncFolder(filepath.Dir(p.path)); err != nil {
			return err
		}
		return publish(filepath.Join(p.Staging[0], archive.Database), p.path)
	}, func() error {
		return errors.Join(syncFolder(filepath.Dir(p.path)), finishRestore(p.path))
	})
}

func (p *placement) run() error {
	for _, step := range p.steps() {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (p *placement) writeJournal() error {
	content, err := json.Marshal(p)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(journalFile(p.path), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(content, '\n'))
	return errors.Join(err, file.Sync(), file.Close(), syncFolder(filepath.Dir(p.path)))
}

func readJournal(path string) (*placement, error) {
	content, err := os.ReadFile(journalFile(path))
	if err != nil {
		return nil, err
	}
	p := &placement{path: path}
	if err := json.Unmarshal(content, p); err != nil {
		// Nothing was moved yet: the journal is complete before the first move.
		return &placement{path: path}, nil //nolint:nilerr // half a journal is an empty one
	}
	return p, nil
}

// undoRestore removes what an interrupted restore has moved into place. Once the database is there, nothing is left to undo.
func undoRestore(path string) error {
	p, err := readJournal(path)
	if err != nil {
		return ignoreMissing(err)
	}
	if _, err := os.Lstat(path); err == nil {
		return finishRestore(path)
	}
	for _, name := range p.Names {
		if filepath.IsLocal(name) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(p.Files, name)))
		}
	}
	if p.Key {
		err = errors.Join(err, ignoreMissing(os.Remove(KeyFile(path))))
	}
	if err != nil {
		return err
	}
	return finishRestore(path)
}

// finishRestore removes what a restore needed only while it ran.
func finishRestore(path string) error {
	p, err := readJournal(path)
	if err != nil {
		return ignoreMissing(err)
	}
	for _, folder := range p.Staging {
		if strings.HasPrefix(filepath.Base(folder), stagingPrefix) {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}
	return errors.Join(err, ignoreMissing(os.Remove(journalFile(path))), syncFolder(filepath.Dir(path)))
}

// syncTree puts the names of all files below a folder on the disk.
func syncTree(root string) error {
	if root == "" {
		return nil
	}
	return filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		return syncFolder(name)
	})
}

// createdFolders remembers which folders were made, so that they can be removed again.
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

// remove removes them as far as they are empty.
func (c *createdFolders) remove() {
	for _, name := range slices.Backward(c.names) {
		_ = os.Remove(name)
	}
}
