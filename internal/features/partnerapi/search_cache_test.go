package partnerapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// searchPages searches with a different page size each time, so that no response comes from the cache.
type searchPages struct {
	*fixture
	size int
}

// titles returns the titles of a search as a partner. It fails if they come from the cache.
func (p *searchPages) titles(parameters string) []string {
	p.t.Helper()
	p.size++
	answer := p.harbour.Get(fmt.Sprintf("/api/v1/search/content?%s&per_page=%d", parameters, 20+p.size)).Want(200)
	if answer.Value("cached") != false {
		p.t.Errorf("%s: the response comes from the cache", parameters)
	}
	titles := answer.Column("title")
	if total := answer.Int("meta.total"); total != int64(len(titles)) {
		p.t.Errorf("%s: got the total %d, want %d", parameters, total, len(titles))
	}
	slices.Sort(titles)
	return titles
}

// Results are reused for other pages of the same search, until anything changes that they depend on. Nobody polls here:
// a change counts from its commit on.
func TestSearch_ResultsAreCurrent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		p := &searchPages{fixture: f}
		walks := []string{"Walks in Lisbon", "Walks, shared"}
		statements := func() int64 {
			before := f.DB.Statements()
			if got := p.titles("query=walks"); !slices.Equal(got, walks) {
				t.Errorf("got %q, want %q", got, walks)
			}
			return f.DB.Statements() - before
		}
		p.titles("query=beaches") // reserves requests for this minute
		first := statements()
		if again := min(statements(), statements()); again != first-1 {
			t.Errorf("got %d statements, then %d for another page, want one less", first, again)
		}
		f.harbour.Get("/api/v1/search/content?query=walks").Want(200)
		fewest := int64(100)
		for range 3 { // the first call of a minute has another one
			before := f.DB.Statements()
			f.harbour.Get("/api/v1/search/content?query=walks").Want(200)
			fewest = min(fewest, f.DB.Statements()-before)
		}
		if fewest != 2 {
			t.Errorf("got %d statements for a response from the cache, want those of the key and of the cache", fewest)
		}
		for _, test := range []struct {
			name, parameters, change string
			want                     []string
		}{
			{"a title", "query=walks", "UPDATE content SET title = 'Walls', search_text = '  walls' WHERE id = 103", walks[:1]},
			{"a draft", "query=lisbon", "UPDATE content SET published_at = NULL WHERE id = 100", nil},
			{"published again", "query=lisbon", "UPDATE content SET published_at = created_at WHERE id = 100", walks[:1]},
			{"another library", "query=ship", "DELETE FROM content_libraries WHERE content_id = 111", nil},
			{"a type", "query=beaches&type_id=2", "UPDATE content SET type_id = 7 WHERE id = 101", nil},
			{"a destination", "query=beaches&destination_id=2", "DELETE FROM content_destinations WHERE content_id = 101", nil},
			{"a tag", "query=recipe&tag_id=5", "DELETE FROM content_tags WHERE content_id = 102", nil},
			{"the trash", "query=recipe", "UPDATE content SET deleted_at = created_at WHERE id = 102", nil},
			{"lost access", "query=walls", "DELETE FROM library_partners WHERE library_id = 82", nil},
		} {
			f.poll()
			before := p.titles(test.parameters)
			f.Exec(test.change)
			got := p.titles(test.parameters)
			if slices.Equal(before, got) || !slices.Equal(got, test.want) && len(got)+len(test.want) > 0 {
				t.Errorf("%s: got %q, then %q, want %q", test.name, before, got, test.want)
			}
		}
		soon := clock.Now().Add(300 * time.Millisecond)
		f.Exec("UPDATE content SET expires_at = ? WHERE id = 100", soon)
		f.poll()
		p.titles("query=lisbon")
		<-time.After(time.Until(soon))
		if got := p.titles("query=lisbon"); len(got) > 0 {
			t.Errorf("got %q after it has expired", got)
		}
	})
}

