package linkcheck

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"waymark/internal/kit/fetch"
	"waymark/internal/kit/fold"
)

// failure returns what an error says about a link.
func failure(err error) (status Status, problem string) {
	var dns *net.DNSError
	switch {
	case errors.Is(err, fetch.ErrNotAnAddress):
		return Broken, "It redirects to something that is not a web page."
	case errors.Is(err, fetch.ErrRefused):
		return Broken, "It points to a private address."
	case errors.Is(err, fetch.ErrTooSlow):
		return Unsure, "The server did not answer in time."
	case errors.As(err, &dns) && dns.IsNotFound:
		return Broken, "The site does not exist."
	case isTLS(err):
		return Broken, "The site has no valid certificate."
	}
	return Unsure, "The server could not be reached."
}

func isTLS(err error) bool {
	var (
		verification *tls.CertificateVerificationError
		header       tls.RecordHeaderError
		alert        tls.AlertError
		unknown      x509.UnknownAuthorityError
		name         x509.HostnameError
		invalid      x509.CertificateInvalidError
	)
	return errors.As(err, &verification) || errors.As(err, &header) || errors.As(err, &alert) ||
		errors.As(err, &unknown) || errors.As(err, &name) || errors.As(err, &invalid)
}

// homePath matches the paths of home pages, which may begin with a language: /, /en/, /de-AT/index.html.
var homePath = regexp.MustCompile(
	`^/?(?i:[a-z]{2}(?:[-_][a-z]{2})?/?)?(?i:(?:index|home|default)(?:\.[a-z]{3,5})?/?)?$`)

// isHome reports whether a URL is that of a home page.
func isHome(u *url.URL) bool { return homePath.MatchString(u.Path) && u.RawQuery == "" }

// notFound are the titles and headings of pages that say that there is no page, as fold.Key writes them.
var notFound = []string{
	"not found", "page not found", "404 not found", "404 page not found", "404", "error 404", "404 error", "http 404",
	"404 error page not found", "error 404 page not found", "oops page not found", "file not found", "content not found",
	"this page could not be found", "this page cannot be found", "this page can t be found", "page cannot be found",
	"the page cannot be found", "the page could not be found", "page does not exist", "this page does not exist",
	"this page doesn t exist", "page doesn t exist", "page no longer exists", "this page no longer exists",
	"page no longer available", "this page is no longer available", "this content is no longer available",
	"page unavailable", "page not available", "this page isn t available", "this page is not available",
	"we can t find that page", "we couldn t find that page", "we can t find the page you re looking for",
	"seite nicht gefunden", "404 seite nicht gefunden", "page introuvable", "page non trouvee", "pagina no encontrada",
	"pagina non trovata", "pagina niet gevonden", "pagina nao encontrada", "sidan kunde inte hittas", "side ikke fundet",
	"siden ble ikke funnet", "strona nie zostala znaleziona", "sayfa bulunamadi",
}

// separator divides a title into the name of the page and that of the site.
var separator = regexp.MustCompile(`\s+[-–—|·:»>]\s+|\s*[|»]\s*|:\s+`)

// saysNotFound reports whether a page says in its title or first heading that it was not found, although its status
// does not. A title is compared as a whole, because "Lost and not found" may be the title of an article.
func saysNotFound(r *fetch.Response) bool {
	if kind := r.Header.Get("Content-Type"); kind != "" && !strings.Contains(kind, "html") {
		return false
	}
	title, heading := headingsOf(r.Body)
	parts := append(separator.Split(title, -1), title, heading)
	return slices.ContainsFunc(parts, func(part string) bool { return slices.Contains(notFound, plain(part)) })
}

var notWord = regexp.MustCompile(`[^\pL\pN]+`)

func plain(text string) string {
	return strings.TrimSpace(notWord.ReplaceAllString(fold.Key(text), " "))
}

// headingsOf returns the title and the first heading of a page.
func headingsOf(body []byte) (title, heading string) {
	tokens := html.NewTokenizer(bytes.NewReader(body))
	for title == "" || heading == "" {
		token := tokens.Next()
		if token == html.ErrorToken {
			return title, heading
		}
		name, _ := tokens.TagName()
		switch tag := atom.Lookup(name); {
		case token != html.StartTagToken:
		case tag == atom.Title && title == "":
			title = textOf(tokens, atom.Title)
		case tag == atom.H1 && heading == "":
			heading = textOf(tokens, atom.H1)
		}
	}
	return title, heading
}

// maxHeading limits the text of a heading that never ends.
const maxHeading = 500

func textOf(tokens *html.Tokenizer, end atom.Atom) string {
	var text strings.Builder
	for text.Len() < maxHeading {
		switch token := tokens.Next(); token { //nolint:exhaustive // other tokens separate words
		case html.ErrorToken:
			return text.String()
		case html.TextToken:
			text.Write(tokens.Text())
		case html.EndTagToken:
			if name, _ := tokens.TagName(); atom.Lookup(name) == end {
				return html.UnescapeString(text.String())
			}
		default:
			text.WriteByte(' ')
		}
	}
	return text.String()
}
