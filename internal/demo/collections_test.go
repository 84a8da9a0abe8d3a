package demo

import (
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/schema"
)

// collectionChecks are queries that must count nothing, whether collections were inserted in bulk or row by row.
var collectionChecks = map[string]string{
	"collections in a folder of another owner": `SELECT count(*)
		FROM collections c
		JOIN folders o ON o.id = c.folder_id
		WHERE coalesce(c.partner_id, 0) <> coalesce(o.partner_id, 0) OR coalesce(c.user_id, 0) <> coalesce(o.user_id, 0)`,
	"folders with no owner or two owners": `SELECT count(*) FROM folders WHERE (partner_id IS NULL) = (user_id IS NULL)`,
	"folders in a folder of another owner": `SELECT count(*)
		FROM folders o
		JOIN folders p ON p.id = o.parent_id
		WHERE coalesce(o.partner_id, 0) <> coalesce(p.partner_id, 0) OR coalesce(o.user_id, 0) <> coalesce(p.user_id, 0)`,
	"folders with a wrong label or path": `SELECT count(*)
		FROM folders o
		JOIN folders p ON p.id = o.parent_id
		WHERE o.label <> p.label || ' > ' || o.name OR o.path <> p.path || o.id || '/'`,
	"top-level folders with a wrong label or path": `SELECT count(*) FROM folders
		WHERE parent_id IS NULL AND (label <> name OR path <> id || '/')`,
	"folders at too deep a level": `SELECT count(*) FROM folders
		WHERE length(path) - length(replace(path, '/', '')) > 3`,
	"folder names that look like a path": `SELECT count(*) FROM folders WHERE name LIKE '%>%'`,
	"owners with too many folders": `SELECT count(*)
		FROM (SELECT count(*) AS n FROM folders GROUP BY partner_id, user_id) AS owners
		WHERE n > 300`,
	"partners without folders": `SELECT count(*) FROM partners p
		WHERE id > 1 AND (SELECT count(*) FROM folders o WHERE o.partner_id = p.id) < 3`,
	"users with too many folders": `SELECT count(*)
		FROM (SELECT count(*) AS n FROM folders WHERE user_id IS NOT NULL GROUP BY user_id) AS owners
		WHERE n > 3`,
	"collections with gaps between the positions of tags": `SELECT count(*) FROM collections c
		WHERE tags_count <> coalesce((SELECT max(position) + 1 FROM collection_tags t WHERE t.collection_id = c.id), 0)`,
	"acceptances with a wrong search text": `SELECT count(*)
		FROM shared_collections s
		JOIN collections c ON c.id = s.collection_id
		JOIN users u ON u.id = s.user_id
		WHERE s.search_text <> c.search_text || u.search_text`,
	"acceptances with another partner than their collection": `SELECT count(*)
		FROM shared_collections s
		JOIN collections c ON c.id = s.collection_id
		WHERE coalesce(s.partner_id, 0) <> coalesce(c.partner_id, 0)`,
	"acceptances before their collection or user": `SELECT count(*)
		FROM shared_collections s
		JOIN collections c ON c.id = s.collection_id
		JOIN users u ON u.id = s.user_id
		WHERE s.created_at < c.created_at OR s.created_at < u.created_at`,
	"acceptances before one with a lower id": `SELECT count(*)
		FROM (SELECT created_at, lag(created_at) OVER (ORDER BY id) AS earlier FROM shared_collections) AS s
		WHERE earlier > created_at`,
	"acceptances of the user's own collection": `SELECT count(*)
		FROM shared_collections s
		JOIN collections c ON c.id = s.collection_id
		WHERE s.user_id = c.user_id`,
	"acceptances by staff": `SELECT count(*)
		FROM shared_collections s
		JOIN users u ON u.id = s.user_id
		WHERE u.internal`,
	"acceptances with a wrong has_personal_message": `SELECT count(*) FROM shared_collections s
		WHERE has_personal_message <> EXISTS (
			SELECT 1 FROM personalisations p WHERE p.shared_collection_id = s.id AND p.personal_message <> '')`,
	"personalisations before their acceptance": `SELECT count(*)
		FROM personalisations p
		JOIN shared_collections s ON s.id = p.shared_collection_id
		WHERE p.created_at < s.created_at`,
	"acceptances with too many personalisations": `SELECT count(*) FROM shared_collections
		WHERE personalisations_count > 4`,
	"personalisations with a placeholder": `SELECT count(*) FROM personalisations
		WHERE name LIKE '%{%' OR personal_message LIKE '%{%'`,
}

