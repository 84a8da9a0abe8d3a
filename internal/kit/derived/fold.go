package derived

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/unavailable"
)

const (
	foldInterval = time.Second
	foldLock     = 7_311_846_093 // number of the advisory lock
	// foldRows is how many deltas or counts are folded in one transaction.
	foldRows = 1000
)

// KeepFolding folds the deltas of counters about once a second until ctx ends. One node at a time does so. Counts are
// exact without it, but it takes longer and longer to read them, and lists sorted by a count keep their order.
func KeepFolding(ctx context.Context, d *db.DB, done *sync.WaitGroup, counters ...Counter) {
	if d.Engine != db.Postgres {
		return
	}
	done.Go(func() {
		ticker := time.NewTicker(foldInterval)
		defer ticker.Stop()
		var outages unavailable.Sampler
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			err := Fold(db.WithStatementLimit(ctx, 0), d, counters...)
			if err == nil || ctx.Err() != nil {
				continue
			}
			if skipped, ok := outages.Allow(time.Now()); ok {
				slog.ErrorContext(ctx, "folding counts failed", "error", err, "similar_lines_not_logged", skipped)
			}
		}
	})
}

// Fold moves the deltas of totals and contended counters into the stored counts. A delta is deleted in the statement
// that adds it, so that every reader sees it exactly once.
func Fold(ctx context.Context, d *db.DB, counters ...Counter) error {
	if d.Engine != db.Postgres {
		return nil
	}
	statements := []string{}
	totals, err := db.Exists(ctx, d.Read(), "SELECT 1 FROM live_count_deltas")
	if err != nil {
		return fmt.Errorf("find deltas: %w", err)
	}
	if totals {
		statements = append(statements, foldTotals)
	}
	pending, err := db.All[string](ctx, d.Read(), "SELECT DISTINCT counter FROM counter_deltas")
	if err != nil {
		return fmt.Errorf("find deltas: %w", err)
	}
	byName := map[string]Counter{}
	for _, c := range counters {
		byName[c.Name()] = c
	}
	for _, name := range pending {
		if c, ok := byName[name]; ok {
			statements = append(statements, c.dropOrphans(), c.fold())
		}
	}
	for _, statement := range statements {
		if err := foldAll(ctx, d, statement); err != nil {
			return fmt.Errorf("fold deltas: %w", err)
		}
	}
	return nil
}

// foldAll runs a statement until it finds less than it may change at once.
func foldAll(ctx context.Context, d *db.DB, statement string) error {
	for n := int64(foldRows); n == foldRows; {
		err := d.WriteAlone(ctx, func(tx *db.Tx) error {
			n = 0
			locked, err := tx.TryLock(ctx, foldLock)
			if err != nil || !locked {
				return err
			}
			n, err = db.Value[int64](ctx, tx.Conn, statement, foldRows)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// foldTotals returns how many deltas it has folded.
const foldTotals = `
	WITH folded AS (
		DELETE FROM live_count_deltas WHERE ctid = ANY (ARRAY(SELECT ctid FROM live_count_deltas LIMIT ?))
		RETURNING list, facet, value, n
	), stored AS (
		INSERT INTO live_counts AS kept (list, facet, value, n)
		SELECT list, facet, value, sum(n) FROM folded GROUP BY list, facet, value HAVING sum(n) <> 0
		ON CONFLICT (list, facet, value) DO UPDATE SET n = kept.n + excluded.n
	)
	SELECT count(*) FROM folded`

// fold returns how many counts it has changed. It leaves out rows that somebody else has locked: it never waits while
// it holds locks, so it can't be part of a deadlock.
func (c Counter) fold() string {
	return c.expand(`
	WITH locked AS (
		SELECT id FROM $table
		WHERE id IN (SELECT row_id FROM counter_deltas WHERE counter = '$name') LIMIT ? FOR NO KEY UPDATE SKIP LOCKED
	), folded AS (
		DELETE FROM counter_deltas AS d USING locked WHERE d.counter = '$name' AND d.row_id = locked.id
		RETURNING d.row_id, d.n
	), sums AS (
		SELECT row_id, sum(n) AS n FROM folded GROUP BY row_id
	), stored AS (
		UPDATE $table AS counting SET $column = counting.$column + sums.n FROM sums
		WHERE counting.id = sums.row_id AND sums.n <> 0
	)
	SELECT count(*) FROM sums`)
}

// dropOrphans deletes the deltas of rows that no longer exist.
func (c Counter) dropOrphans() string {
	return c.expand(`
	WITH orphans AS (
		DELETE FROM counter_deltas WHERE ctid = ANY (ARRAY(
			SELECT d.ctid FROM counter_deltas AS d
			WHERE d.counter = '$name' AND NOT EXISTS (SELECT 1 FROM $table WHERE $table.id = d.row_id) LIMIT ?))
		RETURNING 1
	)
	SELECT count(*) FROM orphans`)
}
