// Package host normalises and validates the host names of sites.
package host

import (
	"net"
	"net/netip"
	"regexp"
	"strings"

	"golang.org/x/net/idna"
)

// maxBytes is the longest name that DNS allows.
const maxBytes = 253

var (
	scheme = regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//`)
	shape  = regexp.MustCompile(`^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$`)
)

// Normalise extracts the host from a pasted name or URL and removes www., so that all addresses of a site give the same
// result.
func Normalise(s string) string {
	s = Name(s)
	for strings.HasPrefix(s, "www.") && strings.Count(s, ".") > 1 { // not for www.com, where www is the domain
		s = s[len("www."):]
	}
	return s
}

// Name extracts the host from a pasted name or URL: in lower case, without scheme, port, path and final dot, and with
// non-ASCII letters in Punycode.
func Name(s string) string {
	s = strings.TrimSpace(s)
	s = s[len(scheme.FindString(s)):]
	if i := strings.IndexAny(s, `/\?#`); i >= 0 {
		s = s[:i]
	}
	s = s[strings.LastIndexByte(s, '@')+1:]
	s, _, _ = strings.Cut(s, ":")
	s = strings.ToLower(s)
	// Encoding is slow for very long texts, and Problem refuses those in any case.
	if len(s) < 8*maxBytes {
		if ascii, err := idna.Lookup.ToASCII(s); err == nil {
			s = ascii
		}
	}
	return strings.TrimSuffix(s, ".")
}

// WithoutPort returns the host in a Host header: in lower case, without port, final dot and the brackets of an IPv6
// address.
func WithoutPort(s string) string {
	if name, _, err := net.SplitHostPort(s); err == nil {
		s = name
	} else if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		s = s[1 : len(s)-1]
	}
	return strings.ToLower(strings.TrimSuffix(s, "."))
}

// IsLoopback reports whether the host of a request, which may have a port, is this machine.
func IsLoopback(s string) bool {
	name := WithoutPort(s)
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.Unmap().IsLoopback()
}

// Problem returns a message about what is wrong with a normalised host, or "".
func Problem(s string) string {
	if len(s) > maxBytes || !shape.MatchString(s) || !isValidPunycode(s) {
		return "Must be a domain name, such as example.com."
	}
	return ""
}

// isValidPunycode reports whether the parts of s that are marked as Punycode can be decoded.
func isValidPunycode(s string) bool {
	if !strings.Contains(s, "xn--") {
		return true
	}
	_, err := idna.Lookup.ToUnicode(s)
	return err == nil
}
