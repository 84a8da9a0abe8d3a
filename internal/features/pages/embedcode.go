package pages

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// codePolicy isolates embed code. The sandbox gives it no origin, so it has no storage and can't call this site.
const codePolicy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-presentation; " +
	"default-src 'none'; script-src 'unsafe-inline' https:; style-src 'unsafe-inline' https:; img-src https: data:; " +
	"media-src https:; frame-src https:; font-src https: data:; connect-src https:; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors 'self'"

// mediaPolicy is the policy of the page around the frame.
func mediaPolicy() string {
	return "default-src 'none'; style-src " + styleHash([]byte(mediaStyle)) + "; frame-src 'self'; base-uri 'none'; " +
		"form-action 'none'; frame-ancestors 'none'"
}

const mediaStyle = "html,body{height:100%;margin:0;background:#101418;color:#fff;font:16px/1.5 system-ui,sans-serif}" +
	"body{display:flex;flex-direction:column}" +
	"header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:space-between;" +
	"padding:.75rem 1rem}" +
	"h1{font-size:1rem;margin:0;overflow-wrap:anywhere}a{color:#fff;white-space:nowrap}" +
	"a:focus-visible{outline:2px solid #fff;outline-offset:2px}iframe{flex:1;border:0;background:#fff}"

// codeStyle lets a player fill the frame.
const codeStyle = "html,body{height:100%;margin:0}iframe,video,embed,object{width:100%;height:100%;border:0}"

var mediaTemplate = template.Must(template.New("media").Parse(`<!doctype html>
<html lang="{{.Language}}"{{if .RTL}} dir="rtl"{{end}}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>{{.Title}}</title>
<style>{{.Style}}</style>
</head>
<body>
<header><h1>{{.Title}}</h1><a href="{{.Back}}">{{.BackText}}</a></header>
<iframe src="{{.Frame}}" title="{{.Title}}" allow="fullscreen" allowfullscreen
	sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox allow-presentation"></iframe>
</body>
</html>
`))

// embedded is an item with embed code.
type embedded struct {
	Title string `db:"title"`
	Code  string `db:"embed_code"`
}

// findEmbedded finds an item of a collection that can be seen, and the page of the collection.
func (s *Server) findEmbedded(r *http.Request) (*embedded, *rendered, error) {
	at, ok := newAddress(Landing, r.PathValue("id"), url.Values{}, siteOf(r).partner)
	content, err := strconv.ParseInt(r.PathValue("content"), 10, 64)
	if !ok || at.kind != Landing || err != nil {
		return nil, nil, apierr.NotFound()
	}
	page, err := s.page(r.Context(), at)
	if err != nil {
		return nil, nil, err
	}
	if page.status != http.StatusOK {
		return nil, nil, apierr.NotFound()
	}
	found, err := findEmbedCode(r.Context(), s.DB.Read(), page.record, content)
	return found, page, err
}

func findEmbedCode(ctx context.Context, c db.Conn, collection, content int64) (*embedded, error) {
	now := clock.Now()
	found, err := db.One[embedded](ctx, c, `
		SELECT title, embed_code
		FROM content
		WHERE id = ? AND embed_code <> '' AND deleted_at IS NULL AND published_at <= ?
			AND (expires_at IS NULL OR expires_at > ?)
			AND EXISTS (SELECT 1 FROM collection_content WHERE collection_id = ? AND content_id = content.id)`,
		content, now, now, collection)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apierr.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("find embed code of content %d: %w", content, err)
	}
	return &found, nil
}

// serveMedia serves a page with the frame in which an item's embed code runs.
func (s *Server) serveMedia(w http.ResponseWriter, r *http.Request) {
	found, page, err := s.findEmbedded(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", htmlType)
	header.Set("Cache-Control", "no-cache")
	header["Content-Security-Policy"] = []string{mediaPolicy()}
	language := languageOf(page.language)
	words := wordsIn(language)
	_ = mediaTemplate.Execute(w, map[string]any{
		"Language": language, "RTL": rightToLeft[language], "Title": shorten(found.Title, maxName),
		"Style": template.CSS(mediaStyle), //nolint:gosec // a constant
		"Back":  page.at.link(), "BackText": words.Back, "Frame": r.URL.Path + "/frame",
	})
}

// serveEmbedCode serves the embed code itself.
func (s *Server) serveEmbedCode(w http.ResponseWriter, r *http.Request) {
	found, _, err := s.findEmbedded(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", htmlType)
	header.Set("Cache-Control", "no-cache")
	header["Content-Security-Policy"] = []string{codePolicy}
	_, _ = w.Write([]byte(`<!doctype html><html lang="en"><meta charset="utf-8"><title>` +
		template.HTMLEscapeString(found.Title) + "</title><style>" + codeStyle + "</style>" + found.Code))
}
