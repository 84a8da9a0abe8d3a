package resource

import (
	"context"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/write"
)

// Added tells how many records were tied to another, and how many were already.
type Added struct {
	Added   int64  `json:"added"`
	Skipped int64  `json:"skipped"`
	Job     *int64 `json:"job,omitempty" doc:"The job that does it, when there are too many to be done at once. See jobs/{id}."`
}

// MountAdd gives a record the call that adds others to it: POST publishers/{id}/content {content_ids}.
func (r *Resource[T]) MountAdd(path, field string, link Link) {
	name, bulk := r.Path+"/"+path, r.kit.Bulk
	bulk.works[name] = work{
		list: link.To.Table,
		do: func(ctx context.Context, tx *write.Tx, target int64, ids []int64) (int64, error) {
			if _, err := r.Lock(ctx, tx, target, nil); err != nil {
				return 0, err
			}
			return link.add(ctx, tx, target, ids)
		},
		tell: func(ctx context.Context, tx *write.Tx, target, added int64, filter string) error {
			item, err := r.Find(ctx, tx.Conn, target, nil)
			if err != nil || added == 0 {
				return err
			}
			return tx.Record(ctx, write.Change{Action: "added to", Kind: r.kind(), ID: target, Name: r.nameOf(item), After: map[string]any{field: added, "filter": filter}})
		},
	}
	op := r.op("POST", "/{id}/"+path, "Add "+plural(path)+" to a "+r.kind(), r.Write)
	op.Description = "What is there already is skipped."
	op.Body = &huma.Schema{Type: huma.TypeObject, Properties: chosenSchema(field)}
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*Added, error) {
		id, parents, err := r.target(ctx, call)
		if err != nil {
			return nil, err
		}
		if _, err := r.Find(ctx, r.kit.Store.DB.Read(), id, parents); err != nil {
			return nil, err
		}
		object, err := call.Object()
		if err != nil {
			return nil, err
		}
		which, err := bulk.chosenBy(object, field, link.To.Table)
		if err != nil {
			return nil, err
		}
		if which.filter != nil {
			if which.ids, err = bulk.lists[link.To.Table].matching(ctx, which.filter, 0, anyLast, maxLinked+1); err != nil {
				return nil, err
			}
			if len(which.ids) > maxLinked {
				job, err := bulk.begin(ctx, name, id, which.filter)
				return &Added{Job: &job}, err
			}
		}
		answer := &Added{}
		err = r.kit.Store.Do(ctx, func(tx *write.Tx) error {
			answer.Added, err = r.add(ctx, tx, id, parents, field, link, which)
			answer.Skipped = int64(len(which.ids)) - answer.Added
			return err
		})
		return answer, err
	})
}

func (r *Resource[T]) add(ctx context.Context, tx *write.Tx, id int64, parents []int64, field string, link Link, which *chosen) (int64, error) {
	item, err := r.Lock(ctx, tx, id, parents)
	if err != nil {
		return 0, err
	}
	if which.filter == nil {
		found, err := link.To.exist(ctx, tx.Conn, which.ids)
		if err != nil {
			return 0, err
		}
		var problems apierr.Fields
		for i, other := range which.ids {
			if !found[other] {
				problems.Add(fmt.Sprintf("%s.%d", field, i), "There is no such record.")
			}
		}
		if err := problems.Err(); err != nil {
			return 0, err
		}
	}
	added, err := link.add(ctx, tx, id, which.ids)
	if err != nil || added == 0 {
		return added, err
	}
	return added, tx.Record(ctx, write.Change{Action: "added to", Kind: r.kind(), ID: id, Name: r.nameOf(item), After: map[string]any{field: which.ids}})
}
