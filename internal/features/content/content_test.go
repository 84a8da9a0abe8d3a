package content_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/collections"
	"waymark/internal/features/content"
	trashfeature "waymark/internal/features/trash"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
	"waymark/internal/kit/trash"
)

// serve runs the calls of content with the trash, and what an item can be tied to: two of each.
func serve(t testing.TB, d *db.DB) *kittest.Server {
	t.Helper()
	s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
		content.Mount(s.Kit)
		collections.Mount(s.Kit, kittest.Sites)
		bin := &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{content.Trash, content.ImageTrash}}
		trashfeature.Mount(s.Kit.API, bin)
		trashfeature.Jobs(set, bin)
	})
	settle(s)
	return s
}

func settle(s *kittest.Server) {
	now := clock.Now()
	for i, name := range []string{"Harbour", "Meridian"} {
		id := i + 2
		s.Exec("INSERT INTO publishers (id, name, name_key, search_text, created_at, updated_at) VALUES (?, ?, ?, '', ?, ?)",
			id, name, fold.Key(name), now, now)
		s.Exec("INSERT INTO tags (id, tag, tag_key, search_text, created_at, updated_at) VALUES (?, ?, ?, '', ?, ?)", id,
			name, fold.Key(name), now, now)
		s.Exec("INSERT INTO libraries (id, name, name_key, partner_id, search_text, created_at, updated_at) VALUES (?, ?, ?, 1, '', ?, ?)", id, name, fold.Key(name), now, now)
		s.Exec("INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, search_text, created_at, updated_at) VALUES (?, 11, ?, ?, ?, ?, '', ?, ?)", id, name, fold.Key(name), fold.Key(name), name, now, now)
		s.Exec("INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, search_text, created_at, updated_at) VALUES (?, ?, ?, ?, 2, 1, '', ?, ?)", id, name, name, fold.Key(name), now, now)
	}
	// Portugal > Lisbon, and Peru.
	for _, place := range []struct {
		id          int
		parent      any
		name, label string
		path        string
	}{
		{2, nil, "Portugal", "Portugal", "2/"},
		{3, 2, "Lisbon", "Portugal > Lisbon", "2/3/"},
		{20, nil, "Peru", "Peru", "20/"},
	} {
		s.Exec("INSERT INTO destinations (id, parent_id, name, name_key, label, label_key, path, search_text, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?)",
			place.id, place.parent, place.name, fold.Key(place.name), place.label, fold.Key(place.label), place.path, now, now)
	}
}

func article(more map[string]any) map[string]any {
	item := map[string]any{"content_url": "https://harbour.example/lisbon", "title": "A day in Lisbon"}
	for name, value := range more {
		item[name] = value
	}
	return item
}

// create makes an item and returns its id.
func create(c *kittest.Client, more map[string]any) int64 {
	return c.Post("content", article(more)).Want(201).Int("item.id")
}

func TestContentKeepsWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	resourcetest.Try(t, content.Mount, resourcetest.Sample{
		Path: "content", Kind: "content", Name: "title", Trashed: true,
		Create: map[string]any{
			"content_url": "https://harbour.example/malaga", "title": "Málaga by night",
			"synopsis": "Two *evenings*.", "author": "Ana Lopes",
		},
		Update:   map[string]any{"title": "Málaga by day", "author": "Björn Ek", "depth_id": 3},
		Required: []string{"content_url", "title"}, Longest: map[string]int{"title": 255, "author": 160},
	})
}

