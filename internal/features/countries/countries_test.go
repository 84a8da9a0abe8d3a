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

func TestCountries_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, countries.Mount, resourcetest.Sample{
		Path: "countries", Kind: "country", Name: "name",
		Create: xanadu, Update: map[string]any{"name": "Shangri-La", "alpha2": "XS"},
		Required: []string{"name", "alpha2", "alpha3"}, Longest: map[string]int{"name": 120, "alpha2": 2, "alpha3": 3},
	})
}

func TestCountryRegions_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, countries.Mount, resourcetest.Sample{
		Path: "countries/1/country-regions", Kind: "country region", Name: "name",
		Create:   map[string]any{"name": "Xéres", "abbreviation": "XE"},
		Update:   map[string]any{"name": "Xéres del Mar", "abbreviation": ""},
		Required: []string{"name"}, Unique: []string{"name"}, Longest: map[string]int{"name": 120, "abbreviation": 12},
		Kept: true,
	})
}

func TestCountries(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(countries.Mount))
		admin := s.Admin()

		t.Run("converts codes to upper case and finds countries by them", func(t *testing.T) {
			created := admin.Post("countries", map[string]any{"name": "Zembla", "alpha2": " xz ", "alpha3": "xzm"}).Want(201)
			if created.String("item.alpha2") != "XZ" || created.String("item.alpha3") != "XZM" {
				t.Errorf("got %s", created.Text)
			}
			for _, query := range []string{"xz", "XZM", "zem"} {
				if got := admin.Get("countries?query=" + query).Want(200).Column("name"); !slices.Contains(got, "Zembla") {
					t.Errorf("search for %s: got %v", query, got)
				}
			}
			if got := admin.Get("countries?query=fra").Want(200).Column("alpha3"); !slices.Contains(got, "FRA") {
				t.Errorf("search for fra: got %v", got)
			}
		})
		t.Run("refuses names and codes that are taken or invalid", func(t *testing.T) {
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
				t.Errorf("refused requests created %d countries", after-before)
			}
		})
		t.Run("sorts by name without regard to accents", func(t *testing.T) {
			got := admin.Get("countries?per_page=4").Want(200).Column("name")
			if !slices.Equal(got, []string{"Afghanistan", "Åland Islands", "Albania", "Algeria"}) {
				t.Errorf("got %v", got)
			}
			most := admin.Get("countries?sort=-country_regions_count&per_page=2").Want(200).Column("country_regions_count")
			if len(most) != 2 || most[0] < most[1] {
				t.Errorf("most regions first: got %v", most)
			}
			admin.Get("countries?sort=-users_count").Want(200)
			admin.Get("countries?sort=alpha3").Want(200)
		})
		t.Run("has lookups with the code as hint", func(t *testing.T) {
			for _, lookup := range []string{"options/countries", "search/countries"} {
				got := admin.Get(lookup + "?query=portug").Want(200)
				if got.String("items.0.name") != "Portugal" || got.String("items.0.hint") != "PT" {
					t.Errorf("%s: got %s", lookup, got.Text)
				}
			}
			if got := admin.Get("search/countries").Want(200); len(got.Column("id")) != 10 {
				t.Errorf("lookup: got %d countries, want 10", len(got.Column("id")))
			}
			s.Anyone().Get("search/countries").Want(401)
		})
	})
}

func TestCountries_InUse(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(countries.Mount))
		admin, now := s.Admin(), clock.Now()
		id := admin.Post("countries", xanadu).Want(201).Int("item.id")
		path := fmt.Sprintf("countries/%d", id)
		s.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (1, 'user', 2, ?)", now)
		for i, deletedAt := range []any{nil, now} {
			s.Exec(`INSERT INTO users (first_name, first_name_key, last_name, last_name_key, email, alt_id, country_id,
					created_at, updated_at, deleted_at, trash_id)
				VALUES ('A', 'a', 'B', 'b', ?, ?, ?, ?, ?, ?, ?)`,
				fmt.Sprintf("%d@test.example", i), fmt.Sprintf("alt%d", i), id,
				now, now, deletedAt, map[bool]any{true: nil, false: 1}[deletedAt == nil])
		}
		s.Exec("INSERT INTO regions (id, name, name_key, created_at, updated_at) VALUES (1, 'R', 'r', ?, ?)", now, now)
		s.Exec("INSERT INTO region_countries (region_id, country_id) VALUES (1, ?)", id)
		s.Exec(`INSERT INTO partner_markets (id, partner_id, name, name_key, created_at, updated_at)
			VALUES (1, 1, 'M', 'm', ?, ?)`, now, now)
		s.Exec("INSERT INTO partner_market_countries (partner_market_id, country_id) VALUES (1, ?)", id)

		if got := admin.Get(path).Want(200).Int("item.users_count"); got != 1 {
			t.Errorf("users_count: got %d, want 1 (without the user in the trash)", got)
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
			fmt.Sprintf("users 1 /users?country_id=%d", id),
			fmt.Sprintf("regions 1 /regions?country_id=%d", id),
			fmt.Sprintf("partner markets 1 /partner-markets?country_id=%d", id),
			fmt.Sprintf("records in the trash 1 /trash?refers_to=countries:%d", id),
		}
		if !slices.Equal(got, want) {
			t.Errorf("uses: got %v, want %v", got, want)
		}
		s.Exec("DELETE FROM regions")
		s.Exec("DELETE FROM partner_markets")
		s.Exec("DELETE FROM users WHERE country_id = ?", id)
		region := admin.Post(path+"/country-regions", map[string]any{"name": "Pleasure dome"}).Want(201).Int("item.id")
		admin.Delete(path).Want(204)
		if n := s.Count("SELECT count(*) FROM country_regions WHERE id = ?", region); n != 0 {
			t.Error("the regions of the deleted country are left")
		}
	})
}

