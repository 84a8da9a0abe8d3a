package app

import (
	"log/slog"
	"maps"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/host"
)

// newLimiter returns a limiter that admits enough requests to use all processors and all connections to the database.
// With more, those that are admitted wait for each other inside the server, where none of them can be refused any more.
func newLimiter(d *db.DB) *admission.Limiter {
	processors := min(runtime.GOMAXPROCS(0), runtime.NumCPU())
	return admission.New(max(8*processors, d.Connections()), processors)
}

// useTwoThreads lets Go run goroutines on two threads on a machine with one processor. With a single thread, its
// scheduler seldom checks for new requests while it has other work, and in an overload some of them waited more than
// ten seconds just to be refused. GOMAXPROCS takes precedence.
func useTwoThreads() {
	if os.Getenv("GOMAXPROCS") == "" && runtime.GOMAXPROCS(0) == 1 {
		runtime.GOMAXPROCS(2)
	}
}

// limitRequests limits requests to the console and both APIs, on the host name of the console. Everything that a
// request needs is limited, including the compression of its response, and one that is refused takes as little time as
// possible.
func (a *App) limitRequests(next http.Handler) http.Handler {
	own := a.ownHost()
	limited := api.Limit(a.limiter, a.classOf, a.refuse(), next)
	public := a.Gate.Limit(a.refuse(), next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := host.WithoutPort(r.Host)
		isConsole := name == own || (isLoopback(own) && isLoopback(name))
		switch {
		case !isConsole:
			next.ServeHTTP(w, r) // public pages have a limit of their own
		case strings.HasPrefix(r.URL.Path, "/api/v1/"):
			public.ServeHTTP(w, r)
		default:
			limited.ServeHTTP(w, r)
		}
	})
}

// refuse returns a function that writes the response to a request that is not admitted. One line a second is logged:
// a line for each would be more work than the refusals save.
func (a *App) refuse() api.Refuse {
	header := a.securityHeaders()
	return func(w http.ResponseWriter, r *http.Request, err error) {
		if skipped, ok := a.refusals.Allow(time.Now()); ok {
			slog.WarnContext(r.Context(), "overloaded", "similar_refusals_not_logged", skipped)
		}
		maps.Copy(w.Header(), header)
		api.WriteError(w, r, err)
	}
}

// classOf returns the class of a request to the console or its API, or 0 for files and for checks of the server itself.
func (a *App) classOf(r *http.Request) admission.Class {
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, "/api/"):
		return a.API.ClassOf(r)
	case isFile(path), strings.HasPrefix(path, "/files/"), path == "/healthz", path == "/readyz", path == domainCheck:
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