func TestNewContentStartsAsTheDocumentsSay(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		made := admin.Post("content", article(nil)).Want(201)
		for field, want := range map[string]string{
			"type_id": "2", "depth_id": "2", "library_ids": "[1]", "language_ids": "[1]", "partner_id": "1", "lead_in": "Read",
			"status": "published", "block_type": "content",
			"libraries_count": "1", "type.icon": "newspaper", "depth.name": "Standard", "tag_ids": "[]",
			"created_by.full_name": "Test admin", "admin.full_name": "Test admin",
		} {
			if got := fmt.Sprint(made.Value("item." + field)); got != want {
				t.Errorf("%s is %s, want %s", field, got, want)
			}
		}
		if made.Value("item.published_at") == nil || made.Value("item.expires_at") != nil {
			t.Errorf("published at %v, expires at %v", made.Value("item.published_at"), made.Value("item.expires_at"))
		}
		whole := admin.Post("content", article(map[string]any{
			"tag_ids": []int{2, 3}, "destination_ids": []int{3}, "collection_ids": []int{2}, "library_ids": []int{},
			"publisher_ids": []int{3}, "language_ids": []int{}, "partner_id": 2,
			"published_at": nil, "expires_at": "2031-05-01", "embed_classes": "responsive-4x3",
			"embed_code": "<iframe src=\"https://x.example\"></iframe>\n", "embed_code_override": true,
		})).Want(201)
		for field, want := range map[string]string{
			"tag_ids": "[2 3]", "destinations.0.name": "Portugal > Lisbon", "collections.0.name": "Harbour",
			"collections_count": "1", "library_ids": "[]", "publishers.0.name": "Meridian",
			"partner.name": "Harbour", "status": "draft", "expires_at": "2031-05-01T23:59:59.999999Z",
			"embed_classes": "responsive-4x3", "published_at": "<nil>", "admin": "<nil>",
		} {
			if got := fmt.Sprint(whole.Value("item." + field)); got != want {
				t.Errorf("%s is %s, want %s", field, got, want)
			}
		}
		if whole.Value("item.added_at") == nil {
			t.Error("it went into a collection, and nobody knows when")
		}
		if n := s.Count("SELECT count(*) FROM collection_content WHERE added_by_id = ?", admin.UserID); n != 1 {
			t.Error("who put it there is not kept")
		}
		t.Run("wrong values are named", func(t *testing.T) {
			for field, wrong := range map[string][]any{
				"content_url": {
					"", "harbour.example", "javascript:alert(1)", "ftp://harbour.example/",
					"https://user:secret@harbour.example/", "https://harbour.example/" + strings.Repeat("x", 2000), "http://",
					"//harbour.example",
				},
				"type_id":       {0, 999, "2", nil},
				"depth_id":      {999, "x"},
				"partner_id":    {999, nil},
				"runtime":       {0, -5, 1.5, 10_001, "5"},
				"embed_classes": {"responsive-1x1", "x"},
				"published_at":  {"soon", "2031-13-01", 5},
				"expires_at":    {"never"},
				"lead_in":       {strings.Repeat("x", 121)},
			} {
				for _, value := range wrong {
					admin.Post("content", article(map[string]any{field: value})).Refused(field)
				}
			}
			for _, field := range []string{
				"tag_ids", "destination_ids", "collection_ids", "library_ids", "publisher_ids",
				"language_ids",
			} {
				admin.Post("content", article(map[string]any{field: []int{1, 999}})).Refused(allMissing(s, field)...)
			}
		})
	})
}

// allMissing are the errors of a list of the ids 1 and 999: only some tables have a first row.
func allMissing(s *kittest.Server, field string) []string {
	table := strings.TrimSuffix(field, "_ids") + "s"
	table = strings.Replace(table, "librarys", "libraries", 1)
	if s.Count("SELECT count(*) FROM "+table+" WHERE id = 1") == 1 {
		return []string{field + ".1"}
	}
	return []string{field + ".0", field + ".1"}
}

