// Package demosite is the website of a travel company that tries out Copilot. It is served with --demo only.
package demosite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/host"
)

// Host is the host name of the site. Names that end in .localhost are this machine in all browsers.
const Host = "site.localhost"

// URL returns the address of the site, which is served together with public pages.
func URL(pages string) string {
	parsed, err := url.Parse(pages)
	if err != nil {
		return ""
	}
	if port := parsed.Port(); port != "" {
		return parsed.Scheme + "://" + net.JoinHostPort(Host, port)
	}
	return parsed.Scheme + "://" + Host
}

//go:embed pages
var files embed.FS

var templates = template.Must(template.ParseFS(files, "pages/*.html"))

// paths are the pages of the site, by the name of their template.
var paths = map[string]string{
	"/": "home.html", "/fr": "home-fr.html", "/lisbon": "lisbon.html", "/offers": "offers.html",
	"/specials/spring": "specials.html", "/maps": "maps.html", "/guides/lisbon/map": "map.html",
	"/contact": "contact.html",
}

// Site serves the pages. Each of them includes the script of Copilot.
type Site struct {
	DB    *db.DB
	Pages string // the origin of public pages
}

// Serves reports whether a request is for this site.
func (s *Site) Serves(r *http.Request) bool { return host.WithoutPort(r.Host) == Host }

// ServeHTTP serves a page.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-cache")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "This is a demonstration: nothing is sent.", http.StatusMethodNotAllowed)
		return
	}
	if r.URL.Path == "/style.css" {
		http.ServeFileFS(w, r, files, "pages/style.css")
		return
	}
	name := paths["/"+strings.Trim(r.URL.Path, "/")]
	if name == "" {
		http.Error(w, "This page doesn't exist.", http.StatusNotFound)
		return
	}
	owner, err := s.findOwner(r.Context())
	if err != nil {
		slog.ErrorContext(r.Context(), "the demo site can't be served", "error", err)
		http.Error(w, "Please try again in a minute.", http.StatusServiceUnavailable)
		return
	}
	header.Set("Content-Type", "text/html; charset=utf-8")
	_ = templates.ExecuteTemplate(w, name, map[string]any{"Name": owner.Name, "Key": owner.Key, "Pages": s.Pages})
}

type owner struct {
	Name string `db:"name"`
	Key  string `db:"api_key"`
}

// findOwner returns the partner that has this site. Without one, the pages don't include the script.
func (s *Site) findOwner(ctx context.Context) (owner, error) {
	found, err := db.One[owner](ctx, s.DB.Read(), `
		SELECT p.name, coalesce(p.api_key, '') AS api_key
		FROM site_domains AS d
		JOIN sites AS s ON s.id = d.site_id
		JOIN partners AS p ON p.id = s.partner_id
		WHERE d.domain = ? AND s.deleted_at IS NULL AND p.deleted_at IS NULL`, Host)
	if errors.Is(err, sql.ErrNoRows) {
		return owner{Name: "A travel company"}, nil
	}
	if err != nil {
		return owner{}, fmt.Errorf("find the partner of the demo site: %w", err)
	}
	return found, nil
}
