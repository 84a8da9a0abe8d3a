package search_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"waymark/internal/features/collections"
	"waymark/internal/features/content"
	"waymark/internal/features/countries"
	"waymark/internal/features/destinations"
	"waymark/internal/features/libraries"
	"waymark/internal/features/partnermarkets"
	"waymark/internal/features/publishers"
	"waymark/internal/features/search"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

func mount(s *kittest.Server, _ *jobs.Set) {
	search.Mount(s.Kit)
	content.Mount(s.Kit)
	collections.Mount(s.Kit, kittest.Sites)
	countries.Mount(s.Kit)
	destinations.Mount(s.Kit)
	libraries.Mount(s.Kit)
	partnermarkets.Mount(s.Kit)
	publishers.Mount(s.Kit)
}

// found returns the hits of a search as "match kind name".
func found(c *kittest.Client, query string) []string {
	response := c.Get("search?query=" + url.QueryEscape(query)).Want(200)
	kinds, names, matches := response.Column("kind"), response.Column("name"), response.Column("match")
	list := []string{}
	for i := range kinds {
		list = append(list, matches[i]+" "+kinds[i]+" "+names[i])
	}
	return list
}

func addPartner(s *kittest.Server, id int64, name, pid string) {
	s.Partner(id, name, pid)
	s.Exec("UPDATE partners SET name_key = ?, search_text = ? WHERE id = ?", fold.Key(name),
		fold.SearchText(name, "hello@"+strings.ToLower(pid)+".example"), id)
}

func TestSearch_Ranking(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, mount)
		editor := s.Editor()
		addPartner(s, 901, "Zénith Travel", "ZENITHPID1")
		addPartner(s, 902, "The Zenith Group", "ZENITHPID2")
		addPartner(s, 903, "Brass", "ZENITHPID3")
		for _, name := range []string{"Zenith", "Azenithal Press"} {
			editor.Post("publishers", map[string]any{"name": name}).Want(201)
		}
		editor.Post("libraries", map[string]any{"name": "Zenith stories", "partner_id": 903}).Want(201)
		editor.Post("partner-markets", map[string]any{"name": "Lakes", "partner_id": 901}).Want(201)

		want := []string{
			"exact publisher Zenith", "start partner Zénith Travel", "start library Zenith stories",
			"word partner The Zenith Group", "part publisher Azenithal Press", "other partner Brass", // by its e-mail address
		}
		for _, query := range []string{"zenith", " ZENITH ", "zénith"} {
			if got := found(editor, query); !slices.Equal(got, want) {
				t.Errorf("%q: got %q", query, got)
			}
		}
		for query, want := range map[string][]string{
			"zenith tra":    {"start partner Zénith Travel"},
			"travel zenith": {"word partner Zénith Travel"},
			"zenithpid3":    {"other partner Brass"},
			"ZENITHPID3":    {"exact partner Brass"},
			"nothing such":  {},
			"":              {},
			"%":             {},
			`"\ `:           {},
		} {
			if got := found(editor, query); !slices.Equal(got, want) {
				t.Errorf("%q: got %q, want %q", query, got, want)
			}
		}
		countries := []string{"start country France", "start country French Guiana"}
		if got := found(editor, "fr"); !slices.Equal(got[:2], countries) {
			t.Errorf("got %q", got)
		}
		if got := editor.Get("search?query=zenith+stories").Want(200); got.String("items.0.hint") != "Brass" {
			t.Errorf("the hint of a library is not its owner: %s", got.Text)
		}
	})
}

func TestSearch_Codes(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, mount)
		editor := s.Editor()
		addPartner(s, 903, "Brass", "BRASSPID01")
		s.User(904, "UIDUIDUID4", 903)
		s.Exec("UPDATE users SET first_name = 'Sven', last_name = 'Lund', first_name_key = 'sven', last_name_key = 'lund', "+
			"email = 'sven@brass.example', search_text = ? WHERE id = 904",
			fold.SearchText("Sven", "Lund", "sven@brass.example"))
		s.Exec(`INSERT INTO content (id, block_type, title, title_key, content_url, canonical_url, search_text, created_at,
			updated_at, type_id, partner_id)
			SELECT 903, 'url', 'Harbour walk', 'harbour walk', 'https://www.example.com/walk?utm_source=x', 'example.com/walk',
			 ?, created_at, updated_at, 1, 903 FROM users WHERE id = 904`, fold.SearchText("Harbour walk"))
		for query, want := range map[string][]string{
			"903":                                    {"exact partner Brass", "exact content Harbour walk"},
			"904":                                    {"exact user Sven Lund"},
			hashid.Encode(903):                       {"exact partner Brass"},
			"BRASSPID01":                             {"exact partner Brass"},
			"UIDUIDUID4":                             {"exact user Sven Lund"},
			"https://x.example/a?insider=UIDUIDUID4": {"exact user Sven Lund"},
			"Sven@Brass.example":                     {"exact user Sven Lund"},
			"lund":                                   {"word user Sven Lund"},
			"sven lund":                              {"exact user Sven Lund"},
			"https://example.com/walk":               {"exact content Harbour walk"},
			"http://www.example.com/walk/?utm_id=3":  {"exact content Harbour walk"},
			"https://example.com/another-walk?page=2": {},
			"9030": {},
		} {
			if got := found(editor, query); !slices.Equal(got, want) {
				t.Errorf("%q: got %q, want %q", query, got, want)
			}
		}
		s.Exec("UPDATE content SET block_type = 'image' WHERE id = 903")
		if got := found(editor, "harbour"); !slices.Equal(got, []string{"start image Harbour walk"}) {
			t.Errorf("got %q", got)
		}
		s.Exec("UPDATE content SET deleted_at = updated_at")
		s.Exec("UPDATE users SET deleted_at = updated_at WHERE id = 904")
		for _, query := range []string{
			"harbour", "arbou", "904", "sven@brass.example", "https://example.com/walk", "sven lun",
		} {
			if got := found(editor, query); len(got) != 0 {
				t.Errorf("%q finds %q in the trash", query, got)
			}
		}
	})
}

func TestSearch_Limits(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, mount)
		editor := s.Editor()
		for i := range 60 {
			editor.Post("publishers", map[string]any{"name": fmt.Sprintf("Orbit %02d", i)}).Want(201)
		}
		addPartner(s, 901, "My Orbit", "ORBITPID01")
		editor.Post("publishers", map[string]any{"name": "Orbit"}).Want(201)
		got := found(editor, "orbit")
		if len(got) != 6 || got[0] != "exact publisher Orbit" || got[5] != "word partner My Orbit" {
			t.Errorf("got %q", got)
		}
		editor.Get("search?query=" + strings.Repeat("x", 201)).Refused("query")
		editor.Get("search?query=https://example.com/" + strings.Repeat("x", 1900)).Want(200)
		editor.Get("search?query=https://example.com/" + strings.Repeat("x", 2100)).Refused("query")
		s.Anyone().Get("search?query=orbit").Want(401)
	})
}
