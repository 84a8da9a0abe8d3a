package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
)

// linkWalker follows the links of the console that show a number, and compares it with the list they open.
type linkWalker struct {
	*harness
	token string
}

func (w *linkWalker) get(path string, into any) {
	w.t.Helper()
	response := w.do("GET", "/api/admin"+path, w.token, "")
	text := read(w.t, response)
	if response.StatusCode != http.StatusOK {
		w.t.Fatalf("GET %s: %d %s", path, response.StatusCode, text)
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		w.t.Fatal(err)
	}
}

func (w *linkWalker) total(path string) int64 {
	w.t.Helper()
	var page struct {
		Meta struct {
			Total int64 `json:"total"`
		} `json:"meta"`
	}
	w.get(path, &page)
	return page.Meta.Total
}

func (w *linkWalker) rows(path string) []map[string]any {
	w.t.Helper()
	all := []map[string]any{}
	for page := 1; ; page++ {
		var list struct {
			Items []map[string]any `json:"items"`
		}
		w.get(fmt.Sprintf("%s?per_page=100&page=%d", path, page), &list)
		if all = append(all, list.Items...); len(list.Items) < 100 {
			return all
		}
	}
}

func (w *linkWalker) exec(query string, args ...any) {
	w.t.Helper()
	if _, err := w.DB.Writer().Exec(w.t.Context(), query, args...); err != nil {
		w.t.Fatal(err)
	}
}

func (w *linkWalker) post(path, body string) {
	w.t.Helper()
	if response := w.do("POST", "/api/admin"+path, w.token, body); response.StatusCode > http.StatusNoContent {
		w.t.Fatalf("POST %s: %d %s", path, response.StatusCode, read(w.t, response))
	}
}

// prepare adds to the demo data what it lacks: uses of each kind, and records in the trash that use others.
func (w *linkWalker) prepare() {
	w.t.Helper()
	const partner = 2
	now, quenya := clock.Now(), w.count("SELECT max(id) FROM languages")
	trashed := w.count("SELECT max(id) FROM partners")
	for _, id := range []int64{partner, trashed} {
		w.exec("INSERT INTO partner_languages (partner_id, language_id, created_at, updated_at) VALUES (?, ?, ?, ?)",
			id, quenya, now, now)
		w.exec("INSERT INTO sites (partner_id, domain, created_at, updated_at) VALUES (?, ?, ?, ?)",
			id, fmt.Sprintf("uses-%d.example", id), now, now)
		for _, name := range []string{"a", "b"} { // two of one partner
			w.exec(`INSERT INTO site_transformations (site_id, name, name_key, language_id, created_at, updated_at)
				VALUES ((SELECT max(id) FROM sites), ?, ?, ?, ?, ?)`, name, name, quenya, now, now)
		}
		w.exec(`INSERT INTO partner_markets (partner_id, name, name_key, created_at, updated_at)
			VALUES (?, 'Uses', 'uses', ?, ?)`, id, now, now)
		for table, column := range map[string]string{"countries": "country_id", "languages": "language_id"} {
			w.exec("INSERT INTO partner_market_" + table + " (partner_market_id, " + column + `)
				SELECT max(partner_markets.id), (SELECT max(id) FROM ` + table + ") FROM partner_markets")
		}
		w.exec("UPDATE users SET country_id = (SELECT max(id) FROM countries) WHERE partner_id = ?", id)
		w.exec("UPDATE collections SET language_id = ? WHERE partner_id = ?", quenya, id)
		w.exec("INSERT INTO user_languages (user_id, language_id) SELECT id, ? FROM users WHERE partner_id = ? LIMIT 3",
			quenya, id)
	}
	for _, table := range []string{"content_languages", "content_subtitles"} {
		w.exec("INSERT INTO "+table+` (content_id, language_id)
			SELECT id, ? FROM content WHERE id IN (SELECT id FROM content ORDER BY id LIMIT 9)`, quenya)
	}
	w.exec(`INSERT INTO region_countries (region_id, country_id)
		SELECT max(regions.id), (SELECT max(id) FROM countries) FROM regions`)
	w.post("/content-types", `{"name": "Leaflet"}`) // the others are built in and can't be deleted anyway
	w.post("/content-depths", `{"name": "Glance"}`)
	w.exec(`UPDATE content SET type_id = (SELECT max(id) FROM content_types),
		depth_id = (SELECT max(id) FROM content_depths) WHERE id % 5 < 2`)
	w.exec("UPDATE content_domains SET content_type_id = (SELECT max(id) FROM content_types) WHERE id % 2 = 0")
	w.exec("UPDATE users SET user_template_id = (SELECT min(id) FROM user_templates WHERE account_type_id = 11) " +
		"WHERE partner_id IS NOT NULL AND NOT internal")
	w.exec("UPDATE libraries SET partner_id = 1 WHERE partner_id = ?", trashed)
	w.exec("UPDATE content SET partner_id = 1 WHERE partner_id = ?", trashed)
	response := w.do("DELETE", fmt.Sprintf("/api/admin/partners/%d", trashed), w.token, "")
	if response.StatusCode != http.StatusNoContent {
		w.t.Fatalf("delete partner %d: %s", trashed, read(w.t, response))
	}
	ids := []string{}
	for i, item := range w.rows("/content") {
		if i%4 == 0 {
			ids = append(ids, fmt.Sprint(item["id"]))
		}
	}
	w.post("/content/delete", `{"content_ids": [`+strings.Join(ids, ",")+`]}`)
	for status, want := range map[string]bool{"draft": true, "expired": true, "scheduled": true} {
		if w.total("/content?published="+status) > 0 != want {
			w.t.Errorf("the data has no %s content", status)
		}
	}
}

