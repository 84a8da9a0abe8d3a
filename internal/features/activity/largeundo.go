package activity

import (
	"context"
	"fmt"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/history"
	"waymark/internal/kit/write"
)

// undoProcess is the name under which tasks that undo large change sets are stored.
const undoProcess = "activity/undo"

// beginUndo checks for conflicts, and has a job undo a change set step by step. Values that change after the check are
// skipped.
func (u *undoing) beginUndo(ctx context.Context, id int64, request Request) (*Undone, error) {
	read := u.kit.Store.DB.Read()
	set, err := u.find(ctx, read, id)
	if err != nil {
		return nil, err
	}
	undo, err := u.undoer.Open(ctx, read, set)
	if err != nil {
		return nil, err
	}
	conflicts, err := undo.Check(ctx)
	if err != nil {
		return nil, err
	}
	if conflicts.Count > 0 && !request.SkipConflicts {
		return nil, conflictError(conflicts)
	}
	rows, err := undo.Rows(ctx, read)
	if err != nil {
		return nil, err
	}
	var job int64
	write.OriginOf(ctx).Continues = true
	err = u.kit.Store.Do(ctx, func(tx *write.Tx) error {
		if _, err := u.find(ctx, tx.Conn, id); err != nil { // another request may have begun to undo it
			return err
		}
		if job, err = u.kit.Bulk.BeginProcess(ctx, tx, undoProcess, id, rows); err != nil {
			return err
		}
		return undo.Begin(ctx, tx)
	})
	if err != nil {
		return nil, err
	}
	return &Undone{Job: &job}, nil
}

// continueUndo returns the steps of an undo. The first number of their position is that of the kept rows, and the
// second one that of the entries.
func (u *undoing) continueUndo(ctx context.Context, id int64) (bulk.Step, error) {
	read := u.kit.Store.DB.Read()
	set, err := history.Find(ctx, read, id)
	if err != nil {
		return nil, err
	}
	if set == nil {
		return nil, fmt.Errorf("change set %d does not exist", id)
	}
	undo, err := u.undoer.Open(ctx, read, set)
	if err != nil {
		return nil, err
	}
	undo.Allowed = true
	return func(ctx context.Context, tx *write.Tx, at bulk.Position) (bulk.Progress, error) {
		part, err := undo.Step(confirmed(ctx), tx, at.First)
		if err != nil {
			return bulk.Progress{}, err
		}
		last, err := recordSome(ctx, tx, id, at.Second)
		if err != nil {
			return bulk.Progress{}, err
		}
		progress := bulk.Progress{At: bulk.Position{First: part.Last, Second: last}, Done: part.Rows, Skipped: part.Skipped}
		if part.Rows == 0 {
			progress.At.First = at.First
		}
		if part.Rows > 0 || last != at.Second {
			return progress, nil
		}
		progress.Finished = true
		return progress, undo.Finish(ctx, tx)
	}, nil
}

// confirmed returns a context in which the session of the user counts as confirmed: the check before the undo has
// required that where it is needed.
func confirmed(ctx context.Context) context.Context {
	user := auth.Current(ctx)
	if user == nil {
		return ctx
	}
	now, copied := clock.Now(), *user
	copied.Session.ConfirmedAt = &now
	return auth.WithUser(ctx, &copied)
}
