package pathpattern_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"waymark/internal/kit/pathpattern"
)

// reference implements Match with a regular expression, which is slower but easy to check by reading.
func reference(p pathpattern.Pattern, address string) bool {
	if p.Exact {
		return p.Path == address
	}
	path := regexp.MustCompile(`\?.*`).ReplaceAllString(address, "")
	expression := "^"
	for _, segment := range strings.Split(strings.Trim(p.Path, "/"), "/") {
		switch segment {
		case "": // the home page
		case "**":
			expression += `(/.*)?`
		case "*":
			expression += `/[^/]+`
		default:
			expression += "/" + regexp.QuoteMeta(segment)
		}
	}
	return regexp.MustCompile(expression + "/?$").MatchString(path)
}

// The paths are built from so few words that patterns match them often.
func TestMatch_Reference(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(8, 2026))
	words := []string{"a", "b", "ab", "guides", "a.b", "a-b", "ä", "%20", "(x)", "[a]", "$"}
	path := func(maxSegments int, wildcards bool) string {
		parts := []string{}
		for range random.IntN(maxSegments + 1) {
			word := words[random.IntN(len(words))]
			if wildcards && random.IntN(3) == 0 {
				word = "*"
			}
			parts = append(parts, word)
		}
		if wildcards && random.IntN(3) == 0 {
			parts = append(parts, "**")
		}
		joined := "/" + strings.Join(parts, "/")
		if joined != "/" && random.IntN(4) == 0 {
			joined += "/"
		}
		return joined
	}
	matched := 0
	for range 50_000 {
		p := pathpattern.Pattern{Path: path(3, true), Exact: random.IntN(5) == 0}
		address := path(4, false)
		switch random.IntN(6) {
		case 0:
			address += "?" + words[random.IntN(len(words))] + "=/x"
		case 1:
			address = strings.NewReplacer("**", "a/b", "*", "b").Replace(p.Path)
		case 2:
			address = p.Path
		}
		if problem := p.Problem(); problem != "" {
			t.Fatalf("%q is refused: %s", p.Path, problem)
		}
		want := reference(p, address)
		if got := p.Match(address); got != want {
			t.Fatalf("%+v matches %q: %v, want %v", p, address, got, want)
		}
		if want {
			matched++
		}
	}
	if matched < 5_000 {
		t.Errorf("only %d pairs match, which is too few to compare", matched)
	}
}

func TestProblem(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{
		"", "a", "a/b", "https://x.y/z", "http:/a", "//evil.example", "///a", `/\evil.example`, `\/a`, `/a\b`, "/a b",
		"/a\tb", "/a\nb", "/a\x00b", "javascript:alert(1)", "mailto:a@b.c",
		"?a=b", "#a", "/../a", "/a/..", "/./a", "/a/./b",
		"/<script>", "/a\"b", "/a{b}", "/a|b", "/a^b", "/a`b", " /a", "/\u00a0a", "/a\u2028b",
	} {
		if pathpattern.PathProblem(wrong) == "" {
			t.Errorf("%q was accepted as a path", wrong)
		}
		if (pathpattern.Pattern{Path: wrong}).Problem() == "" {
			t.Errorf("%q was accepted as a pattern", wrong)
		}
	}
	for _, wrong := range []string{"/**/a", "/a/**/b", "/a*", "/*a", "/a/b*c/d", "/***", "/a?b=c", "/a#b", "/a**"} {
		if (pathpattern.Pattern{Path: wrong}).Problem() == "" {
			t.Errorf("%q was accepted as a pattern", wrong)
		}
	}
	for _, right := range []string{
		"/", "/a", "/a/", "/a/*", "/a/*/b/**", "/**", "/*", "/ä/é", "/a%20b", "/a.html", "/~user/(x)", "/...", "/a..b",
	} {
		if problem := (pathpattern.Pattern{Path: right}).Problem(); problem != "" {
			t.Errorf("%q: %s", right, problem)
		}
	}
	for _, right := range []string{"/a?b=c", "/a?b=*", "/a*b"} {
		if problem := (pathpattern.Pattern{Path: right, Exact: true}).Problem(); problem != "" {
			t.Errorf("%q: %s", right, problem)
		}
	}
	if (pathpattern.Pattern{Path: "/a#b", Exact: true}).Problem() == "" {
		t.Error("a pattern with a fragment was accepted")
	}
	for _, right := range []string{"/a?b=c#d", "/a#b", "/search?q=a/../b"} {
		if problem := pathpattern.PathProblem(right); problem != "" {
			t.Errorf("%q as a target: %s", right, problem)
		}
	}
}
