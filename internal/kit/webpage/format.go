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

// Format is the kind of file at a URL.
type Format int

// The formats. Undetermined means that the headers don't tell the format and the body has to be checked.
const (
	Undetermined Format = iota
	HTML
	Picture
	PDF
	Other
)

// FormatByHeader returns the format of a response according to its headers. It never returns HTML, because many servers
// send that content type for everything.
func FormatByHeader(header http.Header) Format {
	if coding := header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return Other // compressed in a way that was not requested
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

// FormatByBody returns the format of a response according to the start of its body.
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
	kind, _, _ := strings.Cut(contentType, ";") // invalid parameters would make ParseMediaType fail
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

// FileTitle returns a title made from the file name in a URL, or "" if the name is only a code.
func FileTitle(u *url.URL) string {
	base := path.Base(u.Path)
	words := Clean(separators.ReplaceAllString(strings.TrimSuffix(base, path.Ext(base)), " "), maxTitle)
	if !wordLike.MatchString(words) || codeLike.MatchString(words) {
		return ""
	}
	return words
}
