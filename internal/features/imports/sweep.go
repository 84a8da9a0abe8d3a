package imports

import (
	"context"
	"fmt"
	"path"
	"slices"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/media"
	"waymark/internal/kit/write"
)

// Discard is the job that deletes the file and the rejected rows of an import that was deleted.
type Discard struct {
	Import int64  `json:"import"`
	Folder string `json:"folder"`
}

// Kind returns the stored name of the job.
func (Discard) Kind() string { return "discard-import" }

// Sweep is the job that deletes old imports.
type Sweep struct{}

// Kind returns the stored name of the job.
func (Sweep) Kind() string { return "sweep-imports" }

const (
	keep      = 7 * 24 * time.Hour
	perSweep  = 1000
	perDelete = 2000 // rejected rows in one transaction
)

// deleteImport deletes an import, and queues the job that deletes the rest.
func deleteImport(ctx context.Context, tx *write.Tx, r row) error {
	if _, err := tx.Exec(ctx, "DELETE FROM imports WHERE id = ?", r.ID); err != nil {
		return fmt.Errorf("delete import %d: %w", r.ID, err)
	}
	return tx.Enqueue(ctx, Discard{Import: r.ID, Folder: path.Dir(r.File)})
}

func (s *Service) discard(ctx context.Context, job jobs.Job[Discard]) error {
	if err := s.Kit.Media.Storage.Delete(ctx, job.Args.Folder); err != nil {
		return err
	}
	return s.deleteRejections(ctx, job.Args.Import, 1<<62)
}

// deleteRejections deletes the rejected rows of attempts before another one.
func (s *Service) deleteRejections(ctx context.Context, id, before int64) error {
	for {
		var deleted int64
		err := s.Kit.Store.DoAlone(ctx, func(tx *write.Tx) (err error) {
			deleted, err = tx.Exec(ctx,
				`DELETE FROM import_rejections
				WHERE import_id = ? AND (attempt, row_number) IN (
					SELECT attempt, row_number FROM import_rejections WHERE import_id = ? AND attempt < ? LIMIT ?
				)`, id, id, before, perDelete)
			return err
		})
		if err != nil {
			return fmt.Errorf("delete rejected rows of import %d: %w", id, err)
		}
		if deleted < perDelete {
			return nil
		}
	}
}

func (s *Service) sweep(ctx context.Context, _ jobs.Job[Sweep]) error {
	old, err := loadImports(ctx, s.Kit.Store.DB.Read(), "created_at < ? ORDER BY created_at LIMIT ?",
		clock.Now().Add(-keep), perSweep)
	if err != nil {
		return err
	}
	for _, r := range old {
		if r.State == importing { // its job was lost; the next run deletes it
			if err := s.fail(ctx, r, problemFailed); err != nil {
				return err
			}
			continue
		}
		err := s.Kit.Store.Do(ctx, func(tx *write.Tx) error { return deleteImport(ctx, tx, r) })
		if err != nil {
			return err
		}
	}
	recent, err := loadImports(ctx, s.Kit.Store.DB.Read(), "attempt > 1 ORDER BY id DESC LIMIT ?", perSweep)
	if err != nil {
		return err
	}
	for _, r := range recent {
		if err := s.deleteRejections(ctx, r.ID, r.Attempt); err != nil {
			return err
		}
	}
	return media.SweepOrphans(ctx, s.Kit.Media.Storage, folder, s.references)
}

// references returns which of the folders belong to an import.
func (s *Service) references(ctx context.Context, names []string) (map[string]bool, error) {
	known := map[string]bool{}
	for chunk := range slices.Chunk(names, perSweep) {
		files := []string{}
		for _, name := range chunk {
			files = append(files, folder+"/"+name+"/"+fileName)
		}
		found, err := db.All[string](ctx, s.Kit.Store.DB.Read(), "SELECT file FROM imports WHERE file IN (?)", files)
		if err != nil {
			return nil, fmt.Errorf("find files of imports: %w", err)
		}
		for _, file := range found {
			known[path.Base(path.Dir(file))] = true
		}
	}
	return known, nil
}
