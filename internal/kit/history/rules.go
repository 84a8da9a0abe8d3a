package history

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// Rules are what the calls that save, delete and restore the records of a table check. An undo writes rows directly, so
// it checks the same.
type Rules struct {
	// Lock keeps others from changing records of the table, if changes of one affect others.
	Lock func(ctx context.Context, tx *write.Tx) error
	// MayUndo refuses people who may not do this to the records, or who have to confirm their password first. It runs
	// before anything is changed.
	MayUndo func(ctx context.Context, c db.Conn, changes []RowChange) error
	// CheckRemove checks a record that is about to be deleted, or moved to the trash.
	CheckRemove func(ctx context.Context, tx *write.Tx, id int64) error
	// CheckUndo checks the records as they are after the undo, within its transaction, and applies the consequences of
	// the changes.
	CheckUndo func(ctx context.Context, tx *write.Tx, changes *Changes) error
}

// AddRules adds rules for the records of a table. A nil set ignores them.
func (k *Kinds) AddRules(table string, rules Rules) {
	if k != nil {
		k.rules[table] = append(k.rules[table], rules)
	}
}

// Action is what an undo does to a row.
type Action int

// The actions of an undo. Rows that are removed are deleted or moved to the trash, and those that are restored come
// back from there.
const (
	Updates Action = iota
	Removes
	Restores
)

// RowChange is what an undo does to a row.
type RowChange struct {
	Operation string // the call whose effects are reversed or, if its undo is undone, made again
	Own       bool   // the caller made that call, and all undos since
	Table     string
	ID        int64 // 0 if the key of the table has several columns
	Action    Action
	// Values are the columns that the undo sets or, of a row that is deleted, all columns.
	Values columnValues
}

// Sets reports whether an update sets any of the columns.
func (c RowChange) Sets(columns ...string) bool {
	return c.Action == Updates && slices.ContainsFunc(columns, func(column string) bool { return c.Values[column] != nil })
}

// Changes are what an undo has done to the records of a table.
type Changes struct {
	List    []RowChange
	refused map[int64]refusal
}

type refusal struct{ field, reason string }

// Setting returns the ids of records that have come back, or of which any of the columns was set.
func (c *Changes) Setting(columns ...string) []int64 {
	ids := []int64{}
	for _, change := range c.List {
		if change.Action == Restores || change.Sets(columns...) {
			ids = append(ids, change.ID)
		}
	}
	return ids
}

// Refuse keeps a record as it was before the undo, and reports the reason as a conflict.
func (c *Changes) Refuse(id int64, field, reason string) {
	if _, known := c.refused[id]; !known {
		c.refused[id] = refusal{field, reason}
	}
}

// RefuseAll refuses records that a query finds among ids, which are its only argument.
func (c *Changes) RefuseAll(ctx context.Context, conn db.Conn, ids []int64, query, field, reason string) error {
	if len(ids) == 0 {
		return nil
	}
	found, err := db.All[int64](ctx, conn, query, db.IDs(ids))
	if err != nil {
		return fmt.Errorf("check what an undo has changed: %w", err)
	}
	for _, id := range found {
		c.Refuse(id, field, reason)
	}
	return nil
}

// change describes what the undo does to a row.
func (v *reversal) change(ctx context.Context, r *keptRow) RowChange {
	origin := v.set.origin
	change := RowChange{
		Operation: origin.operation, Own: origin.by != 0 && origin.by == write.ActorOf(ctx).UserID,
		Table: r.Source, Values: r.values,
	}
	change.ID, _ = r.id()
	switch r.Event {
	case inserted:
		change.Action = Removes
	case deleted:
		change.Action = Restores
	default:
		change.Values = r.before
		if at, ok := r.before["deleted_at"]; ok {
			change.Action = Removes
			if string(at) == "null" {
				change.Action = Restores
			}
		}
	}
	return change
}

// mayUndo refuses people who may not change the rows.
func (v *reversal) mayUndo(ctx context.Context, rows []*keptRow) error {
	if v.Allowed {
		return nil
	}
	changes := make([]RowChange, len(rows))
	for i, r := range rows {
		changes[i] = v.change(ctx, r)
		if v.undoer.MayChange == nil {
			continue
		}
		if err := v.undoer.MayChange(ctx, changes[i]); err != nil {
			return err
		}
	}
	for _, rules := range v.undoer.Kinds.rules[rows[0].Source] {
		if rules.MayUndo == nil {
			continue
		}
		if err := rules.MayUndo(ctx, v.conn, changes); err != nil {
			return err
		}
	}
	return nil
}

