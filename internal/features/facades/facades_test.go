package facades_test

import (
	"slices"
	"testing"

	"waymark/internal/features/facades"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

// insertDestinations inserts Iceland (7) and Reykjavík (8) below it.
func insertDestinations(s *kittest.Server) {
	now := clock.Now()
	s.Exec(`INSERT INTO destinations
			(id, parent_id, name, name_key, label, label_key, path, search_text, created_at, updated_at)
		VALUES
			(7, NULL, 'Iceland', 'iceland', 'Iceland', 'iceland', '/7/', '  iceland', ?, ?),
			(8, 7, 'Reykjavík', 'reykjavik', 'Iceland > Reykjavík', 'iceland > reykjavik', '/7/8/',
				'  iceland  reykjavik', ?, ?)`, now, now, now, now)
}

func TestFacades_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, facades.Mount, resourcetest.Sample{
		Path: "facades", Kind: "facade", Name: "term", Before: insertDestinations,
		Create:   map[string]any{"term": "Reykjavìc", "destination_id": 8, "type": "related"},
		Update:   map[string]any{"destination_id": 7, "type": "correction"},
		Required: []string{"term", "destination_id"}, Unique: []string{"term"}, Longest: map[string]int{"term": 120},
	})
}

func TestFacades(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(facades.Mount))
		insertDestinations(s)
		admin := s.Admin()
		list := func(query string) []string { return admin.Get("facades" + query).Want(200).Column("term") }

		t.Run("is a correction by default and shows its destination", func(t *testing.T) {
			created := admin.Post("facades", map[string]any{"term": "Réykjavik", "destination_id": 8, "views": 99}).Want(201)
			if created.String("item.type") != "correction" || created.Int("item.views") != 0 ||
				created.String("item.destination.label") != "Iceland > Reykjavík" {
				t.Errorf("got %s", created.Text)
			}
		})
		t.Run("refuses a term that differs only in case or accents", func(t *testing.T) {
			admin.Post("facades", map[string]any{"term": "Izland", "destination_id": 7, "type": "related"}).Want(201)
			for _, same := range []string{"REYKJAVIK", "reykjavík", "Re\u0301ykjavik", " réykjavik  "} {
				admin.Post("facades", map[string]any{"term": same, "destination_id": 7}).Refused("term")
				admin.Put("facades/2", map[string]any{"term": same}).Refused("term")
			}
			admin.Put("facades/1", map[string]any{"term": "Reykjavik"}).Want(200)
		})
		t.Run("refuses invalid values", func(t *testing.T) {
			before := admin.Get("facades?sort=id").Want(200).Text
			for _, wrong := range []any{"synonym", "Correction", "", nil, 1, []string{"related"}} {
				admin.Put("facades/1", map[string]any{"type": wrong}).Refused("type")
				admin.Post("facades", map[string]any{"term": "x", "destination_id": 7, "type": wrong}).Refused("type")
			}
			for _, wrong := range []any{999, 0, "8", 1.5} {
				admin.Put("facades/1", map[string]any{"destination_id": wrong}).Refused("destination_id")
				admin.Post("facades", map[string]any{"term": "x", "destination_id": wrong}).Refused("destination_id")
			}
			if after := admin.Get("facades?sort=id").Want(200).Text; after != before {
				t.Errorf("refused requests changed the records: before %s, after %s", before, after)
			}
		})
		t.Run("sorts, filters and searches, also by destination", func(t *testing.T) {
			s.Exec("UPDATE facades SET views = 5 WHERE id = 1")
			for query, want := range map[string][]string{
				"":                               {"Izland", "Reykjavik"},
				"?sort=-term":                    {"Reykjavik", "Izland"},
				"?sort=-views":                   {"Reykjavik", "Izland"},
				"?type=related":                  {"Izland"},
				"?type=correction":               {"Reykjavik"},
				"?destination_id=8":              {"Reykjavik"},
				"?destination_id=8&type=related": {},
				"?destination_id=999":            {},
				"?query=izl":                     {"Izland"},
				"?query=iceland":                 {"Izland", "Reykjavik"},
				"?query=iceland&type=correction": {"Reykjavik"},
			} {
				if got := list(query); !slices.Equal(got, want) {
					t.Errorf("%q: got %v, want %v", query, got, want)
				}
			}
			admin.Get("facades?type=synonym").Refused("type")
			admin.Get("facades?destination_id=x").Refused("destination_id")
		})
	})
}
