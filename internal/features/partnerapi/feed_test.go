package partnerapi_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/changes"
)

// number numbers all changes that are pending. On PostgreSQL, a transaction that was cancelled may still hold the lock.
func (f *fixture) number() {
	f.t.Helper()
	const pending = `SELECT (SELECT count(*) FROM pending_changes) + (SELECT count(*) FROM due_changes WHERE due_at <= ?)`
	deadline := time.Now().Add(30 * time.Second)
	for now := clock.Now(); f.Count(pending, now) > 0; {
		if _, err := changes.Number(f.t.Context(), f.DB); err != nil {
			f.t.Fatal(err)
		}
		if time.Now().After(deadline) {
			f.t.Fatal("changes are still pending")
		}
	}
}

// mirror is a partner's copy of a feed: the titles of its records by id.
type mirror struct {
	client  *kittest.Client
	path    string
	field   string
	cursor  string
	records map[int64]string
	removed []int64 // of the last sync
}

func newMirror(client *kittest.Client, path, field string) *mirror {
	return &mirror{client: client, path: path, field: field, records: map[int64]string{}}
}

// sync reads the feed up to its end, and returns the number of entries.
func (m *mirror) sync(limit int) int {
	m.removed = nil
	for entries := 0; ; {
		page := m.client.Get(fmt.Sprintf("%s?limit=%d&cursor=%s", m.path, limit, url.QueryEscape(m.cursor)))
		if page.Status == http.StatusServiceUnavailable { // busy: try again
			continue
		}
		page.Want(200)
		items, _ := page.Value("items").([]any)
		entries += len(items)
		for _, item := range items {
			record, _ := item.(map[string]any)
			id, _ := record["id"].(float64)
			if record["removed"] == true {
				delete(m.records, int64(id))
				m.removed = append(m.removed, int64(id))
				continue
			}
			m.records[int64(id)], _ = record[m.field].(string)
		}
		m.cursor = page.String("next_cursor")
		if page.Value("has_more") != true {
			return entries
		}
	}
}

func (m *mirror) assert(t *testing.T, when string, want ...string) {
	t.Helper()
	got := slices.Sorted(maps.Values(m.records))
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", when, got, want)
	}
}

func TestContentFeed(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		f.number()
		m := newMirror(f.harbour, "/api/v1/content", "title")
		all := []string{"Beaches", "Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon", "Walks, shared"}
		m.sync(2)
		m.assert(t, "first sync", all...)
		if len(m.removed) > 0 {
			t.Errorf("the first sync removes %v, which the reader never had", m.removed)
		}
		if n := m.sync(100); n != 0 {
			t.Errorf("got %d entries although nothing has changed", n)
		}
		beaches := f.ids["Beaches"]
		for _, step := range []struct {
			name  string
			query string
			args  []any
			want  []string
		}{
			{
				"a changed title", "UPDATE content SET title = 'Shores' WHERE id = ?",
				[]any{beaches},
				[]string{"Shores", "Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon", "Walks, shared"},
			},
			{
				"unpublished", "UPDATE content SET published_at = NULL WHERE id = ?",
				[]any{beaches},
				[]string{"Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon", "Walks, shared"},
			},
			{
				"published again", "UPDATE content SET published_at = ? WHERE id = ?",
				[]any{clock.Now(), beaches},
				[]string{"Shores", "Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon", "Walks, shared"},
			},
			{
				"removed from its library", "DELETE FROM content_libraries WHERE content_id = ?",
				[]any{beaches},
				[]string{"Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon", "Walks, shared"},
			},
			{
				"deleted", "DELETE FROM content WHERE id = ?",
				[]any{f.ids["The Lusitania, a ship"]},
				[]string{"Pasteis, a recipe", "Walks in Lisbon", "Walks, shared"},
			},
			{
				"a lost library", "DELETE FROM library_partners WHERE library_id = 82", nil,
				[]string{"Pasteis, a recipe", "Walks in Lisbon"},
			},
			{
				"a gained library", "INSERT INTO library_partners (library_id, partner_id) VALUES (81, 7)", nil,
				[]string{"Pasteis, a recipe", "Walks in Lisbon", "Walks of Meridian"},
			},
			{
				"another owner", "UPDATE libraries SET partner_id = 8 WHERE id = 71", nil,
				[]string{"Walks of Meridian"},
			},
			{
				"a deleted library", "DELETE FROM libraries WHERE id = 81", nil, nil,
			},
		} {
			f.Exec(step.query, step.args...)
			f.number()
			m.sync(1)
			m.assert(t, step.name, step.want...)
		}
	})
}

func TestContentFeed_Dates(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		f.number()
		m := newMirror(f.harbour, "/api/v1/content", "title")
		m.sync(100)
		soon := clock.Now().Add(300 * time.Millisecond)
		f.Exec("UPDATE content SET published_at = ? WHERE title = 'Walks, scheduled'", soon)
		f.Exec("UPDATE content SET expires_at = ? WHERE title = 'Beaches'", soon)
		f.number()
		m.sync(100)
		if time.Now().Before(soon) {
			m.assert(t, "before the dates",
				"Beaches", "Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon", "Walks, shared")
		}
		<-time.After(time.Until(soon))
		f.number()
		m.sync(100)
		m.assert(t, "after the dates",
			"Walks, scheduled", "Pasteis, a recipe", "The Lusitania, a ship", "Walks in Lisbon", "Walks, shared")
	})
}

