package linkcheck_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"waymark/internal/kit/fetch"
	"waymark/internal/kit/linkcheck"
)

func newChecker(rules linkcheck.Rules) *linkcheck.Checker {
	return &linkcheck.Checker{
		Prober: fetch.New(true).Prober(time.Second), Agent: "waymark/1.0",
		Turn:  func(context.Context, string) error { return nil },
		Rules: func(context.Context, *url.URL) (linkcheck.Rules, error) { return rules, nil },
	}
}

// page serves a page whose path is /STATUS/TITLE. The parameter "to" is its location.
func page(w http.ResponseWriter, r *http.Request) {
	var status int
	_, _ = fmt.Sscanf(r.URL.Path, "/%d/", &status)
	if status == 0 {
		status = http.StatusOK
	}
	if to := r.URL.Query().Get("to"); to != "" {
		w.Header().Set("Location", to)
	}
	if after := r.URL.Query().Get("after"); after != "" {
		w.Header().Set("Retry-After", after)
	}
	w.Header().Set("Content-Type", r.URL.Query().Get("type"))
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "<title>%s</title><h1><span>%s</span></h1>", r.URL.Query().Get("title"), r.URL.Query().Get("h1"))
}

func TestCheck(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(page))
	defer server.Close()
	for path, want := range map[string]linkcheck.Status{
		"/200/a": linkcheck.OK, "/204/a": linkcheck.OK, "/": linkcheck.OK,
		"/404/a": linkcheck.Broken, "/410/a": linkcheck.Broken,
		"/400/a": linkcheck.Unsure, "/403/a": linkcheck.Unsure, "/451/a": linkcheck.Unsure, "/500/a": linkcheck.Unsure,
		"/301/a":           linkcheck.Unsure, // leads nowhere
		"/301/a?to=/200/b": linkcheck.Moved, "/308/a?to=/200/b": linkcheck.Moved, "/302/a?to=/200/b": linkcheck.OK,
		"/301/a?to=/301/a/": linkcheck.Unsure, "/301/a?to=/200/b%23part": linkcheck.Moved,
		"/301/a?to=/": linkcheck.Broken, "/302/a?to=/en-gb/": linkcheck.Broken, "/302/a?to=/index.html": linkcheck.Broken,
		"/301/a?to=/302/b%3Fto=/200/c": linkcheck.Moved, "/302/a?to=/301/b%3Fto=/200/c": linkcheck.OK,
		"/301/a?to=mailto:a@b.example": linkcheck.Broken, "/301/a?to=http://[::1]:1/": linkcheck.Unsure,
		"/200/a?title=Page+not+found": linkcheck.Broken, "/200/a?h1=404": linkcheck.Broken,
		"/200/a?title=Error+404+%7C+Site": linkcheck.Broken, "/200/a?title=Page+introuvable+-+Site": linkcheck.Broken,
		"/200/a?title=Found+in+Lisbon": linkcheck.OK, "/200/a?title=404&type=application/pdf": linkcheck.OK,
	} {
		result, err := newChecker(linkcheck.Rules{}).Check(t.Context(), server.URL+path)
		if err != nil || result.Status != want {
			t.Errorf("%s: got %+v, not %s (%v)", path, result, want, err)
		}
	}
}

func TestCheck_Details(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(page))
	defer server.Close()
	check := func(path string) linkcheck.Result {
		t.Helper()
		result, err := newChecker(linkcheck.Rules{}).Check(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	got := check(server.URL + "/301/a?to=/302/b%3Fto=/200/c")
	if got.Code != 200 || got.URL != server.URL+"/302/b?to=/200/c" {
		t.Errorf("the lasting address of two redirects: %+v", got)
	}
	if got := check(server.URL + "/429/a?after=90"); got.RetryAfter != 90*time.Second || got.Code != 429 {
		t.Errorf("a number of seconds: %+v", got)
	}
	at := time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)
	got = check(server.URL + "/503/a?after=" + url.QueryEscape(at))
	if got.RetryAfter < 55*time.Minute || got.RetryAfter > time.Hour {
		t.Errorf("a date in an hour: %+v", got)
	}
	if got := check(server.URL + "/503/a?after=99999999").RetryAfter; got != 24*time.Hour {
		t.Errorf("a server that wants to be left alone for years: %s", got)
	}
	if got := check("javascript:alert(1)"); got.Status != linkcheck.Broken {
		t.Errorf("no web page: %+v", got)
	}
	unreachable := httptest.NewServer(nil)
	unreachable.Close()
	if got := check(unreachable.URL); got.Status != linkcheck.Unsure || got.Problem != "The server could not be reached." {
		t.Errorf("a server that is down: %+v", got)
	}
}

