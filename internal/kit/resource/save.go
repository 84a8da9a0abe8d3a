package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/write"
)

const alreadyTaken = "Is already taken."

// Create writes a new record below its parents and returns it as it now reads.
func (r *Resource[T]) Create(ctx context.Context, tx *write.Tx, in *Input[T], parents []int64) (*T, error) {
	item := new(T)
	for _, apply := range in.apply {
		apply(item)
	}
	if err := r.waitTurn(ctx, tx); err != nil {
		return nil, err
	}
	change := &Change[T]{After: item, Parents: parents, sent: in.sent}
	if err := r.checkChange(ctx, tx, change); err != nil {
		return nil, err
	}
	columns, args := []string{"created_at", "updated_at"}, []any{tx.Now, tx.Now}
	for i := range r.Fields {
		f := &r.Fields[i]
		if f.column != "" && !f.rules.readOnly {
			columns, args = f.stored(item, columns, args)
		}
	}
	if n := len(r.Under); n > 0 {
		columns, args = append(columns, quote(r.Under[n-1].Column)), append(args, parents[n-1])
	}
	if r.search {
		columns, args = append(columns, "search_text"), append(args, r.searchText(item))
	}
	if r.Columns != nil {
		extra := r.Columns(ctx, change)
		for _, column := range slices.Sorted(maps.Keys(extra)) {
			columns, args = append(columns, quote(column)), append(args, extra[column])
		}
	}
	marks := "?" + strings.Repeat(", ?", len(columns)-1)
	if r.Reorder {
		columns = append(columns, `"order"`)
		marks += ", (SELECT coalesce(max(\"order\"), 0) + 1 FROM " + r.Table + ")"
	}
	id, err := tx.Insert(ctx, "INSERT INTO "+r.Table+" ("+strings.Join(columns, ", ")+") VALUES ("+marks+")", args...)
	if err != nil {
		return nil, r.refused(err)
	}
	*baseOf(item).id = id
	return r.finish(ctx, tx, change, "created")
}

// stored adds a field's column, and its folded twin, to what a statement writes.
func (f *Field[T]) stored(item *T, columns []string, args []any) ([]string, []any) {
	columns, args = append(columns, quote(f.column)), append(args, f.value(item))
	if f.rules.keyed {
		columns, args = append(columns, quote(f.column+"_key")), append(args, fold.Key(f.text(item)))
	}
	return columns, args
}

// Update changes a record and returns it as it now reads. An update that changes nothing writes nothing.
func (r *Resource[T]) Update(ctx context.Context, tx *write.Tx, id int64, in *Input[T], parents []int64) (*T, error) {
	before, err := r.Lock(ctx, tx, id, parents)
	if err != nil {
		return nil, err
	}
	if in.Version != nil && *in.Version != *baseOf(before).version {
		return nil, apierr.Stale(before)
	}
	copied := *before
	change := &Change[T]{Before: before, After: &copied, Parents: parents, sent: in.sent}
	for _, apply := range in.apply {
		apply(change.After)
	}
	if err := r.checkChange(ctx, tx, change); err != nil {
		return nil, err
	}
	columns, args := []string{}, []any{}
	changed := false
	for i := range r.Fields {
		f := &r.Fields[i]
		if f.value == nil || f.rules.readOnly || reflect.DeepEqual(f.value(before), f.value(change.After)) {
			continue
		}
		changed = true
		if f.column != "" {
			columns, args = f.stored(change.After, columns, args)
		}
	}
	if !changed {
		return before, nil
	}
	if text := r.searchText(change.After); r.search && text != r.searchText(before) {
		columns, args = append(columns, "search_text"), append(args, text)
	}
	columns, args = append(columns, "updated_at"), append(args, tx.Now)
	query := "UPDATE " + r.Table + " SET version = version + 1, " + strings.Join(columns, " = ?, ") + " = ? WHERE id = ?"
	if _, err := tx.Exec(ctx, query, append(args, id)...); err != nil {
		return nil, r.refused(err)
	}
	return r.finish(ctx, tx, change, "updated")
}

// waitTurn comes before any row is locked: whoever holds a row and waits here would stop the one whose turn it is.
// SQLite has one writer anyway.
func (r *Resource[T]) waitTurn(ctx context.Context, tx *write.Tx) error {
	if !r.Serial || tx.Engine != db.Postgres {
		return nil
	}
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext(?))", r.Table)
	return wrap(err, "wait for a turn at "+r.Table)
}

// Lock reads a record that the transaction is about to change, and keeps others from changing it.
func (r *Resource[T]) Lock(ctx context.Context, tx *write.Tx, id int64, parents []int64) (*T, error) {
	if err := r.waitTurn(ctx, tx); err != nil {
		return nil, err
	}
	if tx.Engine == db.Postgres {
		if _, err := tx.Exec(ctx, "SELECT 1 FROM "+r.Table+" WHERE id = ?"+tx.ForUpdate(), id); err != nil {
			return nil, fmt.Errorf("lock %s %d: %w", r.Table, id, err)
		}
	}
	return r.Find(ctx, tx.Conn, id, parents)
}

