package partnermarkets_test

import (
	"fmt"
	"slices"
	"testing"

	"waymark/internal/features/partnermarkets"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestPartnerMarkets_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, partnermarkets.Mount, resourcetest.Sample{
		Path: "partner-markets", Kind: "partner market", Name: "name",
		Before: func(s *kittest.Server) {
			s.Exec("INSERT INTO regions (id, name, name_key, created_at, updated_at) VALUES (5, 'R', 'r', ?, ?)",
				clock.Now(), clock.Now())
		},
		Create: map[string]any{
			"partner_id": 1, "name": "Frühling", "include_if_no_match": true, "country_ids": []int{1, 2},
			"language_ids": []int{1}, "region_ids": []int{5},
		},
		Update: map[string]any{
			"name": "Winter", "include_if_no_match": false, "country_ids": []int{2, 3},
			"language_ids": []int{}, "region_ids": []int{},
		},
		Required: []string{"name", "partner_id"}, Unique: []string{"name"}, Longest: map[string]int{"name": 120},
	})
}

func TestPartnerMarkets(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(partnermarkets.Mount))
		admin, now := s.Admin(), clock.Now()
		s.Exec(`
			INSERT INTO partners (id, alt_id, name, name_key, slug, account_type_id, search_text, created_at, updated_at)
			VALUES (7, 'seven', 'Zéphyr Tours', 'zephyr tours', 'zephyr', 11, '  zephyr  tours', ?, ?),
				(8, 'eight', 'Gone', 'gone', 'gone', 11, '  gone', ?, ?)`, now, now, now, now)
		s.Exec(`
			INSERT INTO regions (id, name, name_key, created_at, updated_at)
			VALUES (5, 'Alps', 'alps', ?, ?), (6, 'Nordics', 'nordics', ?, ?)`, now, now, now, now)
		country := s.Count("SELECT id FROM countries WHERE alpha2 = 'AT'")
		create := func(name string, more map[string]any) *kittest.Response {
			body := map[string]any{"name": name, "partner_id": 7}
			for key, value := range more {
				body[key] = value
			}
			return admin.Post("partner-markets", body)
		}
		created := create("Winter", map[string]any{
			"country_ids": []int64{country}, "language_ids": []int{1}, "region_ids": []int{6, 5},
		}).Want(201)
		path := fmt.Sprintf("partner-markets/%d", created.Int("item.id"))

		t.Run("shows the partner, countries, languages and regions", func(t *testing.T) {
			got := admin.Get(path).Want(200)
			for field, want := range map[string]string{
				"partner.name": "Zéphyr Tours", "countries.0.name": "Austria",
				"languages.0.name": "English", "regions.0.name": "Alps", "regions.1.name": "Nordics",
			} {
				if value := got.String("item." + field); value != want {
					t.Errorf("%s: got %q, want %q", field, value, want)
				}
			}
			if got.Value("item.include_if_no_match") != false || got.Int("item.partner_id") != 7 ||
				got.Int("item.countries.0.id") != country {
				t.Errorf("got %s", got.Text)
			}
		})
		t.Run("requires unique names per partner", func(t *testing.T) {
			id := create("Winter", map[string]any{"partner_id": 1}).Want(201).Int("item.id")
			admin.Put(fmt.Sprintf("partner-markets/%d", id), map[string]any{"partner_id": 7}).Refused("name")
			admin.Delete(fmt.Sprintf("partner-markets/%d", id)).Want(204)
		})
		t.Run("refuses unknown ids by their position", func(t *testing.T) {
			for field, wrong := range map[string]any{
				"partner_id": 999, "country_ids.1": []int64{country, 99999},
				"language_ids.0": []int{-1}, "region_ids.0": []int{1},
			} {
				sent := map[string]any{
					"country_ids.1": "country_ids", "language_ids.0": "language_ids", "region_ids.0": "region_ids",
				}[field]
				if sent == nil {
					sent = field
				}
				admin.Put(path, map[string]any{"name": "Changed", fmt.Sprint(sent): wrong}).Refused(field)
			}
			for _, field := range []string{"country_ids", "language_ids", "region_ids", "partner_id", "include_if_no_match"} {
				admin.Put(path, map[string]any{field: "all"}).Refused(field)
			}
			if got := admin.Get(path).Want(200); got.String("item.name") != "Winter" || got.Int("item.version") != 1 {
				t.Errorf("got %s after refused changes", got.Text)
			}
		})
		t.Run("filters by partner, country, language and region, and searches by partner", func(t *testing.T) {
			create("House market", map[string]any{"partner_id": 1, "include_if_no_match": true}).Want(201)
			for query, want := range map[string][]string{
				"": {"House market", "Winter"}, "?sort=-name": {"Winter", "House market"}, "?partner_id=7": {"Winter"},
				"?partner=1":                         {"House market"},
				"?country_id=" + fmt.Sprint(country): {"Winter"}, "?country_id=99999": {}, "?language_id=1": {"Winter"},
				"?region_id=5": {"Winter"}, "?region_id=5&partner_id=1": {},
				"?query=wint": {"Winter"}, "?query=zephyr": {"Winter"}, "?query=TOU": {"Winter"}, "?query=nothing": {},
			} {
				if got := admin.Get("partner-markets" + query).Want(200); !slices.Equal(got.Column("name"), want) ||
					got.Int("meta.total") != int64(len(want)) {
					t.Errorf("%s: got %s", query, got.Text)
				}
			}
			for _, filter := range []string{"partner_id", "partner", "country_id", "language_id", "region_id"} {
				admin.Get("partner-markets?" + filter + "=x").Refused(filter)
			}
		})
		t.Run("hides markets of a partner in the trash", func(t *testing.T) {
			deleted := create("Vanished", map[string]any{"partner_id": 8, "country_ids": []int64{country}}).
				Want(201).Int("item.id")
			s.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (1, 'partner', 8, ?)", now)
			s.Exec("UPDATE partners SET deleted_at = ?, trash_id = 1 WHERE id = 8", now)
			s.Exec("UPDATE partner_markets SET deleted_at = ?, trash_id = 1 WHERE id = ?", now, deleted)
			queries := []string{
				"", "?query=vanished", "?query=gone", "?partner_id=8", "?country_id=" + fmt.Sprint(country),
			}
			for _, query := range queries {
				got := admin.Get("partner-markets" + query).Want(200)
				if slices.Contains(got.Column("name"), "Vanished") || got.Int("meta.total") != int64(len(got.Column("id"))) {
					t.Errorf("%s: got %s", query, got.Text)
				}
			}
			market := fmt.Sprintf("partner-markets/%d", deleted)
			admin.Get(market).Want(404)
			admin.Put(market, map[string]any{"name": "Back"}).Want(404)
			admin.Delete(market).Want(404)
			create("New", map[string]any{"partner_id": 8}).Refused("partner_id")
			admin.Put(path, map[string]any{"partner_id": 8}).Refused("partner_id")
		})
	})
}
