package resource

import (
	"context"

	"waymark/internal/kit/api"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// Added is the response of an endpoint that links records to another.
type Added struct {
	Added int64 `json:"added"`
	bulk.Outcome
}

// MountAdd registers the endpoint that links other records to this one: POST publishers/{id}/content {content_ids}.
func (r *Resource[T]) MountAdd(path, field string, link table.Link) {
	action := r.kit.Bulk.Add(bulk.Action{
		Name: r.Path + "/" + path, List: link.To.Name, Field: field,
		Apply: func(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64, chosen bool) (int64, error) {
			if _, err := r.Lock(ctx, tx, target.ID, nil); err != nil {
				return 0, err
			}
			if chosen {
				if err := link.To.RequireExisting(ctx, tx.Conn, field, ids); err != nil {
					return 0, err
				}
			}
			return link.Add(ctx, tx, target.ID, ids)
		},
		Record: func(ctx context.Context, tx *write.Tx, target bulk.Target, values map[string]any) error {
			item, err := r.Find(ctx, tx.Conn, target.ID, nil)
			if err != nil {
				return err
			}
			change := write.Change{Action: "added to", Kind: r.Kind(), ID: target.ID, Name: r.NameOf(item), After: values}
			return tx.Record(ctx, change)
		},
	})
	op := r.Op("POST", "/{id}/"+path, "Add "+r.kit.API.Plural(path)+" to "+r.kit.API.One(r.Path, r.Kind()), r.Access.Write)
	op.Description = "Records that have already been added are skipped."
	op.Body = action.BodySchema()
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*Added, error) {
		id, _, body, err := r.Target(ctx, call)
		if err != nil {
			return nil, err
		}
		result, err := action.Run(ctx, bulk.Target{ID: id}, body, nil)
		if err != nil {
			return nil, err
		}
		return &Added{result.Changed, result.Outcome}, nil
	})
}
