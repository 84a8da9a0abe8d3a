package pages

import (
	"context"
	"embed"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/prepared"
)

//go:embed scripts/*.js
var scripts embed.FS

// serveScript serves a script of this package.
func serveScript(name string) http.HandlerFunc {
	content, err := scripts.ReadFile(name)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return prepared.Script(content)
}

// serveRobots lets search engines read landing pages. The pages themselves say which of them are listed.
func (s *Server) serveRobots(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = fmt.Fprintf(w, "User-agent: *\nDisallow: /embed/\nDisallow: /invite/\n\nSitemap: %s/sitemap.xml\n",
		siteOf(r).origin)
}

// idsPerPart is the size of the range of collection ids in one part of the sitemap. Search engines read at most 50,000
// addresses per part.
const idsPerPart = 50_000

type sitemapIndex struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Parts   []sitemapURL `xml:"sitemap"`
}

type sitemap struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []sitemapURL `xml:"url"`
}

type sitemapURL struct {
	Location string `xml:"loc"`
	Modified string `xml:"lastmod,omitempty"`
}

// serveSitemap lists the parts of the sitemap, each of which covers a range of ids.
func (s *Server) serveSitemap(w http.ResponseWriter, r *http.Request) {
	newest, err := db.Value[int64](r.Context(), s.DB.Read(), "SELECT coalesce(max(id), 0) FROM collections")
	if err != nil {
		s.fail(w, r, err)
		return
	}
	index := sitemapIndex{}
	for part := range newest/idsPerPart + 1 {
		index.Parts = append(index.Parts, sitemapURL{Location: fmt.Sprintf("%s/sitemap/%d.xml", siteOf(r).origin, part)})
	}
	sendXML(w, index)
}

const (
	// maxSitemaps is how many parts are listed at the same time. Others wait.
	maxSitemaps = 4
	sitemapWait = 5 * time.Second
)

func (s *Server) serveSitemapPart(w http.ResponseWriter, r *http.Request) {
	number, isPart := strings.CutSuffix(r.PathValue("part"), ".xml")
	part, err := strconv.ParseInt(number, 10, 32)
	if !isPart || err != nil || part < 0 {
		s.serveMissing(w, r)
		return
	}
	release, err := s.sitemaps.Acquire(r.Context(), "")
	if err != nil {
		s.fail(w, r, err)
		return
	}
	defer release()
	found, err := s.sitemapPart(r.Context(), siteOf(r), part)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	sendXML(w, found)
}

// sitemapPart lists the public collections of a site in a range of ids.
func (s *Server) sitemapPart(ctx context.Context, of site, part int64) (*sitemap, error) {
	condition, args := "c.partner_id = ?", []any{of.partner}
	if of.partner == 0 {
		condition, args = "(p.landing_page_domain = '' OR ?)", []any{s.Sites.SharedDomain}
	}
	now := clock.Now()
	list, err := db.All[struct {
		AltID     string    `db:"alt_id"`
		UpdatedAt time.Time `db:"updated_at"`
	}](ctx, s.DB.Read(), `
		SELECT c.alt_id, c.updated_at
		FROM collections AS c
		JOIN partners AS p ON p.id = c.partner_id
		WHERE c.id > ? AND c.id <= ? AND c.deleted_at IS NULL AND p.deleted_at IS NULL AND c.inspires_publish_at <= ?
			AND (c.expires_at IS NULL OR c.expires_at > ?) AND `+condition+`
		ORDER BY c.id`, append([]any{part * idsPerPart, (part + 1) * idsPerPart, now, now}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("list collections for the sitemap: %w", err)
	}
	found := &sitemap{}
	for _, c := range list {
		found.URLs = append(found.URLs, sitemapURL{of.origin + "/" + c.AltID, c.UpdatedAt.UTC().Format(time.DateOnly)})
	}
	return found, nil
}

func sendXML(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write([]byte(xml.Header))
	_ = xml.NewEncoder(w).Encode(value) // fails only if the client has left
}
