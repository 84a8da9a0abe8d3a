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
	Added   int64 `json:"added"`
	Skipped int64 `json:"skipped"`
}

const maxLinked = 5000

// MountAdd gives a record the call that adds others to it: POST publishers/{id}/content {content_ids}.
func (r *Resource[T]) MountAdd(path, field string, link Link) {
	op := r.op("POST", "/{id}/"+path, "Add "+plural(path)+" to a "+r.kind(), r.Write)
	op.Description = "What is there already is skipped."
	op.Body = &huma.Schema{Type: huma.TypeObject, Required: []string{field}, Properties: map[string]*huma.Schema{
		field: {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeInteger}},
	}}
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*Added, error) {
		id, parents, err := r.target(ctx, call)
		if err != nil {
			return nil, err
		}
		object, err := call.Object()
		if err != nil {
			return nil, err
		}
		var problems apierr.Fields
		var others []int64
		in := &input{name: field, raw: object[field], problems: &problems}
		delete(object, field)
		switch {
		case in.raw == nil:
			in.refuse("This field is required.")
		case in.into(&others, "a list of ids") && (len(others) == 0 || len(others) > maxLinked):
			in.refuse("Must have 1 to %d entries.", maxLinked)
		}
		for name := range object {
			problems.Add(name, "Is not a field of this form.")
		}
		if err := problems.Err(); err != nil {
			return nil, err
		}
		answer := &Added{}
		err = r.kit.Store.Do(ctx, func(tx *write.Tx) error {
			answer.Added, err = r.add(ctx, tx, id, parents, field, link, others)
			answer.Skipped = int64(len(others)) - answer.Added
			return err
		})
		return answer, err
	})
}

func (r *Resource[T]) add(ctx context.Context, tx *write.Tx, id int64, parents []int64, field string, link Link, others []int64) (int64, error) {
	item, err := r.lock(ctx, tx, id, parents)
	if err != nil {
		return 0, err
	}
	found, err := link.To.exist(ctx, tx.Conn, others)
	if err != nil {
		return 0, err
	}
	var problems apierr.Fields
	for i, other := range others {
		if !found[other] {
			problems.Add(fmt.Sprintf("%s.%d", field, i), "There is no such record.")
		}
	}
	if err := problems.Err(); err != nil {
		return 0, err
	}
	added, err := link.add(ctx, tx, id, others)
	if err != nil || added == 0 {
		return added, err
	}
	return added, tx.Record(ctx, write.Change{Action: "added to", Kind: r.kind(), ID: id, Name: r.nameOf(item), After: map[string]any{field: others}})
}
