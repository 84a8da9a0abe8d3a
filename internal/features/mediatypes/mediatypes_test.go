package mediatypes_test

import (
	"slices"
	"testing"

	"waymark/internal/features/mediatypes"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestMediaTypes_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, mediatypes.Mount, resourcetest.Sample{
		Path: "content-types", Kind: "media type", Name: "name",
		Create: map[string]any{
			"name": "Póster", "icon": "image", "description": "On a wall", "lead_in": "See",
			"call_to_action": "See it", "weight": 2.5,
		},
		Update: map[string]any{"icon": "book-open", "weight": 0}, Required: []string{"name"}, Unique: []string{"name"},
		Longest: map[string]int{"name": 80, "description": 255, "lead_in": 120, "call_to_action": 120},
	})
}

func TestMediaTypes(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(mediatypes.Mount))
		admin := s.Admin()
		order := func() []string { return admin.Get("content-types").Want(200).Column("name") }

		t.Run("are sorted by order, with new ones last", func(t *testing.T) {
			created := admin.Post("content-types", map[string]any{"name": "Podcast"}).Want(201)
			if created.Int("item.order") != 9 || created.Int("item.weight") != 0 {
				t.Errorf("got %s", created.Text)
			}
			want := []string{"Book", "Article", "Photo", "Video", "Map", "Website", "Recipe", "Audio", "Podcast"}
			if got := order(); !slices.Equal(got, want) {
				t.Errorf("got %v", got)
			}
		})
		reorder := func(ids ...int) *kittest.Response {
			places := []map[string]int{}
			for i, id := range ids {
				places = append(places, map[string]int{"id": id, "order": i + 1})
			}
			return admin.Put("content-types/reorder", map[string]any{"order": places})
		}
		t.Run("can be reordered, counting from 1", func(t *testing.T) {
			reorder(9, 1, 2, 3, 4, 5, 6, 7, 8).Want(200)
			if got := order(); got[0] != "Podcast" || got[1] != "Book" || got[8] != "Audio" {
				t.Errorf("got %v", got)
			}
			reorder(2, 1, 3, 4, 5, 6, 7, 8, 9).Want(200)
			reorder(9, 1, 2).Refused("order")
			if got := order(); got[0] != "Article" || got[1] != "Book" || got[8] != "Podcast" {
				t.Errorf("got %v", got)
			}
			got := admin.Get("content-types/reorder").Want(200).Column("order")
			if !slices.Equal(got, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}) {
				t.Errorf("got orders %v", got)
			}
		})
		t.Run("refuses an invalid order", func(t *testing.T) {
			before := order()
			for _, wrong := range []any{
				[]map[string]int{{"id": 1, "order": 0}},
				[]map[string]int{{"id": 1, "order": 10}},
				[]map[string]int{{"id": 999, "order": 1}},
			} {
				admin.Put("content-types/reorder", map[string]any{"order": wrong}).Refused("order.0")
			}
			twice := []map[string]int{{"id": 1, "order": 1}, {"id": 1, "order": 2}}
			admin.Put("content-types/reorder", map[string]any{"order": twice}).Refused("order.1")
			admin.Put("content-types/reorder", map[string]any{"order": []int{}}).Refused("order")
			admin.Put("content-types/reorder", map[string]any{"order": "up"}).Refused("order")
			admin.Put("content-types/reorder", map[string]any{}).Refused("order")
			if after := order(); !slices.Equal(before, after) {
				t.Errorf("refused changes were stored: got %v, want %v", after, before)
			}
		})
		t.Run("refuses to delete built-in types and types in use", func(t *testing.T) {
			admin.Delete("content-types/1").Want(409)
			now := clock.Now()
			s.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (1, 'content', 2, ?)", now)
			s.Exec(`
				INSERT INTO content (title, title_key, type_id, partner_id, created_at, updated_at, deleted_at, trash_id)
				VALUES ('A', 'a', 9, 1, ?, ?, NULL, NULL), ('B', 'b', 9, 1, ?, ?, ?, 1)`, now, now, now, now, now)
			refused := admin.Delete("content-types/9").Want(409)
			if refused.String("uses.0.kind") != "content" || refused.Int("uses.0.count") != 1 ||
				refused.String("uses.0.path") != "/content?type_id=9" ||
				refused.String("uses.1.path") != "/trash?refers_to=content-types:9" {
				t.Errorf("got %s", refused.Text)
			}
			if got := admin.Get("content-types/9").Int("item.content_count"); got != 1 {
				t.Errorf("got content_count %d, want 1", got)
			}
		})
		t.Run("deleting one closes the gap in the order", func(t *testing.T) {
			s.Exec("DELETE FROM content")
			reorder(2, 1, 9, 3, 4, 5, 6, 7, 8).Want(200)
			admin.Delete("content-types/9").Want(204)
			got := admin.Get("content-types").Column("order")
			if !slices.Equal(got, []string{"1", "2", "3", "4", "5", "6", "7", "8"}) {
				t.Errorf("got orders %v", got)
			}
		})
		t.Run("refuses invalid icon names", func(t *testing.T) {
			for _, wrong := range []string{"fa-book", "book open", "<svg>", "../x"} {
				admin.Put("content-types/1", map[string]any{"icon": wrong}).Refused("icon")
			}
		})
		t.Run("are offered in a lookup, sorted by order", func(t *testing.T) {
			if got := admin.Get("options/content-types").Want(200).Column("name"); got[0] != "Article" || len(got) != 8 {
				t.Errorf("got %v", got)
			}
			if got := admin.Get("options/content-types?ids=4,1").Want(200).Column("id"); !slices.Equal(got, []string{"1", "4"}) {
				t.Errorf("got %v", got)
			}
			admin.Get("options/content-types?ids=x").Refused("ids")
		})
	})
}
