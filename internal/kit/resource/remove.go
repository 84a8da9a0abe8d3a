package resource

import (
	"context"
	"fmt"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
)

// Remove deletes a record, or moves it to the trash.
func (r *Resource[T]) Remove(ctx context.Context, tx *write.Tx, id int64, parents []int64) error {
	item, err := r.Lock(ctx, tx, id, parents)
	if err != nil {
		return err
	}
	if id <= r.Fixed {
		return apierr.Conflict(r.NameOf(item) + " is built in and can't be deleted.")
	}
	if r.CheckRemove != nil {
		if err := r.CheckRemove(ctx, tx, item); err != nil {
			return err
		}
	}
	if err := uses.Check(ctx, tx.Conn, r.usedRecord(item), r.Uses); err != nil {
		return err
	}
	return r.discard(ctx, tx, item)
}

// discard deletes a record, or moves it to the trash, and writes the audit entry.
func (r *Resource[T]) discard(ctx context.Context, tx *write.Tx, item *T) (err error) {
	if r.Trash != nil {
		err = trash.Put(ctx, tx, *r.Trash, idOf(item), r.NameOf(item))
	} else {
		err = r.erase(ctx, tx, item)
	}
	if err != nil {
		return err
	}
	return r.record(ctx, tx, "deleted", item, nil, nil)
}

// usedRecord returns what package uses needs to know of a record.
func (r *Resource[T]) usedRecord(item *T) uses.Record {
	return uses.Record{
		ID: idOf(item), Name: r.NameOf(item), Path: r.Path, Deletable: r.has(Removing),
		Counter: func(field string) int64 {
			n, _ := r.byName[field].target.get(rowOf(item)).(int64)
			return n
		},
	}
}

func (r *Resource[T]) erase(ctx context.Context, tx *write.Tx, item *T) error {
	id := idOf(item)
	for i := range r.fields {
		f := &r.fields[i]
		if f.image == nil || f.image(rowOf(item)) == nil {
			continue
		}
		if err := media.Release(ctx, tx, *f.image(rowOf(item))); err != nil {
			return err
		}
	}
	if r.arranged {
		_, err := tx.Exec(ctx, `UPDATE `+r.Table.Name+` SET "order" = "order" - 1 WHERE "order" > (SELECT "order" FROM `+
			r.Table.Name+` WHERE id = ?)`, id)
		if err != nil {
			return fmt.Errorf("close the gap in %s: %w", r.Table.Name, err)
		}
	}
	if _, err := tx.Exec(ctx, "DELETE FROM "+r.Table.Name+" WHERE id = ?", id); err != nil {
		if _, ok := db.AsViolation(err); ok {
			return apierr.Conflict(r.NameOf(item) + " is still in use.")
		}
		return fmt.Errorf("delete %s %d: %w", r.Table.Name, id, err)
	}
	return nil
}
