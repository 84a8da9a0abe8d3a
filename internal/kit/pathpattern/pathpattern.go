// Package pathpattern matches the paths of pages against patterns with wildcard segments.
package pathpattern

import (
	"strings"
	"unicode"
)

// Pattern is a path in which * stands for one segment, and ** at the end for all the rest, also for nothing.
type Pattern struct {
	// Path is what was written: /guides/*/map, or /old/**.
	Path string
	// Exact compares the whole path to the letter, query included. Wildcards are letters then.
	Exact bool
}

const (
	one  = "*"
	rest = "**"
)

// Match tells whether an address on the site, its path with or without a query, is meant. A slash at the end makes no
// difference, unless the match is exact.
func (p Pattern) Match(address string) bool {
	if p.Exact {
		return address == p.Path
	}
	path, _, _ := strings.Cut(address, "?")
	wanted, found := segments(p.Path), segments(path)
	for i, segment := range wanted {
		if segment == rest && i == len(wanted)-1 {
			return true
		}
		if i >= len(found) || (segment != found[i] && (segment != one || found[i] == "")) {
			return false
		}
	}
	return len(wanted) == len(found)
}

// MoreSpecificThan tells which of two patterns that match the same address wins: the exact one, else the one that is more
// particular in the first segment where they differ.
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

// rank is how particular a segment is; a pattern that has ended is more so than one that takes the rest.
func rank(pattern []string, i int) int {
	switch {
	case i < len(pattern) && pattern[i] == rest:
		return 2
	case i < len(pattern) && pattern[i] == one:
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

// Problem is what is wrong with a pattern, or nothing.
func (p Pattern) Problem() string {
	if problem := PathProblem(p.Path); problem != "" {
		return problem
	}
	path, _, hasQuery := strings.Cut(p.Path, "?")
	if strings.Contains(p.Path, "#") {
		return "Leave out what follows #: servers never see it."
	}
	if p.Exact {
		return ""
	}
	if hasQuery {
		return "A query is compared by exact matches only."
	}
	parts := segments(path)
	for i, segment := range parts {
		if segment == rest && i < len(parts)-1 {
			return "** stands at the end only."
		}
		if segment != rest && segment != one && strings.Contains(segment, "*") {
			return "* stands for a whole segment, like /guides/*/map."
		}
	}
	return ""
}

// PathProblem is what is wrong with a path on the same site, or nothing.
func PathProblem(path string) string {
	switch {
	case !strings.HasPrefix(path, "/"):
		return "Must be a path on the site that begins with /, without protocol or domain."
	case strings.HasPrefix(path, "//"), strings.Contains(path, `\`):
		return "Must begin with one /, and have no backslashes."
	case strings.ContainsFunc(path, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("<>\"`{}|^", r)
	}):
		return "Has characters that no path has."
	}
	plain, _, _ := strings.Cut(strings.SplitN(path, "#", 2)[0], "?")
	for segment := range strings.SplitSeq(plain, "/") {
		if segment == "." || segment == ".." {
			return "Leave out . and .. segments."
		}
	}
	return ""
}
