package partnerapi_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	"waymark/internal/platform/changes"
)

// fixture has three partners: Harbour (7) with a library of its own (71) and one of Meridian's (82) that is shared
// with it, Meridian (8), and Bare (9) without libraries. Ana is a user of Harbour, Mia of Meridian, and Tom is an
// advisor. Lisbon (3) is inside Portugal (2); Peru (20) is another destination.
type fixture struct {
	*kittest.Server
	t                       *testing.T
	admin                   *kittest.Client
	harbour, meridian, bare *kittest.Client
	ids                     map[string]int64 // of content, by title
	onSearch                func()           // called when a search that is not cached begins
	watcher                 *changes.Watcher
	service                 *partnerapi.Service
}

func each(t *testing.T, run func(t *testing.T, f *fixture)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := &fixture{t: t, ids: map[string]int64{}, onSearch: func() {}}
		f.Server, f.watcher = f.serve(d)
		f.populate()
		f.poll()
		run(t, f)
	})
}

// serve starts a server on the database. Nothing runs its watcher.
func (f *fixture) serve(d *db.DB) (*kittest.Server, *changes.Watcher) {
	f.t.Helper()
	watcher := &changes.Watcher{DB: d}
	return kittest.Serve(f.t, d, func(s *kittest.Server, _ *jobs.Set) {
		searchhistory.Mount(s.Kit)
		f.service = partnerapi.Mount(s.Kit, s.Public, watcher, partnerapi.Rules{
			Filters:       content.PublicFilters(),
			AtDestination: content.AtDestination, Published: func() listing.Condition {
				f.onSearch()
				return content.Published()
			},
		})
	}), watcher
}

