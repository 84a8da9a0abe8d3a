package pages_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"waymark/internal/features/pages"
	"waymark/internal/kit/media"
	"waymark/internal/platform/branding"
)

var hostileTexts = []string{
	`</style><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, `]]><script>`,
	`<!--`, `</title><script>`, `</script><script>alert(1)//`, `{{.}}`, `javascript:alert(1)`, "\u202e\x00\x1b",
	"#fff;}body{display:none", `url(https://evil.example)`, `\`, "a\nb: c", `red</style>`, `../../x`,
	strings.Repeat("<x>", 33_000), "مرحبا بالعالم",
}

// hostilePage returns a page in which every text is hostile.
func hostilePage(text string) *pages.Page {
	img := &media.Image{
		FullURL: text, ThumbURL: text, Width: 1, Height: 1,
		Conversions: []media.Conversion{{Name: "wide", URL: text, HasConversion: true, Sizes: []int{640}}},
	}
	b := &branding.Branding{
		Logo: img, LogoLight: img, Favicon: img, HeaderBackgroundImage: img,
		BrandColor: text, BrandHoverColor: text, LinkColor: text, LinkHoverColor: text, HeadingColor: text, BodyColor: text,
		CollectionTitleFontType: text, CollectionTitleWebsafeFontFamily: text, CollectionTitleGoogleFontID: text,
		ContentTitleFontType: "google-font", ContentTitleGoogleFontID: text, ContentTitleGoogleFontWeight: text,
		BodyTextFontType: "google-font", BodyTextGoogleFontID: "lora", BodyTextGoogleFontWeight: text,
		BodyTextFontSize: text, HeaderMessageFontSize: -1, HeadingBlockFontSize: 1 << 40, HeaderOverlayOpacity: 1000,
		LogoLocation: text, HeaderStyle: text, HeaderOverlay: text, HeaderOverlayBackgroundStyle: text, Theme: text,
		ContentLayout: text, ContentTitleEnabled: true, ContentLeadInEnabled: true, ContentRuntimeEnabled: true,
		ContentAuthorEnabled: true, ContentSynopsisEnabled: true, ContentImageEnabled: true,
	}
	item := pages.Item{
		Block: text, Title: text, LeadIn: text, Synopsis: text, Author: text, Runtime: -5, URL: text,
		Image: img, ImageAlt: text,
		Credit: &pages.Credit{Attribution: text, URL: text, Licence: text, LicenceURL: text},
		Type:   pages.Type{Name: text, Icon: text, CallToAction: text}, EmbedURL: text,
	}
	return &pages.Page{
		Kind: pages.Landing, Branding: b, Items: []pages.Item{item}, Heading: text, Intro: text, Message: text,
		Partner: pages.Partner{
			Name: text, PID: text, URL: text, Details: text, AllowCTAs: true, PremiumSEO: true, PremiumForms: true,
		},
		Collection:   pages.Collection{AltID: text, Name: text, Language: text, CanonicalURL: text},
		More:         []pages.Teaser{{Name: text, URL: text, Image: img}},
		Contact:      &pages.Contact{Name: text, Company: text, Email: text, Phone: text, Photo: img, Logo: img},
		CallToAction: pages.CallToAction{Kind: pages.CTAMail, Label: text, URL: text},
		LeadForm: &pages.LeadForm{
			Action: text, Values: pages.LeadValues{Name: text, Email: text, Phone: text, Message: text},
			Errors: map[string]string{"name": text, "": text}, Hidden: map[string]string{text: text},
		},
		Accept: &pages.Link{Label: text, URL: text}, SEO: pages.SEO{Description: text, ImageURL: text},
		Fonts: map[string]bool{"lora-400": true, text: true}, FrameAncestors: []string{text},
	}
}

func TestRender_Hostile(t *testing.T) {
	t.Parallel()
	usual := render(t, hostilePage("x"))
	for _, text := range hostileTexts {
		for _, kind := range []pages.Kind{pages.Landing, pages.Invitation, pages.Embed, pages.Missing} {
			p := hostilePage(text)
			p.Kind = kind
			d := render(t, p)
			d.wantHarmless(text)
			if d.style() != usual.style() {
				t.Errorf("%.40q changed the style sheet", text)
			}
			if strings.Count(d.policy, ";") != strings.Count(usual.policy, ";") {
				t.Errorf("%.40q changed the policy: %s", text, d.policy)
			}
			if len(d.text) > 500_000 { // the message of a lead alone may have 64 kB, before it is escaped
				t.Errorf("%.40q: got %d bytes", text, len(d.text))
			}
		}
	}
}

// wantHarmless checks that a page has no markup of its own and no dangerous URLs.
func (d *document) wantHarmless(text string) {
	d.Helper()
	scripts := 0
	for _, node := range d.all("", "") {
		switch node.Data {
		case "script":
			scripts++
		case "iframe", "object", "embed", "base", "x":
			d.Errorf("%.40q: got an element %s", text, node.Data)
		}
		for _, a := range node.Attr {
			d.wantHarmlessAttribute(text, node, a)
		}
	}
	if scripts > 2 {
		d.Errorf("%.40q: got %d scripts", text, scripts)
	}
	for node := range d.Descendants() {
		if node.Type == html.CommentNode {
			d.Errorf("%.40q: got a comment %.40q", text, node.Data)
		}
	}
}

func (d *document) wantHarmlessAttribute(text string, node *html.Node, a html.Attribute) {
	d.Helper()
	if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcdoc" {
		d.Errorf("%.40q: got an attribute %s of %s", text, a.Key, node.Data)
	}
	if a.Key != "href" && a.Key != "src" && a.Key != "action" && a.Key != "srcset" {
		return
	}
	for _, start := range []string{"https://", "http://", "mailto:", "tel:", "/", "#"} {
		if strings.HasPrefix(a.Val, start) && !strings.HasPrefix(a.Val, "//") {
			return
		}
	}
	if a.Val != "" {
		d.Errorf("%.40q: got %s=%.60q of %s", text, a.Key, a.Val, node.Data)
	}
}

func TestRender_Languages(t *testing.T) {
	t.Parallel()
	p := sample(t, 1, nil)
	for code, want := range map[string][3]string{
		"ar": {"ar", "rtl", "Skip to content"}, "DE": {"de", "", "Zum Inhalt springen"}, "": {"en", "", "Skip to content"},
		`x" y`: {"en", "", "Skip to content"},
	} {
		p.Collection.Language = code
		d := render(t, p)
		root := d.one("html", "")
		if got := [3]string{attr(root, "lang"), attr(root, "dir"), textOf(d.one("a", "skip"))}; got != want {
			t.Errorf("%q: got %v, want %v", code, got, want)
		}
	}
}
