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

// serve serves content, collections and the trash, with two records of everything an item can be linked to.
func serve(t testing.TB, d *db.DB) *kittest.Server {
	t.Helper()
	s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
		content.Mount(s.Kit)
		collections.Mount(s.Kit, kittest.Sites)
		bin := &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{content.Trash, content.ImageTrash}}
		trashfeature.Mount(s.Kit.API, bin)
		trashfeature.Jobs(set, bin)
	})
	seed(s)
	return s
}

// seed inserts the records an item can be linked to.
func seed(s *kittest.Server) {
	now := clock.Now()
	for i, name := range []string{"Harbour", "Meridian"} {
		id := i + 2
		s.Exec(`INSERT INTO publishers (id, name, name_key, search_text, created_at, updated_at)
			VALUES (?, ?, ?, '', ?, ?)`, id, name, fold.Key(name), now, now)
		s.Exec("INSERT INTO tags (id, tag, tag_key, search_text, created_at, updated_at) VALUES (?, ?, ?, '', ?, ?)",
			id, name, fold.Key(name), now, now)
		s.Exec(`INSERT INTO libraries (id, name, name_key, partner_id, search_text, created_at, updated_at)
			VALUES (?, ?, ?, 1, '', ?, ?)`, id, name, fold.Key(name), now, now)
		s.Exec(`INSERT INTO partners
				(id, account_type_id, name, name_key, slug, alt_id, search_text, created_at, updated_at)
			VALUES (?, 11, ?, ?, ?, ?, '', ?, ?)`, id, name, fold.Key(name), fold.Key(name), name, now, now)
		s.Exec(`INSERT INTO collections
				(id, alt_id, name, name_key, partner_id, language_id, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, 2, 1, '', ?, ?)`, id, name, name, fold.Key(name), now, now)
	}
	// The destinations are Portugal > Lisbon, and Peru.
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
		s.Exec(`INSERT INTO destinations
				(id, parent_id, name, name_key, label, label_key, path, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?)`,
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

// create creates an item and returns its id.
func create(c *kittest.Client, more map[string]any) int64 {
	return c.Post("content", article(more)).Want(201).Int("item.id")
}

func TestContent_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, content.Mount, resourcetest.Sample{
		Path: "content", Kind: "content", Name: "title", Trashed: true,
		Create: map[string]any{
			"content_url": "https://harbour.example/malaga", "title": "Málaga by night",
			"synopsis": "Two *evenings*.", "author": "Ana Lopes",
		},
		Update:   map[string]any{"title": "Málaga by day", "author": "Björn Ek", "depth_id": 3},
		Required: []string{"content_url", "title"}, Longest: map[string]int{"title": 255, "author": 160},
	})
}

func TestContent_Fields(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		created := admin.Post("content", article(nil)).Want(201)
		for field, want := range map[string]string{
			"type_id": "2", "depth_id": "2", "library_ids": "[1]", "language_ids": "[1]", "partner_id": "1", "lead_in": "Read",
			"status": "published", "block_type": "content",
			"libraries_count": "1", "type.icon": "newspaper", "depth.name": "Standard", "tag_ids": "[]",
			"created_by.full_name": "Test admin", "admin.full_name": "Test admin",
		} {
			if got := fmt.Sprint(created.Value("item." + field)); got != want {
				t.Errorf("%s: got %s, want %s", field, got, want)
			}
		}
		if created.Value("item.published_at") == nil || created.Value("item.expires_at") != nil {
			t.Errorf("dates: got %s", created.Text)
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
				t.Errorf("%s: got %s, want %s", field, got, want)
			}
		}
		if whole.Value("item.added_at") == nil {
			t.Error("added_at is not set")
		}
		if n := s.Count("SELECT count(*) FROM collection_content WHERE added_by_id = ?", admin.UserID); n != 1 {
			t.Error("the user who added it to the collection is not stored")
		}
		t.Run("completes a URL without a scheme", func(t *testing.T) {
			created := admin.Post("content", article(map[string]any{"content_url": "harbour.example/x"})).Want(201)
			if got := created.String("item.content_url"); got != "https://harbour.example/x" {
				t.Errorf("got %s", got)
			}
		})
		t.Run("refuses invalid values", func(t *testing.T) {
			for field, wrong := range map[string][]any{
				"content_url": {
					"", "harbour", "javascript:alert(1)", "ftp://harbour.example/",
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
				"tag_ids", "destination_ids", "collection_ids", "library_ids", "publisher_ids", "language_ids",
			} {
				admin.Post("content", article(map[string]any{field: []int{1, 999}})).Refused(missing(s, field)...)
			}
		})
	})
}

