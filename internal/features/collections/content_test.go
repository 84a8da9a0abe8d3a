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

// createFilled creates two collections of partner 2 and adds three items to the first.
func (f *fixture) createFilled() (from, to int64, ids []int64) {
	f.Helper()
	from, to, ids = f.create("From"), f.create("To"), f.createContent("Beach", "Élan", "Castle")
	f.admin.Post(pathOf(from)+"/content", map[string]any{"content_ids": ids}).Want(200)
	return from, to, ids
}

// wantContent checks the titles in a collection and their count.
func (f *fixture) wantContent(id int64, want ...string) {
	f.Helper()
	got := f.admin.Get(pathOf(id) + "/content").Want(200)
	if titles := got.Column("title"); !slices.Equal(titles, want) && len(titles)+len(want) > 0 {
		f.Errorf("content of collection %d: got %v, want %v", id, titles, want)
	}
	if n := f.admin.Get(pathOf(id)).Int("item.contents_count"); n != int64(len(want)) || got.Int("meta.total") != n {
		f.Errorf("collection %d: got count %d and list total %d, want %d", id, n, got.Int("meta.total"), len(want))
	}
}

func TestCollectionContent_List(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		id, _, ids := f.createFilled()
		list := pathOf(id) + "/content"
		more := f.createContent("Alps")
		f.admin.Post(list, map[string]any{"content_ids": more}).Want(200)
		f.s.Exec("UPDATE collection_content SET added_at = ? WHERE content_id = ?", clock.Now().AddDate(0, 0, -3), ids[2])
		f.s.Exec("UPDATE content SET deleted_at = ? WHERE id = ?", clock.Now(), ids[0])
		for query, want := range map[string][]string{
			"": {"Alps", "Castle", "Élan"}, "?sort=-title": {"Élan", "Castle", "Alps"},
			"?sort=added_at": {"Castle", "Élan", "Alps"}, "?sort=-added_at": {"Alps", "Élan", "Castle"},
			"?query=elan": {"Élan"}, "?query=al": {"Alps"}, "?query=beach": {}, "?per_page=2": {"Alps", "Castle"},
			"?per_page=2&page=2": {"Élan"}, "?page=9": {},
		} {
			got := f.admin.Get(list + query).Want(200).Column("title")
			if !slices.Equal(got, want) && len(got)+len(want) > 0 {
				f.Errorf("%q: got %v, want %v", query, got, want)
			}
		}
		row := f.admin.Get(list + "?query=castle").Want(200)
		if row.String("items.0.type.name") != "Article" || row.String("items.0.type.icon") == "" ||
			row.String("items.0.added_at") == "" || row.Int("meta.total") != 1 {
			f.Errorf("row: got %s", row.Text)
		}
		wantIDs := fmt.Sprint([]any{float64(ids[1]), float64(ids[2]), float64(more[0])})
		if got := fmt.Sprint(f.admin.Get(list + "/ids").Want(200).Value("ids")); got != wantIDs {
			f.Errorf("ids: got %s, want %s", got, wantIDs)
		}
		f.admin.Get(list + "?sort=type").Refused("sort")
		f.admin.Get("collections/999/content").Want(404)
		f.admin.Get("collections/999/content/ids").Want(404)
		f.s.Anyone().Get(list).Want(401)
	})
}

func TestCollectionContent_MoveCopyRemove(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		from, to, ids := f.createFilled()
		f.admin.Post(pathOf(to)+"/content", map[string]any{"content_ids": ids[:1]}).Want(200)
		got := f.admin.Post(pathOf(from)+"/content/copy", map[string]any{
			"collection_id": to, "content_ids": ids[:2],
		}).Want(200)
		if got.Int("copied") != 1 || got.Int("skipped") != 1 {
			f.Errorf("copy: got %s", got.Text)
		}
		f.wantContent(from, "Beach", "Castle", "Élan")
		f.wantContent(to, "Beach", "Élan")
		got = f.admin.Post(pathOf(from)+"/content/move", map[string]any{
			"collection_id": to, "content_ids": ids[1:],
		}).Want(200)
		if got.Int("moved") != 1 || got.Int("skipped") != 1 {
			f.Errorf("move: got %s", got.Text)
		}
		f.wantContent(from, "Beach")
		f.wantContent(to, "Beach", "Castle", "Élan")
		got = f.admin.Post(pathOf(to)+"/content/remove", map[string]any{"content_ids": ids[1:]}).Want(200)
		if got.Int("removed") != 2 {
			f.Errorf("remove: got %s", got.Text)
		}
		f.wantContent(to, "Beach")
		byFilter := map[string]any{"collection_id": from, "filter": map[string]any{"query": "bea"}}
		f.admin.Post(pathOf(to)+"/content/move", byFilter).Want(200)
		f.wantContent(to)
		f.wantContent(from, "Beach")
		if n := f.s.Count("SELECT collections_count FROM content WHERE id = ?", ids[0]); n != 1 {
			f.Errorf("collections_count of the item: got %d, want 1", n)
		}
		if n := f.s.Count("SELECT count(*) FROM audit_log WHERE kind = 'collection' AND action = 'removed from'"); n != 3 {
			f.Errorf("removals in the audit log: got %d, want 3", n)
		}
	})
}

