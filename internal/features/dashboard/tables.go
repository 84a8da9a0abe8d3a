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

const perPage = 25

// table is a list of what happened lately. All of it stands in an index in its order: what is skipped is not looked at
// more closely, and no more is counted than the cap. It is counted in its order, too, or SQLite would go through the whole table.
type table struct {
	path, summary        string
	columns, from, order string
}

// mount adds a table's call. R is a row as it is read, T as it is shown.
func mount[R, T any](kit resource.Kit, t table, show func(ctx context.Context, c db.Conn, rows []R) ([]*T, error)) {
	op := api.Op{
		Method: "GET", Path: "/api/admin/dashboard/" + t.path, Tag: "Dashboard", Summary: t.summary,
		Query: listing.PageParams(perPage),
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*listing.Page[T], error) {
		number, size, err := listing.ParsePage(call.Query(), perPage)
		if err != nil {
			return nil, err
		}
		c := kit.Store.DB.Read()
		n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM (SELECT 1 FROM "+t.from+" ORDER BY "+t.order+
			" LIMIT ?) AS counted", listing.CountLimit+1)
		if err != nil {
			return nil, fmt.Errorf("count %s: %w", t.path, err)
		}
		rows, err := db.All[R](ctx, c, "SELECT "+t.columns+" FROM "+t.from+" ORDER BY "+t.order+" LIMIT ? OFFSET ?", size,
			(number-1)*size)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", t.path, err)
		}
		items, err := show(ctx, c, rows)
		count := listing.Count{Total: min(n, listing.CountLimit), TotalIsCapped: n > listing.CountLimit}
		return &listing.Page[T]{Items: items, Meta: listing.NewMeta(number, size, count)}, err
	})
}

// RecentItem is an item of either kind.
type RecentItem struct {
	ID        int64  `json:"id"`
	Title     string `json:"title"`
	BlockType string `json:"block_type" enum:"content,image"`
}

// Identity is the item's id.
func (d RecentItem) Identity() int64 { return d.ID }

// AddedContent is an item that a user has put into a collection.
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

// Whether both are live is looked up pair by pair: joined tables are read whole by PostgreSQL when it counts.
func mountAdded(kit resource.Kit) {
	mount(kit, table{
		path: "content-added-to-collections", summary: "List content that users added to collections, newest first",
		columns: "content_id, collection_id, added_at",
		from: `collection_content WHERE by_user AND (SELECT deleted_at IS NULL FROM content WHERE id = content_id)
			AND (SELECT deleted_at IS NULL FROM collections WHERE id = collection_id)`,
		order: "added_at DESC, collection_id DESC, content_id DESC",
	}, func(ctx context.Context, c db.Conn, rows []addedRow) ([]*AddedContent, error) {
		contents, collections := []int64{}, []int64{}
		for _, row := range rows {
			contents, collections = append(contents, row.ContentID), append(collections, row.CollectionID)
		}
		content, err := byID[RecentItem](ctx, c, "SELECT id, title, block_type FROM content WHERE id IN (?)", contents)
		if err != nil {
			return nil, err
		}
		collection, err := byID[resource.Named](ctx, c, "SELECT id, name FROM collections WHERE id IN (?)", collections)
		items := []*AddedContent{}
		for _, row := range rows {
			items = append(items, &AddedContent{
				Content: content[row.ContentID], Collection: collection[row.CollectionID],
				AddedAt: row.AddedAt,
			})
		}
		return items, err
	})
}

func byID[T resource.Identified](ctx context.Context, c db.Conn, query string, ids []int64) (map[int64]T, error) {
	found, err := db.All[T](ctx, c, query, ids)
	if err != nil {
		return nil, fmt.Errorf("name what a row is about: %w", err)
	}
	named := map[int64]T{}
	for _, one := range found {
		named[one.Identity()] = one
	}
	return named, nil
}

// UserContent is an item that a user has made.
type UserContent struct {
	RecentItem
	User      *ItemMaker     `json:"user"`
	Partner   resource.Named `json:"partner"`
	CreatedAt time.Time      `json:"created_at"`
}

// ItemMaker is who made it.
type ItemMaker struct {
	ID       int64  `json:"id"`
	FullName string `json:"full_name" doc:"Empty for those who have given none."`
	Email    string `json:"email"`
}

type userRow struct {
	RecentItem
	UserID    *int64    `db:"created_by_id"`
	PartnerID int64     `db:"partner_id"`
	CreatedAt time.Time `db:"created_at"`
}

func mountByUsers(kit resource.Kit) {
	mount(kit, table{
		path: "content-added-by-users", summary: "List content that users created, newest first",
		columns: "id, title, block_type, created_by_id, partner_id, created_at",
		from:    "content WHERE deleted_at IS NULL AND by_user",
		order:   "id DESC", // which is that of time
	}, func(ctx context.Context, c db.Conn, rows []userRow) ([]*UserContent, error) {
		users, partners := []int64{}, []int64{}
		for _, row := range rows {
			partners = append(partners, row.PartnerID)
			if row.UserID != nil {
				users = append(users, *row.UserID)
			}
		}
		creators, err := people.Find(ctx, c, users)
		if err != nil {
			return nil, err
		}
		named, err := byID[resource.Named](ctx, c, "SELECT id, name FROM partners WHERE id IN (?)", partners)
		if err != nil {
			return nil, err
		}
		items := []*UserContent{}
		for _, row := range rows {
			item := &UserContent{RecentItem: row.RecentItem, Partner: named[row.PartnerID], CreatedAt: row.CreatedAt}
			if row.UserID != nil {
				person := creators[*row.UserID]
				item.User = &ItemMaker{ID: person.ID, FullName: person.FullName, Email: person.Email}
			}
			items = append(items, item)
		}
		return items, nil
	})
}

// NowhereContent is an item without a destination.
type NowhereContent struct {
	RecentItem
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

func mountNowhere(kit resource.Kit) {
	mount(kit, table{
		path: "content-with-no-destination", summary: "List content without a destination, newest first",
		columns: "id, title, block_type, created_at, updated_at",
		from:    "content WHERE deleted_at IS NULL AND destinations_count = 0",
		order:   "id DESC",
	}, func(_ context.Context, _ db.Conn, rows []NowhereContent) ([]*NowhereContent, error) {
		items := []*NowhereContent{}
		for i := range rows {
			items = append(items, &rows[i])
		}
		return items, nil
	})
}
