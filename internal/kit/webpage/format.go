package webpage

import (
	"bytes"
	"mime"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
)

// Format is what an address leads to.
type Format int

// The forms. Undetermined is for what only its body can tell.
const (
	Undetermined Format = iota
	HTML
	Picture
	PDF
	Other
)

// FormatByHeader tells what an answer is before its body is read. A page is never sure: servers say so of everything.
func FormatByHeader(header http.Header) Format {
	if coding := header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return Other // in a way we did not ask for
	}
	switch kind := mediaType(header.Get("Content-Type")); {
	case kind == "", isPage(kind), isVague(kind):
		return Undetermined
	case strings.HasPrefix(kind, "image/"):
		return Picture
	case kind == "application/pdf":
		return PDF
	default:
		return Other
	}
}

// FormatByBody tells what an answer is by how it begins, where its headers left it open.
func FormatByBody(contentType string, body []byte) Format {
	sniffed := mediaType(http.DetectContentType(body))
	start := bytes.ToLower(body[:min(len(body), 1024)])
	switch {
	case strings.HasPrefix(sniffed, "image/"):
		return Picture
	case sniffed == "application/pdf":
		return PDF
	case sniffed == "text/html", bytes.Contains(start, []byte("<html")):
		return HTML
	case !isPage(mediaType(contentType)):
		return Other
	case strings.HasPrefix(sniffed, "text/"), bytes.IndexByte(body, '<') >= 0 && sniffed == "application/octet-stream":
		return HTML
	default:
		return Other
	}
}

func mediaType(contentType string) string {
	kind, _, _ := strings.Cut(contentType, ";") // more forgiving than what follows a header to the letter
	if parsed, _, err := mime.ParseMediaType(kind); err == nil {
		return parsed
	}
	return strings.ToLower(strings.TrimSpace(kind))
}

func isPage(kind string) bool { return kind == "text/html" || kind == "application/xhtml+xml" }

func isVague(kind string) bool {
	return kind == "text/plain" || kind == "application/octet-stream" || kind == "text/xml" || kind == "application/xml"
}

var (
	separators = regexp.MustCompile(`[-_+.\s]+`)
	wordLike   = regexp.MustCompile(`\pL{3}`)
	codeLike   = regexp.MustCompile(`^[0-9a-zA-Z]*[0-9][0-9a-zA-Z]{15,}$`)
)

// FileTitle makes a title of the name of a file, if the name is made for people.
func FileTitle(u *url.URL) string {
	base := path.Base(u.Path)
	words := Clean(separators.ReplaceAllString(strings.TrimSuffix(base, path.Ext(base)), " "), maxTitle)
	if !wordLike.MatchString(words) || codeLike.MatchString(words) {
		return ""
	}
	return words
}
