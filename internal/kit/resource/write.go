package resource

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// assignments are the columns that a statement writes, with their values.
type assignments struct {
	columns []string
	args    []any
}

func (a *assignments) set(column string, value any) {
	a.columns, a.args = append(a.columns, table.Quote(column)), append(a.args, value)
}

func (a *assignments) setAll(values map[string]any) {
	for _, column := range slices.Sorted(maps.Keys(values)) {
		a.set(column, values[column])
	}
}

// setField writes a field's column, and its folded copy if it has one.
func (a *assignments) setField(f *Field, r row) {
	a.set(f.column, f.value(r))
	if f.rules.folded {
		a.set(f.sortColumn(), fold.Key(f.text(r)))
	}
}

// Create writes a new record below its parents and returns it as it is stored.
func (r *Resource[T]) Create(ctx context.Context, tx *write.Tx, in *Input, parents []int64) (*T, error) {
	change, err := r.create(ctx, tx, in, parents)
	if err != nil {
		return nil, err
	}
	return r.stored(ctx, tx.Conn, change)
}

func (r *Resource[T]) create(ctx context.Context, tx *write.Tx, in *Input, parents []int64) (*Change[T], error) {
	item := r.Preview(in)
	if err := r.lockTable(ctx, tx); err != nil {
		return nil, err
	}
	change := &Change[T]{
		After: item, Parents: parents, Problems: maps.Clone(in.problems), sent: in.sent, alone: in.alone,
	}
	if err := r.checkChange(ctx, tx, change); err != nil {
		return nil, err
	}
	if err := r.insertRow(ctx, tx, change); err != nil {
		return nil, r.refused(err)
	}
	return change, r.finish(ctx, tx, change, "created")
}

// insertRow inserts a record, which has its id then. If it shows nothing of other records, the statement also returns
// its columns, so that it need not be read for the response.
func (r *Resource[T]) insertRow(ctx context.Context, tx *write.Tx, change *Change[T]) error {
	query, args := r.insert(ctx, tx, change)
	id, _ := recordOf(change.After).key()
	if !r.isSelfContained() {
		inserted, err := tx.Insert(ctx, query, args...)
		*id = inserted
		return err
	}
	written := *change.After
	if _, err := r.scanInto(ctx, tx.Conn, &written, query+" RETURNING "+r.columns, args); err != nil {
		return err
	}
	*id, change.written = idOf(&written), &written
	return nil
}

// isSelfContained reports whether records of the resource show neither other records nor images.
func (r *Resource[T]) isSelfContained() bool {
	return !slices.ContainsFunc(r.fields, func(f Field) bool {
		return f.showsOthers() || f.relation != nil || f.shows != nil || f.link != nil
	})
}

func (r *Resource[T]) insert(ctx context.Context, tx *write.Tx, change *Change[T]) (string, []any) {
	var a assignments
	a.set("created_at", tx.Now)
	a.set("updated_at", tx.Now)
	item := rowOf(change.After)
	for i := range r.fields {
		if f := &r.fields[i]; f.column != "" && !f.rules.readOnly {
			a.setField(f, item)
		}
	}
	if tx.Engine == db.Postgres {
		r.setLinkCounts(&a, item)
	}
	if n := len(r.Under); n > 0 {
		a.set(r.Under[n-1].Column, change.Parents[n-1])
	}
	if r.list.Search != nil {
		a.set("search_text", r.searchText(change.After))
	}
	if r.Columns != nil {
		a.setAll(r.Columns(ctx, change))
	}
	a.setAll(change.columns)
	values := "?" + strings.Repeat(", ?", len(a.columns)-1)
	if r.arranged {
		a.columns = append(a.columns, `"order"`)
		values += `, (SELECT coalesce(max("order"), 0) + 1 FROM ` + r.Table.Name + ")"
	}
	return "INSERT INTO " + r.Table.Name + " (" + strings.Join(a.columns, ", ") + ") VALUES (" + values + ")", a.args
}

// setLinkCounts inserts a record with the numbers of its links, so that the triggers, which count them, need not update
// the record. On SQLite they add up single links instead.
func (r *Resource[T]) setLinkCounts(a *assignments, item row) {
	for i := range r.fields {
		counter := r.fields[i].counter
		if counter == nil {
			continue
		}
		for j := range r.fields {
			if refs := &r.fields[j]; refs.link != nil && counter.Counts(*refs.link) {
				a.set(counter.Column, len(refs.refers(item).ids))
			}
		}
	}
}

