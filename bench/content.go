package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"waymark/internal/kit/db"
)

const contentPath = "/api/admin/content"

const commonTitleWord = "lisbon"

// rareTitleWord is the number of an item in its title. Every fiftieth of the demo's has one; all of a size have the same
// number of digits, which leaves each in hardly more than one title.
func rareTitleWord(size, i int) string {
	least := size / 10
	return strconv.Itoa(least + (spread((size-least)/50, i)-1)*50 + 1)
}

// contentCases are the list of content by every filter, and one item.
var contentCases = append([]useCase{
	{name: "content", method: http.MethodGet, path: fixed(contentPath), atMost: 3, atLeast: 0.3, data: contentPage("", 0)},
	{
		name: "content, page 2,000", method: http.MethodGet, path: fixed(contentPath + "?page=" + strconv.Itoa(farPage)),
		least: perPage * farPage, atMost: 3, atLeast: 0.3, data: contentPage("", perPage*(farPage-1)),
	},
	{
		name: "content of a type", method: http.MethodGet, path: fixed(contentPath + "?type_id=4"), atMost: 3, atLeast: 0.3,
		data: contentPage("AND type_id = 4", 0),
	},
	{
		name: "content, common word", method: http.MethodGet, path: fixed(contentPath + "?query=" + commonTitleWord),
		atMost: 10,
	},
	{name: "content, rare word", method: http.MethodGet, path: func(size, i int) string {
		return contentPath + "?query=" +
			rareTitleWord(size, i)
	}, atMost: 10},
	{
		name: "content item", method: http.MethodGet, atMost: 3, atLeast: 0.2,
		path: func(size, i int) string { return contentPath + "/" + strconv.Itoa(article(size, i)) },
		data: func(ctx context.Context, d *db.DB, size, i int) error {
			return contentItem(ctx, d, int64(article(size, i)))
		},
	},
}, slices.Concat(briefly(3,
	"content?in_collection=in&counts=1", "content?in_collection=not-in", "content?block_type=image", "content?depth_id=1",
	"content?language_id=1", "content?tag_id=1", "content?tag_id=20",
	"content?destination_id=1", "content?destination_id=100", "content?library_id=1", "content?library_id=5",
	"content?publisher_id=1", "content?publisher_id=40", "content?partner_id=1", "content?partner_id=3",
	"content?published=published", "content?published=draft", "content?published=scheduled", "content?published=expired",
	"content?admin_id=1", "content?inspires=public", "content?inspires=not-public",
	"content?inspires=featured", "content?api_requests=success", "content?published=expired&sort=-expires_at",
	"content?sort=title", "content?sort=-added_at",
), briefly(10, "search/content?query=lis"), briefly(0, "content?tag_id=1&library_id=1&published=published",
	"content?type_id=4&destination_id=1&language_id=1", "content?query=lisbon&type_id=4"))...)

// article is the id of an item that is no image: those of demo data are at every twelfth.
func article(size, i int) int {
	id := spread(size, i)
	if id%12 == 0 {
		id--
	}
	return id
}

// briefly are lists that are measured at two sizes only, and not for long. atMost is what is promised of each.
func briefly(atMost float64, lists ...string) []useCase {
	all := []useCase{}
	for _, list := range lists {
		all = append(all, useCase{
			name: list, method: http.MethodGet, path: fixed("/api/admin/" + list), atMost: atMost,
			brief: true,
		})
	}
	return all
}

// statement is one query with its arguments.
type statement struct {
	query string
	args  []any
}

// drained runs queries and reads all they return, as bytes: nothing can be cheaper.
func drained(ctx context.Context, d *db.DB, statements ...statement) error {
	for _, s := range statements {
		if err := drain(ctx, d, s); err != nil {
			return fmt.Errorf("%s: %w", s.query, err)
		}
	}
	return nil
}

func drain(ctx context.Context, d *db.DB, s statement) error {
	rows, err := d.Read().Query(ctx, s.query, s.args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	cells := make([]sql.RawBytes, len(columns))
	into := make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
	}
	return rows.Err()
}

