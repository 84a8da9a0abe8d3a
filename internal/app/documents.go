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

// Document returns the OpenAPI document of the console's API. It needs neither a database nor file storage.
func Document(config Config) ([]byte, error) {
	a := wire(config, resources{})
	a.mountRoutes()
	return a.API.Document()
}

// serveDocument serves the OpenAPI document of an API, which is built on the first request.
func serveDocument(of *api.API) http.Handler {
	build := sync.OnceValues(of.Document)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, err := build()
		if err != nil {
			api.WriteError(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(content)
	})
}

// mountDocuments mounts the OpenAPI documents and a page to read them on, which loads nothing from other servers.
func (a *App) mountDocuments() {
	a.API.Mount("GET /api/openapi.json", serveDocument(a.API))
	a.Public.Mount("GET /api/v1/openapi.json", serveDocument(a.Public))
	a.API.Mount("GET /api/docs", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, err := docs.ReadFile("docs/index.html")
		if err != nil {
			api.WriteError(w, r, err)
			return
		}
		nonce := secret.Token()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", contentPolicy(nonce))
		_, _ = w.Write(bytes.ReplaceAll(page, []byte("{{nonce}}"), []byte(nonce)))
	}))
}
