package partners_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
)

func TestCustomisations_Defaults(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner := f.make("Harbour")
		got := f.editor.Get(partner + "/customisations").Want(200)
		stored, defaults := got.Value("customisations").(map[string]any), got.Value("defaults").(map[string]any)
		names := slices.Sorted(maps.Keys(defaults))
		if len(names) != 41 {
			f.Errorf("got %d defaults, want 41: %v", len(names), names)
		}
		for _, name := range names {
			if value, there := stored[name]; !there || value != nil {
				f.Errorf("%s: got %v (present: %v), want null", name, value, there)
			}
		}
		if len(stored) != len(defaults)+1 || stored["version"] != float64(0) {
			f.Errorf("got %s, want the settings and a version", got.Text)
		}
		for name, want := range map[string]any{
			"heading_color": "inherit", "header_message_font_size": "18px",
			"theme": "default", "content_image_enabled": true, "header_overlay_opacity": float64(60), "logo": nil,
			"body_text_google_font_id": nil,
		} {
			if defaults[name] != want {
				f.Errorf("default of %s: got %v, want %v", name, defaults[name], want)
			}
		}
		f.s.Anyone().Get(partner + "/customisations").Want(401)
		f.s.Anyone().Put(partner+"/customisations", map[string]any{}).Want(401)
		f.editor.Get("partners/999/customisations").Want(404)
		f.editor.Put("partners/999/customisations", map[string]any{}).Want(404)
	})
}

// allSettings returns a value other than the default for each setting.
func allSettings(f *fixture) map[string]any {
	all := map[string]any{
		"brand_color": "#AbC", "brand_hover_color": "#112233", "link_color": "#000", "link_hover_color": "#fff",
		"heading_color": "#123456", "body_color": "#654321",
		"header_message_font_size": 22, "heading_block_font_size": 30, "inspires_collection_title_font_size": 40,
		"logo_location": "contact-bar", "header_style": "dark", "header_overlay": "full",
		"header_overlay_background_style": "linear-gradient", "header_overlay_opacity": 0,
		"theme": "modernello", "content_layout": "three-columns", "content_title_enabled": false,
		"content_lead_in_enabled": false, "content_runtime_enabled": false,
		"content_author_enabled": false, "content_synopsis_enabled": false, "content_image_enabled": false,
	}
	for _, group := range []string{"collection_title_", "content_title_", "body_text_"} {
		maps.Copy(all, map[string]any{
			group + "font_type": "google-font", group + "websafe_font_family": "Gill Sans",
			group + "google_font_id": "lato", group + "google_font_weight": "700", group + "font_size": "9xl",
		})
	}
	for _, name := range []string{"logo", "logo_light", "favicon", "header_background_image"} {
		all[name] = map[string]any{"id": f.s.Picture()}
	}
	return all
}

func TestCustomisations_Save(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner := f.make("Harbour")
		path, sent := partner+"/customisations", allSettings(f)
		saved := f.editor.Put(path, sent).Want(200)
		read := f.editor.Get(path).Want(200)
		if saved.Text != read.Text {
			f.Errorf("saved %s\nread %s", saved.Text, read.Text)
		}
		for name, value := range sent {
			got := read.Value("customisations." + name)
			if image, ok := value.(map[string]any); ok {
				if read.Int("customisations."+name+".id") != image["id"] ||
					!strings.HasPrefix(read.String("customisations."+name+".full_url"), "/files/") {
					f.Errorf("%s: got %v, want image %v", name, got, image["id"])
				}
				continue
			}
			if fmt.Sprint(got) != strings.ToLower(fmt.Sprint(value)) && fmt.Sprint(got) != fmt.Sprint(value) {
				f.Errorf("%s: got %v, want %v", name, got, value)
			}
		}
		if got := f.editor.Get(partner).Want(200).String("item.inspires_logo_url"); got == "" ||
			got != read.String("customisations.logo.full_url") {
			f.Errorf("got Inspires logo %q, want that of the customisations", got)
		}
		if got := f.editor.Get("partners?query=harbour").Want(200).String("items.0.brand_color"); got != "#abc" {
			f.Errorf("got brand colour %q in the list, want #abc", got)
		}
		if n := f.s.Count("SELECT count(*) FROM audit_log WHERE kind = 'partner' AND action = 'customised'"); n != 1 {
			f.Errorf("got %d audit entries, want 1", n)
		}
		f.editor.Put(path, sent).Want(200)
		if n := f.s.Count("SELECT count(*) FROM audit_log WHERE action = 'customised'"); n != 1 ||
			read.Int("customisations.version") != 1 {
			f.Error("saving the same values changed the version or the audit log")
		}
		old := read.Int("customisations.logo.id")
		after := f.editor.Put(path, map[string]any{
			"brand_color": "", "link_color": nil, "heading_color": "Inherit",
			"theme": nil, "logo": nil, "header_message_font_size": "16px", "version": 1,
		}).Want(200)
		for _, name := range []string{"brand_color", "link_color", "heading_color", "theme", "logo"} {
			if got := after.Value("customisations." + name); got != nil {
				f.Errorf("%s: got %v, want null", name, got)
			}
		}
		if after.Int("customisations.header_message_font_size") != 16 ||
			after.String("customisations.body_color") != "#654321" || after.Int("customisations.version") != 2 {
			f.Errorf("got %s after the change", after.Text)
		}
		if n := f.s.Count("SELECT count(*) FROM uploads WHERE id = ? AND claimed_at IS NULL", old); n != 1 {
			f.Error("the old logo was not released")
		}
		stale := f.editor.Put(path, map[string]any{"theme": "default", "version": 1}).Want(409)
		if stale.Int("item.version") != 2 {
			f.Errorf("got %s, want version 2", stale.Text)
		}
		f.editor.Put(path, map[string]any{"theme": "classic-grid"}).Want(200)
	})
}

