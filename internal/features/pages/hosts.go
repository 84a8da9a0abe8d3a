package pages

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"waymark/internal/kit/db"
	"waymark/internal/kit/host"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

// site is what a host name stands for.
type site struct {
	known   bool
	partner int64  // the owner of a domain, or 0 for the sites of the platform
	origin  string // such as https://go.example.com
}

type siteKey struct{}

// siteOf returns the site that a request was sent to.
func siteOf(r *http.Request) site {
	found, _ := r.Context().Value(siteKey{}).(site)
	return found
}

// hosts remembers what host names stand for, as they appear in requests.
type hosts struct {
	lock  sync.RWMutex
	sites map[string]site
	// generation increases whenever all names have been forgotten.
	generation int64
}

const (
	maxHosts = 10_000
	// maxRemembered is the length of the longest invalid name that is remembered. One that is often requested is an IP
	// address or localhost; anybody can send long ones.
	maxRemembered = 64
)

// discard forgets all host names when a partner has changed.
func (h *hosts) discard(list []changes.Change) {
	if list != nil && !slices.ContainsFunc(list, func(c changes.Change) bool { return c.Kind == schema.ChangedPartner }) {
		return
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	h.sites = nil
	h.generation++
}

func (h *hosts) get(hostname string) (found site, ok bool, generation int64) {
	h.lock.RLock()
	defer h.lock.RUnlock()
	found, ok = h.sites[hostname]
	return found, ok, h.generation
}

// put stores what a host name stands for, unless that may have changed since it was read.
func (h *hosts) put(hostname string, found site, readIn int64) {
	h.lock.Lock()
	defer h.lock.Unlock()
	if readIn != h.generation {
		return
	}
	if h.sites == nil || len(h.sites) >= maxHosts {
		h.sites = map[string]site{}
	}
	h.sites[hostname] = found
}

// Serves reports whether a host name, which may have a port, is that of a site with public pages.
func (s *Server) Serves(ctx context.Context, hostname string) (bool, error) {
	found, err := s.findSite(ctx, hostname)
	return found.known, err
}

// findSite returns the site with a host name.
func (s *Server) findSite(ctx context.Context, hostname string) (site, error) {
	found, ok, generation := s.hosts.get(hostname)
	if ok {
		return found, nil
	}
	name := host.Name(hostname)
	for _, address := range []string{s.Sites.Landing, s.Sites.Inspires} {
		if host.Name(address) == name {
			found = site{known: true, origin: originOf(address)}
			s.hosts.put(hostname, found, generation)
			return found, nil
		}
	}
	if host.Problem(name) != "" || s.Sites.SharedDomain {
		if len(hostname) <= maxRemembered {
			s.hosts.put(hostname, site{}, generation)
		}
		return site{}, nil
	}
	partner, err := db.Value[int64](ctx, s.DB.Read(),
		"SELECT id FROM partners WHERE landing_page_domain = ? AND deleted_at IS NULL", name)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return site{}, fmt.Errorf("find the partner of domain %s: %w", name, err)
	}
	found = site{known: partner != 0, partner: partner, origin: "https://" + name}
	s.hosts.put(hostname, found, generation)
	return found, nil
}

// CheckDomain tells a proxy whether it may request a certificate for the domain in the parameter domain.
func (s *Server) CheckDomain(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	known, err := s.Serves(r.Context(), r.URL.Query().Get("domain"))
	switch {
	case err != nil:
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
	case !known:
		http.Error(w, "unknown", http.StatusNotFound)
	default:
		_, _ = w.Write([]byte("ok\n"))
	}
}
