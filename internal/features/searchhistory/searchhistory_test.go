package searchhistory_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/activity"
	"waymark/internal/features/searchhistory"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

// serve starts a server with six searches. Two have the same time, and the order of ids is not chronological.
func serve(t *testing.T, d *db.DB) (*kittest.Server, *kittest.Client) {
	t.Helper()
	s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		searchhistory.Mount(s.Kit)
		activity.Mount(s.Kit, kittest.Undoer(s))
	})
	now := clock.Now()
	s.Exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at) VALUES
		(2, 11, 'Aurora', 'aurora', 'aurora', 'p2', ?, ?), (3, 11, 'Borealis', 'borealis', 'borealis', 'p3', ?, ?)`, now, now,
		now, now)
	s.Exec(`INSERT INTO users (id, first_name, last_name, email, alt_id, created_at, updated_at) VALUES
		(21, 'Ana', 'Lopes', 'ana@x.example', 'u21', ?, ?), (22, '', '', 'tom@x.example', 'u22', ?, ?)`, now, now, now, now)
	s.Exec(`
		INSERT INTO destinations (id, name, name_key, label, label_key, path, search_text, created_at, updated_at)
		VALUES (7, 'Porto', 'porto', 'Portugal > Porto', 'portugal > porto', '/7/', '', ?, ?)`, now, now)
	insertSearch := func(
		id int64, at time.Time, duration int64, cached bool, term string, results int64, filters string, partner, user any,
	) {
		s.Exec(`
			INSERT INTO search_history (id, created_at, duration, cached, term, results, filters, partner_id, user_id,
				search_text)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, at, duration, cached, term, results, filters, partner, user, fold.SearchText(term))
	}
	insertSearch(1, now.Add(-time.Minute), 501, false, "Lisbon food", 12, `{}`, 2, 21)
	const filters = `{"destination_id": 7, "language_ids": [1, 999], "block_type": "image", "inspires": true,
		"tag_id": null, "library_id": ""}`
	insertSearch(2, now.Add(-time.Hour), 1001, false, "Lisbon cofee", 0, filters, 2, 22)
	insertSearch(3, now.Add(-time.Minute), 3, true, "São Tomé", 4, `{}`, 3, nil)
	insertSearch(4, now.AddDate(0, 0, -20), 20, false, "Atlantis", 0, `{}`, 3, nil)
	insertSearch(5, now.Add(-2*time.Hour), 20, false, "", 0, `{"type_id": "4,2"}`, nil, nil)
	insertSearch(6, now.AddDate(0, 0, -32), 20, false, "El Dorado", 0, `{}`, 3, nil)
	return s, s.Editor()
}

func TestSearchHistory_List(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		for query, want := range map[string]string{
			"": "3 1 2 5 4 6", "?has_results=all": "3 1 2 5 4 6", "?has_results=zero": "2 5 4 6", "?has_results=has": "3 1",
			"?partner_id=2": "1 2", "?partner=3": "3 4 6", "?partner_id=999": "",
			"?partner_id=3&has_results=zero": "4 6", "?query=lisbon": "1 2", "?search=LISBON+foo": "1", "?query=sao+tome": "3",
			"?query=lisbon&has_results=zero": "2", "?query=nothing-like-it": "",
			"?sort=created_at": "6 4 5 2 1 3", "?sort=-duration": "2 1 6 5 4 3", "?sort=duration": "3 4 5 6 1 2",
			"?sort=-results": "1 3 6 5 4 2", "?sort=results": "2 4 5 6 3 1", "?per_page=2&page=2": "2 5",
		} {
			got := editor.Get("search-history" + query).Want(200)
			if ids := strings.Join(got.Column("id"), " "); ids != want {
				t.Errorf("%q: got %q, want %q", query, ids, want)
			}
			if n := int64(len(strings.Fields(want))); !strings.Contains(query, "page=") && got.Int("meta.total") != n {
				t.Errorf("%q: got a total of %d, want %d", query, got.Int("meta.total"), n)
			}
		}
		for query, want := range map[string][3]int64{
			"": {6, 4, 2}, "&has_results=zero": {6, 4, 2},
			"&partner_id=3": {3, 2, 1}, "&query=lisbon": {2, 1, 1},
		} {
			got := editor.Get("search-history?counts=1" + query).Want(200)
			counts := [3]int64{
				got.Int("meta.counts.all.total"), got.Int("meta.counts.zero.total"), got.Int("meta.counts.has.total"),
			}
			if counts != want {
				t.Errorf("%q: got counts %v, want %v", query, counts, want)
			}
		}
		for query, field := range map[string]string{
			"has_results=some": "has_results", "partner_id=x": "partner_id", "sort=term": "sort", "page=0": "page",
			"per_page=101": "per_page", "user_id=1": "user_id",
			"query=" + strings.Repeat("a", 201): "query",
		} {
			editor.Get("search-history?" + query).Refused(field)
		}
		s.Anyone().Get("search-history").Want(401)
		s.Admin().Post("search-history", "{}").Want(405)
	})
}

