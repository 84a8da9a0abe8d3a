package pathpattern

import "strings"

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
