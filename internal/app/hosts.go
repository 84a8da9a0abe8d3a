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

// checkHost rejects requests for any host name but that of the public URL. This prevents DNS rebinding,
// in which another site points its own name at this server. Health checks use the server's IP address, so
// they are always answered.
func (a *App) checkHost(next http.Handler) http.Handler {
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

// isLoopback reports whether a host name is this machine. Until --public-url is set, the console is only used locally.
func isLoopback(name string) bool {
	if name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.Unmap().IsLoopback()
}
