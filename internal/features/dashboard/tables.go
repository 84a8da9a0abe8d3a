package dashboard

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/people"
)

const pageSize = 25

// table is a list of recent records. An index covers its condition and order, so that reading a page only scans the
// index, and counting stops at the limit. The count uses the same order, because otherwise SQLite would scan the
// whole table.
type table struct {
	path, summary        string
	columns, from, order string
}

// mount registers the endpoint of a table. R is a row in the database, T an item of the response.
func mount[R, T any](kit resource.Kit, t table, convert func(ctx context.Context, c db.Conn, rows []R) ([]*T, error)) {
	op := api.Op{
		Method: "GET", Path: "/api/admin/dashboard/" + t.path, Tag: "Dashboard", Summary: t.summary,
		Query: listing.PageParams(pageSize), Replica: true,
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*listing.Page[T], error) {
		number, size, err := listing.ParsePage(call.Query(), pageSize)
		if err != nil {
			return nil, err
		}
		c := kit.Store.DB.Read()
		n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM (SELECT 1 FROM "+t.from+" ORDER BY "+t.order+
			" LIMIT ?) AS counted", listing.CountLimit+1)
		if err != nil {
			return nil, fmt.Errorf("count %s: %w", t.path, err)
		}
		rows, err := db.All[R](ctx, c, "SELECT "+t.columns+" FROM "+t.from+" ORDER BY "+t.order+" LIMIT ? OFFSET ?",
			size, (number-1)*size)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", t.path, err)
		}
		items, err := convert(ctx, c, rows)
		count := listing.Count{Total: min(n, listing.CountLimit), TotalIsCapped: n > listing.CountLimit}
		return &listing.Page[T]{Items: items, Meta: listing.NewMeta(number, size, count)}, err
	})
}

// RecentItem is an item of content or an image.
type RecentItem struct {
	ID        int64  `json:"id"`
	Title     string `json:"title"`
	BlockType string `json:"block_type" enum:"content,image"`
}

// Identity returns the id of the item.
func (d RecentItem) Identity() int64 { return d.ID }

// AddedContent is an item that a user added to a collection.
type AddedContent struct {
	Content    RecentItem     `json:"content"`
	Collection resource.Named `json:"collection"`
	AddedAt    time.Time      `json:"added_at"`
}

type addedRow struct {
	ContentID    int64     `db:"content_id"`
	CollectionID int64     `db:"collection_id"`
	AddedAt      time.Time `db:"added_at"`
}

// mountAddedToCollections checks with subqueries whether both records are live, because PostgreSQL would read joined
// tables completely in order to count.
func mountAddedToCollections(kit resource.Kit) {
	mount(kit, table{
		path: "content-added-to-collections", summary: "List content that users added to collections, newest first",
		columns: "content_id, collection_id, added_at",
		from: `collection_content
			WHERE by_user
			AND (SELECT deleted_at IS NULL FROM content WHERE id = content_id)
			AND (SELECT deleted_at IS NULL FROM collections WHERE id = collection_id)`,
		order: "added_at DESC, collection_id DESC, content_id DESC",
	}, func(ctx context.Context, c db.Conn, rows []addedRow) ([]*AddedContent, error) {
		contentIDs, collectionIDs := []int64{}, []int64{}
		for _, row := range rows {
			contentIDs, collectionIDs = append(contentIDs, row.ContentID), append(collectionIDs, row.CollectionID)
		}
		content, err := byID[RecentItem](ctx, c, "SELECT id, title, block_type FROM content WHERE id IN (?)", contentIDs)
		if err != nil {
			return nil, err
		}
		collections, err := byID[resource.Named](ctx, c, "SELECT id, name FROM collections WHERE id IN (?)", collectionIDs)
		items := []*AddedContent{}
		for _, row := range rows {
			items = append(items, &AddedContent{
				Content: content[row.ContentID], Collection: collections[row.CollectionID], AddedAt: row.AddedAt,
			})
		}
		return items, err
	})
}

// byID loads records and returns them by id.
func byID[T resource.Identified](ctx context.Context, c db.Conn, query string, ids []int64) (map[int64]T, error) {
	found, err := db.All[T](ctx, c, query, ids)
	if err != nil {
		return nil, fmt.Errorf("load records: %w", err)
	}
	records := map[int64]T{}
	for _, record := range found {
		records[record.Identity()] = record
	}
	return records, nil
}

// UserContent is an item that a user created.
type UserContent struct {
	RecentItem
	User      *ItemCreator   `json:"user"`
	Partner   resource.Named `json:"partner"`
	CreatedAt time.Time      `json:"created_at"`
}

// ItemCreator is the user who created an item.
type ItemCreator struct {
	ID       int64  `json:"id"`
	FullName string `json:"full_name" doc:"Empty for users without a name."`
	Email    string `json:"email"`
}

type userRow struct {
	RecentItem
	UserID    *int64    `db:"created_by_id"`
	PartnerID int64     `db:"partner_id"`
	CreatedAt time.Time `db:"created_at"`
}

func mountCreatedByUsers(kit resource.Kit) {
	mount(kit, table{
		path: "content-added-by-users", summary: "List content that users created, newest first",
		columns: "id, title, block_type, created_by_id, partner_id, created_at",
		from:    "content WHERE deleted_at IS NULL AND by_user",
		order:   "id DESC", // Same as by time of creation.
	}, func(ctx context.Context, c db.Conn, rows []userRow) ([]*UserContent, error) {
		userIDs, partnerIDs := []int64{}, []int64{}
		for _, row := range rows {
			partnerIDs = append(partnerIDs, row.PartnerID)
			if row.UserID != nil {
				userIDs = append(userIDs, *row.UserID)
			}
		}
		creators, err := people.Find(ctx, c, userIDs)
		if err != nil {
			return nil, err
		}
		partners, err := byID[resource.Named](ctx, c, "SELECT id, name FROM partners WHERE id IN (?)", partnerIDs)
		if err != nil {
			return nil, err
		}
		items := []*UserContent{}
		for _, row := range rows {
			item := &UserContent{RecentItem: row.RecentItem, Partner: partners[row.PartnerID], CreatedAt: row.CreatedAt}
			if row.UserID != nil {
				person := creators[*row.UserID]
				item.User = &ItemCreator{ID: person.ID, FullName: person.FullName, Email: person.Email}
			}
			items = append(items, item)
		}
		return items, nil
	})
}

// UnplacedContent is an item without a destination.
type UnplacedContent struct {
	RecentItem
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

func mountWithoutDestination(kit resource.Kit) {
	mount(kit, table{
		path: "content-with-no-destination", summary: "List content without a destination, newest first",
		columns: "id, title, block_type, created_at, updated_at",
		from:    "content WHERE deleted_at IS NULL AND destinations_count = 0",
		order:   "id DESC",
	}, func(_ context.Context, _ db.Conn, rows []UnplacedContent) ([]*UnplacedContent, error) {
		items := []*UnplacedContent{}
		for i := range rows {
			items = append(items, &rows[i])
		}
		return items, nil
	})
}
