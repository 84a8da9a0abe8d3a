package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"waymark/internal/kit/secret"
	"waymark/internal/kit/unavailable"
)

// folder stores files in a directory. os.Root prevents keys from referring to files outside of it.
type folder struct{ root *os.Root }

func openFolder(path string) (Storage, error) {
	if err := os.MkdirAll(path, 0o750); err != nil {
		return nil, fmt.Errorf("create the files folder: %w", err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("open the files folder: %w", err)
	}
	return folder{root}, nil
}

func (f folder) Put(ctx context.Context, key, contentType string, content []byte) error {
	_, err := f.PutFrom(ctx, key, contentType, bytes.NewReader(content))
	return err
}

const partialSuffix = ".partial"

// PutFrom writes a file under a temporary name, syncs it and renames it, so that no incomplete file is ever visible.
func (f folder) PutFrom(_ context.Context, key, _ string, content io.Reader) (int64, error) {
	if err := f.root.MkdirAll(filepath.Dir(key), 0o750); err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	// The random part is for two writers of the same file.
	name := key + "." + secret.RandomString(8, "0123456789abcdef") + partialSuffix
	file, err := f.root.Create(name)
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	size, err := io.Copy(file, content)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = f.root.Rename(name, key)
	}
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", key, errors.Join(err, f.root.Remove(name)))
	}
	if err := f.syncFolder(filepath.Dir(key)); err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	return size, nil
}

// syncFolder makes a new name durable: it is stored in the folder, not in the file.
func (f folder) syncFolder(name string) error {
	folder, err := f.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (f folder) Open(_ context.Context, key string) (io.ReadSeekCloser, error) {
	file, err := f.root.Open(key)
	if err != nil {
		return nil, openError(key, err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(openError(key, err), file.Close())
	}
	if info.IsDir() {
		return nil, errors.Join(ErrNoFile, file.Close())
	}
	return file, nil
}

// notFoundErrors are the errors of the operating system that mean that a name has no file.
var notFoundErrors = []error{
	syscall.ENOENT, syscall.ENOTDIR, syscall.EISDIR, syscall.EINVAL, syscall.ENAMETOOLONG, syscall.ELOOP,
}

// openError distinguishes a file that does not exist from a disk that fails. Errors that don't come from the operating
// system are those of os.Root for names outside of it.
func openError(key string, err error) error {
	var code syscall.Errno
	if !errors.As(err, &code) ||
		slices.ContainsFunc(notFoundErrors, func(known error) bool { return errors.Is(err, known) }) {
		return ErrNoFile
	}
	return unavailable.Mark(fmt.Errorf("open %s: %w", key, err))
}

func (f folder) Delete(_ context.Context, name string) error { return f.root.RemoveAll(name) }

func (f folder) Check(context.Context) error {
	opened, err := f.root.Stat(".")
	if err != nil {
		return err
	}
	current, err := os.Stat(f.root.Name()) // the opened folder still exists after it was removed or replaced
	if err != nil {
		return err
	}
	if !os.SameFile(opened, current) {
		return errors.New("the folder was replaced while the server was running")
	}
	return nil
}

func (f folder) Folders(_ context.Context, parent, after string, limit int) ([]string, error) {
	dir, err := f.root.Open(path.Join(".", parent))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list %q: %w", parent, err)
	}
	defer func() { _ = dir.Close() }()
	names := []string{}
	for {
		entries, err := dir.ReadDir(1000) // there may be many
		for _, entry := range entries {
			if entry.IsDir() && entry.Name() > after {
				names = append(names, entry.Name())
			}
		}
		if len(names) > 2*limit || err != nil {
			slices.Sort(names)
			names = names[:min(limit, len(names))]
		}
		if errors.Is(err, io.EOF) {
			return names, nil
		}
		if err != nil {
			return nil, fmt.Errorf("list %q: %w", parent, err)
		}
	}
}

func (f folder) LastModified(_ context.Context, name string) (latest time.Time, err error) {
	err = f.walk(name, func(_ string, info fs.FileInfo) error {
		if info.ModTime().After(latest) {
			latest = info.ModTime()
		}
		return nil
	})
	return latest, err
}

func (f folder) RemovePartialWrites(_ context.Context, name string, before time.Time) error {
	return f.walk(name, func(at string, info fs.FileInfo) error {
		if info.IsDir() || !strings.HasSuffix(at, partialSuffix) || !info.ModTime().Before(before) {
			return nil
		}
		return f.root.Remove(at)
	})
}

func (f folder) walk(name string, each func(at string, info fs.FileInfo) error) error {
	return fs.WalkDir(f.root.FS(), name, func(at string, entry fs.DirEntry, err error) error {
		var info fs.FileInfo
		if err == nil {
			info, err = entry.Info()
		}
		if err == nil {
			err = each(at, info)
		}
		if errors.Is(err, fs.ErrNotExist) { // removed during the walk
			return nil
		}
		return err
	})
}
