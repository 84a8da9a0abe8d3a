package globaltags_test

import (
	"testing"

	"waymark/internal/features/globaltags"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestGlobalTags_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, globaltags.Mount, resourcetest.Sample{
		Path: "global-tags", Kind: "global tag", Name: "name",
		Create: map[string]any{"name": "Café culture"}, Update: map[string]any{"name": "Walking"},
		Required: []string{"name"}, Unique: []string{"name"}, Longest: map[string]int{"name": 80},
	})
}

func TestGlobalTags_Scan(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(globaltags.Mount))
		admin, now := s.Admin(), clock.Now()
		s.Exec(`
			INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, created_at, updated_at,
				deleted_at)
			VALUES (1, 'a', 'Lisbon', 'lisbon', 1, 1, ?, ?, NULL), (2, 'b', 'Gone', 'gone', 1, 1, ?, ?, ?)`,
			now, now, now, now, now)
		s.Exec(`
			INSERT INTO collection_tags (collection_id, tag_key, tag)
			VALUES (1, 'cafe', 'Café'), (2, 'cafe', 'Café')`)

		unused := admin.Get("global-tags/scan?name=nowhere").Want(200)
		if unused.Value("exists") != false || unused.Value("tag") != nil || len(unused.Value("partners").([]any)) != 0 ||
			len(unused.Value("collections").([]any)) != 0 {
			t.Errorf("got %s for an unused word", unused.Text)
		}
		used := admin.Get("global-tags/scan?name=CAF%C3%89").Want(200)
		if used.Value("exists") != false || used.String("partners.0.name") != "House" ||
			used.String("collections.0.name") != "Lisbon" || len(used.Value("collections").([]any)) != 1 {
			t.Errorf("got %s for a tag of two collections, one of them deleted", used.Text)
		}
		admin.Post("global-tags", map[string]any{"name": "Café"}).Want(201)
		if existing := admin.Get("global-tags/scan?name=cafe").Want(200); existing.Value("exists") != true ||
			existing.String("tag.name") != "Café" {
			t.Errorf("got %s for an existing global tag", existing.Text)
		}
		admin.Get("global-tags/scan").Refused("name")
		admin.Get("global-tags/scan?name=+").Refused("name")
		s.Anyone().Get("global-tags/scan?name=x").Want(401)
	})
}
