// Package api registers and serves the HTTP calls: routing, access, the OpenAPI document, reading requests, and errors
// that are JSON in every case.
package api

import (
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/auth"
)

// API is a set of calls with one OpenAPI document.
type API struct {
	huma   huma.API
	mux    *http.ServeMux
	routes routeTable
	lists  map[string]List // by the pattern of the call

	classes map[string]admission.Class // by the pattern of the call

	ops       map[string]Op        // by operation id
	irregular map[string]irregular // by path segment

	// RefuseChanges refuses all calls that may change something.
	RefuseChanges bool

	public     bool
	pathParams map[string]*huma.Param // by name
}

// New makes an API without calls, for the console. Its calls need a session unless they are Public.
func New(title, version, description string) *API {
	config := huma.DefaultConfig(title, version)
	config.Info.Description = description
	config.Servers = []*huma.Server{{URL: "/"}}
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.Formats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"session": {Type: "apiKey", In: "cookie", Name: auth.Cookie, Description: "The session cookie, set by signing in."},
	}
	mux := http.NewServeMux()
	return &API{
		huma: humago.New(mux, config), mux: mux,
		lists: map[string]List{}, classes: map[string]admission.Class{}, ops: map[string]Op{},
		irregular: map[string]irregular{}, pathParams: map[string]*huma.Param{},
	}
}

// NewPublic makes an API without calls, for other programs. They send one of the credentials with each request. Its
// document has examples.
func NewPublic(title, version, description string, credentials map[string]*huma.SecurityScheme) *API {
	a := New(title, version, description)
	a.huma.OpenAPI().Components.SecuritySchemes = credentials
	a.public = true
	return a
}

// Mount adds a plain handler, for responses that are not JSON. It is not in the document.
func (a *API) Mount(pattern string, handler http.Handler) { a.mux.Handle(pattern, handler) }

// MountSlow adds a plain handler whose response takes long, such as a file that is written while it is sent.
func (a *API) MountSlow(pattern string, handler http.Handler) {
	a.Mount(pattern, handler)
	a.classes[pattern] = admission.Slow
}

// ServeHTTP serves the calls. Unknown paths and wrong methods get an error in JSON.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	handler, pattern := a.mux.Handler(r)
	setRoute(r.Context(), &a.routes, pattern)
	if pattern != "" {
		whole := &wholeWriter{ResponseWriter: w}
		a.mux.ServeHTTP(whole, r)
		whole.sendHeader() // of a response without a body
		return
	}
	probe := &statusProbe{header: http.Header{}}
	handler.ServeHTTP(probe, r) // the mux's own plain-text response has the status: 404 or 405
	if allow := probe.header.Get("Allow"); allow != "" {
		w.Header().Set("Allow", allow)
	}
	WriteError(w, r, statusError(r.Context(), probe.status))
}

type statusProbe struct {
	header http.Header
	status int
}

func (p *statusProbe) Header() http.Header         { return p.header }
func (p *statusProbe) Write(b []byte) (int, error) { return len(b), nil }
func (p *statusProbe) WriteHeader(status int)      { p.status = status }

// Paths lists every documented call as "GET /path", in order.
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
