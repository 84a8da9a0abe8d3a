package webpage

import (
	"encoding/json"
	"net/url"
	"strings"
	"unicode/utf8"
)

const maxEmbed = 20_000

// AddOEmbed fills empty fields of a page from its oEmbed document. It returns the HTML that embeds the page, or "" if
// there is none or it is too long.
func (p *Page) AddOEmbed(document []byte, at *url.URL) string {
	var values map[string]any
	if json.Unmarshal(document, &values) != nil {
		return ""
	}
	p.Title = orElse(p.Title, Clean(text(values["title"]), maxTitle))
	p.Author = orElse(p.Author, Clean(text(values["author_name"]), maxAuthor))
	p.Image = orElse(p.Image, firstAddress(at, text(values["thumbnail_url"])))
	if p.Kind == Unknown && text(values["type"]) == "video" {
		p.Kind = Video
	}
	if p.Duration == 0 {
		if n, ok := values["duration"].(float64); ok {
			p.Duration = plausibleDuration(n)
		}
	}
	html := strings.TrimSpace(strings.Map(visibleOrBreak, text(values["html"])))
	if utf8.RuneCountInString(html) > maxEmbed {
		return ""
	}
	return html
}

func visibleOrBreak(r rune) rune {
	if r == '\n' || r == '\t' {
		return r
	}
	return visible(r)
}
