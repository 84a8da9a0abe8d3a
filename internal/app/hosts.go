package app

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
)

// knownHost refuses requests for a host name that is not ours: a page that points its own name at this server (DNS
// rebinding) is not served, and no link is built for it. Health checks come by address and are always answered.
func (a *App) knownHost(next http.Handler) http.Handler {
	own := ""
	if public, err := url.Parse(a.Config.PublicURL); err == nil {
		own = strings.ToLower(public.Hostname())
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := hostName(r.Host)
		if name == own || (isLoopback(own) && isLoopback(name)) || r.URL.Path == "/healthz" || r.URL.Path == "/readyz" {
			next.ServeHTTP(w, r)
			return
		}
		api.WriteError(w, r, apierr.New(http.StatusMisdirectedRequest,
			"This server doesn't serve this host name. The operator sets it with --public-url."))
	})
}

func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(strings.TrimSuffix(host, "."), "[]"))
}

// isLoopback reports whether a name means this machine. Until --public-url is given the console is used from here only.
func isLoopback(name string) bool {
	if name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.Unmap().IsLoopback()
}