// poll makes the server's caches learn about changes.
func (f *fixture) poll() {
	f.t.Helper()
	if err := f.watcher.Poll(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) populate() {
	now := clock.Now()
	f.admin = f.Admin()
	f.harbour, f.meridian, f.bare = f.Partner(7, "Harbour", "PHarbour00"), f.Partner(8, "Meridian", "PMeridian0"),
		f.Partner(9, "Bare", "PBare00000")
	f.User(91, "UAna000000", 7)
	f.User(92, "UMia000000", 8)
	f.User(93, "UTom000000", nil)
	f.User(94, "UDee000000", 7)
	f.Exec("UPDATE users SET deactivated_at = ? WHERE id = 94", now)
	f.User(95, "UEve000000", 1)
	f.Exec("UPDATE users SET internal = TRUE, staff_role = 'editor' WHERE id = 95")
	for id, owner := range map[int]int{71: 7, 81: 8, 82: 8} {
		name := fmt.Sprint("Library ", id)
		f.Exec(`
			INSERT INTO libraries (id, name, name_key, partner_id, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, '', ?, ?)`, id, name, fold.Key(name), owner, now, now)
	}
	f.Exec("INSERT INTO library_partners (library_id, partner_id) VALUES (82, 7)")
	for _, place := range []struct {
		id         int
		parent     any
		name, path string
	}{{2, nil, "Portugal", "2/"}, {3, 2, "Lisbon", "2/3/"}, {20, nil, "Peru", "20/"}} {
		f.Exec(`
			INSERT INTO destinations (id, parent_id, name, name_key, label, label_key, path, search_text, created_at,
				updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?)`,
			place.id, place.parent, place.name, fold.Key(place.name), place.name, fold.Key(place.name), place.path, now, now)
	}
	for i, facade := range []struct {
		term, kind  string
		destination int
	}{{"Lusitânia", "correction", 2}, {"pastéis", "related", 3}, {"Nowhere", "correction", 20}} {
		f.Exec(`
			INSERT INTO facades (id, term, term_key, destination_id, type, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, '', ?, ?)`,
			i+1, facade.term, fold.Key(facade.term), facade.destination, facade.kind, now, now)
	}
	f.Exec(`
		INSERT INTO tags (id, tag, tag_key, search_text, created_at, updated_at)
		VALUES (5, 'Food', 'food', '', ?, ?)`,
		now, now)
	f.Exec(`
		INSERT INTO publishers (id, name, name_key, search_text, created_at, updated_at)
		VALUES (6, 'Phare', 'phare', '', ?, ?)`, now, now)
	past, ahead := now.Add(-time.Hour), now.Add(time.Hour)
	f.item("Walks in Lisbon", past, nil, []int{71, 82}, 3)
	f.item("Beaches", past, nil, []int{71}, 2)
	f.item("Pasteis, a recipe", past, ahead, []int{71}, 20)
	f.item("Walks, shared", past, nil, []int{82})
	f.item("Walks of Meridian", past, nil, []int{81}, 3)
	f.item("Walks of the house", past, nil, []int{1}, 3)
	f.item("Walks in no library", past, nil, nil, 3)
	f.item("Walks, a draft", nil, nil, []int{71}, 3)
	f.item("Walks, scheduled", ahead, nil, []int{71}, 3)
	f.item("Walks, expired", past, past, []int{71}, 3)
	f.item("Walks, thrown away", past, nil, []int{71}, 3)
	f.item("The Lusitania, a ship", past, nil, []int{71})
	f.Exec("UPDATE content SET deleted_at = ? WHERE title = 'Walks, thrown away'", now)
	recipe := f.ids["Pasteis, a recipe"]
	f.Exec("UPDATE content SET type_id = 7, depth_id = 3, block_type = 'image' WHERE id = ?", recipe)
	f.Exec("INSERT INTO content_languages (content_id, language_id) VALUES (?, 1)", recipe)
	f.Exec("INSERT INTO content_tags (content_id, tag_id) VALUES (?, 5)", recipe)
	f.Exec("INSERT INTO content_publishers (content_id, publisher_id) VALUES (?, 6)", recipe)
}

// item inserts content with libraries and destinations.
func (f *fixture) item(title string, published, expires any, libraries []int, places ...int) {
	f.t.Helper()
	id, now := int64(100+len(f.ids)), clock.Now()
	f.ids[title] = id
	f.Exec(`
		INSERT INTO content (id, block_type, title, title_key, type_id, depth_id, partner_id, published_at,
			expires_at, search_text, created_at, updated_at)
		VALUES (?, 'content', ?, ?, 2, 2, 1, ?, ?, ?, ?, ?)`,
		id, title, fold.Key(title), published, expires, fold.SearchText(title), now, now)
	for _, library := range libraries {
		f.Exec("INSERT INTO content_libraries (content_id, library_id) VALUES (?, ?)", id, library)
	}
	for _, place := range places {
		f.Exec("INSERT INTO content_destinations (content_id, destination_id) VALUES (?, ?)", id, place)
	}
}

// assertFinds checks that a search has exactly the given results.
func (f *fixture) assertFinds(name string, c *kittest.Client, path, field string, want ...string) *kittest.Response {
	f.t.Helper()
	answer := c.Get("/api/v1/search/" + path).Want(200)
	got := answer.Column(field)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) && len(got)+len(want) > 0 || answer.Int("meta.total") != int64(len(want)) {
		f.t.Errorf("%s: %s: got %q of %d, want %q", name, path, got, answer.Int("meta.total"), want)
	}
	return answer
}

