package api

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"

	"waymark/internal/kit/apierr"
)

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle string

var (
	page = template.Must(template.New("page").Parse(pageSource))

	// The policy names the style sheet by its hash: an error page has no nonce.
	pagePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; " +
		"style-src 'sha256-" + hashOf(pageStyle) + "'"
)

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// isNavigation reports whether a person opened an address in a browser, rather than a program calling the API.
func isNavigation(r *http.Request) bool {
	return r.Method == http.MethodGet && !strings.HasPrefix(r.URL.Path, "/api/") &&
		strings.Contains(r.Header.Get("Accept"), "text/html")
}

// writePage is an error for people. It loads nothing and needs no script; after an outage it reloads by itself.
func writePage(w http.ResponseWriter, problem *apierr.Error) {
	title := "Something went wrong"
	if problem.GetStatus() == http.StatusServiceUnavailable {
		title = "Temporarily unavailable"
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", pagePolicy)
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(problem.GetStatus())
	_ = page.Execute(w, map[string]any{ // the client may be gone
		"Title": title, "Message": problem.Message,
		"Request": header.Get("X-Request-Id"), "Retry": header.Get("Retry-After"),
		"Style": template.CSS(pageStyle), //nolint:gosec // our own file
	})
}
