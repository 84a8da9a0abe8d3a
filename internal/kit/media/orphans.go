package media

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"regexp"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

const (
	// orphanAge is how old a file must be before it can count as an orphan. Files are written before the row that refers
	// to them.
	orphanAge = 24 * time.Hour
	// perRun is how many folders one run looks at. Runs begin at random places, so that all are looked at in time.
	perRun = 2000
	// Where more than half of many folders are unknown, the storage most likely belongs to another database.
	fewOrphans = 20
)

var folderShape = regexp.MustCompile(`^[0-9a-z]{24}$`)

// SweepOrphans deletes folders under parent that nothing refers to, such as those of a process that was killed between
// storing a file and noting it. references returns which of some folders are referred to. Folders with names that are not
// made by this program are left alone.
func SweepOrphans(ctx context.Context, storage Storage, parent string, references func(context.Context, []string) (map[string]bool, error)) error {
	names, err := someFolders(ctx, storage, parent)
	if err != nil {
		return err
	}
	known, err := references(ctx, names)
	if err != nil {
		return err
	}
	before := clock.Now().Add(-orphanAge)
	orphans := []string{}
	for _, name := range names {
		at := path.Join(parent, name)
		if known[name] {
			if err := storage.Tidy(ctx, at, before); err != nil {
				return fmt.Errorf("tidy %s: %w", at, err)
			}
			continue
		}
		changed, err := storage.Modified(ctx, at)
		if err != nil {
			return fmt.Errorf("look at %s: %w", at, err)
		}
		if changed.Before(before) {
			orphans = append(orphans, name)
		}
	}
	if len(orphans) > fewOrphans && 2*len(orphans) > len(names) {
		slog.ErrorContext(ctx, "most files in the storage belong to no record, so none was deleted: is the storage shared with another database?", "folders", len(names), "unknown", len(orphans))
		return nil
	}
	return deleteOrphans(ctx, storage, parent, orphans, references)
}

// deleteOrphans asks once more before it deletes.
func deleteOrphans(ctx context.Context, storage Storage, parent string, orphans []string, references func(context.Context, []string) (map[string]bool, error)) error {
	known, err := references(ctx, orphans)
	if err != nil {
		return err
	}
	for _, name := range orphans {
		if known[name] {
			continue
		}
		at := path.Join(parent, name)
		if err := storage.Delete(ctx, at); err != nil {
			return fmt.Errorf("delete %s: %w", at, err)
		}
		slog.InfoContext(ctx, "deleted files that no record refers to", "folder", at)
	}
	return nil
}

// someFolders lists folders from a random place on, and goes on at the beginning.
func someFolders(ctx context.Context, storage Storage, parent string) ([]string, error) {
	start := secret.RandomString(2, "0123456789abcdefghijklmnopqrstuvwxyz")
	found, err := storage.Folders(ctx, parent, start, perRun)
	if err == nil && len(found) < perRun {
		var more []string
		more, err = storage.Folders(ctx, parent, "", perRun-len(found))
		for _, name := range more {
			if name <= start {
				found = append(found, name)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, name := range found {
		if folderShape.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// sweepOrphans sweeps the files of uploads.
func (l *Library) sweepOrphans(ctx context.Context) error {
	err := SweepOrphans(ctx, l.Storage, "", func(ctx context.Context, names []string) (map[string]bool, error) {
		known := map[string]bool{}
		const atATime = 200
		for len(names) > 0 {
			keys := []string{}
			for _, name := range names[:min(atATime, len(names))] {
				keys = append(keys, name+"/original.jpg", name+"/original.png")
			}
			names = names[min(atATime, len(names)):]
			kept, err := db.All[string](ctx, l.Store.DB.Read(), "SELECT storage_key FROM uploads WHERE storage_key IN (?)", keys)
			if err != nil {
				return nil, fmt.Errorf("find uploads by their files: %w", err)
			}
			for _, key := range kept {
				known[path.Dir(key)] = true
			}
		}
		return known, nil
	})
	return errors.Join(err, removeTempFiles(clock.Now().Add(-orphanAge)))
}
