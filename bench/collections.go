package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"waymark/internal/kit/db"
)

// collectionCount returns the number of collections in a database, with about ten items each. It is also
// the number of acceptances.
func collectionCount(size int) int { return size / 5 }

const (
	collectionsPath = "/api/admin/collections"
	sharedPath      = "/api/admin/shared-collections"
	acceptedPath    = sharedPath + "?type=user-accepted" // the initial request of the console
	browserPath     = "/api/admin/partners/3/collections-folders"
)

// collectionCases are the lists of collections, their content, their acceptances and folders.
var collectionCases = slices.Concat([]useCase{
	{
		name: "collections", method: http.MethodGet, path: fixedPath(collectionsPath), maxGrowth: 3, minShare: 0.3,
		sql: collectionPage("", ""),
	},
	{
		name: "collections, page 2,000", method: http.MethodGet,
		path:    fixedPath(collectionsPath + "?page=" + strconv.Itoa(farPage)),
		minRows: 5 * perPage * farPage, sql: collectionPage("", " OFFSET "+strconv.Itoa(perPage*(farPage-1))),
	},
	{
		name: "collections of a partner", method: http.MethodGet, path: fixedPath(collectionsPath + "?partner=3"),
		maxGrowth: 3, minShare: 0.3, sql: collectionPage(" AND partner_id = 3", ""),
	},
	{
		name: "one collection", method: http.MethodGet, maxGrowth: 3,
		path: func(size, i int) string {
			return fmt.Sprintf("%s/%d", collectionsPath, spreadID(collectionCount(size), i))
		},
	},
	{
		name: "content of a collection", method: http.MethodGet, maxGrowth: 3, minShare: 0.3,
		path: func(size, i int) string {
			return fmt.Sprintf("%s/%d/content", collectionsPath, spreadID(collectionCount(size), i))
		},
		sql: func(ctx context.Context, d *db.DB, size, i int) error {
			return contentOfCollection(ctx, d, int64(spreadID(collectionCount(size), i)))
		},
	},
	{
		name: "shared collections", method: http.MethodGet, path: fixedPath(acceptedPath), maxGrowth: 3, minShare: 0.3,
		sql: sharedPage(""),
	},
	{
		name: "shared collections of a partner", method: http.MethodGet, path: fixedPath(acceptedPath + "&partner=3"),
		maxGrowth: 3, minShare: 0.3, sql: sharedPage(" AND partner_id = 3"),
	},
	{
		name: "one shared collection", method: http.MethodGet, maxGrowth: 3,
		path: func(size, i int) string {
			return fmt.Sprintf("%s/%d", sharedPath, spreadID(collectionCount(size)/2, i))
		},
	},
	{
		name: "folders and collections of a partner", method: http.MethodGet, path: fixedPath(browserPath), maxGrowth: 3,
		minShare: 0.3, sql: browserLevel,
	},
}, withPrefix("collections: ", briefCases(3,
	"collections?counts=1", "collections?type=personal&counts=1", "collections?inspires=public",
	"collections?inspires=not-public", "collections?inspires=featured",
	"collections?has_tags=yes", "collections?has_tags=no", "collections?exact_tag=family", "collections?language_id=1",
	"collections?sort=name", "collections?sort=-contents_count",
	"collections?sort=-shared_collections_count", "collections/7/content/ids", "collections/7/content?sort=-added_at",
	"shared-collections", "shared-collections?type=auto-accepted", "shared-collections?partner=3",
	"shared-collections?sort=-personalisations_count&type=user-accepted",
	"partners/3/folders",
)), withPrefix("collections: ", briefCases(10, "collections?query=lisbon", "search/collections?query=lis",
	"shared-collections?query=lisbon&type=user-accepted")))

// withPrefix adds a prefix to the names of cases, so that BENCH_ONLY can select all of them.
func withPrefix(word string, list []useCase) []useCase {
	for i := range list {
		list[i].name = word + list[i].name
	}
	return list
}

// collectionPage runs the SQL of a page of the list.
func collectionPage(where, offset string) func(context.Context, *db.DB, int, int) error {
	return func(ctx context.Context, d *db.DB, _, _ int) error {
		count := "SELECT n FROM live_counts WHERE list = 'collections' AND facet = '' AND value = ''"
		if where != "" {
			count = "SELECT collections_count FROM partners WHERE id = 3"
		}
		ids, err := countAndList(ctx, d, count,
			"SELECT id FROM collections WHERE deleted_at IS NULL"+where+" ORDER BY id DESC LIMIT ?"+offset)
		if err != nil {
			return err
		}
		among := []any{ids}
		return queryAll(ctx, d,
			statement{`SELECT id, version, created_at, updated_at, alt_id, name, type, partner_id, user_id, folder_id,
					language_id, code, inspires_publish_at, inspires_feature_at, expires_at, contents_count, shared_collections_count
				FROM collections
				WHERE id IN (?)`, among},
			statement{`SELECT f.id, f.name, f.label
				FROM folders AS f
				JOIN collections AS c ON c.folder_id = f.id
				WHERE c.id IN (?)`, among},
			statement{`SELECT l.id, l.name
				FROM languages AS l
				WHERE l.id IN (SELECT language_id FROM collections WHERE id IN (?))`, among},
			statement{"SELECT collection_id, tag FROM collection_tags WHERE collection_id IN (?)", among},
			statement{`SELECT p.id, p.name, p.alt_id, p.landing_page_domain
				FROM partners AS p
				JOIN collections AS c ON c.partner_id = p.id
				WHERE c.id IN (?)`, among},
			statement{`SELECT u.id, u.first_name, u.last_name, u.email, u.alt_id
				FROM users AS u
				JOIN collections AS c ON c.user_id = u.id
				WHERE c.id IN (?)`, among},
		)
	}
}