func TestTheMediaTypeSaysWhatAnItemHas(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		all := map[string]any{"author": "Ana", "runtime": 12, "subtitle_ids": []int{1}}
		for typeID, want := range map[int]string{
			1: "Ana <nil> [] Read", 2: "Ana <nil> [] Read", 4: " 12 [1] Watch",
			5: " <nil> [] Explore", 8: " 12 [1] Listen",
		} {
			all["type_id"] = typeID
			made := admin.Post("content", article(all)).Want(201)
			if got := fmt.Sprintf("%s %v %v %s", made.String("item.author"), made.Value("item.runtime"),
				made.Value("item.subtitle_ids"), made.String("item.lead_in")); got != want {
				t.Errorf("media type %d: %s, want %s", typeID, got, want)
			}
		}
		t.Run("the lead-in follows the type until it is overridden", func(t *testing.T) {
			one := fmt.Sprintf("content/%d", create(admin, nil))
			lead := func(change map[string]any) string { return admin.Put(one, change).Want(200).String("item.lead_in") }
			for _, step := range []struct {
				change map[string]any
				want   string
			}{
				{map[string]any{"lead_in": "Mine"}, "Read"},
				{map[string]any{"type_id": 4}, "Watch"},
				{map[string]any{"lead_in_override": true, "lead_in": "Mine"}, "Mine"},
				{map[string]any{"type_id": 8}, "Mine"},
				{map[string]any{"lead_in_override": false}, "Listen"},
			} {
				if got := lead(step.change); got != step.want {
					t.Errorf("after %v: %q, want %q", step.change, got, step.want)
				}
			}
		})
	})
}

func TestBothAddressesOfTheFormDoTheSame(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		id := create(admin, nil)
		form, item := fmt.Sprintf("update-content/%d", id), fmt.Sprintf("content/%d", id)
		admin.Put(form, map[string]any{"title": "Two days in Lisbon"}).Want(200)
		if a, b := admin.Get(form).Want(200), admin.Get(item).Want(200); a.Text != b.Text ||
			a.String("item.title") != "Two days in Lisbon" {
			t.Errorf("%s\n%s", a.Text, b.Text)
		}
		admin.Delete(form).Want(405)
		admin.Get("update-content").Want(404)
	})
}

// Steps five and six of the form are the admins'.
func TestWhatEditorsMayNotChange(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, editor := s.Admin(), s.Editor()
		theirs := map[string]any{
			"publisher_ids": []int{2}, "language_ids": []int{}, "subtitle_ids": []int{1}, "published_at": "2031-01-01",
			"lead_in_override": true, "embed_code": "<p>", "embed_code_override": true,
			"embed_classes": "responsive-16x9", "library_ids": []int{2}, "partner_id": 2,
		}
		id := create(admin, map[string]any{"type_id": 4})
		one := fmt.Sprintf("update-content/%d", id)
		for field, value := range theirs {
			for _, refused := range []*kittest.Answer{editor.Post("content",
				article(map[string]any{"type_id": 4, field: value})), editor.Put(one, map[string]any{field: value})} {
				refused.Want(403)
				if refused.Value("errors."+field) == nil {
					t.Errorf("%s is not named: %s", field, refused.Text)
				}
			}
			admin.Put(one, map[string]any{field: value}).Want(200)
		}
		t.Run("what they send unchanged is fine", func(t *testing.T) {
			now := admin.Get(one).Want(200).Value("item").(map[string]any)
			same := map[string]any{"title": "An editor's title", "lead_in": "anything"}
			for field := range theirs {
				same[field] = now[field]
			}
			delete(same, "lead_in")
			if got := editor.Put(one, same).Want(200).String("item.title"); got != "An editor's title" {
				t.Errorf("reads %q", got)
			}
		})
		t.Run("defaults are fine in a new item, and the server publishes it", func(t *testing.T) {
			made := editor.Post("content", article(map[string]any{
				"library_ids": []int{1}, "language_ids": []int{1}, "partner_id": 1, "publisher_ids": []int{},
				"published_at": clock.Now().Format(time.RFC3339), "lead_in": "Read", "embed_classes": "",
			})).Want(201)
			if made.String("item.status") != "published" || made.String("item.admin.full_name") != "Test editor" {
				t.Errorf("got %s", made.Text)
			}
		})
		t.Run("the lead-in follows the type they choose", func(t *testing.T) {
			plain := create(editor, nil)
			if got := editor.Put(fmt.Sprintf("content/%d", plain), map[string]any{"type_id": 4, "lead_in": "Read"}).Want(200).
				String("item.lead_in"); got != "Watch" {
				t.Errorf("reads %q", got)
			}
		})
		t.Run("the switcher is theirs, too", func(t *testing.T) {
			editor.Put(fmt.Sprintf("content/%d/status", id), map[string]any{"status": "draft"}).Want(200)
		})
		t.Run("nothing they were refused has happened", func(t *testing.T) {
			if n := s.Count("SELECT count(*) FROM audit_log WHERE user_id = ?", editor.UserID); n != 5 {
				t.Errorf("the log has %d changes by the editor, want 5", n)
			}
		})
	})
}

