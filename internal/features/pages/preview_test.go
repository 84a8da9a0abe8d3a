package pages_test

import (
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"waymark/internal/features/pages"
	"waymark/internal/features/partners"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
)

func TestPreview(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(func(kit resource.Kit) {
			partners.Mount(kit, kittest.Sites)
			pages.MountPreview(kit, kittest.Sites)
		}))
		editor := s.Editor()
		id := s.Admin().Post("partners", map[string]any{"name": `Harbour <b> & "Co"`}).Want(201).Int("item.id")
		path := "partners/" + strconv.FormatInt(id, 10) + "/customisations"
		editor.Put(path, map[string]any{"brand_color": "#112233"}).Want(200)
		preview := func(body map[string]any) *document {
			t.Helper()
			text := editor.Post(path+"/preview", body).Want(200).String("html")
			root, err := html.Parse(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			return &document{T: t, Node: root, text: text}
		}

		t.Run("derives hover and link colours from the brand colour until they are set", func(t *testing.T) {
			for _, one := range []struct{ set, want map[string]string }{
				{nil, map[string]string{"brand": "#0f6b5c", "brand-hover": "#0b4f44", "link": "#0f6b5c", "link-hover": "#0b4f44"}},
				{
					map[string]string{"brand_color": "#804"},
					map[string]string{"brand": "#804", "brand-hover": "#650032", "link": "#804", "link-hover": "#650032"},
				},
				{
					map[string]string{"brand_color": "#880044", "link_color": "#0000ff"},
					map[string]string{"brand-hover": "#650032", "link": "#0000ff", "link-hover": "#0000bd"},
				},
				{
					map[string]string{"brand_color": "#880044", "brand_hover_color": "#111111", "link_hover_color": "#222222"},
					map[string]string{"brand-hover": "#111111", "link": "#880044", "link-hover": "#222222"},
				},
			} {
				body := map[string]any{}
				for name, value := range one.set {
					body[name] = value
				}
				preview(body).wantVariables(one.want)
			}
		})
		t.Run("labels the tiles of other collections, and names the address of the pages", func(t *testing.T) {
			if got := textOf(preview(map[string]any{}).one("section", "more")); !strings.Contains(got, "Islands without cars") {
				t.Errorf("got %q", got)
			}
			got := editor.Post(path+"/preview", map[string]any{}).Want(200).String("url")
			if want := kittest.Sites.LandingPage("", ""); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})

		picture := s.Picture()
		shown := preview(map[string]any{
			"brand_color": "#AABBCC", "theme": "modernello", "content_layout": "three-columns", "content_author_enabled": false,
			"logo": map[string]any{"id": picture}, "version": 7,
		})
		shown.wantVariables(map[string]string{"brand": "#aabbcc"})
		body := shown.one("body", "")
		if attr(body, "data-theme") != "modernello" || attr(body, "data-columns") != "3" ||
			len(shown.all("li", "item")) != 6 {
			t.Errorf("got %v, want the unsaved settings", body.Attr)
		}
		if got := attr(shown.one("img", "logo"), "src"); !strings.HasPrefix(got, "/files/") {
			t.Errorf("got the logo %q, want the upload", got)
		}
		if got := textOf(shown.one("footer", "")); got != `Harbour <b> & "Co"` {
			t.Errorf("got %q, want the partner's name", got)
		}

		tolerant := preview(map[string]any{
			"brand_color": "reddish", "theme": "nonsense", "header_overlay_opacity": 101, "heading_block_font_size": "x",
			"collection_title_font_type": "google-font", "logo": map[string]any{"id": 999}, "favicon": nil,
		})
		tolerant.wantVariables(map[string]string{"brand": "#0f6b5c", "opacity": "60%", "heading-size": "1.5rem"})

		if got := editor.Get(path).Want(200); got.String("customisations.brand_color") != "#112233" ||
			got.Int("customisations.version") != 1 {
			t.Errorf("got %s, want the saved customisations", got.Text)
		}
		editor.Post(path+"/preview", map[string]any{"unknown": 1}).Want(422)
		editor.Post(path+"/preview", map[string]any{"logo": "x"}).Want(422)
		editor.Post("partners/999/customisations/preview", map[string]any{}).Want(404)
		s.Anyone().Post(path+"/preview", map[string]any{}).Want(401)
	})
}
