package content_test

import (
	"fmt"
	"testing"

	"waymark/internal/features/libraries"
	"waymark/internal/features/publishers"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/kittest"
)

// serveTargets serves content, together with everything content can be added to. Item 103 is in the trash.
func serveTargets(t testing.TB, d *db.DB, items int) *kittest.Server {
	t.Helper()
	s := serve(t, d)
	libraries.Mount(s.Kit)
	publishers.Mount(s.Kit)
	now := clock.Now()
	insert := newBatch(s, "content",
		"id, title, title_key, search_text, type_id, partner_id, created_at, updated_at, deleted_at")
	for i := range items {
		title := fmt.Sprintf("Item %d", i)
		var deletedAt any
		if i == 3 {
			deletedAt = now
		}
		insert.add(100+i, title, fold.Key(title), fold.SearchText(title), []int{2, 4}[i%2], 1, now, now, deletedAt)
	}
	insert.flush()
	return s
}

func TestContent_BulkAdd(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serveTargets(t, d, 40)
		editor := s.Editor()
		for _, target := range []string{"libraries/2", "publishers/2", "collections/2"} {
			path := target + "/content"
			first := editor.Post(path, map[string]any{"content_ids": []int{100, 102}}).Want(200)
			videoFilter := map[string]any{"type_id": 4, "in_collection": "all"}
			videos := editor.Post(path, map[string]any{"filter": videoFilter}).Want(200)
			rest := editor.Post(path, map[string]any{"filter": map[string]any{}}).Want(200)
			const want = `{"added":2,"skipped":0}` + "\n" + `{"added":19,"skipped":0}` + "\n" +
				`{"added":18,"skipped":21}` + "\n"
			if got := first.Text + videos.Text + rest.Text; got != want {
				t.Errorf("%s: got %s, want %s", target, got, want)
			}
			none := editor.Post(path, map[string]any{"filter": map[string]any{"query": "no such thing"}}).Want(200)
			if none.Int("added") != 0 || none.Int("skipped") != 0 {
				t.Errorf("filter without matches: got %s", none.Text)
			}
			for wrong, field := range map[string]string{
				`{"filter": {"type_id": "x"}}`:       "filter.type_id",
				`{"filter": {"colour": "red"}}`:      "filter.colour",
				`{"filter": {"sort": "title"}}`:      "filter.sort",
				`{"filter": {"page": 3}}`:            "filter.page",
				`{"filter": {"type_id": null}}`:      "filter.type_id",
				`{"filter": {"query": "\u0000"}}`:    "filter.query",
				`{"filter": []}`:                     "filter",
				`{"filter": null}`:                   "filter",
				`{}`:                                 "content_ids",
				`{"filter": {}, "more": 1}`:          "more",
				`{"content_ids": [1], "filters": 1}`: "filters",
			} {
				editor.Post(path, wrong).Refused(field)
			}
		}
		byEditor := s.Count(
			"SELECT count(*) FROM collection_content WHERE collection_id = 2 AND added_by_id = ?", editor.UserID)
		if byEditor != 39 {
			t.Errorf("items in the collection added by the editor: got %d, want 39", byEditor)
		}
		if n := s.Count("SELECT count(*) FROM content WHERE added_at IS NOT NULL AND collections_count = 1"); n != 39 {
			t.Errorf("items with added_at: got %d, want 39", n)
		}
		editor.Post("collections/999/content", map[string]any{"filter": map[string]any{}}).Want(404)
		s.Exec("UPDATE collections SET deleted_at = ? WHERE id = 3", clock.Now())
		editor.Post("collections/3/content", map[string]any{"content_ids": []int{100}}).Want(404)
	})
}

func TestContent_BulkAddByJob(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		const items = 6501 // One of them is in the trash.
		s := serveTargets(t, d, items)
		editor := s.Editor()
		editor.Post("collections/2/content", map[string]any{"content_ids": []int{100, 101}}).Want(200)
		audited := s.Count("SELECT count(*) FROM audit_log WHERE action = 'added to'")
		filter := map[string]any{"block_type": "content"}
		started := editor.Post("collections/2/content", map[string]any{"filter": filter}).Want(202)
		job := fmt.Sprintf("jobs/%d", started.Int("job"))
		waiting := editor.Get(job).Want(200)
		if waiting.String("item.state") != "working" || waiting.Int("item.done") != 0 {
			t.Errorf("got %s", waiting.Text)
		}
		s.Anyone().Get(job).Want(401)
		editor.Get("jobs/999").Want(404)
		late := int64(100 + items) // Created after the request, so the job must not add it.
		s.Exec(`INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at)
			VALUES (?, 'Late', 'late', 2, 1, ?, ?)`, late, clock.Now(), clock.Now())

		// This is the state after a crash following two batches: the job has to continue where it stopped.
		s.Exec(`INSERT INTO collection_content (collection_id, content_id, added_at)
			SELECT 2, id, ? FROM content WHERE id BETWEEN 102 AND 2100 AND deleted_at IS NULL`, clock.Now())
		s.Exec("UPDATE tasks SET total = 6500, after_id = 2100, done = 2000, added = 1998")
		s.RunJobs()
		done := editor.Get(job).Want(200)
		if done.String("item.state") != "done" || done.Int("item.done") != 6500 || done.Int("item.total") != 6500 ||
			done.Int("item.added") != 6498 || done.Int("item.skipped") != 2 {
			t.Errorf("got %s", done.Text)
		}
		if n := s.Count("SELECT contents_count FROM collections WHERE id = 2"); n != 6500 {
			t.Errorf("contents_count: got %d, want 6500", n)
		}
		if n := s.Count("SELECT count(*) FROM collection_content WHERE content_id = ?", late); n != 0 {
			t.Error("the job added an item created after the request")
		}
		n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'added to' AND user_id = ?", editor.UserID)
		if n != audited+1 {
			t.Errorf("audit entries of the job: got %d, want 1", n-audited)
		}
		t.Run("fails if the collection is deleted", func(t *testing.T) {
			lost := editor.Post("collections/3/content", map[string]any{"filter": map[string]any{}}).Want(202)
			s.Exec("UPDATE collections SET deleted_at = ? WHERE id = 3", clock.Now())
			s.RunJobs()
			got := editor.Get(fmt.Sprintf("jobs/%d", lost.Int("job"))).Want(200)
			if got.String("item.state") != "failed" || got.String("item.problem") == "" || got.Int("item.added") != 0 {
				t.Errorf("got %s", got.Text)
			}
		})
	})
}