func TestCollectionContent_InvalidRequests(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		from, to, ids := f.createFilled()
		gone := f.create("Gone")
		f.admin.Delete(pathOf(gone)).Want(204)
		outside := f.createContent("Outside")[0]
		audited := f.s.Count("SELECT count(*) FROM audit_log")
		for _, action := range []string{"copy", "move"} {
			path := pathOf(from) + "/content/" + action
			// Anything after a space only makes the key unique.
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
				f.admin.Post(path, body).Refused(field)
			}
			f.admin.Post("collections/999/content/"+action, map[string]any{"collection_id": to, "content_ids": ids}).Want(404)
			f.admin.Post(pathOf(gone)+"/content/"+action, map[string]any{"collection_id": to, "content_ids": ids}).Want(404)
		}
		f.admin.Post(pathOf(from)+"/content/remove", map[string]any{"content_ids": []int64{ids[0], outside}}).
			Refused("content_ids.1")
		f.admin.Post(pathOf(from)+"/content/remove", map[string]any{"content_ids": ids, "collection_id": to}).
			Refused("collection_id")
		f.admin.Post(pathOf(from)+"/content/rename", map[string]any{"content_ids": ids}).Want(404)
		f.s.Anyone().Post(pathOf(from)+"/content/move", map[string]any{"collection_id": to, "content_ids": ids}).Want(401)
		f.wantContent(from, "Beach", "Castle", "Élan")
		f.wantContent(to)
		if n := f.s.Count("SELECT count(*) FROM audit_log"); n != audited {
			f.Errorf("refused requests wrote %d audit entries", n-audited)
		}
		again := f.admin.Post(pathOf(from)+"/content", map[string]any{"content_ids": ids}).Want(200)
		if again.Int("added") != 0 || again.Int("skipped") != 3 {
			f.Errorf("adding content twice: got %s", again.Text)
		}
	})
}

func TestCollectionContent_ConcurrentMoves(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		from, to, ids := f.createFilled()
		third := f.create("Third")
		for range 5 {
			var all sync.WaitGroup
			for _, move := range [][2]int64{{from, to}, {to, third}, {third, from}, {from, third}} {
				all.Go(func() {
					body := map[string]any{"collection_id": move[1], "filter": map[string]any{}}
					if got := f.admin.Post(pathOf(move[0])+"/content/move", body); got.Status != 200 {
						f.Errorf("move: got %s", got.Text)
					}
				})
			}
			all.Wait()
			if n := f.s.Count("SELECT count(DISTINCT content_id) FROM collection_content"); n != int64(len(ids)) {
				f.Fatalf("got %d items after the moves, want %d", n, len(ids))
			}
			wrong := f.s.Count(`SELECT count(*) FROM content c
				WHERE collections_count <> (SELECT count(*) FROM collection_content l WHERE l.content_id = c.id)`)
			if wrong != 0 {
				f.Fatalf("%d items have a wrong collections_count", wrong)
			}
		}
	})
}

// A selection of more than 5,000 items is processed by a job, in batches.
func TestCollectionContent_MoveByJob(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		from, to, now := f.create("From"), f.create("To"), clock.Now()
		const many = 5100
		f.s.Exec(`INSERT INTO content (id, title, title_key, type_id, partner_id, search_text, created_at, updated_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			SELECT 1000 + i, 'Item ' || i, 'item ' || i, 2, 1, '  item  ' || i, ?, ? FROM n`, many, now, now)
		f.s.Exec(`INSERT INTO collection_content (collection_id, content_id, added_at)
			SELECT ?, id, created_at FROM content`, from)
		f.s.Analyse()
		body := map[string]any{"collection_id": to, "filter": map[string]any{}}
		started := f.admin.Post(pathOf(from)+"/content/move", body).Want(202)
		f.s.RunJobs()
		done := f.admin.Get("jobs/" + strconv.FormatInt(started.Int("job"), 10)).Want(200)
		if done.String("item.state") != "done" || done.Int("item.done") != many || done.Int("item.added") != many {
			f.Errorf("job: got %s", done.Text)
		}
		for id, want := range map[int64]int64{from: 0, to: many} {
			if got := f.admin.Get(pathOf(id)).Int("item.contents_count"); got != want {
				f.Errorf("contents_count of collection %d: got %d, want %d", id, got, want)
			}
		}
	})
}

