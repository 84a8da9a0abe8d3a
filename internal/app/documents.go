package app

import (
	"bytes"
	"embed"
	"net/http"
	"sync"

	"waymark/internal/kit/api"
	"waymark/internal/kit/secret"
)

//go:embed docs
var docs embed.FS

// Document returns the OpenAPI document of the console's API. It opens neither database nor files.
func Document(config Config) ([]byte, error) {
	a := wire(config, opened{})
	a.routes()
	return a.API.Document()
}

// document serves what is callable, made once.
func document(of *api.API) http.Handler {
	made := sync.OnceValues(of.Document)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, err := made()
		if err != nil {
			api.WriteError(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(content)
	})
}

// documents serves the OpenAPI documents and the page to read it on, from the binary alone.
func (a *App) documents() {
	a.API.Mount("GET /api/openapi.json", document(a.API))
	a.Public.Mount("GET /api/v1/openapi.json", document(a.Public))
	a.API.Mount("GET /api/docs", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, err := docs.ReadFile("docs/index.html")
		if err != nil {
			api.WriteError(w, r, err)
			return
		}
		nonce := secret.Token()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy(nonce))
		_, _ = w.Write(bytes.ReplaceAll(page, []byte("{{nonce}}"), []byte(nonce)))
	}))
}
