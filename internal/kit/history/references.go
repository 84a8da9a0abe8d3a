package history

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
)

// missingParents returns the references among the values that are about to be set back whose targets no longer exist,
// as column and value. A target in the trash counts as missing, except for links, which are kept in the trash, too.
func (v *reversal) missingParents(ctx context.Context, source string, rows []*keptRow,
	pick func(*keptRow) map[string]json.RawMessage,
) (map[string]bool, error) {
	missing := map[string]bool{}
	for _, ref := range v.catalog.byTable[source] {
		wanted := map[int64]bool{}
		for _, r := range rows {
			if id, err := strconv.ParseInt(string(pick(r)[ref.Column]), 10, 64); err == nil {
				wanted[id] = true
			}
		}
		if len(wanted) == 0 {
			continue
		}
		isLink := len(v.undoer.table(source).Key) > 1
		parent := table.Table{Name: ref.Parent, Trash: v.undoer.hasTrash(ref.Parent) && !isLink}
		if err := v.drop(ctx, parent, wanted); err != nil {
			return nil, err
		}
		if len(wanted) > 0 {
			if err := v.revive(ctx, ref.Parent, wanted); err != nil {
				return nil, err
			}
			if err := v.drop(ctx, parent, wanted); err != nil {
				return nil, err
			}
		}
		for id := range wanted {
			missing[ref.Column+strconv.FormatInt(id, 10)] = true
		}
	}
	return missing, nil
}

// drop removes the ids of rows that exist.
func (v *reversal) drop(ctx context.Context, parent table.Table, ids map[int64]bool) error {
	maps.DeleteFunc(ids, func(id int64, _ bool) bool { return v.simulated.returns(recordKey(parent.Name, id)) })
	for batch := range slices.Chunk(slices.Collect(maps.Keys(ids)), windowSize) {
		existing, err := parent.Existing(ctx, v.conn, batch)
		if err != nil {
			return fmt.Errorf("find references to %s: %w", parent.Name, err)
		}
		for id := range existing {
			delete(ids, id)
		}
	}
	return nil
}

// revive reverses deletes of rows that others refer to before their turn: PostgreSQL keeps a row before those that are
// deleted because of it, and SQLite after them.
func (v *reversal) revive(ctx context.Context, source string, ids map[int64]bool) error {
	kept := []int64{}
	for id := range ids {
		if row, ok := v.deleted[recordKey(source, id)]; ok {
			kept = append(kept, row)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	rows, err := readRows(ctx, v.conn, "id IN (?) ORDER BY id DESC", kept)
	if err != nil {
		return err
	}
	return v.reverse(ctx, rows)
}

// attempt runs a statement for several rows. If it violates a constraint, it runs again for each row alone, and those
// that violate it are refused.
func (v *reversal) attempt(ctx context.Context, rows []*keptRow, do func([]*keptRow) error) error {
	if len(rows) == 0 {
		return nil
	}
	if v.simulated != nil {
		v.simulated.reverse(v.Undo, rows)
		return nil
	}
	err := v.tx.Attempt(ctx, func() error { return do(rows) })
	violation, violated := db.AsViolation(err)
	if err != nil && !violated {
		return fmt.Errorf("undo changes of %s: %w", rows[0].Source, err)
	}
	switch {
	case violated && len(rows) > 1:
		for _, r := range rows {
			if err := v.attempt(ctx, []*keptRow{r}, do); err != nil {
				return err
			}
		}
	case violated && violation.Unique:
		v.refuse(rows[0], v.violated(rows[0], violation), nil, nil, "Another record has this value by now.")
	case violated:
		v.refuse(rows[0], "", nil, nil, "Something that it refers to, or that refers to it, has changed since.")
	}
	return nil
}

// violated returns the column of a row whose value another row has.
func (v *reversal) violated(r *keptRow, violation db.Violation) string {
	for _, column := range v.undoer.table(r.Source).Columns {
		if violation.On(column) {
			return strings.TrimSuffix(column, "_key")
		}
	}
	return ""
}

// refuse adds a conflict. What is in the trash has its own, besides that of its entry.
func (v *reversal) refuse(r *keptRow, column string, expected, now json.RawMessage, reason string) {
	r.refused = true
	if r.Source == trashTable {
		return
	}
	v.conflicts.Count++
	if len(v.conflicts.First) < maxDescribed {
		value := apierr.ChangedValue{Field: column, Expected: expected, Now: now, Reason: reason}
		v.conflicts.First = append(v.conflicts.First, Conflict{value, r.Source, r.Key})
	}
}

// elementsOf returns the argument of a statement for rows.
func elementsOf(rows []*keptRow) any {
	elements := make([]element, len(rows))
	for i, r := range rows {
		elements[i] = element{Key: json.RawMessage(r.Key), Values: r.values}
		if r.Event == updated {
			elements[i].Values = r.before
		}
	}
	return db.JSON(elements)
}

// id returns the id of a row whose key has one column.
func (r *keptRow) id() (int64, error) {
	var key []int64
	if err := json.Unmarshal([]byte(r.Key), &key); err != nil || len(key) == 0 {
		return 0, fmt.Errorf("the key %s of %s is not an id: %w", r.Key, r.Source, err)
	}
	return key[0], nil
}

func idsOf(rows []*keptRow) ([]int64, error) {
	ids := []int64{}
	for _, r := range rows {
		id, err := r.id()
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}
