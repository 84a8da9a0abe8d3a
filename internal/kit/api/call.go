package api

import (
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"waymark/internal/kit/apierr"
)

// Call is one request to a call.
type Call struct {
	huma huma.Context
	body []byte
}

// Resolve is how huma hands its context over.
func (c *Call) Resolve(ctx huma.Context) []error {
	c.huma = ctx
	return nil
}

// ID is an id of the path; a refusal (404) when it is no number.
func (c *Call) ID(name string) (int64, error) { return ID(c.huma.Param(name)) }

// Text is a part of the path as it is.
func (c *Call) Text(name string) string { return c.huma.Param(name) }

// Query is what stands behind the question mark.
func (c *Call) Query() url.Values {
	target := c.huma.URL()
	return target.Query()
}

// Request and Writer are the request itself, for the rare call that is not JSON.
func (c *Call) Request() (*http.Request, http.ResponseWriter) { return humago.Unwrap(c.huma) }

// AskedByApp refuses a call that changes something by GET unless it is a fetch of our own page: other sites can make a
// browser follow an address.
func (c *Call) AskedByApp() error {
	r, _ := c.Request()
	if r.Header.Get("X-Requested-With") != "" || (r.Header.Get("Sec-Fetch-Site") == "same-origin" && r.Header.Get("Sec-Fetch-Mode") != "navigate") {
		return nil
	}
	return apierr.NotAllowed("Only the console itself can ask for this.")
}

// SetCookie adds a cookie to the answer.
func (c *Call) SetCookie(cookie *http.Cookie) { c.huma.AppendHeader("Set-Cookie", cookie.String()) }

// Cookie is the value of a cookie of the request, or nothing.
func (c *Call) Cookie(name string) string {
	r, _ := c.Request()
	cookie, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// HasBody tells whether anything was sent, for calls that may be made without.
func (c *Call) HasBody() bool { return len(c.body) > 0 }
