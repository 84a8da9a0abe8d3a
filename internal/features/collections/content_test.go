package collections_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/kittest"
)

// filled are two collections of partner 2, the first with three items.
func (w *world) filled() (from, to int64, ids []int64) {
	w.Helper()
	from, to, ids = w.made("From"), w.made("To"), w.items("Beach", "Élan", "Castle")
	w.admin.Post(one(from)+"/content", map[string]any{"content_ids": ids}).Want(200)
	return from, to, ids
}

// holds tells the titles in a collection, and sees that it counts them.
func (w *world) holds(id int64, want ...string) {
	w.Helper()
	got := w.admin.Get(one(id) + "/content").Want(200)
	if titles := got.Column("title"); !slices.Equal(titles, want) && len(titles)+len(want) > 0 {
		w.Errorf("collection %d holds %v, want %v", id, titles, want)
	}
	if n := w.admin.Get(one(id)).Int("item.contents_count"); n != int64(len(want)) || got.Int("meta.total") != n {
		w.Errorf("collection %d counts %d, its list %d, want %d", id, n, got.Int("meta.total"), len(want))
	}
}

func TestTheContentOfACollectionIsListed(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		id, _, ids := w.filled()
		list := one(id) + "/content"
		more := w.items("Alps")
		w.admin.Post(list, map[string]any{"content_ids": more}).Want(200)
		w.s.Exec("UPDATE collection_content SET added_at = ? WHERE content_id = ?", clock.Now().AddDate(0, 0, -3), ids[2])
		w.s.Exec("UPDATE content SET deleted_at = ? WHERE id = ?", clock.Now(), ids[0])
		for query, want := range map[string][]string{
			"": {"Alps", "Castle", "Élan"}, "?sort=-title": {"Élan", "Castle", "Alps"}, "?sort=added_at": {
				"Castle", "Élan",
				"Alps",
			}, "?sort=-added_at": {"Alps", "Élan", "Castle"},
			"?query=elan": {"Élan"}, "?query=al": {"Alps"}, "?query=beach": {}, "?per_page=2": {"Alps", "Castle"},
			"?per_page=2&page=2": {"Élan"}, "?page=9": {},
		} {
			if got := w.admin.Get(list + query).Want(200).Column("title"); !slices.Equal(got, want) && len(got)+len(want) > 0 {
				w.Errorf("%q lists %v, want %v", query, got, want)
			}
		}
		row := w.admin.Get(list + "?query=castle").Want(200)
		if row.String("items.0.type.name") != "Article" || row.String("items.0.type.icon") == "" ||
			row.String("items.0.added_at") == "" || row.Int("meta.total") != 1 {
			w.Errorf("a row: %s", row.Text)
		}
		if got := fmt.Sprint(w.admin.Get(list + "/ids").Want(200).Value("ids")); got != fmt.Sprint([]any{
			float64(ids[1]),
			float64(ids[2]), float64(more[0]),
		}) {
			w.Errorf("ids: %s", got)
		}
		w.admin.Get(list + "?sort=type").Refused("sort")
		w.admin.Get("collections/999/content").Want(404)
		w.admin.Get("collections/999/content/ids").Want(404)
		w.s.Anyone().Get(list).Want(401)
	})
}

func TestContentIsMovedCopiedAndRemoved(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		from, to, ids := w.filled()
		w.admin.Post(one(to)+"/content", map[string]any{"content_ids": ids[:1]}).Want(200)
		got := w.admin.Post(one(from)+"/content/copy", map[string]any{"collection_id": to, "content_ids": ids[:2]}).Want(200)
		if got.Int("copied") != 1 || got.Int("skipped") != 1 {
			w.Errorf("copied: %s", got.Text)
		}
		w.holds(from, "Beach", "Castle", "Élan")
		w.holds(to, "Beach", "Élan")
		got = w.admin.Post(one(from)+"/content/move", map[string]any{"collection_id": to, "content_ids": ids[1:]}).Want(200)
		if got.Int("moved") != 1 || got.Int("skipped") != 1 {
			w.Errorf("moved: %s", got.Text)
		}
		w.holds(from, "Beach")
		w.holds(to, "Beach", "Castle", "Élan")
		got = w.admin.Post(one(to)+"/content/remove", map[string]any{"content_ids": ids[1:]}).Want(200)
		if got.Int("removed") != 2 {
			w.Errorf("removed: %s", got.Text)
		}
		w.holds(to, "Beach")
		w.admin.Post(one(to)+"/content/move", map[string]any{
			"collection_id": from,
			"filter":        map[string]any{"query": "bea"},
		}).Want(200)
		w.holds(to)
		w.holds(from, "Beach")
		if n := w.s.Count("SELECT collections_count FROM content WHERE id = ?", ids[0]); n != 1 {
			w.Errorf("the item counts %d collections, want 1", n)
		}
		if n := w.s.Count("SELECT count(*) FROM audit_log WHERE kind = 'collection' AND action = 'removed from'"); n != 3 {
			w.Errorf("the audit log tells of %d removals, want 3", n)
		}
	})
}

