package content

import (
	"errors"
	"net/http"
	"net/url"

	"waymark/internal/kit/fetch"
	"waymark/internal/kit/webpage"
)

var (
	errSilentPage = errors.New("the page has no title")
	errBeginning  = errors.New("only the beginning was read")
)

// incompletePage tells what is missing from a page that was read.
func incompletePage(page *webpage.Page, cut bool) error {
	switch {
	case cut && page.Title == "":
		return fetch.ErrTooLarge
	case cut:
		return errBeginning
	case page.Title == "":
		return errSilentPage
	}
	return nil
}

// formError is what an address leads to that is no page.
type formError struct {
	form webpage.Format
	at   *url.URL
}

func (o *formError) Error() string { return "not a web page" }

func notAPage(form webpage.Format, at *url.URL) error {
	if form == webpage.HTML || form == webpage.Undetermined {
		return nil
	}
	return &formError{form: form, at: at}
}

// fileInsteadOfPage is what can be told of a picture or a document that was found instead of a page: its name.
func fileInsteadOfPage(err error) *webpage.Page {
	var other *formError
	if errors.As(err, &other) && (other.form == webpage.Picture || other.form == webpage.PDF) {
		return &webpage.Page{Title: webpage.FileTitle(other.at)}
	}
	return &webpage.Page{}
}

// warningFor tells staff why a page could not be read. Whether an address was kept from being reached, has no name or does
// not answer reads the same: nobody shall learn from it what there is inside our network.
func warningFor(err error) string {
	if errors.Is(err, errBeginning) {
		return "The page is very large, and only its beginning was read. Please review the details."
	}
	return whyNotRead(err) + " Please fill in the details yourself."
}

func whyNotRead(err error) string {
	var status *fetch.StatusError
	var other *formError
	switch {
	case errors.Is(err, fetch.ErrTooSlow):
		return "The page took too long to answer."
	case errors.Is(err, fetch.ErrTooLarge):
		return "The page is too large to be read."
	case errors.Is(err, fetch.ErrTooManyRedirects):
		return "The address leads from one page to the next without end."
	case errors.Is(err, errSilentPage):
		return "The page says nothing about itself."
	case errors.As(err, &other):
		return notAPageWords(other.form)
	case errors.As(err, &status):
		return errorStatusWords(status.Status)
	default:
		return "The page could not be reached."
	}
}

func notAPageWords(form webpage.Format) string {
	switch form { //nolint:exhaustive // the rest reads as the default
	case webpage.Picture:
		return "The address leads to an image, not to a web page."
	case webpage.PDF:
		return "The address leads to a PDF, not to a web page."
	default:
		return "The address leads to something that is not a web page."
	}
}

func errorStatusWords(status int) string {
	switch status {
	case http.StatusNotFound, http.StatusGone:
		return "There is no page at this address."
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests, http.StatusUnavailableForLegalReasons:
		return "The site does not let us read this page."
	default:
		return "The page answered with an error."
	}
}
