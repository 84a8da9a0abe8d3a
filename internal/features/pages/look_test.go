package pages_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waymark/internal/features/pages"
	"waymark/internal/kit/media"
	"waymark/internal/platform/branding"
)

func TestLook_Variables(t *testing.T) {
	t.Parallel()
	google := func(prefix, id, weight string) branding.Values {
		return branding.Values{
			prefix + "font_type": "google-font", prefix + "google_font_id": id, prefix + "google_font_weight": weight,
		}
	}
	for _, row := range []struct {
		name     string
		settings branding.Values
		want     map[string]string
	}{
		{"the defaults", nil, map[string]string{
			"brand": "#0f6b5c", "brand-ink": "#ffffff", "heading": "inherit", "body": "inherit", "opacity": "60%",
			"title-family": "Georgia,Gelasio,serif", "title-size": "2.25rem", "title-weight": "700",
			"body-size": "1rem", "body-weight": "400", "message-size": "1.125rem", "inspires-size": "2rem",
		}},
		{"valid values", branding.Values{"brand_color": "#ABC", "header_overlay_opacity": 0}, map[string]string{
			"brand": "#abc", "brand-ink": "#000000", "opacity": "0%",
		}},
		{"invalid values", branding.Values{
			"brand_color": "#12", "heading_color": "red;}", "header_message_font_size": 7, "header_overlay_opacity": 101,
			"body_text_font_size": "huge", "body_text_websafe_font_family": "Comic Sans MS",
		}, map[string]string{
			"brand": "#0f6b5c", "heading": "inherit", "message-size": "1.125rem", "opacity": "60%", "body-size": "1rem",
			"body-family": `Helvetica,"Helvetica Neue",Arial,"Liberation Sans",sans-serif`,
		}},
		{"the inherited family", branding.Values{"content_title_websafe_font_family": "inherit"}, map[string]string{
			"item-family": "inherit",
		}},
		{"the largest size", branding.Values{"collection_title_font_size": "9xl"}, map[string]string{"title-size": "8rem"}},
		{"a Google font", google("body_text_", "pacifico", ""), map[string]string{
			"body-family": `"Pacifico",cursive`, "body-weight": "400",
		}},
		{"a Google font with a weight", google("content_title_", "lora", "500"), map[string]string{
			"item-family": `"Lora",Georgia,serif`, "item-weight": "500",
		}},
		{"a weight that the font does not have", google("collection_title_", "abel", "900"), map[string]string{
			"title-family": `"Abel",Arial,sans-serif`, "title-weight": "400",
		}},
		{"an unknown Google font", google("body_text_", "unknown", "300"), map[string]string{"body-weight": "400"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			render(t, sample(t, 1, row.settings)).wantVariables(row.want)
		})
	}
}

func TestLook_Fonts(t *testing.T) {
	t.Parallel()
	p := sample(t, 1, branding.Values{
		"collection_title_font_type": "google-font", "collection_title_google_font_id": "lora",
		"content_title_font_type": "google-font", "content_title_google_font_id": "lora",
		"body_text_font_type": "google-font", "body_text_google_font_id": "lato",
	})
	want := []pages.FontFile{{"lora", "700"}, {"lato", "400"}}
	if got := pages.FontFiles(p.Branding); !slices.Equal(got, want) {
		t.Errorf("got the files %v, want %v", got, want)
	}
	if d := render(t, p); strings.Contains(d.text, "@font-face") || strings.Contains(d.text, "/fonts/") {
		t.Error("the page loads fonts that are not available")
	}
	p.Fonts = map[string]bool{"lora-700": true, "roboto-400": true}
	d := render(t, p)
	face := `@font-face{font-family:"Lora";font-weight:700;font-display:swap;src:url(/fonts/lora-700.woff2) format("woff2")}`
	if strings.Count(d.style(), face) != 1 || strings.Count(d.style(), "@font-face") != 1 ||
		strings.Count(d.text, `<link rel="preload" href="/fonts/lora-700.woff2"`) != 1 {
		t.Errorf("got %.900s, want one font", d.style())
	}
}

