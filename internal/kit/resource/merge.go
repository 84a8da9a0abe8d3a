package resource

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/table"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

// Merging says how records of a kind are merged into one of them, the survivor. What Uses declares refers to the
// survivor afterwards.
type Merging[T any] struct {
	Access api.Access // if fewer may merge than update and delete
	// Copied are links of the records themselves. The survivor gets those of the others; they keep theirs in the trash.
	Copied []table.Link
	// Parent is the field with the parent of records in a tree, whose children move to the survivor.
	Parent string
	// NameColumn is the column with the folded names by which duplicates are found, if it is not that of the name.
	NameColumn string
	// URLColumn is a column that two records have the same value in only if they are duplicates. It has an index.
	URLColumn string
	// Repoint changes references that are neither columns nor links, and thus are uses with a query.
	Repoint func(ctx context.Context, tx *write.Tx, survivor *T, merged []*T) error
}

const (
	maxMerged          = 50     // records, with the survivor
	maxMovedReferences = 50_000 // what one transaction can change within mergeLimit
	mergeLimit         = 2 * time.Minute
)

// MergeRequest names the records that are merged into the one in the path.
type MergeRequest struct {
	IDs    []int64 `json:"ids" doc:"Ids of the records to merge into this one, at most 49. They are deleted."`
	DryRun bool    `json:"dry_run,omitempty" doc:"Whether to only report what would move."`
}

// MergeResult is what a merge moved, or would move.
type MergeResult struct {
	Moved   []MovedReferences `json:"moved" nullable:"false" doc:"What refers to the remaining record now, by kind."`
	Removed int64             `json:"removed" doc:"Number of records that were merged into it and deleted."`
	DryRun  bool              `json:"dry_run" doc:"Whether nothing was changed."`
}

// MovedReferences counts references of one kind.
type MovedReferences struct {
	Kind  string `json:"kind" doc:"Kind of the records that refer to it." example:"content"`
	Count int64  `json:"count" doc:"Number of references, with those of records in the trash." example:"3"`
}

func (r *Resource[T]) mountMerge() {
	r.kit.Kinds.AddReferences(r.Kind(), map[string]table.Table{"merged_ids": r.Table})
	op := r.Op("POST", "/{id}/merge", "Merge other records into "+r.kit.API.One(r.Path, r.Kind()),
		max(r.Access.Write, r.Access.Delete, r.Merge.Access))
	op.Description = "Whatever refers to the other records refers to this one afterwards. The others are deleted; their " +
		"ids lead here."
	op.Body = r.kit.API.SchemaOf(MergeRequest{})
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*MergeResult, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		if err := r.requireExisting(ctx, id, nil); err != nil {
			return nil, err
		}
		request, err := api.Decode[MergeRequest](call)
		if err != nil {
			return nil, err
		}
		if err := request.check(id); err != nil {
			return nil, err
		}
		ctx = db.WithStatementLimit(ctx, mergeLimit)
		if request.DryRun {
			return r.previewMerge(ctx, id, request.IDs)
		}
		result := &MergeResult{}
		return result, r.kit.Store.DoAlone(ctx, func(tx *write.Tx) (err error) {
			*result, err = r.merge(ctx, tx, id, request.IDs)
			return err
		})
	})
}

// check refuses ids that can't be merged into another.
func (m MergeRequest) check(into int64) error {
	var problems apierr.Fields
	switch {
	case len(m.IDs) == 0:
		problems.Add("ids", "Choose at least two records.")
	case len(m.IDs) >= maxMerged:
		problems.Add("ids", "At most %d records can be merged at once.", maxMerged)
	}
	for i, id := range m.IDs {
		switch {
		case id == into:
			problems.Add(fmt.Sprintf("ids.%d", i), "A record can't be merged into itself.")
		case slices.Contains(m.IDs[:i], id):
			problems.Add(fmt.Sprintf("ids.%d", i), "This record is listed twice.")
		}
	}
	return problems.Err()
}