func TestCollections_Inspires(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		plain := f.create("Plain")
		scheduled := f.create("Scheduled", map[string]any{
			"inspires_publish_at": "2999-01-01", "inspires_feature_at": "2999-01-01",
		})
		public := f.create("Public", map[string]any{"inspires_publish_at": "2020-01-01"})
		ids := []int64{plain, scheduled, public}
		run := func(action string, body map[string]any) *kittest.Response {
			return f.admin.Post("collections/"+action, body)
		}
		got := run("publish-on-inspires", map[string]any{"ids": ids}).Want(200)
		if got.Int("updated") != 2 || got.Int("skipped") != 1 {
			f.Errorf("publish: got %s", got.Text)
		}
		if at := f.admin.Get(pathOf(public)).String("item.inspires_publish_at"); !strings.HasPrefix(at, "2020") {
			f.Errorf("publishing a public collection should keep its date: got %s", at)
		}
		item := f.admin.Get(pathOf(plain)).Want(200)
		if item.Value("item.public") != true || item.Value("item.featured") != false || item.Int("item.version") != 2 {
			f.Errorf("published collection: got %s", item.Text)
		}
		filter := map[string]any{"partner": 2, "query": "plain"}
		if got := run("feature-on-inspires", map[string]any{"filter": filter}).Want(200); got.Int("updated") != 1 {
			f.Errorf("feature: got %s", got.Text)
		}
		if item := f.admin.Get(pathOf(plain)); item.Value("item.featured") != true {
			f.Errorf("featured collection: got %s", item.Text)
		}
		got = run("remove-featured-on-inspires", map[string]any{"ids": ids}).Want(200)
		if got.Int("updated") != 2 || got.Int("skipped") != 1 {
			f.Errorf("stop featuring: got %s", got.Text)
		}
		if got := run("unpublish-on-inspires", map[string]any{"ids": ids}).Want(200); got.Int("updated") != 3 {
			f.Errorf("unpublish: got %s", got.Text)
		}
		got = run("unpublish-on-inspires", map[string]any{"ids": ids}).Want(200)
		if got.Int("updated") != 0 || got.Int("skipped") != 3 {
			f.Errorf("unpublish twice: got %s", got.Text)
		}
		changes := f.s.Count(`SELECT count(*) FROM audit_log
			WHERE kind = 'collection' AND action = 'updated' AND record_id = ?`, plain)
		if changes != 4 {
			f.Errorf("audit entries of one collection: got %d, want 4", changes)
		}
		deleted := f.create("Deleted")
		f.admin.Delete(pathOf(deleted)).Want(204)
		for _, action := range []string{
			"publish-on-inspires", "unpublish-on-inspires", "feature-on-inspires", "remove-featured-on-inspires",
		} {
			run(action, map[string]any{"ids": []int64{plain, deleted}}).Refused("ids.1")
			run(action, map[string]any{"ids": []int64{999}}).Refused("ids.0")
			run(action, map[string]any{}).Refused("ids")
			run(action, map[string]any{"ids": ids, "date": "2026-01-01"}).Refused("date")
			f.s.Anyone().Post("collections/"+action, map[string]any{"ids": ids}).Want(401)
		}
		if item := f.admin.Get(pathOf(plain)); item.Value("item.public") != false || item.Int("item.version") != 5 {
			f.Errorf("refused requests changed the collection: %s", item.Text)
		}
	})
}

