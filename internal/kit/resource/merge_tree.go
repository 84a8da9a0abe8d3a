package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// checkChildren refuses to merge records of a tree if the survivor is inside one of them, or if children of two of them
// have the same name.
func (r *Resource[T]) checkChildren(ctx context.Context, c db.Conn, survivor *T, merged []*T) error {
	id, ids, parent := idOf(survivor), recordIDs(merged), table.Quote(r.Merge.Parent)
	path, err := db.Value[string](ctx, c, "SELECT path FROM "+r.Table.Name+" WHERE id = ?", id)
	if err != nil {
		return fmt.Errorf("find %s %d: %w", r.Table.Name, id, err)
	}
	for _, item := range merged {
		if strings.Contains("/"+path, fmt.Sprintf("/%d/", idOf(item))) {
			return apierr.Conflict(fmt.Sprintf("%s is inside %s. Keep %[2]s instead, or move %[1]s elsewhere first.",
				r.NameOf(survivor), r.NameOf(item)))
		}
	}
	labels, err := db.All[string](ctx, c, `SELECT label FROM `+r.Table.Name+` AS child
		WHERE `+parent+` IN (?) AND NOT (id IN (?)) AND EXISTS (
			SELECT 1 FROM `+r.Table.Name+` AS other
			WHERE other.`+parent+` IN (?) AND NOT (other.id IN (?)) AND other.name_key = child.name_key
				AND other.id <> child.id)
		ORDER BY name_key, id LIMIT 2`, append(slices.Clone(ids), id), ids, append(slices.Clone(ids), id), ids)
	if err != nil {
		return fmt.Errorf("compare the children of %s: %w", r.Table.Name, err)
	}
	if len(labels) == 2 {
		return apierr.Conflict(fmt.Sprintf(
			"%s and %s would have the same name and the same parent. Merge or rename them first.", labels[0], labels[1]))
	}
	return nil
}

// moveChildren moves the children of merged records to the survivor, in the same way as a save of each of them.
func (r *Resource[T]) moveChildren(ctx context.Context, tx *write.Tx, id int64, ids []int64) error {
	children, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM "+r.Table.Name+" WHERE "+table.Quote(r.Merge.Parent)+
		" IN (?) AND NOT (id IN (?)) ORDER BY id", ids, ids)
	if err != nil {
		return fmt.Errorf("find the children of %s: %w", r.Table.Name, err)
	}
	for _, child := range children {
		in, err := r.Parse(ctx, map[string]json.RawMessage{r.Merge.Parent: json.RawMessage(fmt.Sprint(id))}, false)
		if err != nil {
			return err
		}
		_, err = r.Update(ctx, tx, child, in, nil)
		if known, ok := apierr.As(err); ok && known.Errors != nil {
			return r.childConflict(ctx, tx, child, known)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// childConflict reports a child that can't be below the survivor: the fields of the error are not those of the request.
func (r *Resource[T]) childConflict(ctx context.Context, tx *write.Tx, child int64, known *apierr.Error) error {
	item, err := r.Find(ctx, tx.Conn, child, nil)
	if err != nil {
		return err
	}
	problems := []string{}
	for _, messages := range known.Errors {
		problems = append(problems, messages...)
	}
	slices.Sort(problems)
	return apierr.Conflict(r.NameOf(item) + " can't be moved: " + strings.Join(problems, " "))
}
