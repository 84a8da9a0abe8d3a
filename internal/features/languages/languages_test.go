package languages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/features/languages"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestLanguages_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, languages.Mount, resourcetest.Sample{
		Path: "languages", Kind: "language", Name: "name",
		Create:   map[string]any{"name": "Qüenya", "alpha2": "qy", "user_profile_enabled": true},
		Update:   map[string]any{"alpha2": "qz", "user_profile_enabled": false},
		Required: []string{"name", "alpha2"}, Longest: map[string]int{"name": 80, "alpha2": 2},
	})
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(languages.Mount))
		admin, now := s.Admin(), clock.Now()
		created := admin.Post("languages", map[string]any{"name": "Quenya", "alpha2": " QY "}).Want(201)
		path := fmt.Sprintf("languages/%d", created.Int("item.id"))

		t.Run("normalises and validates the code", func(t *testing.T) {
			if created.String("item.alpha2") != "qy" || created.Value("item.user_profile_enabled") != false ||
				created.Int("item.content_count") != 0 {
				t.Errorf("got %s", created.Text)
			}
			for _, wrong := range []string{"q", "qyy", "q1", "éà", "q y", strings.Repeat("q", 10_000)} {
				admin.Put(path, map[string]any{"alpha2": wrong}).Refused("alpha2")
			}
			admin.Put(path, map[string]any{"user_profile_enabled": "yes"}).Refused("user_profile_enabled")
			admin.Put(path, map[string]any{"alpha2": "EN"}).Refused("alpha2")
			admin.Put(path, map[string]any{"name": "ENGLÍSH"}).Refused("name")
			admin.Post("languages", map[string]any{"name": "english", "alpha2": "qq"}).Refused("name")
			if got := admin.Get(path).Want(200); got.Int("item.version") != 1 {
				t.Errorf("got %s after refused changes", got.Text)
			}
		})
		t.Run("offers languages for profiles separately", func(t *testing.T) {
			options := func() []string {
				return admin.Get("options/user-languages?query=quen").Want(200).Column("name")
			}
			if got := options(); len(got) != 0 {
				t.Errorf("got %v before enabling, want none", got)
			}
			admin.Put(path, map[string]any{"user_profile_enabled": true}).Want(200)
			if got := options(); !slices.Equal(got, []string{"Quenya"}) {
				t.Errorf("got %v, want [Quenya]", got)
			}
			for _, lookup := range []string{"options/languages", "search/languages"} {
				if got := admin.Get(lookup + "?query=QY").Want(200).Column("name"); !slices.Contains(got, "Quenya") {
					t.Errorf("%s: got %v, want Quenya", lookup, got)
				}
			}
		})
		t.Run("offers languages in use first, and the others by name", func(t *testing.T) {
			s.Exec("UPDATE languages SET content_count = 3 WHERE name = 'Welsh'")
			s.Exec("UPDATE languages SET content_count = 7 WHERE name = 'French'")
			for _, lookup := range []string{"options/languages", "search/languages"} {
				got := admin.Get(lookup + "?per_page=4").Want(200).Column("name")
				if !slices.Equal(got, []string{"French", "Welsh", "Abkhazian", "Afar"}) {
					t.Errorf("%s: got %v", lookup, got)
				}
			}
			if got := admin.Get("languages?per_page=1").Want(200).Column("name"); !slices.Equal(got, []string{"Abkhazian"}) {
				t.Errorf("the list starts with %v", got)
			}
			s.Exec("UPDATE languages SET content_count = 0")
		})
		t.Run("refuses to delete English", func(t *testing.T) {
			if got := admin.Get("languages/1").Want(200); got.String("item.name") != "English" ||
				got.String("item.alpha2") != "en" {
				t.Errorf("got %s", got.Text)
			}
			admin.Delete("languages/1").Want(409)
			admin.Get("languages/1").Want(200)
		})
		t.Run("refuses to delete a language in use and lists each use", func(t *testing.T) {
			language := created.Int("item.id")
			s.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (1, 'content', 92, ?)", now)
			s.Exec(`
				INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at, deleted_at,
					trash_id)
				VALUES (91, 'A', 'a', 2, 1, ?, ?, NULL, NULL), (92, 'B', 'b', 2, 1, ?, ?, ?, 1)`, now, now, now, now, now)
			s.Exec("INSERT INTO content_languages (content_id, language_id) VALUES (91, ?), (92, ?)", language, language)
			s.Exec("INSERT INTO content_subtitles (content_id, language_id) VALUES (91, ?)", language)
			s.Exec(`
				INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, created_at, updated_at)
				VALUES (1, 'a', 'C', 'c', 1, ?, ?, ?)`, language, now, now)
			s.Exec("INSERT INTO user_languages (user_id, language_id) VALUES (?, ?)", admin.UserID, language)
			s.Exec("INSERT INTO partner_languages (partner_id, language_id, created_at, updated_at) VALUES (1, ?, ?, ?)",
				language, now, now)
			s.Exec("INSERT INTO sites (id, partner_id, domain, created_at, updated_at) VALUES (1, 1, 'a.example', ?, ?)",
				now, now)
			s.Exec(`
				INSERT INTO site_transformations (site_id, name, name_key, language_id, created_at, updated_at)
				VALUES (1, 'T', 't', ?, ?, ?)`, language, now, now)
			s.Exec(`
				INSERT INTO partner_markets (id, partner_id, name, name_key, created_at, updated_at)
				VALUES (1, 1, 'M', 'm', ?, ?)`, now, now)
			s.Exec("INSERT INTO partner_market_languages (partner_market_id, language_id) VALUES (1, ?)", language)
			refused := admin.Delete(path).Want(409)
			uses, _ := refused.Value("uses").([]any)
			got := []string{}
			for i := range uses {
				use := fmt.Sprintf("uses.%d", i)
				got = append(got, fmt.Sprintf("%s %d", refused.String(use+".kind"), refused.Int(use+".count")))
			}
			want := []string{
				"content 1", "subtitles 1", "collections 1", "users 1", "partner languages 1",
				"partners with site transformations 1", "partner markets 1", "records in the trash 1",
			}
			if !slices.Equal(got, want) {
				t.Errorf("got uses %v, want %v", got, want)
			}
			if got := admin.Get(path).Want(200).Int("item.content_count"); got != 1 {
				t.Errorf("got content_count %d, want 1", got)
			}
			first := admin.Get("languages?sort=-content_count&per_page=1").Want(200).Column("name")
			if !slices.Equal(first, []string{"Quenya"}) {
				t.Errorf("got %v sorted by content, want [Quenya]", first)
			}
			for _, table := range []string{
				"content_languages", "content_subtitles", "collections", "user_languages",
				"partner_languages", "sites", "partner_markets",
			} {
				s.Exec("DELETE FROM " + table)
			}
			admin.Delete(path).Want(204)
		})
	})
}