func TestCollectionFeed(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		now := clock.Now()
		insert := func(id int, name string, partner any, public, expires any) {
			f.Exec(`
				INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, language_id, inspires_publish_at,
					expires_at, created_at, updated_at)
				VALUES (?, ?, ?, ?, 'partner', ?, 1, ?, ?, ?, ?)`,
				id, fmt.Sprintf("C%09d", id), name, name, partner, public, expires, now, now)
		}
		insert(1, "own", 7, nil, nil)
		insert(2, "own, expired", 7, nil, now.Add(-time.Hour))
		insert(3, "of another", 8, nil, nil)
		insert(4, "public", 8, now, nil)
		f.number()
		m := newMirror(f.harbour, "/api/v1/collections", "name")
		m.sync(1)
		m.assert(t, "first sync", "own", "public")
		f.Exec("UPDATE collections SET inspires_publish_at = NULL WHERE id = 4")
		f.Exec("UPDATE collections SET expires_at = NULL WHERE id = 2")
		f.Exec("UPDATE collections SET partner_id = 7 WHERE id = 3")
		f.number()
		m.sync(1)
		m.assert(t, "after changes", "own", "own, expired", "of another")
		f.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) VALUES (1, 100, ?)", now)
		f.number()
		if n := m.sync(100); n != 1 {
			t.Errorf("got %d entries after content was added, want 1", n)
		}
	})
}

// Names that records are delivered with are either delivered again or can be looked up by id.
func TestFeeds_NewNames(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		now := clock.Now()
		const collections = 1001 // one more than are numbered at a time
		for id := range collections {
			f.Exec(`
				INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, language_id, inspires_publish_at,
					created_at, updated_at)
				VALUES (?, ?, 'A', 'a', 'partner', 8, 1, ?, ?, ?)`, id+1, fmt.Sprintf("C%09d", id), now, now, now)
		}
		f.Exec(`INSERT INTO publishers (id, name, name_key, search_text, created_at, updated_at)
			VALUES (31, 'Harbour Press', 'harbour press', '  harbour  press', ?, ?)`, now, now)
		f.Exec("INSERT INTO content_publishers (content_id, publisher_id) VALUES (?, 31)", f.ids["Beaches"])
		f.number()
		m := newMirror(f.harbour, "/api/v1/collections", "name")
		m.sync(500)
		f.Exec("UPDATE partners SET email = 'new@meridian.example' WHERE id = 8")
		f.number()
		if n := m.sync(500); n != 0 {
			t.Errorf("got %d collections after another change of their partner, want none", n)
		}
		f.Exec("UPDATE partners SET name = 'Meridian Tours' WHERE id = 8")
		f.number()
		cursor := m.cursor
		if n := m.sync(500); n != collections {
			t.Errorf("got %d collections after their partner was renamed, want %d", n, collections)
		}
		first := f.harbour.Get("/api/v1/collections?limit=1&cursor=" + url.QueryEscape(cursor)).Want(200)
		if got := first.String("items.0.partner.name"); got != "Meridian Tours" {
			t.Errorf("got partner %q, want Meridian Tours", got)
		}

		publishers := f.harbour.Get("/api/v1/publishers").Want(200)
		etag := publishers.Header.Get("ETag")
		f.harbour.With("If-None-Match", etag).Get("/api/v1/publishers").Want(304)
		f.Exec("UPDATE publishers SET name = 'Harbour Books' WHERE id = 31")
		f.number()
		publishers = f.harbour.With("If-None-Match", etag).Get("/api/v1/publishers").Want(200)
		if publishers.String("items.0.name") != "Harbour Books" || publishers.Int("items.0.id") != 31 {
			t.Errorf("got publishers %s", publishers.Text)
		}
	})
}

func TestFeeds_Parameters(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		f.number()
		before := clock.Now()
		f.Exec("UPDATE content SET title = 'Shores' WHERE title = 'Beaches'")
		f.Exec("UPDATE content SET published_at = NULL WHERE title = 'Walks, shared'")
		f.number()
		since := f.harbour.Get("/api/v1/content?updated_since=" + before.Format(time.RFC3339Nano)).Want(200)
		if got := len(since.Value("items").([]any)); got != 2 {
			t.Errorf("got %d entries since a time, want the change and the removal", got)
		}
		for path, field := range map[string]string{
			"cursor=x": "cursor", "cursor=AAAA": "cursor", "limit=0": "limit", "limit=501": "limit", "limit=x": "limit",
			"updated_since=yesterday":            "updated_since",
			"updated_since=2020-01-01T00:00:00Z": "updated_since",
			"updated_since=" + before.Format(time.RFC3339) + "&cursor=" + since.String("next_cursor"): "updated_since",
		} {
			f.harbour.Get("/api/v1/content?" + path).Refused(field)
		}
		f.Page("Harbour").With("Origin", "https://harbour.example").Get("/api/v1/content").Want(403)
	})
}