// missing returns the field errors for the ids 1 and 999. Only some tables have a row with id 1.
func missing(s *kittest.Server, field string) []string {
	table := strings.TrimSuffix(field, "_ids") + "s"
	table = strings.Replace(table, "librarys", "libraries", 1)
	if s.Count("SELECT count(*) FROM "+table+" WHERE id = 1") == 1 {
		return []string{field + ".1"}
	}
	return []string{field + ".0", field + ".1"}
}

func TestContent_MediaType(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		all := map[string]any{"author": "Ana", "runtime": 12, "subtitle_ids": []int{1}}
		for typeID, want := range map[int]string{
			1: "Ana <nil> [] Read", 2: "Ana <nil> [] Read", 4: " 12 [1] Watch", 5: " <nil> [] Explore",
			8: " 12 [1] Listen",
		} {
			all["type_id"] = typeID
			created := admin.Post("content", article(all)).Want(201)
			got := fmt.Sprintf("%s %v %v %s", created.String("item.author"), created.Value("item.runtime"),
				created.Value("item.subtitle_ids"), created.String("item.lead_in"))
			if got != want {
				t.Errorf("media type %d: got %s, want %s", typeID, got, want)
			}
		}
		t.Run("uses the lead-in of the type until it is overridden", func(t *testing.T) {
			path := fmt.Sprintf("content/%d", create(admin, nil))
			leadIn := func(change map[string]any) string { return admin.Put(path, change).Want(200).String("item.lead_in") }
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
				if got := leadIn(step.change); got != step.want {
					t.Errorf("after %v: got %q, want %q", step.change, got, step.want)
				}
			}
		})
	})
}

func TestContent_FormPath(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		id := create(admin, nil)
		form, item := fmt.Sprintf("update-content/%d", id), fmt.Sprintf("content/%d", id)
		admin.Put(form, map[string]any{"title": "Two days in Lisbon"}).Want(200)
		a, b := admin.Get(form).Want(200), admin.Get(item).Want(200)
		if a.Text != b.Text || a.String("item.title") != "Two days in Lisbon" {
			t.Errorf("the two paths return different items:\n%s\n%s", a.Text, b.Text)
		}
		admin.Delete(form).Want(405)
		admin.Get("update-content").Want(404)
	})
}

// Only admins may change the fields in steps five and six of the form.
func TestContent_EditorPermissions(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, editor := s.Admin(), s.Editor()
		adminOnly := map[string]any{
			"publisher_ids": []int{2}, "language_ids": []int{}, "subtitle_ids": []int{1}, "published_at": "2031-01-01",
			"lead_in_override": true, "embed_code": "<p>", "embed_code_override": true,
			"embed_classes": "responsive-16x9", "library_ids": []int{2}, "partner_id": 2,
		}
		id := create(admin, map[string]any{"type_id": 4})
		path := fmt.Sprintf("update-content/%d", id)
		for field, value := range adminOnly {
			for _, refused := range []*kittest.Response{
				editor.Post("content", article(map[string]any{"type_id": 4, field: value})),
				editor.Put(path, map[string]any{field: value}),
			} {
				refused.Want(403)
				if refused.Value("errors."+field) == nil {
					t.Errorf("no error for %s: %s", field, refused.Text)
				}
			}
			admin.Put(path, map[string]any{field: value}).Want(200)
		}
		t.Run("accepts unchanged values", func(t *testing.T) {
			now := admin.Get(path).Want(200).Value("item").(map[string]any)
			same := map[string]any{"title": "An editor's title", "lead_in": "anything"}
			for field := range adminOnly {
				same[field] = now[field]
			}
			delete(same, "lead_in")
			if got := editor.Put(path, same).Want(200).String("item.title"); got != "An editor's title" {
				t.Errorf("title: got %q", got)
			}
		})
		t.Run("accepts the defaults in a new item and publishes it", func(t *testing.T) {
			created := editor.Post("content", article(map[string]any{
				"library_ids": []int{1}, "language_ids": []int{1}, "partner_id": 1, "publisher_ids": []int{},
				"published_at": clock.Now().Format(time.RFC3339), "lead_in": "Read", "embed_classes": "",
			})).Want(201)
			if created.String("item.status") != "published" || created.String("item.admin.full_name") != "Test editor" {
				t.Errorf("got %s", created.Text)
			}
		})
		t.Run("uses the lead-in of the chosen type", func(t *testing.T) {
			plain := fmt.Sprintf("content/%d", create(editor, nil))
			changed := editor.Put(plain, map[string]any{"type_id": 4, "lead_in": "Read"}).Want(200)
			if got := changed.String("item.lead_in"); got != "Watch" {
				t.Errorf("lead-in: got %q, want Watch", got)
			}
		})
		t.Run("allows status changes", func(t *testing.T) {
			editor.Put(fmt.Sprintf("content/%d/status", id), map[string]any{"status": "draft"}).Want(200)
		})
		t.Run("applies no refused change", func(t *testing.T) {
			if n := s.Count("SELECT count(*) FROM audit_log WHERE user_id = ?", editor.UserID); n != 5 {
				t.Errorf("audit entries of the editor: got %d, want 5", n)
			}
		})
	})
}

