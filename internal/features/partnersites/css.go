package partnersites

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

const quoted = `"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`

var (
	cssString  = regexp.MustCompile(`(?s)` + quoted)
	cssComment = regexp.MustCompile(`(?s)` + quoted + `|/\*.*?(?:\*/|$)`)
	cssEscape  = regexp.MustCompile(`\\([0-9a-fA-F]{1,6}[ \t\r\n\f]?|.)`)
	cssURL     = regexp.MustCompile(`url\(\s*["']?\s*([^"')]*)`)
	cssScheme  = regexp.MustCompile(`^([a-z][a-z0-9+.-]*):`)
)

// neverInCSS is what does more than style, as it reads in small letters and without white space.
var neverInCSS = []struct {
	shape   *regexp.Regexp
	problem string
}{
	{regexp.MustCompile(`</|<!--`), "Must not have tags, like </style."},
	{regexp.MustCompile(`@import`), "Must not load other style sheets (@import)."},
	{regexp.MustCompile(`@charset`), "Must not have @charset."},
	{regexp.MustCompile(`expression\(`), "Must not run anything: expression()."},
	{regexp.MustCompile(`-moz-binding`), "Must not run anything: -moz-binding."},
	{regexp.MustCompile(`(?:^|[^a-z-])behavior:`), "Must not run anything: behavior."}, // scroll-behavior only styles
	{regexp.MustCompile(`javascript:`), "Must not have javascript: addresses."},
	{regexp.MustCompile(`vbscript:`), "Must not have vbscript: addresses."},
}

// cssProblem is what is wrong with a style sheet that becomes part of a partner's pages: it must not end the element it
// stands in, load other sheets, or run anything. It is looked at with comments and without: what is split by one must be
// found, and so must what only seems to be in one, because the comment begins inside a string.
func cssProblem(css string) string {
	plain := cssComment.ReplaceAllStringFunc(css, func(found string) string {
		if strings.HasPrefix(found, "/*") {
			return ""
		}
		return found
	})
	for _, reading := range []string{css, plain} {
		if problem := readingProblem(strings.ToLower(unescape(reading))); problem != "" {
			return problem
		}
	}
	if rules := cssString.ReplaceAllString(plain, ""); strings.Count(rules, "{") != strings.Count(rules, "}") {
		return "Has a brace that is not closed, or one too many."
	}
	return ""
}

func readingProblem(css string) string {
	squeezed := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, css)
	for _, bad := range neverInCSS {
		if bad.shape.MatchString(squeezed) {
			return bad.problem
		}
	}
	for _, match := range cssURL.FindAllStringSubmatch(css, -1) {
		address := strings.TrimSpace(match[1])
		scheme := cssScheme.FindStringSubmatch(address)
		if scheme != nil && scheme[1] != "https" && !strings.HasPrefix(address, "data:image/") {
			return "Addresses in url() must begin with https://."
		}
	}
	return ""
}

// unescape writes what stands behind backslashes.
func unescape(css string) string {
	return cssEscape.ReplaceAllStringFunc(css, func(escape string) string {
		code, err := strconv.ParseUint(strings.TrimSpace(escape[1:]), 16, 32)
		if err != nil {
			return escape[1:]
		}
		return string(rune(code))
	})
}

// selectorProblem is what is wrong with a CSS selector: enough to find typing errors and what is none at all.
func selectorProblem(selector string) string {
	const none = "Must be a CSS selector, like .hero a.button."
	open, quote, escaped := []rune{}, rune(0), false
	closes := map[rune]rune{')': '(', ']': '['}
	for _, r := range selector {
		switch {
		case escaped: // as in .md\:flex
			escaped = false
		case r == '\\':
			escaped = true
		case r == '<':
			return none
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case strings.ContainsRune("{}@;`", r):
			return none
		case r == '"' || r == '\'':
			quote = r
		case r == '(' || r == '[':
			open = append(open, r)
		case closes[r] != 0:
			if len(open) == 0 || open[len(open)-1] != closes[r] {
				return none
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 || quote != 0 || escaped || strings.Contains(selector, "/*") || strings.ContainsAny(selector[:1],
		",>+~=") || strings.ContainsAny(selector[len(selector)-1:], ",>+~.#:") {
		return none
	}
	if !strings.ContainsFunc(selector, func(r rune) bool { return unicode.IsLetter(r) || r == '*' }) {
		return none
	}
	return ""
}
