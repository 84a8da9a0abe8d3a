package app_test

import (
	"net/http"
	"strings"
	"testing"

	"waymark/internal/app"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	tables "waymark/internal/platform/schema"
)

// checkReferenceData checks that every screen of reference data has demo data.
func (h *harness) checkReferenceData() {
	h.t.Helper()
	// These expressions are right on both engines.
	templateUsers := tables.UserTemplateUsersCount.Value(db.Postgres)
	countryUsers := tables.CountryUsersCount.Value(db.Postgres)
	for query, minimum := range map[string]int64{
		"SELECT count(*) FROM destinations":                                                             200,
		"SELECT max(length(path) - length(replace(path, '/', ''))) FROM destinations":                   4,
		"SELECT count(*) FROM tags WHERE featured_image_id IS NOT NULL":                                 20,
		"SELECT count(*) FROM tags WHERE featured_image_id IS NULL":                                     1,
		"SELECT count(*) FROM facades WHERE views > 0":                                                  30,
		"SELECT count(DISTINCT type) FROM facades":                                                      2,
		"SELECT count(*) FROM content_domains":                                                          20,
		"SELECT count(*) FROM libraries":                                                                8,
		"SELECT count(*) FROM library_partners":                                                         10,
		"SELECT count(*) FROM languages WHERE user_profile_enabled":                                     12,
		"SELECT count(*) FROM regions":                                                                  14,
		"SELECT count(*) FROM region_countries":                                                         60,
		"SELECT count(*) FROM partner_markets":                                                          20,
		"SELECT count(*) FROM consortia WHERE logo_id IS NOT NULL":                                      9,
		"SELECT count(*) FROM host_agencies WHERE logo_id IS NOT NULL":                                  11,
		"SELECT count(*) FROM host_agencies WHERE logo_id IS NULL":                                      1,
		"SELECT count(DISTINCT account_type_id) FROM partners":                                          5,
		"SELECT count(*) FROM user_templates WHERE " + templateUsers + " > 0":                           5,
		"SELECT count(*) FROM countries WHERE " + countryUsers + " > 0":                                 8,
		"SELECT count(*) FROM users WHERE country_region_id IS NOT NULL AND host_agency_id IS NOT NULL": 5,
		"SELECT count(*) FROM users WHERE consortium_id IS NOT NULL":                                    5,
		"SELECT count(DISTINCT language_id) FROM user_languages":                                        6,
		`SELECT count(*) FROM destinations
		WHERE label = 'Europe > Italy > Campania > Amalfi Coast' AND label_key LIKE 'europe > italy%'`: 1,
	} {
		if got := h.count(query); got < minimum {
			h.t.Errorf("%s: %d, want %d or more", query, got, minimum)
		}
	}
	for what, query := range map[string]string{
		"audit entries of the loader":    "SELECT count(*) FROM audit_log WHERE request_id = 'demo-filling'",
		"pictures that no record uses":   "SELECT count(*) FROM uploads WHERE claimed_at IS NULL",
		"a renamed default account type": "SELECT count(*) FROM account_types WHERE id = 11 AND name <> 'Partner'",
		"users with a region of another country": `SELECT count(*)
			FROM users u
			JOIN country_regions r ON r.id = u.country_region_id
			WHERE r.country_id <> u.country_id`,
		"users with a user template of another account type": `SELECT count(*)
			FROM users u
			JOIN user_templates t ON t.id = u.user_template_id
			JOIN partners p ON p.id = u.partner_id
			WHERE p.account_type_id <> t.account_type_id`,
	} {
		if got := h.count(query); got != 0 {
			h.t.Errorf("%s: %d", what, got)
		}
	}
	for path, want := range map[string]string{
		"destinations?query=amalfi": "Europe > Italy > Campania > Amalfi Coast", "tags?query=rail": "/files/",
		"consortia?query=skylark": "skylark-consortium",
		"options/content-admins":  "Eva Editor",
	} {
		response := h.do("GET", "/api/admin/"+path, h.session(auth.Editor), "")
		if text := read(h.t, response); response.StatusCode != http.StatusOK || !strings.Contains(text, want) {
			h.t.Errorf("%s does not show %s: %s", path, want, text)
		}
	}
}