// A response keeps its ETag while it shows the same, from the cache or not.
func TestSearch_ETag(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		const path = "/api/v1/search/content?query=walks"
		first := f.harbour.Get(path).Want(200)
		etag := first.Header.Get("ETag")
		if !strings.HasPrefix(etag, `W/"`) || first.Header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("got the ETag %q and Cache-Control %q", etag, first.Header.Get("Cache-Control"))
		}
		same := f.harbour.With("If-None-Match", etag)
		again := same.Get(path).Want(304)
		if again.Text != "" || again.Header.Get("ETag") != etag {
			t.Errorf("got the body %q and the ETag %q, want %q", again.Text, again.Header.Get("ETag"), etag)
		}
		var before, after int
		_, _ = fmt.Sscan(first.Header.Get("RateLimit-Remaining"), &before)
		_, _ = fmt.Sscan(again.Header.Get("RateLimit-Remaining"), &after)
		if after != before-1 {
			t.Errorf("got %d remaining requests after %d, want one less", after, before)
		}
		f.meridian.With("If-None-Match", etag).Get(path).Want(200)
		f.Anyone().With("If-None-Match", etag).Get(path).Want(401)
		same.Get(path + "&uid=UMia000000").Refused("uid")
		same.Get(path + "&uid=UAna000000").Want(304)
		f.admin.Post("tools/clear-cache", map[string]any{"confirm": true}).Want(204)
		same.Get(path).Want(304) // loaded again, with the same content
		f.Exec("UPDATE content SET synopsis = 'New' WHERE id = 100")
		f.poll()
		changed := same.Get(path).Want(200)
		if changed.Header.Get("ETag") == etag || !strings.Contains(changed.Text, `"synopsis":"New"`) {
			t.Errorf("got the ETag %q after a change, and %s", changed.Header.Get("ETag"), changed.Text)
		}
		f.CloseLog()
		for query, want := range map[string]int64{
			"SELECT count(*) FROM api_logs WHERE status_code = 304 AND partner_id = 7 AND results = 2":        3,
			"SELECT count(*) FROM api_logs WHERE status_code = 304 AND user_id = 91":                          1,
			"SELECT count(*) FROM search_history WHERE partner_id = 7 AND results = 2 AND term = 'walks'":     5,
			"SELECT count(*) FROM search_history WHERE partner_id = 7 AND term = 'walks' AND cached":          2,
			"SELECT count(*) FROM content WHERE last_api_at IS NOT NULL AND title IN ('Walks in Lisbon')":     1,
			"SELECT count(*) FROM api_logs WHERE status_code = 304 AND (error_code <> '' OR method <> 'GET')": 0,
		} {
			if got := f.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
	})
}

func TestSearch_ReleaseMemory(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		want := func(cached bool) {
			t.Helper()
			if got := f.harbour.Get("/api/v1/search/content?query=walks").Want(200).Value("cached"); got != cached {
				t.Errorf("got cached %v, want %t", got, cached)
			}
		}
		want(false)
		want(true)
		f.service.ReleaseMemory()
		want(false)
		want(true)
	})
}

// After some searches without a change, SQLite keeps the members of a partner's libraries in memory and needs one more
// statement, which is faster. They are not used after a change.
func TestSearch_MembersAreCurrent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		p := &searchPages{fixture: f}
		capitals := 0
		// search writes a word with other capitals each time, so that its results are not known.
		search := func(want ...string) (statements int64) {
			t.Helper()
			letters := []byte("walks")
			for i := range letters {
				if capitals>>i&1 == 1 {
					letters[i] -= 'a' - 'A'
				}
			}
			capitals++
			before := f.DB.Statements()
			if got := p.titles("query=" + string(letters)); !slices.Equal(got, want) {
				t.Errorf("search %d for %s: got %q, want %q", capitals, letters, got, want)
			}
			return f.DB.Statements() - before
		}
		searchOften := func(want ...string) {
			t.Helper()
			f.poll()
			var counts []int64 // some include statements of the log
			for range 14 {
				counts = append(counts, search(want...))
			}
			more := map[db.Engine]int64{db.SQLite: 1}[f.DB.Engine]
			if first, last := slices.Min(counts[:8]), slices.Min(counts[9:]); last != first+more {
				t.Errorf("got %d statements, want %d more in the last searches than in the first", counts, more)
			}
		}
		search("Walks in Lisbon", "Walks, shared") // reserves requests for this minute
		searchOften("Walks in Lisbon", "Walks, shared")
		f.Exec("DELETE FROM content_libraries WHERE content_id = 103")
		search("Walks in Lisbon")
		searchOften("Walks in Lisbon")
		f.Exec("INSERT INTO content_libraries (content_id, library_id) VALUES (103, 82)")
		search("Walks in Lisbon", "Walks, shared")
		f.Exec("UPDATE content SET published_at = NULL WHERE id = 100")
		search("Walks, shared")
	})
}
