package calendar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/calendar"
	"waymark/internal/features/collections"
	"waymark/internal/features/content"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
)

func serve(t *testing.T, d *db.DB) (*kittest.Server, *kittest.Client) {
	t.Helper()
	s := kittest.Serve(t, d, kittest.Resources(func(kit resource.Kit) {
		content.Mount(kit)
		collections.Mount(kit, kittest.Sites)
		kit.Zone, _ = time.LoadLocation("Europe/Berlin")
		calendar.Mount(kit)
	}))
	return s, s.Admin()
}

// event returns an event as text: kind, name, what happens, and the time in UTC.
func event(r *kittest.Response, path string) string {
	at := func(field string) string { return r.String(path + "." + field) }
	return fmt.Sprintf("%s %s: %s (%s) %s", at("kind"), at("name"), at("event"), at("field"), at("at"))
}

func seed(s *kittest.Server, admin *kittest.Client) {
	article := func(title string, more map[string]any) {
		object := map[string]any{"title": title, "content_url": "https://example.com/" + title, "type_id": 2}
		for name, value := range more {
			object[name] = value
		}
		admin.Post("content", object).Want(201)
	}
	article("Porto", map[string]any{"published_at": "2031-03-10T09:00:00Z", "expires_at": "2031-03-20T12:00:00Z"})
	article("Lisbon", map[string]any{"published_at": "2031-03-10T23:30:00Z"})
	article("Faro", map[string]any{"published_at": "2031-03-10T09:00:00Z", "type_id": 4, "library_ids": []int64{}})
	admin.Post("images", map[string]any{
		"title": "Douro", "featured_image": map[string]any{"id": s.Picture()}, "published_at": "2031-03-11T10:00:00Z",
	}).Want(201)
	admin.Post("collections", map[string]any{
		"name": "Portugal", "partner_id": 1, "inspires_publish_at": "2031-03-10T09:00:00Z",
		"inspires_feature_at": "2031-03-12T09:00:00Z", "expires_at": "2031-03-20T12:00:00Z",
	}).Want(201)
}

func TestCalendar(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, admin := serve(t, d)
		seed(s, admin)
		gone := admin.Post("collections", map[string]any{
			"name": "Gone", "partner_id": 1, "expires_at": "2031-03-20T12:00:00Z",
		}).Want(201).Int("item.id")
		admin.Delete(fmt.Sprintf("collections/%d", gone)).Want(204)

		const month = "from=2031-03-01&to=2031-03-31"
		for _, c := range []struct{ query, want string }{
			{
				month + "",
				`2031-03-10 3: content Porto: publish (published_at) 2031-03-10T09:00:00Z
content Faro: publish (published_at) 2031-03-10T09:00:00Z
collection Portugal: publish (inspires_publish_at) 2031-03-10T09:00:00Z
2031-03-11 2: content Lisbon: publish (published_at) 2031-03-10T23:30:00Z
image Douro: publish (published_at) 2031-03-11T10:00:00Z
2031-03-12 1: collection Portugal: feature (inspires_feature_at) 2031-03-12T09:00:00Z
2031-03-20 2: content Porto: expire (expires_at) 2031-03-20T12:00:00Z
collection Portugal: expire (expires_at) 2031-03-20T12:00:00Z`,
			},
			{
				"from=2031-03-11&to=2031-03-11",
				`2031-03-11 2: content Lisbon: publish (published_at) 2031-03-10T23:30:00Z
image Douro: publish (published_at) 2031-03-11T10:00:00Z`,
			},
			{
				month + "&kind=collection&event=feature,expire",
				`2031-03-12 1: collection Portugal: feature (inspires_feature_at) 2031-03-12T09:00:00Z
2031-03-20 1: collection Portugal: expire (expires_at) 2031-03-20T12:00:00Z`,
			},
			{
				month + "&kind=image,collection&event=publish&library_id=1",
				"2031-03-11 1: image Douro: publish (published_at) 2031-03-11T10:00:00Z",
			},
			{month + "&type_id=4", `2031-03-10 1: content Faro: publish (published_at) 2031-03-10T09:00:00Z`},
			{month + "&partner_id=99", ""},
		} {
			got := admin.Get("calendar?" + c.query).Want(200)
			lines := []string{}
			for i := range got.Column("day") {
				day := fmt.Sprintf("items.%d", i)
				line := fmt.Sprintf("%s %d: ", got.String(day+".day"), got.Int(day+".total"))
				for j := range len(got.Value(day + ".events").([]any)) {
					lines = append(lines, line+event(got, fmt.Sprintf("%s.events.%d", day, j)))
					line = ""
				}
			}
			if text := strings.Join(lines, "\n"); text != c.want {
				t.Errorf("%s: got\n%s\nwant\n%s", c.query, text, c.want)
			}
		}
	})
}

