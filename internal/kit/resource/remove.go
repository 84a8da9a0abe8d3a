package resource

import (
	"context"
	"fmt"
	"strings"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

// Remove deletes a record, or moves it to the trash.
func (r *Resource[T]) Remove(ctx context.Context, tx *write.Tx, id int64, parents []int64) error {
	item, err := r.Lock(ctx, tx, id, parents)
	if err != nil {
		return err
	}
	if id <= r.Fixed {
		return apierr.Conflict(r.NameOf(item) + " belongs to the product and can't be deleted.")
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
		err = trash.Put(ctx, tx, *r.Trash, id, r.NameOf(item))
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
			return apierr.Conflict(r.NameOf(item) + " is still in use.")
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
		rows, query := use.Rows, "SELECT count(*) FROM "+use.Rows.Table+" WHERE "+quote(use.Column)+" = ?"
		if link := use.Link; link.Table != "" {
			rows, query = link.To, "SELECT count(*) FROM "+link.To.Table+" WHERE id IN (SELECT "+link.Other+" FROM "+link.Table+" WHERE "+link.Own+" = ?)"
		}
		parts := []struct{ kind, where, path string }{{use.Kind, rows.live(), use.Path}}
		if rows.Trashable {
			parts = append(parts, struct{ kind, where, path string }{use.Kind + " in the trash", " AND trash_id IS NOT NULL", "/trash"}) // a small index holds these
		}
		for _, part := range parts {
			n, err := db.Value[int64](ctx, tx.Conn, query+part.where, id)
			if err != nil {
				return fmt.Errorf("count %s: %w", use.Kind, err)
			}
			if n > 0 {
				uses = append(uses, apierr.Use{Kind: part.kind, Count: n, Path: strings.ReplaceAll(part.path, "{id}", fmt.Sprint(id))})
			}
		}
	}
	if len(uses) > 0 {
		return apierr.InUse(r.NameOf(item)+" is still in use.", uses)
	}
	return nil
}
