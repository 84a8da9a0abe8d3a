package countries_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/features/countries"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

var xanadu = map[string]any{"name": "Xánadu", "alpha2": "XA", "alpha3": "XAN"}

func TestCountriesKeepWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	resourcetest.Try(t, countries.Mount, resourcetest.Sample{
		Path: "countries", Kind: "country", Name: "name", Create: xanadu, Update: map[string]any{
			"name":   "Shangri-La",
			"alpha2": "XS",
		},
		Required: []string{"name", "alpha2", "alpha3"}, Longest: map[string]int{"name": 120, "alpha2": 2, "alpha3": 3},
	})
}

func TestCountryRegionsKeepWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	resourcetest.Try(t, countries.Mount, resourcetest.Sample{
		Path: "countries/1/country-regions", Kind: "country region", Name: "name",
		Create: map[string]any{"name": "Xéres", "abbreviation": "XE"}, Update: map[string]any{
			"name":         "Xéres del Mar",
			"abbreviation": "",
		},
		Required: []string{"name"}, Unique: []string{"name"}, Longest: map[string]int{"name": 120, "abbreviation": 12},
		Kept: true,
	})
}

func TestCountries(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(countries.Mount))
		admin := s.Admin()

		t.Run("have their codes in capitals, and are found by them", func(t *testing.T) {
			made := admin.Post("countries", map[string]any{"name": "Zembla", "alpha2": " xz ", "alpha3": "xzm"}).Want(201)
			if made.String("item.alpha2") != "XZ" || made.String("item.alpha3") != "XZM" {
				t.Errorf("got %s", made.Text)
			}
			for _, query := range []string{"xz", "XZM", "zem"} {
				if got := admin.Get("countries?query=" + query).Want(200).Column("name"); !slices.Contains(got, "Zembla") {
					t.Errorf("searching %s finds %v", query, got)
				}
			}
			if got := admin.Get("countries?query=fra").Want(200).Column("alpha3"); !slices.Contains(got, "FRA") {
				t.Errorf("searching fra finds %v", got)
			}
		})
		t.Run("are not named or coded like another", func(t *testing.T) {
			with := func(field, value string) map[string]any {
				return map[string]any{"name": "Nowhere", "alpha2": "XN", "alpha3": "XNO", field: value}
			}
			before := s.Count("SELECT count(*) FROM countries")
			for _, taken := range []struct{ field, value string }{
				{"name", "FRANCE"},
				{"name", "Côte D'IVOIRE"},
				{"name", "cote d'ivoire"},
				{"name", " france "},
				{"alpha2", "FR"},
				{"alpha2", "fr"},
				{"alpha3", "Fra"},
			} {
				admin.Post("countries", with(taken.field, taken.value)).Refused(taken.field)
			}
			for _, wrong := range []string{"X", "X1", "ÄÖ", "X-", "X X", "XYZQ", strings.Repeat("x", 10_000)} {
				admin.Post("countries", with("alpha2", wrong)).Refused("alpha2")
				admin.Post("countries", with("alpha3", wrong)).Refused("alpha3")
			}
			admin.Post("countries", with("alpha2", "XYZ")).Refused("alpha2")
			admin.Post("countries", with("alpha3", "XY")).Refused("alpha3")
			admin.Post("countries", map[string]any{"name": "Nowhere", "alpha2": 12, "alpha3": true}).Refused("alpha2", "alpha3")
			if after := s.Count("SELECT count(*) FROM countries"); after != before {
				t.Errorf("%d countries were made", after-before)
			}
		})
		t.Run("stand in the order of their names, whatever their accents", func(t *testing.T) {
			got := admin.Get("countries?per_page=4").Want(200).Column("name")
			if !slices.Equal(got, []string{"Afghanistan", "Åland Islands", "Albania", "Algeria"}) {
				t.Errorf("got %v", got)
			}
			most := admin.Get("countries?sort=-country_regions_count&per_page=2").Want(200).Column("country_regions_count")
			if len(most) != 2 || most[0] < most[1] {
				t.Errorf("most regions first: %v", most)
			}
			admin.Get("countries?sort=-users_count").Want(200)
			admin.Get("countries?sort=alpha3").Want(200)
		})
		t.Run("are offered in lookups with their code", func(t *testing.T) {
			for _, lookup := range []string{"options/countries", "search/countries"} {
				got := admin.Get(lookup + "?query=portug").Want(200)
				if got.String("items.0.name") != "Portugal" || got.String("items.0.hint") != "PT" {
					t.Errorf("%s: %s", lookup, got.Text)
				}
			}
			if got := admin.Get("search/countries").Want(200); len(got.Column("id")) != 10 {
				t.Errorf("a search offers %d", len(got.Column("id")))
			}
			s.Anyone().Get("search/countries").Want(401)
		})
	})
}

