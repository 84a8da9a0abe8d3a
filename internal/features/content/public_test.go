package content_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/features/collections"
	"waymark/internal/features/content"
	"waymark/internal/features/dashboard"
	"waymark/internal/features/partnerapi"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/changes"
)

type object = map[string]any

// publicFixture is a server with the public API. Its partners are Coast (7) and Delta (8). Ana belongs to Coast, Mia
// to Delta. Tom is an advisor, Dee is deactivated, and Eve is staff.
type publicFixture struct {
	*kittest.Server
	editor, coast, delta *kittest.Client
}

func newPublicFixture(t *testing.T, d *db.DB) *publicFixture {
	t.Helper()
	f := &publicFixture{Server: kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		content.Mount(s.Kit)
		collections.Mount(s.Kit, kittest.Sites)
		dashboard.Mount(s.Kit, nil)
		content.MountPublic(s.Kit, s.Public)
		partnerapi.Mount(s.Kit, s.Public, &changes.Watcher{DB: d}, partnerapi.Rules{
			Filters: content.PublicFilters(), Published: content.Published, AtDestination: content.AtDestination,
		})
	})}
	seed(f.Server)
	f.editor, f.coast, f.delta = f.Editor(), f.Partner(7, "Coast", "PCoast0000"), f.Partner(8, "Delta", "PDelta0000")
	for i, user := range []struct {
		uid     string
		partner any
	}{{"UAna000000", 7}, {"UMia000000", 8}, {"UTom000000", nil}, {"UDee000000", 7}, {"UEve000000", 1}} {
		f.User(int64(91+i), user.uid, user.partner)
	}
	f.Exec("UPDATE users SET deactivated_at = ? WHERE id = 94", clock.Now())
	f.Exec("UPDATE users SET internal = TRUE, staff_role = 'admin' WHERE id = 95")
	f.Exec(`INSERT INTO libraries (id, name, name_key, partner_id, search_text, created_at, updated_at)
		VALUES (71, 'Coast', 'coast', 7, '', ?, ?)`, clock.Now(), clock.Now())
	return f
}

const contentPath = "/api/v1/content"

// body returns a request body of Ana with the given fields changed.
func body(more object) object {
	fields := object{"uid": "UAna000000", "title": "A day in Lisbon", "content_url": "https://blog.example/lisbon"}
	maps.Copy(fields, more)
	return fields
}

func TestCreateContentAsUser(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newPublicFixture(t, d)
		created := f.coast.Post(contentPath, body(object{
			"synopsis": "Up and *down*.", "type_id": 4, "language_ids": []int{1, 2}, "tag_ids": []int{2},
		})).Want(201)
		id := created.Int("item.id")
		if !slices.Equal(created.Keys("item"), []string{"content_url", "id", "title"}) {
			t.Errorf("response: got %s", created.Text)
		}
		item := f.editor.Get(fmt.Sprint("content/", id)).Want(200)
		for path, want := range map[string]any{
			"title": "A day in Lisbon", "content_url": "https://blog.example/lisbon", "synopsis": "Up and *down*.",
			"type_id": 4.0, "partner_id": 7.0, "block_type": "content", "status": "published", "libraries_count": 0.0,
			"created_by.id": 91.0, "admin": nil, "featured_image": nil, "author": "", "runtime": nil, "embed_code": "",
			"lead_in_override": false, "expires_at": nil, "tags.0.id": 2.0, "language_ids.1": 2.0, "collections_count": 0.0,
		} {
			if got := item.Value("item." + path); got != want {
				t.Errorf("%s: got %v, want %v", path, got, want)
			}
		}
		lead, err := db.Value[string](t.Context(), d.Read(), "SELECT lead_in FROM content_types WHERE id = 4")
		if err != nil || lead == "" || item.String("item.lead_in") != lead {
			t.Errorf("lead-in: got %q, want that of the media type %q: %v", item.String("item.lead_in"), lead, err)
		}
		for query, want := range map[string]int64{
			`SELECT count(*) FROM content
				WHERE by_user AND created_by_id = 91 AND admin_id IS NULL AND canonical_url = 'blog.example/lisbon'`: 1,
			"SELECT count(*) FROM content_libraries": 0,
			"SELECT count(*) FROM audit_log":         1,
			`SELECT count(*) FROM audit_log
				WHERE action = 'created' AND kind = 'content' AND record_name = 'A day in Lisbon'
					AND user_id = 91 AND user_name = 'UAna000000, through Coast (API)'`: 1,
		} {
			if got := f.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
		for _, client := range []*kittest.Client{f.coast, f.App(), f.delta} {
			if n := client.Get("/api/v1/search/content?query=lisbon").Want(200).Int("meta.total"); n != 0 {
				t.Errorf("public search: got %d items, want 0", n)
			}
		}
		list := f.editor.Get("dashboard/content-added-by-users").Want(200)
		if list.Int("meta.total") != 1 || list.Int("items.0.id") != id {
			t.Errorf("dashboard: got %s", list.Text)
		}
		if n := f.editor.Get("content?query=lisbon").Want(200).Int("meta.total"); n != 1 {
			t.Errorf("search in the console: got %d items, want 1", n)
		}
		f.Exec("INSERT INTO content_libraries (content_id, library_id) VALUES (?, 71)", id)
		if n := f.coast.Get("/api/v1/search/content?query=day+lisbon").Want(200).Int("meta.total"); n != 1 {
			t.Errorf("public search after staff added it to a library: got %d items, want 1", n)
		}
		byAdvisor := f.App().Post(contentPath, body(object{"uid": "UTom000000"})).Want(201)
		if n := f.Count("SELECT partner_id FROM content WHERE id = ?", byAdvisor.Int("item.id")); n != 1 {
			t.Errorf("partner of an advisor's content: got %d, want 1", n)
		}
	})
}

