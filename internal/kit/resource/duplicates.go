package resource

import (
	"cmp"
	"context"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/merge"
)

// duplicates are groups of records that may be the same.
type duplicates struct {
	Groups     []duplicateGroup `json:"groups" nullable:"false" doc:"Groups of records that may be the same, at most 50."`
	IsComplete bool             `json:"is_complete" doc:"Whether all records were compared, and all groups are listed. Similar spelling is not compared above 5,000 records: use begins_with."`
}

// duplicateGroup are records that may be the same.
type duplicateGroup struct {
	Reason  string  `json:"reason" enum:"name,spelling,url" doc:"What they have in common: the same name, a similar spelling, or the same URL."`
	Records []Named `json:"records" nullable:"false" doc:"The records, oldest first; at most 50."`
}

func (r *Resource[T]) mountDuplicates() {
	op := r.Op("GET", "/duplicates", "Find duplicate "+r.kit.API.Plural(r.Path), r.Access.Read)
	op.Description = "Suggests records to merge: those with the same name or a similar one."
	op.Replica = true
	op.Query = []*huma.Param{api.TextParam("begins_with", "Only records whose names begin with this.")}
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*duplicates, error) {
		return r.findDuplicates(ctx, r.kit.Store.DB.Read(), fold.Key(call.Query().Get("begins_with")))
	})
}

func (r *Resource[T]) findDuplicates(ctx context.Context, c db.Conn, prefix string) (*duplicates, error) {
	groups, isComplete, err := merge.FindDuplicates(ctx, c, merge.Search{
		Table: r.Table, NameColumn: cmp.Or(r.Merge.NameColumn, r.byName[r.Name].sortColumn()),
		URLColumn: r.Merge.URLColumn, Prefix: prefix,
	})
	if err != nil {
		return nil, fmt.Errorf("find duplicate %s: %w", r.Table.Name, err)
	}
	ids := []int64{}
	for _, group := range groups {
		ids = append(ids, group.IDs...)
	}
	items, err := r.load(ctx, c, ids, r.base(nil))
	if err != nil {
		return nil, err
	}
	names := map[int64]string{}
	for _, item := range items {
		names[idOf(item)] = r.NameOf(item)
	}
	found := &duplicates{Groups: []duplicateGroup{}, IsComplete: isComplete}
	for _, group := range groups {
		shown := duplicateGroup{Reason: group.Reason}
		for _, id := range group.IDs {
			if name, ok := names[id]; ok { // records of another scope, such as images, are left out
				shown.Records = append(shown.Records, Named{ID: id, Name: name})
			}
		}
		if len(shown.Records) > 1 {
			found.Groups = append(found.Groups, shown)
		}
	}
	return found, nil
}
