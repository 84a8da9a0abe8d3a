package history

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// maxAtOnce is the number of kept rows that are reversed in one transaction. They are counted rather than records: a
// partner is one record, but deleting it changes all its users.
const maxAtOnce = 5000

// IsLarge reports whether a change set has to be undone step by step.
func (u *Undoer) IsLarge(ctx context.Context, change int64) (bool, error) {
	n, err := db.Value[int64](ctx, u.Store.DB.Read(), `SELECT count(*) FROM (
		SELECT 1 FROM change_rows WHERE change_id = ? LIMIT ?) AS kept`, change, maxAtOnce+1)
	if err != nil {
		return false, fmt.Errorf("count the rows of change set %d: %w", change, err)
	}
	return n > maxAtOnce, nil
}

// Rows counts the kept rows.
func (o *Undo) Rows(ctx context.Context, c db.Conn) (int64, error) {
	n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM change_rows WHERE change_id = ?", o.set.ID)
	if err != nil {
		return 0, fmt.Errorf("count the rows of change set %d: %w", o.set.ID, err)
	}
	return n, nil
}

// checkLimit is the time limit of Check.
const checkLimit = time.Minute

// Check returns what can't be reversed, and refuses people who may not change the rows. It reads in windows, without a
// transaction. Values that must be unique are not compared with those of other records.
func (o *Undo) Check(ctx context.Context) (Conflicts, error) {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	read := o.undoer.Store.DB.Read()
	simulated, err := o.simulate(ctx, read)
	if err != nil {
		return Conflicts{}, err
	}
	v := &reversal{Undo: o, conn: read, simulated: simulated}
	err = v.reverseAll(ctx)
	return v.conflicts, err
}

// Part is what a step has done.
type Part struct {
	Rows, Skipped int64
	Last          int64 // the position at which the next step goes on
}

// Step reverses the rows before a position, which is 0 for the first step. It does not reverse what has changed since.
// A step without rows is the last one.
func (o *Undo) Step(ctx context.Context, tx *write.Tx, before int64) (Part, error) {
	part := Part{}
	_, err := o.settle(ctx, tx, func(v *reversal) error {
		rows, err := v.window(ctx, before)
		if err != nil || len(rows) == 0 {
			return err
		}
		part = Part{Rows: int64(len(rows)), Last: rows[len(rows)-1].ID}
		if err := v.reverse(ctx, rows); err != nil {
			return err
		}
		for _, r := range rows {
			if r.refused {
				part.Skipped++
			}
		}
		return nil
	})
	return part, err
}
