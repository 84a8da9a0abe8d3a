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

func TestISOCodes(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(func(kit resource.Kit) {
			countries.Mount(kit)
			languages.Mount(kit)
		}))
		admin := s.Admin()

		t.Run("are complete, and so are the counters", func(t *testing.T) {
			for table, want := range map[string]int64{"countries": 249, "languages": 184, "country_regions": 5127} {
				if got := s.Count("SELECT count(*) FROM " + table); got != want {
					t.Errorf("%d %s, want %d", got, table, want)
				}
				if got := s.Count(
					"SELECT coalesce(max(n), -1) FROM live_counts WHERE list = ? AND facet = '' AND value = ''", table,
				); table != "country_regions" && got != want {
					t.Errorf("the counter of %[2]s is %[1]d, want %[3]d", got, table, want)
				}
			}
			for path, want := range map[string]int64{"countries": 249, "languages": 184} {
				if got := admin.Get(path).Want(200).Int("meta.total"); got != want {
					t.Errorf("the list of %s has %d, want %d", path, got, want)
				}
			}
			if n := s.Count(`SELECT count(*) FROM countries c WHERE country_regions_count <> (SELECT count(*)
				FROM country_regions r WHERE r.country_id = c.id)`); n != 0 {
				t.Errorf("%d countries have a wrong number of regions", n)
			}
		})
		t.Run("have codes, names and search texts, and no damaged letters", func(t *testing.T) {
			for table, incomplete := range map[string]string{
				"countries":       "length(alpha2) <> 2 OR length(alpha3) <> 3 OR alpha2 <> upper(alpha2)",
				"languages":       "length(alpha2) <> 2 OR alpha2 <> lower(alpha2)",
				"country_regions": "abbreviation = '' OR name LIKE '%\ufffd%' OR name <> trim(name)",
			} {
				n := s.Count(
					"SELECT count(*) FROM " + table + " WHERE name = '' OR name_key = '' OR search_text = '' OR " + incomplete,
				)
				if n != 0 {
					t.Errorf("%d %s are incomplete", n, table)
				}
			}
		})
		t.Run("include English as the first language", func(t *testing.T) {
			if got := admin.Get("languages/1").Want(200); got.String("item.name") != "English" ||
				got.String("item.alpha2") != "en" {
				t.Errorf("got %s", got.Text)
			}
			if n := s.Count("SELECT count(*) FROM languages WHERE alpha2 = 'en'"); n != 1 {
				t.Errorf("English exists %d times", n)
			}
		})
		t.Run("are found by code, and by name without accents", func(t *testing.T) {
			for query, want := range map[string]string{
				"cote+divoire": "", "cote+d%27iv": "Côte d'Ivoire", "CIV": "Côte d'Ivoire", "curacao": "Curaçao",
				"aland": "Åland Islands", "usa": "United States",
			} {
				got := admin.Get("countries?query=" + query).Want(200).Column("name")
				if want == "" && len(got) != 0 || want != "" && !slices.Contains(got, want) {
					t.Errorf("%s: got %v", query, got)
				}
			}
			if got := admin.Get("languages?query=norwegian").Want(200).Column("name"); len(got) == 0 {
				t.Error("Norwegian was not found")
			}
		})
		t.Run("assign subdivisions to their country", func(t *testing.T) {
			for _, place := range []struct{ country, code, name string }{
				{"US", "CA", "California"}, {"FR", "BRE", "Bretagne"}, {"ES", "AN", "Andalucía"}, {"DE", "BY", "Bayern"},
			} {
				id := s.Count("SELECT id FROM countries WHERE alpha2 = ?", place.country)
				path := fmt.Sprintf("countries/%d/country-regions", id)
				if got := admin.Get(path + "?query=" + place.code).Want(200).Column("name"); !slices.Contains(got, place.name) {
					t.Errorf("%s-%s is not among %v", place.country, place.code, got)
				}
				total := admin.Get(path).Want(200).Int("meta.total")
				counter := admin.Get(fmt.Sprintf("countries/%d", id)).Want(200).Int("item.country_regions_count")
				if total != counter || total == 0 {
					t.Errorf("%s has %d regions, but its counter is %d", place.country, total, counter)
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
