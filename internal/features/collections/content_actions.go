package collections

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// Copied reports how many items were copied to another collection.
type Copied struct {
	Copied int64 `json:"copied"`
	bulk.Outcome
}

// Moved reports how many items were moved to another collection.
type Moved struct {
	Moved int64 `json:"moved"`
	bulk.Outcome
}

// mountActions registers the bulk actions that remove, copy and move content. Copy and move name another collection.
func (c *contents) mountActions() {
	c.kit.Kinds.AddReferences("collection", audited)
	mountAction(c, "remove", "Remove content from a collection", c.remove,
		func(r *bulk.Result) *resource.Removed {
			return &resource.Removed{Removed: r.Changed, Outcome: r.Outcome}
		})
	mountAction(c, "copy", "Copy content to another collection", c.copy,
		func(r *bulk.Result) *Copied { return &Copied{r.Changed, r.Outcome} })
	mountAction(c, "move", "Move content to another collection", c.move,
		func(r *bulk.Result) *Moved { return &Moved{r.Changed, r.Outcome} })
}

// applyFunc changes the content of a collection and returns the number of items it changed.
type applyFunc func(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64) (int64, error)

func mountAction[R any](c *contents, verb, summary string, apply applyFunc, response func(*bulk.Result) R) {
	action := c.kit.Bulk.Add(bulk.Action{
		Name: "collections/content/" + verb, List: "content", Field: "content_ids",
		Apply: func(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64, named bool) (int64, error) {
			if err := c.lock(ctx, tx, target); err != nil {
				return 0, err
			}
			if named {
				if err := requireInside(ctx, tx, target.ID, ids); err != nil {
					return 0, err
				}
			}
			return apply(ctx, tx, target, ids)
		},
	})
	needsOther, body := verb != "remove", action.BodySchema()
	if needsOther {
		body = api.AddOptionalFields[otherCollection](body)
	}
	op := api.Op{
		Method: "POST", Path: "/api/admin/collections/{id}/content/" + verb, Tag: "Collection", Summary: summary,
		Body: body,
	}
	api.Handle(c.kit.API, op, func(ctx context.Context, call *api.Call) (R, error) {
		var none R
		id, _, err := c.find(ctx, call)
		if err != nil {
			return none, err
		}
		body, err := call.Object()
		if err != nil {
			return none, err
		}
		target := bulk.Target{ID: id}
		if needsOther {
			if target.Other, err = c.other(ctx, id, body); err != nil {
				return none, err
			}
		}
		result, err := action.Run(ctx, target, body, url.Values{"collection_id": {strconv.FormatInt(id, 10)}})
		if err != nil {
			return none, err
		}
		return response(result), nil
	})
}

// otherCollection is the part of a request body that names the target of a copy or move.
type otherCollection struct {
	CollectionID int64 `json:"collection_id" doc:"The other collection."`
}

// other removes the id of the target collection from a request body and validates it.
func (c *contents) other(ctx context.Context, source int64, object map[string]json.RawMessage) (int64, error) {
	const field = "collection_id"
	sent := object[field]
	delete(object, field)
	if sent == nil || string(sent) == "null" {
		return 0, apierr.Field(field, "This field is required.")
	}
	var id int64
	if err := json.Unmarshal(sent, &id); err != nil {
		return 0, apierr.Field(field, "Must be the id of a record.")
	}
	if id == source {
		return 0, apierr.Field(field, "Choose another collection; the content is already in this one.")
	}
	found, err := db.Exists(ctx, c.kit.Store.DB.Read(),
		"SELECT 1 FROM collections WHERE id = ? AND deleted_at IS NULL", id)
	if err != nil {
		return 0, fmt.Errorf("find collection %d: %w", id, err)
	}
	if !found {
		return 0, apierr.Field(field, "This record doesn't exist.")
	}
	return id, nil
}

// lock locks both collections in the order of their ids, so that concurrent requests cannot deadlock.
func (c *contents) lock(ctx context.Context, tx *write.Tx, target bulk.Target) error {
	ids := slices.DeleteFunc([]int64{min(target.ID, target.Other), max(target.ID, target.Other)},
		func(id int64) bool { return id == 0 })
	for _, id := range ids {
		if _, err := c.collections.Lock(ctx, tx, id, nil); err != nil {
			return err
		}
	}
	return nil
}

func requireInside(ctx context.Context, tx *write.Tx, collection int64, ids []int64) error {
	list, err := db.All[int64](ctx, tx.Conn,
		"SELECT cc.content_id "+liveContent+" AND cc.content_id IN (?)", collection, ids)
	if err != nil {
		return fmt.Errorf("find content in collection %d: %w", collection, err)
	}
	found := map[int64]bool{}
	for _, id := range list {
		found[id] = true
	}
	return table.Missing("content_ids", ids, found, "Is not in this collection.")
}

func (c *contents) remove(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64) (int64, error) {
	removed, err := schema.CollectionContent.Remove(ctx, tx, target.ID, ids)
	if err != nil || removed == 0 {
		return removed, err
	}
	return removed, c.record(ctx, tx, "removed from", target.ID, map[string]any{"content_ids": ids})
}

func (c *contents) copy(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64) (int64, error) {
	added, err := schema.CollectionContent.Add(ctx, tx, target.Other, ids)
	if err != nil || added == 0 {
		return added, err
	}
	after := map[string]any{"content_ids": ids, "copied_from": target.ID}
	return added, c.record(ctx, tx, "added to", target.Other, after)
}

// move removes content from one collection and adds it to another. Items that the other collection already holds are
// only removed.
func (c *contents) move(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64) (int64, error) {
	added, err := schema.CollectionContent.Add(ctx, tx, target.Other, ids)
	if err != nil {
		return 0, err
	}
	removed, err := schema.CollectionContent.Remove(ctx, tx, target.ID, ids)
	if err != nil || removed == 0 {
		return added, err
	}
	after := map[string]any{"content_ids": ids, "moved_to": target.Other}
	if err := c.record(ctx, tx, "removed from", target.ID, after); err != nil {
		return 0, err
	}
	after = map[string]any{"content_ids": ids, "moved_from": target.ID}
	return added, c.record(ctx, tx, "added to", target.Other, after)
}

func (c *contents) record(ctx context.Context, tx *write.Tx, action string, id int64, after map[string]any) error {
	collection, err := c.collections.Find(ctx, tx.Conn, id, nil)
	if err != nil {
		return err
	}
	change := write.Change{Action: action, Kind: "collection", ID: id, Name: collection.Name, After: after}
	if change.Names, err = contentNames(ctx, tx.Conn, after); err != nil {
		return err
	}
	return tx.Record(ctx, change)
}

// audited are the references in audit entries about the content of collections.
var audited = map[string]table.Table{
	"content_ids": schema.Content, "moved_to": schema.Collections, "moved_from": schema.Collections,
	"copied_from": schema.Collections,
}

// contentNames returns the names of what an audit entry refers to.
func contentNames(ctx context.Context, c db.Conn, after map[string]any) (map[string]write.Names, error) {
	all := map[string]write.Names{}
	for field, value := range after {
		ids, several := value.([]int64)
		if id, ok := value.(int64); ok && !several {
			ids = []int64{id}
		}
		names, err := audited[field].Names(ctx, c, ids)
		if err != nil {
			return nil, err
		}
		all[field] = names
	}
	return all, nil
}
