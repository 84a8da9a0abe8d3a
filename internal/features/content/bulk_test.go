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

// serveTargets runs content with all that content can be added to.
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
		var gone any
		if i == 3 {
			gone = now
		}
		insert.add(100+i, title, fold.Key(title), fold.SearchText(title), []int{2, 4}[i%2], 1, now, now, gone)
	}
	insert.flush()
	return s
}

func TestAllThatMatchIsAdded(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serveTargets(t, d, 40)
		editor := s.Editor()
		for _, target := range []string{"libraries/2", "publishers/2", "collections/2"} {
			path := target + "/content"
			first := editor.Post(path, map[string]any{"content_ids": []int{100, 102}}).Want(200)
			videos := editor.Post(path, map[string]any{"filter": map[string]any{"type_id": 4, "in_collection": "all"}}).Want(200)
			rest := editor.Post(path, map[string]any{"filter": map[string]any{}}).Want(200)
			if got := first.Text + videos.Text +
				rest.Text; got != "{\"added\":2,\"skipped\":0}\n{\"added\":19,\"skipped\":0}\n{\"added\":18,\"skipped\":21}\n" {
				t.Errorf("%s: %s", target, got)
			}
			none := editor.Post(path, map[string]any{"filter": map[string]any{"query": "no such thing"}}).Want(200)
			if none.Int("added") != 0 || none.Int("skipped") != 0 {
				t.Errorf("none: %s", none.Text)
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
		if n := s.Count("SELECT count(*) FROM collection_content WHERE collection_id = 2 AND added_by_id = ?",
			editor.UserID); n != 39 {
			t.Errorf("%d of the items in the collection say who put them there", n)
		}
		if n := s.Count("SELECT count(*) FROM content WHERE added_at IS NOT NULL AND collections_count = 1"); n != 39 {
			t.Errorf("%d of the items know when they were added", n)
		}
		editor.Post("collections/999/content", map[string]any{"filter": map[string]any{}}).Want(404)
		s.Exec("UPDATE collections SET deleted_at = ? WHERE id = 3", clock.Now())
		editor.Post("collections/3/content", map[string]any{"content_ids": []int{100}}).Want(404)
	})
}

func TestVeryManyAreAddedByAJob(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		const items = 6501 // one of them is in the trash
		s := serveTargets(t, d, items)
		editor := s.Editor()
		editor.Post("collections/2/content", map[string]any{"content_ids": []int{100, 101}}).Want(200)
		told := s.Count("SELECT count(*) FROM audit_log WHERE action = 'added to'")
		begun := editor.Post("collections/2/content", map[string]any{"filter": map[string]any{"block_type": "content"}}).
			Want(202)
		job := fmt.Sprintf("jobs/%d", begun.Int("job"))
		waiting := editor.Get(job).Want(200)
		if waiting.String("item.state") != "working" || waiting.Int("item.done") != 0 {
			t.Errorf("got %s", waiting.Text)
		}
		s.Anyone().Get(job).Want(401)
		editor.Get("jobs/999").Want(404)
		late := int64(100 + items) // made after it was asked for: not meant
		s.Exec("INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at) VALUES (?, 'Late', 'late', 2, 1, ?, ?)", late, clock.Now(), clock.Now())

		// Somebody pulls the plug after two steps: what they did stands, and the job knows where to go on.
		s.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) SELECT 2, id, ? FROM content WHERE id BETWEEN 102 AND 2100 AND deleted_at IS NULL", clock.Now())
		s.Exec("UPDATE tasks SET total = 6500, after_id = 2100, done = 2000, added = 1998")
		s.RunJobs()
		done := editor.Get(job).Want(200)
		if done.String("item.state") != "done" || done.Int("item.done") != 6500 || done.Int("item.total") != 6500 ||
			done.Int("item.added") != 6498 || done.Int("item.skipped") != 2 {
			t.Errorf("got %s", done.Text)
		}
		if n := s.Count("SELECT contents_count FROM collections WHERE id = 2"); n != 6500 {
			t.Errorf("the collection has %d items", n)
		}
		if n := s.Count("SELECT count(*) FROM collection_content WHERE content_id = ?", late); n != 0 {
			t.Error("an item that came later is in, too")
		}
		if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'added to' AND user_id = ?", editor.UserID); n != told+
			1 {
			t.Errorf("the log tells of it %d times", n-told)
		}
		t.Run("and gives up when what they are for is gone", func(t *testing.T) {
			lost := editor.Post("collections/3/content", map[string]any{"filter": map[string]any{}}).Want(202)
			s.Exec("UPDATE collections SET deleted_at = ? WHERE id = 3", clock.Now())
			s.RunJobs()
			if got := editor.Get(fmt.Sprintf("jobs/%d", lost.Int("job"))).Want(200); got.String("item.state") != "failed" ||
				got.String("item.problem") == "" || got.Int("item.added") != 0 {
				t.Errorf("got %s", got.Text)
			}
		})
	})
}