// checkChange asks each changed field and then the record as a whole whether the change may be.
func (r *Resource[T]) checkChange(ctx context.Context, tx *write.Tx, change *Change[T]) error {
	for i := range r.Fields {
		f := &r.Fields[i]
		if f.check == nil || f.rules.readOnly {
			continue
		}
		if change.Before != nil && reflect.DeepEqual(f.value(change.Before), f.value(change.After)) {
			continue
		}
		if err := f.check(ctx, tx, change.After, &change.Problems); err != nil {
			return err
		}
	}
	if err := r.checkTaken(ctx, tx, change); err != nil {
		return err
	}
	if r.Check != nil {
		if err := r.Check(ctx, tx, change); err != nil {
			return err
		}
	}
	return change.Problems.Err()
}

// checkTaken names every field whose value another record has. The indexes would name one of them, and not the same
// on both engines; they still stand behind this when two people save at the same moment.
func (r *Resource[T]) checkTaken(ctx context.Context, tx *write.Tx, change *Change[T]) error {
	own, live := int64(0), Rows{Trashable: r.mayBeTrashed()}.live()
	if change.Before != nil {
		own = idOf(change.Before)
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		if !f.rules.unique || f.rules.within || len(r.Under) > 0 || f.rules.readOnly || f.text(change.After) == "" {
			continue
		}
		if change.Before != nil && f.text(change.Before) == f.text(change.After) {
			continue
		}
		columns, args := f.stored(change.After, nil, nil)
		last := len(columns) - 1 // the folded twin, where there is one
		taken, err := db.Exists(ctx, tx.Conn, "SELECT 1 FROM "+r.Table+" WHERE "+columns[last]+" = ? AND id <> ?"+live, args[last], own)
		if err != nil {
			return fmt.Errorf("look whether %s is taken: %w", f.name, err)
		}
		if taken {
			change.Problems.Add(f.name, alreadyTaken)
		}
	}
	return nil
}

// finish writes what hangs on the record, tells the audit log, and reads the record again.
func (r *Resource[T]) finish(ctx context.Context, tx *write.Tx, change *Change[T], action string) (*T, error) {
	for i := range r.Fields {
		if f := &r.Fields[i]; f.save != nil && !f.rules.readOnly {
			if err := f.save(ctx, tx, change.Before, change.After); err != nil {
				return nil, err
			}
		}
	}
	if r.Saved != nil {
		if err := r.Saved(ctx, tx, change); err != nil {
			return nil, r.refused(err)
		}
	}
	items, err := r.Load(ctx, tx.Conn, []int64{idOf(change.After)})
	if err != nil || len(items) == 0 {
		return nil, fmt.Errorf("read %s after the change: %w", r.Table, err)
	}
	if err := r.record(ctx, tx, action, change.Before, items[0]); err != nil {
		return nil, err
	}
	return items[0], nil
}

func (r *Resource[T]) record(ctx context.Context, tx *write.Tx, action string, before, after *T) error {
	change := write.Change{Action: action, Kind: r.Kind()}
	for _, item := range []*T{before, after} {
		if item != nil {
			change.ID, change.Name = idOf(item), r.NameOf(item)
		}
	}
	var err error
	if change.Before, err = r.told(before); err != nil {
		return err
	}
	if change.After, err = r.told(after); err != nil {
		return err
	}
	for _, f := range r.Fields {
		if f.rules.secret {
			change.Secret = append(change.Secret, f.name)
		}
	}
	return tx.Record(ctx, change)
}

// told is a record as the audit log tells it: what people can change, as it reads in answers.
func (r *Resource[T]) told(item *T) (map[string]any, error) {
	if item == nil {
		return nil, nil //nolint:nilnil // nothing is told of a record that is not there
	}
	encoded, err := json.Marshal(item)
	if err != nil {
		return nil, fmt.Errorf("tell of %s: %w", r.Table, err)
	}
	all := map[string]any{}
	if err := json.Unmarshal(encoded, &all); err != nil {
		return nil, fmt.Errorf("tell of %s: %w", r.Table, err)
	}
	told := map[string]any{}
	for _, f := range r.Fields {
		if f.parse != nil && !f.rules.readOnly {
			told[f.name] = all[f.name]
		}
	}
	return told, nil
}

// refused turns a broken promise of the schema into an error under the field it is about.
func (r *Resource[T]) refused(err error) error {
	violation, ok := db.AsViolation(err)
	if !ok {
		return fmt.Errorf("save %s: %w", r.Table, err)
	}
	if !violation.Unique {
		return apierr.Conflict("Something this refers to has just been deleted.")
	}
	for _, f := range r.Fields {
		column := f.column
		if f.rules.keyed {
			column += "_key"
		}
		if f.column != "" && violation.On(column) {
			return apierr.Field(f.name, alreadyTaken)
		}
	}
	return apierr.Conflict("There is such a record already.")
}