// lock locks the table of rows.
func (v *reversal) lock(ctx context.Context, table string) error {
	for _, rules := range v.undoer.Kinds.rules[table] {
		if rules.Lock == nil || v.simulated != nil {
			continue
		}
		if err := rules.Lock(ctx, v.tx); err != nil {
			return err
		}
	}
	return nil
}

// removable leaves out rows that may not be deleted.
func (v *reversal) removable(ctx context.Context, rows []*keptRow) ([]*keptRow, error) {
	if len(rows) == 0 || v.simulated != nil {
		return rows, nil
	}
	left := []*keptRow{}
	for _, r := range rows {
		err := v.checkRemove(ctx, r)
		if err := v.refuseFor(r, err); err != nil {
			return nil, err
		}
		if err == nil {
			left = append(left, r)
		}
	}
	return left, nil
}

func (v *reversal) checkRemove(ctx context.Context, r *keptRow) error {
	for _, rules := range v.undoer.Kinds.rules[r.Source] {
		if rules.CheckRemove == nil {
			continue
		}
		id, err := r.id()
		if err != nil {
			return err
		}
		if err := rules.CheckRemove(ctx, v.tx, id); err != nil {
			return err
		}
	}
	return nil
}

// refuseFor turns an error that is about the state of a record into a conflict, and returns all others.
func (v *reversal) refuseFor(r *keptRow, err error) error {
	if known, ok := apierr.As(err); ok && known.GetStatus() == http.StatusConflict {
		v.refuse(r, "", nil, nil, known.Message)
		return nil
	}
	return err
}

// note remembers what was done to rows for the rules that are checked afterwards.
func (v *reversal) note(ctx context.Context, rows []*keptRow) {
	if len(rows) == 0 || v.simulated != nil || !slices.ContainsFunc(v.undoer.Kinds.rules[rows[0].Source],
		func(r Rules) bool { return r.CheckUndo != nil }) {
		return
	}
	for _, r := range rows {
		if !r.refused || r.Event == updated && len(r.before) > 0 {
			v.done[r.Source] = append(v.done[r.Source], v.change(ctx, r))
		}
	}
}

// checkDone checks the rules of all records that were changed. Those that are refused are excluded from the next
// attempt.
func (v *reversal) checkDone(ctx context.Context) error {
	if err := v.checkRoots(ctx); err != nil {
		return err
	}
	for _, table := range slices.Sorted(maps.Keys(v.done)) {
		for _, rules := range v.undoer.Kinds.rules[table] {
			if rules.CheckUndo == nil {
				continue
			}
			changes := &Changes{List: v.done[table], refused: map[int64]refusal{}}
			if err := rules.CheckUndo(ctx, v.tx, changes); err != nil {
				return err
			}
			for id, refusal := range changes.refused {
				v.excluded[recordKey(table, id)] = refusal
			}
		}
	}
	return nil
}

// withoutExcluded refuses rows that an earlier attempt has excluded, and returns the others.
func (v *reversal) withoutExcluded(rows []*keptRow) []*keptRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r *keptRow) bool {
		refusal, excluded := v.excluded[r.Source+r.Key]
		if excluded {
			v.refuse(r, refusal.field, nil, nil, refusal.reason)
		}
		return excluded
	})
}

// maxAttempts limits how often a reversal is repeated without records that the rules refuse.
const maxAttempts = 20

var errExcluded = errors.New("records were refused after the undo")

// settle reverses rows, and repeats that without the records that the rules refuse, until all rules hold.
func (o *Undo) settle(ctx context.Context, tx *write.Tx, reverse func(*reversal) error) (*reversal, error) {
	excluded := map[string]refusal{}
	for range maxAttempts {
		v := &reversal{Undo: o, conn: tx.Conn, tx: tx, excluded: excluded, done: map[string][]RowChange{}}
		err := tx.Attempt(ctx, func() error {
			known := len(excluded)
			if err := reverse(v); err != nil {
				return err
			}
			if err := v.checkDone(ctx); err != nil {
				return err
			}
			if len(excluded) > known {
				return errExcluded
			}
			return nil
		})
		if !errors.Is(err, errExcluded) {
			return v, err
		}
	}
	return nil, apierr.Conflict("Too much has changed since. Nothing was undone.")
}

// columnValues are values by column.
type columnValues = map[string]json.RawMessage