// Update changes a record and returns it as it is stored. An update that changes nothing writes nothing.
func (r *Resource[T]) Update(ctx context.Context, tx *write.Tx, id int64, in *Input, parents []int64) (*T, error) {
	before, err := r.Lock(ctx, tx, id, parents)
	if err != nil {
		return nil, err
	}
	change, err := r.update(ctx, tx, before, in, parents)
	if err != nil {
		return nil, err
	}
	return r.stored(ctx, tx.Conn, change)
}

// update changes a locked record.
func (r *Resource[T]) update(
	ctx context.Context, tx *write.Tx, before *T, in *Input, parents []int64,
) (*Change[T], error) {
	if _, version := recordOf(before).key(); in.Version != nil && *in.Version != *version && in.Err() == nil {
		return nil, apierr.Stale(before)
	}
	after := *before
	change := &Change[T]{
		Before: before, After: &after, Parents: parents, Problems: maps.Clone(in.problems), sent: in.sent, alone: in.alone,
	}
	in.applyTo(rowOf(change.After))
	if err := r.checkChange(ctx, tx, change); err != nil {
		return nil, err
	}
	a, changed := r.changes(change)
	if !changed {
		change.result = before
		return change, nil
	}
	a.set("updated_at", tx.Now)
	a.setAll(change.columns)
	query := "UPDATE " + r.Table.Name + " SET version = version + 1, " + strings.Join(a.columns, " = ?, ") +
		" = ? WHERE id = ? RETURNING " + r.columns
	written := after // with what it shows of other records
	found, err := r.scanInto(ctx, tx.Conn, &written, query, append(a.args, idOf(before)))
	if err != nil {
		return nil, r.refused(err)
	}
	if !found {
		return nil, apierr.NotFound()
	}
	change.written = &written
	return change, r.finish(ctx, tx, change, "updated")
}

// changes returns the columns that an update changes, and whether it changes anything, in the table or elsewhere.
func (r *Resource[T]) changes(change *Change[T]) (a assignments, changed bool) {
	before, after := rowOf(change.Before), rowOf(change.After)
	for i := range r.fields {
		f := &r.fields[i]
		if f.value == nil || f.rules.readOnly || f.same(before, after) {
			continue
		}
		changed = true
		if f.column != "" {
			a.setField(f, after)
		}
	}
	if changed && r.list.Search != nil {
		if text := r.searchText(change.After); text != r.searchText(change.Before) {
			a.set("search_text", text)
		}
	}
	return a, changed
}

// searchText is the text that a search looks at.
func (r *Resource[T]) searchText(item *T) string {
	parts, at := []string{}, rowOf(item)
	for i := range r.fields {
		if f := &r.fields[i]; f.rules.searchable && f.text != nil {
			parts = append(parts, f.text(at))
		}
	}
	return fold.SearchText(parts...)
}

// lockTable makes changes to serial records wait for each other. It comes before any row is locked: whoever held a row
// and waited here would block the one it waits for. SQLite has one writer at a time anyway.
func (r *Resource[T]) lockTable(ctx context.Context, tx *write.Tx) error {
	if !r.Serial || tx.Engine != db.Postgres {
		return nil
	}
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext(?))", r.Table.Name)
	return wrap(err, "lock "+r.Table.Name)
}

// Lock reads a record that the transaction is about to change, and keeps others from changing it.
func (r *Resource[T]) Lock(ctx context.Context, tx *write.Tx, id int64, parents []int64) (*T, error) {
	if err := r.lockTable(ctx, tx); err != nil {
		return nil, err
	}
	return r.find(ctx, tx.Conn, id, parents, tx.ForUpdate())
}

// readBefore reads a record before the transaction that changes it, because others would have to wait for its
// relations. It returns nil for a record without any: reading it takes as long as comparing its version. If changes
// affect other records, a version does not tell whether a record has changed.
func (r *Resource[T]) readBefore(ctx context.Context, id int64, parents []int64) (*T, error) {
	related := slices.ContainsFunc(r.fields, func(f Field) bool { return f.relation != nil })
	if r.Serial || !related && r.Attach == nil {
		return nil, nil //nolint:nilnil // it is read within the transaction
	}
	return r.Find(ctx, r.kit.Store.DB.Read(), id, parents)
}

