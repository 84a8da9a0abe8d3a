package contentdepths_test

import (
	"slices"
	"testing"

	"waymark/internal/features/contentdepths"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestContentDepths_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, contentdepths.Mount, resourcetest.Sample{
		Path: "content-depths", Kind: "content depth", Name: "name",
		Create: map[string]any{"name": "Très profond", "icon": "anchor", "description": "An evening"},
		Update: map[string]any{"icon": "book-open", "description": ""}, Required: []string{"name"}, Unique: []string{"name"},
		Longest: map[string]int{"name": 80, "description": 255},
	})
}

func TestContentDepths(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(contentdepths.Mount))
		admin := s.Admin()
		order := func() []string { return admin.Get("content-depths").Want(200).Column("name") }

		t.Run("appends a new depth to the order", func(t *testing.T) {
			created := admin.Post("content-depths", map[string]any{"name": "Série"}).Want(201)
			if created.Int("item.order") != 4 {
				t.Errorf("got %s", created.Text)
			}
			if got := order(); !slices.Equal(got, []string{"Quick look", "Standard", "Deep dive", "Série"}) {
				t.Errorf("got %v", got)
			}
		})
		t.Run("refuses a name that differs only in case or accents", func(t *testing.T) {
			for _, same := range []string{"SERIE", "série", "Se\u0301rie", "  sérié "} {
				admin.Post("content-depths", map[string]any{"name": same}).Refused("name")
				admin.Put("content-depths/1", map[string]any{"name": same}).Refused("name")
			}
			admin.Put("content-depths/4", map[string]any{"name": "SÉRIE"}).Want(200)
			if got := order(); got[0] != "Quick look" || len(got) != 4 {
				t.Errorf("got %v", got)
			}
		})
		t.Run("reorders, with positions counted from 1", func(t *testing.T) {
			moved := admin.Put("content-depths/reorder", map[string]any{"order": []map[string]int{
				{"id": 4, "order": 1},
				{"id": 1, "order": 2},
				{"id": 2, "order": 3},
				{"id": 3, "order": 4},
			}}).Want(200)
			if got := moved.Column("order"); !slices.Equal(got, []string{"1", "2", "3", "4"}) {
				t.Errorf("positions: got %v", got)
			}
			if got := order(); !slices.Equal(got, []string{"SÉRIE", "Quick look", "Standard", "Deep dive"}) {
				t.Errorf("got %v", got)
			}
			admin.Put("content-depths/reorder", map[string]any{"order": []map[string]int{{"id": 4, "order": 0}}}).
				Refused("order.0")
			admin.Put("content-depths/reorder", map[string]any{"order": []map[string]int{
				{"id": 4, "order": 2},
				{"id": 1, "order": 1},
			}}).Refused("order")
			for _, method := range []string{"GET", "PUT"} {
				s.Anyone().Do(method, "content-depths/reorder", nil).Want(401)
			}
		})
		t.Run("refuses to delete built-in and used depths", func(t *testing.T) {
			admin.Delete("content-depths/3").Want(409)
			now := clock.Now()
			s.Exec(`INSERT INTO content (title, title_key, type_id, depth_id, partner_id, created_at, updated_at)
				VALUES ('A', 'a', 2, 4, 1, ?, ?)`, now, now)
			refused := admin.Delete("content-depths/4").Want(409)
			if refused.String("uses.0.kind") != "content" || refused.Int("uses.0.count") != 1 ||
				refused.String("uses.0.path") != "/content?depth_id=4" {
				t.Errorf("got %s", refused.Text)
			}
			s.Exec("DELETE FROM content")
			admin.Delete("content-depths/4").Want(204)
		})
		t.Run("refuses icons with the fa- prefix", func(t *testing.T) {
			for _, wrong := range []string{"fa-book", "book open", "<svg>"} {
				admin.Put("content-depths/1", map[string]any{"icon": wrong}).Refused("icon")
			}
		})
		t.Run("has a lookup", func(t *testing.T) {
			if got := admin.Get("options/content-depths").Want(200).Column("id"); len(got) != 3 {
				t.Errorf("got %v", got)
			}
			s.Anyone().Get("options/content-depths").Want(401)
		})
	})
}
