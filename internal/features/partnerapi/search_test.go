package partnerapi_test

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/content"
	"waymark/internal/features/partnerapi"
	"waymark/internal/features/searchhistory"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/listing"
)

// world has three partners: Harbour (7) with a library of its own (71) and one of Meridian's (82) that is shared with it, Meridian (8), and
// Bare (9) without any. Ana is of Harbour, Mia of Meridian, Tom an advisor. Portugal (2) has Lisbon (3) below it; Peru (20) does not.
type world struct {
	*kittest.Server
	t                       *testing.T
	admin                   *kittest.Client
	harbour, meridian, bare *kittest.Client
	ids                     map[string]int64 // of content, by title
	looking                 func()           // happens when a search begins to look
}

func each(t *testing.T, run func(t *testing.T, w *world)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := &world{t: t, ids: map[string]int64{}, looking: func() {}}
		w.Server = kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
			searchhistory.Mount(s.Kit)
			partnerapi.Mount(s.Kit, s.Public, partnerapi.Rules{
				Filters:       content.PublicFilters(),
				AtDestination: content.AtDestination, Published: func() listing.Condition {
					w.looking()
					return content.Published()
				},
			})
		})
		w.settle()
		run(t, w)
	})
}

func (w *world) settle() {
	now := clock.Now()
	w.admin = w.Admin()
	w.harbour, w.meridian, w.bare = w.Partner(7, "Harbour", "PHarbour00"), w.Partner(8, "Meridian", "PMeridian0"),
		w.Partner(9, "Bare", "PBare00000")
	w.User(91, "UAna000000", 7)
	w.User(92, "UMia000000", 8)
	w.User(93, "UTom000000", nil)
	w.User(94, "UDee000000", 7)
	w.Exec("UPDATE users SET deactivated_at = ? WHERE id = 94", now)
	w.User(95, "UEve000000", 1)
	w.Exec("UPDATE users SET internal = TRUE, staff_role = 'editor' WHERE id = 95")
	for id, owner := range map[int]int{71: 7, 81: 8, 82: 8} {
		name := fmt.Sprint("Library ", id)
		w.Exec(`
			INSERT INTO libraries (id, name, name_key, partner_id, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, '', ?, ?)`, id, name, fold.Key(name), owner, now, now)
	}
	w.Exec("INSERT INTO library_partners (library_id, partner_id) VALUES (82, 7)")
	for _, place := range []struct {
		id         int
		parent     any
		name, path string
	}{{2, nil, "Portugal", "2/"}, {3, 2, "Lisbon", "2/3/"}, {20, nil, "Peru", "20/"}} {
		w.Exec(`
			INSERT INTO destinations (id, parent_id, name, name_key, label, label_key, path, search_text, created_at,
				updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?)`,
			place.id, place.parent, place.name, fold.Key(place.name), place.name, fold.Key(place.name), place.path, now, now)
	}
	for i, f := range []struct {
		term, kind string
		at         int
	}{{"Lusitânia", "correction", 2}, {"pastéis", "related", 3}, {"Nowhere", "correction", 20}} {
		w.Exec(`
			INSERT INTO facades (id, term, term_key, destination_id, type, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, '', ?, ?)`, i+1, f.term, fold.Key(f.term), f.at, f.kind, now, now)
	}
	w.Exec(`
		INSERT INTO tags (id, tag, tag_key, search_text, created_at, updated_at)
		VALUES (5, 'Food', 'food', '', ?, ?)`,
		now, now)
	w.Exec(`
		INSERT INTO publishers (id, name, name_key, search_text, created_at, updated_at)
		VALUES (6, 'Phare', 'phare', '', ?, ?)`, now, now)
	past, ahead := now.Add(-time.Hour), now.Add(time.Hour)
	w.item("Walks in Lisbon", past, nil, []int{71, 82}, 3)
	w.item("Beaches", past, nil, []int{71}, 2)
	w.item("Pasteis, a recipe", past, ahead, []int{71}, 20)
	w.item("Walks, shared", past, nil, []int{82})
	w.item("Walks of Meridian", past, nil, []int{81}, 3)
	w.item("Walks of the house", past, nil, []int{1}, 3)
	w.item("Walks in no library", past, nil, nil, 3)
	w.item("Walks, a draft", nil, nil, []int{71}, 3)
	w.item("Walks, scheduled", ahead, nil, []int{71}, 3)
	w.item("Walks, expired", past, past, []int{71}, 3)
	w.item("Walks, thrown away", past, nil, []int{71}, 3)
	w.item("The Lusitania, a ship", past, nil, []int{71})
	w.Exec("UPDATE content SET deleted_at = ? WHERE title = 'Walks, thrown away'", now)
	recipe := w.ids["Pasteis, a recipe"]
	w.Exec("UPDATE content SET type_id = 7, depth_id = 3, block_type = 'image' WHERE id = ?", recipe)
	w.Exec("INSERT INTO content_languages (content_id, language_id) VALUES (?, 1)", recipe)
	w.Exec("INSERT INTO content_tags (content_id, tag_id) VALUES (?, 5)", recipe)
	w.Exec("INSERT INTO content_publishers (content_id, publisher_id) VALUES (?, 6)", recipe)
}