// checkContent checks that content is linked to other records consistently, whatever its amount.
func (h *harness) checkContent() {
	h.t.Helper()
	per := func(table string) string {
		return "SELECT count(*) FROM content c WHERE (SELECT count(*) FROM " + table + " l WHERE l.content_id = c.id)"
	}
	for what, query := range map[string]string{
		"too many destinations":         per("content_destinations") + " > 3",
		"too many subjects":             per("content_tags") + " > 4",
		"too few or too many languages": per("content_languages") + " NOT BETWEEN 1 AND 2",
		"too few or too many libraries": per("content_libraries") + " NOT BETWEEN 1 AND 2",
		"no depth":                      "SELECT count(*) FROM content WHERE depth_id IS NULL AND block_type = 'content'",
		"a URL, depth or other media type, as an image": `SELECT count(*) FROM content
			WHERE block_type = 'image' AND (depth_id IS NOT NULL OR content_url <> '' OR type_id <> 3)`,
		"no picture, as an image": `SELECT count(*) FROM content
			WHERE block_type = 'image' AND featured_image_id IS NULL`,
		"no source, as an image": `SELECT count(*) FROM content
			WHERE block_type = 'image' AND (image_source = '' OR image_license = '' OR image_attribution = '')`,
		"no runtime, or one that their media type has not": `SELECT count(*) FROM content
			WHERE (type_id IN (4, 8)) <> (runtime IS NOT NULL)`,
		"a media type other than that of their domain": `SELECT count(*)
			FROM content c
			JOIN content_domains d ON substr(c.canonical_url, 1, length(d.host) + 1) = d.host || '/'
			WHERE d.content_type_id <> c.type_id`,
		"an unknown domain": `SELECT count(*)
			FROM content c
			WHERE block_type = 'content' AND NOT EXISTS (
				SELECT 1 FROM content_domains d WHERE substr(c.canonical_url, 1, length(d.host) + 1) = d.host || '/')`,
		"an earlier date than the item before": `SELECT count(*)
			FROM content c
			JOIN content o ON o.id = c.id - 1
			WHERE o.created_at > c.created_at`,
		"been added to a collection before they were created": `SELECT count(*)
			FROM collection_content l
			JOIN content c ON c.id = l.content_id
			WHERE l.added_at < c.created_at`,
		"a wrong date of the last addition to a collection": `SELECT count(*) FROM content c
			WHERE added_at <> (SELECT max(added_at) FROM collection_content l WHERE l.content_id = c.id)`,
		"a by_user that does not match their creator": `SELECT count(*)
			FROM content c
			JOIN users u ON u.id = c.created_by_id
			WHERE u.internal = c.by_user`,
		"no creator": "SELECT count(*) FROM content WHERE created_by_id IS NULL",
		"a publisher although they are drafts": `SELECT count(*) FROM content
			WHERE admin_id IS NOT NULL AND published_at IS NULL`,
	} {
		if n := h.count(query); n != 0 {
			h.t.Errorf("%d items have %s", n, what)
		}
	}
	all := h.count("SELECT count(*) FROM content")
	for what, c := range map[string]struct {
		query    string
		min, max int64 // one in min items at minimum, one in max at most
	}{
		"images":                     {"SELECT count(*) FROM content WHERE block_type = 'image'", 24, 8},
		"items without destination":  {"SELECT count(*) FROM content WHERE destinations_count = 0", 60, 14},
		"items without subject area": {"SELECT count(*) FROM content WHERE tags_count = 0", 80, 15},
		"items without publisher":    {"SELECT count(*) FROM content WHERE publishers_count = 0", 20, 5},
		"items requested by the API": {"SELECT count(*) FROM content WHERE last_api_at IS NOT NULL", 5, 2},
		"drafts":                     {"SELECT count(*) FROM content WHERE published_at IS NULL", 20, 5},
		"long synopses":              {"SELECT count(*) FROM content WHERE length(synopsis) > 350", 20, 4},
		"long titles":                {"SELECT count(*) FROM content WHERE length(title) > 150", 160, 16},
		"items with subtitles":       {"SELECT count(DISTINCT content_id) FROM content_subtitles", 80, 8},
		"original items":             {"SELECT count(*) FROM content WHERE original", 40, 6},
		"items in collections":       {"SELECT count(*) FROM content WHERE collections_count > 0", 5, 1},
		"items in no collection":     {"SELECT count(*) FROM content WHERE collections_count = 0", 5, 1},
		"additions by users":         {"SELECT count(*) FROM collection_content WHERE by_user", 40, 1},
	} {
		if n := h.count(c.query); n*c.min < all || n*c.max > all {
			h.t.Errorf("%d of %d are %s", n, all, what)
		}
	}
	english := h.count("SELECT count(*) FROM content_languages WHERE language_id = 1")
	published := h.count("SELECT count(*) FROM content WHERE admin_id IS NOT NULL")
	if english*10 < all*8 || english == all || published*3 < all {
		h.t.Errorf("of %d items %d are in English and %d were published by somebody", all, english, published)
	}
}

func TestDemo_Reproducible(t *testing.T) {
	t.Parallel()
	sums := [2][]int64{}
	for i := range sums {
		h := open(t, "sqlite:"+kittest.SQLite(t).Path)
		if err := h.BulkDemo(t.Context(), app.DemoSizes{Content: 450, Users: 40}, t.Output()); err != nil {
			t.Fatal(err)
		}
		for _, query := range []string{
			"SELECT sum(content_id * tag_id) FROM content_tags",
			"SELECT sum(content_id * destination_id) FROM content_destinations",
			"SELECT sum(id * length(title) * type_id) FROM content",
			"SELECT sum(id * length(email) * coalesce(country_region_id, 7)) FROM users WHERE NOT internal",
			"SELECT sum(id * length(label)) FROM destinations", "SELECT sum(id * bytes) FROM uploads",
		} {
			sums[i] = append(sums[i], h.count(query))
		}
	}
	for i, sum := range sums[0] {
		if sum != sums[1][i] || sum == 0 {
			t.Errorf("sum %d is %d, and the second time %d", i, sum, sums[1][i])
		}
	}
}
