package pages_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/features/pages"
	"waymark/internal/kit/media"
	"waymark/internal/platform/branding"
)

func TestRender_Themes(t *testing.T) {
	t.Parallel()
	for _, theme := range []string{"default", "classic-grid", "modernello"} {
		for i, layout := range []string{"one-column", "two-columns", "three-columns"} {
			d := render(t, sample(t, 6, branding.Values{"theme": theme, "content_layout": layout}))
			body := d.one("body", "")
			if attr(body, "data-theme") != theme || attr(body, "data-columns") != fmt.Sprint(i+1) {
				t.Errorf("%s, %s: got %v", theme, layout, body.Attr)
			}
			if attr(d.one("html", ""), "lang") != "en" || textOf(d.one("h1", "")) != "Slow weekends by the sea" {
				t.Errorf("%s, %s: wrong language or heading", theme, layout)
			}
			if len(d.all("li", "item")) != 6 || len(d.all("div", "picture")) != 6 {
				t.Errorf("%s, %s: got %d items", theme, layout, len(d.all("li", "item")))
			}
			d.wantHeadingLevels()
			d.wantUniqueIDs()
			if skip := d.one("a", "skip"); attr(skip, "href") != "#content" || attr(d.one("main", ""), "id") != "content" {
				t.Errorf("%s, %s: the skip link leads nowhere", theme, layout)
			}
		}
	}
}

// wantHeadingLevels checks that no level of heading is skipped.
func (d *document) wantHeadingLevels() {
	d.Helper()
	last := 0
	for node := range d.Descendants() {
		if len(node.Data) != 2 || node.Data[0] != 'h' || node.Data[1] < '1' || node.Data[1] > '6' {
			continue
		}
		level := int(node.Data[1] - '0')
		if level > last+1 {
			d.Errorf("got a heading of level %d after one of level %d", level, last)
		}
		last = level
	}
	if last == 0 {
		d.Error("the page has no heading")
	}
}

func (d *document) wantUniqueIDs() {
	d.Helper()
	seen := map[string]bool{}
	for _, node := range d.all("", "") {
		if id := attr(node, "id"); id != "" {
			if seen[id] {
				d.Errorf("id %q appears twice", id)
			}
			seen[id] = true
		}
	}
	for _, label := range d.all("label", "") {
		if !seen[attr(label, "for")] {
			d.Errorf("label for %q has no field", attr(label, "for"))
		}
	}
}

func TestRender_Images(t *testing.T) {
	t.Parallel()
	p := sample(t, 3, nil)
	p.Branding.Logo = picture("logo")
	d := render(t, p)
	first := true
	for _, img := range d.all("img", "") {
		if attr(img, "width") == "" || attr(img, "height") == "" || !has(img, "alt") {
			t.Errorf("got %v, want a size and an alternative text", img.Attr)
		}
		if class := attr(img, "class"); class == "logo" || class == "photo" {
			continue
		}
		if eager := attr(img, "fetchpriority") == "high"; eager != first || (attr(img, "loading") == "lazy") == first {
			t.Errorf("got %v, want only the first image to be loaded at once", img.Attr)
		}
		first = false
		folder := strings.TrimSuffix(attr(img, "src"), "/wide.jpg")
		want := folder + "/wide-640.jpg 640w," + folder + "/wide.jpg 1200w"
		if attr(img, "srcset") != want || attr(img, "sizes") == "" {
			t.Errorf("got srcset %q, want %q", attr(img, "srcset"), want)
		}
	}
	if alt := attr(d.one("img", "logo"), "alt"); alt != "Harbour Travel" {
		t.Errorf("got %q as the logo's text, want the partner's name", alt)
	}
}

func TestRender_Links(t *testing.T) {
	t.Parallel()
	p := sample(t, 3, nil)
	p.Items[1].SameTab = true
	p.Items[2].URL, p.Items[2].EmbedURL = "https://video.example", "/abcdefghij/embed/3"
	links := render(t, p).all("a", "whole")
	if len(links) != 3 {
		t.Fatalf("got %d links, want 3", len(links))
	}
	if attr(links[0], "rel") != "noopener" || attr(links[0], "target") != "_blank" {
		t.Errorf("got %v, want a new tab", links[0].Attr)
	}
	if has(links[1], "target") || has(links[1], "rel") {
		t.Errorf("got %v, want the same tab", links[1].Attr)
	}
	if attr(links[2], "href") != "/abcdefghij/embed/3" || !has(links[2], "data-embed") {
		t.Errorf("got %v, want the page with the embed", links[2].Attr)
	}
	if button := render(t, p).all("a", "button")[0]; attr(button, "href") != "#enquiry" {
		t.Errorf("got %v, want a link to the form", button.Attr)
	}
	p.CallToAction = pages.CallToAction{Kind: pages.CTAMail, Label: "Write", URL: "mailto:ana@harbour.example?subject=Hi"}
	if button := render(t, p).all("a", "button")[0]; attr(button, "href") != p.CallToAction.URL || has(button, "target") {
		t.Errorf("got %v, want an e-mail link", button.Attr)
	}
	p.Partner.AllowCTAs = false
	if d := render(t, p); len(d.all("a", "button"))+len(d.all("form", "")) != 0 {
		t.Error("got a call to action, want none")
	}
}

