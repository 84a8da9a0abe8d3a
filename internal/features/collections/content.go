package collections

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// CollectionItem is an item of content as a collection lists it.
type CollectionItem struct {
	resource.LogRow
	BlockType     string              `json:"block_type" enum:"content,image"`
	Title         string              `json:"title"`
	TypeID        *int64              `json:"type_id"`
	Type          *CollectionItemType `json:"type"`
	FeaturedImage *media.Image        `json:"featured_image"`
	AddedAt       time.Time           `json:"added_at" doc:"When it was added to this collection."`
}

// CollectionItemType is a media type as a collection's items show it.
type CollectionItemType struct {
	resource.Named
	Icon string `json:"icon"`
}

// ContentIDs are the ids of all content of a collection.
type ContentIDs struct {
	IDs []int64 `json:"ids" nullable:"false"`
}

// Removed tells how many items left a collection.
type Removed struct {
	Removed int64 `json:"removed"`
	bulk.Outcome
}

// Copied tells how many items went into another collection as well.
type Copied struct {
	Copied int64 `json:"copied"`
	bulk.Outcome
}

// Moved tells how many items went from one collection into another.
type Moved struct {
	Moved int64 `json:"moved"`
	bulk.Outcome
}

var listed = resource.Definition[CollectionItem]{
	Path: "content", Table: schema.Content, Label: "Content", Name: "title", Sort: "title", SortBy: []string{"added_at"},
	Fields: func(i *CollectionItem) resource.Fields {
		return resource.Fields{
			resource.Text(&i.Title, resource.Sortable, resource.Searchable),
			resource.Stored(&i.BlockType),
			resource.Ref(&i.TypeID, schema.ContentTypes),
			resource.Related(&i.Type, &i.TypeID, schema.ContentTypes),
			resource.Image(&i.FeaturedImage),
			resource.Attached(&i.AddedAt),
		}
	},
	Attach: func(context.Context, db.Conn,
		[]*CollectionItem,
	) error {
		return nil
	}, // when each was added depends on the collection
}

// contents is the content of collections: what is listed of it, and what is done to it.
type contents struct {
	kit         resource.Kit
	collections *resource.Resource[Collection]
	items       *resource.Resource[CollectionItem]
}

func mountContent(kit resource.Kit, collections *resource.Resource[Collection]) {
	c := &contents{kit, collections, resource.New(kit, listed)}
	op := api.Op{
		Method: "GET", Path: "/api/admin/collections/{id}/content", Tag: "Collection",
		Summary: "List the content of a collection",
		Query:   c.items.ListParams(),
	}
	api.Handle(kit.API, op, c.list)
	op = api.Op{
		Method: "GET", Path: "/api/admin/collections/{id}/content/ids", ID: "listCollectionContentIds",
		Tag: "Collection", Summary: "List the ids of all content of a collection",
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*ContentIDs, error) {
		id, _, err := c.found(ctx, call)
		if err != nil {
			return nil, err
		}
		ids, err := db.All[int64](ctx, kit.Store.DB.Read(), "SELECT cc.content_id "+live+" ORDER BY cc.content_id", id)
		return &ContentIDs{ids}, err
	})
	c.mountActions()
}

// found reads the id in an address, and how many items that collection holds.
func (c *contents) found(ctx context.Context, call *api.Call) (id, held int64, err error) {
	if id, err = call.ID("id"); err != nil {
		return 0, 0, err
	}
	counts, err := db.All[int64](ctx, c.kit.Store.DB.Read(),
		"SELECT contents_count FROM collections WHERE id = ? AND deleted_at IS NULL", id)
	if err != nil {
		return 0, 0, fmt.Errorf("find collection %d: %w", id, err)
	}
	if len(counts) == 0 {
		return 0, 0, apierr.NotFound()
	}
	return id, counts[0], nil
}

// live is what a collection shows. SQLite takes a cross join in the order it is written in.
const live = "FROM collection_content AS cc CROSS JOIN content WHERE content.id = cc.content_id AND cc.collection_id = ? AND content.deleted_at IS NULL"

// list goes through the one collection, whatever the order: that costs what the collection holds, not what there is in all.
func (c *contents) list(ctx context.Context, call *api.Call) (*listing.Page[CollectionItem], error) {
	id, held, err := c.found(ctx, call)
	if err != nil {
		return nil, err
	}
	q, err := c.items.ParseQuery(call.Query())
	if err != nil {
		return nil, err
	}
	read, from, args := c.kit.Store.DB.Read(), live, []any{id}
	if len(fold.Terms(q.Search)) > 0 {
		words, err := listing.HasWords("content", q.Search).Resolve(ctx, read)
		if err != nil {
			return nil, err
		}
		from, args = from+" AND "+words.SQL, append(args, words.Args...)
		if held, err = db.Value[int64](ctx, read, "SELECT count(*) "+from, args...); err != nil {
			return nil, fmt.Errorf("count the content of collection %d: %w", id, err)
		}
	}
	page := &listing.Page[CollectionItem]{Items: []*CollectionItem{}, Meta: listing.NewMeta(q.Page, q.PerPage,
		listing.Count{Total: held})}
	rows, err := db.All[struct {
		CollectionItem
		ImageID *int64 `db:"featured_image_id"`
	}](ctx, read, "SELECT content.id, created_at, block_type, title, type_id, featured_image_id, cc.added_at "+from+
		" ORDER BY "+orders[q.Sort]+" LIMIT ? OFFSET ?", append(args, q.PerPage, (q.Page-1)*q.PerPage)...)
	if err != nil {
		return nil, fmt.Errorf("list the content of collection %d: %w", id, err)
	}
	for i := range rows {
		item := &rows[i].CollectionItem
		if image := rows[i].ImageID; image != nil {
			item.FeaturedImage = &media.Image{ID: *image}
		}
		page.Items = append(page.Items, item)
	}
	return page, c.items.AttachTo(ctx, read, page.Items)
}

