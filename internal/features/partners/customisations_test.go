package partners_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
)

func TestWhatWasNeverChosenIsTheDefault(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		one := w.make("Harbour")
		got := w.editor.Get(one + "/customisations").Want(200)
		stored, standard := got.Value("customisations").(map[string]any), got.Value("defaults").(map[string]any)
		names := slices.Sorted(maps.Keys(standard))
		if len(names) != 41 {
			w.Errorf("%d defaults: %v", len(names), names)
		}
		for _, name := range names {
			if value, there := stored[name]; !there || value != nil {
				w.Errorf("%s is %v (%v), want null", name, value, there)
			}
		}
		if len(stored) != len(standard)+1 || stored["version"] != float64(0) {
			w.Errorf("beyond the defaults there is only a version: %s", got.Text)
		}
		for name, want := range map[string]any{
			"heading_color": "inherit", "header_message_font_size": "18px",
			"theme": "default", "content_image_enabled": true, "header_overlay_opacity": float64(60), "logo": nil,
			"body_text_google_font_id": nil,
		} {
			if standard[name] != want {
				w.Errorf("by default %s is %v, want %v", name, standard[name], want)
			}
		}
		w.s.Anyone().Get(one + "/customisations").Want(401)
		w.s.Anyone().Put(one+"/customisations", map[string]any{}).Want(401)
		w.editor.Get("partners/999/customisations").Want(404)
		w.editor.Put("partners/999/customisations", map[string]any{}).Want(404)
	})
}

// a whole look: every setting there is.
func whole(w *world) map[string]any {
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
		all[name] = map[string]any{"id": w.s.Picture()}
	}
	return all
}

func TestEverySettingIsSavedTogether(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		one := w.make("Harbour")
		path, sent := one+"/customisations", whole(w)
		saved := w.editor.Put(path, sent).Want(200)
		read := w.editor.Get(path).Want(200)
		if saved.Text != read.Text {
			w.Errorf("saved %s\nread %s", saved.Text, read.Text)
		}
		for name, value := range sent {
			got := read.Value("customisations." + name)
			if image, ok := value.(map[string]any); ok {
				if read.Int("customisations."+name+".id") != image["id"] ||
					!strings.HasPrefix(read.String("customisations."+name+".full_url"), "/files/") {
					w.Errorf("%s is %v", name, got)
				}
				continue
			}
			if fmt.Sprint(got) != strings.ToLower(fmt.Sprint(value)) && fmt.Sprint(got) != fmt.Sprint(value) {
				w.Errorf("%s is %v, want %v", name, got, value)
			}
		}
		if got := w.editor.Get(one).Want(200).String("item.inspires_logo_url"); got == "" ||
			got != read.String("customisations.logo.full_url") {
			w.Errorf("Inspires shows %q", got)
		}
		if got := w.editor.Get("partners?query=harbour").Want(200).String("items.0.brand_color"); got != "#abc" {
			w.Errorf("the list shows %q", got)
		}
		if n := w.s.Count("SELECT count(*) FROM audit_log WHERE kind = 'partner' AND action = 'customised'"); n != 1 {
			w.Errorf("told %d times", n)
		}
		w.editor.Put(path, sent).Want(200)
		if n := w.s.Count("SELECT count(*) FROM audit_log WHERE action = 'customised'"); n != 1 ||
			read.Int("customisations.version") != 1 {
			w.Error("the same again was told again")
		}
		old := read.Int("customisations.logo.id")
		after := w.editor.Put(path, map[string]any{
			"brand_color": "", "link_color": nil, "heading_color": "Inherit",
			"theme": nil, "logo": nil, "header_message_font_size": "16px", "version": 1,
		}).Want(200)
		for _, name := range []string{"brand_color", "link_color", "heading_color", "theme", "logo"} {
			if got := after.Value("customisations." + name); got != nil {
				w.Errorf("%s is still %v", name, got)
			}
		}
		if after.Int("customisations.header_message_font_size") != 16 ||
			after.String("customisations.body_color") != "#654321" || after.Int("customisations.version") != 2 {
			w.Errorf("after: %s", after.Text)
		}
		if n := w.s.Count("SELECT count(*) FROM uploads WHERE id = ? AND claimed_at IS NULL", old); n != 1 {
			w.Error("the old logo is still kept")
		}
		stale := w.editor.Put(path, map[string]any{"theme": "default", "version": 1}).Want(409)
		if stale.Int("item.version") != 2 {
			w.Errorf("behind: %s", stale.Text)
		}
		w.editor.Put(path, map[string]any{"theme": "classic-grid"}).Want(200)
	})
}