// item makes content that is in libraries and at destinations.
func (w *world) item(title string, published, expires any, libraries []int, places ...int) {
	w.t.Helper()
	id, now := int64(100+len(w.ids)), clock.Now()
	w.ids[title] = id
	w.Exec(`
		INSERT INTO content (id, block_type, title, title_key, type_id, depth_id, partner_id, published_at,
			expires_at, search_text, created_at, updated_at)
		VALUES (?, 'content', ?, ?, 2, 2, 1, ?, ?, ?, ?, ?)`,
		id, title, fold.Key(title), published, expires, fold.SearchText(title), now, now)
	for _, library := range libraries {
		w.Exec("INSERT INTO content_libraries (content_id, library_id) VALUES (?, ?)", id, library)
	}
	for _, place := range places {
		w.Exec("INSERT INTO content_destinations (content_id, destination_id) VALUES (?, ?)", id, place)
	}
}

// finds sees that a search finds exactly these, and says so.
func (w *world) finds(what string, c *kittest.Client, path, field string, want ...string) *kittest.Answer {
	w.t.Helper()
	answer := c.Get("/api/v1/search/" + path).Want(200)
	got := answer.Column(field)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) && len(got)+len(want) > 0 || answer.Int("meta.total") != int64(len(want)) {
		w.t.Errorf("%s: %s finds %q of %d, want %q", what, path, got, answer.Int("meta.total"), want)
	}
	return answer
}

