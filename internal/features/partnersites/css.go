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

// forbiddenCSS lists constructs that do more than style. They are matched against lower-case CSS without white space.
var forbiddenCSS = []struct {
	pattern *regexp.Regexp
	problem string
}{
	{regexp.MustCompile(`</|<!--`), "Must not contain HTML tags, such as </style."},
	{regexp.MustCompile(`@import`), "Must not load other style sheets (@import)."},
	{regexp.MustCompile(`@charset`), "Must not use @charset."},
	{regexp.MustCompile(`expression\(`), "Must not use expression()."},
	{regexp.MustCompile(`-moz-binding`), "Must not use -moz-binding."},
	{regexp.MustCompile(`(?:^|[^a-z-])behavior:`), "Must not use behavior."}, // but scroll-behavior is allowed
	{regexp.MustCompile(`javascript:`), "Must not contain javascript: URLs."},
	{regexp.MustCompile(`vbscript:`), "Must not contain vbscript: URLs."},
}

// cssProblem describes what is wrong with a style sheet that becomes part of a partner's pages, or returns "". The
// style sheet must not close its element, load other style sheets or run code. It is checked both with and without
// comments: a forbidden construct may be split by a comment, or may only seem to be inside one because the comment
// begins inside a string.
func cssProblem(css string) string {
	plain := cssComment.ReplaceAllStringFunc(css, func(found string) string {
		if strings.HasPrefix(found, "/*") {
			return ""
		}
		return found
	})
	for _, text := range []string{css, plain} {
		if problem := forbiddenProblem(strings.ToLower(unescape(text))); problem != "" {
			return problem
		}
	}
	if rules := cssString.ReplaceAllString(plain, ""); strings.Count(rules, "{") != strings.Count(rules, "}") {
		return "Has an unmatched brace."
	}
	return ""
}

func forbiddenProblem(css string) string {
	compact := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, css)
	for _, forbidden := range forbiddenCSS {
		if forbidden.pattern.MatchString(compact) {
			return forbidden.problem
		}
	}
	for _, match := range cssURL.FindAllStringSubmatch(css, -1) {
		address := strings.TrimSpace(match[1])
		scheme := cssScheme.FindStringSubmatch(address)
		if scheme != nil && scheme[1] != "https" && !strings.HasPrefix(address, "data:image/") {
			return "URLs in url() must start with https://."
		}
	}
	return ""
}

// unescape replaces CSS escapes by the characters they stand for.
func unescape(css string) string {
	return cssEscape.ReplaceAllStringFunc(css, func(escape string) string {
		code, err := strconv.ParseUint(strings.TrimSpace(escape[1:]), 16, 32)
		if err != nil {
			return escape[1:]
		}
		return string(rune(code))
	})
}

// selectorProblem describes what is wrong with a CSS selector, or returns "". It does not parse the selector, but
// catches typing errors and text that is not a selector.
func selectorProblem(selector string) string {
	const invalid = "Must be a CSS selector, such as .hero a.button."
	open, quote, escaped := []rune{}, rune(0), false
	closes := map[rune]rune{')': '(', ']': '['}
	for _, r := range selector {
		switch {
		case escaped: // as in .md\:flex
			escaped = false
		case r == '\\':
			escaped = true
		case r == '<':
			return invalid
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case strings.ContainsRune("{}@;`", r):
			return invalid
		case r == '"' || r == '\'':
			quote = r
		case r == '(' || r == '[':
			open = append(open, r)
		case closes[r] != 0:
			if len(open) == 0 || open[len(open)-1] != closes[r] {
				return invalid
			}
			open = open[:len(open)-1]
		}
	}
	first, last := selector[:1], selector[len(selector)-1:]
	if len(open) > 0 || quote != 0 || escaped || strings.Contains(selector, "/*") ||
		strings.ContainsAny(first, ",>+~=") || strings.ContainsAny(last, ",>+~.#:") {
		return invalid
	}
	if !strings.ContainsFunc(selector, func(r rune) bool { return unicode.IsLetter(r) || r == '*' }) {
		return invalid
	}
	return ""
}
