package pages_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"waymark/internal/features/pages"
	"waymark/internal/kit/media"
	"waymark/internal/platform/branding"
)

// brand returns a branding with some settings changed.
func brand(t *testing.T, settings branding.Values) *branding.Branding {
	t.Helper()
	b, err := settings.Branding()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// picture returns an image with all its sizes.
func picture(name string) *media.Image {
	folder := "/files/" + (name + strings.Repeat("0", 24))[:24]
	return &media.Image{
		ID: 1, FullURL: folder + "/original.jpg", ThumbURL: folder + "/thumb.jpg", Width: 1800, Height: 1200,
		Conversions: []media.Conversion{
			{
				Name: "thumb", URL: folder + "/thumb.jpg", HasConversion: true,
				Meta: media.ConversionMeta{Width: 200, Height: 133},
			},
			{
				Name: "wide", URL: folder + "/wide.jpg", HasConversion: true, HasResponsive: true,
				Meta: media.ConversionMeta{Width: 1200, Height: 800}, Sizes: []int{320, 640, 960},
			},
		},
	}
}

const synopsis = "Three days on foot between *wood stoves*, with a bed booked at each of them, and a path that few " +
	"people walk before June. Bring shoes that like rain."

// sample returns a landing page with a number of items.
func sample(t *testing.T, count int, settings branding.Values) *pages.Page {
	t.Helper()
	p := &pages.Page{
		Kind: pages.Landing, Branding: brand(t, settings),
		Partner: pages.Partner{
			Name: "Harbour Travel", PID: "P123456789", URL: "https://harbour.example", AllowCTAs: true, PremiumSEO: true,
			PremiumForms: true, Details: "We plan **slow** journeys.",
		},
		Collection: pages.Collection{
			AltID: "abcdefghij", Name: "Slow weekends by the sea", Language: "en",
			CanonicalURL: "https://pages.example/abcdefghij",
		},
		Contact: &pages.Contact{
			Name: "Ana Reis", Company: "Harbour Travel", Email: "ana@harbour.example", Phone: "+44 20 7946 0958",
			Photo: picture("photo"),
		},
		Message:      "I picked these for your weekend.",
		CallToAction: pages.CallToAction{Kind: pages.CTAForm, Label: "Get in touch"},
		LeadForm:     &pages.LeadForm{Action: "/abcdefghij/lead"},
		SEO:          pages.SEO{Description: "Six places by the sea.", ImageURL: "https://pages.example/files/x/wide.jpg"},
	}
	for i := range count {
		p.Items = append(p.Items, pages.Item{
			ID: int64(i + 1), Block: pages.BlockContent, Title: fmt.Sprintf("The mountain huts that still bake bread %d", i+1),
			LeadIn: "Read", Synopsis: synopsis, Author: "Jonas Alder", Runtime: 9, Image: picture(fmt.Sprint(i)),
			URL:    fmt.Sprintf("https://stories.example/mountain-huts-that-bake-bread/%d", i+1),
			Type:   pages.Type{Name: "Article", CallToAction: "Read the story"},
			Credit: &pages.Credit{Attribution: "J. Alder", Licence: "CC BY 4.0"},
		})
	}
	return p
}

// document is a rendered page.
type document struct {
	*testing.T
	*html.Node
	text, policy string
}

func render(t *testing.T, p *pages.Page) *document {
	t.Helper()
	text, policy, err := pages.Render(p)
	if err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return &document{T: t, Node: root, text: string(text), policy: policy}
}

// all returns the elements with a tag and class; either may be empty.
func (d *document) all(tag, class string) []*html.Node {
	found := []*html.Node{}
	for node := range d.Descendants() {
		if node.Type == html.ElementNode && (tag == "" || node.Data == tag) &&
			(class == "" || slices.Contains(strings.Fields(attr(node, "class")), class)) {
			found = append(found, node)
		}
	}
	return found
}

// one returns the only element with a tag and class.
func (d *document) one(tag, class string) *html.Node {
	d.Helper()
	found := d.all(tag, class)
	if len(found) != 1 {
		d.Fatalf("got %d elements %s.%s, want 1", len(found), tag, class)
	}
	return found[0]
}

func attr(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(node *html.Node, name string) bool {
	return slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func textOf(node *html.Node) string {
	text := ""
	for n := range node.Descendants() {
		if n.Type == html.TextNode {
			text += n.Data
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

func (d *document) style() string { return d.one("style", "").FirstChild.Data }

var variable = regexp.MustCompile(`--([a-z-]+):([^;}]*)`)

// variables returns the CSS variables of the brand.
func (d *document) variables() map[string]string {
	block, _, _ := strings.Cut(d.style(), "}")
	found := map[string]string{}
	for _, match := range variable.FindAllStringSubmatch(block, -1) {
		found[match[1]] = match[2]
	}
	return found
}

func (d *document) wantVariables(want map[string]string) {
	d.Helper()
	got := d.variables()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			d.Errorf("--%s: got %q, want %q", name, got[name], want[name])
		}
	}
}