func TestASearchFindsPublishedContentOfThePartnersLibrariesAlone(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		all := []string{"Walks in Lisbon", "Beaches", "Pasteis, a recipe", "Walks, shared", "The Lusitania, a ship"}
		for name, one := range map[string]struct {
			client *kittest.Client
			query  string
			want   []string
		}{
			"all of it":                              {w.harbour, "", all},
			"by a page of its site":                  {w.Page("Harbour"), "", all},
			"for one of its users":                   {w.harbour, "?uid=UAna000000", all},
			"by words":                               {w.harbour, "?query=WÁLKS", []string{"Walks in Lisbon", "Walks, shared"}},
			"by the other name of the words":         {w.harbour, "?search=walks", []string{"Walks in Lisbon", "Walks, shared"}},
			"by two words":                           {w.harbour, "?query=lisbon+walk", []string{"Walks in Lisbon"}},
			"by words nobody has":                    {w.harbour, "?query=meridian", nil},
			"by signs that mean something elsewhere": {w.harbour, "?query=" + url.QueryEscape(`%_"'*\`), nil},
			"another partner's": {w.meridian, "?query=walks", []string{
				"Walks of Meridian", "Walks, shared",
				"Walks in Lisbon",
			}},
			"no libraries at all":               {w.bare, "", nil},
			"no libraries, and words":           {w.bare, "?query=walks", nil},
			"no libraries, and a facade":        {w.bare, "?query=past%C3%A9is", nil},
			"no libraries, and a filter":        {w.bare, "?destination_id=2", nil},
			"the app alone":                     {w.App(), "", []string{"Walks of the house"}},
			"the app for a user of a partner's": {w.App(), "?uid=UAna000000", all},
			"the app for an advisor":            {w.App(), "?uid=UTom000000", []string{"Walks of the house"}},

			"correction":                       {w.harbour, "?query=lusitania", []string{"Walks in Lisbon", "Beaches"}},
			"correction with accents and case": {w.harbour, "?query=+LUSIT%C3%82NIA+", []string{"Walks in Lisbon", "Beaches"}},
			"correction and another word":      {w.harbour, "?query=lusitania+walks", nil},
			"correction and a filter":          {w.harbour, "?query=lusitania&destination_id=3", []string{"Walks in Lisbon"}},
			"correction for the app":           {w.App(), "?query=lusitania", []string{"Walks of the house"}},
			"correction to a place":            {w.harbour, "?query=nowhere", []string{"Pasteis, a recipe"}},
			"related: the word and the place": {w.harbour, "?query=Past%C3%89is", []string{
				"Pasteis, a recipe",
				"Walks in Lisbon",
			}},
			"related and a filter": {w.harbour, "?query=pasteis&type_id=7", []string{"Pasteis, a recipe"}},
			"related, sorted": {w.harbour, "?query=pasteis&sort=-title", []string{
				"Pasteis, a recipe",
				"Walks in Lisbon",
			}},
			"type":                               {w.harbour, "?type_id=7", []string{"Pasteis, a recipe"}},
			"depth":                              {w.harbour, "?depth_id=3", []string{"Pasteis, a recipe"}},
			"language":                           {w.harbour, "?language_id=1", []string{"Pasteis, a recipe"}},
			"tag":                                {w.harbour, "?tag_id=5", []string{"Pasteis, a recipe"}},
			"publisher":                          {w.harbour, "?publisher_id=6", []string{"Pasteis, a recipe"}},
			"block type":                         {w.harbour, "?block_type=image", []string{"Pasteis, a recipe"}},
			"every block type":                   {w.harbour, "?block_type=all", all},
			"destination with what is below":     {w.harbour, "?destination_id=2", []string{"Walks in Lisbon", "Beaches"}},
			"destination without what is above":  {w.harbour, "?destination_id=3", []string{"Walks in Lisbon"}},
			"words and a filter":                 {w.harbour, "?query=walks&destination_id=2", []string{"Walks in Lisbon"}},
			"words and two filters":              {w.harbour, "?query=recipe&type_id=7&tag_id=5", []string{"Pasteis, a recipe"}},
			"filters that nothing meets at once": {w.harbour, "?type_id=7&destination_id=2", nil},
			"a filter by what is not there":      {w.harbour, "?destination_id=999999", nil},
		} {
			w.finds(name, one.client, "content"+one.query, "title", one.want...)
		}
		if fill := w.finds("told", w.harbour, "content?query=pasteis", "title", "Pasteis, a recipe",
			"Walks in Lisbon"); fill.String("facade.term") != "pastéis" || fill.String("facade.type") != "related" ||
			fill.String("facade.destination.name") != "Lisbon" {
			t.Errorf("the facade is told as %v", fill.Value("facade"))
		}
		if none := w.harbour.Get("/api/v1/search/content?query=walks").Want(200); none.Value("facade") != nil {
			t.Errorf("a facade without one: %v", none.Value("facade"))
		}
	})
}

func TestASearchRefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		for query, field := range map[string]string{
			"type_id=x": "type_id", "depth_id=0": "depth_id", "language_id=-1": "language_id", "tag_id=1.5": "tag_id",
			"destination_id=lisbon": "destination_id", "publisher_id=99999999999999999999": "publisher_id",
			"block_type=video": "block_type", "library_id=81": "library_id", "partner_id=8": "partner_id",
			"published=draft": "published", "admin_id=1": "admin_id", "in_collection=in": "in_collection",
			"inspires=all": "inspires", "api_requests=all": "api_requests", "collection_id=1": "collection_id",
			"counts=1": "counts", "page=0": "page", "page=x": "page", "per_page=101": "per_page", "per_page=0": "per_page",
			"sort=synopsis": "sort", "sort=updated_at": "sort", "query=" + strings.Repeat("x", 201): "query",
			"query=%00": "query", "query=%ff": "query", "nonsense=1": "nonsense", "uid=nobody": "uid", "uid=%00": "uid",
			"uid=UMia000000": "uid", "uid=UTom000000": "uid", "uid=UDee000000": "uid", "uid=UEve000000": "uid",
		} {
			w.harbour.Get("/api/v1/search/content?" + query).Refused(field)
		}
		for query, field := range map[string]string{
			"type_id=2": "type_id", "partner_id=8": "partner_id",
			"sort=contents_count": "sort", "uid=UMia000000": "uid", "inspires=all": "inspires",
		} {
			w.harbour.Get("/api/v1/search/collections?" + query).Refused(field)
		}
		w.App().Get("/api/v1/search/content?uid=UEve000000").Refused("uid")
		w.Logged()
		if n := w.Count("SELECT count(*) FROM search_history"); n != 0 {
			t.Errorf("%d refused searches are in the history", n)
		}
	})
}

func TestASearchHasPagesAndAnOrder(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		for query, want := range map[string][]string{
			"sort=title": {
				"Beaches", "Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon",
				"Walks, shared",
			},
			"sort=-title": {
				"Walks, shared", "Walks in Lisbon", "The Lusitania, a ship", "Pasteis, a recipe",
				"Beaches",
			},
			"": {
				"The Lusitania, a ship", "Walks, shared", "Pasteis, a recipe", "Beaches",
				"Walks in Lisbon",
			},
			"sort=created_at": {
				"Walks in Lisbon", "Beaches", "Pasteis, a recipe", "Walks, shared",
				"The Lusitania, a ship",
			},
			"sort=title&per_page=3":        {"Beaches", "Pasteis, a recipe", "The Lusitania, a ship"},
			"sort=title&per_page=3&page=2": {"Walks in Lisbon", "Walks, shared"}, "page=3": {},
			"page=1000000000&per_page=100": {},
		} {
			answer := w.harbour.Get("/api/v1/search/content?" + query).Want(200)
			if got := answer.Column("title"); !slices.Equal(got, want) || answer.Int("meta.total") != 5 {
				t.Errorf("%q: %q of %d, want %q of 5", query, got, answer.Int("meta.total"), want)
			}
		}
		if last := w.harbour.Get("/api/v1/search/content?per_page=3").Want(200).Int("meta.last_page"); last != 2 {
			t.Errorf("the last page is %d", last)
		}
	})
}

func TestAnAnswerIsCachedExactlyWhenItIsFromTheCache(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ask := func(when string, c *kittest.Client, path string, want bool) *kittest.Answer {
			t.Helper()
			answer := c.Get("/api/v1/search/" + path).Want(200)
			if answer.Value("cached") != want {
				t.Errorf("%s: cached is %v", when, answer.Value("cached"))
			}
			return answer
		}
		first := ask("the first time", w.harbour, "content?query=walks", false)
		again := ask("the same again", w.harbour, "content?query=walks", true)
		if strings.Replace(first.Text, `"cached":false`, `"cached":true`, 1) != again.Text {
			t.Errorf("the cache says %s, it was %s", again.Text, first.Text)
		}
		ask("for a user", w.harbour, "content?query=walks&uid=UAna000000", true)
		ask("by a page", w.Page("Harbour"), "content?query=walks", true)
		ask("by the other name of the parameter", w.harbour, "content?search=walks", true)
		ask("with an empty parameter", w.harbour, "content?query=walks&type_id=", true)
		ask("with a word that does not count", w.harbour, "content?query=walks&search=beaches", true)
		ask("by another partner", w.meridian, "content?query=walks", false)
		ask("by the app", w.App(), "content?query=walks", false)
		ask("for an advisor by the app", w.App(), "content?query=walks&uid=UTom000000", true)
		for _, other := range []string{
			"content?query=walk", "content?query=walks&page=2", "content?query=walks&per_page=5",
			"content?query=walks&sort=title", "content?query=walks&type_id=2", "collections?query=walks",
		} {
			ask(other, w.harbour, other, false)
			ask(other+" again", w.harbour, other, true)
		}
		w.harbour.Get("/api/v1/search/content?query=walks&uid=UMia000000").Refused("uid") // not even from the cache

		w.Exec("UPDATE content SET title = 'Walks, renamed' WHERE title = 'Walks, shared'")
		if got := ask("before it is cleared", w.harbour, "content?query=walks&sort=title", true).
			Column("title"); slices.Contains(got, "Walks, renamed") {
			t.Errorf("the cache knows %v", got)
		}
		clearing := func() { w.admin.Post("tools/clear-cache", map[string]any{"confirm": true}).Want(204) }
		clearing()
		if got := ask("after it was cleared", w.harbour, "content?query=walks&sort=title", false).
			Column("title"); !slices.Contains(got, "Walks, renamed") {
			t.Errorf("after it was cleared: %v", got)
		}
		clearing()
		w.looking = func() { w.looking = func() {}; clearing() } // somebody clears it while the search is made
		ask("cleared meanwhile", w.harbour, "content?query=beaches", false)
		ask("after that", w.harbour, "content?query=beaches", false)
		ask("and again", w.harbour, "content?query=beaches", true)
	})
}

func TestTheHistoryTellsOfEverySearch(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		for range 2 {
			w.harbour.Get("/api/v1/search/content?query=+Past%C3%A9is+&type_id=7&uid=UAna000000&sort=title&per_page=5").Want(200)
		}
		w.App().Get("/api/v1/search/collections?query=lusitania&uid=UTom000000").Want(200)
		w.bare.Get("/api/v1/search/content?type_id=" + strings.Repeat("0", 5000) + "7").Want(422)
		w.bare.Get("/api/v1/search/content?query=" + strings.Repeat("x", 180) + "&type_id=7").Want(200)
		w.Logged()
		for query, want := range map[string]int64{
			"SELECT count(*) FROM search_history": 4,
			`SELECT count(*) FROM search_history
				WHERE term = 'Pastéis' AND results = 1 AND NOT cached AND user_id = 91 AND partner_id = 7`: 1,
			`SELECT count(*) FROM search_history
				WHERE term = 'Pastéis' AND results = 1 AND cached AND user_id = 91 AND partner_id = 7
					AND search_text LIKE '%paste%'`: 1,
			`SELECT count(*) FROM search_history
				WHERE term = 'lusitania' AND results = 0 AND NOT cached AND user_id = 93 AND partner_id IS NULL`: 1,
			`SELECT count(*) FROM search_history
				WHERE length(CAST(filters AS TEXT)) > 1000`: 0,
			"SELECT views FROM facades WHERE id = 2":                                              2,
			"SELECT views FROM facades WHERE id = 1":                                              1,
			"SELECT count(*) FROM content WHERE last_api_at IS NOT NULL":                          1,
			"SELECT count(*) FROM api_logs WHERE results = 1 AND partner_id = 7 AND user_id = 91": 2,
		} {
			if got := w.Count(query); got != want {
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
		history := w.admin.Get("search-history?query=pasteis").Want(200)
		if got := fmt.Sprint(history.Value("items.0.filters")); got != "map[type_id:7]" {
			t.Errorf("filters: %s", got)
		}
		if got := fmt.Sprint(w.admin.Get("search-history?query=lusitania").Want(200).
			Value("items.0.filters")); got != "map[in:collections]" {
			t.Errorf("filters of a search in collections: %s", got)
		}
		if n := w.Leaks(); n != 0 {
			t.Errorf("%d secrets are told", n)
		}
	})
}

// shelve makes collections: Harbour's own and public ones of others, and what nobody but their owners may see.
func (w *world) shelve() {
	now := clock.Now()
	past, ahead := now.Add(-time.Hour), now.Add(time.Hour)
	for i, c := range []struct {
		alt, name              string
		partner, user          any
		public, expires, trash any
	}{
		{"own0000000", "Own Lisbon", 7, nil, nil, ahead, nil},
		{"public0000", "Public Portugal", 8, nil, past, nil, nil},
		{"private000", "Private Lisbon", 8, nil, nil, nil, nil},
		{"soon000000", "Soon Lisbon", 8, nil, ahead, nil, nil},
		{"expired000", "Expired Lisbon", 7, nil, past, past, nil},
		{"trash00000", "Trash Lisbon", 7, nil, past, nil, now},
		{"anas000000", "Ana's Lisbon", nil, 91, nil, nil, nil},
		{"mias000000", "Mia's Lisbon", nil, 92, nil, nil, nil},
		{"toms000000", "Tom's public Lisbon", nil, 93, past, nil, nil},
		{"house00000", "House Lisbon", 1, nil, nil, nil, nil},
		{"ship000000", "Lusitania", 7, nil, nil, nil, nil},
	} {
		kind := "partner"
		if c.user != nil {
			kind = "personal"
		}
		w.Exec(`
			INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, user_id, language_id,
				inspires_publish_at, expires_at, deleted_at, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)`,
			500+i, c.alt, c.name, fold.Key(c.name), kind, c.partner, c.user, c.public, c.expires, c.trash,
			fold.SearchText(c.name), now, now)
	}
}

func TestASearchFindsOwnAndPublicCollections(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.shelve()
		public := []string{"public0000", "toms000000"}
		for name, one := range map[string]struct {
			client *kittest.Client
			query  string
			want   []string
		}{
			"a partner's": {w.harbour, "", append([]string{"own0000000", "ship000000"}, public...)},
			"by a page":   {w.Page("Harbour"), "", append([]string{"own0000000", "ship000000"}, public...)},
			"for a user": {w.harbour, "?uid=UAna000000", append([]string{"own0000000", "ship000000"},
				public...)},
			"of a partner without any": {w.bare, "", public},
			"another partner's":        {w.meridian, "", append([]string{"private000", "soon000000"}, public...)},
			"the app for a user": {w.App(), "?uid=UMia000000", append([]string{"private000", "soon000000"},
				public...)},
			"the app":                      {w.App(), "", append([]string{"house00000"}, public...)},
			"words":                        {w.harbour, "?query=LISBON", []string{"own0000000", "toms000000"}},
			"correction":                   {w.harbour, "?query=lusitania", []string{"public0000"}},
			"related: the word, the place": {w.harbour, "?query=pasteis", []string{"own0000000", "toms000000"}},
		} {
			w.finds(name, one.client, "collections"+one.query, "alt_id", one.want...)
		}
		one := w.harbour.Get("/api/v1/search/collections?query=public+portugal").Want(200)
		if one.Value("items.0.public") != true || one.Value("items.0.featured") != false ||
			one.String("items.0.partner.name") != "Meridian" || strings.Contains(one.Text, `"content"`) {
			t.Errorf("a collection: %s", one.Text)
		}
		w.Exec("UPDATE collections SET name = 'Pastéis of Harbour', search_text = ? WHERE id = 500",
			fold.SearchText("Pastéis of Harbour"))
		w.admin.Post("tools/clear-cache", map[string]any{"confirm": true}).Want(204)
		w.finds("the word itself", w.harbour, "collections?query=pasteis", "alt_id", "own0000000", "toms000000")
		w.finds("not of others", w.meridian, "collections?query=pasteis", "alt_id", "private000", "soon000000", "toms000000")
	})
}

func TestWhoSeesWhichCollection(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.shelve()
		for address, want := range map[string][3]int{ // Harbour, Meridian, the app
			"own0000000": {200, 404, 200}, "public0000": {200, 200, 200}, "private000": {404, 200, 200},
			"soon000000": {404, 200, 200}, "expired000": {404, 404, 404}, "trash00000": {404, 404, 404},
			"anas000000": {404, 404, 200}, "mias000000": {404, 404, 200}, "toms000000": {200, 200, 200},
			"anas000000?uid=UAna000000": {200, 422, 200}, "mias000000?uid=UAna000000": {404, 422, 200},
			"anas000000?uid=UMia000000": {422, 404, 200}, "anas000000?uid=UDee000000": {422, 422, 422},
			"anas000000?uid=UEve000000": {422, 422, 422}, "anas000000?uid=UTom000000": {422, 422, 200},
			"nowhere000": {404, 404, 404}, "%00": {404, 404, 404}, "%ff%fe": {404, 404, 404}, "OWN0000000": {404, 404, 404},
			"500": {404, 404, 404}, strings.Repeat("x", 5000): {404, 404, 404}, "own0000000?page=0": {422, 422, 422},
			"own0000000?query=x": {422, 422, 422},
		} {
			for i, client := range []*kittest.Client{w.harbour, w.meridian, w.App()} {
				if answer := client.Get("/api/v1/collections/" + address); answer.Status != want[i] {
					t.Errorf("%s by %d: %d, want %d: %s", address, i, answer.Status, want[i], answer.Text)
				}
			}
		}
		w.Page("Harbour").Get("/api/v1/collections/own0000000").Want(403)
		w.Anyone().Get("/api/v1/collections/public0000").Want(401)
		w.Anyone().Get("/api/v1/collections/openapi.json").Want(401)
		w.Exec("UPDATE partners SET deleted_at = ? WHERE id = 7", clock.Now())
		w.harbour.Get("/api/v1/collections/own0000000").Want(401)
		w.harbour.Get("/api/v1/search/content").Want(401)
		w.Logged()
		if n := w.Count("SELECT count(*) FROM api_logs WHERE path = '/api/v1/collections/openapi.json'"); n != 1 {
			t.Errorf("a call that ends on openapi.json is in the log %d times", n)
		}
	})
}

func TestACollectionShowsItsPublishedContent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.shelve()
		for _, id := range w.ids {
			w.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) VALUES (500, ?, ?)", id, clock.Now())
		}
		want := []string{
			"Beaches", "Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon", "Walks in no library",
			"Walks of Meridian", "Walks of the house", "Walks, shared",
		}
		for page, titles := range map[string][]string{
			"": want, "?per_page=3": want[:3], "?per_page=3&page=3": want[6:],
			"?page=2": {}, "?page=1000000000&per_page=100": {},
		} {
			answer := w.harbour.Get("/api/v1/collections/own0000000" + page).Want(200)
			got := []string{}
			items, _ := answer.Value("item.content.items").([]any)
			for i := range items {
				got = append(got, answer.String("item.content.items."+strconv.Itoa(i)+".title"))
			}
			if !slices.Equal(got, titles) || answer.Int("item.content.meta.total") != 8 {
				t.Errorf("%q shows %q of %d, want %q", page, got, answer.Int("item.content.meta.total"), titles)
			}
		}
		w.Logged()
		if n := w.Count("SELECT count(*) FROM content WHERE last_api_at IS NOT NULL"); n != 8 {
			t.Errorf("%d items were shown", n)
		}
		if n := w.Count("SELECT count(*) FROM api_logs WHERE results = 8 AND partner_id = 7"); n != 5 {
			t.Errorf("%d calls told of 8 results", n)
		}
	})
}
