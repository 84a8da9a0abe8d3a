package api

import (
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"waymark/internal/kit/apierr"
)

// Call is one request.
type Call struct {
	huma huma.Context
	body []byte
}

// Resolve is called by huma with its context.
func (c *Call) Resolve(ctx huma.Context) []error {
	c.huma = ctx
	return nil
}

// ID reads an id in the path. The error is 404 when it is not a number.
func (c *Call) ID(name string) (int64, error) { return ID(c.huma.Param(name)) }

// Text is a parameter of the path.
func (c *Call) Text(name string) string { return c.huma.Param(name) }

// Query are the query parameters.
func (c *Call) Query() url.Values {
	target := c.huma.URL()
	return target.Query()
}

// Request is the HTTP request with its response writer, for calls that need more than JSON.
func (c *Call) Request() (*http.Request, http.ResponseWriter) { return humago.Unwrap(c.huma) }

// RequireConsole refuses a GET that changes something unless a script of our own page sent it: other sites can make a
// browser follow a link.
func (c *Call) RequireConsole() error {
	r, _ := c.Request()
	fetched := r.Header.Get("Sec-Fetch-Site") == "same-origin" && r.Header.Get("Sec-Fetch-Mode") != "navigate"
	if fetched || r.Header.Get("X-Requested-With") != "" {
		return nil
	}
	return apierr.NotAllowed("Only the console itself can make this request.")
}

// SetCookie adds a cookie to the response.
func (c *Call) SetCookie(cookie *http.Cookie) { c.huma.AppendHeader("Set-Cookie", cookie.String()) }

// Cookie is the value of a cookie of the request, or empty.
func (c *Call) Cookie(name string) string {
	r, _ := c.Request()
	cookie, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// HasBody reports whether the request has a body, for calls where it is optional.
func (c *Call) HasBody() bool { return len(c.body) > 0 }