// countAndList queries the total, and returns the ids of a page.
func countAndList(ctx context.Context, d *db.DB, count, page string) ([]int64, error) {
	if _, err := db.Value[int64](ctx, d.Read(), count); err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	ids, err := db.All[int64](ctx, d.Read(), page, perPage)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	if len(ids) != perPage {
		return nil, fmt.Errorf("page: %d rows", len(ids))
	}
	return ids, nil
}

func contentOfCollection(ctx context.Context, d *db.DB, id int64) error {
	one := []any{id}
	return queryAll(ctx, d,
		statement{"SELECT id, name, contents_count FROM collections WHERE id = ? AND deleted_at IS NULL", one},
		statement{`SELECT c.id, c.version, c.created_at, c.updated_at, c.title, c.block_type, c.type_id, c.featured_image_id,
				l.added_at
			FROM collection_content AS l
			JOIN content AS c ON c.id = l.content_id
			WHERE l.collection_id = ? AND c.deleted_at IS NULL
			ORDER BY c.title_key, c.id
			LIMIT 25`, one},
		statement{"SELECT id, name, icon FROM content_types WHERE id IN (1, 2, 3, 4, 5, 6, 8)", nil},
		statement{`SELECT u.id, u.storage_key, u.width, u.height, u.conversions
			FROM uploads AS u
			JOIN content AS c ON c.featured_image_id = u.id
			JOIN collection_content AS l ON l.content_id = c.id
			WHERE l.collection_id = ?`, one},
	)
}

// sharedPage runs the SQL of a page of the list of acceptances.
func sharedPage(where string) func(context.Context, *db.DB, int, int) error {
	return func(ctx context.Context, d *db.DB, _, _ int) error {
		from := " FROM shared_collections WHERE deleted_at IS NULL AND type = 'user-accepted'" + where
		count := "SELECT n FROM live_counts WHERE list = 'shared_collections' AND facet = 'type' AND value = 'user-accepted'"
		if where != "" {
			count = "SELECT count(*) FROM (SELECT 1" + from + " LIMIT 1001) AS counted"
		}
		ids, err := countAndList(ctx, d, count, "SELECT id"+from+" ORDER BY id DESC LIMIT ?")
		if err != nil {
			return err
		}
		among := []any{ids}
		return queryAll(ctx, d,
			statement{`SELECT id, created_at, type, user_id, collection_id, partner_id, has_personal_message,
					personalisations_count
				FROM shared_collections
				WHERE id IN (?)`, among},
			statement{`SELECT u.id, u.first_name, u.last_name, u.email
				FROM users AS u
				JOIN shared_collections AS s ON s.user_id = u.id
				WHERE s.id IN (?)`, among},
			statement{`SELECT c.id, c.name, p.id, p.name
				FROM collections AS c
				JOIN shared_collections AS s ON s.collection_id = c.id
				LEFT JOIN partners AS p ON p.id = c.partner_id
				WHERE s.id IN (?)`, among},
		)
	}
}

// browserLevel runs the SQL of the top level of a partner's folders.
func browserLevel(ctx context.Context, d *db.DB, _, _ int) error {
	return queryAll(ctx, d,
		statement{"SELECT landing_page_domain FROM partners WHERE id = 3", nil},
		statement{"SELECT count(*) FROM folders WHERE partner_id = 3 AND parent_id IS NULL", nil},
		statement{`SELECT count(*) FROM (
			SELECT 1
			FROM collections
			WHERE partner_id = 3 AND folder_id IS NULL AND deleted_at IS NULL
			LIMIT 5001) AS counted`, nil},
		statement{`SELECT id, name, folders_count, collections_count, version
			FROM folders
			WHERE partner_id = 3 AND parent_id IS NULL
			ORDER BY name_key, id
			LIMIT 25`, nil},
		statement{`SELECT id, type, name, contents_count, version, alt_id
			FROM collections
			WHERE partner_id = 3 AND folder_id IS NULL AND deleted_at IS NULL
			ORDER BY name_key, id
			LIMIT 25`, nil},
	)
}
