// Package host brings the name of a site into the one form in which sites are compared.
package host

import (
	"regexp"
	"strings"

	"golang.org/x/net/idna"
)

// Normalise takes what people paste, a name or a whole address, and leaves the host: lower case, without scheme, www.,
// port, path and final dot; letters beyond ASCII as DNS writes them.
func Normalise(s string) string {
	s = strings.TrimSpace(s)
	if _, rest, ok := strings.Cut(s, "://"); ok {
		s = rest
	}
	s = strings.TrimPrefix(s, "//")
	s, _, _ = strings.Cut(s, "/")
	s, _, _ = strings.Cut(s, "?")
	s, _, _ = strings.Cut(s, "#")
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	s, _, _ = strings.Cut(s, ":")
	s = strings.TrimSuffix(strings.ToLower(s), ".")
	if ascii, err := idna.Lookup.ToASCII(s); err == nil {
		s = ascii
	}
	return strings.TrimPrefix(s, "www.")
}

var (
	shape    = regexp.MustCompile(`^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$`)
	maxBytes = 253
)

// Problem tells what is wrong with a normalised host, or nothing.
func Problem(s string) string {
	if len(s) > maxBytes || !shape.MatchString(s) {
		return "Must be the name of a site, like example.com."
	}
	return ""
}
