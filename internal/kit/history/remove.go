package history

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"waymark/internal/kit/db"
	"waymark/internal/kit/trash"
)

// removeRows reverses inserts. Records go to the trash, together with what belongs to them.
func (v *reversal) removeRows(ctx context.Context, rows []*keptRow, present map[string]columnValues) error {
	table, reversible := rows[0].Source, []*keptRow{}
	for _, r := range rows {
		now := present[r.Key]
		switch {
		case v.belongsToCreated(r):
			v.simulated.release(v.Undo, r, r.values)
		case now == nil:
			v.refuse(r, "", nil, nil, "It has been deleted since.")
		case v.unchanged(r, r.values, now):
			reversible = append(reversible, r)
		}
	}
	reversible, err := v.removable(ctx, reversible)
	if err != nil {
		return err
	}
	if v.undoer.hasTrash(table) {
		return v.putAllIntoTrash(ctx, reversible)
	}
	reversible, err = v.withoutUsed(ctx, table, reversible)
	if err != nil {
		return err
	}
	return v.attempt(ctx, reversible, func(rows []*keptRow) error {
		_, err := v.tx.Exec(ctx, v.statements(table).remove(), elementsOf(rows))
		return err
	})
}

// unchanged reports whether a row has the values it was left with, and otherwise refuses those that have changed.
func (v *reversal) unchanged(r *keptRow, want, now map[string]json.RawMessage) bool {
	same, columns := true, v.undoer.table(r.Source).Columns
	for _, column := range slices.Sorted(maps.Keys(want)) {
		value, ok := now[column]
		if ok && slices.Contains(columns, column) && !bytes.Equal(value, want[column]) {
			v.refuse(r, column, want[column], value, "It has been changed since.")
			same = false
		}
	}
	return same
}

// same reports whether a row that comes back is there already.
func (v *reversal) same(r *keptRow, now map[string]json.RawMessage) bool {
	for _, column := range v.undoer.table(r.Source).Columns {
		if want, ok := r.values[column]; ok && !bytes.Equal(want, now[column]) {
			return false
		}
	}
	return true
}

// belongsToCreated reports whether a row is part of a record that this change set created. It goes to the trash with
// it.
func (v *reversal) belongsToCreated(r *keptRow) bool {
	for _, ref := range v.catalog.byTable[r.Source] {
		if ref.OnDelete == cascades && v.undoer.hasTrash(ref.Parent) &&
			v.created[ref.Parent+"["+string(r.values[ref.Column])+"]"] {
			return true
		}
	}
	return false
}

func (v *reversal) putAllIntoTrash(ctx context.Context, rows []*keptRow) error {
	for _, kind := range v.undoer.Trash {
		chosen := []*keptRow{}
		for _, r := range rows {
			if r.Source == kind.Table && kind.of(r.values) {
				chosen = append(chosen, r)
			}
		}
		if err := v.putIntoTrash(ctx, kind.Kind, chosen); err != nil {
			return err
		}
	}
	return nil
}

func (v *reversal) putIntoTrash(ctx context.Context, kind trash.Kind, rows []*keptRow) error {
	ids, err := idsOf(rows)
	if err != nil || len(ids) == 0 {
		return err
	}
	if v.Allowed {
		kind.Allowed = nil
	}
	if v.simulated != nil {
		v.simulated.reverse(v.Undo, rows)
		return kind.MayChange(ctx)
	}
	if len(kind.Dependents) == 0 {
		return trash.PutAll(ctx, v.tx, kind, v.title(kind.Table), ids)
	}
	for _, id := range ids {
		name, err := db.Value[string](ctx, v.conn,
			"SELECT "+v.title(kind.Table)+" FROM "+kind.Table+" WHERE id = ?", id)
		if err != nil {
			return fmt.Errorf("read the name of %s %d: %w", kind.Name, id, err)
		}
		if err := trash.Put(ctx, v.tx, kind, id, name); err != nil {
			return err
		}
	}
	return nil
}

// title is an expression for the name of a row.
func (v *reversal) title(table string) string {
	if kind, ok := v.undoer.Kinds.byTable[table]; ok && kind.Title != "" {
		return kind.Title
	}
	return "''"
}