func TestACountryInUseStays(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(countries.Mount))
		admin, now := s.Admin(), clock.Now()
		id := admin.Post("countries", xanadu).Want(201).Int("item.id")
		path := fmt.Sprintf("countries/%d", id)
		s.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (1, 'user', 2, ?)", now)
		for i, gone := range []any{nil, now} {
			s.Exec(`INSERT INTO users (first_name, first_name_key, last_name, last_name_key, email, alt_id, country_id, created_at, updated_at, deleted_at, trash_id)
				VALUES ('A', 'a', 'B', 'b', ?, ?, ?, ?, ?, ?, ?)`, fmt.Sprintf("%d@test.example", i), fmt.Sprintf("alt%d", i), id,
				now, now, gone, map[bool]any{true: nil, false: 1}[gone == nil])
		}
		s.Exec("INSERT INTO regions (id, name, name_key, created_at, updated_at) VALUES (1, 'R', 'r', ?, ?)", now, now)
		s.Exec("INSERT INTO region_countries (region_id, country_id) VALUES (1, ?)", id)
		s.Exec("INSERT INTO partner_markets (id, partner_id, name, name_key, created_at, updated_at) VALUES (1, 1, 'M', 'm', ?, ?)", now, now)
		s.Exec("INSERT INTO partner_market_countries (partner_market_id, country_id) VALUES (1, ?)", id)

		if got := admin.Get(path).Want(200).Int("item.users_count"); got != 1 {
			t.Errorf("counts %d users, want the live one only", got)
		}
		refused := admin.Delete(path).Want(409)
		uses, _ := refused.Value("uses").([]any)
		got := []string{}
		for i := range uses {
			at := fmt.Sprintf("uses.%d.", i)
			got = append(got, fmt.Sprintf("%s %d %s", refused.String(at+"kind"), refused.Int(at+"count"),
				refused.String(at+"path")))
		}
		want := []string{
			fmt.Sprintf("users 1 /users?country_id=%d", id), "users in the trash 1 /trash",
			fmt.Sprintf("regions 1 /regions?country_id=%d", id), fmt.Sprintf("partner markets 1 /partner-markets?country_id=%d",
				id),
		}
		if !slices.Equal(got, want) {
			t.Errorf("used by %v", got)
		}
		s.Exec("DELETE FROM regions")
		s.Exec("DELETE FROM partner_markets")
		s.Exec("DELETE FROM users WHERE country_id = ?", id)
		region := admin.Post(path+"/country-regions", map[string]any{"name": "Pleasure dome"}).Want(201).Int("item.id")
		admin.Delete(path).Want(204)
		if n := s.Count("SELECT count(*) FROM country_regions WHERE id = ?", region); n != 0 {
			t.Error("its regions are still there")
		}
	})
}

func TestCountryRegionsBelongToTheirCountry(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(countries.Mount))
		admin := s.Admin()
		home := admin.Post("countries", xanadu).Want(201).Int("item.id")
		away := admin.Post("countries", map[string]any{"name": "Zembla", "alpha2": "XZ", "alpha3": "XZM"}).Want(201).
			Int("item.id")
		below := func(country any) string { return fmt.Sprintf("countries/%v/country-regions", country) }
		made := admin.Post(below(home), map[string]any{"name": "Ñuble", "abbreviation": "NB"}).Want(201)
		id := made.Int("item.id")
		for _, key := range []string{"id", "name", "abbreviation", "users_count"} {
			made.Value("item." + key)
		}
		one := func(country any) string { return fmt.Sprintf("%s/%d", below(country), id) }

		t.Run("another country, or none, has no such region on any verb", func(t *testing.T) {
			for _, country := range []any{away, 999999, "x", 0, -1} {
				admin.Get(one(country)).Want(404)
				admin.Put(one(country), map[string]any{"name": "Stolen"}).Want(404)
			}
			for _, country := range []any{999999, "x", 0} {
				admin.Get(below(country)).Want(404)
				admin.Post(below(country), map[string]any{"name": "Lost"}).Want(404)
			}
			if got := admin.Get(one(home)).Want(200).String("item.name"); got != "Ñuble" {
				t.Errorf("is now %s", got)
			}
			if n := s.Count("SELECT count(*) FROM country_regions WHERE name IN ('Stolen', 'Lost')"); n != 0 {
				t.Errorf("%d regions were written", n)
			}
		})
		t.Run("a list is that of one country, by name, and so is its search", func(t *testing.T) {
			admin.Post(below(away), map[string]any{"name": "Nuble"}).Want(201) // the same name elsewhere is fine
			admin.Post(below(home), map[string]any{"name": "Atacama", "abbreviation": "AT"}).Want(201)
			if got := admin.Get(below(home)).Want(200).Column("name"); !slices.Equal(got, []string{"Atacama", "Ñuble"}) {
				t.Errorf("got %v", got)
			}
			for _, query := range []string{"nuble", "NB", "ÑU"} {
				if got := admin.Get(below(home) + "?query=" + query).Want(200); !slices.Equal(got.Column("name"),
					[]string{"Ñuble"}) || got.Int("meta.total") != 1 {
					t.Errorf("searching %s: %s", query, got.Text)
				}
			}
			if got := admin.Get(below(home) + "?sort=-abbreviation").Want(200).Column("abbreviation"); !slices.Equal(got,
				[]string{"NB", "AT"}) {
				t.Errorf("by abbreviation: %v", got)
			}
			admin.Post(below(home), map[string]any{"name": "NUBLE"}).Refused("name")
			admin.Put(one(home), map[string]any{"country_id": away}).Refused("country_id")
		})
		t.Run("the country counts them, and they their users", func(t *testing.T) {
			if got := admin.Get(fmt.Sprintf("countries/%d", home)).Want(200).Int("item.country_regions_count"); got != 2 {
				t.Errorf("counts %d regions", got)
			}
			now := clock.Now()
			s.Exec(`INSERT INTO users (first_name, first_name_key, last_name, last_name_key, email, alt_id, country_id, country_region_id, created_at, updated_at)
				VALUES ('A', 'a', 'B', 'b', 'a@test.example', 'alt', ?, ?, ?, ?)`, home, id, now, now)
			if got := admin.Get(one(home)).Want(200).Int("item.users_count"); got != 1 {
				t.Errorf("counts %d users", got)
			}
		})
	})
}