// previewMerge reports what a merge would move.
func (r *Resource[T]) previewMerge(ctx context.Context, id int64, ids []int64) (*MergeResult, error) {
	c := r.kit.Store.DB.Read()
	items, err := r.load(ctx, c, append([]int64{id}, ids...), r.base(nil))
	if err != nil {
		return nil, err
	}
	survivor, merged, err := r.mergedOnes(id, ids, items)
	if err != nil {
		return nil, err
	}
	moved, err := r.checkMerge(ctx, c, survivor, merged)
	return &MergeResult{Moved: moved, Removed: int64(len(ids)), DryRun: true}, err
}

// mergedOnes tells the survivor from the others, and refuses ids without a record.
func (r *Resource[T]) mergedOnes(id int64, ids []int64, items []*T) (survivor *T, merged []*T, err error) {
	existing := map[int64]bool{}
	for _, item := range items {
		existing[idOf(item)] = true
		if idOf(item) == id {
			survivor = item
		} else {
			merged = append(merged, item)
		}
	}
	if survivor == nil {
		return nil, nil, apierr.NotFound()
	}
	return survivor, merged, table.Missing("ids", ids, existing, "This record doesn't exist.")
}

// lockMerged reads and locks the records in the order of their ids, so that two merges can't wait for each other.
func (r *Resource[T]) lockMerged(ctx context.Context, tx *write.Tx, id int64, ids []int64) (*T, []*T, error) {
	items := []*T{}
	for _, each := range slices.Sorted(slices.Values(append([]int64{id}, ids...))) {
		item, err := r.Lock(ctx, tx, each, nil)
		if known, ok := apierr.As(err); ok && known.GetStatus() == http.StatusNotFound {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		items = append(items, item)
	}
	return r.mergedOnes(id, ids, items)
}

func (r *Resource[T]) merge(ctx context.Context, tx *write.Tx, id int64, ids []int64) (MergeResult, error) {
	survivor, merged, err := r.lockMerged(ctx, tx, id, ids)
	if err != nil {
		return MergeResult{}, err
	}
	result := MergeResult{Removed: int64(len(ids))}
	if result.Moved, err = r.checkMerge(ctx, tx.Conn, survivor, merged); err != nil {
		return result, err
	}
	if err := r.repoint(ctx, tx, survivor, merged); err != nil {
		return result, err
	}
	if err := r.removeMerged(ctx, tx, merged); err != nil {
		return result, err
	}
	if err := merge.Remember(ctx, tx, r.Table.Name, ids, id); err != nil {
		return result, err
	}
	_, err = tx.Exec(ctx, "UPDATE "+r.Table.Name+" SET version = version + 1, updated_at = ? WHERE id = ?", tx.Now, id)
	if err != nil {
		return result, fmt.Errorf("update %s %d: %w", r.Table.Name, id, err)
	}
	names := write.Names{}
	for _, item := range merged {
		names[idOf(item)] = r.NameOf(item)
	}
	return result, tx.Record(ctx, write.Change{
		Action: "merged", Kind: r.Kind(), ID: id, Name: r.NameOf(survivor), After: map[string]any{"merged_ids": ids},
		Names: map[string]write.Names{"merged_ids": names},
	})
}

// checkMerge refuses a merge that is not possible, and returns what it moves.
func (r *Resource[T]) checkMerge(ctx context.Context, c db.Conn, survivor *T, merged []*T) ([]MovedReferences, error) {
	for _, item := range merged {
		if idOf(item) <= r.Fixed {
			return nil, apierr.Conflict(r.NameOf(item) + " is built in and can't be deleted.")
		}
	}
	if r.Merge.Parent != "" {
		if err := r.checkChildren(ctx, c, survivor, merged); err != nil {
			return nil, err
		}
	}
	counts, moved, sum := &useCounts{}, []MovedReferences{}, int64(0)
	for i, use := range r.Uses {
		moved = append(moved, MovedReferences{Kind: use.Kind})
		query, args := use.referring(recordIDs(merged))
		counts.add(i, query, maxMovedReferences, args...)
	}
	found, err := counts.read(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("count references to %s: %w", r.Table.Name, err)
	}
	for _, count := range found {
		moved[count.Position].Count = count.N
		sum += count.N
	}
	if sum > maxMovedReferences {
		return nil, apierr.Field("ids", "More than 50,000 records refer to these. Merge fewer at once.")
	}
	return slices.DeleteFunc(moved, func(m MovedReferences) bool { return m.Count == 0 }), nil
}

// referring returns a query for the references to any of the records, of which some may be in the trash.
func (u Use) referring(ids []int64) (query string, args []any) {
	switch {
	case u.Link.Table != "":
		return "SELECT 1 FROM " + u.Link.Table + " WHERE " + u.Link.OwnColumn + " IN (?)", []any{ids}
	case u.IDs == "":
		return "SELECT 1 FROM " + u.Table.Name + " WHERE " + table.Quote(u.Column) + " IN (?)", []any{ids}
	}
	queries := []string{}
	for _, id := range ids {
		queries, args = append(queries, u.IDs), append(args, id)
	}
	return "SELECT row_id FROM (" + strings.Join(queries, " UNION ALL ") + ") AS referring", args
}

// repoint has everything that refers to the merged records refer to the survivor.
func (r *Resource[T]) repoint(ctx context.Context, tx *write.Tx, survivor *T, merged []*T) error {
	id, ids := idOf(survivor), recordIDs(merged)
	for _, use := range r.Uses {
		if err := r.repointUse(ctx, tx, use, ids, id); err != nil {
			return err
		}
	}
	for _, link := range r.Merge.Copied {
		if _, err := link.Copy(ctx, tx, ids, id); err != nil {
			return err
		}
	}
	if r.Merge.Parent != "" {
		if err := r.moveChildren(ctx, tx, id, ids); err != nil {
			return err
		}
	}
	if r.Merge.Repoint != nil {
		return r.Merge.Repoint(ctx, tx, survivor, merged)
	}
	return nil
}

func (r *Resource[T]) repointUse(ctx context.Context, tx *write.Tx, use Use, ids []int64, id int64) error {
	switch {
	case slices.Contains(r.Merge.Copied, use.Link):
		return nil
	case use.Link.Table != "":
		return use.Link.Move(ctx, tx, ids, id)
	case use.IDs != "" || use.Table.Name == r.Table.Name: // Repoint and moveChildren change them
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE "+use.Table.Name+" SET "+table.Quote(use.Column)+
		" = ?, version = version + 1, updated_at = ? WHERE "+table.Quote(use.Column)+" IN (?)", id, tx.Now, ids)
	return wrap(err, "repoint "+use.Table.Name)
}

// removeMerged deletes the merged records, or moves them to the trash. In a tree, those below others come first.
func (r *Resource[T]) removeMerged(ctx context.Context, tx *write.Tx, merged []*T) error {
	if r.Merge.Parent != "" {
		ordered, err := db.All[int64](ctx, tx.Conn,
			"SELECT id FROM "+r.Table.Name+" WHERE id IN (?) ORDER BY length(path) DESC, id", recordIDs(merged))
		if err != nil {
			return fmt.Errorf("order merged %s: %w", r.Table.Name, err)
		}
		slices.SortFunc(merged, func(a, b *T) int {
			return slices.Index(ordered, idOf(a)) - slices.Index(ordered, idOf(b))
		})
	}
	for _, item := range merged {
		var err error
		if r.Trash != nil {
			err = trash.Put(ctx, tx, *r.Trash, idOf(item), r.NameOf(item))
		} else {
			err = r.erase(ctx, tx, item)
		}
		if err != nil {
			return err
		}
		if err := r.record(ctx, tx, "deleted", item, nil, nil); err != nil {
			return err
		}
	}
	return nil
}

func recordIDs[T any](items []*T) []int64 {
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = idOf(item)
	}
	return ids
}
