package subjectareas_test

import (
	"slices"
	"strconv"
	"testing"

	"waymark/internal/features/subjectareas"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestSubjectAreas_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, subjectareas.Mount, resourcetest.Sample{
		Path: "tags", Kind: "subject area", Name: "tag",
		Create: map[string]any{"tag": "Café culture"}, Update: map[string]any{"tag": "Walking"},
		Required: []string{"tag"}, Unique: []string{"tag"}, Longest: map[string]int{"tag": 80},
	})
}

func TestSubjectAreas(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(subjectareas.Mount))
		admin := s.Admin()
		create := func(tag string) string {
			id := admin.Post("tags", map[string]any{"tag": tag}).Want(201).Int("item.id")
			return "tags/" + strconv.FormatInt(id, 10)
		}
		cafes, walks := create("Cafés"), create("Walking")

		t.Run("allows changing the case of a name", func(t *testing.T) {
			admin.Put(cafes, map[string]any{"tag": "CAFÉS"}).Want(200)
			if got := admin.Get("tags").Want(200).Column("tag"); !slices.Equal(got, []string{"CAFÉS", "Walking"}) {
				t.Errorf("got %v", got)
			}
		})
		t.Run("sets, keeps and removes an image", func(t *testing.T) {
			image := s.Picture()
			claimed := func() int64 { return s.Count("SELECT count(*) FROM uploads WHERE claimed_at IS NOT NULL") }
			set := admin.Put(walks, map[string]any{"featured_image": map[string]any{"id": image}}).Want(200)
			if set.Int("item.featured_image.id") != image || set.Int("item.featured_image.width") != 30 ||
				set.String("item.featured_image.thumb_url") == "" || claimed() != 1 {
				t.Errorf("got %s", set.Text)
			}
			for _, wrong := range []any{
				map[string]any{"id": 999}, map[string]any{"id": 0}, map[string]any{"id": "x"}, "picture.png", 7, []int{1},
			} {
				admin.Put(walks, map[string]any{"featured_image": wrong}).Refused("featured_image")
			}
			kept := admin.Put(walks, map[string]any{"tag": "Walks"}).Want(200)
			if kept.Int("item.featured_image.id") != image {
				t.Errorf("got %s, want the image unchanged", kept.Text)
			}
			removed := admin.Put(walks, map[string]any{"featured_image": nil}).Want(200)
			if removed.Value("item.featured_image") != nil || claimed() != 0 {
				t.Errorf("got %s, want no image", removed.Text)
			}
		})
		t.Run("counts content, sorts by the count, and can be deleted", func(t *testing.T) {
			now := clock.Now()
			s.Exec(`
				INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at, deleted_at)
				VALUES (11, 'A', 'a', 2, 1, ?, ?, NULL), (12, 'B', 'b', 2, 1, ?, ?, ?)`, now, now, now, now, now)
			s.Exec(`
				INSERT INTO content_tags (content_id, tag_id)
				SELECT content.id, tags.id
				FROM content, tags
				WHERE tag = 'Walks'`)
			sorted := admin.Get("tags?sort=-content_count").Want(200)
			if !slices.Equal(sorted.Column("content_count"), []string{"1", "0"}) || sorted.String("items.0.tag") != "Walks" {
				t.Errorf("got %s", sorted.Text)
			}
			admin.Delete(walks).Want(204)
			if n := s.Count("SELECT count(*) FROM content WHERE id = 11 AND tags_count = 0"); n != 1 {
				t.Error("the content was deleted or still counts the subject area")
			}
		})
		t.Run("are offered in a lookup", func(t *testing.T) {
			if got := admin.Get("options/tags?query=cafe").Want(200).Column("name"); !slices.Equal(got, []string{"CAFÉS"}) {
				t.Errorf("got %v", got)
			}
			s.Anyone().Get("options/tags").Want(401)
		})
	})
}
