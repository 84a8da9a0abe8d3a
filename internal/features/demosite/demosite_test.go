package demosite_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"waymark/internal/features/demosite"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestSite(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		site := &demosite.Site{DB: d, Pages: "http://pages.localhost:8081"}
		get := func(path string) *httptest.ResponseRecorder {
			t.Helper()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+demosite.Host+":8081"+path, nil)
			if !site.Serves(r) {
				t.Errorf("%s is not served", r.Host)
			}
			w := httptest.NewRecorder()
			site.ServeHTTP(w, r)
			return w
		}
		const script = `<script async src="http://pages.localhost:8081/copilot.js"`
		for _, path := range []string{
			"/", "/fr", "/lisbon", "/offers", "/specials/spring", "/maps", "/guides/lisbon/map", "/contact",
		} {
			if w := get(path); w.Code != 200 || !strings.Contains(w.Body.String(), "<h1>") ||
				strings.Contains(w.Body.String(), script) { // nobody has the site yet
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		}
		if w := get("/style.css"); w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/css") {
			t.Errorf("the style sheet: %d, %s", w.Code, w.Header().Get("Content-Type"))
		}
		for _, path := range []string{"/nope", "/pages/home.html", "/../demosite.go"} {
			if w := get(path); w.Code != 404 {
				t.Errorf("%s: got %d, want 404", path, w.Code)
			}
		}
	})
}

func TestURL(t *testing.T) {
	t.Parallel()
	for pages, want := range map[string]string{
		"http://pages.localhost:8081": "http://site.localhost:8081", "https://go.example.com": "https://site.localhost",
	} {
		if got := demosite.URL(pages); got != want {
			t.Errorf("%s: got %s, want %s", pages, got, want)
		}
	}
}
