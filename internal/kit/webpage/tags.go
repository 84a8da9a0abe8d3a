package webpage

import (
	"strings"

	"golang.org/x/net/html"
)

// Limits on what is kept of a page.
const (
	maxAttributes = 64
	maxLinked     = 20
	maxLinkedSize = 512 << 10
	maxHeading    = 4 << 10
)

// tags contains the elements of a page that describe it.
type tags struct {
	title, heading string
	language       string
	base           string
	image          string
	embed          string
	meta           map[string]string // by the names in metaNames
	linked         []string          // JSON-LD

	inSVG     bool // the title of a drawing is not the title of the page
	inHeading bool
}

var metaNames = map[string]bool{
	"og:title": true, "og:description": true, "og:type": true, "og:image": true, "og:image:url": true,
	"og:image:secure_url": true, "og:locale": true,
	"og:video:duration": true, "video:duration": true, "music:duration": true, "article:author": true, "book:author": true,
	"twitter:title": true, "twitter:description": true, "twitter:image": true, "twitter:image:src": true,
	"description": true, "author": true, "duration": true,
}

// collect reads a page tag by tag without building a tree, so that deeply nested tags cost nothing.
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
		t.inSVG = false
	case "h1":
		if t.inHeading && Clean(t.heading, maxTitle) == "" {
			t.heading = "" // use the next heading instead of an empty one
		}
		t.inHeading = false
	}
}

func (t *tags) start(tokens *html.Tokenizer) {
	switch tag, more := tokens.TagName(); string(tag) {
	case "svg":
		t.inSVG = true
	case "title":
		if t.title == "" && !t.inSVG {
			t.title = elementText(tokens)
		}
	case "h1":
		t.inHeading = t.inHeading || t.heading == ""
	case "br":
		if t.inHeading {
			t.heading += " "
		}
	case "style":
		elementText(tokens)
	case "html":
		setIfEmpty(&t.language, attributes(tokens, more)["lang"])
	case "base":
		setIfEmpty(&t.base, attributes(tokens, more)["href"])
	case "meta":
		t.addMeta(attributes(tokens, more))
	case "link":
		t.addLink(attributes(tokens, more))
	case "script":
		kind := strings.ToLower(strings.TrimSpace(attributes(tokens, more)["type"]))
		if script := elementText(tokens); strings.HasPrefix(kind, "application/ld+json") && len(t.linked) < maxLinked {
			t.linked = append(t.linked, script)
		}
	}
}

func (t *tags) addMeta(a map[string]string) {
	for _, key := range []string{a["property"], a["name"], a["itemprop"]} {
		key = strings.ToLower(strings.TrimSpace(key))
		if metaNames[key] && t.meta[key] == "" {
			t.meta[key] = strings.TrimSpace(a["content"])
		}
	}
}

func (t *tags) addLink(a map[string]string) {
	if strings.EqualFold(strings.TrimSpace(a["type"]), "application/json+oembed") {
		setIfEmpty(&t.embed, a["href"])
	}
	for rel := range strings.FieldsSeq(strings.ToLower(a["rel"])) {
		if rel == "image_src" {
			setIfEmpty(&t.image, a["href"])
		}
	}
}

func setIfEmpty(to *string, value string) {
	if *to == "" {
		*to = strings.TrimSpace(value)
	}
}

// elementText returns the text of an element that contains only text.
func elementText(tokens *html.Tokenizer) string {
	if tokens.Next() != html.TextToken || len(tokens.Raw()) > maxLinkedSize {
		return ""
	}
	return string(tokens.Text())
}

// attributes returns the attributes of a tag. Of several with the same name, the first is used.
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
