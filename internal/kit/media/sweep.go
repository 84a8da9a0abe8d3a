package media

import (
	"context"
	"errors"
	"fmt"
	"path"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/write"
)

// Sweep is the job that forgets uploads nothing shows.
type Sweep struct{}

// Kind names the job.
func (Sweep) Kind() string { return "sweep-uploads" }

// Discard is the job that deletes the files of a forgotten upload.
type Discard struct {
	Folder string `json:"folder"`
}

// Kind names the job.
func (Discard) Kind() string { return "discard-files" }

// RunSweep forgets uploads that were never claimed, or were released, and have waited long enough. It also deletes files
// that no upload refers to.
func (l *Library) RunSweep(ctx context.Context, _ jobs.Job[Sweep]) error {
	return errors.Join(l.sweepUploads(ctx), l.sweepOrphans(ctx))
}

func (l *Library) sweepUploads(ctx context.Context) error {
	waiting, err := db.All[stored](ctx, l.Store.DB.Read(), "SELECT "+storedColumns+" FROM uploads WHERE claimed_at IS NULL AND created_at < ? ORDER BY created_at LIMIT 1000", clock.Now().Add(-unclaimedFor))
	if err != nil {
		return fmt.Errorf("find unclaimed uploads: %w", err)
	}
	for _, upload := range waiting {
		if err := l.forget(ctx, upload); err != nil {
			return err
		}
	}
	return nil
}

// The schema knows everything that can show an image: while something does, the row can't be deleted.
func (l *Library) forget(ctx context.Context, upload stored) error {
	err := l.Store.Do(ctx, func(tx *write.Tx) error {
		gone, err := tx.Exec(ctx, "DELETE FROM uploads WHERE id = ? AND claimed_at IS NULL", upload.ID)
		if err != nil || gone == 0 {
			return err // claimed in the meantime: its files stay
		}
		return tx.Enqueue(ctx, Discard{Folder: path.Dir(upload.Key)})
	})
	if _, needed := db.AsViolation(err); needed {
		return l.Store.Do(ctx, func(tx *write.Tx) error {
			_, err := Claim(ctx, tx, upload.ID)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("forget upload %d: %w", upload.ID, err)
	}
	return nil
}

// RunDiscard deletes the files.
func (l *Library) RunDiscard(ctx context.Context, job jobs.Job[Discard]) error {
	return l.Storage.Delete(ctx, job.Args.Folder)
}