func TestContent_Duplicate(t *testing.T) {
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
		original := admin.Get(fmt.Sprintf("content/%d", id)).Want(200)
		copied := admin.Get(fmt.Sprintf("content/%d", copyID)).Want(200)
		for _, field := range []string{
			"content_url", "tag_ids", "destination_ids", "publisher_ids", "library_ids", "language_ids",
			"featured_image.id", "expires_at", "lead_in", "type_id", "partner_id", "tags_count",
		} {
			if a, b := fmt.Sprint(original.Value("item."+field)), fmt.Sprint(copied.Value("item."+field)); a != b {
				t.Errorf("%s of the copy: got %s, want %s", field, b, a)
			}
		}
		for field, want := range map[string]string{
			"title": "A day in Lisbon (copy)", "status": "draft", "published_at": "<nil>", "admin": "<nil>",
			"created_by.full_name": "Test editor", "collection_ids": "[]", "collections_count": "0", "version": "1",
		} {
			if got := fmt.Sprint(copied.Value("item." + field)); got != want {
				t.Errorf("%s: got %s, want %s", field, got, want)
			}
		}
		if found := admin.Get("content?query=copy").Want(200).Column("id"); len(found) != 1 {
			t.Errorf("search: got %v, want one item", found)
		}
		t.Run("truncates a long title", func(t *testing.T) {
			longest := create(admin, map[string]any{"title": strings.Repeat("é", 255)})
			again := admin.Post(fmt.Sprintf("content/%d/duplicate", longest), nil).Want(200).Int("id")
			title := admin.Get(fmt.Sprintf("content/%d", again)).String("item.title")
			if title != strings.Repeat("é", 248)+" (copy)" {
				t.Errorf("title: got %q", title)
			}
		})
		t.Run("allows GET only from the console", func(t *testing.T) {
			before := admin.Get("content").Int("meta.total")
			admin.Get(path).Want(403)
			admin.With("Sec-Fetch-Site", "cross-site").Get(path).Want(403)
			admin.With("Sec-Fetch-Site", "same-origin").With("Sec-Fetch-Mode", "navigate").Get(path).Want(403)
			if after := admin.Get("content").Int("meta.total"); after != before {
				t.Errorf("got %d items, want %d", after, before)
			}
			admin.With("X-Requested-With", "fetch").Get(path).Want(200)
			admin.With("Sec-Fetch-Site", "same-origin").With("Sec-Fetch-Mode", "cors").Get(path).Want(200)
		})
		t.Run("does not find a deleted or invalid id", func(t *testing.T) {
			admin.Delete(fmt.Sprintf("content/%d", id)).Want(204)
			admin.Post(path, nil).Want(404)
			admin.Post("content/x/duplicate", nil).Want(404)
			s.Anyone().Post(path, nil).Want(401)
		})
		t.Run("keeps the picture while one of the items uses it", func(t *testing.T) {
			admin.Put(fmt.Sprintf("content/%d", copyID), map[string]any{"featured_image": nil}).Want(200)
			s.Exec("UPDATE uploads SET created_at = ?", clock.Now().Add(-48*time.Hour))
			s.RunJobs()
			if n := s.Count("SELECT count(*) FROM uploads WHERE id = ?", image); n != 1 {
				t.Error("the picture was deleted")
			}
		})
	})
}