func TestLook_Families(t *testing.T) {
	t.Parallel()
	for _, s := range branding.Settings {
		if s.Name != "body_text_websafe_font_family" {
			continue
		}
		for _, family := range s.Words {
			got := render(t, sample(t, 1, branding.Values{s.Name: family})).variables()["body-family"]
			if !strings.HasPrefix(strings.Trim(got, `"`), family) {
				t.Errorf("%s: got %s", family, got)
			}
		}
	}
}

func TestLook_HeaderText(t *testing.T) {
	t.Parallel()
	image := &media.Image{FullURL: "/files/x/original.jpg", Width: 10, Height: 10}
	for _, row := range []struct {
		name     string
		settings branding.Values
		image    *media.Image
		want     string
		scrim    string
	}{
		{"light", branding.Values{"header_overlay": "none"}, nil, "#17202b", ""},
		{"dark", branding.Values{"header_overlay": "none", "header_style": "dark"}, nil, "#ffffff", ""},
		{"opaque", branding.Values{"header_overlay_opacity": 100}, nil, "#ffffff", ""},
		{"opaque yellow", branding.Values{
			"header_overlay_opacity": 100, "brand_color": "#fe0", "header_style": "dark",
		}, nil, "#17202b", ""},
		{"nearly transparent", branding.Values{"header_overlay_opacity": 5}, nil, "#17202b", ""},
		{"medium", branding.Values{"brand_color": "#7a1f3d"}, nil, "#000000", ""},
		{"on a picture", branding.Values{"brand_color": "#7a1f3d"}, image, "#ffffff", ""},
		{"on a picture without overlay", branding.Values{"header_overlay": "none"}, image, "#17202b", "light"},
		{"on a picture without overlay, dark", branding.Values{
			"header_overlay": "none", "header_style": "dark",
		}, image, "#ffffff", "dark"},
		{"on a picture, gradient", branding.Values{
			"brand_color": "#7a1f3d", "header_overlay_background_style": "linear-gradient",
		}, image, "#ffffff", "dark"},
	} {
		p := sample(t, 1, row.settings)
		p.Branding.HeaderBackgroundImage = row.image
		d := render(t, p)
		got, scrim := d.variables()["header-ink"], attr(d.one("body", ""), "data-scrim")
		if got != row.want || scrim != row.scrim {
			t.Errorf("%s: got %s with scrim %q, want %s with %q", row.name, got, scrim, row.want, row.scrim)
		}
	}
}

// TestLook_Contrast checks the header's text on every kind of brand colour and overlay.
func TestLook_Contrast(t *testing.T) {
	t.Parallel()
	for _, brand := range []string{
		"#000000", "#ffffff", "#7a1f3d", "#ffee00", "#808080", "#ff0000", "#0f6b5c", "#767676",
	} {
		for opacity := 0; opacity <= 100; opacity += 10 {
			for style, background := range map[string]string{"light": "#eef2f5", "dark": "#17202b"} {
				d := render(t, sample(t, 0, branding.Values{
					"brand_color": brand, "header_overlay_opacity": opacity, "header_style": style,
				}))
				below, over := channels(background), channels(brand)
				var blended [3]float64
				for i := range blended {
					blended[i] = below[i]*(1-float64(opacity)/100) + over[i]*float64(opacity)/100
				}
				ink := luminance(channels(d.variables()["header-ink"]))
				ratio := (max(ink, luminance(blended)) + 0.05) / (min(ink, luminance(blended)) + 0.05)
				if ratio < 4.45 {
					t.Errorf("%s at %d %% on %s: got a contrast of %.2f, want 4.5", brand, opacity, style, ratio)
				}
			}
		}
	}
}

func channels(colour string) [3]float64 {
	n, _ := strconv.ParseUint(colour[1:], 16, 32)
	return [3]float64{float64(n >> 16 & 255), float64(n >> 8 & 255), float64(n & 255)}
}

func luminance(c [3]float64) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		channel := c[i] / 255
		if channel > 0.04045 {
			channel = math.Pow((channel+0.055)/1.055, 2.4)
		} else {
			channel /= 12.92
		}
		sum += weight * channel
	}
	return sum
}