// TestCalendar_Many has more events on a day than the month shows, and more than a page of the agenda.
func TestCalendar_Many(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, admin := serve(t, d)
		seed(s, admin)
		s.Exec(`INSERT INTO content (title, title_key, content_url, block_type, type_id, partner_id, published_at, expires_at,
				search_text, created_at, updated_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
			SELECT 'Many', 'many', '', 'content', 2, 1, published_at, published_at, '', created_at, updated_at
			FROM content, n WHERE title = 'Porto'`)
		const period = "from=2031-03-10&to=2031-03-20"
		month := admin.Get("calendar?" + period).Want(200)
		shown, total := len(month.Value("items.0.events").([]any)), month.Int("items.0.total")
		capped := month.Value("items.0.total_is_capped")
		if shown != 4 || total != 61 || capped != true { // 30 of each kind of content are counted, and a collection
			t.Errorf("got %d events of %d, capped: %v", shown, total, capped)
		}

		seen, pages := []string{}, 0
		for after := ""; ; pages++ {
			page := admin.Get("calendar/events?" + period + "&after=" + after).Want(200)
			for i := range page.Column("id") {
				row := fmt.Sprintf("items.%d", i)
				seen = append(seen, fmt.Sprintf("%s %d %s %s", page.String(row+".at"), page.Int(row+".id"),
					page.String(row+".kind"), page.String(row+".event")))
			}
			if after = page.String("next"); after == "" {
				break
			}
		}
		times := func(text string) string { return text[:20] }
		sorted := slices.IsSortedFunc(seen, func(a, b string) int { return strings.Compare(times(a), times(b)) })
		slices.Sort(seen)
		distinct := slices.Compact(slices.Clone(seen))
		if len(distinct) != len(seen) || len(seen) != 248 || pages != 4 || !sorted {
			t.Errorf("got %d events (%d of them distinct) in %d more pages, sorted: %v", len(seen), len(distinct), pages, sorted)
		}
	})
}

func TestCalendar_Parameters(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, _ := serve(t, d)
		editor := s.Editor()
		editor.Get("calendar").Refused("from")
		editor.Get("calendar?from=2031-03-01").Refused("to")
		editor.Get("calendar?from=2031-03-01&to=2031-02-28").Refused("to")
		editor.Get("calendar?from=2031-03-01&to=2031-05-02").Refused("to")
		editor.Get("calendar?from=2031-03-01&to=2031-05-01").Want(200)
		editor.Get("calendar?from=9999-12-31&to=9999-12-31").Want(200)
		for field, value := range map[string]string{
			"kind": "page", "event": "publish,moved", "library_id": "1,x", "partner_id": "-1",
			"type_id": strings.Repeat("1,", 60) + "1",
		} {
			editor.Get("calendar?from=2031-03-01&to=2031-03-01&" + field + "=" + value).Refused(field)
		}
		for _, after := range []string{"x", "1-2", "999999999999999999-0-1", "1-1-1-1"} {
			editor.Get("calendar/events?from=2031-03-01&to=2031-03-01&after=" + after).Refused("after")
		}
		s.Anyone().Get("calendar?from=2031-03-01&to=2031-03-01").Want(401)
	})
}
