package pages

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"waymark/internal/kit/secret"
)

// address says which page is asked for. Pages are cached by it.
type address struct {
	kind Kind
	// id is the public id of a collection or a partner, or the hash id of a personalisation.
	id string
	// pid and uid say whose contact details the page shows. At most one of them is set.
	pid, uid string
	page     int  // of the items, from 1
	sent     bool // the lead form has just been sent
	// site is the partner to whose domain the request was sent, or 0. Error pages look like the partner's pages.
	site int64
}

// maxPage limits how many pages of one collection can be asked for.
const maxPage = maxItems / itemsPerPage

var (
	publicID = regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{` + strconv.Itoa(secret.AltIDLength) + `}$`)
	hashID   = regexp.MustCompile(`^[0-9A-Za-z]{8,40}$`)
)

// newAddress returns the address of a request for a page of a kind, or false if there can't be a page.
func newAddress(kind Kind, id string, values url.Values, site int64) (address, bool) {
	a := address{kind: kind, id: id, page: 1, site: site}
	if kind == Landing && len(id) != secret.AltIDLength {
		a.kind = Personalised
	}
	valid := publicID
	if a.kind == Personalised {
		valid = hashID
	}
	if !valid.MatchString(id) {
		return a, false
	}
	if len(values) == 0 {
		return a, true
	}
	a.sent = values.Get("sent") == "1"
	if uid := values.Get("uid"); publicID.MatchString(uid) {
		a.uid = uid
	} else if pid := values.Get("pid"); publicID.MatchString(pid) {
		a.pid = pid
	}
	if text := values.Get("page"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxPage {
			return a, false
		}
		a.page = n
	}
	return a, true
}

// query returns the parameters that belong to the address.
func (a address) query() url.Values {
	values := url.Values{}
	if a.uid != "" {
		values.Set("uid", a.uid)
	}
	if a.pid != "" {
		values.Set("pid", a.pid)
	}
	if a.page > 1 {
		values.Set("page", strconv.Itoa(a.page))
	}
	return values
}

// link returns the path of the page with its parameters.
func (a address) link() string {
	path := "/" + a.id
	switch a.kind {
	case Invitation:
		path = "/invite" + path
	case Embed:
		path = "/embed" + path
	case Landing, Personalised, Missing, Gone, Unavailable:
	}
	if values := a.query(); len(values) > 0 {
		path += "?" + values.Encode()
	}
	return path
}

// statusOf returns the status with which a page is sent.
func statusOf(kind Kind) int {
	switch kind {
	case Missing:
		return http.StatusNotFound
	case Gone:
		return http.StatusGone
	case Unavailable:
		return http.StatusServiceUnavailable
	case Landing, Personalised, Invitation, Embed:
	}
	return http.StatusOK
}

// String returns a text that no other address has.
func (a address) String() string {
	return strings.Join([]string{
		string(a.kind), a.id, a.pid, a.uid, strconv.Itoa(a.page), strconv.FormatBool(a.sent),
		strconv.FormatInt(a.site, 10),
	}, " ")
}
