package app_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
)

// notUses are references that no use declares, with the reason. A pattern may end with an asterisk.
var notUses = map[string]string{
	"api_logs.*": "a log", "search_history.*": "a log", "leads.*": "sent by visitors, and listed with the record",
	"link_checks.*": "checks of links", "content_links.*": "checks of links",
	"collection_content.added_by_id": "who did it", "collections.created_by_id": "who did it",
	"content.created_by_id": "who did it", "tasks.user_id": "who did it", "exports.user_id": "who did it",
	"collection_content.collection_id": "content of the collection", "collection_tags.collection_id": "a field",
	"content_destinations.content_id": "a field", "content_languages.content_id": "a field",
	"content_publishers.content_id": "a field", "content_subtitles.content_id": "a field",
	"content_tags.content_id": "a field", "content_libraries.content_id": "a field", "user_languages.user_id": "a field",
	"region_countries.region_id": "a field", "user_template_permissions.*": "a field",
	"partner_market_countries.partner_market_id": "a field", "partner_market_languages.partner_market_id": "a field",
	"partner_market_regions.partner_market_id": "a field",
	"folders.partner_id":                       "listed with its collections", "folders.user_id": "listed with its collections",
	"impersonation_tokens.*": "secrets", "password_resets.*": "secrets", "sessions.*": "secrets",
	"saved_view_defaults.*": "personal settings", "saved_views.*": "personal settings",
	"staff_settings.*": "personal settings", "user_active_days.*": "a log",
	"partner_customisations.partner_id": "part of the partner", "partner_languages.partner_id": "part of the partner",
	"personalisations.*": "part of the shared collection", "site_domains.*": "worked out by triggers",
	"site_redirects.site_id": "part of the site", "site_transformations.site_id": "part of the site",
	"site_transformations.language_id": "counted by partner",
	"users.account_type_id":            "the partner's, worked out by triggers", "users.signup_partner_id": "where the user came from",
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
		unused := maps.Clone(notUses)
		for _, reference := range references {
			if slices.Contains(notRecords, reference.Parent) {
				continue
			}
			declared := slices.ContainsFunc(h.DeclaredUses()[reference.Parent], func(use resource.Use) bool {
				return use.Table.Name+"."+use.Column == reference.Child ||
					use.Link.Table+"."+use.Link.OwnColumn == reference.Child
			})
			table, _, _ := strings.Cut(reference.Child, ".")
			reason := notUses[reference.Child] + notUses[table+".*"]
			delete(unused, reference.Child)
			delete(unused, table+".*")
			if !declared && reason == "" {
				t.Errorf("%s refers to %s, but is neither declared as a use nor listed with a reason", reference.Child,
					reference.Parent)
			}
		}
		for reference := range unused {
			t.Errorf("%s is listed with a reason, but does not exist", reference)
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
	onEach(t, func(t *testing.T, h *harness) {
		if err := h.SeedDemo(t.Context()); err != nil {
			t.Fatal(err)
		}
		w := &linkWalker{h, h.session(auth.Admin)}
		w.prepareUses()
		for _, list := range usedLists {
			kinds := map[string]bool{}
			for _, row := range w.rowsToAsk(list[0]) {
				var answer resource.UsesOfRecord
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