// lockRead locks a record that readBefore has read, and reads it again if it has changed since.
func (r *Resource[T]) lockRead(ctx context.Context, tx *write.Tx, id int64, item *T, parents []int64) (*T, error) {
	if item == nil {
		return r.Lock(ctx, tx, id, parents)
	}
	where, args := listing.And(append(r.base(parents), listing.Condition{SQL: "id = ?", Args: []any{id}}))
	current, err := db.Value[int64](ctx, tx.Conn, "SELECT version FROM "+r.Table.Name+where+tx.ForUpdate(), args...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apierr.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s %d: %w", r.Table.Name, id, err)
	}
	if _, version := recordOf(item).key(); current == *version {
		return item, nil
	}
	return r.Find(ctx, tx.Conn, id, parents)
}

// checkChange checks each changed field, and then the record as a whole. It reports all problems at once.
func (r *Resource[T]) checkChange(ctx context.Context, tx *write.Tx, change *Change[T]) error {
	after, parsed, referring := rowOf(change.After), maps.Clone(change.Problems), []*Field{}
	for i := range r.fields {
		f := &r.fields[i]
		if (f.check == nil && f.refers == nil) || f.rules.readOnly || parsed[f.name] != nil {
			continue
		}
		if change.Before != nil && f.same(rowOf(change.Before), after) {
			continue
		}
		if f.refers != nil {
			referring = append(referring, f)
		} else if err := f.check(ctx, tx, after, f.name, &change.Problems); err != nil {
			return err
		}
	}
	names, err := checkReferences(ctx, tx.Conn, rowAt(change.Before), after, referring, &change.Problems)
	if err != nil {
		return err
	}
	change.names = names
	if err := r.checkTaken(ctx, tx, change); err != nil {
		return err
	}
	if r.Check != nil {
		err := r.Check(ctx, tx, change)
		// What is wrong with the form comes before permissions and confirmations.
		if _, known := apierr.As(err); err != nil && (!known || len(change.Problems) == 0) {
			return err
		}
	}
	maps.Copy(change.Problems, parsed) // A value that could not be read has no other problem.
	return change.Problems.Err()
}

// checkTaken reports every field whose value another record has. The unique indexes would report one of them, and not
// the same one on both engines; they still decide if two people save at the same moment.
func (r *Resource[T]) checkTaken(ctx context.Context, tx *write.Tx, change *Change[T]) error {
	fields := r.possiblyTaken(change)
	if len(fields) == 1 && change.alone && r.Check == nil && len(change.Problems) == 0 {
		return nil // nothing else can be wrong, so the index reports the same without a query
	}
	after, own := rowOf(change.After), int64(0)
	if change.Before != nil {
		own = idOf(change.Before)
	}
	for _, f := range fields {
		value := f.value(after)
		if f.rules.folded {
			value = fold.Key(f.text(after))
		}
		query := "SELECT 1 FROM " + r.Table.Name + " WHERE " + table.Quote(f.sortColumn()) + " = ? AND id <> ?" +
			r.Table.AndLive()
		taken, err := db.Exists(ctx, tx.Conn, query, value, own)
		if err != nil {
			return fmt.Errorf("check whether %s is taken: %w", f.name, err)
		}
		if taken {
			change.Problems.Add(f.name, "%s", apierr.AlreadyInUse(f.name))
		}
	}
	return nil
}

// possiblyTaken returns the unique fields with new values.
func (r *Resource[T]) possiblyTaken(change *Change[T]) []*Field {
	fields, after := []*Field{}, rowOf(change.After)
	for i := range r.fields {
		f := &r.fields[i]
		if !f.rules.unique || f.rules.perOwner || len(r.Under) > 0 || f.rules.readOnly || f.text(after) == "" ||
			change.Problems[f.name] != nil {
			continue
		}
		if change.Before == nil || f.text(rowOf(change.Before)) != f.text(after) {
			fields = append(fields, f)
		}
	}
	return fields
}
