package resource

import (
	"context"
	"fmt"
	"strings"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/table"
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
		return apierr.Conflict(r.NameOf(item) + " is built in and can't be deleted.")
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
	return r.record(ctx, tx, "deleted", item, nil, nil)
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
	if r.Reorder {
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

// checkUses refuses to delete a record that others refer to, and says what they are and where they are listed.
func (r *Resource[T]) checkUses(ctx context.Context, tx *write.Tx, item *T) error {
	id, uses := idOf(item), []apierr.Use{}
	count := func(kind, path, query string, args ...any) error {
		n, err := db.Value[int64](ctx, tx.Conn, query, args...)
		if err != nil {
			return fmt.Errorf("count %s: %w", kind, err)
		}
		if n > 0 {
			uses = append(uses, apierr.Use{Kind: kind, Count: n, Path: strings.ReplaceAll(path, "{id}", fmt.Sprint(id))})
		}
		return nil
	}
	for _, use := range r.Uses {
		from, condition := use.references()
		err := count(use.Kind, use.Path, "SELECT count(*) FROM "+from.Name+" WHERE "+condition+from.AndLive(), id)
		if err != nil {
			return err
		}
	}
	if queries := trashedUses(r.Uses); len(queries) > 0 {
		entries, args := trash.EntriesOf(queries, id)
		err := count("records in the trash", "/trash?refers_to="+r.Path+":{id}",
			"SELECT count(DISTINCT trash_id) FROM ("+entries+") AS entries", args...)
		if err != nil {
			return err
		}
	}
	if len(uses) > 0 {
		return apierr.InUse(r.NameOf(item)+" is still in use.", uses)
	}
	return nil
}

// references returns the table with the rows that refer to a record, and the condition that they do.
func (u Use) references() (from table.Table, condition string) {
	switch link := u.Link; {
	case link.Table != "":
		return link.To, "id IN (SELECT " + link.ToColumn + " FROM " + link.Table + " WHERE " + link.OwnColumn + " = ?)"
	case u.IDs != "":
		return u.Table, "id IN (" + u.IDs + ")"
	}
	return u.Table, quote(u.Column) + " = ?"
}

// trashedUses returns a query for the trash ids of rows that refer to a record, for each use whose rows can be in the
// trash. A small index has them.
func trashedUses(uses []Use) []string {
	queries := []string{}
	for _, use := range uses {
		if from, condition := use.references(); from.Trash {
			queries = append(queries, "SELECT trash_id FROM "+from.Name+" WHERE "+condition+" AND trash_id IS NOT NULL")
		}
	}
	return queries
}
