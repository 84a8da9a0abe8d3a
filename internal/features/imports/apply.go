package imports

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/write"
)

// keySet contains the keys of the rows that have been read. It has their hashes only: a million keys take 20 MB, and
// two different ones have the same hash in one of 30 million such files.
type keySet struct {
	seed   maphash.Seed
	hashes map[uint64]struct{}
}

func newKeySet() keySet { return keySet{maphash.MakeSeed(), map[uint64]struct{}{}} }

// add reports whether the key is new.
func (k keySet) add(key string) bool {
	hash := maphash.String(k.seed, key)
	_, known := k.hashes[hash]
	k.hashes[hash] = struct{}{}
	return !known
}

// step is the rows that one transaction imports.
type step struct {
	numbers []int64
	rows    []importer.Row
	bytes   int
}

func newStep() *step { return &step{} }

func (s *step) add(number int, imported importer.Row) {
	s.numbers, s.rows = append(s.numbers, int64(number)), append(s.rows, imported)
	for _, cell := range imported.Cells {
		s.bytes += len(cell)
	}
}

// apply imports the rows of a step and stores the position. A check rolls the rows back first.
func (w *worker) apply(ctx context.Context, s *step, another, last bool) error {
	var results []importer.Result
	importRows := func(tx *write.Tx) (err error) {
		results, err = w.record.Import(ctx, tx, w.plan, s.rows)
		return err
	}
	saved := w.row
	save := func(tx *write.Tx) (err error) {
		saved, err = w.save(ctx, tx, s, results, another, last)
		return err
	}
	var err error
	if w.plan.DryRun {
		err = w.Kit.Store.DoAlone(ctx, func(tx *write.Tx) error {
			if err := importRows(tx); err != nil {
				return err
			}
			return errRollBack
		})
		if errors.Is(err, errRollBack) {
			err = w.Kit.Store.Do(ctx, save)
		}
	} else {
		err = w.Kit.Store.DoAlone(w.row.withOrigin(ctx, !last), func(tx *write.Tx) error {
			if err := importRows(tx); err != nil {
				return err
			}
			return save(tx)
		})
	}
	if err == nil {
		w.row = saved
	}
	return err
}

// save stores what happened to the rows of a step, and queues the job that continues.
func (w *worker) save(
	ctx context.Context, tx *write.Tx, s *step, results []importer.Result, another, last bool,
) (row, error) {
	r, rejected := w.row, []rejectedRow{}
	for i, result := range results {
		r.Done++
		switch result.Outcome {
		case importer.Created:
			r.Created++
		case importer.Changed:
			r.Changed++
		case importer.Unchanged:
			r.Unchanged++
		default:
			r.Rejected++
			rejected = append(rejected, rejectedRow{s.numbers[i], result.Problems})
		}
		r.Position = s.numbers[i]
	}
	state, finished := r.State, any(nil)
	if last {
		state, finished = map[string]string{checking: checked, importing: done}[r.State], tx.Now
	}
	updated, err := tx.Exec(ctx,
		`UPDATE imports
		SET state = ?, position = ?, done = ?, created = ?, changed = ?, unchanged = ?, rejected = ?, finished_at = ?
		WHERE id = ? AND attempt = ? AND state = ? AND position = ?`,
		state, r.Position, r.Done, r.Created, r.Changed, r.Unchanged, r.Rejected, finished,
		r.ID, r.Attempt, w.row.State, w.row.Position)
	if err != nil {
		return r, fmt.Errorf("store the progress of import %d: %w", r.ID, err)
	}
	if updated == 0 {
		return r, errSuperseded
	}
	if err := insertRejections(ctx, tx, r, rejected); err != nil {
		return r, err
	}
	if another {
		return r, tx.Enqueue(ctx, Run{Import: r.ID, Attempt: r.Attempt})
	}
	return r, nil
}

func insertRejections(ctx context.Context, tx *write.Tx, r row, rejected []rejectedRow) error {
	if len(rejected) == 0 {
		return nil
	}
	args := []any{}
	for _, one := range rejected {
		args = append(args, r.ID, r.Attempt, one.Row, db.JSON(one.Problems))
	}
	_, err := tx.Exec(ctx, "INSERT INTO import_rejections (import_id, attempt, row_number, problems) VALUES (?, ?, ?, ?)"+
		strings.Repeat(", (?, ?, ?, ?)", len(rejected)-1), args...)
	if err != nil {
		return fmt.Errorf("store rejected rows of import %d: %w", r.ID, err)
	}
	return nil
}
