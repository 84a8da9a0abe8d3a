package activity_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"waymark/internal/features/activity"
	"waymark/internal/features/collections"
	"waymark/internal/features/content"
	"waymark/internal/features/contentdomains"
	"waymark/internal/features/mediatypes"
	"waymark/internal/features/partners"
	"waymark/internal/features/partnersites"
	"waymark/internal/features/publishers"
	"waymark/internal/kit/audit"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

// serveRecords starts a server with records that refer to each other, and with the calls that restore them.
func serveRecords(t *testing.T, d *db.DB) *kittest.Server {
	t.Helper()
	return kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		activity.Mount(s.Kit, kittest.Undoer(s))
		publishers.Mount(s.Kit)
		mediatypes.Mount(s.Kit)
		contentdomains.Mount(s.Kit)
		content.Mount(s.Kit)
		collections.Mount(s.Kit, kittest.Sites)
		partners.Mount(s.Kit, kittest.Sites)
		partnersites.Mount(s.Kit)
		activity.MountRestore(s.Kit, s.Kit.Kinds)
	})
}

var (
	rail = map[string]any{"name": "Rail", "type": "partner", "partner_id": 1, "language_id": 1}
	item = map[string]any{"title": "A", "content_url": "https://a.example/a"}
)

// newest returns the newest change set of a record.
func newest(client *kittest.Client, record string) *kittest.Response {
	id := client.Get("activity?within=" + url.QueryEscape(record)).Want(200).Int("items.0.id")
	return client.Get(fmt.Sprintf("activity/%d", id)).Want(200)
}

func TestActivity_NamesAtTheTime(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serveRecords(t, d)
		admin := s.Admin()
		post := func(path string, body map[string]any) int64 {
			return admin.Post(path, body).Want(201).Int("item.id")
		}
		put := func(path string, id int64, body map[string]any) {
			t.Helper()
			admin.Put(fmt.Sprintf("%s/%d", path, id), body).Want(200)
		}
		first := post("publishers", map[string]any{"name": "First"})
		second := post("publishers", map[string]any{"name": "Second"})
		item := post("content", map[string]any{
			"title": "By train", "content_url": "https://a.example/", "publisher_ids": []int64{first},
		})
		record := fmt.Sprintf("content:%d", item)
		put("content", item, map[string]any{"publisher_ids": []int64{second}, "type_id": 3})
		put("publishers", first, map[string]any{"name": "First, renamed"})
		put("publishers", second, map[string]any{"name": "Second, renamed"})
		nameOf := func(got *kittest.Response, path, field string, id int64) string {
			return got.String(fmt.Sprintf("%s.changes.%s.names.%d", path, field, id))
		}

		t.Run("are those before a rename, in the list and of one change set", func(t *testing.T) {
			one := newest(admin, record)
			list := admin.Get("activity?record=" + record).Want(200)
			for got, path := range map[*kittest.Response]string{one: "item.list.0", list: "items.0"} {
				if a, b := nameOf(got, path, "publisher_ids", first), nameOf(got, path, "publisher_ids", second); a != "First" ||
					b != "Second" {
					t.Errorf("got %q and %q in %s", a, b, got.Text)
				}
			}
			if name := nameOf(list, "items.1", "publisher_ids", first); name != "First" {
				t.Errorf("the creation has %q", name)
			}
			if name := nameOf(list, "items.0", "type_id", 3); name == "" || name == "#3" {
				t.Errorf("the type has the name %q", name)
			}
		})
		t.Run("stay in the entry of the undo", func(t *testing.T) {
			change := newest(admin, record).Int("item.id")
			admin.Post(fmt.Sprintf("activity/%d/undo", change), nil).Want(200)
			got := newest(admin, record)
			if got.String("item.action") != "undone" || nameOf(got, "item.list.0", "publisher_ids", first) != "First" {
				t.Errorf("got %s", got.Text)
			}
		})
		t.Run("are today's for older entries, or the number of a record that is gone", func(t *testing.T) {
			s.Exec("UPDATE audit_log SET changes = ? WHERE action = 'updated' AND kind = 'content'",
				db.JSON(map[string]any{"publisher_ids": map[string]any{"before": []int64{first}, "after": []int64{second, 999}}}))
			got := admin.Get("activity?action=updated&record=" + record).Want(200)
			if a, b, c := nameOf(got, "items.0", "publisher_ids", first), nameOf(got, "items.0", "publisher_ids", second),
				nameOf(got, "items.0", "publisher_ids", 999); a != "First, renamed" || b != "Second, renamed" || c != "#999" {
				t.Errorf("got %q, %q and %q", a, b, c)
			}
		})
		t.Run("are kept for deleted records, and for content that is added to a collection", func(t *testing.T) {
			collection := post("collections", rail)
			admin.Post(fmt.Sprintf("collections/%d/content", collection), map[string]any{"content_ids": []int64{item}}).Want(200)
			got := newest(admin, fmt.Sprintf("collection:%d", collection))
			if name := nameOf(got, "item.list.0", "content_ids", item); name != "By train" {
				t.Errorf("got %q", name)
			}
			domain := post("content-domains", map[string]any{"host": "a.example", "display_name": "A", "content_type_id": 2})
			admin.Delete(fmt.Sprintf("content-domains/%d", domain)).Want(204)
			got = newest(admin, fmt.Sprintf("content domain:%d", domain))
			if name := nameOf(got, "item.list.0", "content_type_id", 2); got.String("item.action") != "deleted" || name == "" {
				t.Errorf("got %q in %s", name, got.Text)
			}
		})
		t.Run("are sealed with the entries", func(t *testing.T) {
			log := &audit.Log{Store: s.Kit.Store, Key: s.Kit.Key}
			if _, err := log.SealNew(t.Context()); err != nil {
				t.Fatal(err)
			}
			if report, err := log.Verify(t.Context()); err != nil || len(report.Problems) > 0 {
				t.Errorf("got %+v (%v)", report, err)
			}
		})
	})
}

