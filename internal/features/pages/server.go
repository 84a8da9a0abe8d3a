package pages

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/host"
	"waymark/internal/kit/slots"
	"waymark/internal/kit/unavailable"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/sites"
)

// Server serves public pages. It knows nothing about staff and ignores cookies.
type Server struct {
	DB      *db.DB
	Sites   sites.Sites
	Changes *changes.Watcher
	Files   http.Handler  // serves /files/
	Fetch   *fetch.Client // fetches fonts

	// SubmitLead stores what a visitor has sent and counts it as a lead, once.
	SubmitLead func(context.Context, Lead) error
	// RecordEvent counts a view, a click or a lead intent. An event with the same id counts once.
	RecordEvent func(context.Context, Event) error

	// Copilot, which runs on partners' own sites, gets its script and its configuration here, and sends its events here.
	// They are not served if they are nil.
	CopilotScript, CopilotConfig, CopilotEvents http.Handler

	handler  http.Handler
	pages    *changes.Loader[address, *rendered]
	brands   brands
	hosts    hosts
	fonts    fontFiles
	sitemaps *slots.Slots
	outages  unavailable.Sampler
}

// Start prepares the server. It must be called once, before the watcher of changes runs.
func (s *Server) Start() {
	s.fonts.start(s.DB, s.Fetch)
	s.sitemaps = slots.New(maxSitemaps, sitemapWait)
	// What pages are made of is discarded before the pages, so that none is loaded from what is outdated.
	s.Changes.Listen(s.hosts.discard)
	s.Changes.Listen(s.brands.discard)
	s.pages = changes.NewLoader[address, *rendered](s.Changes, maxCacheBytes)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.serveHome)
	mux.HandleFunc("GET /{id}", s.servePage(Landing))
	mux.HandleFunc("GET /invite/{id}", s.servePage(Invitation))
	mux.HandleFunc("GET /embed/{id}", s.servePage(Embed))
	mux.HandleFunc("POST /{id}/enquiry", s.submitLead)
	mux.HandleFunc("GET /media/{id}/{content}", s.serveMedia)
	mux.HandleFunc("GET /media/{id}/{content}/frame", s.serveEmbedCode)
	mux.HandleFunc("POST /events", s.recordEvent)
	mux.HandleFunc("GET /embed.js", serveScript("scripts/embed.min.js"))
	mux.HandleFunc("GET /page.js", serveScript("scripts/page.js"))
	mux.HandleFunc("GET /fonts/{file}", s.serveFont)
	mux.HandleFunc("GET /robots.txt", s.serveRobots)
	mux.HandleFunc("GET /sitemap.xml", s.serveSitemap)
	mux.HandleFunc("GET /sitemap/{part}", s.serveSitemapPart)
	mux.Handle("GET /files/", s.Files)
	for pattern, handler := range map[string]http.Handler{
		"GET /copilot.js":             s.CopilotScript,
		"GET /api/v1/copilot/config":  s.CopilotConfig,
		"POST /api/v1/copilot/events": s.CopilotEvents,
	} {
		if handler != nil {
			mux.Handle(pattern, handler)
		}
	}
	mux.HandleFunc("/", s.serveMissing)
	s.handler = api.Routed("pages", mux)
}

// Run does what pages need in the background, until ctx is done.
func (s *Server) Run(ctx context.Context, done *sync.WaitGroup) { s.fonts.run(ctx, done) }

// ServeHTTP serves a request to one of the sites. Requests for other host names are refused.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	site, err := s.findSite(r.Context(), r.Host)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	setHeaders(w.Header())
	if !site.known && host.IsLoopback(r.Host) { // somebody tries it out on this machine
		site.known, site.origin = true, originOf(s.Sites.Landing)
	}
	if !site.known {
		http.Error(w, "This server doesn't serve this host name.", http.StatusMisdirectedRequest)
		return
	}
	s.handler.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), siteKey{}, site)))
}

