package app

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"waymark/internal/kit/db"
)

var errBackupPostgres = errors.New("on PostgreSQL use its own tools, for example: pg_dump --format=custom --file=waymark.dump \"$WAYMARK_DATABASE\" (and pg_restore); " +
	"copy the bucket or files folder, and keep the secret key")

// The names inside a backup.
const (
	databaseName = "waymark.db"
	keyName      = "secret.key"
	filesFolder  = "files"
)

// Backup writes database, key and files into one file. The server may go on running: the database is a
// consistent copy, and files never change once they are written.
func Backup(ctx context.Context, config Config, target string) (err error) {
	path, ok := strings.CutPrefix(config.Database, "sqlite:")
	if !ok {
		return errBackupPostgres
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("there is no database at %s", path)
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // the operator names the file
	if err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			_ = os.Remove(target) // half a backup is none
		}
	}()
	scratch, err := os.MkdirTemp(filepath.Dir(target), "waymark-backup-")
	if err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	copied := filepath.Join(scratch, databaseName)
	d, err := db.Open(ctx, config.Database)
	if err != nil {
		return err
	}
	if err := errors.Join(d.Backup(ctx, copied), d.Close()); err != nil {
		return err
	}
	packed := gzip.NewWriter(file)
	archive := tar.NewWriter(packed)
	if err := pack(archive, config, path, copied); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	return errors.Join(archive.Close(), packed.Close(), file.Sync())
}

func pack(archive *tar.Writer, config Config, path, copied string) error {
	if err := add(archive, copied, databaseName); err != nil {
		return err
	}
	if err := add(archive, KeyFile(path), keyName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // without a key file the operator gives the key, and keeps it
	}
	root, ok := strings.CutPrefix(config.storage(), "file:")
	if !ok {
		return nil // a bucket is backed up where it is
	}
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".partial") {
			return skipMissing(err)
		}
		inside, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		return skipMissing(add(archive, name, filepath.Join(filesFolder, inside)))
	})
}

// A file that is swept while the backup runs is missed by nothing in it.
func skipMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func add(archive *tar.Writer, from, name string) error {
	file, err := os.Open(from) //nolint:gosec // below the data folder
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	header := &tar.Header{Name: filepath.ToSlash(name), Size: info.Size(), Mode: 0o600, ModTime: info.ModTime()}
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.Copy(archive, file)
	return err
}

// Restore unpacks a backup. It refuses to write over anything.
func Restore(_ context.Context, config Config, source string) error {
	path, ok := strings.CutPrefix(config.Database, "sqlite:")
	if !ok {
		return errBackupPostgres
	}
	files, inFolder := strings.CutPrefix(config.storage(), "file:")
	for _, name := range []string{path, path + "-wal", KeyFile(path)} {
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is there already; a backup is restored only where nothing is", name)
		}
	}
	if entries, err := os.ReadDir(files); inFolder && err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty; a backup is restored only where nothing is", files)
	}
	file, err := os.Open(source) //nolint:gosec // the operator names the file
	if err != nil {
		return fmt.Errorf("read the backup: %w", err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("read the backup: %w", err)
	}
	archive := tar.NewReader(unpacked)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the backup: %w", err)
		}
		target, err := placeOf(header.Name, path, files)
		if err != nil {
			return err
		}
		if err := unpack(archive, target); err != nil {
			return fmt.Errorf("restore %s: %w", header.Name, err)
		}
	}
}

func placeOf(name, database, files string) (string, error) {
	switch {
	case name == databaseName:
		return database, nil
	case name == keyName:
		return KeyFile(database), nil
	case strings.HasPrefix(name, filesFolder+"/") && filepath.IsLocal(name):
		return filepath.Join(files, strings.TrimPrefix(name, filesFolder+"/")), nil
	}
	return "", fmt.Errorf("this is not a backup: it holds %q", name)
}

func unpack(from io.Reader, target string) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // placeOf has seen to it
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Sync(), file.Close())
}
