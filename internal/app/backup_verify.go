package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"waymark/internal/kit/archive"
	"waymark/internal/kit/secret"
)

// RestoreOptions are options for restoring or verifying a backup.
type RestoreOptions struct {
	// WithoutManifest accepts backups made by earlier versions. They have no manifest, so less of them can be verified.
	WithoutManifest bool
	// AsCopy marks the restored database as a copy, which sends no mail.
	AsCopy bool
}

// Verify checks a backup without restoring it. It unpacks the database into a temporary folder.
func Verify(ctx context.Context, config Config, source string, options RestoreOptions) (BackupReport, error) {
	scratch, err := os.MkdirTemp("", "waymark-verify-")
	if err != nil {
		return BackupReport{}, fmt.Errorf("verify backup: %w", err)
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	u := &unpacking{config: config, options: options, folder: scratch}
	if err := u.run(ctx, source); err != nil {
		return BackupReport{}, err
	}
	return u.report, nil
}

// unpacking reads and verifies an archive, and writes its files to staging folders.
type unpacking struct {
	config  Config
	options RestoreOptions
	folder  string // for database and key
	files   string // for uploaded files; if empty they are only verified

	report      BackupReport
	fingerprint string // of the key the database was created with
	uploaded    int64
}

func (u *unpacking) run(ctx context.Context, source string) error {
	file, err := os.Open(source) //nolint:gosec // the operator chooses the file
	if err != nil {
		return fmt.Errorf("read the backup: %w", err)
	}
	defer func() { _ = file.Close() }()
	u.report.Info, u.report.Summary, err = archive.Read(ctx, file, u.folder, u.save)
	withManifest := !errors.Is(err, archive.ErrNoManifest)
	if !withManifest {
		if !u.options.WithoutManifest {
			return errors.New("this backup has no manifest: it was made by an earlier version of Waymark, or is no backup. " +
				"Use --without-manifest to accept it with fewer checks")
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("read the backup: %w", err)
		}
		u.report = BackupReport{}
		u.report.Summary, err = archive.ReadWithoutManifest(ctx, file, u.save)
	}
	if err != nil {
		return err
	}
	state, err := inspect(ctx, filepath.Join(u.folder, archive.Database))
	if err != nil {
		return err
	}
	if withManifest && u.report.Schema != state.version {
		return fmt.Errorf("%w: it says that its database has schema %d, but it has %d",
			archive.ErrInvalid, u.report.Schema, state.version)
	}
	u.report.Schema = state.version
	u.fingerprint = state.fingerprint
	return u.compareKeys()
}

// compareKeys checks that the key in the backup and the configured key, if any, are the one the
// database was created with.
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
		key, err := u.config.loadKey()
		if err != nil {
			return err
		}
		if !key.Has(u.fingerprint) {
			return errors.New("the given secret key is not the one this backup was made with")
		}
	}
	return nil
}

// save writes a file of the archive to disk.
func (u *unpacking) save(e archive.Entry) error {
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
	file, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // archive.Read checks names
	if err != nil {
		return err
	}
	_, err = io.Copy(file, e.Content)
	return errors.Join(err, file.Sync(), file.Close())
}
