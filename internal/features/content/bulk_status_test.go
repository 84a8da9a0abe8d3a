package content_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/destinations"
	"waymark/internal/features/subjectareas"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/schema"
)

// dated is an item with dates relative to now, in hours; zero is none.
type dated struct{ published, expires int }

func (d dated) values() map[string]any {
	at := func(hours int) any {
		if hours == 0 {
			return nil
		}
		return clock.Now().Add(time.Duration(hours) * time.Hour).Truncate(time.Second)
	}
	return map[string]any{"published_at": at(d.published), "expires_at": at(d.expires)}
}

var statusSamples = []dated{{0, 0}, {1, 0}, {-1, 0}, {-1, -1}, {1, -1}, {-1, 1}, {0, 1}, {0, -1}}

func TestContent_BulkStatus(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, editor := s.Admin(), s.Editor()
		for _, c := range []struct {
			path             string
			keep             bool
			statuses         string
			updated, skipped int64
		}{
			{"publish", false, "published published published published published published published published", 6, 2},
			{"publish", true, "published scheduled published published expired published published published", 4, 4},
			{"draft", false, "draft draft draft draft draft draft draft draft", 6, 2},
			{"expire", false, "expired expired expired expired expired expired expired expired", 5, 3},
		} {
			name := fmt.Sprintf("%s, keep %v", c.path, c.keep)
			ids := []int64{}
			for i, sample := range statusSamples {
				if i%2 == 0 {
					ids = append(ids, create(admin, sample.values()))
					continue
				}
				ids = append(ids, createImage(s, admin, sample.values()))
			}
			s.Exec("UPDATE content SET admin_id = NULL")
			audited := s.Count("SELECT max(id) FROM audit_log")
			body := map[string]any{"content_ids": ids}
			if c.keep {
				body["keep_scheduled"] = true
			}
			done := editor.Post("content/"+c.path, body).Want(200)
			if done.Int("updated") != c.updated || done.Int("skipped") != c.skipped {
				t.Errorf("%s: got %s, want %d and %d", name, done.Text, c.updated, c.skipped)
			}
			got := editor.Get("content?sort=title&per_page=100").Want(200)
			statuses := map[int64]string{}
			for i := range got.Column("id") {
				statuses[got.Int(fmt.Sprintf("items.%d.id", i))] = got.String(fmt.Sprintf("items.%d.status", i))
			}
			list := []string{}
			for _, id := range ids {
				list = append(list, statuses[id])
			}
			if strings.Join(list, " ") != c.statuses {
				t.Errorf("%s: got %v, want %s", name, list, c.statuses)
			}
			if n := s.Count("SELECT count(*) FROM content WHERE version = 2 AND id IN (?)", ids); n != c.updated {
				t.Errorf("%s: %d items have a new version, want %d", name, n, c.updated)
			}
			n := s.Count(`SELECT count(*) FROM audit_log
				WHERE id > ? AND action = 'updated' AND user_id = ? AND record_id IN (?)`, audited, editor.UserID, ids)
			if n != c.updated {
				t.Errorf("%s: %d audit entries, want %d", name, n, c.updated)
			}
			again := editor.Post("content/"+c.path, body).Want(200)
			if again.Int("updated") != 0 || again.Int("skipped") != 8 {
				t.Errorf("%s, a second time: got %s", name, again.Text)
			}
		}
	})
}

func TestContent_BulkPublish_Dates(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, editor := s.Admin(), s.Editor()
		scheduled, past := create(admin, dated{48, 72}.values()), create(admin, dated{-5, 7}.values())
		untouched := s.Count("SELECT count(*) FROM content WHERE id = ? AND expires_at > ?", past, clock.Now())
		s.Exec("UPDATE content SET admin_id = NULL")
		before := clock.Now()
		filter := map[string]any{"filter": map[string]any{"published": "scheduled"}}
		if done := editor.Post("content/publish", filter).Want(200); done.Int("updated") != 1 {
			t.Errorf("got %s", done.Text)
		}
		n := s.Count(`SELECT count(*) FROM content
			WHERE id = ? AND published_at >= ? AND published_at <= ? AND expires_at > ? AND admin_id = ?`,
			scheduled, before, clock.Now(), clock.Now().Add(70*time.Hour), editor.UserID)
		if n != 1 || untouched != 1 {
			t.Error("the scheduled item was not published now by the editor, with its expiry date kept")
		}
		if n := s.Count("SELECT count(*) FROM content WHERE id = ? AND version = 1 AND admin_id IS NULL", past); n != 1 {
			t.Error("an item that did not match was changed")
		}
		changes := s.Count(`SELECT count(*) FROM audit_log WHERE record_id = ? AND action = 'updated' AND kind = 'content'
			AND CAST(changes AS TEXT) LIKE '%published_at%' AND CAST(changes AS TEXT) NOT LIKE '%expires_at%'`, scheduled)
		if changes != 1 {
			t.Error("the audit entry does not name the changed date only")
		}
	})
}