func TestNothingChangesWhenContentCanNotGo(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		from, to, ids := w.filled()
		gone := w.made("Gone")
		w.admin.Delete(one(gone)).Want(204)
		outside := w.items("Outside")[0]
		audited := w.s.Count("SELECT count(*) FROM audit_log")
		for _, act := range []string{"copy", "move"} {
			path := one(from) + "/content/" + act
			for field, body := range map[string]map[string]any{
				"collection_id":   {"collection_id": from, "content_ids": ids},
				"collection_id ":  {"collection_id": gone, "content_ids": ids},
				"collection_id  ": {"collection_id": 999, "content_ids": ids},
				"collection_id 1": {"content_ids": ids},
				"collection_id 2": {"collection_id": "x", "content_ids": ids},
				"collection_id 3": {"collection_id": nil, "content_ids": ids},
				"content_ids.1":   {"collection_id": to, "content_ids": []int64{ids[0], outside}},
				"content_ids.0":   {"collection_id": to, "content_ids": []int64{999}},
				"content_ids":     {"collection_id": to, "content_ids": []int64{}},
				"content_ids 1":   {"collection_id": to},
				"content_ids 2":   {"collection_id": to, "content_ids": "all"},
				"filter.colour":   {"collection_id": to, "filter": map[string]any{"colour": "red"}},
				"ids":             {"collection_id": to, "content_ids": ids, "ids": ids},
			} {
				field, _, _ = strings.Cut(field, " ")
				w.admin.Post(path, body).Refused(field)
			}
			w.admin.Post("collections/999/content/"+act, map[string]any{"collection_id": to, "content_ids": ids}).Want(404)
			w.admin.Post(one(gone)+"/content/"+act, map[string]any{"collection_id": to, "content_ids": ids}).Want(404)
		}
		w.admin.Post(one(from)+"/content/remove", map[string]any{"content_ids": []int64{ids[0], outside}}).
			Refused("content_ids.1")
		w.admin.Post(one(from)+"/content/remove", map[string]any{"content_ids": ids, "collection_id": to}).
			Refused("collection_id")
		w.admin.Post(one(from)+"/content/rename", map[string]any{"content_ids": ids}).Want(404)
		w.s.Anyone().Post(one(from)+"/content/move", map[string]any{"collection_id": to, "content_ids": ids}).Want(401)
		w.holds(from, "Beach", "Castle", "Élan")
		w.holds(to)
		if n := w.s.Count("SELECT count(*) FROM audit_log"); n != audited {
			w.Errorf("refused calls left %d lines in the audit log", n-audited)
		}
		again := w.admin.Post(one(from)+"/content", map[string]any{"content_ids": ids}).Want(200)
		if again.Int("added") != 0 || again.Int("skipped") != 3 {
			w.Errorf("adding what is there: %s", again.Text)
		}
	})
}

func TestTwoWhoMoveTheSameContentBothWaysLoseNone(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		from, to, ids := w.filled()
		third := w.made("Third")
		for range 5 {
			var all sync.WaitGroup
			for _, way := range [][2]int64{{from, to}, {to, third}, {third, from}, {from, third}} {
				all.Go(func() {
					path, body := one(way[0])+"/content/move", map[string]any{"collection_id": way[1], "filter": map[string]any{}}
					if got := w.admin.Post(path, body); got.Status != 200 {
						w.Errorf("moved: %s", got.Text)
					}
				})
			}
			all.Wait()
			if n := w.s.Count("SELECT count(DISTINCT content_id) FROM collection_content"); n != int64(len(ids)) {
				w.Fatalf("%d items are left, want %d", n, len(ids))
			}
			if n := w.s.Count("SELECT count(*) FROM content c WHERE collections_count <> (SELECT count(*) FROM collection_content l WHERE l.content_id = c.id)"); n != 0 {
				w.Fatalf("%d items count wrongly", n)
			}
		}
	})
}

