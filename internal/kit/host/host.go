// Package host brings the name of a site into the one form in which sites are compared.
package host

import (
	"regexp"
	"strings"

	"golang.org/x/net/idna"
)

// maxBytes is the longest name DNS has.
const maxBytes = 253

var (
	scheme = regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//`)
	shape  = regexp.MustCompile(`^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$`)
)

// Normalise takes what people paste, a name or a whole address, and leaves the host without www.: the same for all
// addresses of a site.
func Normalise(s string) string {
	s = Name(s)
	for strings.HasPrefix(s, "www.") && strings.Count(s, ".") > 1 { // www.com is a site of its own
		s = s[len("www."):]
	}
	return s
}

// Name takes what people paste and leaves the host as addresses need it: lower case, without scheme, port, path and
// final dot; letters beyond ASCII as DNS writes them.
func Name(s string) string {
	s = strings.TrimSpace(s)
	s = s[len(scheme.FindString(s)):]
	if i := strings.IndexAny(s, `/\?#`); i >= 0 {
		s = s[:i]
	}
	s = s[strings.LastIndexByte(s, '@')+1:]
	s, _, _ = strings.Cut(s, ":")
	s = strings.ToLower(s)
	// What is far too long is refused anyway, and to encode it would take its time.
	if len(s) < 8*maxBytes {
		if ascii, err := idna.Lookup.ToASCII(s); err == nil {
			s = ascii
		}
	}
	return strings.TrimSuffix(s, ".")
}

// Problem tells what is wrong with a normalised host, or nothing.
func Problem(s string) string {
	if len(s) > maxBytes || !shape.MatchString(s) || !decodes(s) {
		return "Must be the name of a site, like example.com."
	}
	return ""
}

// decodes tells whether a name that claims to be written as DNS writes letters beyond ASCII really is.
func decodes(s string) bool {
	if !strings.Contains(s, "xn--") {
		return true
	}
	_, err := idna.Lookup.ToUnicode(s)
	return err == nil
}