func checkConsistency(t *testing.T, s *kittest.Server) {
	t.Helper()
	checkNone(t, s, collectionChecks)
	checkNone(t, s, userChecks)
}

// checkNone checks that queries count nothing. In them, user_facets stands for the facets of all users.
func checkNone(t *testing.T, s *kittest.Server, queries map[string]string) {
	t.Helper()
	facets := "(" + schema.UserTotal.Rows(s.DB.Engine) + ")"
	for what, query := range queries {
		if n := s.Count(strings.ReplaceAll(query, "user_facets", facets)); n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
}

// TestCollections_Shares checks that certain collections, folders and acceptances make up realistic shares, in percent.
func TestCollections_Shares(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		fillSizes(t, s, Sizes{Content: 200, Collections: 900, Users: 400}, 500)
		checkConsistency(t, s)
		for what, c := range map[string]struct {
			part, whole string
			min, max    int64
		}{
			"collections in folders":         {"collections WHERE folder_id IS NOT NULL", "collections", 50, 70},
			"empty folders":                  {"folders WHERE collections_count = 0", "folders", 5, 50},
			"folders below others":           {"folders WHERE parent_id IS NOT NULL", "folders", 30, 80},
			"collections with codes":         {"collections WHERE code <> '[]'", "collections", 8, 25},
			"collections in other languages": {"collections WHERE language_id <> 1", "collections", 2, 12},
			"acceptances":                    {"shared_collections", "collections", 85, 100},
			"acceptances by users": {
				"shared_collections WHERE type = 'user-accepted'", "shared_collections", 74, 86,
			},
			"automatic acceptances": {
				"shared_collections WHERE type = 'auto-accepted'", "shared_collections", 14, 26,
			},
			"acceptances of personal collections": {"shared_collections WHERE partner_id IS NULL", "shared_collections", 1, 12},
			"acceptances by advisors": {
				"shared_collections s JOIN users u ON u.id = s.user_id WHERE u.partner_id IS NULL",
				"shared_collections", 40, 95,
			},
			"personalised acceptances": {
				"shared_collections WHERE personalisations_count > 0", "shared_collections", 48, 62,
			},
			"personalisations without a message": {"personalisations WHERE personal_message = ''", "personalisations", 27, 40},
			"personalisations without an action": {"personalisations WHERE cta_display = 'none'", "personalisations", 34, 46},
			"personalisations without changes": {
				"personalisations WHERE content_customisations_count = 0", "personalisations", 43, 57,
			},
			"collections never accepted": {"collections WHERE shared_collections_count = 0", "collections", 20, 70},
			"users with folders": {
				"(SELECT DISTINCT user_id FROM folders WHERE user_id IS NOT NULL) AS people",
				"(SELECT DISTINCT user_id FROM collections WHERE user_id IS NOT NULL) AS people", 15, 35,
			},
			"partners with a landing page": {"partners WHERE landing_page_domain <> ''", "partners", 20, 45},
		} {
			part, whole := s.Count("SELECT count(*) FROM "+c.part), s.Count("SELECT count(*) FROM "+c.whole)
			if share := 100 * part / max(1, whole); share < c.min || share > c.max {
				t.Errorf("%s: %d of %d", what, part, whole)
			}
		}
		if n := s.Count("SELECT max(shared_collections_count) FROM collections"); n < 4 {
			t.Errorf("no collection was accepted more than %d times", n)
		}
		for _, texts := range queryAll[struct {
			Name    string `db:"name"`
			Message string `db:"personal_message"`
			Text    string `db:"search_text"`
		}](t, d, "SELECT name, personal_message, search_text FROM personalisations LIMIT 50") {
			if texts.Text != fold.SearchText(texts.Name, texts.Message) {
				t.Errorf("%q has the search text %q", texts.Name, texts.Text)
			}
		}
	})
}
