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
	s := kittest.Serve(t, kittest.SQLite(t), kittest.Resources(fonts.Mount)) // no database is asked
	editor := s.Editor()

	t.Run("come ten at a time, by family", func(t *testing.T) {
		first := editor.Get("search/google-fonts").Want(200)
		names := first.Column("name")
		sorted := slices.SortedFunc(slices.Values(names), func(a, b string) int {
			return strings.Compare(strings.ToLower(a),
				strings.ToLower(b))
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
			t.Errorf("the second page is %v", next)
		}
		if past := editor.Get("search/google-fonts?page=99999").Want(200).Column("id"); len(past) != 0 {
			t.Errorf("past the end: %v", past)
		}
	})
	t.Run("are found by parts of their name", func(t *testing.T) {
		for query, want := range map[string]string{
			"playfair": "playfair-display", "OPEN+sans": "open-sans",
			"sans+open": "open-sans", "yfair": "playfair-display",
		} {
			if got := editor.Get("search/google-fonts?query=" + query).Want(200).Column("id"); !slices.Contains(got, want) {
				t.Errorf("%s: %v", query, got)
			}
		}
		if got := editor.Get("search/google-fonts?query=zzqqxx").Want(200); len(got.Column("id")) != 0 ||
			got.Int("meta.total") != 0 {
			t.Errorf("nonsense finds %s", got.Text)
		}
	})
	t.Run("are named by their ids", func(t *testing.T) {
		if got := editor.Get("search/google-fonts?ids=open-sans,no-such-font,lora").Want(200).
			Column("name"); !slices.Equal(got, []string{"Lora", "Open Sans"}) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("tell what stands in for them where they can't be had", func(t *testing.T) {
		if got := editor.Get("search/google-fonts?ids=open-sans,lora,pacifico").Want(200).Column("kind"); !slices.Equal(got,
			[]string{"serif", "sans-serif", "handwriting"}) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("have weights, each with its name", func(t *testing.T) {
		lato := editor.Get("google-fonts/lato/weights").Want(200)
		if got := lato.Column("name"); !slices.Equal(got, []string{
			"Thin 100", "Light 300", "Regular 400", "Bold 700",
			"Black 900",
		}) {
			t.Errorf("got %v", got)
		}
		if got := lato.Column("id"); !slices.Equal(got, []string{"100", "300", "400", "700", "900"}) ||
			lato.Int("meta.total") != 5 {
			t.Errorf("got %s", lato.Text)
		}
		if got := editor.Get("google-fonts/lato/weights?query=bold&ids=700,900").Want(200).Column("id"); !slices.Equal(got,
			[]string{"700"}) {
			t.Errorf("got %v", got)
		}
		for _, unknown := range []string{"no-such-font", "Lato", "1", "%20", "lato%00"} {
			editor.Get("google-fonts/" + unknown + "/weights").Want(404)
		}
	})
	t.Run("refuse what makes no sense", func(t *testing.T) {
		for _, path := range []string{"search/google-fonts", "google-fonts/lato/weights"} {
			editor.Get(path + "?sort=name").Refused("sort")
			editor.Get(path + "?per_page=101").Refused("per_page")
			editor.Get(path + "?page=0").Refused("page")
			editor.Get(path + "?query=" + strings.Repeat("x", 201)).Refused("query")
			s.Anyone().Get(path).Want(401)
		}
	})
}

// Every font of the list has weights, and every weight a name.
func TestTheCatalogueIsWhole(t *testing.T) {
	t.Parallel()
	s := kittest.Serve(t, kittest.SQLite(t), kittest.Resources(fonts.Mount))
	editor := s.Editor()
	seen := map[string]bool{}
	for n := 1; ; n++ {
		page := editor.Get(fmt.Sprintf("search/google-fonts?per_page=100&page=%d", n)).Want(200).Column("id")
		if len(page) == 0 {
			break
		}
		for _, id := range page {
			if seen[id] {
				t.Errorf("%s is there twice", id)
			}
			seen[id] = true
		}
	}
	for id := range seen {
		names := editor.Get("google-fonts/" + id + "/weights").Want(200).Column("name")
		if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, " ") }) {
			t.Errorf("%s: %q", id, names)
		}
	}
}