// inUse are the kinds of uses of the records in each list. Partners come last, because unused ones are deleted.
var inUse = [][2]string{
	{"content-types", "content, content domains, records in the trash"},
	{"content-depths", "content, records in the trash"},
	{"languages", "collections, content, partner languages, partner markets, partners with site transformations, " +
		"records in the trash, subtitles, users"},
	{"destinations", "content, destinations, facades, records in the trash"},
	{"countries", "partner markets, records in the trash, regions, users"},
	{"account-types/11/user-templates", "records in the trash, users"},
	{"partners", "content, libraries, records in the trash"},
}

func TestLinks_InUse(t *testing.T) {
	t.Parallel()
	onEachDemo(t, func(t *testing.T, h *harness) {
		w := &linkWalker{h, h.session(auth.Admin)}
		w.prepare()
		for _, uses := range inUse {
			list, want, kinds := uses[0], uses[1], map[string]bool{}
			for _, row := range w.rows("/" + list) {
				path := fmt.Sprintf("/api/admin/%s/%v", list, row["id"])
				response := w.do("DELETE", path, w.token, "")
				if response.StatusCode != http.StatusConflict {
					continue
				}
				var refused struct {
					Uses []apierr.Use `json:"uses"`
				}
				if err := json.Unmarshal([]byte(read(t, response)), &refused); err != nil {
					t.Fatal(err)
				}
				for _, use := range refused.Uses {
					kinds[use.Kind] = true
					if got := w.total(use.Path); got != use.Count {
						t.Errorf("%s is used by %d %s, but %s lists %d", path, use.Count, use.Kind, use.Path, got)
					}
				}
			}
			if got := strings.Join(slices.Sorted(maps.Keys(kinds)), ", "); got != want {
				t.Errorf("%s: uses of the kinds %s, want %s", list, got, want)
			}
		}
		for path, want := range map[string]int{
			"languages:x": 422, "languages": 422, "nowhere:1": 422, "languages:-1": 422, "languages:999999": 200,
		} {
			if got := w.do("GET", "/api/admin/trash?refers_to="+path, w.token, "").StatusCode; got != want {
				t.Errorf("trash referring to %s: got %d, want %d", path, got, want)
			}
		}
	})
}

// countLinks are the counts that the console links to lists: the list they are in, their field, and the list they open.
var countLinks = [][3]string{
	{"libraries", "content_count", "/content?library_id="},
	{"publishers", "content_count", "/content?publisher_id="},
	{"tags", "content_count", "/content?tag_id="},
	{"content-types", "content_count", "/content?type_id="},
	{"languages", "content_count", "/content?language_id="},
	{"destinations", "content_count", "/content?destination_exact="},
	{"destinations", "children_count", "/destinations?parent_id="},
	{"countries", "users_count", "/users?country_id="},
	{"content", "tags_count", "/tags?content_id="},
	{"content", "destinations_count", "/destinations?content_id="},
	{"content", "libraries_count", "/libraries?content_id="},
	{"content", "publishers_count", "/publishers?content_id="},
	{"content", "collections_count", "/collections?content_id="},
}

func TestLinks_Counts(t *testing.T) {
	t.Parallel()
	onEachDemo(t, func(t *testing.T, h *harness) {
		w := &linkWalker{h, h.session(auth.Editor)}
		admin := &linkWalker{h, h.session(auth.Admin)}
		admin.prepare()
		for _, link := range countLinks {
			followed := 0
			for _, row := range w.rows("/" + link[0]) {
				count, _ := row[link[1]].(float64)
				if count == 0 && followed > 0 || followed == 40 {
					continue
				}
				followed++
				path := link[2] + fmt.Sprint(row["id"])
				if got := w.total(path); got != int64(count) {
					t.Errorf("%v of %s has the %s %v, but %s lists %d", row["id"], link[0], link[1], count, path, got)
				}
			}
			if followed < 5 {
				t.Errorf("%s of %s: only %d rows have one", link[1], link[0], followed)
			}
		}
		deleted := h.count("SELECT min(id) FROM content WHERE deleted_at IS NOT NULL")
		for _, list := range []string{"tags", "destinations", "libraries", "publishers", "collections"} {
			if got := w.total(fmt.Sprintf("/%s?content_id=%d", list, deleted)); got != 0 {
				t.Errorf("%s: %d are listed for content in the trash", list, got)
			}
		}
	})
}