func TestSearchHistory_Fields(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		_, editor := serve(t, d)
		list := editor.Get("search-history").Want(200)
		keys := []string{
			"cached", "created_at", "duration", "filtered_by", "filters", "id", "partner", "results", "term", "user",
		}
		if got := list.Keys("items.0"); !slices.Equal(got, keys) {
			t.Errorf("got keys %v, want %v", got, keys)
		}
		if list.Value("items.0.cached") != true || list.Value("items.1.cached") != false ||
			list.Value("items.0.user") != nil || list.Value("items.3.partner") != nil {
			t.Errorf("got %s", list.Text)
		}
		if list.Int("items.1.partner.id") != 2 || list.String("items.1.partner.name") != "Aurora" ||
			list.Int("items.1.user.id") != 21 ||
			list.String("items.1.user.full_name") != "Ana Lopes" || list.String("items.2.user.full_name") != "" ||
			list.String("items.2.user.email") != "tom@x.example" {
			t.Errorf("got %s", list.Text)
		}
		filtered := func(row string) string {
			words := []string{}
			all, _ := list.Value("items." + row + ".filtered_by").([]any)
			for _, one := range all {
				text, _ := one.(string)
				words = append(words, text)
			}
			return strings.Join(words, " · ")
		}
		want := "Block type: image · Destination: Portugal > Porto · Inspires: Yes · Language: English, #999"
		if got := filtered("2"); got != want {
			t.Errorf("got filters %q, want %q", got, want)
		}
		if got := filtered("3"); got != "Media type: Video, Article" {
			t.Errorf("got filters %q", got)
		}
		if got := filtered("0"); got != "" || len(list.Keys("items.0.filters")) != 0 {
			t.Errorf("got filters %q", got)
		}
		if list.Int("items.2.filters.destination_id") != 7 {
			t.Errorf("got %s", list.Text)
		}
	})
}

func TestSearchHistory_WithoutResults(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		const path = "dashboard/searches-with-no-results"
		list := editor.Get(path).Want(200)
		if got := list.Column("term"); !slices.Equal(got, []string{"Lisbon cofee", "", "Atlantis"}) ||
			list.Int("meta.total") != 3 || list.Int("meta.per_page") != 25 {
			t.Errorf("got %s", list.Text)
		}
		if list.Value("items.0.created_at") == nil || list.Int("items.0.filters.destination_id") != 7 {
			t.Errorf("got %s", list.Text)
		}
		second := editor.Get(path + "?per_page=2&page=2").Want(200)
		if !slices.Equal(second.Column("term"), []string{"Atlantis"}) || second.Int("meta.last_page") != 2 {
			t.Errorf("got %s", second.Text)
		}
		editor.Get(path + "?page=0").Refused("page")
		editor.Get(path + "?sort=results").Refused("sort")
		editor.Get(path + "?query=lisbon").Refused("query")
		s.Anyone().Get(path).Want(401)
	})
}

func TestSearchHistory_ClearCache(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		admin := s.Admin()
		generation := func() int64 {
			return s.Count("SELECT coalesce(max(CAST(value AS BIGINT)), 0) FROM installation WHERE key = 'search_cache'")
		}
		for body, field := range map[string]string{
			`{}`: "confirm", `{"confirm": false}`: "confirm",
			`{"confirm": null}`: "confirm", `{"confirm": "true"}`: "confirm", `{"confirm": 1}`: "confirm",
			`{"confirm": true, "all": true}`: "all",
		} {
			admin.Post("tools/clear-cache", body).Refused(field)
		}
		admin.Post("tools/clear-cache", "[]").Want(400)
		admin.Post("tools/clear-cache", "confirm").Want(400)
		confirmed := map[string]any{"confirm": true}
		editor.Post("tools/clear-cache", confirmed).Want(403)
		s.Anyone().Post("tools/clear-cache", confirmed).Want(401)
		if got := generation(); got != 0 {
			t.Errorf("got number %d after refused requests, want 0", got)
		}
		for want := range int64(11) { // past 9, to test that the number is not handled as text
			admin.Post("tools/clear-cache", confirmed).Want(204)
			if got := generation(); got != want+1 {
				t.Errorf("got number %d, want %d", got, want+1)
			}
		}
		log := admin.Get("activity").Want(200)
		if log.Int("meta.total") != 11 || log.String("items.0.action") != "cleared" ||
			log.String("items.0.kind") != "search cache" || log.String("items.0.record_name") != "Search cache" ||
			log.Int("items.0.user_id") != admin.UserID {
			t.Errorf("got audit log %s", log.Text)
		}
	})
}
