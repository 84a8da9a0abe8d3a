// Package webpage normalises the URLs of web pages and reads their metadata.
package webpage

import (
	"net/url"
	"strings"
	"time"

	"golang.org/x/text/language"
)

// Maximum number of characters of the texts and URLs in a Page.
const (
	maxTitle       = 255
	maxDescription = 2000
	maxAuthor      = 160
	maxAddress     = 2000
)

// Page contains the metadata of a page. Missing values are empty. Texts are plain, as returned by Clean.
type Page struct {
	Title       string
	Description string
	Author      string
	Kind        Kind
	Duration    time.Duration
	Image       string // an absolute http or https URL
	Language    string // a code of two letters
	Embed       string // the URL of its oEmbed document
}

// Read reads the metadata of a page that was fetched from a URL. It accepts any input and never fails.
func Read(body []byte, contentType string, at *url.URL) *Page {
	tags := collect(decode(body, contentType))
	data := readLinked(tags.linked)
	base := at
	if address := resolve(at, tags.base); address != nil {
		base = address
	}
	page := &Page{
		Title: first(maxTitle, tags.meta["og:title"], tags.meta["twitter:title"], data.title, tags.title, tags.heading),
		Description: first(
			maxDescription, tags.meta["og:description"], tags.meta["twitter:description"], data.description,
			tags.meta["description"],
		),
		Author: first(
			maxAuthor, data.author, tags.meta["author"], name(tags.meta["article:author"]), name(tags.meta["book:author"]),
		),
		Kind:     decideKind(kindOfGraph(tags.meta["og:type"]), data),
		Language: firstLanguage(tags.language, data.language, tags.meta["og:locale"]),
		Image: firstAddress(base, tags.meta["og:image:secure_url"], tags.meta["og:image"], tags.meta["og:image:url"],
			tags.meta["twitter:image"], tags.meta["twitter:image:src"], data.image, tags.image),
		Embed: firstAddress(base, tags.embed),
	}
	page.Duration = firstDuration(data.duration, isoDuration(tags.meta["duration"]),
		seconds(tags.meta["og:video:duration"]), seconds(tags.meta["video:duration"]), seconds(tags.meta["music:duration"]))
	return page
}

// name returns "" for the URL of a profile, which some sites use instead of a name.
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

// resolve returns the absolute http or https URL of a reference, or nil.
func resolve(base *url.URL, reference string) *url.URL {
	if reference == "" || len(reference) > maxAddress {
		return nil
	}
	address, err := base.Parse(strings.TrimSpace(strings.Map(visible, reference)))
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.User != nil ||
		!isPlausibleHost(address.Hostname(), address.Port()) ||
		len(address.String()) > maxAddress {
		return nil
	}
	return address
}

// firstLanguage returns the language of the first valid tag, such as en-GB, en_GB or a deprecated code.
func firstLanguage(tags ...string) string {
	const maxLength = 35 // RFC 5646 asks for at least this
	for _, tag := range tags {
		if len(tag) > maxLength {
			continue
		}
		if parsed, err := language.Parse(tag); err == nil {
			if base, confidence := parsed.Base(); confidence != language.No && len(base.String()) == 2 {
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
