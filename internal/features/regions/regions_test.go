package regions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/features/regions"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestRegions_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, regions.Mount, resourcetest.Sample{
		Path: "regions", Kind: "region", Name: "name",
		Create:   map[string]any{"name": "Méditerranée", "country_ids": []int{1, 2, 3}},
		Update:   map[string]any{"name": "Nordics", "country_ids": []int{3, 4}},
		Required: []string{"name"}, Unique: []string{"name"}, Longest: map[string]int{"name": 120},
	})
}

func TestRegions(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(regions.Mount))
		admin := s.Admin()
		id := func(alpha2 string) int64 { return s.Count("SELECT id FROM countries WHERE alpha2 = ?", alpha2) }
		se, ax, no := id("SE"), id("AX"), id("NO")
		created := admin.Post("regions", map[string]any{"name": "Nordics", "country_ids": []int64{se, ax, no, se}}).Want(201)
		region := fmt.Sprintf("regions/%d", created.Int("item.id"))
		names := func() string {
			list, _ := admin.Get(region).Want(200).Value("item.countries").([]any)
			all := []string{}
			for _, country := range list {
				all = append(all, fmt.Sprint(country.(map[string]any)["name"]))
			}
			return strings.Join(all, ", ")
		}

		t.Run("shows the names of countries", func(t *testing.T) {
			if got := names(); got != "Åland Islands, Norway, Sweden" {
				t.Errorf("got %s", got)
			}
			if got := len(created.Value("item.country_ids").([]any)); got != 3 {
				t.Errorf("got %d countries, want 3 without duplicates", got)
			}
		})
		t.Run("refuses unknown countries by their position", func(t *testing.T) {
			for _, wrong := range []any{"all", 7, map[string]any{}, []string{"SE"}, []any{nil, "x"}} {
				admin.Put(region, map[string]any{"country_ids": wrong}).Refused("country_ids")
			}
			admin.Put(region, map[string]any{"country_ids": []int64{se, 999999}}).Refused("country_ids.1")
			admin.Post("regions", map[string]any{"name": "Nowhere", "country_ids": []int64{0, no, -5}}).
				Refused("country_ids.0", "country_ids.2")
			admin.Put(region, map[string]any{"name": "Norden", "country_ids": make([]int, 1001)}).Refused("country_ids")
			if got := admin.Get(region).Want(200); names() != "Åland Islands, Norway, Sweden" ||
				got.String("item.name") != "Nordics" || got.Int("item.version") != 1 {
				t.Errorf("got %s after refused changes", got.Text)
			}
		})
		t.Run("can be filtered by country, and are offered in a lookup", func(t *testing.T) {
			admin.Post("regions", map[string]any{"name": "Alpine"}).Want(201)
			for query, want := range map[string][]string{
				"?country_id=" + fmt.Sprint(no):       {"Nordics"},
				"?country_id=" + fmt.Sprint(id("FR")): {}, "": {"Alpine", "Nordics"},
			} {
				if got := admin.Get("regions" + query).Want(200); !slices.Equal(got.Column("name"), want) ||
					got.Int("meta.total") != int64(len(want)) {
					t.Errorf("%s: got %s", query, got.Text)
				}
			}
			admin.Get("regions?country_id=NO").Refused("country_id")
			if got := admin.Get("search/regions?query=nord").Want(200).Column("name"); !slices.Equal(got, []string{"Nordics"}) {
				t.Errorf("got %v, want [Nordics]", got)
			}
		})
		t.Run("removes some or all countries", func(t *testing.T) {
			admin.Put(region, map[string]any{"country_ids": []int64{se}}).Want(200)
			if got := names(); got != "Sweden" {
				t.Errorf("got %s", got)
			}
			cleared := admin.Put(region, map[string]any{"country_ids": nil}).Want(200)
			if len(cleared.Value("item.country_ids").([]any)) != 0 {
				t.Errorf("got %s, want no countries", cleared.Text)
			}
		})
		t.Run("deleting a region removes it from its markets", func(t *testing.T) {
			now := clock.Now()
			s.Exec(`
				INSERT INTO partner_markets (id, partner_id, name, name_key, created_at, updated_at)
				VALUES (1, 1, 'M', 'm', ?, ?)`, now, now)
			s.Exec("INSERT INTO partner_market_regions (partner_market_id, region_id) VALUES (1, ?)", created.Int("item.id"))
			admin.Delete(region).Want(204)
			if n := s.Count(`
				SELECT count(*)
				FROM partner_markets
				WHERE id = 1 AND id NOT IN (SELECT partner_market_id FROM partner_market_regions)`); n != 1 {
				t.Error("the market was deleted or still contains the region")
			}
		})
	})
}
