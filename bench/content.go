package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"waymark/internal/kit/db"
)

const (
	contentPath = "/api/admin/content"
	searchPath  = "/api/admin/search"
)

const commonTitleWord = "lisbon"

// rareTitleWord returns the number in the title of an item. Every fiftieth demo item has one. All have the same
// number of digits, so each occurs in hardly more than one title.
func rareTitleWord(size, i int) string {
	first := size / 10
	return strconv.Itoa(first + (spreadID((size-first)/50, i)-1)*50 + 1)
}

var (
	createContent = useCase{
		name: "create content", method: http.MethodPost, path: fixedPath(contentPath),
		body: func(i int) any {
			return map[string]any{
				"title": fmt.Sprintf("By train to the coast, part %d", i), "type_id": 4,
				"content_url":   fmt.Sprintf("https://bench.example/%d/%d", runID, i),
				"publisher_ids": []int{1 + i%500}, "tag_ids": []int{1 + i%20}, "destination_ids": []int{1 + i%100},
				"library_ids": []int{1 + i%5},
			}
		},
	}
	updateContent = useCase{
		name: "update content", method: http.MethodPut,
		path: func(size, i int) string { return contentPath + "/" + strconv.Itoa(articleID(size, i)) },
		body: func(i int) any { return map[string]any{"title": fmt.Sprintf("A new title, number %d", i)} },
	}
	updateSelected = useCase{
		name: "bulk action on 5,000", method: http.MethodPost, alone: true,
		path: func(_, i int) string { return contentPath + []string{"/publish", "/draft"}[i%2] },
		body: func(int) any {
			ids := []int{}
			for id := 1; len(ids) < 5000; id++ {
				if id%12 != 0 { // the others are images
					ids = append(ids, id)
				}
			}
			return map[string]any{"content_ids": ids}
		},
	}
)

// contentCases are the list of content with every filter, and one item.
// calendarMonth returns the path of the weeks of a month in the calendar.
func calendarMonth(now time.Time) string {
	first := now.AddDate(0, 0, 1-now.Day())
	last := first.AddDate(0, 0, 41)
	return "/api/admin/calendar?from=" + first.Format(time.DateOnly) + "&to=" + last.Format(time.DateOnly)
}

var contentCases = append([]useCase{
	createContent,
	updateContent,
	updateSelected,
	{name: "calendar, a month", method: http.MethodGet, path: fixedPath(calendarMonth(time.Now())), maxGrowth: 3},
	{
		name: "content", method: http.MethodGet, path: fixedPath(contentPath), maxGrowth: 3, minShare: 0.3,
		sql: contentPage("", 0),
	},
	{
		name: "content, page 2,000", method: http.MethodGet, path: fixedPath(contentPath + "?page=" + strconv.Itoa(farPage)),
		minRows: perPage * farPage, maxGrowth: 3, minShare: 0.3, sql: contentPage("", perPage*(farPage-1)),
	},
	{
		name: "content of a type", method: http.MethodGet, path: fixedPath(contentPath + "?type_id=4"),
		maxGrowth: 3, minShare: 0.3, sql: contentPage("AND type_id = 4", 0),
	},
	{
		name: "content, common word", method: http.MethodGet, path: fixedPath(contentPath + "?query=" + commonTitleWord),
		maxGrowth: 10,
	},
	{
		name: "content, rare word", method: http.MethodGet, maxGrowth: 10,
		path: func(size, i int) string { return contentPath + "?query=" + rareTitleWord(size, i) },
	},
	{
		name: "content, part of a host", method: http.MethodGet, path: fixedPath(contentPath + "?query=.example"),
		maxGrowth: 10,
	},
	{
		name: "content, part of a path", method: http.MethodGet, maxGrowth: 10,
		// The URLs of the demo content end with a number. Words of less than three characters are not looked for in URLs.
		path: func(size, i int) string { return contentPath + "?query=-" + strconv.Itoa(10+spreadID(size-10, i)) },
	},
	{
		name: "palette, common word", method: http.MethodGet, path: fixedPath(searchPath + "?query=" + commonTitleWord),
		maxGrowth: 10,
	},
	{
		name: "palette, rare word", method: http.MethodGet, maxGrowth: 10,
		path: func(size, i int) string { return searchPath + "?query=" + rareTitleWord(size, i) },
	},
	{
		name: "content item", method: http.MethodGet, maxGrowth: 3, minShare: 0.2,
		path: func(size, i int) string { return contentPath + "/" + strconv.Itoa(articleID(size, i)) },
		sql: func(ctx context.Context, d *db.DB, size, i int) error {
			return contentItem(ctx, d, int64(articleID(size, i)))
		},
	},
}, slices.Concat(briefCases(3,
	"content?in_collection=in&counts=1", "content?in_collection=not-in", "content?block_type=image", "content?depth_id=1",
	"content?language_id=1", "content?tag_id=1", "content?tag_id=20",
	"content?destination_id=1", "content?destination_id=100", "content?library_id=1", "content?library_id=5",
	"content?publisher_id=1", "content?publisher_id=40", "content?partner_id=1", "content?partner_id=3",
	"content?published=published", "content?published=draft", "content?published=scheduled", "content?published=expired",
	"content?admin_id=1", "content?inspires=public", "content?inspires=not-public",
	"content?inspires=featured", "content?api_requests=success", "content?published=expired&sort=-expires_at",
	"content?sort=title", "content?sort=-added_at",
), briefCases(10, "search/content?query=lis"), briefCases(0,
	"content?tag_id=1&library_id=1&published=published", "content?type_id=4&destination_id=1&language_id=1",
	"content?query=lisbon&type_id=4",
))...)

