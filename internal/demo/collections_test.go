package demo

import (
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/schema"
)

// wrongs are what must not be found among collections and what belongs to them, however they were made.
var wrongs = map[string]string{
	"a collection is in a folder of somebody else": `SELECT count(*) FROM collections c JOIN folders o ON o.id = c.folder_id
		WHERE coalesce(c.partner_id, 0) <> coalesce(o.partner_id, 0) OR coalesce(c.user_id, 0) <> coalesce(o.user_id, 0)`,
	"a folder has none or two owners":          "SELECT count(*) FROM folders WHERE (partner_id IS NULL) = (user_id IS NULL)",
	"a folder is below one of somebody else":   "SELECT count(*) FROM folders o JOIN folders p ON p.id = o.parent_id WHERE coalesce(o.partner_id, 0) <> coalesce(p.partner_id, 0) OR coalesce(o.user_id, 0) <> coalesce(p.user_id, 0)",
	"a folder tells another way":               "SELECT count(*) FROM folders o JOIN folders p ON p.id = o.parent_id WHERE o.label <> p.label || ' > ' || o.name OR o.path <> p.path || o.id || '/'",
	"a folder at the top tells another way":    "SELECT count(*) FROM folders WHERE parent_id IS NULL AND (label <> name OR path <> id || '/')",
	"a folder is too deep":                     "SELECT count(*) FROM folders WHERE length(path) - length(replace(path, '/', '')) > 3",
	"a name looks like a way":                  "SELECT count(*) FROM folders WHERE name LIKE '%>%'",
	"an owner has too many folders":            "SELECT count(*) FROM (SELECT count(*) AS n FROM folders GROUP BY partner_id, user_id) AS owners WHERE n > 300",
	"a partner has no folders":                 "SELECT count(*) FROM partners p WHERE id > 1 AND (SELECT count(*) FROM folders o WHERE o.partner_id = p.id) < 3",
	"somebody has too many folders":            "SELECT count(*) FROM (SELECT count(*) AS n FROM folders WHERE user_id IS NOT NULL GROUP BY user_id) AS owners WHERE n > 3",
	"the tags of a collection are not in line": "SELECT count(*) FROM collections c WHERE tags_count <> coalesce((SELECT max(position) + 1 FROM collection_tags t WHERE t.collection_id = c.id), 0)",
	"an acceptance is found by something else": "SELECT count(*) FROM shared_collections s JOIN collections c ON c.id = s.collection_id JOIN users u ON u.id = s.user_id WHERE s.search_text <> c.search_text || u.search_text",
	"an acceptance is of another partner":      "SELECT count(*) FROM shared_collections s JOIN collections c ON c.id = s.collection_id WHERE coalesce(s.partner_id, 0) <> coalesce(c.partner_id, 0)",
	"an acceptance came too early":             "SELECT count(*) FROM shared_collections s JOIN collections c ON c.id = s.collection_id JOIN users u ON u.id = s.user_id WHERE s.created_at < c.created_at OR s.created_at < u.created_at",
	"an acceptance is older than one before":   "SELECT count(*) FROM (SELECT created_at, lag(created_at) OVER (ORDER BY id) AS earlier FROM shared_collections) AS s WHERE earlier > created_at",
	"somebody accepts their own":               "SELECT count(*) FROM shared_collections s JOIN collections c ON c.id = s.collection_id WHERE s.user_id = c.user_id",
	"staff accepts":                            "SELECT count(*) FROM shared_collections s JOIN users u ON u.id = s.user_id WHERE u.internal",
	"a message is kept back":                   "SELECT count(*) FROM shared_collections s WHERE has_personal_message <> EXISTS (SELECT 1 FROM personalisations p WHERE p.shared_collection_id = s.id AND p.personal_message <> '')",
	"a personalisation came too early":         "SELECT count(*) FROM personalisations p JOIN shared_collections s ON s.id = p.shared_collection_id WHERE p.created_at < s.created_at",
	"there are too many personalisations":      "SELECT count(*) FROM shared_collections WHERE personalisations_count > 4",
	"a word was not replaced":                  "SELECT count(*) FROM personalisations WHERE name LIKE '%{%' OR personal_message LIKE '%{%'",
}