// lockContent blocks inserts into content until several requests wait for the lock. Requests that do not take turns
// have by then all found that the item does not exist. SQLite has a single writer anyway.
func (f *publicFixture) lockContent(t *testing.T) (release func()) {
	t.Helper()
	if f.DB.Engine != db.Postgres {
		return func() {}
	}
	locked, unlock := make(chan struct{}), make(chan struct{})
	go func() {
		err := f.DB.Write(context.Background(), func(tx *db.Tx) error {
			// This lock mode still allows reads.
			_, err := tx.Exec(context.Background(), "LOCK TABLE content IN EXCLUSIVE MODE")
			close(locked)
			<-unlock
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}()
	<-locked
	return func() {
		defer close(unlock)
		deadline := time.Now().Add(20 * time.Second)
		waiting := `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`
		for f.Count(waiting) < 5 {
			if time.Now().After(deadline) {
				t.Error("no transaction waits for the lock")
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
}

func TestCreateContentAsUser_SameURL(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newPublicFixture(t, d)
		first := body(object{"content_url": "https://blog.example/caf\u00e9"})
		id := f.coast.Post(contentPath, first).Want(201).Int("item.id")
		for _, address := range []string{
			"https://blog.example/caf\u00e9", " https://blog.example/caf\u00e9 ",
			"http://www.BLOG.example/caf\u00e9/?utm_source=x#top", "https://blog.example/caf%C3%A9",
			"https://blog.example/cafe\u0301",
		} {
			again := f.coast.Post(contentPath, body(object{"content_url": address, "title": "Another title"}))
			if again.Status != 200 || again.Int("item.id") != id || again.String("item.title") != "A day in Lisbon" {
				t.Errorf("%q: got %d %s", address, again.Status, again.Text)
			}
		}
		for name, more := range map[string]object{
			"another user":      {"uid": "UTom000000"},
			"another address":   {"content_url": "https://blog.example/cafe"},
			"another parameter": {"content_url": "https://blog.example/café?page=2"},
		} {
			if other := f.App().Post(contentPath, body(more)); other.Status != 201 {
				t.Errorf("%s: got %d %s", name, other.Status, other.Text)
			}
		}
		f.Exec(`INSERT INTO content (title, title_key, content_url, canonical_url, type_id, partner_id, block_type,
				created_by_id, created_at, updated_at)
			VALUES ('Staff', 'staff', 'https://blog.example/staff', 'blog.example/staff', 2, 1, 'content', 91, ?, ?)`,
			clock.Now(), clock.Now())
		// Only items created by the user through the API count as existing.
		f.coast.Post(contentPath, body(object{"content_url": "https://blog.example/staff"})).Want(201)
		f.Exec("UPDATE content SET deleted_at = ? WHERE id = ?", clock.Now(), id)
		again := f.coast.Post(contentPath, body(object{"content_url": "https://blog.example/caf\u00e9"})).Want(201)
		if again.Int("item.id") == id {
			t.Error("an item in the trash was returned")
		}
		// The eight requests are forced to run at the same time, which leaves connections for the observer. The twenty
		// are not synchronised.
		for _, times := range []int{8, 20} {
			before := f.Count("SELECT count(*) FROM audit_log")
			var lock sync.Mutex
			statuses, ids := map[int]int{}, map[int64]bool{}
			if times == 8 {
				go f.lockContent(t)()
			}
			kittest.Concurrently(times, func(int) {
				address := fmt.Sprint("https://blog.example/at-once/", times)
				response := f.coast.Post(contentPath, body(object{"content_url": address}))
				lock.Lock()
				defer lock.Unlock()
				if statuses[response.Status]++; response.Status > 201 {
					t.Errorf("got %d %s", response.Status, response.Text)
					return
				}
				ids[response.Int("item.id")] = true
			})
			audited := f.Count("SELECT count(*) FROM audit_log") - before
			if statuses[201] != 1 || statuses[200] != times-1 || len(ids) != 1 || audited != 1 {
				t.Errorf("%d concurrent requests: got %v, %v, %d audit entries", times, statuses, ids, audited)
			}
		}
	})
}

func TestCreateContentAsUser_InvalidRequests(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newPublicFixture(t, d)
		picture := f.Picture()
		for name, test := range map[string]struct {
			more  object
			wrong []string
		}{
			"no user":                 {object{"uid": nil}, []string{"uid"}},
			"unknown user":            {object{"uid": "nobody"}, []string{"uid"}},
			"user of another partner": {object{"uid": "UMia000000"}, []string{"uid"}},
			"advisor":                 {object{"uid": "UTom000000"}, []string{"uid"}},
			"deactivated user":        {object{"uid": "UDee000000"}, []string{"uid"}},
			"staff user":              {object{"uid": "UEve000000"}, []string{"uid"}},
			"no URL":                  {object{"content_url": nil}, []string{"content_url"}},
			"empty URL":               {object{"content_url": " "}, []string{"content_url"}},
			"javascript":              {object{"content_url": "javascript:alert(1)"}, []string{"content_url"}},
			"data":                    {object{"content_url": "data:text/html,x"}, []string{"content_url"}},
			"file":                    {object{"content_url": "file:///etc/passwd"}, []string{"content_url"}},
			"no scheme":               {object{"content_url": "//blog.example/a"}, []string{"content_url"}},
			"password in the URL":     {object{"content_url": "https://ana:secret@blog.example/"}, []string{"content_url"}},
			"not a URL":               {object{"content_url": "lisbon"}, []string{"content_url"}},
			"number as URL":           {object{"content_url": 5}, []string{"content_url"}},
			"long URL": {
				object{"content_url": "https://blog.example/" + strings.Repeat("x", 2000)},
				[]string{"content_url"},
			},
			"zero byte in the URL":   {object{"content_url": "https://blog.example/\x00"}, []string{"content_url"}},
			"no title":               {object{"title": ""}, []string{"title"}},
			"long title":             {object{"title": strings.Repeat("x", 256)}, []string{"title"}},
			"list as title":          {object{"title": []string{"x"}}, []string{"title"}},
			"zero byte in the title": {object{"title": "a\x00b"}, []string{"title"}},
			"long synopsis":          {object{"synopsis": strings.Repeat("x", 20_001)}, []string{"synopsis"}},
			"unknown type":           {object{"type_id": 999}, []string{"type_id"}},
			"no type":                {object{"type_id": nil}, []string{"type_id"}},
			"text as type":           {object{"type_id": "video"}, []string{"type_id"}},
			"unknown language":       {object{"language_ids": []int{1, 99_999}}, []string{"language_ids.1"}},
			"unknown tag":            {object{"tag_ids": []int{99_999}}, []string{"tag_ids.0"}},
			"picture":                {object{"featured_image": object{"id": picture}}, []string{"featured_image"}},
			"picture by URL": {
				object{"featured_image": object{"url": "http://127.0.0.1/x.png"}},
				[]string{"featured_image"},
			},
			"image":   {object{"block_type": "image"}, []string{"block_type"}},
			"library": {object{"library_ids": []int{71}}, []string{"library_ids"}},
			"partner": {object{"partner_id": 8}, []string{"partner_id"}},
			"dates": {
				object{"published_at": nil, "expires_at": "2999-01-01"},
				[]string{"expires_at", "published_at"},
			},
			"step five": {
				object{"publisher_ids": []int{2}, "subtitle_ids": []int{1}},
				[]string{"publisher_ids", "subtitle_ids"},
			},
			"step six": {
				object{
					"lead_in": "x", "lead_in_override": true, "embed_code": "<script>", "embed_code_override": true,
					"embed_classes": "",
				},
				[]string{"embed_classes", "embed_code", "embed_code_override", "lead_in", "lead_in_override"},
			},
			"collections and destinations": {
				object{"collection_ids": []int{2}, "destination_ids": []int{2}},
				[]string{"collection_ids", "destination_ids"},
			},
			"creator": {
				object{"created_by_id": 95, "admin_id": 95, "by_user": false, "id": 5},
				[]string{"admin_id", "by_user", "created_by_id", "id"},
			},
			"author": {
				object{"author": "Ana", "runtime": 5, "depth_id": 3},
				[]string{"author", "depth_id", "runtime"},
			},
		} {
			response := f.coast.Post(contentPath, body(test.more))
			if response.Status != 422 || !slices.Equal(response.Keys("errors"), test.wrong) {
				t.Errorf("%s: got %d %s", name, response.Status, response.Text)
			}
		}
		f.Page("Coast").Post(contentPath, body(nil)).Want(403)
		f.Anyone().Post(contentPath, body(nil)).Want(401)
		for _, malformed := range []string{"", "[]", "{", "null"} {
			f.coast.Post(contentPath, malformed).Want(400)
		}
		f.App().Post(contentPath, body(object{"uid": "UEve000000"})).Refused("uid")
		if n := f.Count("SELECT count(*) FROM content") + f.Count("SELECT count(*) FROM audit_log"); n != 0 {
			t.Errorf("refused requests wrote %d rows", n)
		}
		f.CloseLog()
		if n := f.Leaks(); n != 0 {
			t.Errorf("%d secrets leaked into the log", n)
		}
	})
}