// setHeaders sets the security headers of all responses. Handlers may overwrite the policy.
func setHeaders(header http.Header) {
	header["X-Content-Type-Options"] = noSniff
	header["Referrer-Policy"] = referrerPolicy
	header["Permissions-Policy"] = permissionsPolicy
	header["Content-Security-Policy"] = strictPolicy
}

var (
	noSniff           = []string{"nosniff"}
	referrerPolicy    = []string{"strict-origin-when-cross-origin"}
	permissionsPolicy = []string{"camera=(), geolocation=(), microphone=(), payment=(), usb=()"}
	strictPolicy      = []string{"default-src 'none'; frame-ancestors 'none'"}
)

// servePage serves pages of a kind.
func (s *Server) servePage(kind Kind) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var values url.Values
		if r.URL.RawQuery != "" {
			values = r.URL.Query()
		}
		at, ok := newAddress(kind, r.PathValue("id"), values, siteOf(r).partner)
		if !ok {
			s.serveMissing(w, r)
			return
		}
		page, err := s.page(r.Context(), at)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.sendPage(w, r, page)
	}
}

// sendPage sends a page, or redirects to the site that it belongs to.
func (s *Server) sendPage(w http.ResponseWriter, r *http.Request, page *rendered) {
	if to := page.redirectTo(r, page.at); to != "" {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, to, http.StatusFound) //nolint:gosec // the address of the page on its own site
		return
	}
	page.send(w, r)
}

// page returns a page from the cache, or loads it.
func (s *Server) page(ctx context.Context, at address) (*rendered, error) {
	return s.pages.Get(ctx, at, func(ctx context.Context) (*rendered, bool, error) {
		found, err := s.load(ctx, at)
		if err != nil {
			return nil, false, err
		}
		page, err := newRendered(found, at)
		return page, err == nil && page.worthKeeping(), err
	})
}

// serveMissing sends the page of addresses at which there is nothing, in the look of the site.
func (s *Server) serveMissing(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This method is not allowed here.", http.StatusMethodNotAllowed)
		return
	}
	s.sendMissing(w, r)
}

func (s *Server) sendMissing(w http.ResponseWriter, r *http.Request) {
	page, err := s.page(r.Context(), address{kind: Missing, site: siteOf(r).partner})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	page.send(w, r)
}

// serveHome sends visitors of a partner's domain to the partner's own site.
func (s *Server) serveHome(w http.ResponseWriter, r *http.Request) {
	page, err := s.page(r.Context(), address{kind: Missing, site: siteOf(r).partner})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if to := safeURL(page.website); siteOf(r).partner != 0 && to != "" && to[0] == 'h' {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, to, http.StatusFound)
		return
	}
	page.send(w, r)
}

// unavailablePage is rendered once, because it is sent when there is too much to do.
var unavailablePage = sync.OnceValues(func() (*rendered, error) {
	return newRendered(&loaded{Page: &Page{Kind: Unavailable}}, address{kind: Unavailable})
})

// Refuse sends the page for requests that can't be served at the moment.
func (s *Server) Refuse(w http.ResponseWriter, r *http.Request, err error) { s.fail(w, r, err) }

// fail sends the page for requests that can't be served at the moment.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	s.logFailure(r.Context(), err)
	if refused, ok := apierr.As(err); ok && refused.GetStatus() == http.StatusNotFound {
		s.sendMissing(w, r)
		return
	}
	page, renderErr := unavailablePage()
	if renderErr != nil {
		http.Error(w, "Please try again in a few minutes.", http.StatusServiceUnavailable)
		return
	}
	setHeaders(w.Header())
	page.send(w, r)
}

// logFailure logs an error that is not the visitor's fault, at most once a second.
func (s *Server) logFailure(ctx context.Context, err error) {
	if _, refused := apierr.As(err); refused || errors.Is(err, context.Canceled) {
		return
	}
	if skipped, ok := s.outages.Allow(time.Now()); ok {
		slog.ErrorContext(ctx, "a public page can't be served", "error", err, "id", api.RequestID(ctx), "skipped", skipped)
	}
}

// CacheStats describes the use of the cache of pages.
func (s *Server) CacheStats() changes.CacheStats { return s.pages.Stats() }
