package content_test

import (
	"fmt"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestContent_Status(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, now := s.Admin(), clock.Now()
		past, ahead := now.Add(-time.Hour).Format(time.RFC3339), now.Add(time.Hour).Format(time.RFC3339)
		for _, c := range []struct {
			published, expires any
			want               string
		}{
			{nil, nil, "draft"},
			{past, nil, "published"},
			{ahead, nil, "scheduled"},
			{past, ahead, "published"},
			{past, past, "expired"},
			{ahead, past, "expired"},
			{nil, past, "expired"},
			{nil, ahead, "draft"},
			{ahead, ahead, "scheduled"},
		} {
			dates := map[string]any{"published_at": c.published, "expires_at": c.expires}
			created := admin.Post("content", article(dates)).Want(201)
			if got := created.String("item.status"); got != c.want {
				t.Errorf("published %v, expires %v: got %s, want %s", c.published, c.expires, got, c.want)
			}
			listed := admin.Get("content?published=" + c.want).Want(200)
			if listed.Int("items.0.id") != created.Int("item.id") || listed.String("items.0.status") != c.want {
				t.Errorf("the list of %s items does not start with the item: %v", c.want, listed.Column("id"))
			}
		}
		for state, want := range map[string]int64{"all": 9, "draft": 2, "scheduled": 2, "published": 2, "expired": 3} {
			if got := admin.Get("content?published=" + state).Want(200).Int("meta.total"); got != want {
				t.Errorf("%s: got %d items, want %d", state, got, want)
			}
		}
		admin.Get("content?published=gone").Refused("published")
	})
}

func TestContent_StatusChangesWithTime(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		const phase = 4 * time.Second // long enough for the requests of a phase on a busy machine
		at := clock.Now().Add(phase)
		created := admin.Post("content", article(map[string]any{
			"published_at": at.Format(time.RFC3339Nano),
			"expires_at":   at.Add(phase).Format(time.RFC3339Nano),
		})).Want(201)
		audited := s.Count("SELECT count(*) FROM audit_log")
		for _, step := range []struct {
			until time.Time
			want  string
		}{{time.Time{}, "scheduled"}, {at, "published"}, {at.Add(phase), "expired"}} {
			time.Sleep(time.Until(step.until))
			item := admin.Get(fmt.Sprintf("content/%d", created.Int("item.id"))).Want(200)
			if got := item.String("item.status"); got != step.want || item.Int("item.version") != 1 {
				t.Errorf("got %s in version %d, want %s in version 1", got, item.Int("item.version"), step.want)
			}
			if got := admin.Get("content?published=" + step.want).Want(200).Int("meta.total"); got != 1 {
				t.Errorf("got %d items listed as %s, want 1", got, step.want)
			}
		}
		if n := s.Count("SELECT count(*) FROM audit_log"); n != audited {
			t.Error("a status change by time wrote an audit entry")
		}
	})
}

