package app

import (
	"net/http"
	"sync"

	"waymark/internal/kit/api"
)

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

// mountDocuments mounts the OpenAPI documents, and pages to read them on, which load nothing from other servers.
func (a *App) mountDocuments() {
	a.Public.DescribePath("id", "Id of the item.", 42)
	a.Public.DescribePath("uid", "UID of the user.", "U5erAn4Qx7")
	a.Public.DescribePath("alt_id", "Public id of the collection.", "C0llLisb0n")
	a.Public.DescribePath("hashid", "Public id of the shared collection.", "k5Zq")
	a.API.Mount("GET /api/openapi.json", serveDocument(a.API))
	a.Public.Mount("GET /api/v1/openapi.json", serveDocument(a.Public))
	a.API.Mount("GET /api/docs", serveDocs(a.consoleDocs))
	a.Public.Mount("GET /api/v1/docs", serveDocs(a.publicDocs))
}