func TestContent_Selection(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serveTargets(t, d, 6501) // item 103 is in the trash
		s.Exec("UPDATE content SET published_at = ? WHERE id BETWEEN 101 AND 110", clock.Now().Add(time.Hour))
		editor := s.Editor()
		for body, want := range map[string]string{
			`{"content_ids": [100, 101, 102, 103]}`:                       "3 false 2 false",
			`{"filter": {"query": "Item 10"}}`:                            "111 false 1 false",
			`{"filter": {"published": "scheduled"}}`:                      "9 false 9 false",
			`{"filter": {"published": "draft", "block_type": "content"}}`: "1000 true 0 false",
			`{"filter": {}}`: "6500 false 9 false",
		} {
			got := editor.Post("content/selection", body).Want(200)
			text := fmt.Sprintf("%d %v %d %v", got.Int("selected.total"), got.Value("selected.total_is_capped"),
				got.Int("scheduled.total"), got.Value("scheduled.total_is_capped"))
			if text != want {
				t.Errorf("%s: got %s, want %s", body, text, want)
			}
		}
		s.Exec("UPDATE content SET published_at = ? WHERE id BETWEEN 111 AND 114", clock.Now().Add(-time.Hour))
		s.Exec("UPDATE content SET expires_at = ? WHERE id BETWEEN 111 AND 112", clock.Now().Add(time.Hour))
		got := editor.Post("content/selection", `{"filter": {}}`).Want(200)
		if got.Int("published.total") != 4 || got.Int("expiring.total") != 2 {
			t.Errorf("got %s, want 4 published and 2 expiring", got.Text)
		}
		for body, field := range map[string]string{
			`{}`: "content_ids", `{"filter": {"sort": "title"}}`: "filter.sort",
			`{"filter": {}, "keep_scheduled": true}`: "keep_scheduled", `{"content_ids": []}`: "content_ids",
			`{"content_ids": "all"}`: "content_ids", `{"filter": {"tag_id": "x"}}`: "filter.tag_id",
		} {
			editor.Post("content/selection", body).Refused(field)
		}
		s.Anyone().Post("content/selection", `{"filter": {}}`).Want(401)
	})
}

func TestContent_BulkByJob(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serveTargets(t, d, 5201) // one of them is in the trash
		s.Exec("UPDATE content SET published_at = ? WHERE id BETWEEN 200 AND 211", clock.Now().Add(time.Hour))
		editor := s.Editor()
		run := func(path string, body map[string]any) *kittest.Response {
			started := editor.Post(path, body).Want(202)
			s.RunJobs()
			return editor.Get(fmt.Sprintf("jobs/%d", started.Int("job"))).Want(200)
		}
		done := run("content/publish", map[string]any{"filter": map[string]any{}, "keep_scheduled": true})
		if done.String("item.state") != "done" || done.Int("item.added") != 5188 || done.Int("item.skipped") != 12 {
			t.Errorf("publish: got %s", done.Text)
		}
		if n := s.Count("SELECT count(*) FROM content WHERE admin_id = ? AND published_at <= ?", editor.UserID,
			clock.Now()); n != 5188 {
			t.Errorf("%d items were published by the editor, want 5188", n)
		}
		// Deleting is slow, so a job does it for fewer items: 1, 10 to 19, 100 to 199 and 1000 to 1999.
		done = run("content/delete", map[string]any{"filter": map[string]any{"query": "Item 1"}})
		if done.Int("item.added") != 1111 {
			t.Errorf("delete: got %s", done.Text)
		}
		if n := s.Count("SELECT count(*) FROM content WHERE deleted_at IS NULL"); n != 5200-1111 {
			t.Errorf("%d items are left", n)
		}
		n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'deleted' AND user_id = ?", editor.UserID)
		if n != 1111 {
			t.Errorf("%d audit entries, want 1111", n)
		}
	})
}

