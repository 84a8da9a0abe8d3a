package audit

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/rotation"
	"waymark/internal/kit/write"
)

// Prune deletes sealed entries that are older than before and stores a signed checkpoint for the chain to start from.
// Their change sets are deleted as well. It returns the number of deleted entries.
func (l *Log) Prune(ctx context.Context, before time.Time) (int64, error) {
	pruned, err := l.inBatches(ctx, func(tx *write.Tx) (int64, error) {
		if err := tx.Lock(ctx, sealingLock); err != nil {
			return 0, err
		}
		if err := rotation.Check(ctx, tx.Conn, l.Key); err != nil {
			return 0, err
		}
		return l.pruneBatch(ctx, tx, before)
	})
	if err != nil {
		return pruned, fmt.Errorf("prune the audit log: %w", err)
	}
	_, err = l.inBatches(ctx, func(tx *write.Tx) (int64, error) { return pruneSets(ctx, tx, before) })
	if err != nil {
		return pruned, fmt.Errorf("prune change sets: %w", err)
	}
	return pruned, nil
}

// inBatches repeats a transaction until it handles less than a full batch, and returns the number of rows.
func (l *Log) inBatches(ctx context.Context, step func(*write.Tx) (int64, error)) (total int64, err error) {
	for done := int64(batchSize); done >= batchSize; total += done {
		err := l.Store.DoAlone(ctx, func(tx *write.Tx) (err error) {
			done, err = step(tx)
			return err
		})
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// pruneBatch deletes entries from the start of the chain. An entry stays as long as one before it is too new to be
// deleted, because the chain can't have gaps.
func (l *Log) pruneBatch(ctx context.Context, tx *write.Tx, before time.Time) (int64, error) {
	type sealedAt struct {
		Seal
		CreatedAt time.Time `db:"created_at"`
	}
	oldest, err := db.All[sealedAt](ctx, tx.Conn, `SELECT seal_number, seal, created_at FROM audit_log
		WHERE seal_number IS NOT NULL ORDER BY seal_number LIMIT ?`, batchSize)
	if err != nil {
		return 0, err
	}
	last := Seal{}
	for _, e := range oldest {
		if !e.CreatedAt.Before(before) {
			break
		}
		last = e.Seal
	}
	if last.Number == 0 {
		return 0, nil
	}
	deleted, err := tx.Exec(ctx, "DELETE FROM audit_log WHERE seal_number <= ?", last.Number)
	if err != nil {
		return 0, err
	}
	return deleted, l.saveCheckpoint(ctx, tx.Conn, last, l.Key)
}

func (l *Log) saveCheckpoint(ctx context.Context, c db.Conn, last Seal, key signer) error {
	return l.saveFact(ctx, c, checkpointKey, last.String()+" "+key.Sign(purposeCheckpoint, last.String()))
}

// pruneSets deletes finished change sets that have no entries any longer, and what is kept of them: a set that is gone
// can't be undone.
func pruneSets(ctx context.Context, tx *write.Tx, before time.Time) (int64, error) {
	ids, err := db.All[int64](ctx, tx.Conn, `SELECT id FROM change_sets WHERE created_at < ? AND finished_at IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM audit_log WHERE change_id = change_sets.id)
		ORDER BY created_at, id LIMIT ?`, before, batchSize)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	kept, err := tx.Exec(ctx, `DELETE FROM change_rows
		WHERE id IN (SELECT id FROM change_rows WHERE change_id IN (?) LIMIT ?)`, ids, batchSize)
	if err != nil || kept == batchSize { // there may be more
		return kept, err
	}
	return tx.Exec(ctx, "DELETE FROM change_sets WHERE id IN (?)", ids)
}

// DeleteOld is the job that deletes old entries.
type DeleteOld struct{}

// Kind is stored with the job.
func (DeleteOld) Kind() string { return "prune-activity" }

// Jobs declares the job that deletes entries that are older than keep, or none if it is 0.
func (l *Log) Jobs(set *jobs.Set, keep time.Duration) {
	jobs.Add(set, jobs.Default, func(ctx context.Context, _ jobs.Job[DeleteOld]) error {
		if keep == 0 {
			return nil
		}
		_, err := l.Prune(ctx, clock.Now().Add(-keep))
		return err
	})
	set.Every(24*time.Hour, DeleteOld{})
}
