package resource

import (
	"context"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// Added tells how many records were tied to another.
type Added struct {
	Added int64 `json:"added"`
	Rest
}

// MountAdd gives a record the call that adds others to it: POST publishers/{id}/content {content_ids}.
func (r *Resource[T]) MountAdd(path, field string, link Link) {
	name, bulk := r.Path+"/"+path, r.kit.Bulk
	bulk.Add(Act{
		Name: name, List: link.To.Table, Field: field,
		Do: func(ctx context.Context, tx *write.Tx, on On, ids []int64, named bool) (int64, error) {
			if _, err := r.Lock(ctx, tx, on.Target, nil); err != nil {
				return 0, err
			}
			if named {
				if err := link.To.MustExist(ctx, tx.Conn, field, ids); err != nil {
					return 0, err
				}
			}
			return link.Add(ctx, tx, on.Target, ids)
		},
		Tell: func(ctx context.Context, tx *write.Tx, on On, told map[string]any) error {
			item, err := r.Find(ctx, tx.Conn, on.Target, nil)
			if err != nil {
				return err
			}
			return tx.Record(ctx, write.Change{Action: "added to", Kind: r.Kind(), ID: on.Target, Name: r.NameOf(item), After: told})
		},
	})
	op := r.op("POST", "/{id}/"+path, "Add "+plural(path)+" to a "+r.Kind(), r.Write)
	op.Description = "What is there already is skipped."
	op.Body = &huma.Schema{Type: huma.TypeObject, Properties: ActSchema(field)}
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*Added, error) {
		id, _, object, err := r.Asked(ctx, call)
		if err != nil {
			return nil, err
		}
		done, err := bulk.Perform(ctx, name, On{Target: id}, object, nil)
		if err != nil {
			return nil, err
		}
		return &Added{done.Changed, done.Rest}, nil
	})
}

// MustExist names each id that leads to no live record.
func (r Rows) MustExist(ctx context.Context, c db.Conn, field string, ids []int64) error {
	found, err := r.exist(ctx, c, ids)
	if err != nil {
		return err
	}
	return Missing(field, ids, found, "There is no such record.")
}

// Missing names each id that is not among those found.
func Missing(field string, ids []int64, found map[int64]bool, problem string) error {
	var problems apierr.Fields
	for i, id := range ids {
		if !found[id] {
			problems.Add(fmt.Sprintf("%s.%d", field, i), "%s", problem)
		}
	}
	return problems.Err()
}