func TestSearch_Content(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		all := []string{"Walks in Lisbon", "Beaches", "Pasteis, a recipe", "Walks, shared", "The Lusitania, a ship"}
		related := []string{"Pasteis, a recipe", "Walks in Lisbon"}
		for name, test := range map[string]struct {
			client *kittest.Client
			query  string
			want   []string
		}{
			"all of it":                {f.harbour, "", all},
			"by a page of its site":    {f.Page("Harbour"), "", all},
			"for one of its users":     {f.harbour, "?uid=UAna000000", all},
			"by words":                 {f.harbour, "?query=WÁLKS", []string{"Walks in Lisbon", "Walks, shared"}},
			"by the parameter search":  {f.harbour, "?search=walks", []string{"Walks in Lisbon", "Walks, shared"}},
			"by two words":             {f.harbour, "?query=lisbon+walk", []string{"Walks in Lisbon"}},
			"by words without results": {f.harbour, "?query=meridian", nil},
			"by special characters":    {f.harbour, "?query=" + url.QueryEscape(`%_"'*\`), nil},
			"another partner's": {
				f.meridian, "?query=walks", []string{"Walks of Meridian", "Walks, shared", "Walks in Lisbon"},
			},
			"no libraries at all":          {f.bare, "", nil},
			"no libraries, and words":      {f.bare, "?query=walks", nil},
			"no libraries, and a facade":   {f.bare, "?query=past%C3%A9is", nil},
			"no libraries, and a filter":   {f.bare, "?destination_id=2", nil},
			"the app alone":                {f.App(), "", []string{"Walks of the house"}},
			"the app for a partner's user": {f.App(), "?uid=UAna000000", all},
			"the app for an advisor":       {f.App(), "?uid=UTom000000", []string{"Walks of the house"}},

			"correction":                         {f.harbour, "?query=lusitania", []string{"Walks in Lisbon", "Beaches"}},
			"correction with accents and case":   {f.harbour, "?query=+LUSIT%C3%82NIA+", []string{"Walks in Lisbon", "Beaches"}},
			"correction and another word":        {f.harbour, "?query=lusitania+walks", nil},
			"correction and a filter":            {f.harbour, "?query=lusitania&destination_id=3", []string{"Walks in Lisbon"}},
			"correction for the app":             {f.App(), "?query=lusitania", []string{"Walks of the house"}},
			"correction to a place":              {f.harbour, "?query=nowhere", []string{"Pasteis, a recipe"}},
			"related":                            {f.harbour, "?query=Past%C3%89is", related},
			"related and a filter":               {f.harbour, "?query=pasteis&type_id=7", []string{"Pasteis, a recipe"}},
			"related, sorted":                    {f.harbour, "?query=pasteis&sort=-title", related},
			"type":                               {f.harbour, "?type_id=7", []string{"Pasteis, a recipe"}},
			"depth":                              {f.harbour, "?depth_id=3", []string{"Pasteis, a recipe"}},
			"language":                           {f.harbour, "?language_id=1", []string{"Pasteis, a recipe"}},
			"tag":                                {f.harbour, "?tag_id=5", []string{"Pasteis, a recipe"}},
			"publisher":                          {f.harbour, "?publisher_id=6", []string{"Pasteis, a recipe"}},
			"block type":                         {f.harbour, "?block_type=image", []string{"Pasteis, a recipe"}},
			"every block type":                   {f.harbour, "?block_type=all", all},
			"destination including those inside": {f.harbour, "?destination_id=2", []string{"Walks in Lisbon", "Beaches"}},
			"destination excluding its parent":   {f.harbour, "?destination_id=3", []string{"Walks in Lisbon"}},
			"words and a filter":                 {f.harbour, "?query=walks&destination_id=2", []string{"Walks in Lisbon"}},
			"words and two filters":              {f.harbour, "?query=recipe&type_id=7&tag_id=5", []string{"Pasteis, a recipe"}},
			"filters without common results":     {f.harbour, "?type_id=7&destination_id=2", nil},
			"a filter by an unknown id":          {f.harbour, "?destination_id=999999", nil},
		} {
			f.assertFinds(name, test.client, "content"+test.query, "title", test.want...)
		}
		found := f.assertFinds("facade", f.harbour, "content?query=pasteis", "title", related...)
		if found.String("facade.term") != "pastéis" || found.String("facade.type") != "related" ||
			found.String("facade.destination.name") != "Lisbon" {
			t.Errorf("got facade %v", found.Value("facade"))
		}
		if none := f.harbour.Get("/api/v1/search/content?query=walks").Want(200); none.Value("facade") != nil {
			t.Errorf("got facade %v, want none", none.Value("facade"))
		}
	})
}

func TestSearch_InvalidParameters(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
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
			f.harbour.Get("/api/v1/search/content?" + query).Refused(field)
		}
		for query, field := range map[string]string{
			"type_id=2": "type_id", "partner_id=8": "partner_id",
			"sort=contents_count": "sort", "uid=UMia000000": "uid", "inspires=all": "inspires",
		} {
			f.harbour.Get("/api/v1/search/collections?" + query).Refused(field)
		}
		f.App().Get("/api/v1/search/content?uid=UEve000000").Refused("uid")
		f.CloseLog()
		if n := f.Count("SELECT count(*) FROM search_history"); n != 0 {
			t.Errorf("got %d refused searches in the history, want none", n)
		}
	})
}

func TestSearch_SortAndPages(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		for query, want := range map[string][]string{
			"sort=title": {
				"Beaches", "Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon", "Walks, shared",
			},
			"sort=-title": {
				"Walks, shared", "Walks in Lisbon", "The Lusitania, a ship", "Pasteis, a recipe", "Beaches",
			},
			"": {
				"The Lusitania, a ship", "Walks, shared", "Pasteis, a recipe", "Beaches", "Walks in Lisbon",
			},
			"sort=created_at": {
				"Walks in Lisbon", "Beaches", "Pasteis, a recipe", "Walks, shared", "The Lusitania, a ship",
			},
			"sort=title&per_page=3":        {"Beaches", "Pasteis, a recipe", "The Lusitania, a ship"},
			"sort=title&per_page=3&page=2": {"Walks in Lisbon", "Walks, shared"}, "page=3": {},
			"page=1000000000&per_page=100": {},
		} {
			answer := f.harbour.Get("/api/v1/search/content?" + query).Want(200)
			if got := answer.Column("title"); !slices.Equal(got, want) || answer.Int("meta.total") != 5 {
				t.Errorf("%q: got %q of %d, want %q of 5", query, got, answer.Int("meta.total"), want)
			}
		}
		if last := f.harbour.Get("/api/v1/search/content?per_page=3").Want(200).Int("meta.last_page"); last != 2 {
			t.Errorf("got last page %d, want 2", last)
		}
	})
}

func TestSearch_Cache(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		search := func(name string, c *kittest.Client, path string, want bool) *kittest.Response {
			t.Helper()
			f.poll()
			answer := c.Get("/api/v1/search/" + path).Want(200)
			if answer.Value("cached") != want {
				t.Errorf("%s: got cached %v, want %v", name, answer.Value("cached"), want)
			}
			return answer
		}
		first := search("the first search", f.harbour, "content?query=walks", false)
		again := search("the same search", f.harbour, "content?query=walks", true)
		if strings.Replace(first.Text, `"cached":false`, `"cached":true`, 1) != again.Text {
			t.Errorf("got %s from the cache, want %s", again.Text, first.Text)
		}
		search("for a user", f.harbour, "content?query=walks&uid=UAna000000", true)
		search("by a page", f.Page("Harbour"), "content?query=walks", true)
		search("by the parameter search", f.harbour, "content?search=walks", true)
		search("with an empty parameter", f.harbour, "content?query=walks&type_id=", true)
		search("with an ignored parameter", f.harbour, "content?query=walks&search=beaches", true)
		search("by another partner", f.meridian, "content?query=walks", false)
		search("by the app", f.App(), "content?query=walks", false)
		search("for an advisor by the app", f.App(), "content?query=walks&uid=UTom000000", true)
		for _, other := range []string{
			"content?query=walk", "content?query=walks&page=2", "content?query=walks&per_page=5",
			"content?query=walks&sort=title", "content?query=walks&type_id=2", "collections?query=walks",
		} {
			search(other, f.harbour, other, false)
			search(other+" again", f.harbour, other, true)
		}
		f.harbour.Get("/api/v1/search/content?query=walks&uid=UMia000000").Refused("uid") // not from the cache either

		f.Exec("UPDATE content SET title = 'Walks, renamed' WHERE title = 'Walks, shared'")
		got := search("after a change", f.harbour, "content?query=walks&sort=title", false).Column("title")
		if !slices.Contains(got, "Walks, renamed") {
			t.Errorf("got an old title: %v", got)
		}
		search("that does not show what has changed", f.harbour, "collections?query=walks", true)
		clearCache := func() { f.admin.Post("tools/clear-cache", map[string]any{"confirm": true}).Want(204) }
		search("before clearing", f.harbour, "content?query=walks&sort=title", true)
		clearCache()
		search("after clearing", f.harbour, "content?query=walks&sort=title", false)
		clearCache()
		f.onSearch = func() { f.onSearch = func() {}; clearCache() } // clears the cache during the search
		search("cleared during the search", f.harbour, "content?query=beaches", false)
		search("after that search", f.harbour, "content?query=beaches", false)
		search("the same search again", f.harbour, "content?query=beaches", true)
	})
}

// What is no longer published, or no longer accessible, disappears from the caches of all nodes.
func TestSearch_CacheOfOtherNode(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		other, watcher := f.serve(f.DB)
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		t.Cleanup(func() { stop(); running.Wait() })
		watcher.Run(ctx, &running)
		f.watcher.Run(ctx, &running)
		const path = "/api/v1/search/content?query=walks&sort=title"
		const interval = 10 * time.Millisecond // a busy database can't log as many searches as are answered
		titles := func() []string { return other.Page("Harbour").Get(path).Want(200).Column("title") }
		eventually := func(about string, want ...string) {
			t.Helper()
			for deadline := time.Now().Add(10 * time.Second); !slices.Equal(titles(), want); {
				if time.Now().After(deadline) {
					t.Fatalf("%s: got %q, want %q", about, titles(), want)
				}
				<-time.After(interval)
			}
		}
		inCache := func() {
			t.Helper()
			for deadline := time.Now().Add(10 * time.Second); ; {
				if other.Page("Harbour").Get(path).Want(200).Value("cached") == true {
					return
				}
				if time.Now().After(deadline) {
					t.Fatal("the search is never cached")
				}
				<-time.After(interval)
			}
		}
		eventually("at first", "Walks in Lisbon", "Walks, shared")
		inCache()
		f.Exec("UPDATE content SET published_at = NULL WHERE title = 'Walks in Lisbon'")
		eventually("a draft", "Walks, shared")
		inCache()
		f.Exec("UPDATE content SET published_at = created_at WHERE title = 'Walks in Lisbon'")
		f.Exec("DELETE FROM library_partners WHERE library_id = 82")
		eventually("without access to a library", "Walks in Lisbon")
		inCache()
		f.Exec("UPDATE content SET expires_at = ? WHERE title = 'Walks in Lisbon'", clock.Now().Add(time.Second))
		eventually("expired by the clock")
	})
}

func TestSearch_History(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		for range 2 {
			f.harbour.Get("/api/v1/search/content?query=+Past%C3%A9is+&type_id=7&uid=UAna000000&sort=title&per_page=5").Want(200)
		}
		f.App().Get("/api/v1/search/collections?query=lusitania&uid=UTom000000").Want(200)
		f.bare.Get("/api/v1/search/content?type_id=" + strings.Repeat("0", 5000) + "7").Want(422)
		f.bare.Get("/api/v1/search/content?query=" + strings.Repeat("x", 180) + "&type_id=7").Want(200)
		f.CloseLog()
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
			if got := f.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
		history := f.admin.Get("search-history?query=pasteis").Want(200)
		if got := fmt.Sprint(history.Value("items.0.filters")); got != "map[type_id:7]" {
			t.Errorf("got filters %s", got)
		}
		history = f.admin.Get("search-history?query=lusitania").Want(200)
		if got := fmt.Sprint(history.Value("items.0.filters")); got != "map[in:collections]" {
			t.Errorf("got filters %s of a search in collections", got)
		}
		if n := f.Leaks(); n != 0 {
			t.Errorf("got %d secrets in the log", n)
		}
	})
}

// insertCollections inserts collections of Harbour, public collections of others, and private ones.
func (f *fixture) insertCollections() {
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
		f.Exec(`
			INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, user_id, language_id,
				inspires_publish_at, expires_at, deleted_at, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)`,
			500+i, c.alt, c.name, fold.Key(c.name), kind, c.partner, c.user, c.public, c.expires, c.trash,
			fold.SearchText(c.name), now, now)
	}
}

func TestSearch_Collections(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		f.insertCollections()
		public := []string{"public0000", "toms000000"}
		for name, test := range map[string]struct {
			client *kittest.Client
			query  string
			want   []string
		}{
			"a partner's":              {f.harbour, "", append([]string{"own0000000", "ship000000"}, public...)},
			"by a page":                {f.Page("Harbour"), "", append([]string{"own0000000", "ship000000"}, public...)},
			"for a user":               {f.harbour, "?uid=UAna000000", append([]string{"own0000000", "ship000000"}, public...)},
			"of a partner without any": {f.bare, "", public},
			"another partner's":        {f.meridian, "", append([]string{"private000", "soon000000"}, public...)},
			"the app for a user":       {f.App(), "?uid=UMia000000", append([]string{"private000", "soon000000"}, public...)},
			"the app":                  {f.App(), "", append([]string{"house00000"}, public...)},
			"words":                    {f.harbour, "?query=LISBON", []string{"own0000000", "toms000000"}},
			"correction":               {f.harbour, "?query=lusitania", []string{"public0000"}},
			"related":                  {f.harbour, "?query=pasteis", []string{"own0000000", "toms000000"}},
		} {
			f.assertFinds(name, test.client, "collections"+test.query, "alt_id", test.want...)
		}
		one := f.harbour.Get("/api/v1/search/collections?query=public+portugal").Want(200)
		if one.Value("items.0.public") != true || one.Value("items.0.featured") != false ||
			one.String("items.0.partner.name") != "Meridian" || strings.Contains(one.Text, `"content"`) {
			t.Errorf("got collection %s", one.Text)
		}
		f.Exec("UPDATE collections SET name = 'Pastéis of Harbour', search_text = ? WHERE id = 500",
			fold.SearchText("Pastéis of Harbour"))
		f.admin.Post("tools/clear-cache", map[string]any{"confirm": true}).Want(204)
		f.assertFinds("by the term itself", f.harbour, "collections?query=pasteis", "alt_id", "own0000000", "toms000000")
		f.assertFinds("by another partner", f.meridian, "collections?query=pasteis", "alt_id",
			"private000", "soon000000", "toms000000")
	})
}

func TestCollection_Visibility(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		f.insertCollections()
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
			for i, client := range []*kittest.Client{f.harbour, f.meridian, f.App()} {
				if answer := client.Get("/api/v1/collections/" + address); answer.Status != want[i] {
					t.Errorf("%s by client %d: got %d, want %d: %s", address, i, answer.Status, want[i], answer.Text)
				}
			}
		}
		f.Page("Harbour").Get("/api/v1/collections/own0000000").Want(403)
		f.Anyone().Get("/api/v1/collections/public0000").Want(401)
		f.Anyone().Get("/api/v1/collections/openapi.json").Want(401)
		f.Exec("UPDATE partners SET deleted_at = ? WHERE id = 7", clock.Now())
		f.harbour.Get("/api/v1/collections/own0000000").Want(401)
		f.harbour.Get("/api/v1/search/content").Want(401)
		f.CloseLog()
		if n := f.Count("SELECT count(*) FROM api_logs WHERE path = '/api/v1/collections/openapi.json'"); n != 1 {
			t.Errorf("got %d log entries of a path ending in openapi.json, want 1", n)
		}
	})
}

func TestCollection_Content(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		f.insertCollections()
		for _, id := range f.ids {
			f.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) VALUES (500, ?, ?)", id, clock.Now())
		}
		want := []string{
			"Beaches", "Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon", "Walks in no library",
			"Walks of Meridian", "Walks of the house", "Walks, shared",
		}
		for page, titles := range map[string][]string{
			"": want, "?per_page=3": want[:3], "?per_page=3&page=3": want[6:],
			"?page=2": {}, "?page=1000000000&per_page=100": {},
		} {
			answer := f.harbour.Get("/api/v1/collections/own0000000" + page).Want(200)
			got := []string{}
			items, _ := answer.Value("item.content.items").([]any)
			for i := range items {
				got = append(got, answer.String("item.content.items."+strconv.Itoa(i)+".title"))
			}
			if !slices.Equal(got, titles) || answer.Int("item.content.meta.total") != 8 {
				t.Errorf("%q: got %q of %d, want %q", page, got, answer.Int("item.content.meta.total"), titles)
			}
		}
		f.CloseLog()
		if n := f.Count("SELECT count(*) FROM content WHERE last_api_at IS NOT NULL"); n != 8 {
			t.Errorf("got %d items with last_api_at, want 8", n)
		}
		if n := f.Count("SELECT count(*) FROM api_logs WHERE results = 8 AND partner_id = 7"); n != 5 {
			t.Errorf("got %d log entries with 8 results, want 5", n)
		}
	})
}