func TestActivity_Images(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serveRecords(t, d)
		admin, first, second := s.Admin(), s.Picture(), s.Picture()
		for _, id := range []int64{first, second} {
			admin.Put("partners/1/customisations", map[string]any{"logo": map[string]any{"id": id}}).Want(200)
		}
		got := newest(admin, "partner:1")
		logo := "item.list.0.changes.logo."
		if got.String(logo+"before.thumb_url") == "" || got.Int(logo+"after.id") != second ||
			strings.Contains(got.Text, "missing_images") {
			t.Errorf("got %s", got.Text)
		}
		s.Exec("DELETE FROM uploads WHERE id = ?", first)
		got = newest(admin, "partner:1")
		if missing, _ := got.Value(logo + "missing_images").([]any); len(missing) != 1 ||
			fmt.Sprint(missing[0]) != fmt.Sprint(first) {
			t.Errorf("got %s", got.Text)
		}
	})
}

func TestActivity_HistoryOfARecord(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serveRecords(t, d)
		admin, editor := s.Admin(), s.Editor()
		ids := []int64{}
		for i := range 2 {
			created := admin.Post("content", map[string]any{
				"title": fmt.Sprintf("Item %d", i), "content_url": fmt.Sprintf("https://a.example/%d", i),
			}).Want(201)
			ids = append(ids, created.Int("item.id"))
		}
		t.Run("describes a change of many records by the one that is asked for", func(t *testing.T) {
			s.Exec("UPDATE content SET published_at = NULL")
			s.Exec("UPDATE content SET published_at = ? WHERE id = ?", clock.Now().AddDate(0, 0, 5), ids[1])
			admin.Post("content/publish", map[string]any{"content_ids": ids}).Want(200)
			got := admin.Get(fmt.Sprintf("activity?kind=content&record_id=%d", ids[1])).Want(200)
			if got.Int("items.0.record_id") != ids[1] || got.String("items.0.record_name") != "Item 1" ||
				got.String("items.0.changes.published_at.before") == "" || got.Int("items.0.entries") != 2 {
				t.Errorf("got %s", got.Text)
			}
		})
		t.Run("includes the records below, if asked to", func(t *testing.T) {
			site := admin.Post("partners/1/sites", map[string]any{"domain": "harbour.example"}).Want(201).Int("item.id")
			admin.Post(fmt.Sprintf("partners/1/sites/%d/redirects", site), map[string]any{
				"path_pattern": "/a", "redirect_url": "/b",
			}).Want(201)
			got := editor.Get("activity?within=partner:1").Want(200)
			if kinds := got.Column("kind"); len(kinds) != 2 || kinds[1] != "site" || got.Int("items.1.record_id") != site {
				t.Errorf("got %s", got.Text)
			}
			if n := len(editor.Get("activity?record=partner:1").Want(200).Column("id")); n != 0 {
				t.Errorf("%d changes of the partner itself, want 0", n)
			}
			editor.Get("activity?within=partner:999").Want(404)
			editor.Get("activity?within=partner").Want(422)
		})
	})
}