func TestContent_ChangeStatus(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, editor, now := s.Admin(), s.Editor(), clock.Now()
		past, ahead := now.Add(-time.Hour).Truncate(time.Second), now.Add(time.Hour).Truncate(time.Second)
		describe := func(moment any) string {
			switch text, _ := moment.(string); {
			case moment == nil:
				return "none"
			case text == past.Format(time.RFC3339):
				return "past"
			case text == ahead.Format(time.RFC3339):
				return "ahead"
			}
			return "now"
		}
		for _, c := range []struct {
			published, expires *time.Time
			to, want           string
		}{
			{nil, nil, "published", "published now none"},
			{&ahead, nil, "published", "published now none"},
			{&past, nil, "published", "published past none"},
			{&past, &past, "published", "published past none"},
			{&past, &ahead, "published", "published past ahead"},
			{&past, &ahead, "expired", "expired past now"},
			{nil, nil, "expired", "expired none now"},
			{&past, &past, "expired", "expired past past"},
			{&past, &past, "draft", "draft none none"},
			{&past, &ahead, "draft", "draft none ahead"},
			{&ahead, nil, "draft", "draft none none"},
		} {
			id := create(admin, map[string]any{"published_at": c.published, "expires_at": c.expires})
			s.Exec("UPDATE content SET admin_id = NULL WHERE id = ?", id)
			path := fmt.Sprintf("content/%d", id)
			response := editor.Put(path+"/status", map[string]any{"status": c.to}).Want(200)
			got := fmt.Sprintf("%s %s %s", response.String("status"), describe(response.Value("published_at")),
				describe(response.Value("expires_at")))
			if got != c.want {
				t.Errorf("published %v, expires %v, to %s: got %s, want %s", c.published, c.expires, c.to, got, c.want)
			}
			item := admin.Get(path).Want(200)
			if item.String("item.status") != c.to || item.Value("item.published_at") != response.Value("published_at") ||
				item.Int("item.version") != response.Int("version") {
				t.Errorf("item %s differs from the response %s", item.Text, response.Text)
			}
			byEditor := item.Value("item.admin") != nil && item.Int("item.admin.id") == editor.UserID
			newlyPublished := c.to == "published" && (c.published == nil || c.published.After(now))
			if byEditor != newlyPublished {
				t.Errorf("published %v, to %s: published by %v", c.published, c.to, item.Value("item.admin"))
			}
		}
		id := create(admin, nil)
		path := fmt.Sprintf("content/%d/status", id)
		for _, wrong := range []any{"scheduled", "", "gone", 5, nil} {
			admin.Put(path, map[string]any{"status": wrong}).Refused("status")
		}
		admin.Put(path, map[string]any{"status": "draft", "title": "x"}).Refused("title")
		admin.Put(path, map[string]any{"status": "draft", "version": 99}).Want(409)
		admin.Put("content/999/status", map[string]any{"status": "draft"}).Want(404)
		s.Anyone().Put(path, map[string]any{"status": "draft"}).Want(401)
		if n := s.Count("SELECT count(*) FROM audit_log WHERE record_id = ? AND action = 'updated'", id); n != 0 {
			t.Errorf("refused requests wrote %d audit entries", n)
		}
	})
}

func TestContent_ChangeFeaturedImage(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		editor := s.Editor()
		id, first, second := create(editor, nil), s.Picture(), s.Picture()
		path := fmt.Sprintf("content/%d/featured-image", id)
		for _, image := range []int64{first, second} {
			response := editor.Put(path, map[string]any{"featured_image": map[string]any{"id": image}}).Want(200)
			if response.Int("featured_image.id") != image || response.Int("featured_image.width") != 30 {
				t.Errorf("got %s", response.Text)
			}
		}
		if n := s.Count("SELECT count(*) FROM uploads WHERE claimed_at IS NULL AND id = ?", first); n != 1 {
			t.Error("the first picture is still claimed")
		}
		for _, wrong := range []any{map[string]any{"id": 999}, "x", map[string]any{"url": "http://127.0.0.1:1/x.png"}} {
			editor.Put(path, map[string]any{"featured_image": wrong}).Refused("featured_image")
		}
		editor.Put(path, map[string]any{}).Refused("featured_image")
		editor.Put(path, map[string]any{"featured_image": nil, "title": "x"}).Refused("title")
		editor.Put(path, map[string]any{"featured_image": nil, "version": 1}).Want(409)
		editor.Put("content/999/featured-image", map[string]any{"featured_image": nil}).Want(404)
		removed := editor.Put(path, map[string]any{"featured_image": nil}).Want(200)
		if removed.Value("featured_image") != nil {
			t.Errorf("got %s", removed.Text)
		}
		t.Run("is required for images", func(t *testing.T) {
			path := fmt.Sprintf("content/%d/featured-image", createImage(s, editor, nil))
			editor.Put(path, map[string]any{"featured_image": nil}).Refused("featured_image")
			editor.Put(path, map[string]any{"featured_image": map[string]any{"id": first}}).Want(200)
		})
	})
}