func isInOrder(t *testing.T, s *kittest.Server) {
	t.Helper()
	hasNone(t, s, wrongs)
	hasNone(t, s, ofPeople)
}

// hasNone sees that queries count nothing.
func hasNone(t *testing.T, s *kittest.Server, queries map[string]string) {
	t.Helper()
	facets := "(" + schema.UserTotal.Rows(s.DB.Engine) + ")"
	for what, query := range queries {
		if n := s.Count(strings.ReplaceAll(query, "user_facets", facets)); n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
}

// Between shares of a whole, in percent.
func TestCollectionsAreSharedAsInLife(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := house(t, d)
		fill(t, s, Sizes{Content: 200, Collections: 900, Users: 400}, 500)
		isInOrder(t, s)
		for what, c := range map[string]struct {
			part, whole string
			from, to    int64
		}{
			"collections in folders":       {"collections WHERE folder_id IS NOT NULL", "collections", 50, 70},
			"empty folders":                {"folders WHERE collections_count = 0", "folders", 5, 50},
			"folders below others":         {"folders WHERE parent_id IS NOT NULL", "folders", 30, 80},
			"collections with codes":       {"collections WHERE code <> '[]'", "collections", 8, 25},
			"collections in other tongues": {"collections WHERE language_id <> 1", "collections", 2, 12},
			"acceptances":                  {"shared_collections", "collections", 85, 100},
			"acceptances by somebody":      {"shared_collections WHERE type = 'user-accepted'", "shared_collections", 74, 86},
			"acceptances by itself":        {"shared_collections WHERE type = 'auto-accepted'", "shared_collections", 14, 26},
			"acceptances of own things":    {"shared_collections WHERE partner_id IS NULL", "shared_collections", 1, 12},
			"acceptances by advisors": {
				"shared_collections s JOIN users u ON u.id = s.user_id WHERE u.partner_id IS NULL",
				"shared_collections", 40, 95,
			},
			"personal acceptances": {
				"shared_collections WHERE personalisations_count > 0", "shared_collections", 48,
				62,
			},
			"without a message": {"personalisations WHERE personal_message = ''", "personalisations", 27, 40},
			"without an action": {"personalisations WHERE cta_display = 'none'", "personalisations", 34, 46},
			"without changes": {
				"personalisations WHERE content_customisations_count = 0", "personalisations", 43,
				57,
			},
			"never accepted": {"collections WHERE shared_collections_count = 0", "collections", 20, 70},
			"people with folders": {
				"(SELECT DISTINCT user_id FROM folders WHERE user_id IS NOT NULL) AS people",
				"(SELECT DISTINCT user_id FROM collections WHERE user_id IS NOT NULL) AS people", 15, 35,
			},
			"domains": {"partners WHERE landing_page_domain <> ''", "partners", 20, 45},
		} {
			part, whole := s.Count("SELECT count(*) FROM "+c.part), s.Count("SELECT count(*) FROM "+c.whole)
			if share := 100 * part / max(1, whole); share < c.from || share > c.to {
				t.Errorf("%s: %d of %d", what, part, whole)
			}
		}
		if n := s.Count("SELECT max(shared_collections_count) FROM collections"); n < 4 {
			t.Errorf("no collection is accepted more than %d times", n)
		}
		for _, texts := range all[struct {
			Name    string `db:"name"`
			Message string `db:"personal_message"`
			Text    string `db:"search_text"`
		}](t, d, "SELECT name, personal_message, search_text FROM personalisations LIMIT 50") {
			if texts.Text != fold.SearchText(texts.Name, texts.Message) {
				t.Errorf("%q is found by %q", texts.Name, texts.Text)
			}
		}
	})
}
