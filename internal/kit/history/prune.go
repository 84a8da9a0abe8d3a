package history

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/write"
)

// Prune is the job that deletes rows of change sets that can't be undone any longer.
type Prune struct{}

// Kind is stored with the job.
func (Prune) Kind() string { return "prune-history" }

// Erase is the job that deletes what is kept of a record that was purged.
type Erase struct {
	Table string  `json:"table"`
	IDs   []int64 `json:"ids"`
}

// Kind is stored with the job.
func (Erase) Kind() string { return "erase-history" }

// Jobs declares the jobs.
func (u *Undoer) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Default, u.prune)
	jobs.Add(set, jobs.Default, u.erase)
	set.Every(24*time.Hour, Prune{})
}

// batch is the number of rows that are deleted or searched in one transaction.
const batch = 5000

// prune deletes the oldest rows. Those of a change set are older than it only by the time that its job took.
func (u *Undoer) prune(ctx context.Context, _ jobs.Job[Prune]) error {
	return u.inBatches(ctx, func(tx *write.Tx) (int64, error) {
		last, err := db.All[int64](ctx, tx.Conn,
			"SELECT id FROM change_sets WHERE created_at < ? ORDER BY created_at DESC LIMIT 1", oldest(clock.Now()))
		if err != nil || len(last) == 0 {
			return 0, err
		}
		return tx.Exec(ctx, `DELETE FROM change_rows
			WHERE id IN (SELECT id FROM change_rows WHERE change_id <= ? ORDER BY id LIMIT ?)`, last[0], batch)
	})
}

func (u *Undoer) inBatches(ctx context.Context, step func(*write.Tx) (int64, error)) error {
	for {
		var done int64
		err := u.Store.DoAlone(ctx, func(tx *write.Tx) (err error) {
			done, err = step(tx)
			return err
		})
		if err != nil || done < batch {
			return err
		}
	}
}

// erase goes through all kept rows: there is no index by record, which would cost more with every change than this.
func (u *Undoer) erase(ctx context.Context, job jobs.Job[Erase]) error {
	keys := make([]string, len(job.Args.IDs))
	for i, id := range job.Args.IDs {
		keys[i] = fmt.Sprintf("[%d]", id)
	}
	last, err := db.Value[int64](ctx, u.Store.DB.Read(), "SELECT coalesce(max(id), 0) FROM change_rows")
	if err != nil {
		return fmt.Errorf("find the last kept row: %w", err)
	}
	for from := int64(0); from < last; from += batch {
		err := u.Store.DoAlone(ctx, func(tx *write.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM change_rows
				WHERE id > ? AND id <= ? AND source = ? AND CAST(row_key AS TEXT) IN (?)`, from, from+batch, job.Args.Table, keys)
			return err
		})
		if err != nil {
			return fmt.Errorf("erase the history of %s: %w", job.Args.Table, err)
		}
	}
	return nil
}
