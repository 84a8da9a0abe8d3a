package webpage

import (
	"encoding/json"
	"net/url"
	"strings"
	"unicode/utf8"
)

const maxEmbed = 20_000

// AddOEmbed completes a page by its oEmbed document, and returns the code that embeds it: nothing when there is none, or
// when it is too long to be one.
func (p *Page) AddOEmbed(document []byte, at *url.URL) string {
	var said map[string]any
	if json.Unmarshal(document, &said) != nil {
		return ""
	}
	p.Title = orElse(p.Title, Clean(text(said["title"]), maxTitle))
	p.Author = orElse(p.Author, Clean(text(said["author_name"]), maxAuthor))
	p.Image = orElse(p.Image, firstAddress(at, text(said["thumbnail_url"])))
	if p.Kind == Unknown && text(said["type"]) == "video" {
		p.Kind = Video
	}
	if p.Duration == 0 {
		if n, ok := said["duration"].(float64); ok {
			p.Duration = sensible(n)
		}
	}
	code := strings.TrimSpace(strings.Map(embeddable, text(said["html"])))
	if utf8.RuneCountInString(code) > maxEmbed {
		return ""
	}
	return code
}

func embeddable(r rune) rune {
	if r == '\n' || r == '\t' {
		return r
	}
	return visible(r)
}