func TestCountryRegions_Country(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(countries.Mount))
		admin := s.Admin()
		home := admin.Post("countries", xanadu).Want(201).Int("item.id")
		zembla := map[string]any{"name": "Zembla", "alpha2": "XZ", "alpha3": "XZM"}
		away := admin.Post("countries", zembla).Want(201).Int("item.id")
		listPath := func(country any) string { return fmt.Sprintf("countries/%v/country-regions", country) }
		created := admin.Post(listPath(home), map[string]any{"name": "Ñuble", "abbreviation": "NB"}).Want(201)
		id := created.Int("item.id")
		for _, key := range []string{"id", "name", "abbreviation", "users_count"} {
			created.Value("item." + key)
		}
		regionPath := func(country any) string { return fmt.Sprintf("%s/%d", listPath(country), id) }

		t.Run("does not find a region under another or missing country", func(t *testing.T) {
			for _, country := range []any{away, 999999, "x", 0, -1} {
				admin.Get(regionPath(country)).Want(404)
				admin.Put(regionPath(country), map[string]any{"name": "Stolen"}).Want(404)
			}
			for _, country := range []any{999999, "x", 0} {
				admin.Get(listPath(country)).Want(404)
				admin.Post(listPath(country), map[string]any{"name": "Lost"}).Want(404)
			}
			if got := admin.Get(regionPath(home)).Want(200).String("item.name"); got != "Ñuble" {
				t.Errorf("name: got %s, want Ñuble", got)
			}
			if n := s.Count("SELECT count(*) FROM country_regions WHERE name IN ('Stolen', 'Lost')"); n != 0 {
				t.Errorf("refused requests wrote %d regions", n)
			}
		})
		t.Run("lists and searches the regions of one country", func(t *testing.T) {
			admin.Post(listPath(away), map[string]any{"name": "Nuble"}).Want(201) // Names are unique per country.
			admin.Post(listPath(home), map[string]any{"name": "Atacama", "abbreviation": "AT"}).Want(201)
			if got := admin.Get(listPath(home)).Want(200).Column("name"); !slices.Equal(got, []string{"Atacama", "Ñuble"}) {
				t.Errorf("got %v", got)
			}
			for _, query := range []string{"nuble", "NB", "ÑU"} {
				got := admin.Get(listPath(home) + "?query=" + query).Want(200)
				if !slices.Equal(got.Column("name"), []string{"Ñuble"}) || got.Int("meta.total") != 1 {
					t.Errorf("search for %s: got %s", query, got.Text)
				}
			}
			got := admin.Get(listPath(home) + "?sort=-abbreviation").Want(200).Column("abbreviation")
			if !slices.Equal(got, []string{"NB", "AT"}) {
				t.Errorf("by abbreviation: got %v", got)
			}
			admin.Post(listPath(home), map[string]any{"name": "NUBLE"}).Refused("name")
			admin.Put(regionPath(home), map[string]any{"country_id": away}).Refused("country_id")
		})
		t.Run("counts regions per country and users per region", func(t *testing.T) {
			if got := admin.Get(fmt.Sprintf("countries/%d", home)).Want(200).Int("item.country_regions_count"); got != 2 {
				t.Errorf("country_regions_count: got %d, want 2", got)
			}
			now := clock.Now()
			s.Exec(`INSERT INTO users (first_name, first_name_key, last_name, last_name_key, email, alt_id, country_id,
					country_region_id, created_at, updated_at)
				VALUES ('A', 'a', 'B', 'b', 'a@test.example', 'alt', ?, ?, ?, ?)`, home, id, now, now)
			if got := admin.Get(regionPath(home)).Want(200).Int("item.users_count"); got != 1 {
				t.Errorf("users_count: got %d, want 1", got)
			}
		})
	})
}
