package content_test

import (
	"fmt"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// createImage creates an image with a picture and returns its id.
func createImage(s *kittest.Server, c *kittest.Client, more map[string]any) int64 {
	return c.Post("images", picture(s, more)).Want(201).Int("item.id")
}

func picture(s *kittest.Server, more map[string]any) map[string]any {
	item := map[string]any{"title": "The Douro at dusk", "featured_image": map[string]any{"id": s.Picture()}}
	for name, value := range more {
		item[name] = value
	}
	return item
}

func TestImages(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, editor := s.Admin(), s.Editor()
		created := editor.Post("images", picture(s, map[string]any{
			"synopsis": "From the *upper* bridge", "destination_ids": []int{3}, "collection_ids": []int{2}, "tag_ids": []int{2},
			"image_source": "Unsplash", "image_source_url": "https://unsplash.com", "image_license": "Unsplash License",
			"image_license_url": "https://unsplash.com/license", "image_attribution": "Ana Lopes",
			"image_modifications": "Cropped.", "original": true,
		})).Want(201)
		for field, want := range map[string]string{
			"block_type": "image", "library_ids": "[1]", "partner_id": "1", "status": "published",
			"image_license": "Unsplash License", "original": "true", "collections_count": "1",
			"created_by.full_name": "Test editor", "admin.full_name": "Test editor", "destinations.0.name": "Portugal > Lisbon",
		} {
			if got := fmt.Sprint(created.Value("item." + field)); got != want {
				t.Errorf("%s: got %s, want %s", field, got, want)
			}
		}
		id := created.Int("item.id")
		listed := admin.Get("content?block_type=image").Want(200)
		if listed.Int("meta.total") != 1 || listed.Int("items.0.id") != id || listed.Int("items.0.type.id") != 3 {
			t.Errorf("list: got %s", listed.Text)
		}
		if n := s.Count("SELECT count(*) FROM content_languages WHERE content_id = ? AND language_id = 1", id); n != 1 {
			t.Error("the image has no language")
		}
		path := fmt.Sprintf("images/%d", id)
		changed := editor.Put(path, map[string]any{
			"title": "The Douro at dawn", "library_ids": []int{2}, "partner_id": 2,
		}).Want(200)
		if changed.String("item.title") != "The Douro at dawn" || changed.Int("item.version") != 2 {
			t.Errorf("got %s", changed.Text)
		}
		editor.Put(path, map[string]any{"title": "x", "version": 1}).Want(409)

		t.Run("has a path of its own", func(t *testing.T) {
			other := create(admin, nil)
			for _, path := range []string{"content/%d", "update-content/%d"} {
				admin.Get(fmt.Sprintf(path, id)).Want(404)
				admin.Put(fmt.Sprintf(path, id), map[string]any{"title": "x"}).Want(404)
			}
			admin.Delete(fmt.Sprintf("content/%d", id)).Want(404)
			admin.Get(fmt.Sprintf("images/%d", other)).Want(404)
			admin.Put(fmt.Sprintf("images/%d", other), map[string]any{"title": "x"}).Want(404)
			admin.Delete(fmt.Sprintf("images/%d", other)).Want(404)
			admin.Get(path).Want(200)
			s.Anyone().Get(path).Want(401)
		})
		t.Run("refuses invalid values", func(t *testing.T) {
			admin.Post("images", map[string]any{"title": "x"}).Refused("featured_image")
			admin.Post("images", map[string]any{"image_source_url": "x"}).Refused("featured_image", "title", "image_source_url")
			admin.Post("images", picture(s, map[string]any{"title": ""})).Refused("title")
			admin.Put(path, map[string]any{"featured_image": nil}).Refused("featured_image")
			for field, wrong := range map[string]any{
				"image_source_url": "javascript:alert(1)", "image_license_url": "//unsplash.com",
				"image_source": strings.Repeat("x", 256), "image_attribution": strings.Repeat("x", 501),
				"original": "yes", "partner_id": 999, "content_url": "https://x.example", "type_id": 2,
			} {
				admin.Put(path, map[string]any{field: wrong}).Refused(field)
			}
		})
		t.Run("can be duplicated", func(t *testing.T) {
			copied := editor.Post(fmt.Sprintf("content/%d/duplicate", id), nil).Want(200).Int("id")
			got := admin.Get(fmt.Sprintf("images/%d", copied)).Want(200)
			if got.String("item.image_attribution") != "Ana Lopes" || got.String("item.status") != "draft" {
				t.Errorf("got %s", got.Text)
			}
		})
		t.Run("can change its status", func(t *testing.T) {
			editor.Put(fmt.Sprintf("content/%d/status", id), map[string]any{"status": "expired"}).Want(200)
			n := s.Count(`SELECT count(*) FROM audit_log
				WHERE kind = 'image' AND record_id = ? AND action = 'updated'`, id)
			if n != 2 {
				t.Errorf("audit entries: got %d, want 2", n)
			}
		})
	})
}

func TestContent_Trash(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		links := map[string]any{
			"tag_ids": []int{2}, "destination_ids": []int{3}, "collection_ids": []int{2, 3}, "library_ids": []int{2},
		}
		paths := []string{
			fmt.Sprintf("content/%d", create(admin, links)),
			fmt.Sprintf("images/%d", createImage(s, admin, links)),
		}
		counts := func() string {
			return fmt.Sprint(
				s.Count("SELECT content_count FROM tags WHERE id = 2"),
				s.Count("SELECT content_count FROM destinations WHERE id = 3"),
				s.Count("SELECT contents_count FROM collections WHERE id = 2"),
				s.Count("SELECT content_count FROM libraries WHERE id = 2"),
				admin.Get("content?counts=1").Int("meta.counts.in.total"), admin.Get("content?query=dusk").Int("meta.total"),
				admin.Get("content?tag_id=2").Int("meta.total"),
			)
		}
		before := counts()
		texts := map[string]string{}
		for _, path := range paths {
			texts[path] = admin.Get(path).Want(200).Text
			admin.Delete(path).Want(204)
			admin.Get(path).Want(404)
		}
		if got := counts(); got != "0 0 0 0 0 0 0" {
			t.Errorf("counts with both in the trash: got %s, want zeros", got)
		}
		trashed := admin.Get("trash").Want(200)
		kinds, names := strings.Join(trashed.Column("kind"), " "), strings.Join(trashed.Column("name"), ", ")
		if got := kinds + ": " + names; got != "image content: The Douro at dusk, A day in Lisbon" {
			t.Errorf("trash: got %s", got)
		}
		for _, entry := range trashed.Column("id") {
			admin.Post("trash/"+entry+"/restore", nil).Want(204)
		}
		if got := counts(); got != before {
			t.Errorf("counts after the restore: got %s, want %s", got, before)
		}
		for _, path := range paths {
			if got := admin.Get(path).Want(200).Text; got != texts[path] {
				t.Errorf("after the restore: got %s\nwant %s", got, texts[path])
			}
		}
		t.Run("deletes the row and the upload when purged", func(t *testing.T) {
			admin.Delete(paths[1]).Want(204)
			admin.Delete("trash/" + admin.Get("trash").Column("id")[0]).Want(204)
			images := s.Count("SELECT count(*) FROM content WHERE block_type = 'image'")
			uploads := s.Count("SELECT count(*) FROM uploads WHERE claimed_at IS NOT NULL")
			if images+uploads != 0 {
				t.Errorf("%d images and %d uploads are left", images, uploads)
			}
		})
	})
}
