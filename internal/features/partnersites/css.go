package partnersites

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?(\*/|$)`)
	cssEscape  = regexp.MustCompile(`\\([0-9a-fA-F]{1,6}[ \t\r\n\f]?|.)`)
	cssURL     = regexp.MustCompile(`(?i)url\(\s*["']?\s*([^"')]*)`)
	cssScheme  = regexp.MustCompile(`^([a-z][a-z0-9+.-]*):`)
)

// neverInCSS is what does more than style, as it reads without white space.
var neverInCSS = []struct{ text, problem string }{
	{"</", "Must not have tags, like </style."},
	{"@import", "Must not load other style sheets (@import)."},
	{"@charset", "Must not have @charset."},
	{"expression(", "Must not run anything: expression()."},
	{"-moz-binding", "Must not run anything: -moz-binding."},
	{"behavior:", "Must not run anything: behavior."},
	{"javascript:", "Must not have javascript: addresses."},
	{"vbscript:", "Must not have vbscript: addresses."},
}

// cssProblem is what is wrong with a style sheet that becomes part of a partner's pages: it must not end the element it
// stands in, load other sheets, or run anything. What is written with escapes or comments in between is looked at as
// browsers read it.
func cssProblem(css string) string {
	if lower := strings.ToLower(css); strings.Contains(lower, "</") || strings.Contains(lower, "<!--") {
		return "Must not have tags, like </style."
	}
	read := strings.ToLower(unescape(cssComment.ReplaceAllString(css, "")))
	squeezed := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, read)
	for _, bad := range neverInCSS {
		if strings.Contains(squeezed, bad.text) {
			return bad.problem
		}
	}
	for _, match := range cssURL.FindAllStringSubmatch(read, -1) {
		scheme := cssScheme.FindStringSubmatch(strings.TrimSpace(match[1]))
		if scheme != nil && scheme[1] != "https" && (scheme[1] != "data" || !strings.HasPrefix(strings.TrimSpace(match[1]), "data:image/")) {
			return "Addresses in url() must begin with https://."
		}
	}
	if strings.Count(read, "{") != strings.Count(read, "}") {
		return "Has a brace that is not closed, or one too many."
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
	if strings.ContainsAny(selector, "{}<;\\`") || strings.Contains(selector, "/*") || strings.Contains(selector, "@") {
		return none
	}
	open, quote := []rune{}, rune(0)
	closes := map[rune]rune{')': '(', ']': '['}
	for _, r := range selector {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
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
	if len(open) > 0 || quote != 0 || strings.ContainsAny(selector[:1], ",>+~=") || strings.ContainsAny(selector[len(selector)-1:], ",>+~.#:") {
		return none
	}
	if !strings.ContainsFunc(selector, func(r rune) bool { return unicode.IsLetter(r) || r == '*' }) {
		return none
	}
	return ""
}