// articleID returns the id of an item that is not an image. Every twelfth demo item is one.
func articleID(size, i int) int {
	id := spreadID(size, i)
	if id%12 == 0 {
		id--
	}
	return id
}

// briefCases returns cases of lists that are measured briefly, and only at two sizes.
func briefCases(maxGrowth float64, lists ...string) []useCase {
	all := []useCase{}
	for _, list := range lists {
		all = append(all, useCase{
			name: list, method: http.MethodGet, path: fixedPath("/api/admin/" + list), maxGrowth: maxGrowth, brief: true,
		})
	}
	return all
}

// statement is a query with its arguments.
type statement struct {
	query string
	args  []any
}

// queryAll runs queries and reads all rows as raw bytes, which is the cheapest way to read them.
func queryAll(ctx context.Context, d *db.DB, statements ...statement) error {
	for _, s := range statements {
		if err := query(ctx, d, s); err != nil {
			return fmt.Errorf("%s: %w", s.query, err)
		}
	}
	return nil
}

func query(ctx context.Context, d *db.DB, s statement) error {
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

// contentPage runs the SQL of a page of the list.
func contentPage(where string, offset int) func(context.Context, *db.DB, int, int) error {
	return func(ctx context.Context, d *db.DB, _, _ int) error {
		if _, err := db.Value[int64](ctx, d.Read(),
			"SELECT n FROM live_counts WHERE list = 'content' AND facet = '' AND value = ''"); err != nil {
			return fmt.Errorf("count: %w", err)
		}
		ids, err := db.All[int64](ctx, d.Read(),
			"SELECT id FROM content WHERE deleted_at IS NULL "+where+" ORDER BY id DESC LIMIT ? OFFSET ?", perPage, offset)
		if err != nil {
			return fmt.Errorf("page: %w", err)
		}
		if len(ids) != perPage {
			return fmt.Errorf("page: %d rows", len(ids))
		}
		among := []any{ids}
		return queryAll(ctx, d,
			statement{`SELECT id, version, created_at, updated_at, block_type, title, content_url, featured_image_id, type_id,
					depth_id, partner_id, published_at, expires_at, destinations_count, tags_count, collections_count,
					libraries_count, publishers_count, created_by_id, admin_id, added_at
				FROM content
				WHERE id IN (?)`, among},
			statement{`SELECT u.id, u.storage_key, u.width, u.height, u.conversions
				FROM uploads AS u
				JOIN content AS c ON c.featured_image_id = u.id
				WHERE c.id IN (?)`, among},
			statement{"SELECT id, name, icon FROM content_types WHERE id IN (1, 2, 3, 4, 5, 6, 8)", nil},
			statement{"SELECT id, name, icon FROM content_depths WHERE id IN (1, 2, 3)", nil},
			statement{`SELECT l.content_id, o.id, o.name
				FROM content_libraries AS l
				JOIN libraries AS o ON o.id = l.library_id
				WHERE l.content_id IN (?)`, among},
			statement{`SELECT l.content_id, o.id, o.name
				FROM content_publishers AS l
				JOIN publishers AS o ON o.id = l.publisher_id
				WHERE l.content_id IN (?)`, among},
			statement{`SELECT u.id, u.first_name, u.last_name
				FROM users AS u
				JOIN content AS c ON c.admin_id = u.id
				WHERE c.id IN (?)`, among},
		)
	}
}

// contentItem runs the SQL of reading one item.
func contentItem(ctx context.Context, d *db.DB, id int64) error {
	args := []any{id}
	statements := []statement{
		{`SELECT c.id, c.version, c.created_at, c.updated_at, c.block_type, c.content_url, c.title, c.synopsis, c.author,
				c.runtime, c.lead_in, c.lead_in_override, c.embed_code, c.embed_code_override, c.embed_classes,
				c.published_at, c.expires_at, c.destinations_count, c.tags_count, c.collections_count, c.libraries_count,
				c.publishers_count, c.added_at, t.name, t.icon, p.name
			FROM content AS c
			JOIN content_types AS t ON t.id = c.type_id
			JOIN partners AS p ON p.id = c.partner_id
			WHERE c.id = ? AND c.deleted_at IS NULL`, args},
		{`SELECT d.id, d.name, d.icon
			FROM content_depths AS d
			JOIN content AS c ON c.depth_id = d.id
			WHERE c.id = ?`, args},
		{`SELECT u.id, u.storage_key, u.width, u.height, u.conversions
			FROM uploads AS u
			JOIN content AS c ON c.featured_image_id = u.id
			WHERE c.id = ?`, args},
		{`SELECT u.id, u.first_name, u.last_name
			FROM users AS u
			JOIN content AS c ON u.id IN (c.admin_id, c.created_by_id)
			WHERE c.id = ?`, args},
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
		query := fmt.Sprintf("SELECT o.id, o.%s FROM %s AS l JOIN %s AS o ON o.id = l.%s WHERE l.content_id = ?",
			link.name, link.table, link.others, link.key)
		statements = append(statements, statement{query, args})
	}
	return queryAll(ctx, d, statements...)
}