func TestContent_BulkDelete(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, editor := s.Admin(), s.Editor()
		linked := map[string]any{"tag_ids": []int{2}, "collection_ids": []int{2}}
		first, kept := create(admin, linked), create(admin, linked)
		image := createImage(s, admin, linked)
		done := editor.Post("content/delete", map[string]any{"content_ids": []int64{first, image}}).Want(200)
		if done.Int("deleted") != 2 || done.Int("skipped") != 0 {
			t.Errorf("got %s", done.Text)
		}
		if n := s.Count("SELECT " + schema.TagContentCount.Value(d.Engine) + " FROM tags WHERE id = 2"); n != 1 {
			t.Errorf("the subject area counts %d items, want 1", n)
		}
		entries := editor.Get("trash").Want(200)
		kinds := map[string]int64{}
		for i := range entries.Column("id") {
			at := fmt.Sprintf("items.%d.", i)
			kinds[entries.String(at+"kind")] = entries.Int(at + "record_id")
			if entries.Int(at+"deleted_by_id") != editor.UserID || entries.String(at+"name") == "" {
				t.Errorf("got %s", entries.Text)
			}
		}
		if kinds["content"] != first || kinds["image"] != image || len(kinds) != 2 {
			t.Errorf("the trash has %v", kinds)
		}
		t.Run("each item can be restored", func(t *testing.T) {
			for i := range entries.Column("id") {
				editor.Post(fmt.Sprintf("trash/%d/restore", entries.Int(fmt.Sprintf("items.%d.id", i))), nil).Want(204)
			}
			if n := s.Count("SELECT " + schema.TagContentCount.Value(d.Engine) + " FROM tags WHERE id = 2"); n != 3 {
				t.Errorf("the subject area counts %d items, want 3", n)
			}
			editor.Post("content/delete", map[string]any{"content_ids": []int64{first}}).Want(200)
			n := s.Count(`SELECT count(*) FROM content JOIN trash ON trash.id = content.trash_id
				WHERE content.id = ? AND trash.record_id = content.id`, first)
			if n != 1 {
				t.Error("an item that is deleted again has no entry")
			}
		})
		t.Run("changes nothing if one of them is in the trash", func(t *testing.T) {
			for _, path := range []string{"delete", "publish", "draft", "expire"} {
				editor.Post("content/"+path, map[string]any{"content_ids": []int64{kept, first}}).Refused("content_ids.1")
			}
			if n := s.Count("SELECT count(*) FROM content WHERE id = ? AND version = 1 AND deleted_at IS NULL", kept); n != 1 {
				t.Error("the other item was changed")
			}
		})
		t.Run("refuses what it does not understand", func(t *testing.T) {
			for _, path := range []string{"delete", "publish", "draft", "expire"} {
				editor.Post("content/"+path, `{"filter": {"sort": "title"}}`).Refused("filter.sort")
				editor.Post("content/"+path, `{"filter": {}, "more": 1}`).Refused("more")
				s.Anyone().Post("content/"+path, `{"filter": {}}`).Want(401)
			}
			editor.Post("content/publish", `{"filter": {}, "keep_scheduled": "yes"}`).Refused("keep_scheduled")
			editor.Post("content/expire", `{"filter": {}, "keep_scheduled": true}`).Refused("keep_scheduled")
		})
	})
}

func TestContent_BulkLinks(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serveTargets(t, d, 20)
		subjectareas.Mount(s.Kit)
		destinations.Mount(s.Kit)
		editor := s.Editor()
		for _, c := range []struct{ target, count string }{
			{"tags/2", "SELECT " + schema.TagContentCount.Value(d.Engine) + " FROM tags WHERE id = 2"},
			{"destinations/3", "SELECT " + schema.DestinationContentCount.Value(d.Engine) + " FROM destinations WHERE id = 3"},
		} {
			path := c.target + "/content"
			version := s.Count("SELECT version FROM content WHERE id = 100")
			first := editor.Post(path, map[string]any{"content_ids": []int{100, 101}}).Want(200)
			all := editor.Post(path, map[string]any{"filter": map[string]any{}}).Want(200)
			some := editor.Post(path+"/remove", map[string]any{"content_ids": []int{100, 102}}).Want(200)
			rest := editor.Post(path+"/remove", map[string]any{"filter": map[string]any{"type_id": 4}}).Want(200)
			none := editor.Post(path+"/remove", map[string]any{"content_ids": []int{100}}).Want(200)
			const want = `{"added":2,"skipped":0} {"added":17,"skipped":2} {"removed":2,"skipped":0} ` +
				`{"removed":9,"skipped":0} {"removed":0,"skipped":1} `
			got := ""
			for _, response := range []*kittest.Response{first, all, some, rest, none} {
				got += strings.TrimSpace(response.Text) + " "
			}
			if got != want {
				t.Errorf("%s: got %s, want %s", path, got, want)
			}
			if n := s.Count(c.count); n != 8 {
				t.Errorf("%s counts %d items, want 8", c.target, n)
			}
			if n := s.Count("SELECT version FROM content WHERE id = 100"); n != version+2 {
				t.Errorf("%s: item 100 has version %d, want %d", path, n, version+2)
			}
			editor.Put("content/100", map[string]any{"tag_ids": []int{3}, "version": version}).Want(409)
			editor.Post(path+"/remove", map[string]any{"content_ids": []int{103}}).Refused("content_ids.0")
			editor.Post(path+"/remove", map[string]any{"filter": map[string]any{"page": 1}}).Refused("filter.page")
			missing := strings.Split(path, "/")[0] + "/999/content"
			editor.Post(missing, map[string]any{"filter": map[string]any{}}).Want(404)
			editor.Post(missing+"/remove", map[string]any{"filter": map[string]any{}}).Want(404)
		}
		n := s.Count(`SELECT count(*) FROM audit_log
			WHERE action = 'removed from' AND kind = 'subject area' AND record_id = 2`)
		if n != 2 {
			t.Errorf("%d audit entries about removals, want 2", n)
		}
	})
}
