package pathpattern

import (
	"slices"
	"strings"
)

// Redirect sends visitors of the paths that match a pattern to another path.
type Redirect struct {
	Pattern
	Target string
}

// maxSteps is how many redirects are followed. A longer chain is taken for a loop.
const maxSteps = 10

// Follow returns the indexes of the redirects that a visitor of a path follows, one after the other. Each time the
// first one that matches is used. It returns nil if none matches, or if they don't end.
func Follow(redirects []Redirect, address string) []int {
	steps := []int(nil)
	for {
		next := firstMatch(redirects, address)
		if next < 0 {
			return steps
		}
		if len(steps) == maxSteps {
			return nil
		}
		steps = append(steps, next)
		address, _, _ = strings.Cut(redirects[next].Target, "#")
	}
}

func firstMatch(redirects []Redirect, address string) int {
	for i, r := range redirects {
		if r.Match(address) {
			return i
		}
	}
	return -1
}

// Compare orders patterns from the most to the least specific.
func Compare(a, b Pattern) int {
	switch {
	case a.MoreSpecificThan(b):
		return -1
	case b.MoreSpecificThan(a):
		return 1
	}
	return 0
}

// Loop returns the indexes of redirects that lead from the one at start back to it, beginning with start, or nil. It
// does not matter which of the redirects that match a path takes precedence: removing one must not create a loop.
func Loop(redirects []Redirect, start int) []int {
	index := newMatcher(redirects)
	cameFrom := map[int]int{}
	for waiting := []int{start}; len(waiting) > 0; waiting = waiting[1:] {
		at := waiting[0]
		target, _, _ := strings.Cut(redirects[at].Target, "#")
		for _, next := range index.matches(target) {
			if next == start {
				return pathTo(cameFrom, start, at)
			}
			if _, seen := cameFrom[next]; !seen {
				cameFrom[next] = at
				waiting = append(waiting, next)
			}
		}
	}
	return nil
}

func pathTo(cameFrom map[int]int, start, end int) []int {
	path := []int{end}
	for at := end; at != start; {
		at = cameFrom[at]
		path = append(path, at)
	}
	slices.Reverse(path)
	return path
}

// matcher finds the redirects that match an address without comparing it with all of them.
type matcher struct {
	redirects []Redirect
	literal   map[string][]int // by path, for patterns without wildcards
	others    []int
}

func newMatcher(redirects []Redirect) *matcher {
	m := &matcher{redirects: redirects, literal: map[string][]int{}}
	for i, r := range redirects {
		if strings.Contains(r.Path, oneSegment) {
			m.others = append(m.others, i)
		} else {
			key := literalKey(r.Path)
			m.literal[key] = append(m.literal[key], i)
		}
	}
	return m
}

// literalKey is the same for all addresses that a pattern without wildcards may match.
func literalKey(address string) string {
	path, _, _ := strings.Cut(encoded(address), "?")
	return strings.Join(segments(path), "/")
}

func (m *matcher) matches(address string) []int {
	found := []int{}
	for _, candidates := range [][]int{m.literal[literalKey(address)], m.others} {
		for _, i := range candidates {
			if m.redirects[i].Match(address) {
				found = append(found, i)
			}
		}
	}
	return found
}
