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

// Sweep is the job that deletes uploads that no record uses.
type Sweep struct{}

// Kind returns the stored name of the job.
func (Sweep) Kind() string { return "sweep-uploads" }

// Discard is the job that deletes the files of a deleted upload.
type Discard struct {
	Folder string `json:"folder"`
}

// Kind returns the stored name of the job.
func (Discard) Kind() string { return "discard-files" }

// RunSweep deletes uploads older than a day that were never claimed or were released, and files that no upload refers
// to.
func (l *Library) RunSweep(ctx context.Context, _ jobs.Job[Sweep]) error {
	return errors.Join(l.sweepUploads(ctx), l.sweepOrphans(ctx))
}

func (l *Library) sweepUploads(ctx context.Context) error {
	unclaimed, err := db.All[stored](ctx, l.Store.DB.Read(), "SELECT "+storedColumns+` FROM uploads
		WHERE claimed_at IS NULL AND created_at < ? AND (kept_until IS NULL OR kept_until < ?)
		ORDER BY created_at LIMIT 1000`, clock.Now().Add(-unclaimedAge), clock.Now())
	if err != nil {
		return fmt.Errorf("find unclaimed uploads: %w", err)
	}
	for _, upload := range unclaimed {
		if err := l.deleteUpload(ctx, upload); err != nil {
			return err
		}
	}
	return nil
}

// deleteUpload deletes an upload unless a record uses it. All tables that use uploads have a foreign key, so the
// database refuses to delete the row then, and the upload is claimed again.
func (l *Library) deleteUpload(ctx context.Context, upload stored) error {
	err := l.Store.Do(ctx, func(tx *write.Tx) error {
		deleted, err := tx.Exec(ctx, "DELETE FROM uploads WHERE id = ? AND claimed_at IS NULL", upload.ID)
		if err != nil || deleted == 0 {
			return err // it was claimed after the query above
		}
		return tx.Enqueue(ctx, Discard{Folder: path.Dir(upload.Key)})
	})
	if _, used := db.AsViolation(err); used {
		return l.Store.Do(ctx, func(tx *write.Tx) error {
			_, err := Claim(ctx, tx, upload.ID)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("delete upload %d: %w", upload.ID, err)
	}
	return nil
}

// RunDiscard deletes the files of an upload.
func (l *Library) RunDiscard(ctx context.Context, job jobs.Job[Discard]) error {
	return l.Storage.Delete(ctx, job.Args.Folder)
}