func TestAnotherFontHasOtherWeights(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		path := w.make("Harbour") + "/customisations"
		for _, group := range []string{"collection_title_", "content_title_", "body_text_"} {
			kind, font, weight := group+"font_type", group+"google_font_id", group+"google_font_weight"
			w.editor.Put(path, map[string]any{kind: "google-font"}).Refused(font)
			w.editor.Put(path, map[string]any{kind: "google-font", font: "lato", weight: "700"}).Want(200)
			w.editor.Put(path, map[string]any{weight: "650"}).Refused(weight)
			w.editor.Put(path, map[string]any{weight: "200"}).Refused(weight) // others have it
			changed := w.editor.Put(path, map[string]any{font: "open-sans"}).Want(200)
			if changed.Value("customisations."+weight) != nil {
				w.Errorf("%s kept its weight", group)
			}
			both := w.editor.Put(path, map[string]any{font: "lato", weight: "900"}).Want(200)
			if both.String("customisations."+weight) != "900" {
				w.Errorf("%s: %v", group, both.Value("customisations."+weight))
			}
			same := w.editor.Put(path, map[string]any{font: "lato", group + "font_size": "xs"}).Want(200)
			if same.String("customisations."+weight) != "900" {
				w.Errorf("%s lost its weight though the font is the same", group)
			}
			w.editor.Put(path, map[string]any{font: nil}).Refused(font) // still says that it uses one
			none := w.editor.Put(path, map[string]any{font: nil, kind: "websafe-font"}).Want(200)
			if none.Value("customisations."+weight) != nil {
				w.Errorf("%s has a weight of no font", group)
			}
			w.editor.Put(path, map[string]any{weight: "400"}).Refused(weight)
		}
	})
}

func TestBadSettingsAreRefusedAndChangeNothing(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		path := w.make("Harbour") + "/customisations"
		w.editor.Put(path, whole(w)).Want(200)
		before := w.editor.Get(path).Want(200).Text
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
			}, "favicon": {map[string]any{"id": 99999}},
			"header_message_font_size": {0, 7, 201, "16em", "px", "16 px px", "-4px", 1.5, "large", true},
			"no_such_setting":          {1}, "version": {"1"}, "partner_id": {2},
		}
		for _, name := range []string{
			"brand_color", "brand_hover_color", "link_color", "link_hover_color", "heading_color",
			"body_color",
		} {
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
				w.editor.Put(path, sent).Refused(name)
			}
		}
		w.editor.Put(path, map[string]any{"theme": "x", "brand_color": "x", "header_overlay_opacity": 101}).Refused("theme",
			"brand_color", "header_overlay_opacity")
		w.editor.Put(path, "[]").Want(400)
		if after := w.editor.Get(path).Want(200).Text; after != before {
			w.Errorf("before %s\nafter %s", before, after)
		}
	})
}

func TestAPartnerThatIsGoneLetsGoOfItsPictures(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		one := w.make("Harbour")
		saved := w.editor.Put(one+"/customisations", whole(w)).Want(200)
		w.admin.Delete(one).Want(204)
		entry, err := db.Value[int64](w.Context(), w.s.DB.Read(), "SELECT id FROM trash")
		if err != nil {
			w.Fatal(err)
		}
		if err := w.bin.Purge(w.Context(), entry); err != nil {
			w.Fatal(err)
		}
		for _, name := range []string{"logo", "logo_light", "favicon", "header_background_image"} {
			if n := w.s.Count("SELECT count(*) FROM uploads WHERE id = ? AND claimed_at IS NULL",
				saved.Int("customisations."+name+".id")); n != 1 {
				w.Errorf("%s is still kept", name)
			}
		}
	})
}
