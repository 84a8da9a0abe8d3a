package exports

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/sheet"
)

// perChunk is the number of records read at a time. It limits the memory that a download needs.
const perChunk = 250

// download is one of the five predefined files.
type download struct {
	label  string
	admins bool
	write  func(ctx context.Context, c db.Conn, out *sheet.Writer, push func() error) error
}

// Ids of built-in media types.
const (
	videoType = 4
	audioType = 8
)

var downloads = map[string]download{
	"all-content":            {label: "All Content", write: contentWhere("")},
	"content-in-collections": {label: "Content in Collections", write: writePairs},
	"audio-content":          {label: "Audio Content", write: contentWhere(" AND type_id = ?", audioType)},
	"video-content":          {label: "Video Content", write: contentWhere(" AND type_id = ?", videoType)},
	"advisors":               {label: "Advisors", admins: true, write: writeAdvisors},
}

// forEachChunk passes the ids of the live records of a table to the chunk function, in ascending order and perChunk
// at a time, so that no query takes long.
func forEachChunk(
	ctx context.Context, c db.Conn, table, where string, args []any, chunk func(ids []int64) error,
) error {
	after := int64(0)
	for {
		ids, err := db.All[int64](ctx, c, "SELECT id FROM "+table+" WHERE deleted_at IS NULL"+where+
			" AND id > ? ORDER BY id LIMIT ?", append(append([]any{}, args...), after, perChunk)...)
		if err != nil {
			return fmt.Errorf("find %s: %w", table, err)
		}
		if len(ids) > 0 {
			after = ids[len(ids)-1]
			if err := chunk(ids); err != nil {
				return err
			}
		}
		if len(ids) < perChunk {
			return nil
		}
	}
}

// item is a row of the content files.
type item struct {
	ID          int64      `db:"id"`
	Block       string     `db:"block_type"`
	Title       string     `db:"title"`
	URL         string     `db:"content_url"`
	Type        string     `db:"type"`
	Depth       string     `db:"depth"`
	Author      string     `db:"author"`
	Runtime     *int64     `db:"runtime"`
	Synopsis    string     `db:"synopsis"`
	Partner     string     `db:"partner"`
	Picture     string     `db:"picture"`
	CreatedBy   string     `db:"created_by"`
	Admin       string     `db:"admin"`
	PublishedAt *time.Time `db:"published_at"`
	ExpiresAt   *time.Time `db:"expires_at"`
	AddedAt     *time.Time `db:"added_at"`
	CreatedAt   time.Time  `db:"created_at"`
	UpdatedAt   time.Time  `db:"updated_at"`

	names map[string][]string // Names of linked records, by link table.
}

var itemHeader = []string{
	"ID", "Title", "Address", "Kind", "Media type", "Depth", "Status", "Author", "Runtime (minutes)", "Languages",
	"Subtitles", "Publishers", "Libraries", "Subject areas", "Destinations", "Collections", "Partner", "Synopsis",
	"Featured image", "Created by", "Published by", "Published", "Expires", "Added to a collection", "Created",
	"Updated",
}

func (i *item) cells(site string) []any {
	picture := i.Picture
	if picture != "" {
		picture = site + "/files/" + picture
	}
	return []any{
		i.ID, i.Title, i.URL, i.Block, i.Type, i.Depth, i.status(clock.Now()), i.Author, i.Runtime,
		i.names["content_languages"], i.names["content_subtitles"], i.names["content_publishers"],
		i.names["content_libraries"], i.names["content_tags"], i.names["content_destinations"],
		i.names["collection_content"], i.Partner, i.Synopsis, picture, i.CreatedBy, i.Admin, i.PublishedAt,
		i.ExpiresAt, i.AddedAt, i.CreatedAt, i.UpdatedAt,
	}
}

// status returns the status at the given time. An expired item is expired even if it was never published.
func (i *item) status(now time.Time) string {
	switch {
	case i.ExpiresAt != nil && !i.ExpiresAt.After(now):
		return "expired"
	case i.PublishedAt == nil:
		return "draft"
	case i.PublishedAt.After(now):
		return "scheduled"
	}
	return "published"
}

// displayName returns the SQL expression for the name of a user, or their e-mail address if they have none.
func displayName(u string) string {
	return "coalesce(CASE WHEN trim(" + u + ".first_name || ' ' || " + u + ".last_name) = '' THEN " + u +
		".email ELSE trim(" + u + ".first_name || ' ' || " + u + ".last_name) END, '')"
}