func TestCollections_Duplicate(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		folder := f.createFolder("partners/2", "Europe", 0)
		id := f.create("Lisbon", map[string]any{
			"folder_id": folder, "tags": []string{"city"}, "code": []string{"L1"}, "language_id": 2,
			"expires_at": "2999-01-01", "inspires_publish_at": "2020-01-01", "inspires_feature_at": "2020-01-01",
		})
		ids := f.createContent("A", "B")
		f.admin.Post(pathOf(id)+"/content", map[string]any{"content_ids": ids}).Want(200)
		f.s.Exec("UPDATE content SET deleted_at = ? WHERE id = ?", clock.Now(), ids[1])
		f.s.Exec(`INSERT INTO shared_collections (user_id, collection_id, partner_id, created_at, updated_at)
			VALUES (21, ?, 2, ?, ?)`, id, clock.Now(), clock.Now())
		got := f.admin.Post(pathOf(id)+"/duplicate", map[string]any{}).Want(201)
		for field, want := range map[string]any{
			"name": "Lisbon (copy)", "partner_id": 2.0, "folder_id": float64(folder), "language_id": 2.0,
			"contents_count": 1.0, "shared_collections_count": 0.0,
			"inspires_publish_at": nil, "inspires_feature_at": nil, "public": false,
			"expires_at": "2999-01-01T23:59:59.999999Z",
		} {
			if value := got.Value("item." + field); value != want {
				f.Errorf("%s: got %v, want %v", field, value, want)
			}
		}
		tags, codes := stringList(got, "item.tags"), stringList(got, "item.code")
		if !slices.Equal(tags, []string{"city"}) || !slices.Equal(codes, []string{"L1"}) || got.Int("item.id") == id {
			f.Errorf("copy: got %s", got.Text)
		}
		forTom := map[string]any{"type": "personal", "user_id": 22, "name": "For Tom"}
		personal := f.admin.Post(pathOf(id)+"/duplicate", forTom).Want(201)
		if personal.Int("item.user_id") != 22 || personal.Value("item.partner_id") != nil ||
			personal.Value("item.folder_id") != nil || personal.String("item.name") != "For Tom" ||
			personal.Int("item.contents_count") != 1 {
			f.Errorf("copy for a user: got %s", personal.Text)
		}
		other := f.admin.Post(pathOf(id)+"/duplicate", map[string]any{"partner_id": 3}).Want(201)
		if other.Int("item.partner_id") != 3 || other.Value("item.folder_id") != nil {
			f.Errorf("copy for another partner: got %s", other.Text)
		}
		longest := f.create(strings.Repeat("x", 160))
		name := f.admin.Post(pathOf(longest)+"/duplicate", map[string]any{}).Want(201).String("item.name")
		if len(name) != 160 || !strings.HasSuffix(name, " (copy)") {
			f.Errorf("copy of the longest name: got %q", name)
		}
		before := f.s.Count("SELECT count(*) FROM collections")
		for field, body := range map[string]map[string]any{
			"user_id": {"type": "personal"}, "folder_id": {"partner_id": 3, "folder_id": folder}, "name": {"name": " "},
			"partner_id": {"partner_id": 999}, "tags": {"tags": []string{"x"}}, "type": {"type": "both"},
		} {
			f.admin.Post(pathOf(id)+"/duplicate", body).Refused(field)
		}
		f.admin.Post("collections/999/duplicate", map[string]any{}).Want(404)
		if n := f.s.Count("SELECT count(*) FROM collections"); n != before {
			f.Errorf("refused requests created %d collections", n-before)
		}
	})
}

func TestCollections_DeleteAndRestore(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		id, _, ids := f.createFilled()
		now := clock.Now()
		f.s.Exec(`INSERT INTO shared_collections (id, user_id, collection_id, partner_id, created_at, updated_at)
			VALUES (5, 21, ?, 2, ?, ?)`, id, now, now)
		f.admin.Delete(pathOf(id)).Want(204)
		f.admin.Get(pathOf(id)).Want(404)
		if n := f.s.Count("SELECT count(*) FROM shared_collections WHERE deleted_at IS NULL"); n != 0 {
			f.Error("the acceptance of the deleted collection is not deleted")
		}
		if n := f.s.Count("SELECT collections_count FROM content WHERE id = ?", ids[0]); n != 0 {
			f.Errorf("collections_count of its content: got %d, want 0", n)
		}
		entry := f.admin.Get("trash").Want(200)
		restore := "trash/" + strconv.FormatInt(entry.Int("items.0.id"), 10) + "/restore"
		f.s.Exec("UPDATE partners SET deleted_at = ? WHERE id = 2", now)
		f.admin.Post(restore, nil).Want(409)
		f.s.Exec("UPDATE partners SET deleted_at = NULL WHERE id = 2")
		f.admin.Post(restore, nil).Want(204)
		f.wantContent(id, "Beach", "Castle", "Élan")
		if got := f.admin.Get(pathOf(id)).Int("item.shared_collections_count"); got != 1 {
			f.Errorf("shared_collections_count after the restore: got %d, want 1", got)
		}
	})
}
