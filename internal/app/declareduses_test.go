package app_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/uses"
)

// notUses are references that no use declares, by their reason. A pattern may end with an asterisk.
var notUses = map[string][]string{
	"a log":           {"api_logs.*", "search_history.*", "user_active_days.*"},
	"checks of links": {"content_links.*", "link_checks.*"},
	"who did it": {
		"collection_content.added_by_id", "collections.created_by_id", "content.created_by_id", "exports.user_id",
		"imports.user_id", "tasks.user_id",
	},
	"a field": {
		"collection_tags.collection_id", "content_destinations.content_id", "content_languages.content_id",
		"content_libraries.content_id", "content_publishers.content_id", "content_subtitles.content_id",
		"content_tags.content_id", "partner_market_countries.partner_market_id",
		"partner_market_languages.partner_market_id", "partner_market_regions.partner_market_id",
		"region_countries.region_id", "user_languages.user_id", "user_template_permissions.*",
	},
	"part of the record": {
		"collection_content.collection_id", "partner_customisations.partner_id", "partner_languages.partner_id",
		"personalisations.*", "site_redirects.site_id", "site_transformations.site_id",
	},
	"sent by visitors, and listed with the record": {"leads.*"},
	"listed with its collections":                  {"folders.partner_id", "folders.user_id"},
	"secrets":                                      {"impersonation_tokens.*", "password_resets.*", "sessions.*"},
	"personal settings":                            {"saved_view_defaults.*", "saved_views.*", "staff_settings.*"},
	"found again after each change":                {"attention.*"},
	"worked out by triggers":                       {"site_domains.*", "users.account_type_id"},
	"counted by partner":                           {"site_transformations.language_id"},
	"where the user came from":                     {"users.signup_partner_id"},
}

// notRecords are tables that have no page and no form.
var notRecords = []string{"river_client", "trash", "uploads"}

func TestUses_EveryReference(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		if h.DB.Engine != db.SQLite {
			t.Skip("both engines have the same foreign keys")
		}
		references, err := db.All[struct {
			Parent string `db:"parent"`
			Child  string `db:"child"`
		}](t.Context(), h.DB.Read(), `SELECT f."table" AS parent, m.name || '.' || f."from" AS child
			FROM sqlite_master AS m JOIN pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'`)
		if err != nil {
			t.Fatal(err)
		}
		listed := map[string]bool{} // and whether it exists
		for _, references := range notUses {
			for _, reference := range references {
				listed[reference] = false
			}
		}
		for _, reference := range references {
			if slices.Contains(notRecords, reference.Parent) {
				continue
			}
			declared := slices.ContainsFunc(h.DeclaredUses()[reference.Parent], func(use uses.Use) bool {
				return use.Table.Name+"."+use.Column == reference.Child ||
					use.Link.Table+"."+use.Link.OwnColumn == reference.Child
			})
			table, _, _ := strings.Cut(reference.Child, ".")
			for _, pattern := range []string{reference.Child, table + ".*"} {
				if _, ok := listed[pattern]; ok {
					listed[pattern], declared = true, true
				}
			}
			if !declared {
				t.Errorf("%s refers to %s, but is neither declared as a use nor listed with a reason", reference.Child,
					reference.Parent)
			}
		}
		for reference, exists := range listed {
			if !exists {
				t.Errorf("%s is listed with a reason, but does not exist", reference)
			}
		}
	})
}

// usedLists are the lists whose records are asked for their uses, with the kinds of uses that the demo has. Records in
// the trash come on top.
var usedLists = [][2]string{
	{"publishers", "content"},
	{"tags", "content"},
	{"global-tags", "collections"},
	{"consortia", "users"},
	{"host-agencies", "users"},
	{"libraries", "content, partners"},
	{"regions", "partner markets"},
	{"countries/1/country-regions", "users"},
	{"account-types", "partners, user templates"},
	{"countries", "country regions, partner markets, records in the trash, regions, users"},
	{"collections", "shared collections"},
	{"content", "collections, libraries"},
	{"destinations", "content, destinations, facades, records in the trash"},
	{"languages", "collections, content, partner languages, partner markets, partners with site transformations, " +
		"records in the trash, subtitles, users"},
	{
		"partners", "collections, content, libraries, partner markets, records in the trash, shared collections, " +
			"shared libraries, sites, users",
	},
	{"users", "collections, published content, shared collections"},
}

// prepareUses adds what the demo lacks.
func (w *linkWalker) prepareUses() {
	w.t.Helper()
	w.prepare()
	w.exec("UPDATE users SET consortium_id = 1, host_agency_id = 1 WHERE id % 3 = 0")
	w.exec(`UPDATE users SET country_id = 1, country_region_id =
		(SELECT min(id) FROM country_regions WHERE country_id = 1) WHERE id % 7 = 0`)
	w.exec(`INSERT INTO partner_market_regions (partner_market_id, region_id)
		SELECT min(partner_markets.id), (SELECT max(id) FROM regions) FROM partner_markets WHERE deleted_at IS NULL
		ON CONFLICT DO NOTHING`)
	w.exec("UPDATE content SET admin_id = 1 WHERE id % 4 = 1")
	w.post("/global-tags", `{"name": "Uses & more"}`)
	w.exec(`INSERT INTO collection_tags (collection_id, tag_key, tag)
		SELECT id, (SELECT name_key FROM global_tags ORDER BY id DESC LIMIT 1), 'USES & more'
		FROM collections WHERE id % 9 = 0`)
}

func TestUses_Lists(t *testing.T) {
	t.Parallel()
	onEachDemo(t, func(t *testing.T, h *harness) {
		w := &linkWalker{h, h.session(auth.Admin)}
		w.prepareUses()
		for _, list := range usedLists {
			kinds := map[string]bool{}
			for _, row := range w.rowsToAsk(list[0]) {
				var answer struct {
					Uses []struct {
						Kind, Path    string
						Count         int64
						CountIsCapped bool `json:"count_is_capped"`
					}
				}
				path := fmt.Sprintf("/%s/%v", list[0], row["id"])
				w.get(path+"/uses", &answer)
				for _, use := range answer.Uses {
					kinds[use.Kind] = true
					if use.Path == "" {
						continue
					}
					opened := use.Path
					if use.Kind == "country regions" {
						opened += "/country-regions" // the page of the country lists them
					}
					if got := w.total(opened); got != use.Count || use.CountIsCapped {
						t.Errorf("%s is used by %d %s, but %s lists %d", path, use.Count, use.Kind, use.Path, got)
					}
				}
			}
			if got := strings.Join(slices.Sorted(maps.Keys(kinds)), ", "); got != list[1] {
				t.Errorf("%s: uses of the kinds %s, want %s", list[0], got, list[1])
			}
		}
	})
}

// rowsToAsk returns some rows of a list: the first and the last ones.
func (w *linkWalker) rowsToAsk(list string) []map[string]any {
	w.t.Helper()
	rows := w.rows("/" + list)
	if len(rows) > 40 {
		rows = append(rows[:20:20], rows[len(rows)-20:]...)
	}
	return rows
}
