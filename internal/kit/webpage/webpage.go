// Package webpage tells which page an address means, and what a page says about itself.
package webpage

import (
	"net/url"
	"strings"
	"time"

	"golang.org/x/text/language"
)

// The most characters a text about a page has, and an address in it.
const (
	maxTitle       = 255
	maxDescription = 2000
	maxAuthor      = 160
	maxAddress     = 2000
)

// Page is what a page says about itself. What it does not say is empty. Texts are plain: no tags, no entities, no
// control characters, one space at a time.
type Page struct {
	Title       string
	Description string
	Author      string
	Kind        Kind
	Duration    time.Duration
	Image       string // an absolute http or https address
	Language    string // two letters
	Embed       string // where its oEmbed document is
}

// Read reads a page that was found at an address. Nothing in it is trusted, and nothing can make it fail.
func Read(body []byte, contentType string, at *url.URL) *Page {
	tags := collect(decode(body, contentType))
	data := readLinked(tags.linked)
	base := at
	if address := resolve(at, tags.base); address != nil {
		base = address
	}
	page := &Page{
		Title:       first(maxTitle, tags.meta["og:title"], tags.meta["twitter:title"], data.title, tags.title, tags.heading),
		Description: first(maxDescription, tags.meta["og:description"], tags.meta["twitter:description"], data.description, tags.meta["description"]),
		Author:      first(maxAuthor, data.author, tags.meta["author"], name(tags.meta["article:author"]), name(tags.meta["book:author"])),
		Kind:        decideKind(kindOfGraph(tags.meta["og:type"]), data),
		Language:    firstLanguage(tags.language, data.language, tags.meta["og:locale"]),
		Image: firstAddress(base, tags.meta["og:image:secure_url"], tags.meta["og:image"], tags.meta["og:image:url"],
			tags.meta["twitter:image"], tags.meta["twitter:image:src"], data.image, tags.image),
		Embed: firstAddress(base, tags.embed),
	}
	page.Duration = firstDuration(data.duration, isoDuration(tags.meta["duration"]), seconds(tags.meta["og:video:duration"]),
		seconds(tags.meta["video:duration"]), seconds(tags.meta["music:duration"]))
	return page
}

// name leaves out what is the address of a profile and not a name.
func name(text string) string {
	if _, ok := Address(text); ok {
		return ""
	}
	return text
}

func first(limit int, texts ...string) string {
	for _, text := range texts {
		if clean := Clean(text, limit); clean != "" {
			return clean
		}
	}
	return ""
}

func firstAddress(base *url.URL, references ...string) string {
	for _, reference := range references {
		if address := resolve(base, reference); address != nil {
			return address.String()
		}
	}
	return ""
}

// resolve is the absolute web address of a reference, or nil.
func resolve(base *url.URL, reference string) *url.URL {
	if reference == "" || len(reference) > maxAddress {
		return nil
	}
	address, err := base.Parse(strings.TrimSpace(strings.Map(visible, reference)))
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.User != nil || !plausible(address.Hostname(), address.Port()) ||
		len(address.String()) > maxAddress {
		return nil
	}
	return address
}

// firstLanguage reads tags like en-GB, en_GB and the codes of old.
func firstLanguage(tags ...string) string {
	const longest = 35 // what the standard asks readers to take
	for _, tag := range tags {
		if len(tag) > longest {
			continue
		}
		if read, err := language.Parse(tag); err == nil {
			if base, sure := read.Base(); sure != language.No && len(base.String()) == 2 {
				return base.String()
			}
		}
	}
	return ""
}

func firstDuration(durations ...time.Duration) time.Duration {
	for _, d := range durations {
		if d > 0 {
			return d
		}
	}
	return 0
}
