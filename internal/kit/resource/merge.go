package resource

import (
	"context"
	"encoding/json"
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
	"waymark/internal/kit/write"
)

// mergeLimit is how long a statement of a merge may take.
const mergeLimit = 2 * time.Minute

// mergeRequest names the records that are merged into the one in the path.
type mergeRequest struct {
	IDs    []int64 `json:"ids" doc:"Ids of the records to merge into this one, at most 49. They are deleted."`
	DryRun bool    `json:"dry_run,omitempty" doc:"Whether to only report what would move."`
}

// mergeResult is what a merge moved, or would move.
type mergeResult struct {
	Moved   []merge.MovedReferences `json:"moved" nullable:"false" doc:"What refers to the remaining record now, by kind."`
	Removed int64                   `json:"removed" doc:"Number of records that were merged into it and deleted."`
	DryRun  bool                    `json:"dry_run" doc:"Whether nothing was changed."`
}

func (r *Resource[T]) mountMerge() {
	r.kit.Kinds.AddReferences(r.Kind(), map[string]table.Table{"merged_ids": r.Table})
	op := r.Op("POST", "/{id}/merge", "Merge other records into "+r.kit.API.One(r.Path, r.Kind()),
		max(r.Access.Write, r.Access.Delete, r.Merge.Access))
	op.Description = "Whatever refers to the other records refers to this one afterwards. The others are deleted; their " +
		"ids lead here."
	op.Body = r.kit.API.SchemaOf(mergeRequest{})
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*mergeResult, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		if err := r.requireExisting(ctx, id, nil); err != nil {
			return nil, err
		}
		request, err := api.Decode[mergeRequest](call)
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
		result := &mergeResult{}
		return result, r.kit.Store.DoAlone(ctx, func(tx *write.Tx) (err error) {
			*result, err = r.merge(ctx, tx, id, request.IDs)
			return err
		})
	})
}

// check refuses ids that can't be merged into another.
func (m mergeRequest) check(into int64) error {
	var problems apierr.Fields
	switch {
	case len(m.IDs) == 0:
		problems.Add("ids", "Choose at least two records.")
	case len(m.IDs) >= merge.MaxRecords:
		problems.Add("ids", "At most %d records can be merged at once.", merge.MaxRecords)
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
func (r *Resource[T]) previewMerge(ctx context.Context, id int64, ids []int64) (*mergeResult, error) {
	c := r.kit.Store.DB.Read()
	items, err := r.load(ctx, c, append([]int64{id}, ids...), r.base(nil))
	if err != nil {
		return nil, err
	}
	survivor, merged, err := r.mergedOnes(id, ids, items)
	if err != nil {
		return nil, err
	}
	moved, err := r.checkMerge(ctx, c, r.planMerge(survivor, merged))
	return &mergeResult{Moved: moved, Removed: int64(len(ids)), DryRun: true}, err
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

func (r *Resource[T]) merge(ctx context.Context, tx *write.Tx, id int64, ids []int64) (mergeResult, error) {
	survivor, merged, err := r.lockMerged(ctx, tx, id, ids)
	if err != nil {
		return mergeResult{}, err
	}
	plan, result := r.planMerge(survivor, merged), mergeResult{Removed: int64(len(ids))}
	if result.Moved, err = r.checkMerge(ctx, tx.Conn, plan); err != nil {
		return result, err
	}
	if err := r.repoint(ctx, tx, plan, survivor, merged); err != nil {
		return result, err
	}
	if err := r.removeMerged(ctx, tx, plan, merged); err != nil {
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
	for _, record := range plan.Merged {
		names[record.ID] = record.Name
	}
	return result, tx.Record(ctx, write.Change{
		Action: "merged", Kind: r.Kind(), ID: id, Name: plan.Survivor.Name, After: map[string]any{"merged_ids": ids},
		Names: map[string]write.Names{"merged_ids": names},
	})
}

func (r *Resource[T]) planMerge(survivor *T, merged []*T) merge.Plan {
	named := func(item *T) merge.Record { return merge.Record{ID: idOf(item), Name: r.NameOf(item)} }
	plan := merge.Plan{
		Table: r.Table, Uses: r.Uses, Copied: r.Merge.Copied, Parent: r.Merge.Parent, Survivor: named(survivor),
	}
	for _, item := range merged {
		plan.Merged = append(plan.Merged, named(item))
	}
	return plan
}

// checkMerge refuses a merge that is not possible, and returns what it moves.
func (r *Resource[T]) checkMerge(ctx context.Context, c db.Conn, plan merge.Plan) ([]merge.MovedReferences, error) {
	for _, record := range plan.Merged {
		if record.ID <= r.Fixed {
			return nil, apierr.Conflict(record.Name + " is built in and can't be deleted.")
		}
	}
	return plan.Check(ctx, c)
}

// repoint has everything that refers to the merged records refer to the survivor.
func (r *Resource[T]) repoint(ctx context.Context, tx *write.Tx, plan merge.Plan, survivor *T, merged []*T) error {
	if err := plan.MoveReferences(ctx, tx); err != nil {
		return err
	}
	if plan.Parent != "" {
		if err := r.moveChildren(ctx, tx, plan); err != nil {
			return err
		}
	}
	if r.Merge.Repoint != nil {
		return r.Merge.Repoint(ctx, tx, survivor, merged)
	}
	return nil
}

// moveChildren moves the children of merged records to the survivor, in the same way as a save of each of them.
func (r *Resource[T]) moveChildren(ctx context.Context, tx *write.Tx, plan merge.Plan) error {
	children, err := plan.Children(ctx, tx.Conn)
	if err != nil {
		return err
	}
	for _, child := range children {
		parent := map[string]json.RawMessage{plan.Parent: json.RawMessage(fmt.Sprint(plan.Survivor.ID))}
		in, err := r.Parse(ctx, parent, false)
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

// removeMerged deletes the merged records, or moves them to the trash.
func (r *Resource[T]) removeMerged(ctx context.Context, tx *write.Tx, plan merge.Plan, merged []*T) error {
	ordered, err := plan.Order(ctx, tx.Conn)
	if err != nil {
		return err
	}
	slices.SortFunc(merged, func(a, b *T) int {
		return slices.Index(ordered, idOf(a)) - slices.Index(ordered, idOf(b))
	})
	for _, item := range merged {
		if err := r.discard(ctx, tx, item); err != nil {
			return err
		}
	}
	return nil
}