// Above 5,000 a job does it, step by step.
func TestAVeryLargeCollectionIsMovedByAJob(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		from, to, now := w.made("From"), w.made("To"), clock.Now()
		const many = 5100
		w.s.Exec(`INSERT INTO content (id, title, title_key, type_id, partner_id, search_text, created_at, updated_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT 1000 + i, 'Item ' || i, 'item ' || i, 2, 1, '  item  ' || i, ?, ? FROM n`, many, now, now)
		w.s.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) SELECT ?, id, created_at FROM content",
			from)
		begun := w.admin.Post(one(from)+"/content/move", map[string]any{"collection_id": to, "filter": map[string]any{}}).
			Want(202)
		w.s.RunJobs()
		done := w.admin.Get("jobs/" + strconv.FormatInt(begun.Int("job"), 10)).Want(200)
		if done.String("item.state") != "done" || done.Int("item.done") != many || done.Int("item.added") != many {
			w.Errorf("the job: %s", done.Text)
		}
		for id, want := range map[int64]int64{from: 0, to: many} {
			if got := w.admin.Get(one(id)).Int("item.contents_count"); got != want {
				w.Errorf("collection %d counts %d, want %d", id, got, want)
			}
		}
	})
}

func TestInspiresShowsWhatIsTurnedOn(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		plain, scheduled, public := w.made("Plain"), w.made("Scheduled", map[string]any{
			"inspires_publish_at": "2999-01-01",
			"inspires_feature_at": "2999-01-01",
		}), w.made("Public", map[string]any{"inspires_publish_at": "2020-01-01"})
		ids := []int64{plain, scheduled, public}
		call := func(act string, body map[string]any) *kittest.Answer { return w.admin.Post("collections/"+act, body) }
		got := call("publish-on-inspires", map[string]any{"ids": ids}).Want(200)
		if got.Int("updated") != 2 || got.Int("skipped") != 1 {
			w.Errorf("published: %s", got.Text)
		}
		if at := w.admin.Get(one(public)).String("item.inspires_publish_at"); !strings.HasPrefix(at, "2020") {
			w.Errorf("what was public stays so since then: %s", at)
		}
		if is := w.admin.Get(one(plain)).Want(200); is.Value("item.public") != true || is.Value("item.featured") != false ||
			is.Int("item.version") != 2 {
			w.Errorf("published: %s", is.Text)
		}
		if got := call("feature-on-inspires", map[string]any{"filter": map[string]any{"partner": 2, "query": "plain"}}).
			Want(200); got.Int("updated") != 1 {
			w.Errorf("featured: %s", got.Text)
		}
		if is := w.admin.Get(one(plain)); is.Value("item.featured") != true {
			w.Errorf("featured: %s", is.Text)
		}
		if got := call("remove-featured-on-inspires", map[string]any{"ids": ids}).Want(200); got.Int("updated") != 2 ||
			got.Int("skipped") != 1 {
			w.Errorf("no longer featured: %s", got.Text)
		}
		if got := call("unpublish-on-inspires", map[string]any{"ids": ids}).Want(200); got.Int("updated") != 3 {
			w.Errorf("unpublished: %s", got.Text)
		}
		if got := call("unpublish-on-inspires", map[string]any{"ids": ids}).Want(200); got.Int("updated") != 0 ||
			got.Int("skipped") != 3 {
			w.Errorf("unpublished twice: %s", got.Text)
		}
		if n := w.s.Count("SELECT count(*) FROM audit_log WHERE kind = 'collection' AND action = 'updated' AND record_id = ?",
			plain); n != 4 {
			w.Errorf("the history of one tells %d changes, want 4", n)
		}
		deleted := w.made("Deleted")
		w.admin.Delete(one(deleted)).Want(204)
		for _, act := range []string{
			"publish-on-inspires", "unpublish-on-inspires", "feature-on-inspires",
			"remove-featured-on-inspires",
		} {
			call(act, map[string]any{"ids": []int64{plain, deleted}}).Refused("ids.1")
			call(act, map[string]any{"ids": []int64{999}}).Refused("ids.0")
			call(act, map[string]any{}).Refused("ids")
			call(act, map[string]any{"ids": ids, "date": "2026-01-01"}).Refused("date")
			w.s.Anyone().Post("collections/"+act, map[string]any{"ids": ids}).Want(401)
		}
		if is := w.admin.Get(one(plain)); is.Value("item.public") != false || is.Int("item.version") != 5 {
			w.Errorf("refused calls changed it: %s", is.Text)
		}
	})
}

