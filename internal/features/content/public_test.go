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
)

type object = map[string]any

// counter is where users hand content in. Partners are Coast (7) and Delta (8); Ana is of Coast, Mia of Delta, Tom an advisor, Dee deactivated,
// Eve of the staff.
type counter struct {
	*kittest.Server
	editor, coast, delta *kittest.Client
}

func openCounter(t *testing.T, d *db.DB) *counter {
	t.Helper()
	c := &counter{Server: kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		content.Mount(s.Kit)
		collections.Mount(s.Kit, kittest.Sites)
		dashboard.Mount(s.Kit, nil)
		content.MountPublic(s.Kit, s.Public)
		partnerapi.Mount(s.Kit, s.Public, partnerapi.Rules{
			Filters: content.PublicFilters(), Published: content.Published,
			AtDestination: content.AtDestination,
		})
	})}
	settle(c.Server)
	c.editor, c.coast, c.delta = c.Editor(), c.Partner(7, "Coast", "PCoast0000"), c.Partner(8, "Delta", "PDelta0000")
	for i, user := range []struct {
		uid     string
		partner any
	}{{"UAna000000", 7}, {"UMia000000", 8}, {"UTom000000", nil}, {"UDee000000", 7}, {"UEve000000", 1}} {
		c.User(int64(91+i), user.uid, user.partner)
	}
	c.Exec("UPDATE users SET deactivated_at = ? WHERE id = 94", clock.Now())
	c.Exec("UPDATE users SET internal = TRUE, staff_role = 'admin' WHERE id = 95")
	c.Exec("INSERT INTO libraries (id, name, name_key, partner_id, search_text, created_at, updated_at) VALUES (71, 'Coast', 'coast', 7, '', ?, ?)", clock.Now(), clock.Now())
	return c
}

const handIn = "/api/v1/content"

// found is what Ana found, with some fields changed.
func found(more object) object {
	one := object{"uid": "UAna000000", "title": "A day in Lisbon", "content_url": "https://blog.example/lisbon"}
	maps.Copy(one, more)
	return one
}

