package app_test

import (
	"net/http"
	"strings"
	"testing"

	"waymark/internal/app"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/kittest"
)

// readsLikeAPlatform sees that there is something to look at on every screen of reference data.
func (h *house) readsLikeAPlatform() {
	h.t.Helper()
	for query, least := range map[string]int64{
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
		"SELECT count(*) FROM user_templates WHERE users_count > 0":                                     5,
		"SELECT count(*) FROM countries WHERE users_count > 0":                                          8,
		"SELECT count(*) FROM users WHERE country_region_id IS NOT NULL AND host_agency_id IS NOT NULL": 5,
		"SELECT count(*) FROM users WHERE consortium_id IS NOT NULL":                                    5,
		"SELECT count(DISTINCT language_id) FROM user_languages":                                        6,
		"SELECT count(*) FROM destinations WHERE label = 'Europe > Italy > Campania > Amalfi Coast' AND label_key LIKE 'europe > italy%'": 1,
	} {
		if got := h.count(query); got < least {
			h.t.Errorf("%s: %d, want %d or more", query, got, least)
		}
	}
	for what, query := range map[string]string{
		"the log is full of rows that nobody made":     "SELECT count(*) FROM audit_log WHERE request_id = 'demo-filling'",
		"a picture belongs to nothing":                 "SELECT count(*) FROM uploads WHERE claimed_at IS NULL",
		"the default account type is called otherwise": "SELECT count(*) FROM account_types WHERE id = 11 AND name <> 'Partner'",
		"a region is of another country":               `SELECT count(*) FROM users u JOIN country_regions r ON r.id = u.country_region_id WHERE r.country_id <> u.country_id`,
		"a template is of another kind of partner": `SELECT count(*) FROM users u JOIN user_templates t ON t.id = u.user_template_id JOIN partners p ON p.id = u.partner_id
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

// isTiedTogether sees that content, however much of it, hangs on what there is.
func (h *house) isTiedTogether() {
	h.t.Helper()
	per := func(table string) string {
		return "SELECT count(*) FROM content c WHERE (SELECT count(*) FROM " + table + " l WHERE l.content_id = c.id)"
	}
	for what, query := range map[string]string{
		"too many destinations":            per("content_destinations") + " > 3",
		"too many subjects":                per("content_tags") + " > 4",
		"too few or too many languages":    per("content_languages") + " NOT BETWEEN 1 AND 2",
		"too few or too many libraries":    per("content_libraries") + " NOT BETWEEN 1 AND 2",
		"no depth":                         "SELECT count(*) FROM content WHERE depth_id IS NULL AND block_type = 'content'",
		"an address or depth, as an image": "SELECT count(*) FROM content WHERE block_type = 'image' AND (depth_id IS NOT NULL OR content_url <> '' OR type_id <> 3)",
		"no picture, as an image":          "SELECT count(*) FROM content WHERE block_type = 'image' AND featured_image_id IS NULL",
		"no source, as an image":           "SELECT count(*) FROM content WHERE block_type = 'image' AND (image_source = '' OR image_license = '' OR image_attribution = '')",
		"no runtime, or one for no reason": "SELECT count(*) FROM content WHERE (type_id IN (4, 8)) <> (runtime IS NOT NULL)",
		"a media type their site has not": `SELECT count(*) FROM content c JOIN content_domains d ON substr(c.canonical_url, 1, length(d.host) + 1) = d.host || '/'
			WHERE d.content_type_id <> c.type_id`,
		"a site that is not known": `SELECT count(*) FROM content c WHERE block_type = 'content'
			AND NOT EXISTS (SELECT 1 FROM content_domains d WHERE substr(c.canonical_url, 1, length(d.host) + 1) = d.host || '/')`,
		"a moment before an older one":      "SELECT count(*) FROM content c JOIN content o ON o.id = c.id - 1 WHERE o.created_at > c.created_at",
		"been added before they were there": "SELECT count(*) FROM collection_content l JOIN content c ON c.id = l.content_id WHERE l.added_at < c.created_at",
		"another moment of the last adding": "SELECT count(*) FROM content c WHERE added_at <> (SELECT max(added_at) FROM collection_content l WHERE l.content_id = c.id)",
		"been made by others than it says":  "SELECT count(*) FROM content c JOIN users u ON u.id = c.created_by_id WHERE u.internal = c.by_user",
		"nobody who made them":              "SELECT count(*) FROM content WHERE created_by_id IS NULL",
		"a draft that somebody published":   "SELECT count(*) FROM content WHERE admin_id IS NOT NULL AND published_at IS NULL",
	} {
		if n := h.count(query); n != 0 {
			h.t.Errorf("%d items have %s", n, what)
		}
	}
	all := h.count("SELECT count(*) FROM content")
	for what, c := range map[string]struct {
		query      string
		from, upTo int64 // one in so many
	}{
		"images":                    {"SELECT count(*) FROM content WHERE block_type = 'image'", 24, 8},
		"items about nowhere":       {"SELECT count(*) FROM content WHERE destinations_count = 0", 60, 14},
		"items about nothing":       {"SELECT count(*) FROM content WHERE tags_count = 0", 80, 15},
		"items of no publisher":     {"SELECT count(*) FROM content WHERE publishers_count = 0", 20, 5},
		"items asked for":           {"SELECT count(*) FROM content WHERE last_api_at IS NOT NULL", 5, 2},
		"drafts":                    {"SELECT count(*) FROM content WHERE published_at IS NULL", 20, 5},
		"long synopses":             {"SELECT count(*) FROM content WHERE length(synopsis) > 350", 20, 4},
		"long titles":               {"SELECT count(*) FROM content WHERE length(title) > 150", 160, 16},
		"items with subtitles":      {"SELECT count(DISTINCT content_id) FROM content_subtitles", 80, 8},
		"original items":            {"SELECT count(*) FROM content WHERE original", 40, 6},
		"items in collections":      {"SELECT count(*) FROM content WHERE collections_count > 0", 5, 1},
		"items in no collection":    {"SELECT count(*) FROM content WHERE collections_count = 0", 5, 1},
		"things that somebody adds": {"SELECT count(*) FROM collection_content WHERE by_user", 40, 1},
	} {
		if n := h.count(c.query); n*c.from < all || n*c.upTo > all {
			h.t.Errorf("%d of %d are %s", n, all, what)
		}
	}
	english := h.count("SELECT count(*) FROM content_languages WHERE language_id = 1")
	if published := h.count("SELECT count(*) FROM content WHERE admin_id IS NOT NULL"); english*10 < all*8 ||
		english == all || published*3 < all {
		h.t.Errorf("of %d items %d are in English and %d were published by somebody", all, english, published)
	}
}

func TestTheSameSizesGiveTheSameData(t *testing.T) {
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