// loadItems loads content by id, in ascending order, with the names of all linked records. It skips items in the trash.
func loadItems(ctx context.Context, c db.Conn, ids []int64) ([]item, error) {
	found, err := db.All[item](ctx, c,
		`SELECT i.id, i.block_type, i.title, i.content_url, t.name AS type, coalesce(d.name, '') AS depth, i.author,
			i.runtime, i.synopsis, p.name AS partner, coalesce(f.storage_key, '') AS picture,
			`+displayName("m")+` AS created_by, `+displayName("a")+` AS admin,
			i.published_at, i.expires_at, i.added_at, i.created_at, i.updated_at
		FROM content AS i
		JOIN content_types AS t ON t.id = i.type_id
		LEFT JOIN content_depths AS d ON d.id = i.depth_id
		JOIN partners AS p ON p.id = i.partner_id
		LEFT JOIN uploads AS f ON f.id = i.featured_image_id
		LEFT JOIN users AS m ON m.id = i.created_by_id
		LEFT JOIN users AS a ON a.id = i.admin_id
		WHERE i.id IN (?) AND i.deleted_at IS NULL
		ORDER BY i.id`, ids)
	if err != nil {
		return nil, fmt.Errorf("load content: %w", err)
	}
	byID := map[int64]*item{}
	for i := range found {
		found[i].names, byID[found[i].ID] = map[string][]string{}, &found[i]
	}
	for _, link := range []struct{ table, own, other, otherTable, name, live string }{
		{"content_languages", "content_id", "language_id", "languages", "name", ""},
		{"content_subtitles", "content_id", "language_id", "languages", "name", ""},
		{"content_publishers", "content_id", "publisher_id", "publishers", "name", ""},
		{"content_libraries", "content_id", "library_id", "libraries", "name", ""},
		{"content_tags", "content_id", "tag_id", "tags", "tag", ""},
		{"content_destinations", "content_id", "destination_id", "destinations", "label", ""},
		{"collection_content", "content_id", "collection_id", "collections", "name", " AND o.deleted_at IS NULL"},
	} {
		names, err := db.All[linkedName](ctx, c, "SELECT l."+link.own+" AS own, o."+link.name+" AS name"+
			" FROM "+link.table+" AS l JOIN "+link.otherTable+" AS o ON o.id = l."+link.other+
			" WHERE l."+link.own+" IN (?)"+link.live+" ORDER BY o."+link.name+"_key, o.id", ids)
		if err != nil {
			return nil, fmt.Errorf("load %s: %w", link.table, err)
		}
		for _, linked := range names {
			if i := byID[linked.Own]; i != nil {
				i.names[link.table] = append(i.names[link.table], linked.Name)
			}
		}
	}
	return found, nil
}

// linkedName is the name of a record that is linked to the record Own.
type linkedName struct {
	Own  int64  `db:"own"`
	Name string `db:"name"`
}

// contentWhere returns a function that writes the content matching an SQL condition.
func contentWhere(where string, args ...any) func(context.Context, db.Conn, *sheet.Writer, func() error) error {
	return func(ctx context.Context, c db.Conn, out *sheet.Writer, push func() error) error {
		if err := out.Header(itemHeader...); err != nil {
			return err
		}
		err := forEachChunk(ctx, c, "content", where, args, func(ids []int64) error {
			found, err := loadItems(ctx, c, ids)
			if err != nil {
				return err
			}
			for i := range found {
				if err := out.Row(found[i].cells(out.Site)...); err != nil {
					return err
				}
			}
			return push()
		})
		if err != nil {
			return err
		}
		return push()
	}
}

type collection struct {
	ID    int64  `db:"id"`
	AltID string `db:"alt_id"`
	Name  string `db:"name"`
	Type  string `db:"type"`
	Owner string `db:"owner"`
}

// pair is an item of content in a collection.
type pair struct {
	Collection int64     `db:"collection_id"`
	Content    int64     `db:"content_id"`
	AddedAt    time.Time `db:"added_at"`
}

// writePairs writes one row per collection and item, ordered by collection.
func writePairs(ctx context.Context, c db.Conn, out *sheet.Writer, push func() error) error {
	head := append([]string{
		"Collection ID", "Collection", "Collection's public ID", "Collection type", "Owner", "In it since",
	}, itemHeader...)
	if err := out.Header(head...); err != nil {
		return err
	}
	last := pair{}
	for {
		pairs, err := db.All[pair](ctx, c,
			`SELECT collection_id, content_id, added_at
			FROM collection_content
			WHERE (collection_id, content_id) > (?, ?)
			ORDER BY collection_id, content_id
			LIMIT ?`, last.Collection, last.Content, perChunk)
		if err != nil {
			return fmt.Errorf("find content of collections: %w", err)
		}
		if len(pairs) > 0 {
			last = pairs[len(pairs)-1]
			if err := writeChunk(ctx, c, out, pairs); err != nil {
				return err
			}
		}
		if err := push(); err != nil || len(pairs) < perChunk {
			return err
		}
	}
}

func writeChunk(ctx context.Context, c db.Conn, out *sheet.Writer, pairs []pair) error {
	contentIDs, collectionIDs := []int64{}, []int64{}
	for _, p := range pairs {
		contentIDs, collectionIDs = append(contentIDs, p.Content), append(collectionIDs, p.Collection)
	}
	found, err := loadItems(ctx, c, contentIDs)
	if err != nil {
		return err
	}
	collections, err := db.All[collection](ctx, c,
		`SELECT c.id, c.alt_id, c.name, c.type, coalesce(p.name, `+displayName("u")+`) AS owner
		FROM collections AS c
		LEFT JOIN partners AS p ON p.id = c.partner_id
		LEFT JOIN users AS u ON u.id = c.user_id
		WHERE c.id IN (?) AND c.deleted_at IS NULL`, collectionIDs)
	if err != nil {
		return fmt.Errorf("load collections: %w", err)
	}
	itemsByID, collectionsByID := map[int64]*item{}, map[int64]collection{}
	for i := range found {
		itemsByID[found[i].ID] = &found[i]
	}
	for _, c := range collections {
		collectionsByID[c.ID] = c
	}
	for _, p := range pairs {
		i, c := itemsByID[p.Content], collectionsByID[p.Collection]
		if i == nil || c.ID == 0 {
			continue // One of the two is in the trash.
		}
		cells := append([]any{c.ID, c.Name, c.AltID, c.Type, c.Owner, p.AddedAt}, i.cells(out.Site)...)
		if err := out.Row(cells...); err != nil {
			return err
		}
	}
	return nil
}
