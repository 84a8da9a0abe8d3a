// Package pathpattern matches the paths of pages against patterns with wildcard segments.
package pathpattern

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pattern is a path in which * matches one segment and ** at the end matches any number of segments, including none.
type Pattern struct {
	// Path is the pattern as it was written, such as /guides/*/map or /old/**.
	Path string
	// Exact compares the whole path including its query. Wildcards have no special meaning then.
	Exact bool
}

const (
	oneSegment  = "*"
	anySegments = "**"
)

// Match reports whether the pattern matches a path with or without a query. A trailing slash makes no difference unless
// the match is exact. Neither does percent-encoding of characters other than ASCII, which is how browsers send them.
func (p Pattern) Match(address string) bool {
	address = encoded(address)
	if p.Exact {
		return address == encoded(p.Path)
	}
	path, _, _ := strings.Cut(address, "?")
	pattern, actual := segments(encoded(p.Path)), segments(path)
	for i, segment := range pattern {
		if segment == anySegments && i == len(pattern)-1 {
			return true
		}
		if i >= len(actual) || (segment != actual[i] && (segment != oneSegment || actual[i] == "")) {
			return false
		}
	}
	return len(pattern) == len(actual)
}

// encoded returns a path with all characters other than ASCII percent-encoded, in upper case.
func encoded(path string) string {
	const digits = "0123456789ABCDEF"
	plain := func(r rune) bool { return r < utf8.RuneSelf && r != '%' }
	if !strings.ContainsFunc(path, func(r rune) bool { return !plain(r) }) {
		return path
	}
	result := make([]byte, 0, 2*len(path))
	for i := range len(path) {
		switch c := path[i]; {
		case c >= utf8.RuneSelf:
			result = append(result, '%', digits[c>>4], digits[c&15])
		case i >= 1 && path[i-1] == '%' && isHex(c) && i+1 < len(path) && isHex(path[i+1]),
			i >= 2 && path[i-2] == '%' && isHex(path[i-1]) && isHex(c):
			result = append(result, upper(c))
		default:
			result = append(result, c)
		}
	}
	return string(result)
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'f' {
		return c - 'a' + 'A'
	}
	return c
}

// MoreSpecificThan reports whether p takes precedence over another pattern that matches the same path: an exact pattern
// does, and otherwise the one without a wildcard in the first segment where they differ.
func (p Pattern) MoreSpecificThan(other Pattern) bool {
	if p.Exact != other.Exact {
		return p.Exact
	}
	a, b := segments(p.Path), segments(other.Path)
	for i := range max(len(a), len(b)) {
		if x, y := rank(a, i), rank(b, i); x != y {
			return x < y
		}
	}
	return false
}

// rank orders segments from the most to the least specific. A pattern that has ended is more specific than one that
// continues with **.
func rank(pattern []string, i int) int {
	switch {
	case i < len(pattern) && pattern[i] == anySegments:
		return 2
	case i < len(pattern) && pattern[i] == oneSegment:
		return 1
	}
	return 0
}

func segments(path string) []string {
	path = strings.TrimPrefix(path, "/")
	path = strings.TrimSuffix(path, "/")
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// Problem returns a message about what is wrong with a pattern, or "".
func (p Pattern) Problem() string {
	if problem := PathProblem(p.Path); problem != "" {
		return problem
	}
	path, _, hasQuery := strings.Cut(p.Path, "?")
	if strings.Contains(p.Path, "#") {
		return "Leave out the part after #; servers never receive it."
	}
	if p.Exact {
		return ""
	}
	if hasQuery {
		return "A query is compared by exact matches only."
	}
	parts := segments(path)
	for i, segment := range parts {
		if segment == anySegments && i < len(parts)-1 {
			return "** is only allowed at the end."
		}
		if segment != anySegments && segment != oneSegment && strings.Contains(segment, "*") {
			return "* must be a whole segment, such as /guides/*/map."
		}
	}
	return ""
}

// PathProblem returns a message about what is wrong with a path on the same site, or "".
func PathProblem(path string) string {
	switch {
	case !strings.HasPrefix(path, "/"):
		return "Must be a path on the site that starts with /, without protocol or domain."
	case strings.HasPrefix(path, "//"), strings.Contains(path, `\`):
		return "Must start with a single / and contain no backslashes."
	case strings.ContainsFunc(path, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("<>\"`{}|^", r)
	}):
		return "Contains characters that are not allowed in a path."
	}
	plain, _, _ := strings.Cut(strings.SplitN(path, "#", 2)[0], "?")
	for segment := range strings.SplitSeq(plain, "/") {
		if segment == "." || segment == ".." {
			return "Leave out . and .. segments."
		}
	}
	return ""
}
