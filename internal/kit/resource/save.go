package resource

import (
	"bytes"
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
	"waymark/internal/kit/media"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

// Input is a request to create or update, checked field by field, ready to be applied.
type Input[T any] struct {
	Version *int64
	apply   []func(*T)
	sent    map[string]bool
}

// Parse checks each value of a request on its own. creating asks for what a new record must have.
func (r *Resource[T]) Parse(ctx context.Context, object map[string]json.RawMessage, creating bool) (*Input[T], error) {
	in := &Input[T]{sent: map[string]bool{}}
	var problems apierr.Fields
	for i := range r.Fields {
		f := &r.Fields[i]
		raw, sent := object[f.name]
		delete(object, f.name)
		if f.parse == nil || f.rules.readOnly {
			continue
		}
		in.sent[f.name] = sent
		if apply := r.parseField(ctx, f, raw, sent, creating, &problems); apply != nil {
			in.apply = append(in.apply, apply)
		}
	}
	if raw, sent := object["version"]; sent && !bytes.Equal(raw, []byte("null")) {
		if err := json.Unmarshal(raw, &in.Version); err != nil {
			problems.Add("version", "Must be a whole number.")
		}
	}
	for name := range object {
		if !slices.Contains(rowNames, name) {
			problems.Add(name, "Is not a field of this record.")
		}
	}
	return in, problems.Err()
}

func (r *Resource[T]) parseField(ctx context.Context, f *Field[T], raw json.RawMessage, sent, creating bool, problems *apierr.Fields) func(*T) {
	if !sent {
		if !creating {
			return nil
		}
		switch initial := f.rules.initial.(type) {
		case nil:
		case func(*T):
			return initial
		default:
			raw, _ = json.Marshal(initial) // Initially takes plain values
		}
	}
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		if f.rules.required {
			problems.Add(f.name, "This field is required.")
			return nil
		}
		if initial, ok := f.rules.initial.(func(*T)); ok && creating {
			return func(t *T) { f.clear(t); initial(t) }
		}
		return f.clear
	}
	apply := f.parse(ctx, &input{kit: r.kit, name: f.name, rules: f.rules, raw: raw, problems: problems})
	if initial, ok := f.rules.initial.(func(*T)); ok && creating && apply != nil {
		return func(t *T) { apply(t); initial(t) }
	}
	return apply
}

// Create writes a new record below its parents and returns it as it now reads.
func (r *Resource[T]) Create(ctx context.Context, tx *write.Tx, in *Input[T], parents []int64) (*T, error) {
	item := new(T)
	for _, apply := range in.apply {
		apply(item)
	}
	change := &Change[T]{After: item, sent: in.sent}
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
	before, err := r.lock(ctx, tx, id, parents)
	if err != nil {
		return nil, err
	}
	if in.Version != nil && *in.Version != *baseOf(before).version {
		return nil, apierr.Stale(before)
	}
	copied := *before
	change := &Change[T]{Before: before, After: &copied, sent: in.sent}
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

func (r *Resource[T]) lock(ctx context.Context, tx *write.Tx, id int64, parents []int64) (*T, error) {
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
	if r.Check != nil {
		if err := r.Check(ctx, tx, change); err != nil {
			return err
		}
	}
	return change.Problems.Err()
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
	change := write.Change{Action: action, Kind: r.kind()}
	for _, item := range []*T{before, after} {
		if item != nil {
			change.ID, change.Name = idOf(item), r.nameOf(item)
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
			return apierr.Field(f.name, "Is already taken.")
		}
	}
	return apierr.Conflict("There is such a record already.")
}

// Remove deletes a record, or moves it to the trash.
func (r *Resource[T]) Remove(ctx context.Context, tx *write.Tx, id int64, parents []int64) error {
	item, err := r.lock(ctx, tx, id, parents)
	if err != nil {
		return err
	}
	if id <= r.Fixed {
		return apierr.Conflict(r.nameOf(item) + " belongs to the product and can't be deleted.")
	}
	if r.CheckRemove != nil {
		if err := r.CheckRemove(ctx, tx, item); err != nil {
			return err
		}
	}
	if err := r.checkUses(ctx, tx, item); err != nil {
		return err
	}
	if r.Trash != nil {
		err = trash.Put(ctx, tx, *r.Trash, id, r.nameOf(item))
	} else {
		err = r.erase(ctx, tx, item)
	}
	if err != nil {
		return err
	}
	return r.record(ctx, tx, "deleted", item, nil)
}

func (r *Resource[T]) erase(ctx context.Context, tx *write.Tx, item *T) error {
	id := idOf(item)
	for _, f := range r.Fields {
		if image, ok := f.imageOf(item); ok {
			if err := media.Release(ctx, tx, image); err != nil {
				return err
			}
		}
	}
	if r.Reorder {
		_, err := tx.Exec(ctx, `UPDATE `+r.Table+` SET "order" = "order" - 1 WHERE "order" > (SELECT "order" FROM `+r.Table+` WHERE id = ?)`, id)
		if err != nil {
			return fmt.Errorf("close the gap in %s: %w", r.Table, err)
		}
	}
	if _, err := tx.Exec(ctx, "DELETE FROM "+r.Table+" WHERE id = ?", id); err != nil {
		if _, ok := db.AsViolation(err); ok {
			return apierr.Conflict(r.nameOf(item) + " is still in use.")
		}
		return fmt.Errorf("delete %s %d: %w", r.Table, id, err)
	}
	return nil
}

func (f *Field[T]) imageOf(item *T) (int64, bool) {
	if f.dest == nil {
		return 0, false
	}
	if _, ok := f.dest(item).(imageID[T]); !ok {
		return 0, false
	}
	id, ok := f.value(item).(int64)
	return id, ok
}

func (r *Resource[T]) checkUses(ctx context.Context, tx *write.Tx, item *T) error {
	id := idOf(item)
	uses := []apierr.Use{}
	for _, use := range r.Uses {
		parts := []struct{ kind, where, path string }{{use.Kind, use.Rows.live(), use.Path}}
		if use.Rows.Trashable {
			parts = append(parts, struct{ kind, where, path string }{use.Kind + " in the trash", " AND deleted_at IS NOT NULL", "/trash"})
		}
		for _, part := range parts {
			n, err := db.Value[int64](ctx, tx.Conn, "SELECT count(*) FROM "+use.Rows.Table+" WHERE "+quote(use.Column)+" = ?"+part.where, id)
			if err != nil {
				return fmt.Errorf("count %s: %w", use.Kind, err)
			}
			if n > 0 {
				uses = append(uses, apierr.Use{Kind: part.kind, Count: n, Path: strings.ReplaceAll(part.path, "{id}", fmt.Sprint(id))})
			}
		}
	}
	if len(uses) > 0 {
		return apierr.InUse(r.nameOf(item)+" is still in use.", uses)
	}
	return nil
}
