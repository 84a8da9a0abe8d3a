// Package api is the ground every call stands on: routing, the OpenAPI document, access, shapes of
// answers, and refusals that are JSON whatever goes wrong.
package api

import (
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"waymark/internal/kit/auth"
)

// API is one OpenAPI document and the calls in it.
type API struct {
	huma  huma.API
	mux   *http.ServeMux
	lists map[string]List // by their patterns

	ids       map[string]string    // operation ids, with their calls
	irregular map[string]irregular // by path segment
}

// New makes an API without calls.
func New(title, version, description string) *API {
	config := huma.DefaultConfig(title, version)
	config.Info.Description = description
	config.Servers = []*huma.Server{{URL: "/"}}
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.Formats = map[string]huma.Format{"application/json": huma.DefaultJSONFormat, "json": huma.DefaultJSONFormat}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"session": {Type: "apiKey", In: "cookie", Name: auth.Cookie, Description: "The cookie that sign-in sets."},
	}
	mux := http.NewServeMux()
	return &API{huma: humago.New(mux, config), mux: mux, lists: map[string]List{}, ids: map[string]string{}, irregular: map[string]irregular{}}
}

// NewPublic makes an API without calls that is open to other programs: they show one of these credentials with each request.
func NewPublic(title, version, description string, credentials map[string]*huma.SecurityScheme) *API {
	a := New(title, version, description)
	a.huma.OpenAPI().Components.SecuritySchemes = credentials
	return a
}

// Mount puts a plain handler beside the calls, for what is not JSON.
func (a *API) Mount(pattern string, handler http.Handler) { a.mux.Handle(pattern, handler) }

// ServeHTTP answers calls, and refuses unknown paths and wrong methods in JSON.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	handler, pattern := a.mux.Handler(r)
	if pattern != "" {
		a.mux.ServeHTTP(w, r)
		return
	}
	probe := &statusProbe{header: http.Header{}}
	handler.ServeHTTP(probe, r) // the mux's own plain-text answer tells 404 from 405
	if allow := probe.header.Get("Allow"); allow != "" {
		w.Header().Set("Allow", allow)
	}
	WriteError(w, r, ofStatus(r.Context(), probe.status))
}

type statusProbe struct {
	header http.Header
	status int
}

func (p *statusProbe) Header() http.Header         { return p.header }
func (p *statusProbe) Write(b []byte) (int, error) { return len(b), nil }
func (p *statusProbe) WriteHeader(status int)      { p.status = status }

// Paths lists every path and method of the document, for the test that walks them all.
func (a *API) Paths() []string {
	list := []string{}
	for path := range a.huma.OpenAPI().Paths {
		for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
			if a.documented(method, path) != nil {
				list = append(list, method+" "+path)
			}
		}
	}
	slices.Sort(list)
	return list
}