var orders = map[string]string{
	"id": "content.id", "-id": "content.id DESC",
	"title": "content.title_key, content.id", "-title": "content.title_key DESC, content.id DESC",
	"added_at": "cc.added_at, cc.content_id", "-added_at": "cc.added_at DESC, cc.content_id DESC",
}

// mountActions adds the calls that remove, copy and move content. All but removing name another collection.
func (c *contents) mountActions() {
	mountAction(c, "remove", "Remove content from a collection", c.remove,
		func(r *bulk.Result) *Removed { return &Removed{r.Changed, r.Outcome} })
	mountAction(c, "copy", "Copy content to another collection", c.copy,
		func(r *bulk.Result) *Copied { return &Copied{r.Changed, r.Outcome} })
	mountAction(c, "move", "Move content to another collection", c.move,
		func(r *bulk.Result) *Moved { return &Moved{r.Changed, r.Outcome} })
}

// change changes content of a collection and returns how many items it changed.
type change func(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64) (int64, error)

func mountAction[A any](c *contents, verb, summary string, apply change, response func(*bulk.Result) A) {
	action := c.kit.Bulk.Add(bulk.Action{
		Name: "collections/content/" + verb, List: "content", Field: "content_ids",
		Apply: func(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64, chosen bool) (int64, error) {
			if err := c.lock(ctx, tx, target); err != nil {
				return 0, err
			}
			if chosen {
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
	api.Handle(c.kit.API, op, func(ctx context.Context, call *api.Call) (A, error) {
		var none A
		id, _, err := c.found(ctx, call)
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

// otherCollection is what a body has besides the content.
type otherCollection struct {
	CollectionID int64 `json:"collection_id" doc:"The other collection."`
}

// other reads the collection that content is to go to.
func (c *contents) other(ctx context.Context, own int64, object map[string]json.RawMessage) (int64, error) {
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
	if id == own {
		return 0, apierr.Field(field, "Choose another collection: the content is in this one.")
	}
	found, err := db.Exists(ctx, c.kit.Store.DB.Read(), "SELECT 1 FROM collections WHERE id = ? AND deleted_at IS NULL",
		id)
	if err != nil {
		return 0, fmt.Errorf("find collection %d: %w", id, err)
	}
	if !found {
		return 0, apierr.Field(field, "There is no such record.")
	}
	return id, nil
}

// lock keeps others from changing the collections meanwhile. Always in the same order, so that nobody waits for each other.
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
	there, err := db.All[int64](ctx, tx.Conn, "SELECT cc.content_id "+live+" AND cc.content_id IN (?)", collection, ids)
	if err != nil {
		return fmt.Errorf("look into collection %d: %w", collection, err)
	}
	found := map[int64]bool{}
	for _, id := range there {
		found[id] = true
	}
	return table.Missing("content_ids", ids, found, "Is not in this collection.")
}

func (c *contents) remove(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64) (int64, error) {
	gone, err := c.takeOut(ctx, tx, target.ID, ids)
	if err != nil || gone == 0 {
		return gone, err
	}
	return gone, c.record(ctx, tx, "removed from", target.ID, map[string]any{"content_ids": ids})
}

func (c *contents) takeOut(ctx context.Context, tx *write.Tx, collection int64, ids []int64) (int64, error) {
	gone, err := tx.Exec(ctx, "DELETE FROM collection_content WHERE collection_id = ? AND content_id IN (?)", collection,
		ids)
	if err != nil {
		return 0, fmt.Errorf("take content out of collection %d: %w", collection, err)
	}
	return gone, nil
}

func (c *contents) copy(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64) (int64, error) {
	added, err := schema.CollectionContent.Add(ctx, tx, target.Other, ids)
	if err != nil || added == 0 {
		return added, err
	}
	return added, c.record(ctx, tx, "added to", target.Other, map[string]any{"content_ids": ids, "copied_from": target.ID})
}

// move takes content out of one collection and adds it to another: both or neither. What is in the other one already only leaves.
func (c *contents) move(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64) (int64, error) {
	added, err := schema.CollectionContent.Add(ctx, tx, target.Other, ids)
	if err != nil {
		return 0, err
	}
	gone, err := c.takeOut(ctx, tx, target.ID, ids)
	if err != nil || gone == 0 {
		return added, err
	}
	if err := c.record(ctx, tx, "removed from", target.ID, map[string]any{
		"content_ids": ids,
		"moved_to":    target.Other,
	}); err != nil {
		return 0, err
	}
	return added, c.record(ctx, tx, "added to", target.Other, map[string]any{"content_ids": ids, "moved_from": target.ID})
}

func (c *contents) record(ctx context.Context, tx *write.Tx, action string, id int64, after map[string]any) error {
	one, err := c.collections.Find(ctx, tx.Conn, id, nil)
	if err != nil {
		return err
	}
	return tx.Record(ctx, write.Change{Action: action, Kind: "collection", ID: id, Name: one.Name, After: after})
}
