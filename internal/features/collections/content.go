package collections

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// CollectionItem is an item in the list of the content of a collection.
type CollectionItem struct {
	resource.LogRow
	BlockType     string              `json:"block_type" enum:"content,image"`
	Title         string              `json:"title"`
	TypeID        *int64              `json:"type_id"`
	Type          *CollectionItemType `json:"type"`
	FeaturedImage *media.Image        `json:"featured_image"`
	AddedAt       time.Time           `json:"added_at" doc:"When it was added to this collection."`
}

// CollectionItemType is the media type of a CollectionItem.
type CollectionItemType struct {
	resource.Named
	Icon string `json:"icon"`
}

// ContentIDs holds the ids of all content of a collection.
type ContentIDs struct {
	IDs []int64 `json:"ids" nullable:"false"`
}

var itemDefinition = resource.Definition[CollectionItem]{
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
	// contents.list fills in AddedAt, which depends on the collection.
	Attach: func(context.Context, db.Conn, []*CollectionItem) error { return nil },
}

// contents implements the endpoints that list and change the content of collections.
type contents struct {
	kit         resource.Kit
	collections *resource.Resource[Collection]
	items       *resource.Resource[CollectionItem]
}

func mountContent(kit resource.Kit, collections *resource.Resource[Collection]) {
	c := &contents{kit, collections, resource.New(kit, itemDefinition)}
	op := api.Op{
		Method: "GET", Path: "/api/admin/collections/{id}/content", Tag: "Collection",
		Summary: "List the content of a collection",
		Query:   c.items.ListParams(), Replica: true,
	}
	api.Handle(kit.API, op, c.list)
	op = api.Op{
		Method: "GET", Path: "/api/admin/collections/{id}/content/ids", ID: "listCollectionContentIds",
		Tag: "Collection", Summary: "List the ids of all content of a collection",
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*ContentIDs, error) {
		id, _, err := c.find(ctx, call)
		if err != nil {
			return nil, err
		}
		ids, err := db.All[int64](ctx, kit.Store.DB.Read(),
			"SELECT cc.content_id "+liveContent+" ORDER BY cc.content_id", id)
		return &ContentIDs{ids}, err
	})
	c.mountActions()
}

// find returns the id in the path and the number of items in that collection.
func (c *contents) find(ctx context.Context, call *api.Call) (id, count int64, err error) {
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

// liveContent selects the content of a collection that is not in the trash. SQLite executes a CROSS JOIN in the
// order in which it is written.
const liveContent = `FROM collection_content AS cc
	CROSS JOIN content
	WHERE content.id = cc.content_id AND cc.collection_id = ? AND content.deleted_at IS NULL`

// list reads the collection's own rows in every sort order, so that the cost depends on the size of the collection and
// not on the size of the content table.
func (c *contents) list(ctx context.Context, call *api.Call) (*listing.Page[CollectionItem], error) {
	id, count, err := c.find(ctx, call)
	if err != nil {
		return nil, err
	}
	q, err := c.items.ParseQuery(call.Query())
	if err != nil {
		return nil, err
	}
	read, from, args := c.kit.Store.DB.Read(), liveContent, []any{id}
	if len(fold.Terms(q.Search)) > 0 {
		words, err := listing.HasWords("content", q.Search).Resolve(ctx, read)
		if err != nil {
			return nil, err
		}
		from, args = from+" AND "+words.SQL, append(args, words.Args...)
		if count, err = db.Value[int64](ctx, read, "SELECT count(*) "+from, args...); err != nil {
			return nil, fmt.Errorf("count content of collection %d: %w", id, err)
		}
	}
	page := &listing.Page[CollectionItem]{
		Items: []*CollectionItem{},
		Meta:  listing.NewMeta(q.Page, q.PerPage, listing.Count{Total: count}),
	}
	rows, err := db.All[struct {
		CollectionItem
		ImageID *int64 `db:"featured_image_id"`
	}](ctx, read, "SELECT content.id, created_at, block_type, title, type_id, featured_image_id, cc.added_at "+from+
		" ORDER BY "+sortOrders[q.Sort]+" LIMIT ? OFFSET ?", append(args, q.PerPage, (q.Page-1)*q.PerPage)...)
	if err != nil {
		return nil, fmt.Errorf("list content of collection %d: %w", id, err)
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

var sortOrders = map[string]string{
	"id": "content.id", "-id": "content.id DESC",
	"title": "content.title_key, content.id", "-title": "content.title_key DESC, content.id DESC",
	"added_at": "cc.added_at, cc.content_id", "-added_at": "cc.added_at DESC, cc.content_id DESC",
}