func TestDuplicate(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		image := s.Picture()
		id := create(admin, map[string]any{
			"tag_ids": []int{2, 3}, "destination_ids": []int{3}, "collection_ids": []int{2},
			"publisher_ids": []int{2}, "library_ids": []int{1, 2}, "featured_image": map[string]any{"id": image},
			"expires_at": "2031-01-01",
		})
		path := fmt.Sprintf("content/%d/duplicate", id)
		copyID := s.Editor().Post(path, nil).Want(200).Int("id")
		original, copied := admin.Get(fmt.Sprintf("content/%d", id)).Want(200), admin.Get(fmt.Sprintf("content/%d", copyID)).
			Want(200)
		for _, field := range []string{
			"content_url", "tag_ids", "destination_ids", "publisher_ids", "library_ids",
			"language_ids", "featured_image.id", "expires_at", "lead_in", "type_id", "partner_id", "tags_count",
		} {
			if a, b := fmt.Sprint(original.Value("item."+field)), fmt.Sprint(copied.Value("item."+field)); a != b {
				t.Errorf("%s is %s in the copy, was %s", field, b, a)
			}
		}
		for field, want := range map[string]string{
			"title": "A day in Lisbon (copy)", "status": "draft", "published_at": "<nil>", "admin": "<nil>",
			"created_by.full_name": "Test editor", "collection_ids": "[]", "collections_count": "0", "version": "1",
		} {
			if got := fmt.Sprint(copied.Value("item." + field)); got != want {
				t.Errorf("%s is %s, want %s", field, got, want)
			}
		}
		if found := admin.Get("content?query=copy").Want(200).Column("id"); len(found) != 1 {
			t.Errorf("searching finds %v", found)
		}
		t.Run("a long title stays within its length", func(t *testing.T) {
			long := create(admin, map[string]any{"title": strings.Repeat("é", 255)})
			again := admin.Post(fmt.Sprintf("content/%d/duplicate", long), nil).Want(200).Int("id")
			if title := admin.Get(fmt.Sprintf("content/%d", again)).String("item.title"); title != strings.Repeat("é", 248)+
				" (copy)" {
				t.Errorf("reads %q", title)
			}
		})
		t.Run("by GET only when the console itself asks", func(t *testing.T) {
			before := admin.Get("content").Int("meta.total")
			admin.Get(path).Want(403)
			admin.With("Sec-Fetch-Site", "cross-site").Get(path).Want(403)
			admin.With("Sec-Fetch-Site", "same-origin").With("Sec-Fetch-Mode", "navigate").Get(path).Want(403)
			if after := admin.Get("content").Int("meta.total"); after != before {
				t.Errorf("%d items, want %d", after, before)
			}
			admin.With("X-Requested-With", "fetch").Get(path).Want(200)
			admin.With("Sec-Fetch-Site", "same-origin").With("Sec-Fetch-Mode", "cors").Get(path).Want(200)
		})
		t.Run("of nothing there is none", func(t *testing.T) {
			admin.Delete(fmt.Sprintf("content/%d", id)).Want(204)
			admin.Post(path, nil).Want(404)
			admin.Post("content/x/duplicate", nil).Want(404)
			s.Anyone().Post(path, nil).Want(401)
		})
		t.Run("the picture stays while one of them shows it", func(t *testing.T) {
			admin.Put(fmt.Sprintf("content/%d", copyID), map[string]any{"featured_image": nil}).Want(200)
			s.Exec("UPDATE uploads SET created_at = ?", clock.Now().Add(-48*time.Hour))
			s.RunJobs()
			if n := s.Count("SELECT count(*) FROM uploads WHERE id = ?", image); n != 1 {
				t.Error("it is gone")
			}
		})
	})
}
