package history

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

// reversal reverses rows of a change set in a transaction.
type reversal struct {
	undoer    *Undoer
	tx        *write.Tx
	catalog   *catalog
	set       *Set
	conflicts []Conflict
	// created are the records that the change set created and that go to the trash, as TABLE and key.
	created map[string]bool
}

func (u *Undoer) newReversal(ctx context.Context, tx *write.Tx, set *Set) (*reversal, error) {
	catalog, err := u.load(ctx, tx.Conn)
	if err != nil {
		return nil, err
	}
	v := &reversal{undoer: u, tx: tx, catalog: catalog, set: set, created: map[string]bool{}}
	tables := []string{}
	for _, kind := range u.Trash {
		tables = append(tables, kind.Table)
	}
	if len(tables) == 0 {
		return v, nil
	}
	created, err := db.All[string](ctx, tx.Conn, `SELECT source || CAST(row_key AS TEXT) FROM change_rows
		WHERE change_id = ? AND event = ? AND source IN (?)`, set.ID, inserted, tables)
	if err != nil {
		return nil, fmt.Errorf("find created records: %w", err)
	}
	for _, record := range created {
		v.created[record] = true
	}
	return v, nil
}

// reverse reverses rows, which are in the order in which they are reversed: the last change first.
func (v *reversal) reverse(ctx context.Context, rows []*keptRow) error {
	for len(rows) > 0 {
		n := runLength(rows)
		if err := v.reverseRun(ctx, rows[:n]); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// runLength returns how many of the first rows can be reversed together: the same happened to different rows of a table.
func runLength(rows []*keptRow) int {
	keys := map[string]bool{}
	for i, r := range rows {
		if r.Source != rows[0].Source || r.Event != rows[0].Event || keys[r.Key] {
			return i
		}
		keys[r.Key] = true
	}
	return len(rows)
}

func (v *reversal) reverseRun(ctx context.Context, rows []*keptRow) error {
	for _, r := range rows {
		if err := r.parse(); err != nil {
			return fmt.Errorf("read row %d: %w", r.ID, err)
		}
	}
	present, err := v.current(ctx, rows[0].Source, rows)
	if err != nil {
		return err
	}
	if err := v.mayChange(ctx, rows, present); err != nil {
		return err
	}
	switch rows[0].Event {
	case inserted:
		return v.removeRows(ctx, rows, present)
	case updated:
		return v.resetRows(ctx, rows, present)
	default:
		return v.insertRows(ctx, rows, present)
	}
}

// mayChange refuses people who may not change the rows.
func (v *reversal) mayChange(ctx context.Context, rows []*keptRow, present map[string]map[string]json.RawMessage) error {
	if v.undoer.MayChange == nil {
		return nil
	}
	for _, r := range rows {
		own := v.set.UserID != nil && *v.set.UserID == write.ActorOf(ctx).UserID
		change := RowChange{Operation: v.set.Operation, Table: r.Source, Values: present[r.Key], Own: own}
		if r.Event == updated {
			change.Columns = slices.Collect(maps.Keys(r.before))
		}
		if change.Values == nil {
			change.Values = r.values
		}
		if err := v.undoer.MayChange(ctx, change); err != nil {
			return err
		}
	}
	return nil
}

// removeRows reverses inserts. Records go to the trash, together with what belongs to them.
func (v *reversal) removeRows(ctx context.Context, rows []*keptRow, present map[string]map[string]json.RawMessage) error {
	table, reversible := rows[0].Source, []*keptRow{}
	for _, r := range rows {
		now := present[r.Key]
		switch {
		case v.belongsToCreated(r):
		case now == nil:
			v.refuse(r, "", nil, nil, "It has been deleted since.")
		case v.unchanged(r, r.values, now):
			reversible = append(reversible, r)
		}
	}
	if v.undoer.hasTrash(table) {
		return v.putAllIntoTrash(ctx, reversible)
	}
	reversible, err := v.withoutUsed(ctx, table, reversible)
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

// belongsToCreated reports whether a row is part of a record that this change set created. It goes to the trash with it.
func (v *reversal) belongsToCreated(r *keptRow) bool {
	for _, ref := range v.catalog.byTable[r.Source] {
		if ref.OnDelete == cascades && v.created[ref.Parent+"["+string(r.values[ref.Column])+"]"] {
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
	if len(kind.Dependents) == 0 {
		return trash.PutAll(ctx, v.tx, kind, v.title(kind.Table), ids)
	}
	for _, id := range ids {
		name, err := db.Value[string](ctx, v.tx.Conn,
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

// withoutUsed leaves out rows that others refer to by now.
func (v *reversal) withoutUsed(ctx context.Context, table string, rows []*keptRow) ([]*keptRow, error) {
	// What triggers work out follows by itself.
	references := slices.DeleteFunc(slices.Clone(v.catalog.byParent[table]), func(r reference) bool {
		return !slices.ContainsFunc(v.undoer.Tables, func(t derived.History) bool { return t.Table == r.Table })
	})
	if len(references) == 0 || len(rows) == 0 {
		return rows, nil
	}
	ids, err := idsOf(rows)
	if err != nil {
		return nil, err
	}
	used := map[int64]string{}
	for _, ref := range references {
		column := quote(ref.Column)
		found, err := db.All[int64](ctx, v.tx.Conn,
			"SELECT DISTINCT "+column+" FROM "+ref.Table+" WHERE "+v.tx.OneOf(column), db.IDs(ids))
		if err != nil {
			return nil, fmt.Errorf("find uses in %s: %w", ref.Table, err)
		}
		for _, id := range found {
			used[id] = ref.Table
		}
	}
	return slices.DeleteFunc(rows, func(r *keptRow) bool {
		id, _ := r.id()
		if used[id] == "" {
			return false
		}
		v.refuse(r, "", nil, nil, "It has been used since.")
		return true
	}), nil
}

// resetRows reverses updates, value by value.
func (v *reversal) resetRows(ctx context.Context, rows []*keptRow, present map[string]map[string]json.RawMessage) error {
	table := rows[0].Source
	missing, err := v.missingParents(ctx, table, rows, func(r *keptRow) map[string]json.RawMessage { return r.before })
	if err != nil {
		return err
	}
	bySignature := map[string][]*keptRow{}
	for _, r := range rows {
		now := present[r.Key]
		if now == nil {
			v.refuse(r, "", nil, nil, "It has been deleted since.")
			continue
		}
		for column := range maps.Clone(r.after) {
			value, known := now[column]
			switch {
			case !known: // a column of an earlier release
			case table != v.undoer.Uploads && !bytes.Equal(value, r.after[column]):
				v.refuse(r, column, r.after[column], value, "It has been changed since.")
			case missing[column+string(r.before[column])]:
				v.refuse(r, column, r.after[column], value, "What it referred to no longer exists.")
			default:
				continue
			}
			delete(r.before, column)
		}
		if len(r.before) > 0 {
			signature := strings.Join(slices.Sorted(maps.Keys(r.before)), " ")
			bySignature[signature] = append(bySignature[signature], r)
		}
	}
	for _, signature := range slices.Sorted(maps.Keys(bySignature)) {
		err := v.attempt(ctx, bySignature[signature], func(rows []*keptRow) error {
			return v.update(ctx, table, strings.Fields(signature), rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (v *reversal) update(ctx context.Context, table string, columns []string, rows []*keptRow) error {
	s, args, extra := v.statements(table), []any{}, []string{}
	if s.has("updated_at") {
		args = append(args, v.tx.Now)
	}
	if table == v.undoer.Uploads { // an image that is released is still needed to undo this
		extra, args = []string{"kept_until = ?"}, append(args, v.tx.Now.Add(Retention))
	}
	_, err := v.tx.Exec(ctx, s.update(columns, extra...), append(args, elementsOf(rows))...)
	return err
}

// insertRows reverses deletes: the rows come back with the same keys.
func (v *reversal) insertRows(ctx context.Context, rows []*keptRow, present map[string]map[string]json.RawMessage) error {
	table := rows[0].Source
	missing, err := v.missingParents(ctx, table, rows, func(r *keptRow) map[string]json.RawMessage { return r.values })
	if err != nil {
		return err
	}
	known := slices.Concat(v.undoer.table(table).Columns, v.undoer.table(table).Extra)
	bySignature := map[string][]*keptRow{}
	for _, r := range rows {
		if now := present[r.Key]; now != nil {
			if !v.same(r, now) { // else it has been revived before its turn
				v.refuse(r, "", nil, nil, "It exists again.")
			}
			continue
		}
		if column := v.firstMissing(r, missing); column != "" {
			v.refuse(r, column, r.values[column], nil, "What it referred to no longer exists.")
			continue
		}
		maps.DeleteFunc(r.values, func(column string, _ json.RawMessage) bool { return !slices.Contains(known, column) })
		signature := strings.Join(slices.Sorted(maps.Keys(r.values)), " ")
		bySignature[signature] = append(bySignature[signature], r)
	}
	for _, signature := range slices.Sorted(maps.Keys(bySignature)) {
		err := v.attempt(ctx, bySignature[signature], func(rows []*keptRow) error {
			return v.insert(ctx, table, strings.Fields(signature), rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (v *reversal) insert(ctx context.Context, table string, columns []string, rows []*keptRow) error {
	secrets := v.undoer.Secrets[table]
	if secrets != nil && len(rows) > 1 { // each row gets its own
		for _, r := range rows {
			if err := v.insert(ctx, table, columns, []*keptRow{r}); err != nil {
				return err
			}
		}
		return nil
	}
	s, args, filled := v.statements(table), []any{}, []string{}
	if s.has("updated_at") {
		args = append(args, v.tx.Now)
	}
	if secrets != nil {
		values, err := secrets()
		if err != nil {
			return err
		}
		for _, column := range slices.Sorted(maps.Keys(values)) {
			filled, args = append(filled, column), append(args, values[column])
		}
	}
	_, err := v.tx.Exec(ctx, s.insert(columns, filled), append(args, elementsOf(rows))...)
	return err
}

// firstMissing returns a column whose value refers to a row that no longer exists, or nothing.
func (v *reversal) firstMissing(r *keptRow, missing map[string]bool) string {
	for _, ref := range v.catalog.byTable[r.Source] {
		if missing[ref.Column+string(r.values[ref.Column])] {
			return ref.Column
		}
	}
	return ""
}
