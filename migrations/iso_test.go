package migrations_test

import (
	"fmt"
	"slices"
	"testing"

	"waymark/internal/features/countries"
	"waymark/internal/features/languages"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
)

func TestCountriesSubdivisionsAndLanguagesAreThere(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(func(kit resource.Kit) {
			countries.Mount(kit)
			languages.Mount(kit)
		}))
		admin := s.Admin()

		t.Run("all of them, counted", func(t *testing.T) {
			for table, want := range map[string]int64{"countries": 249, "languages": 184, "country_regions": 5127} {
				if got := s.Count("SELECT count(*) FROM " + table); got != want {
					t.Errorf("%d %s, want %d", got, table, want)
				}
				if got := s.Count("SELECT coalesce(max(n), -1) FROM live_counts WHERE list = ? AND facet = '' AND value = ''", table); table != "country_regions" && got != want {
					t.Errorf("%d %s are counted, want %d", got, table, want)
				}
			}
			for path, want := range map[string]int64{"countries": 249, "languages": 184} {
				if got := admin.Get(path).Want(200).Int("meta.total"); got != want {
					t.Errorf("the list of %s has %d, want %d", path, got, want)
				}
			}
			if n := s.Count("SELECT count(*) FROM countries c WHERE country_regions_count <> (SELECT count(*) FROM country_regions r WHERE r.country_id = c.id)"); n != 0 {
				t.Errorf("%d countries count their regions wrong", n)
			}
		})
		t.Run("none without a code or a name, none with a broken letter", func(t *testing.T) {
			for query, what := range map[string]string{
				"SELECT count(*) FROM countries WHERE length(alpha2) <> 2 OR length(alpha3) <> 3 OR alpha2 <> upper(alpha2) OR name = '' OR name_key = '' OR search_text = ''": "countries",
				"SELECT count(*) FROM languages WHERE length(alpha2) <> 2 OR alpha2 <> lower(alpha2) OR name = '' OR name_key = '' OR search_text = ''":                        "languages",
				"SELECT count(*) FROM country_regions WHERE abbreviation = '' OR name = '' OR name_key = '' OR search_text = '' OR name LIKE '%\ufffd%' OR name <> trim(name)": "regions",
			} {
				if n := s.Count(query); n != 0 {
					t.Errorf("%d %s are not whole", n, what)
				}
			}
		})
		t.Run("English is the first language, as before", func(t *testing.T) {
			if got := admin.Get("languages/1").Want(200); got.String("item.name") != "English" || got.String("item.alpha2") != "en" {
				t.Errorf("got %s", got.Text)
			}
			if n := s.Count("SELECT count(*) FROM languages WHERE alpha2 = 'en'"); n != 1 {
				t.Errorf("English is there %d times", n)
			}
		})
		t.Run("found by name, without its accents, and by code", func(t *testing.T) {
			for query, want := range map[string]string{
				"cote+divoire": "", "cote+d%27iv": "Côte d'Ivoire", "CIV": "Côte d'Ivoire", "curacao": "Curaçao", "aland": "Åland Islands", "usa": "United States",
			} {
				got := admin.Get("countries?query=" + query).Want(200).Column("name")
				if want == "" && len(got) != 0 || want != "" && !slices.Contains(got, want) {
					t.Errorf("searching %s finds %v", query, got)
				}
			}
			if got := admin.Get("languages?query=norwegian").Want(200).Column("name"); len(got) == 0 {
				t.Error("no Norwegian")
			}
		})
		t.Run("subdivisions stand below their country", func(t *testing.T) {
			for _, place := range []struct{ country, code, name string }{{"US", "CA", "California"}, {"FR", "BRE", "Bretagne"}, {"ES", "AN", "Andalucía"}, {"DE", "BY", "Bayern"}} {
				id := s.Count("SELECT id FROM countries WHERE alpha2 = ?", place.country)
				path := fmt.Sprintf("countries/%d/country-regions", id)
				if got := admin.Get(path + "?query=" + place.code).Want(200).Column("name"); !slices.Contains(got, place.name) {
					t.Errorf("%s-%s is none of %v", place.country, place.code, got)
				}
				if total, kept := admin.Get(path).Want(200).Int("meta.total"), admin.Get(fmt.Sprintf("countries/%d", id)).Want(200).Int("item.country_regions_count"); total != kept || total == 0 {
					t.Errorf("%s has %d regions and counts %d", place.country, total, kept)
				}
			}
		})
		if d.Engine == db.SQLite {
			for _, table := range []string{"countries", "languages", "country_regions"} {
				s.Exec("INSERT INTO " + table + "_search (" + table + "_search, rank) VALUES ('integrity-check', 1)")
			}
		}
	})
}
