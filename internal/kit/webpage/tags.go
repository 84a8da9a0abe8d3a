package webpage

import (
	"strings"

	"golang.org/x/net/html"
)

// What is kept of a page at most, whatever it holds.
const (
	maxAttributes = 64
	maxLinked     = 20
	maxLinkedSize = 512 << 10
	maxHeading    = 4 << 10
)

// tags are the elements of a page that tell something about it.
type tags struct {
	title, heading string
	language       string
	base           string
	image          string
	embed          string
	meta           map[string]string // those of the list below
	linked         []string          // JSON-LD

	foreign   bool // inside a drawing, whose titles are not the page's
	inHeading bool
}

var metaNames = map[string]bool{
	"og:title": true, "og:description": true, "og:type": true, "og:image": true, "og:image:url": true, "og:image:secure_url": true, "og:locale": true,
	"og:video:duration": true, "video:duration": true, "music:duration": true, "article:author": true, "book:author": true,
	"twitter:title": true, "twitter:description": true, "twitter:image": true, "twitter:image:src": true,
	"description": true, "author": true, "duration": true,
}

// collect goes through a page tag by tag, without building a tree: how deep tags are nested costs nothing.
func collect(text string) *tags {
	t := &tags{meta: map[string]string{}}
	tokens := html.NewTokenizer(strings.NewReader(text))
	for {
		switch tokens.Next() { //nolint:exhaustive // comments and doctypes say nothing about the page
		case html.ErrorToken:
			return t
		case html.TextToken:
			if t.inHeading && len(t.heading) < maxHeading {
				t.heading += head(string(tokens.Raw()), maxHeading)
			}
		case html.EndTagToken:
			t.end(tokens)
		case html.StartTagToken, html.SelfClosingTagToken:
			t.start(tokens)
		}
	}
}

func (t *tags) end(tokens *html.Tokenizer) {
	switch tag, _ := tokens.TagName(); string(tag) {
	case "svg":
		t.foreign = false
	case "h1":
		if t.inHeading && Clean(t.heading, maxTitle) == "" {
			t.heading = "" // an empty one is none
		}
		t.inHeading = false
	}
}

func (t *tags) start(tokens *html.Tokenizer) {
	switch tag, more := tokens.TagName(); string(tag) {
	case "svg":
		t.foreign = true
	case "title":
		if t.title == "" && !t.foreign {
			t.title = inside(tokens)
		}
	case "h1":
		t.inHeading = t.inHeading || t.heading == ""
	case "br":
		if t.inHeading {
			t.heading += " "
		}
	case "style":
		inside(tokens)
	case "html":
		keep(&t.language, attributes(tokens, more)["lang"])
	case "base":
		keep(&t.base, attributes(tokens, more)["href"])
	case "meta":
		t.takeMeta(attributes(tokens, more))
	case "link":
		t.takeLink(attributes(tokens, more))
	case "script":
		kind := strings.ToLower(strings.TrimSpace(attributes(tokens, more)["type"]))
		if script := inside(tokens); strings.HasPrefix(kind, "application/ld+json") && len(t.linked) < maxLinked {
			t.linked = append(t.linked, script)
		}
	}
}

func (t *tags) takeMeta(a map[string]string) {
	for _, key := range []string{a["property"], a["name"], a["itemprop"]} {
		key = strings.ToLower(strings.TrimSpace(key))
		if metaNames[key] && t.meta[key] == "" {
			t.meta[key] = strings.TrimSpace(a["content"])
		}
	}
}

func (t *tags) takeLink(a map[string]string) {
	if strings.EqualFold(strings.TrimSpace(a["type"]), "application/json+oembed") {
		keep(&t.embed, a["href"])
	}
	for rel := range strings.FieldsSeq(strings.ToLower(a["rel"])) {
		if rel == "image_src" {
			keep(&t.image, a["href"])
		}
	}
}

func keep(to *string, value string) {
	if *to == "" {
		*to = strings.TrimSpace(value)
	}
}

// inside is the text of an element that holds nothing but text.
func inside(tokens *html.Tokenizer) string {
	if tokens.Next() != html.TextToken || len(tokens.Raw()) > maxLinkedSize {
		return ""
	}
	return string(tokens.Text())
}

// attributes are those of a tag; the first of a name counts.
func attributes(tokens *html.Tokenizer, more bool) map[string]string {
	found := map[string]string{}
	for n := 0; more && n < maxAttributes; n++ {
		var key, value []byte
		key, value, more = tokens.TagAttr()
		if _, ok := found[string(key)]; !ok {
			found[string(key)] = string(value)
		}
	}
	return found
}