func TestAUserAddsContent(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		c := openCounter(t, d)
		made := c.coast.Post(handIn, found(object{
			"synopsis": "Up and *down*.", "type_id": 4, "language_ids": []int{1, 2},
			"tag_ids": []int{2},
		})).Want(201)
		id := made.Int("item.id")
		if !slices.Equal(made.Keys("item"), []string{"content_url", "id", "title"}) {
			t.Errorf("answered %s", made.Text)
		}
		item := c.editor.Get(fmt.Sprint("content/", id)).Want(200)
		for path, want := range map[string]any{
			"title": "A day in Lisbon", "content_url": "https://blog.example/lisbon", "synopsis": "Up and *down*.",
			"type_id": 4.0, "partner_id": 7.0, "block_type": "content", "status": "published", "libraries_count": 0.0,
			"created_by.id": 91.0, "admin": nil, "featured_image": nil, "author": "", "runtime": nil, "embed_code": "",
			"lead_in_override": false, "expires_at": nil, "tags.0.id": 2.0, "language_ids.1": 2.0, "collections_count": 0.0,
		} {
			if got := item.Value("item." + path); got != want {
				t.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		lead, err := db.Value[string](t.Context(), d.Read(), "SELECT lead_in FROM content_types WHERE id = 4")
		if err != nil || lead == "" || item.String("item.lead_in") != lead {
			t.Errorf("the lead-in is %q, the media type's %q: %v", item.String("item.lead_in"), lead, err)
		}
		for query, want := range map[string]int64{
			"SELECT count(*) FROM content WHERE by_user AND created_by_id = 91 AND admin_id IS NULL AND canonical_url = 'blog.example/lisbon'": 1,
			"SELECT count(*) FROM content_libraries": 0,
			"SELECT count(*) FROM audit_log":         1,
			"SELECT count(*) FROM audit_log WHERE action = 'created' AND kind = 'content' AND record_name = 'A day in Lisbon' AND user_id = 91 AND user_name = 'UAna000000, through Coast (API)'": 1,
		} {
			if got := c.Count(query); got != want {
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
		for _, client := range []*kittest.Client{c.coast, c.App(), c.delta} {
			if n := client.Get("/api/v1/search/content?query=lisbon").Want(200).Int("meta.total"); n != 0 {
				t.Errorf("a search finds %d", n)
			}
		}
		if list := c.editor.Get("dashboard/content-added-by-users").Want(200); list.Int("meta.total") != 1 ||
			list.Int("items.0.id") != id {
			t.Errorf("on the dashboard: %s", list.Text)
		}
		if n := c.editor.Get("content?query=lisbon").Want(200).Int("meta.total"); n != 1 {
			t.Errorf("the console finds %d", n)
		}
		c.Exec("INSERT INTO content_libraries (content_id, library_id) VALUES (?, 71)", id)
		if n := c.coast.Get("/api/v1/search/content?query=day+lisbon").Want(200).Int("meta.total"); n != 1 {
			t.Errorf("once staff put it into a library, a search finds %d", n)
		}
		if house := c.App().Post(handIn, found(object{"uid": "UTom000000"})).
			Want(201); c.Count("SELECT partner_id FROM content WHERE id = ?", house.Int("item.id")) != 1 {
			t.Error("an advisor's is not the house's")
		}
	})
}

// holdUp lets nobody add content until some wait to: whoever takes no turns has then seen that it is not there. SQLite has one writer anyway.
func (c *counter) holdUp(t *testing.T) (release func()) {
	t.Helper()
	if c.DB.Engine != db.Postgres {
		return func() {}
	}
	held, let := make(chan struct{}), make(chan struct{})
	go func() {
		err := c.DB.Write(context.Background(), func(tx *db.Tx) error {
			_, err := tx.Exec(context.Background(), "LOCK TABLE content IN EXCLUSIVE MODE") // reading goes on
			close(held)
			<-let
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}()
	<-held
	return func() {
		defer close(let)
		deadline := time.Now().Add(20 * time.Second)
		for c.Count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") < 5 {
			if time.Now().After(deadline) {
				t.Error("nobody waits")
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
}

func TestTheSameAddressOfAUserIsOneItem(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		c := openCounter(t, d)
		id := c.coast.Post(handIn, found(object{"content_url": "https://blog.example/caf\u00e9"})).Want(201).Int("item.id")
		for _, address := range []string{
			"https://blog.example/caf\u00e9", " https://blog.example/caf\u00e9 ",
			"http://www.BLOG.example/caf\u00e9/?utm_source=x#top", "https://blog.example/caf%C3%A9",
			"https://blog.example/cafe\u0301",
		} {
			if again := c.coast.Post(handIn,
				found(object{"content_url": address, "title": "Another title"})); again.Status != 200 ||
				again.Int("item.id") != id || again.String("item.title") != "A day in Lisbon" {
				t.Errorf("%q: %d %s", address, again.Status, again.Text)
			}
		}
		for name, one := range map[string]object{
			"another user":      {"uid": "UTom000000"},
			"another address":   {"content_url": "https://blog.example/cafe"},
			"another parameter": {"content_url": "https://blog.example/café?page=2"},
		} {
			if other := c.App().Post(handIn, found(one)); other.Status != 201 {
				t.Errorf("%s: %d %s", name, other.Status, other.Text)
			}
		}
		c.Exec("INSERT INTO content (title, title_key, content_url, canonical_url, type_id, partner_id, block_type, created_by_id, created_at, updated_at) VALUES ('Staff', 'staff', 'https://blog.example/staff', 'blog.example/staff', 2, 1, 'content', 91, ?, ?)", clock.Now(), clock.Now())
		c.coast.Post(handIn, found(object{"content_url": "https://blog.example/staff"})).
			Want(201) // what is no user's is not theirs
		c.Exec("UPDATE content SET deleted_at = ? WHERE id = ?", clock.Now(), id)
		if again := c.coast.Post(handIn, found(object{"content_url": "https://blog.example/caf\u00e9"})).
			Want(201); again.Int("item.id") == id {
			t.Error("what is in the trash came back")
		}
		// Eight that are made to meet leave connections for who looks on; twenty come as they come.
		for _, times := range []int{8, 20} {
			told := c.Count("SELECT count(*) FROM audit_log")
			var lock sync.Mutex
			statuses, ids := map[int]int{}, map[int64]bool{}
			if times == 8 {
				go c.holdUp(t)()
			}
			kittest.AtOnce(times, func(int) {
				answer := c.coast.Post(handIn, found(object{"content_url": fmt.Sprint("https://blog.example/at-once/", times)}))
				lock.Lock()
				defer lock.Unlock()
				if statuses[answer.Status]++; answer.Status > 201 {
					t.Errorf("%d %s", answer.Status, answer.Text)
					return
				}
				ids[answer.Int("item.id")] = true
			})
			if told = c.Count("SELECT count(*) FROM audit_log") - told; statuses[201] != 1 || statuses[200] != times-1 ||
				len(ids) != 1 || told != 1 {
				t.Errorf("%d at the same moment: %v, %v, told %d times", times, statuses, ids, told)
			}
		}
	})
}

func TestContentThatUsersMayNotAdd(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		c := openCounter(t, d)
		picture := c.Picture()
		for name, one := range map[string]struct {
			more  object
			wrong []string
		}{
			"nobody":                  {object{"uid": nil}, []string{"uid"}},
			"somebody unknown":        {object{"uid": "nobody"}, []string{"uid"}},
			"another partner's user":  {object{"uid": "UMia000000"}, []string{"uid"}},
			"an advisor":              {object{"uid": "UTom000000"}, []string{"uid"}},
			"a deactivated user":      {object{"uid": "UDee000000"}, []string{"uid"}},
			"one of the staff":        {object{"uid": "UEve000000"}, []string{"uid"}},
			"no address":              {object{"content_url": nil}, []string{"content_url"}},
			"an empty address":        {object{"content_url": " "}, []string{"content_url"}},
			"javascript":              {object{"content_url": "javascript:alert(1)"}, []string{"content_url"}},
			"data":                    {object{"content_url": "data:text/html,x"}, []string{"content_url"}},
			"a file":                  {object{"content_url": "file:///etc/passwd"}, []string{"content_url"}},
			"no scheme":               {object{"content_url": "blog.example/a"}, []string{"content_url"}},
			"a password in it":        {object{"content_url": "https://ana:secret@blog.example/"}, []string{"content_url"}},
			"a word":                  {object{"content_url": "lisbon"}, []string{"content_url"}},
			"a number for an address": {object{"content_url": 5}, []string{"content_url"}},
			"a long address": {
				object{"content_url": "https://blog.example/" + strings.Repeat("x", 2000)},
				[]string{"content_url"},
			},
			"a zero byte in it":        {object{"content_url": "https://blog.example/\x00"}, []string{"content_url"}},
			"no title":                 {object{"title": ""}, []string{"title"}},
			"a long title":             {object{"title": strings.Repeat("x", 256)}, []string{"title"}},
			"a list for a title":       {object{"title": []string{"x"}}, []string{"title"}},
			"a zero byte in the title": {object{"title": "a\x00b"}, []string{"title"}},
			"a long synopsis":          {object{"synopsis": strings.Repeat("x", 20_001)}, []string{"synopsis"}},
			"an unknown type":          {object{"type_id": 999}, []string{"type_id"}},
			"no type":                  {object{"type_id": nil}, []string{"type_id"}},
			"a word for a type":        {object{"type_id": "video"}, []string{"type_id"}},
			"an unknown language":      {object{"language_ids": []int{1, 99_999}}, []string{"language_ids.1"}},
			"an unknown tag":           {object{"tag_ids": []int{99_999}}, []string{"tag_ids.0"}},
			"a picture":                {object{"featured_image": object{"id": picture}}, []string{"featured_image"}},
			"a picture from elsewhere": {
				object{"featured_image": object{"url": "http://127.0.0.1/x.png"}},
				[]string{"featured_image"},
			},
			"an image":  {object{"block_type": "image"}, []string{"block_type"}},
			"a library": {object{"library_ids": []int{71}}, []string{"library_ids"}},
			"a partner": {object{"partner_id": 8}, []string{"partner_id"}},
			"dates": {
				object{"published_at": nil, "expires_at": "2999-01-01"},
				[]string{"expires_at", "published_at"},
			},
			"step five": {
				object{"publisher_ids": []int{2}, "subtitle_ids": []int{1}},
				[]string{"publisher_ids", "subtitle_ids"},
			},
			"step six": {object{
				"lead_in": "x", "lead_in_override": true, "embed_code": "<script>",
				"embed_code_override": true, "embed_classes": "",
			}, []string{
				"embed_classes", "embed_code", "embed_code_override",
				"lead_in", "lead_in_override",
			}},
			"collections and destinations": {
				object{"collection_ids": []int{2}, "destination_ids": []int{2}},
				[]string{"collection_ids", "destination_ids"},
			},
			"who made it": {
				object{"created_by_id": 95, "admin_id": 95, "by_user": false, "id": 5},
				[]string{"admin_id", "by_user", "created_by_id", "id"},
			},
			"an author": {object{"author": "Ana", "runtime": 5, "depth_id": 3}, []string{
				"author", "depth_id",
				"runtime",
			}},
		} {
			if answer := c.coast.Post(handIn, found(one.more)); answer.Status != 422 || !slices.Equal(answer.Keys("errors"),
				one.wrong) {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Text)
			}
		}
		c.Page("Coast").Post(handIn, found(nil)).Want(403)
		c.Anyone().Post(handIn, found(nil)).Want(401)
		for _, body := range []string{"", "[]", "{", "null"} {
			c.coast.Post(handIn, body).Want(400)
		}
		c.App().Post(handIn, found(object{"uid": "UEve000000"})).Refused("uid")
		if n := c.Count("SELECT count(*) FROM content") + c.Count("SELECT count(*) FROM audit_log"); n != 0 {
			t.Errorf("%d rows were written", n)
		}
		c.Logged()
		if n := c.Leaks(); n != 0 {
			t.Errorf("%d secrets are told", n)
		}
	})
}