// contentPage is what a page of the list comes down to.
func contentPage(where string, offset int) func(context.Context, *db.DB, int, int) error {
	return func(ctx context.Context, d *db.DB, _, _ int) error {
		if _, err := db.Value[int64](ctx, d.Read(),
			"SELECT n FROM live_counts WHERE list = 'content' AND facet = '' AND value = ''"); err != nil {
			return fmt.Errorf("count: %w", err)
		}
		ids, err := db.All[int64](ctx, d.Read(), "SELECT id FROM content WHERE deleted_at IS NULL "+where+
			" ORDER BY id DESC LIMIT ? OFFSET ?", perPage, offset)
		if err != nil {
			return fmt.Errorf("page: %w", err)
		}
		if len(ids) != perPage {
			return fmt.Errorf("page: %d rows", len(ids))
		}
		among := []any{ids}
		return drained(ctx, d,
			statement{`SELECT id, version, created_at, updated_at, block_type, title, content_url, featured_image_id, type_id, depth_id, partner_id, published_at, expires_at, destinations_count, tags_count,
				collections_count, libraries_count, publishers_count, created_by_id, admin_id, added_at FROM content WHERE id IN (?)`, among},
			statement{"SELECT u.id, u.storage_key, u.width, u.height, u.conversions FROM uploads AS u JOIN content AS c ON c.featured_image_id = u.id WHERE c.id IN (?)", among},
			statement{"SELECT id, name, icon FROM content_types WHERE id IN (1, 2, 3, 4, 5, 6, 8)", nil},
			statement{"SELECT id, name, icon FROM content_depths WHERE id IN (1, 2, 3)", nil},
			statement{"SELECT l.content_id, o.id, o.name FROM content_libraries AS l JOIN libraries AS o ON o.id = l.library_id WHERE l.content_id IN (?)", among},
			statement{"SELECT l.content_id, o.id, o.name FROM content_publishers AS l JOIN publishers AS o ON o.id = l.publisher_id WHERE l.content_id IN (?)", among},
			statement{"SELECT u.id, u.first_name, u.last_name FROM users AS u JOIN content AS c ON c.admin_id = u.id WHERE c.id IN (?)", among},
		)
	}
}

// contentItem is what reading one item comes down to.
func contentItem(ctx context.Context, d *db.DB, id int64) error {
	of := []any{id}
	statements := []statement{
		{`SELECT c.id, c.version, c.created_at, c.updated_at, c.block_type, c.content_url, c.title, c.synopsis, c.author, c.runtime, c.lead_in, c.lead_in_override, c.embed_code, c.embed_code_override, c.embed_classes, c.published_at,
			c.expires_at, c.destinations_count, c.tags_count, c.collections_count, c.libraries_count, c.publishers_count, c.added_at, t.name, t.icon, p.name
			FROM content AS c JOIN content_types AS t ON t.id = c.type_id JOIN partners AS p ON p.id = c.partner_id WHERE c.id = ? AND c.deleted_at IS NULL`, of},
		{"SELECT d.id, d.name, d.icon FROM content_depths AS d JOIN content AS c ON c.depth_id = d.id WHERE c.id = ?", of},
		{"SELECT u.id, u.storage_key, u.width, u.height, u.conversions FROM uploads AS u JOIN content AS c ON c.featured_image_id = u.id WHERE c.id = ?", of},
		{"SELECT u.id, u.first_name, u.last_name FROM users AS u JOIN content AS c ON u.id IN (c.admin_id, c.created_by_id) WHERE c.id = ?", of},
	}
	for _, link := range []struct{ table, key, others, name string }{
		{"content_tags", "tag_id", "tags", "tag"},
		{"content_destinations", "destination_id", "destinations", "label"},
		{"content_libraries", "library_id", "libraries", "name"},
		{"content_publishers", "publisher_id", "publishers", "name"},
		{"content_languages", "language_id", "languages", "name"},
		{"content_subtitles", "language_id", "languages", "name"},
		{"collection_content", "collection_id", "collections", "name"},
	} {
		statements = append(statements, statement{"SELECT o.id, o." + link.name + " FROM " + link.table + " AS l JOIN " +
			link.others + " AS o ON o.id = l." + link.key + " WHERE l.content_id = ?", of})
	}
	return drained(ctx, d, statements...)
}