func TestCustomisations_FontWeights(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		path := f.make("Harbour") + "/customisations"
		for _, group := range []string{"collection_title_", "content_title_", "body_text_"} {
			kind, font, weight := group+"font_type", group+"google_font_id", group+"google_font_weight"
			f.editor.Put(path, map[string]any{kind: "google-font"}).Refused(font)
			f.editor.Put(path, map[string]any{kind: "google-font", font: "lato", weight: "700"}).Want(200)
			f.editor.Put(path, map[string]any{weight: "650"}).Refused(weight)
			f.editor.Put(path, map[string]any{weight: "200"}).Refused(weight) // other fonts have this weight
			changed := f.editor.Put(path, map[string]any{font: "open-sans"}).Want(200)
			if changed.Value("customisations."+weight) != nil {
				f.Errorf("%s: the weight was not cleared with the font", group)
			}
			both := f.editor.Put(path, map[string]any{font: "lato", weight: "900"}).Want(200)
			if both.String("customisations."+weight) != "900" {
				f.Errorf("%s: got weight %v, want 900", group, both.Value("customisations."+weight))
			}
			same := f.editor.Put(path, map[string]any{font: "lato", group + "font_size": "xs"}).Want(200)
			if same.String("customisations."+weight) != "900" {
				f.Errorf("%s: the weight was cleared although the font is the same", group)
			}
			f.editor.Put(path, map[string]any{font: nil}).Refused(font) // the font type still is google-font
			none := f.editor.Put(path, map[string]any{font: nil, kind: "websafe-font"}).Want(200)
			if none.Value("customisations."+weight) != nil {
				f.Errorf("%s: the weight was not cleared without a font", group)
			}
			f.editor.Put(path, map[string]any{weight: "400"}).Refused(weight)
		}
	})
}

func TestCustomisations_Validation(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		path := f.make("Harbour") + "/customisations"
		f.editor.Put(path, allSettings(f)).Want(200)
		before := f.editor.Get(path).Want(200).Text
		bad := map[string][]any{
			"header_overlay_opacity": {-1, 101, 0.5, "60", "60%", true, []int{1}}, "logo_location": {"footer", "Header", 1},
			"header_style": {"auto"}, "header_overlay": {"half"},
			"header_overlay_background_style": {"radial"}, "theme": {"classic", "Classic", "modern", 3},
			"content_layout": {"four-columns", 2}, "content_title_enabled": {"true", 1},
			"logo": {
				7, "x",
				map[string]any{"id": 99999},
				map[string]any{"id": "1"},
				map[string]any{},
				[]int{1},
				map[string]any{"id": -1},
			},
			"favicon":                  {map[string]any{"id": 99999}},
			"header_message_font_size": {0, 7, 201, "16em", "px", "16 px px", "-4px", 1.5, "large", true},
			"no_such_setting":          {1}, "version": {"1"}, "partner_id": {2},
		}
		colours := []string{
			"brand_color", "brand_hover_color", "link_color", "link_hover_color", "heading_color", "body_color",
		}
		for _, name := range colours {
			bad[name] = []any{
				"red", "#12", "#1234", "#12345", "#1234567", "#gggggg", "123456", "rgb(0,0,0)", "#123456;background:url(x)",
				"\"#123\"", "url(javascript:alert(1))", "</style>", "transparent", 123456, "##123", "#１２３", "var(--x)",
			}
		}
		for _, group := range []string{"collection_title_", "content_title_", "body_text_"} {
			bad[group+"font_type"] = []any{"system", "websafe", 1}
			bad[group+"websafe_font_family"] = []any{"Comic Sans MS", "arial", "Arial, sans-serif", "Arial;color:red"}
			bad[group+"google_font_id"] = []any{"no-such-font", "Lato", 12, "lato\"", "../lato"}
			bad[group+"google_font_weight"] = []any{"bold", "0", "1000", 700}
			bad[group+"font_size"] = []any{"10xl", "XL", "16px", 4}
		}
		for name, values := range bad {
			for _, value := range values {
				sent := map[string]any{"content_layout": "one-column"}
				sent[name] = value
				f.editor.Put(path, sent).Refused(name)
			}
		}
		f.editor.Put(path, map[string]any{"theme": "x", "brand_color": "x", "header_overlay_opacity": 101}).
			Refused("theme", "brand_color", "header_overlay_opacity")
		f.editor.Put(path, "[]").Want(400)
		if after := f.editor.Get(path).Want(200).Text; after != before {
			f.Errorf("refused changes were stored: got %s\nwant %s", after, before)
		}
	})
}

func TestCustomisations_ReleasesImagesOnPurge(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner := f.make("Harbour")
		saved := f.editor.Put(partner+"/customisations", allSettings(f)).Want(200)
		f.admin.Delete(partner).Want(204)
		entry, err := db.Value[int64](f.Context(), f.s.DB.Read(), "SELECT id FROM trash")
		if err != nil {
			f.Fatal(err)
		}
		if err := f.bin.Purge(f.Context(), entry); err != nil {
			f.Fatal(err)
		}
		for _, name := range []string{"logo", "logo_light", "favicon", "header_background_image"} {
			id := saved.Int("customisations." + name + ".id")
			if n := f.s.Count("SELECT count(*) FROM uploads WHERE id = ? AND claimed_at IS NULL", id); n != 1 {
				f.Errorf("%s was not released", name)
			}
		}
	})
}
