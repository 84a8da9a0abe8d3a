package resource

import (
	"cmp"
	"context"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/table"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
)

// AddRules makes an undo check what the endpoints of the record check. Mount calls it.
func (r *Resource[T]) AddRules() {
	rules := history.Rules{MayUndo: r.mayUndo, CheckRemove: r.checkUndoneCreate, CheckUndo: r.checkUndone}
	if r.Serial {
		rules.Lock = r.lockTable
	}
	r.kit.Kinds.AddRules(r.Table.Name, rules)
}

// mayUndo refuses people who may not save, delete or restore the record.
func (r *Resource[T]) mayUndo(ctx context.Context, c db.Conn, changes []history.RowChange) error {
	for _, change := range changes {
		access := r.Access.Write
		if change.Action == history.Removes {
			access = cmp.Or(r.Access.Delete, r.Access.Write)
		}
		// The rights to the records of a scope are not those to all records of the table.
		if access == api.Admins && r.Scope == "" && !auth.IsAdmin(ctx) {
			return apierr.NotAllowed("Only admins can undo this.")
		}
		if change.Action != history.Updates && r.Trash != nil && r.Scope == "" {
			if err := r.Trash.MayChange(ctx); err != nil {
				return err
			}
		}
	}
	if r.MayUndo == nil {
		return nil
	}
	return r.MayUndo(ctx, c, changes)
}

// checkUndoneCreate checks a record that an undo is about to delete.
func (r *Resource[T]) checkUndoneCreate(ctx context.Context, tx *write.Tx, id int64) error {
	trashed, err := r.belowTrash(ctx, tx.Conn, []int64{id})
	if err != nil {
		return err
	}
	if len(trashed) > 0 {
		return apierr.Conflict(parentInTrash)
	}
	// Without a trash, package history counts all references.
	counts := r.Trash != nil && uses.AnyPrevents(r.Uses)
	if r.CheckRemove == nil && !counts || len(r.Under) > 0 {
		return nil // most records need not be read
	}
	found, err := r.load(ctx, tx.Conn, []int64{id}, r.base(nil))
	if err != nil || len(found) == 0 { // it belongs to another scope
		return err
	}
	if r.CheckRemove != nil {
		if err := r.CheckRemove(ctx, tx, found[0]); err != nil {
			return err
		}
	}
	if !counts {
		return nil
	}
	return uses.Check(ctx, tx.Conn, r.usedRecord(found[0]), r.Uses)
}

// checkUndone refuses records that nobody could save, because the record they are nested below is in the trash.
func (r *Resource[T]) checkUndone(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	saved := []int64{}
	for _, change := range changes.List {
		if change.Action != history.Removes {
			saved = append(saved, change.ID)
		}
	}
	below, err := r.belowTrash(ctx, tx.Conn, saved)
	if err != nil {
		return err
	}
	for _, id := range below {
		changes.Refuse(id, "", parentInTrash)
	}
	if r.CheckUndo == nil {
		return nil
	}
	return r.CheckUndo(ctx, tx, changes)
}

const parentInTrash = "The record it belongs to is in the trash."

// belowTrash returns the records whose parent is in the trash.
func (r *Resource[T]) belowTrash(ctx context.Context, c db.Conn, ids []int64) ([]int64, error) {
	n := len(r.Under)
	if n == 0 || !r.Under[n-1].Table.Trash || len(ids) == 0 {
		return nil, nil
	}
	parent := r.Under[n-1]
	found, err := db.All[int64](ctx, c, "SELECT own.id FROM "+r.Table.Name+" AS own JOIN "+parent.Table.Name+
		" AS parent ON parent.id = own."+table.Quote(parent.Column)+" WHERE parent.deleted_at IS NOT NULL AND "+
		c.OneOf("own.id"), db.IDs(ids))
	if err != nil {
		return nil, fmt.Errorf("find %s in the trash: %w", parent.Table.Name, err)
	}
	return found, nil
}
