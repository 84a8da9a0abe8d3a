package content

import (
	"errors"
	"net/http"
	"net/url"

	"waymark/internal/kit/fetch"
	"waymark/internal/kit/webpage"
)

var (
	errNoTitle   = errors.New("the page has no title")
	errTruncated = errors.New("only the beginning was read")
)

// checkComplete returns an error if a page was truncated or has no title.
func checkComplete(page *webpage.Page, cut bool) error {
	switch {
	case cut && page.Title == "":
		return fetch.ErrTooLarge
	case cut:
		return errTruncated
	case page.Title == "":
		return errNoTitle
	}
	return nil
}

// formatError is returned for a URL whose content is not a web page.
type formatError struct {
	format webpage.Format
	url    *url.URL
}

func (o *formatError) Error() string { return "not a web page" }

func checkFormat(format webpage.Format, address *url.URL) error {
	if format == webpage.HTML || format == webpage.Undetermined {
		return nil
	}
	return &formatError{format: format, url: address}
}

// pageFromFile returns a page titled after the file name if err is about a picture or a PDF, and an empty page
// otherwise.
func pageFromFile(err error) *webpage.Page {
	var other *formatError
	if errors.As(err, &other) && (other.format == webpage.Picture || other.format == webpage.PDF) {
		return &webpage.Page{Title: webpage.FileTitle(other.url)}
	}
	return &webpage.Page{}
}

// warningFor returns the text that tells staff why a page could not be read. A blocked address, an unknown host and a
// host that does not respond give the same text, so that nobody can use it to explore our internal network.
func warningFor(err error) string {
	if errors.Is(err, errTruncated) {
		return "The page is very large, and only its beginning was read. Please review the details."
	}
	return readProblem(err) + " Please fill in the details yourself."
}

func readProblem(err error) string {
	var status *fetch.StatusError
	var other *formatError
	switch {
	case errors.Is(err, fetch.ErrTooSlow):
		return "The page took too long to respond."
	case errors.Is(err, fetch.ErrTooLarge):
		return "The page is too large to read."
	case errors.Is(err, fetch.ErrTooManyRedirects):
		return "The address redirects too many times."
	case errors.Is(err, errNoTitle):
		return "We couldn't find a title or description on the page."
	case errors.As(err, &other):
		return formatProblem(other.format)
	case errors.As(err, &status):
		return statusProblem(status.Status)
	default:
		return "The page could not be reached."
	}
}

func formatProblem(format webpage.Format) string {
	switch format { //nolint:exhaustive // All other formats use the default text.
	case webpage.Picture:
		return "The address is an image, not a web page."
	case webpage.PDF:
		return "The address is a PDF, not a web page."
	default:
		return "The address is not a web page."
	}
}

func statusProblem(status int) string {
	switch status {
	case http.StatusNotFound, http.StatusGone:
		return "Page not found."
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests, http.StatusUnavailableForLegalReasons:
		return "The site doesn't allow us to read this page."
	default:
		return "The page responded with an error."
	}
}
