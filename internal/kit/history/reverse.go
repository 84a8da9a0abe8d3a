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
	"waymark/internal/kit/write"
)

// reversal reverses rows of a change set in a transaction. With a simulation it changes nothing, and finds only what it
// would not reverse.
type reversal struct {
	*Undo
	conn      db.Conn
	tx        *write.Tx   // nil for a simulation
	simulated *simulation // nil in a transaction
	conflicts Conflicts
	// excluded are rows that the rules refuse, by table and key. done is what was done to records that have rules, by
	// table, and returned are the rows that came back with others from the trash.
	excluded map[string]refusal
	done     map[string][]RowChange
	returned []returnedRow
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

// runLength returns how many of the first rows can be reversed together: the same happened to different rows of a
// table.
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
	if rows = v.withoutExcluded(rows); len(rows) == 0 {
		return nil
	}
	if err := v.lock(ctx, rows[0].Source); err != nil {
		return err
	}
	present, err := v.current(ctx, rows[0].Source, rows)
	if err != nil {
		return err
	}
	if err := v.mayUndo(ctx, rows); err != nil {
		return err
	}
	if err := v.report(ctx, rows); err != nil {
		return err
	}
	switch rows[0].Event {
	case inserted:
		err = v.removeRows(ctx, rows, present)
	case updated:
		err = v.resetRows(ctx, rows, present)
	default:
		err = v.insertRows(ctx, rows, present)
	}
	v.note(ctx, rows)
	return err
}

// report reports changes that no trigger reports.
func (v *reversal) report(ctx context.Context, rows []*keptRow) error {
	reports, ok := v.undoer.Reports[rows[0].Source]
	if !ok {
		return nil
	}
	ids, err := idsOf(rows)
	if err != nil {
		return err
	}
	return reports.Changed(ctx, v.tx, slices.Compact(ids))
}

// resetRows reverses updates, value by value.
func (v *reversal) resetRows(ctx context.Context, rows []*keptRow, present map[string]columnValues) error {
	table := rows[0].Source
	missing, err := v.missingParents(ctx, table, rows, func(r *keptRow) map[string]json.RawMessage { return r.before })
	if err != nil {
		return err
	}
	kept := []*keptRow{}
	for _, r := range rows {
		now := present[r.Key]
		if now == nil {
			v.refuse(r, "", nil, nil, "It has been deleted since.")
			r.before = columnValues{}
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
			kept = append(kept, r)
		}
	}
	if kept, err = v.throughTrash(ctx, kept); err != nil {
		return err
	}
	bySignature := map[string][]*keptRow{}
	for _, r := range kept {
		signature := strings.Join(slices.Sorted(maps.Keys(r.before)), " ")
		bySignature[signature] = append(bySignature[signature], r)
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
func (v *reversal) insertRows(ctx context.Context, rows []*keptRow, present map[string]columnValues) error {
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
		values, err := secrets(ctx, v.tx)
		if err != nil {
			return err
		}
		for _, column := range slices.Sorted(maps.Keys(values)) {
			filled, args = append(filled, column), append(args, values[column])
		}
	}
	if _, err := v.tx.Exec(ctx, s.insert(columns, filled), append(args, elementsOf(rows))...); err != nil {
		return err
	}
	refresh := v.undoer.Refresh[table]
	if refresh == "" {
		return nil
	}
	ids, err := idsOf(rows)
	if err != nil {
		return err
	}
	_, err = v.tx.Exec(ctx, refresh, ids)
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
