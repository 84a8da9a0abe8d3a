package app

import (
	"net/http"
	"runtime"
	"strings"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
)

// newLimiter returns a limiter that admits enough requests to use all processors and all connections to the database:
// about half of the time of a request is spent outside the database.
func newLimiter(d *db.DB) *admission.Limiter {
	processors := runtime.GOMAXPROCS(0)
	return admission.New(max(4*processors, 2*d.Connections()), processors)
}

// limitRequests limits requests to the console and its API.
func (a *App) limitRequests(classOf func(*http.Request) admission.Class, next http.Handler) http.Handler {
	return api.Limit(a.limiter, classOf, api.WriteError, next)
}

// consoleClass limits the page of the console, but not its files.
func consoleClass(r *http.Request) admission.Class {
	if isFile(r.URL.Path) {
		return 0
	}
	return admission.Read
}

// limitPages returns the handler of public pages, with a limit.
func (a *App) limitPages() http.Handler {
	return api.Limit(a.limiter, pageClass, a.pages.Refuse, a.pages)
}

// pageClass limits public pages, but not their files. The gate limits the events of Copilot.
func pageClass(r *http.Request) admission.Class {
	path := r.URL.Path
	if strings.HasPrefix(path, "/files/") || strings.HasSuffix(path, ".js") || path == "/api/v1/copilot/events" {
		return 0
	}
	return admission.Page
}
