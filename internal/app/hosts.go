package app

import (
	"net/http"
	"net/url"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/host"
)

// domainCheck is where a proxy asks whether a domain belongs to this server, before it requests a certificate.
const domainCheck = "/domain-check"

// byHost serves the console on the host name of the public URL, and public pages on those of their sites. Requests for
// any other host name are refused, which prevents DNS rebinding: another site points its own name at this server.
// Health and domain checks use the server's IP address, so they are always answered.
func (a *App) byHost(console http.Handler) http.Handler {
	own := a.ownHost()
	pages := a.limitPages()
	refused := withHeaders(a.securityHeaders(), http.HandlerFunc(refuseHost))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := host.WithoutPort(r.Host)
		if name == own || r.URL.Path == "/healthz" || r.URL.Path == "/readyz" || r.URL.Path == domainCheck {
			console.ServeHTTP(w, r)
			return
		}
		pagesHost, err := a.pages.Serves(r.Context(), name)
		switch {
		case err == nil && pagesHost:
			pages.ServeHTTP(w, r)
		case isLoopback(own) && isLoopback(name):
			console.ServeHTTP(w, r)
		case err != nil:
			api.WriteError(w, r, err)
		default:
			refused.ServeHTTP(w, r)
		}
	})
}

// ownHost returns the host name of the console.
func (a *App) ownHost() string {
	public, err := url.Parse(a.Config.PublicURL)
	if err != nil {
		return ""
	}
	return strings.ToLower(public.Hostname())
}

func refuseHost(w http.ResponseWriter, r *http.Request) {
	api.WriteError(w, r, apierr.New(http.StatusMisdirectedRequest,
		"This server doesn't serve this host name. The operator sets it with --public-url."))
}

// isLoopback reports whether a host name is this machine. Until --public-url is set, the console is only used locally.
func isLoopback(name string) bool { return name == "" || host.IsLoopback(name) }
