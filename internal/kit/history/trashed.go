package history

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"waymark/internal/kit/db"
)

// trashTable is the table of trash entries: deletions, each of a record and of what was deleted with it.
const trashTable = "trash"

// deletion is a trash entry.
type deletion struct {
	ID       int64  `db:"id"`
	Kind     string `db:"kind"`
	RecordID int64  `db:"record_id"`
}

// returnedRow is a row that has come back from the trash with a record it was deleted with.
type returnedRow struct {
	deletion
	row *keptRow
}

func (u *Undoer) trashKind(name string) (TrashKind, bool) {
	i := slices.IndexFunc(u.Trash, func(k TrashKind) bool { return k.Name == name })
	if i < 0 {
		return TrashKind{}, false
	}
	return u.Trash[i], true
}

// throughTrash leaves out records that may not come back from the trash, or go back to it. Rows that were deleted with
// a record follow it; checkRoots compares them afterwards.
func (v *reversal) throughTrash(ctx context.Context, rows []*keptRow) ([]*keptRow, error) {
	entries := map[*keptRow]int64{}
	for _, r := range rows {
		if _, ok := r.before["deleted_at"]; !ok || len(r.before) == 0 {
			continue
		}
		for _, side := range []columnValues{r.before, r.after} {
			if id, err := strconv.ParseInt(string(side["trash_id"]), 10, 64); err == nil {
				entries[r] = id
			}
		}
	}
	if len(entries) == 0 {
		return rows, nil
	}
	deletions, err := v.deletions(ctx, entries)
	if err != nil {
		return nil, err
	}
	left := []*keptRow{}
	for _, r := range rows {
		entry, known := deletions[entries[r]]
		if known {
			if err := v.follow(ctx, r, entry); err != nil {
				return nil, err
			}
		}
		if !known || len(r.before) > 0 {
			left = append(left, r)
		}
	}
	return left, nil
}

// follow checks a row that comes back from the trash or goes back to it. One that may not has nothing left to set.
func (v *reversal) follow(ctx context.Context, r *keptRow, entry deletion) error {
	kind, known := v.undoer.trashKind(entry.Kind)
	id, err := r.id()
	if err != nil || !known {
		return err
	}
	restores := string(r.before["deleted_at"]) == "null"
	if kind.Table != r.Source || entry.RecordID != id {
		if restores {
			v.returned = append(v.returned, returnedRow{entry, r})
		}
		return nil
	}
	if !v.Allowed {
		if err := kind.MayChange(ctx); err != nil {
			return err
		}
	}
	switch {
	case v.simulated != nil:
		return nil
	case !restores:
		err = v.checkRemove(ctx, r)
	case kind.BeforeRestore != nil:
		err = kind.BeforeRestore(ctx, v.tx, id)
	}
	if err == nil {
		return nil
	}
	r.before = columnValues{}
	return v.refuseFor(r, err)
}

// deletions returns the trash entries of rows.
func (v *reversal) deletions(ctx context.Context, entries map[*keptRow]int64) (map[int64]deletion, error) {
	ids := []int64{}
	for _, id := range entries {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	found, err := db.All[deletion](ctx, v.conn, "SELECT id, kind, record_id FROM "+trashTable+" WHERE "+
		v.conn.OneOf("id"), db.IDs(slices.Compact(ids)))
	if err != nil {
		return nil, fmt.Errorf("find trash entries: %w", err)
	}
	byID := map[int64]deletion{}
	for _, entry := range found {
		byID[entry.ID] = entry
	}
	return byID, nil
}

// checkRoots excludes rows that have come back without the record they were deleted with.
func (v *reversal) checkRoots(ctx context.Context) error {
	byKind := map[string][]int64{}
	for _, returned := range v.returned {
		if !slices.Contains(byKind[returned.Kind], returned.RecordID) {
			byKind[returned.Kind] = append(byKind[returned.Kind], returned.RecordID)
		}
	}
	for name, ids := range byKind {
		kind, _ := v.undoer.trashKind(name)
		trashed, err := db.All[int64](ctx, v.conn, "SELECT id FROM "+kind.Table+" WHERE deleted_at IS NOT NULL AND "+
			v.conn.OneOf("id"), db.IDs(ids))
		if err != nil {
			return fmt.Errorf("find %s in the trash: %w", kind.Table, err)
		}
		for _, returned := range v.returned {
			if returned.Kind == name && !returned.row.refused && slices.Contains(trashed, returned.RecordID) {
				v.excluded[returned.row.Source+returned.row.Key] = refusal{
					reason: "The " + kind.Name + " it was deleted with is still in the trash.",
				}
			}
		}
	}
	return nil
}