func TestRender_Toggles(t *testing.T) {
	t.Parallel()
	shown := func(d *document) string {
		names := []string{}
		for name, class := range map[string]string{
			"title": "name", "lead_in": "lead-in", "facts": "facts", "synopsis": "text", "image": "picture",
		} {
			if len(d.all("", class)) > 0 {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return strings.Join(names, " ")
	}
	if got := shown(render(t, sample(t, 1, nil))); got != "facts image lead_in synopsis title" {
		t.Errorf("got %s, want everything", got)
	}
	for name, want := range map[string]string{
		"title": "facts image lead_in synopsis", "lead_in": "facts image synopsis title",
		"synopsis": "facts image lead_in title", "image": "facts lead_in synopsis title",
	} {
		if got := shown(render(t, sample(t, 1, branding.Values{"content_" + name + "_enabled": false}))); got != want {
			t.Errorf("without %s: got %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"author": "9 min", "runtime": "Jonas Alder"} {
		d := render(t, sample(t, 1, branding.Values{"content_" + name + "_enabled": false}))
		if got := textOf(d.one("p", "facts")); got != want {
			t.Errorf("without %s: got %q, want %q", name, got, want)
		}
	}
	link := render(t, sample(t, 1, branding.Values{"content_title_enabled": false})).one("a", "whole")
	if got := attr(link, "aria-label"); !strings.HasPrefix(got, "Read the story: The mountain") {
		t.Errorf("got the accessible name %q, want that of the item", got)
	}
}

func TestRender_Policy(t *testing.T) {
	t.Parallel()
	d := render(t, sample(t, 2, nil))
	sum := sha256.Sum256([]byte(d.style()))
	want := "default-src 'none'; script-src 'self'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; img-src 'self' https:; font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; " +
		"base-uri 'none'; frame-ancestors 'none'"
	if d.policy != want {
		t.Errorf("got  %s\nwant %s", d.policy, want)
	}
	embed := sample(t, 2, nil)
	embed.Kind = pages.Embed
	for sites, want := range map[string]string{
		"":                        "'none'",
		"a.example":               "a.example:* www.a.example:*",
		"A.example www.b.example": "a.example:* www.a.example:* b.example:* www.b.example:*",
		"https://c.example:8443":  "c.example:* www.c.example:*",
		"a.example;script-src *":  "'none'",
		"'self' d.example":        "d.example:* www.d.example:*",
		"*.e.example":             "'none'",
	} {
		embed.FrameAncestors = strings.Split(sites, " ")
		if _, got, _ := strings.Cut(render(t, embed).policy, "frame-ancestors "); got != want {
			t.Errorf("%q: got %s, want %s", sites, got, want)
		}
	}
	embed.Kind, embed.FrameAncestors = pages.Landing, []string{"a.example"}
	if d := render(t, embed); !strings.HasSuffix(d.policy, "frame-ancestors 'none'") {
		t.Errorf("got %s, want a landing page that no site may show", d.policy)
	}
}

func TestRender_Embed(t *testing.T) {
	t.Parallel()
	p := sample(t, 2, nil)
	p.Kind = pages.Embed
	d := render(t, p)
	if len(d.all("header", ""))+len(d.all("form", ""))+len(d.all("footer", "")) != 0 || len(d.all("li", "item")) != 2 {
		t.Error("got more than the items")
	}
	if h1 := d.one("h1", ""); attr(h1, "class") != "hidden" {
		t.Errorf("got %v, want a hidden heading", h1.Attr)
	}
	d.wantHeadingLevels()
	if !strings.Contains(d.style(), "[data-kind=embed]{background:transparent}") {
		t.Error("the background is not transparent")
	}
	p.EmbedHeader = true
	if d := render(t, p); len(d.all("header", "")) != 1 {
		t.Error("got no header, want the configured one")
	}
}

func TestRender_Errors(t *testing.T) {
	t.Parallel()
	for kind, want := range map[pages.Kind]string{
		pages.Missing: "Page not found", pages.Gone: "No longer available", pages.Unavailable: "Back in a moment",
	} {
		p := sample(t, 3, branding.Values{"brand_color": "#aa3300"})
		p.Kind = kind
		d := render(t, p)
		if textOf(d.one("h1", "")) != want || len(d.all("li", ""))+len(d.all("form", "")) != 0 {
			t.Errorf("%s: got %q", kind, textOf(d.one("body", "")))
		}
		d.wantVariables(map[string]string{"brand": "#aa3300"})
		if button := d.one("a", "button"); attr(button, "href") != "https://harbour.example" {
			t.Errorf("%s: got %v, want a link to the partner", kind, button.Attr)
		}
		if !strings.Contains(d.text, `content="noindex"`) {
			t.Errorf("%s: search engines may list the page", kind)
		}
	}
	bare := render(t, &pages.Page{Kind: pages.Missing, Collection: pages.Collection{Language: "de"}})
	if got := textOf(bare.one("h1", "")); got != "Seite nicht gefunden" || len(bare.all("footer", "")) != 0 {
		t.Errorf("without a partner: got %q", got)
	}
}

func TestRender_LeadForm(t *testing.T) {
	t.Parallel()
	p := sample(t, 1, nil)
	p.LeadForm.Values = pages.LeadValues{Name: `<b>"Ana"`, Email: "ana@"}
	p.LeadForm.Errors = map[string]string{"email": "Must be an e-mail address."}
	d := render(t, p)
	form := d.one("form", "")
	if attr(form, "method") != "post" || attr(form, "action") != "/abcdefghij/lead" {
		t.Errorf("got %v", form.Attr)
	}
	names := []string{}
	for _, input := range append(d.all("input", ""), d.all("textarea", "")...) {
		names = append(names, attr(input, "name"))
		switch attr(input, "name") {
		case "name":
			if attr(input, "value") != `<b>"Ana"` || !has(input, "required") {
				t.Errorf("got %v", input.Attr)
			}
		case "email":
			if attr(input, "aria-invalid") != "true" || attr(input, "aria-describedby") != "lead-email-error" {
				t.Errorf("got %v, want the error", input.Attr)
			}
		}
	}
	if want := []string{"name", "email", "phone", pages.HoneypotField, "message"}; !slices.Equal(names, want) {
		t.Errorf("got the fields %v, want %v", names, want)
	}
	p.LeadForm.Sent = true
	d = render(t, p)
	if len(d.all("form", "")) != 0 || !strings.Contains(textOf(d.one("section", "enquiry")), "Thank you") {
		t.Error("got no thanks")
	}
	p.Partner.PremiumForms = false
	if d := render(t, p); len(d.all("section", "enquiry")) != 0 {
		t.Error("got a form without the premium feature")
	}
}

func TestRender_SEO(t *testing.T) {
	t.Parallel()
	p := sample(t, 30, nil)
	d := render(t, p)
	var data map[string]any
	for _, script := range d.all("script", "") {
		if attr(script, "type") == "application/ld+json" {
			if err := json.Unmarshal([]byte(script.FirstChild.Data), &data); err != nil {
				t.Fatal(err)
			}
		} else if attr(script, "src") != "/page.js" || script.FirstChild != nil {
			t.Errorf("got an inline script: %v", script.Attr)
		}
	}
	list, _ := data["mainEntity"].(map[string]any)
	if data["@type"] != "CollectionPage" || data["url"] != p.Collection.CanonicalURL || list["numberOfItems"] != 30.0 {
		t.Errorf("got %v", data)
	}
	for _, want := range []string{
		`<link rel="canonical" href="https://pages.example/abcdefghij">`, `<meta property="og:image"`,
		`<meta name="description" content="Six places by the sea.">`,
	} {
		if !strings.Contains(d.text, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	p.Partner.PremiumSEO = false
	if d := render(t, p); strings.Contains(d.text, "ld+json") || strings.Contains(d.text, "og:image") ||
		!strings.Contains(d.text, "og:title") || strings.Contains(d.text, "noindex") {
		t.Error("got other than the basic tags")
	}
	p.Kind = pages.Personalised
	if d := render(t, p); !strings.Contains(d.text, "noindex") {
		t.Error("search engines may list a personalised page")
	}
}

func TestRender_Size(t *testing.T) {
	t.Parallel()
	for _, theme := range []string{"default", "classic-grid", "modernello"} {
		d := render(t, sample(t, 50, branding.Values{"theme": theme}))
		t.Logf("%s: %d bytes, of which %d are the style sheet", theme, len(d.text), len(d.style()))
		if len(d.text) >= 60_000 {
			t.Errorf("%s: got %d bytes, want less than 60,000", theme, len(d.text))
		}
	}
}

func TestRender_Preview(t *testing.T) {
	t.Parallel()
	p := sample(t, 3, nil)
	p.Preview = true
	p.Items[0].Image = &media.Image{FullURL: "data:image/svg+xml,%3Csvg%3E", Width: 4, Height: 3}
	d := render(t, p)
	for _, node := range d.all("", "") {
		if has(node, "href") || node.Data == "script" || node.Data == "link" {
			t.Errorf("got %s %v, want nothing to follow or to load", node.Data, node.Attr)
		}
	}
	if got := attr(d.all("img", "")[1], "src"); got != p.Items[0].Image.FullURL {
		t.Errorf("got %q, want the sample picture", got)
	}
	p.Preview = false
	if d := render(t, p); strings.Contains(d.text, "data:image") {
		t.Error("a page shows an image from a data URL")
	}
}
