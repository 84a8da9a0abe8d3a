package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"waymark/internal/kit/archive"
	"waymark/internal/kit/secret"
)

// placement moves a verified backup from its staging folders to its destination. While it does so, a journal next to
// the database lists the moves, so that undoRestore can revert them after an interruption.
type placement struct {
	Staging []string `json:"staging"`
	Files   string   `json:"files"`   // the folder of uploaded files
	Names   []string `json:"names"`   // of the entries moved into it
	Key     bool     `json:"has_key"` // whether the key file is moved too

	path   string
	staged string // staging folder of the uploaded files
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
		return fmt.Errorf(
			"%s is the key of another database: move it away, or restore elsewhere with --database", KeyFile(p.path))
	}
	return nil
}

// steps returns the moves in order. The database comes last, so a database in its place means a complete restore.
func (p *placement) steps() []func() error {
	steps := []func() error{p.writeJournal}
	for _, name := range p.Names {
		steps = append(steps, func() error {
			return os.Rename(filepath.Join(p.staged, name), filepath.Join(p.Files, name))
		})
	}
	if len(p.Names) > 0 {
		steps = append(steps, func() error { return syncFolder(p.Files) })
	}
	if p.Key {
		steps = append(steps, func() error {
			return os.Rename(filepath.Join(p.Staging[0], archive.Key), KeyFile(p.path))
		})
	}
	return append(steps, func() error {
		if err := syncFolder(filepath.Dir(p.path)); err != nil {
			return err
		}
		return renameNew(filepath.Join(p.Staging[0], archive.Database), p.path)
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
		// The journal is complete before the first move, so nothing has been moved yet.
		return &placement{path: path}, nil //nolint:nilerr // an incomplete journal lists no moves
	}
	return p, nil
}

// undoRestore removes what an interrupted restore has moved into place. If the database is in its place the restore was
// complete, and only its temporary files are removed.
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

// finishRestore removes the journal and the staging folders of a restore.
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

// syncTree flushes the directory entries of all folders below root to disk.
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
