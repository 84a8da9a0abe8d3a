package resource

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"slices"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// finish saves what is not in the table and writes the audit entry.
func (r *Resource[T]) finish(ctx context.Context, tx *write.Tx, change *Change[T], action string) error {
	if err := r.saveFields(ctx, tx, change); err != nil {
		return err
	}
	if r.Saved != nil {
		return r.finishSaved(ctx, tx, change, action)
	}
	if err := r.complete(ctx, tx, change); err != nil {
		return fmt.Errorf("read %s after the change: %w", r.Table.Name, err)
	}
	return r.record(ctx, tx, action, change.Before, change.After, change.names)
}

func (r *Resource[T]) saveFields(ctx context.Context, tx *write.Tx, change *Change[T]) error {
	after, before := rowOf(change.After), rowAt(change.Before)
	if before == nil {
		if err := r.addRefs(ctx, tx, after); err != nil {
			return err
		}
	}
	for i := range r.fields {
		f := &r.fields[i]
		if f.save == nil || f.rules.readOnly {
			continue
		}
		if before == nil && f.link != nil || before != nil && f.same(*before, after) {
			continue
		}
		change.written = nil // counters of the row may follow
		if err := f.save(ctx, tx, before, after); err != nil {
			return err
		}
	}
	return nil
}

// finishSaved reads the record within the transaction, because Saved may have changed it.
func (r *Resource[T]) finishSaved(ctx context.Context, tx *write.Tx, change *Change[T], action string) error {
	change.written = nil
	if err := r.Saved(ctx, tx, change); err != nil {
		return r.refused(err)
	}
	item, err := r.stored(ctx, tx.Conn, change)
	if err != nil {
		return fmt.Errorf("read %s after the change: %w", r.Table.Name, err)
	}
	change.result = item
	return r.record(ctx, tx, action, change.Before, item, change.names)
}

// complete makes the values that people can change equal to those of a record that is read: links are in the order of
// their ids, and images have their addresses.
func (r *Resource[T]) complete(ctx context.Context, tx *write.Tx, change *Change[T]) error {
	after := rowOf(change.After)
	for i := range r.fields {
		if f := &r.fields[i]; f.sort != nil {
			f.sort(after)
		}
	}
	return r.readRelations(ctx, tx.Conn, []row{after}, func(f *Field) bool {
		return f.image != nil && (change.Before == nil || !f.same(rowOf(change.Before), after))
	})
}

// stored returns the record as it is stored after a change.
func (r *Resource[T]) stored(ctx context.Context, c db.Conn, change *Change[T]) (*T, error) {
	if change.result != nil {
		return change.result, nil
	}
	if w := change.written; w != nil && (change.Before == nil || !r.relationsChanged(change.Before, w)) {
		return w, r.attachFields(ctx, c, []*T{w})
	}
	items, err := r.Load(ctx, c, []int64{idOf(change.After)})
	if err == nil && len(items) == 0 {
		err = sql.ErrNoRows
	}
	if err != nil {
		return nil, err
	}
	return items[0], nil
}

// relationsChanged reports whether an update has changed which other records or images a record shows.
func (r *Resource[T]) relationsChanged(from, to *T) bool {
	before, after := rowOf(from), rowOf(to)
	return slices.ContainsFunc(r.fields, func(f Field) bool {
		return f.showsOthers() && !f.same(before, after)
	})
}

// showsOthers reports whether the field refers to other records or an image, or is worked out from other rows.
func (f *Field) showsOthers() bool {
	return f.refers != nil || f.image != nil || f.kind == "stored" || f.kind == kindPosition
}

// save runs a change in a transaction and returns the record in a response. It is read after the transaction, so that
// others need not wait for it.
func (r *Resource[T]) save(
	ctx context.Context, run func(*write.Tx) (*Change[T], error),
) (*api.Item[*T], error) {
	var change *Change[T]
	err := r.kit.Store.Do(ctx, func(tx *write.Tx) (err error) {
		change, err = run(tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	item, err := r.stored(ctx, r.kit.Store.DB.Read(), change)
	if err != nil {
		// The change is committed, so the request must not fail. Others may have removed the record since.
		slog.WarnContext(ctx, "record could not be read after its change", "table", r.Table.Name, "id", idOf(change.After),
			"error", err)
		item = r.unread(change.After)
	}
	return &api.Item[*T]{Item: item}, nil
}

// unread completes a record that could not be read: it has the ids of others, but not their names.
func (r *Resource[T]) unread(item *T) *T {
	for i := range r.fields {
		if names := r.fields[i].shows; names != nil {
			names.fill([]row{rowOf(item)}, make([][]another, 1))
		}
	}
	return item
}

// record writes an audit entry, with the values that people can change as in responses. It reads the names of the
// records that changed fields refer to, except for the known ones.
func (r *Resource[T]) record(
	ctx context.Context, tx *write.Tx, action string, before, after *T, known map[string]write.Names,
) error {
	change := write.Change{Action: action, Kind: r.Kind(), Before: map[string]any{}, After: map[string]any{}}
	for _, item := range []*T{before, after} {
		if item != nil {
			change.ID, change.Name = idOf(item), r.NameOf(item)
		}
	}
	referring := []*Field{}
	for i := range r.fields {
		f := &r.fields[i]
		if !f.writable() || (before != nil && after != nil && f.same(rowOf(before), rowOf(after))) {
			continue
		}
		if before != nil {
			change.Before[f.name] = f.target.get(rowOf(before))
		}
		if after != nil {
			change.After[f.name] = f.target.get(rowOf(after))
		}
		if f.refers != nil {
			referring = append(referring, f)
		}
	}
	var err error
	if change.Names, err = readNames(ctx, tx.Conn, referring, rowAt(before), rowAt(after), known); err != nil {
		return err
	}
	return tx.Record(ctx, change)
}

// refused turns a violation of the schema into an error under the field it is about.
func (r *Resource[T]) refused(err error) error {
	violation, ok := db.AsViolation(err)
	if !ok {
		return fmt.Errorf("save %s: %w", r.Table.Name, err)
	}
	if !violation.Unique {
		return apierr.ReferenceDeleted()
	}
	for i := range r.fields {
		if f := &r.fields[i]; f.column != "" && violation.On(f.sortColumn()) {
			return apierr.Field(f.name, "%s", apierr.AlreadyInUse(f.name))
		}
	}
	return apierr.Conflict("This record already exists.")
}
