package main_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// visit requests a public page as a browser would, from a site with a host name.
func (s *server) visit(host, path string, header ...string) (int, string) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Host = host
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// What staff change on one node is on the pages of all nodes a moment later.
func TestNodes_Pages(t *testing.T) {
	t.Parallel()
	one, two := startNodes(t)
	one.signIn()
	two.client.Jar = one.client.Jar
	partner := at(one.request("POST", "/api/admin/partners", map[string]any{"name": nodePartner}, 201), "item.id")
	created := one.request("POST", "/api/admin/collections", map[string]any{
		"type": "partner", "partner_id": partner, "name": "Lisbon walks", "language_id": 1,
		"inspires_publish_at": time.Now().UTC().Add(-time.Hour).Format(time.RFC3339),
	}, 201)
	collection, page := at(created, "item.id"), "/"+fmt.Sprint(at(created, "item.alt_id"))
	const host = "go.waymark.example"
	for _, node := range []*server{one, two} {
		if status, text := node.visit(host, page); status != 200 || !strings.Contains(text, "Lisbon walks") {
			t.Fatalf("got %d: %.200s", status, text)
		}
	}
	settings := fmt.Sprintf("/api/admin/partners/%v/", partner)
	steps := []struct {
		name         string
		method, path string
		body         map[string]any
		status       int
		want         string // on the page
	}{
		{
			"branding", "PUT", settings + "customisations",
			map[string]any{"link_color": "#123456", "version": 0},
			200,
			"#123456",
		},
		{
			"theme", "PUT", settings + "customisations",
			map[string]any{"theme": "modernello", "version": 1},
			200,
			`data-theme="modernello"`,
		},
		{
			"texts", "PUT", settings + "inspires",
			map[string]any{"inspires_partner_details": "We walk slowly."},
			200, "We walk slowly.",
		},
		{
			"status", "POST", "/api/admin/collections/unpublish-on-inspires",
			map[string]any{"ids": []any{collection}},
			200,
			"Page not found",
		},
	}
	for _, step := range steps {
		for _, node := range []*server{one, two} { // both have it in their caches
			node.visit(host, page)
		}
		one.request(step.method, step.path, step.body, step.status)
		saved := time.Now()
		for _, node := range []*server{one, two} {
			waitFor(t, step.name+" on a page", func() bool {
				_, text := node.visit(host, page)
				return strings.Contains(text, step.want)
			})
		}
		t.Logf("%s: on both nodes after %d ms", step.name, time.Since(saved).Milliseconds())
	}
}

// The demo serves pages on a host of their own, to which no cookie of the console is sent.
func TestServe_DemoPages(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), "--demo", "--pages-addr", "127.0.0.1:0")
	found := regexp.MustCompile(`serving public pages" at=(http://[0-9.:]+) url=(http://pages\.localhost:[0-9]+)`).
		FindStringSubmatch(s.output())
	if found == nil {
		t.Fatalf("the address of the pages is not in the log: %s", s.output())
	}
	site, err := url.Parse(found[2])
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(strings.TrimPrefix(s.url, "http://"), ":")
	want := "Waymark is at http://localhost:" + port + ", public pages at " + found[2]
	if _, err := s.stdout.ReadString('\n'); err != nil { // an empty line
		t.Fatal(err)
	}
	if line, err := s.stdout.ReadString('\n'); err != nil || strings.TrimSpace(line) != want {
		t.Errorf("got %q (%v), want %q", line, err, want)
	}
	s.signIn()
	list := s.request("GET", "/api/admin/collections?inspires=public&per_page=100", nil, 200)
	items, _ := list["items"].([]any)
	if len(items) == 0 {
		t.Fatal("the demo has no public collections")
	}
	pages := &server{t: t, url: found[1]}
	for _, item := range items[:min(len(items), 5)] {
		live := fmt.Sprint(at(map[string]any{"item": item}, "item.landing_page_url"))
		path, ours := strings.CutPrefix(live, found[2])
		if !ours {
			t.Fatalf("View live opens %s, not a page on %s", live, found[2])
		}
		if status, text := pages.visit(site.Host, path); status != 200 {
			t.Errorf("%s: got status %d: %.200s", live, status, text)
		}
	}
	for _, path := range []string{"/api/auth/me", "/api/admin/users", "/api/v1/me", "/dashboard", "/healthz", "/metrics"} {
		if status, _ := pages.visit(site.Host, path); status != http.StatusNotFound {
			t.Errorf("%s on the pages host: got status %d, want 404", path, status)
		}
	}
	if status, _ := pages.visit("evil.example", "/"); status != http.StatusMisdirectedRequest {
		t.Errorf("another host: got status %d, want 421", status)
	}
}