func TestCheck_Rules(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(page))
	defer server.Close()
	result, err := newChecker(linkcheck.Rules{Lines: []string{"-/200/"}}).Check(t.Context(), server.URL+"/301/a?to=/200/b")
	if err != nil || result.Status != linkcheck.Excluded || result.URL != server.URL+"/200/b" {
		t.Errorf("a redirect to an excluded page: %+v (%v)", result, err)
	}
	result, err = newChecker(linkcheck.Rules{Unreadable: true}).Check(t.Context(), server.URL+"/200/a")
	if err != nil || result.Status != linkcheck.Unsure {
		t.Errorf("rules that can't be read: %+v (%v)", result, err)
	}
	busy := newChecker(linkcheck.Rules{})
	busy.Turn = func(context.Context, string) error { return linkcheck.ErrBusy }
	if _, err := busy.Check(t.Context(), server.URL+"/200/a"); !errors.Is(err, linkcheck.ErrBusy) {
		t.Errorf("a host without a turn: %v", err)
	}
}

func TestFetchRules(t *testing.T) {
	t.Parallel()
	status, text := http.StatusOK, "User-agent: *\nDisallow: /private\nCrawl-delay: 1.5"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.Redirect(w, r, "/rules.txt", http.StatusFound)
			return
		}
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, text)
	}))
	defer server.Close()
	site, _ := url.Parse(server.URL + "/some/page?q=1")
	fetchRules := func() string {
		t.Helper()
		rules, err := newChecker(linkcheck.Rules{}).FetchRules(t.Context(), site)
		if err != nil {
			t.Fatal(err)
		}
		return rules.String()
	}
	if got := fetchRules(); got != "1500\n-/private" {
		t.Errorf("got %q", got)
	}
	status = http.StatusNotFound
	if got := fetchRules(); got != "0" {
		t.Errorf("no rules: %q", got)
	}
	status = http.StatusBadGateway
	if got := fetchRules(); got != "unreadable" {
		t.Errorf("a server that fails: %q", got)
	}
	for _, text := range []string{"unreadable", "0", "1500\n-/private\n+/private/open"} {
		if got := linkcheck.RulesFrom(text).String(); got != text {
			t.Errorf("stored as %q, read as %q", text, got)
		}
	}
}

func TestParseRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, path string
		allowed    bool
	}{
		{"", "/", true},
		{"User-agent: *\nDisallow: /", "/a", false},
		{"User-agent: *\nDisallow:", "/a", true},
		{"user-agent: other\ndisallow: /", "/a", true},
		{"User-agent: *\nDisallow: /\n\nUser-agent: Waymark\nDisallow: /b", "/a", true},
		{"User-agent: *\nDisallow: /\n\nUser-agent: Waymark\nDisallow: /b", "/b", false},
		{"User-agent: Waymark/1.0\nUser-agent: *\nDisallow: /a # all of it", "/a/b", false},
		{"User-agent: *\nDisallow: /a\nAllow: /a/open", "/a/open/1", true},
		{"User-agent: *\nAllow: /a\nDisallow: /a", "/a", true},
		{"User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf", false},
		{"User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf?x=1", true},
		{"User-agent: *\nDisallow: /a$", "/ab", true},
		{"User-agent: *\nDisallow: /*/x/*?q=", "/1/x/2?q=3", false},
		{"\ufeffUser-agent: *\nnonsense\nDisallow: /a", "/a", false},
	} {
		page, err := url.Parse("https://site.example" + c.path)
		if err != nil {
			t.Fatal(err)
		}
		if got := linkcheck.ParseRules([]byte(c.text)).Allow(page); got != c.allowed {
			t.Errorf("%q: %s is allowed: %t", c.text, c.path, got)
		}
	}
}
