package resource

import (
	"context"
	"fmt"
	"slices"

	"waymark/internal/kit/api"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// added is the response of an endpoint that links records to another.
type added struct {
	Added int64 `json:"added"`
	bulk.Outcome
}

// Removed is the response of an endpoint that removes records from another.
type Removed struct {
	Removed int64 `json:"removed"`
	bulk.Outcome
}

// linkChange is an endpoint that links other records to one, or removes them from it.
type linkChange struct {
	suffix      string // of the path and of the action's name
	summary     string
	description string
	audit       string // the action in the audit log
	removes     bool
}

// MountAdd registers the endpoint that links other records to this one: POST publishers/{id}/content {content_ids}.
func (r *Resource[T]) MountAdd(path, field string, link table.Link) {
	mountLinkChange(r, path, field, link, linkChange{
		summary: "Add " + r.kit.API.Plural(path) + " to ", audit: "added to",
		description: "Records that have already been added are skipped.",
	}, func(result *bulk.Result) *added { return &added{result.Changed, result.Outcome} })
}

// MountRemove registers the endpoint that removes other records from this one: POST tags/{id}/content/remove.
func (r *Resource[T]) MountRemove(path, field string, link table.Link) {
	mountLinkChange(r, path, field, link, linkChange{
		suffix: "/remove", summary: "Remove " + r.kit.API.Plural(path) + " from ", audit: "removed from", removes: true,
		description: "Records that are not linked to it are skipped.",
	}, func(result *bulk.Result) *Removed { return &Removed{result.Changed, result.Outcome} })
}

func mountLinkChange[T, R any](
	r *Resource[T], path, field string, link table.Link, c linkChange, response func(*bulk.Result) R,
) {
	action := r.kit.Bulk.Add(bulk.Action{
		Name: r.Path + "/" + path + c.suffix, List: link.To.Name, Field: field,
		Apply: func(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64, chosen bool) (int64, error) {
			if _, err := r.Lock(ctx, tx, target.ID, nil); err != nil {
				return 0, err
			}
			if chosen {
				if err := link.To.RequireExisting(ctx, tx.Conn, field, ids); err != nil {
					return 0, err
				}
			}
			return changeLinks(ctx, tx, link, c.removes, target.ID, ids)
		},
		Record: func(ctx context.Context, tx *write.Tx, target bulk.Target, values map[string]any) error {
			item, err := r.Find(ctx, tx.Conn, target.ID, nil)
			if err != nil {
				return err
			}
			change := write.Change{Action: c.audit, Kind: r.Kind(), ID: target.ID, Name: r.NameOf(item), After: values}
			if ids, ok := values[field].([]int64); ok { // of many records there is only the number
				names, err := link.To.Names(ctx, tx.Conn, ids)
				if err != nil {
					return err
				}
				change.Names = map[string]write.Names{field: names}
			}
			return tx.Record(ctx, change)
		},
	})
	r.kit.Kinds.AddReferences(r.Kind(), map[string]table.Table{field: link.To})
	op := r.Op("POST", "/{id}/"+path+c.suffix, c.summary+r.kit.API.One(r.Path, r.Kind()), r.Access.Write)
	op.Description, op.Body = c.description, action.BodySchema()
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (R, error) {
		var none R
		id, _, body, err := r.Target(ctx, call)
		if err != nil {
			return none, err
		}
		result, err := action.Run(ctx, bulk.Target{ID: id}, body, nil)
		if err != nil {
			return none, err
		}
		return response(result), nil
	})
}

// changeLinks links a record to others, or removes the links, and returns how many of the others it changed. Their
// versions increase, because their own forms have the other end of the link: a form that was opened before must not
// overwrite it.
func changeLinks(
	ctx context.Context, tx *write.Tx, link table.Link, remove bool, id int64, ids []int64,
) (int64, error) {
	linked, err := link.Linked(ctx, tx.Conn, id, ids)
	if err != nil {
		return 0, err
	}
	changing := slices.DeleteFunc(slices.Clone(ids), func(other int64) bool { return linked[other] != remove })
	if len(changing) == 0 {
		return 0, nil
	}
	change := link.Add
	if remove {
		change = link.Remove
	}
	changed, err := change(ctx, tx, id, changing)
	if err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, "UPDATE "+link.To.Name+" SET version = version + 1, updated_at = ? WHERE id IN (?)"+
		link.To.AndLive(), tx.Now, changing)
	if err != nil {
		return 0, fmt.Errorf("update %s: %w", link.To.Name, err)
	}
	return changed, nil
}
