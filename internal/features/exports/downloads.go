package exports

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/sheet"
)

// perChunk is how many records are read at a time. The memory of a download is that of one chunk, however many there are.
const perChunk = 250

// download is one of the five files.
type download struct {
	label  string
	admins bool
	write  func(ctx context.Context, c db.Conn, out *sheet.Writer, push func() error) error
}

// Media types that belong to the product.
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

// byID goes through the live records of a table in the order of their ids: first the ids of a chunk, then its rows. No query
// takes longer than a chunk does.
func byID(ctx context.Context, c db.Conn, table, where string, args []any, chunk func(ids []int64) error) error {
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

	names map[string][]string // of what it is tied to, by table
}

var itemHead = []string{
	"ID", "Title", "Address", "Kind", "Media type", "Depth", "Status", "Author", "Runtime (minutes)", "Languages",
	"Subtitles", "Publishers", "Libraries", "Subject areas",
	"Destinations", "Collections", "Partner", "Synopsis", "Featured image", "Created by", "Published by", "Published",
	"Expires", "Added to a collection", "Created", "Updated",
}

func (i *item) cells(site string) []any {
	picture := i.Picture
	if picture != "" {
		picture = site + "/files/" + picture
	}
	return []any{
		i.ID, i.Title, i.URL, i.Block, i.Type, i.Depth, i.status(clock.Now()), i.Author, i.Runtime,
		i.names["content_languages"], i.names["content_subtitles"], i.names["content_publishers"],
		i.names["content_libraries"], i.names["content_tags"], i.names["content_destinations"], i.names["collection_content"],
		i.Partner, i.Synopsis, picture, i.CreatedBy, i.Admin,
		i.PublishedAt, i.ExpiresAt, i.AddedAt, i.CreatedAt, i.UpdatedAt,
	}
}

// status is what the dates say at a moment; that something has expired wins.
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

// person is how somebody is called, by a table's alias.
func person(u string) string {
	return "coalesce(CASE WHEN trim(" + u + ".first_name || ' ' || " + u + ".last_name) = '' THEN " + u +
		".email ELSE trim(" + u + ".first_name || ' ' || " + u + ".last_name) END, '')"
}

// items reads content by its ids, in their order, with the names of all it is tied to. What is in the trash by now is left out.
func items(ctx context.Context, c db.Conn, ids []int64) ([]item, error) {
	found, err := db.All[item](ctx, c,
		`SELECT i.id, i.block_type, i.title, i.content_url, t.name AS type, coalesce(d.name, '') AS depth, i.author, i.runtime, i.synopsis, p.name AS partner,
			coalesce(f.storage_key, '') AS picture, `+person("m")+` AS created_by, `+person("a")+
			` AS admin, i.published_at, i.expires_at, i.added_at, i.created_at, i.updated_at
		FROM content AS i JOIN content_types AS t ON t.id = i.type_id LEFT JOIN content_depths AS d ON d.id = i.depth_id JOIN partners AS p ON p.id = i.partner_id
			LEFT JOIN uploads AS f ON f.id = i.featured_image_id LEFT JOIN users AS m ON m.id = i.created_by_id LEFT JOIN users AS a ON a.id = i.admin_id
		WHERE i.id IN (?) AND i.deleted_at IS NULL ORDER BY i.id`, ids)
	if err != nil {
		return nil, fmt.Errorf("read content: %w", err)
	}
	byID := map[int64]*item{}
	for i := range found {
		found[i].names, byID[found[i].ID] = map[string][]string{}, &found[i]
	}
	for _, tie := range []struct{ link, own, other, table, name, live string }{
		{"content_languages", "content_id", "language_id", "languages", "name", ""},
		{"content_subtitles", "content_id", "language_id", "languages", "name", ""},
		{"content_publishers", "content_id", "publisher_id", "publishers", "name", ""},
		{"content_libraries", "content_id", "library_id", "libraries", "name", ""},
		{"content_tags", "content_id", "tag_id", "tags", "tag", ""},
		{"content_destinations", "content_id", "destination_id", "destinations", "label", ""},
		{"collection_content", "content_id", "collection_id", "collections", "name", " AND o.deleted_at IS NULL"},
	} {
		pairs, err := db.All[named](ctx, c, "SELECT l."+tie.own+" AS own, o."+tie.name+" AS name FROM "+tie.link+
			" AS l JOIN "+tie.table+" AS o ON o.id = l."+tie.other+
			" WHERE l."+tie.own+" IN (?)"+tie.live+" ORDER BY o."+tie.name+"_key, o.id", ids)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", tie.link, err)
		}
		for _, pair := range pairs {
			if i := byID[pair.Own]; i != nil {
				i.names[tie.link] = append(i.names[tie.link], pair.Name)
			}
		}
	}
	return found, nil
}

// named is the name of something a record is tied to.
type named struct {
	Own  int64  `db:"own"`
	Name string `db:"name"`
}

func contentWhere(where string, args ...any) func(context.Context, db.Conn, *sheet.Writer, func() error) error {
	return func(ctx context.Context, c db.Conn, out *sheet.Writer, push func() error) error {
		if err := out.Header(itemHead...); err != nil {
			return err
		}
		err := byID(ctx, c, "content", where, args, func(ids []int64) error {
			found, err := items(ctx, c, ids)
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

type pair struct {
	Collection int64     `db:"collection_id"`
	Content    int64     `db:"content_id"`
	AddedAt    time.Time `db:"added_at"`
}

// writePairs writes one row for each item of each collection, collection by collection.
func writePairs(ctx context.Context, c db.Conn, out *sheet.Writer, push func() error) error {
	head := append([]string{
		"Collection ID", "Collection", "Collection's public ID", "Collection type", "Owner",
		"In it since",
	}, itemHead...)
	if err := out.Header(head...); err != nil {
		return err
	}
	last := pair{}
	for {
		pairs, err := db.All[pair](ctx, c,
			`SELECT collection_id, content_id, added_at FROM collection_content WHERE (collection_id, content_id) > (?, ?)
			ORDER BY collection_id, content_id LIMIT ?`, last.Collection, last.Content, perChunk)
		if err != nil {
			return fmt.Errorf("find what is in collections: %w", err)
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
	inside, around := []int64{}, []int64{}
	for _, p := range pairs {
		inside, around = append(inside, p.Content), append(around, p.Collection)
	}
	found, err := items(ctx, c, inside)
	if err != nil {
		return err
	}
	collections, err := db.All[collection](ctx, c, `SELECT c.id, c.alt_id, c.name, c.type, coalesce(p.name, `+person("u")+
		`) AS owner
		FROM collections AS c LEFT JOIN partners AS p ON p.id = c.partner_id LEFT JOIN users AS u ON u.id = c.user_id WHERE c.id IN (?) AND c.deleted_at IS NULL`, around)
	if err != nil {
		return fmt.Errorf("read collections: %w", err)
	}
	contentOf, collectionOf := map[int64]*item{}, map[int64]collection{}
	for i := range found {
		contentOf[found[i].ID] = &found[i]
	}
	for _, one := range collections {
		collectionOf[one.ID] = one
	}
	for _, p := range pairs {
		i, of := contentOf[p.Content], collectionOf[p.Collection]
		if i == nil || of.ID == 0 {
			continue // one of the two is in the trash
		}
		if err := out.Row(append([]any{of.ID, of.Name, of.AltID, of.Type, of.Owner, p.AddedAt},
			i.cells(out.Site)...)...); err != nil {
			return err
		}
	}
	return nil
}