func TestRestore_PartsAndVersions(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serveRecords(t, d)
		admin := s.Admin()
		change := func(path string, body map[string]any) int64 {
			t.Helper()
			admin.Put(path, body).Want(200)
			return admin.Get("activity").Want(200).Int("items.0.id")
		}
		green := change("partners/1/customisations", map[string]any{"brand_color": "#112233"})
		name := change("partners/1", map[string]any{"name": "Harbour"})
		change("partners/1/customisations", map[string]any{"brand_color": "#445566"})
		change("partners/1", map[string]any{"name": "Harbour Travel"})
		colour := func() string { return admin.Get("partners/1/customisations").String("customisations.brand_color") }
		partner := func() string { return admin.Get("partners/1").String("item.name") }

		t.Run("restores the part of the record that the change was about", func(t *testing.T) {
			admin.Post("partners/1/restore", map[string]any{"activity_id": green, "after": true}).Want(200)
			if colour() != "#112233" || partner() != "Harbour Travel" {
				t.Errorf("got %s and %s", colour(), partner())
			}
			admin.Post("partners/1/restore", map[string]any{"activity_id": name, "after": true}).Want(200)
			if partner() != "Harbour" {
				t.Errorf("got %s", partner())
			}
		})
		t.Run("lists what can be restored", func(t *testing.T) {
			list := admin.Get("activity?record=partner:1").Want(200)
			got := fmt.Sprint(list.Value("items.0.restorable"), list.Value("items.1.restorable"))
			if got != "[name] [brand_color]" {
				t.Errorf("got %s", got)
			}
		})
		t.Run("refuses the current version, and a change of nothing that can be restored", func(t *testing.T) {
			last := admin.Get("activity").Int("items.0.id")
			admin.Post("partners/1/restore", map[string]any{"activity_id": last, "after": true}).Refused("activity_id")
			content := admin.Post("content", item).Want(201).Int("item.id")
			collection := admin.Post("collections", rail).Want(201).Int("item.id")
			path := fmt.Sprintf("collections/%d", collection)
			admin.Post(path+"/content", map[string]any{"content_ids": []int64{content}}).Want(200)
			added := admin.Get("activity").Int("items.0.id")
			admin.Post(path+"/restore", map[string]any{"activity_id": added}).Refused("activity_id")
		})
	})
}

func TestActivity_Reordered(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serveRecords(t, d)
		admin := s.Admin()
		types := admin.Get("content-types/reorder").Want(200)
		order, count := []map[string]any{}, len(types.Column("id"))
		for i := range count {
			order = append(order, map[string]any{"id": types.Int(fmt.Sprintf("items.%d.id", i)), "order": count - i})
		}
		admin.Put("content-types/reorder", map[string]any{"order": order}).Want(200)
		got := admin.Get("activity?action=reordered").Want(200)
		names := fmt.Sprintf("items.0.changes.order.names.%d", types.Int("items.0.id"))
		if !slices.Contains(types.Column("name"), got.String(names)) {
			t.Errorf("got %s", got.Text)
		}
	})
}