func TestACopyHasWhatTheOriginalHasButInspires(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		shelf := w.folder("partners/2", "Europe", 0)
		id, ids := w.made("Lisbon", map[string]any{
			"folder_id": shelf, "tags": []string{"city"}, "code": []string{"L1"}, "language_id": 2, "expires_at": "2999-01-01",
			"inspires_publish_at": "2020-01-01", "inspires_feature_at": "2020-01-01",
		}), w.items("A", "B")
		w.admin.Post(one(id)+"/content", map[string]any{"content_ids": ids}).Want(200)
		w.s.Exec("UPDATE content SET deleted_at = ? WHERE id = ?", clock.Now(), ids[1])
		w.s.Exec("INSERT INTO shared_collections (user_id, collection_id, partner_id, created_at, updated_at) VALUES (21, ?, 2, ?, ?)", id, clock.Now(), clock.Now())
		got := w.admin.Post(one(id)+"/duplicate", map[string]any{}).Want(201)
		for field, want := range map[string]any{
			"name": "Lisbon (copy)", "partner_id": 2.0, "folder_id": float64(shelf), "language_id": 2.0, "contents_count": 1.0,
			"shared_collections_count": 0.0,
			"inspires_publish_at":      nil, "inspires_feature_at": nil, "expires_at": "2999-01-01T23:59:59.999999Z",
			"public": false,
		} {
			if is := got.Value("item." + field); is != want {
				w.Errorf("%s is %v, want %v", field, is, want)
			}
		}
		if !slices.Equal(resourceList(got, "item.tags"), []string{"city"}) || !slices.Equal(resourceList(got, "item.code"),
			[]string{"L1"}) || got.Int("item.id") == id {
			w.Errorf("copied: %s", got.Text)
		}
		mine := w.admin.Post(one(id)+"/duplicate", map[string]any{"type": "personal", "user_id": 22, "name": "For Tom"}).
			Want(201)
		if mine.Int("item.user_id") != 22 || mine.Value("item.partner_id") != nil || mine.Value("item.folder_id") != nil ||
			mine.String("item.name") != "For Tom" || mine.Int("item.contents_count") != 1 {
			w.Errorf("a copy for somebody else: %s", mine.Text)
		}
		other := w.admin.Post(one(id)+"/duplicate", map[string]any{"partner_id": 3}).Want(201)
		if other.Int("item.partner_id") != 3 || other.Value("item.folder_id") != nil {
			w.Errorf("a copy for another partner: %s", other.Text)
		}
		long := w.made(strings.Repeat("x", 160))
		if name := w.admin.Post(one(long)+"/duplicate", map[string]any{}).Want(201).String("item.name"); len(name) != 160 ||
			!strings.HasSuffix(name, " (copy)") {
			w.Errorf("the copy of a long name is %q", name)
		}
		before := w.s.Count("SELECT count(*) FROM collections")
		for field, body := range map[string]map[string]any{
			"user_id": {"type": "personal"}, "folder_id": {"partner_id": 3, "folder_id": shelf}, "name": {"name": " "},
			"partner_id": {"partner_id": 999}, "tags": {"tags": []string{"x"}}, "type": {"type": "both"},
		} {
			w.admin.Post(one(id)+"/duplicate", body).Refused(field)
		}
		w.admin.Post("collections/999/duplicate", map[string]any{}).Want(404)
		if n := w.s.Count("SELECT count(*) FROM collections"); n != before {
			w.Errorf("refused copies left %d collections", n-before)
		}
	})
}

func TestADeletedCollectionComesBackWithAllThatHungOnIt(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		id, _, ids := w.filled()
		now := clock.Now()
		w.s.Exec("INSERT INTO shared_collections (id, user_id, collection_id, partner_id, created_at, updated_at) VALUES (5, 21, ?, 2, ?, ?)", id, now, now)
		w.admin.Delete(one(id)).Want(204)
		w.admin.Get(one(id)).Want(404)
		if n := w.s.Count("SELECT count(*) FROM shared_collections WHERE deleted_at IS NULL"); n != 0 {
			w.Error("what was accepted of it is still there")
		}
		if n := w.s.Count("SELECT collections_count FROM content WHERE id = ?", ids[0]); n != 0 {
			w.Errorf("its content still counts %d collections", n)
		}
		entry := w.admin.Get("trash").Want(200)
		restore := "trash/" + strconv.FormatInt(entry.Int("items.0.id"), 10) + "/restore"
		w.s.Exec("UPDATE partners SET deleted_at = ? WHERE id = 2", now)
		w.admin.Post(restore, nil).Want(409)
		w.s.Exec("UPDATE partners SET deleted_at = NULL WHERE id = 2")
		w.admin.Post(restore, nil).Want(204)
		w.holds(id, "Beach", "Castle", "Élan")
		if got := w.admin.Get(one(id)).Int("item.shared_collections_count"); got != 1 {
			w.Errorf("accepted %d times, want once as before", got)
		}
	})
}
