package fonts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/features/fonts"
	"waymark/internal/kit/kittest"
)

func TestFonts(t *testing.T) {
	t.Parallel()
	// One engine is enough, since fonts are not stored in the database.
	s := kittest.Serve(t, kittest.SQLite(t), kittest.Resources(fonts.Mount))
	editor := s.Editor()

	t.Run("lists ten per page, sorted by family", func(t *testing.T) {
		first := editor.Get("search/google-fonts").Want(200)
		names := first.Column("name")
		sorted := slices.SortedFunc(slices.Values(names), func(a, b string) int {
			return strings.Compare(strings.ToLower(a), strings.ToLower(b))
		})
		if len(names) != 10 || !slices.Equal(names, sorted) || first.String("items.0.id") != "abeezee" ||
			first.String("items.0.name") != "ABeeZee" {
			t.Errorf("got %s", first.Text)
		}
		if total := first.Int("meta.total"); total < 1500 || first.Int("meta.last_page") != (total+9)/10 {
			t.Errorf("got %v", first.Value("meta"))
		}
		if next := editor.Get("search/google-fonts?page=2").Want(200).Column("name"); len(next) != 10 ||
			slices.Contains(names, next[0]) {
			t.Errorf("got second page %v", next)
		}
		if past := editor.Get("search/google-fonts?page=99999").Want(200).Column("id"); len(past) != 0 {
			t.Errorf("got %v past the end, want none", past)
		}
	})
	t.Run("finds fonts by parts of their name", func(t *testing.T) {
		for query, want := range map[string]string{
			"playfair": "playfair-display", "OPEN+sans": "open-sans",
			"sans+open": "open-sans", "yfair": "playfair-display",
		} {
			if got := editor.Get("search/google-fonts?query=" + query).Want(200).Column("id"); !slices.Contains(got, want) {
				t.Errorf("%s: got %v, want %s", query, got, want)
			}
		}
		if got := editor.Get("search/google-fonts?query=zzqqxx").Want(200); len(got.Column("id")) != 0 ||
			got.Int("meta.total") != 0 {
			t.Errorf("got %s, want no results", got.Text)
		}
	})
	t.Run("finds fonts by id", func(t *testing.T) {
		got := editor.Get("search/google-fonts?ids=open-sans,no-such-font,lora").Want(200).Column("name")
		if !slices.Equal(got, []string{"Lora", "Open Sans"}) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("returns the category, which determines the fallback font", func(t *testing.T) {
		got := editor.Get("search/google-fonts?ids=open-sans,lora,pacifico").Want(200).Column("kind")
		if !slices.Equal(got, []string{"serif", "sans-serif", "handwriting"}) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("lists weights with names", func(t *testing.T) {
		lato := editor.Get("google-fonts/lato/weights").Want(200)
		want := []string{"Thin 100", "Light 300", "Regular 400", "Bold 700", "Black 900"}
		if got := lato.Column("name"); !slices.Equal(got, want) {
			t.Errorf("got %v", got)
		}
		if got := lato.Column("id"); !slices.Equal(got, []string{"100", "300", "400", "700", "900"}) ||
			lato.Int("meta.total") != 5 {
			t.Errorf("got %s", lato.Text)
		}
		bold := editor.Get("google-fonts/lato/weights?query=bold&ids=700,900").Want(200).Column("id")
		if !slices.Equal(bold, []string{"700"}) {
			t.Errorf("got %v", bold)
		}
		for _, unknown := range []string{"no-such-font", "Lato", "1", "%20", "lato%00"} {
			editor.Get("google-fonts/" + unknown + "/weights").Want(404)
		}
	})
	t.Run("refuses invalid parameters", func(t *testing.T) {
		for _, path := range []string{"search/google-fonts", "google-fonts/lato/weights"} {
			editor.Get(path + "?sort=name").Refused("sort")
			editor.Get(path + "?per_page=101").Refused("per_page")
			editor.Get(path + "?page=0").Refused("page")
			editor.Get(path + "?query=" + strings.Repeat("x", 201)).Refused("query")
			s.Anyone().Get(path).Want(401)
		}
	})
}

// Every font must have weights, and every weight a name.
func TestFonts_Catalogue(t *testing.T) {
	t.Parallel()
	s := kittest.Serve(t, kittest.SQLite(t), kittest.Resources(fonts.Mount))
	editor := s.Editor()
	fontIDs := map[string]bool{}
	for n := 1; ; n++ {
		page := editor.Get(fmt.Sprintf("search/google-fonts?per_page=100&page=%d", n)).Want(200).Column("id")
		if len(page) == 0 {
			break
		}
		for _, id := range page {
			if fontIDs[id] {
				t.Errorf("got %s twice", id)
			}
			fontIDs[id] = true
		}
	}
	for id := range fontIDs {
		names := editor.Get("google-fonts/" + id + "/weights").Want(200).Column("name")
		if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, " ") }) {
			t.Errorf("%s: got weights %q", id, names)
		}
	}
}
