package pages_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// While the database is away, cached pages are sent for a limited time, and all others say that they will be back.
func TestServer_Outage(t *testing.T) {
	t.Parallel()
	proxy, address := kittest.ProxyURL(t, kittest.PostgresURL(t))
	d, err := db.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	s := servePages(t, d)
	s.get("/"+lisbonID).want(200, "Lisbon walks")
	proxy.Stop()
	s.get("/"+lisbonID).want(200, "Lisbon walks")
	away := s.get("/"+personalID).want(503, "Back in a moment")
	if away.Header.Get("Retry-After") == "" || away.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("got the headers %v", away.Header)
	}
	s.pages.SetMaxOutage(0)
	s.get("/"+lisbonID).want(503, "-Lisbon walks")
	proxy.Start()
	for deadline := time.Now().Add(20 * time.Second); s.watch.Poll(t.Context()) != nil; {
		if time.Now().After(deadline) {
			t.Fatal("the database did not come back")
		}
	}
	s.pages.SetMaxOutage(time.Minute)
	s.get("/"+lisbonID).want(200, "Lisbon walks")
	s.get("/"+personalID).want(200, "Tom")
}

// fontServer serves style sheets and font files like Google.
func fontServer(t *testing.T, file string) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	mux.HandleFunc("/css2", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("family") != "Lora:wght@700" || !strings.Contains(r.UserAgent(), "Chrome") {
			http.NotFound(w, r)
			return
		}
		_, _ = fmt.Fprintf(w, "/* cyrillic */ @font-face {src: url(%[1]s/cyrillic.woff2) format('woff2');}\n"+
			"/* latin */\n@font-face {\n  src: url(%[1]s/latin.woff2) format('woff2');\n}\n", server.URL)
	})
	mux.HandleFunc("/latin.woff2", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(file)) })
	return server
}

func TestServer_Fonts(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		google := fontServer(t, "wOF2 of Lora")
		s.pages.SetFontSource(google.URL+"/css2", google.URL)
		s.Exec(`INSERT INTO partner_customisations (partner_id, settings, updated_at) VALUES (7, ?, ?)`,
			`{"collection_title_font_type": "google-font", "collection_title_google_font_id": "lora",
				"collection_title_google_font_weight": "700"}`, clock.Now())
		s.poll()
		s.get("/"+lisbonID).want(200, `Lora`, "-/fonts/")
		s.get("/fonts/lora-700.woff2").want(404)
		if err := s.pages.LoadFont(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.poll()
		s.get("/"+lisbonID).want(200, `/fonts/lora-700.woff2`, "-"+google.URL)
		font := s.get("/fonts/lora-700.woff2").want(200, "wOF2 of Lora")
		if font.Header.Get("Content-Type") != "font/woff2" ||
			!strings.Contains(font.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("got the headers %v", font.Header)
		}
		for _, name := range []string{"lora-700", "lora-400.woff2", "..%2fx.woff2", "LORA-700.woff2"} {
			s.get("/fonts/" + name).want(404)
		}
	})
}

func TestServer_FontRefused(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{"not a font": "<html>", "too large": "wOF2" + strings.Repeat("x", 2<<20)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := servePages(t, kittest.SQLite(t))
			google := fontServer(t, file)
			s.pages.SetFontSource(google.URL+"/css2", google.URL)
			s.Exec(`INSERT INTO partner_customisations (partner_id, settings, updated_at) VALUES (7, ?, ?)`,
				`{"collection_title_font_type": "google-font", "collection_title_google_font_id": "lora",
					"collection_title_google_font_weight": "700"}`, clock.Now())
			s.poll()
			s.get("/"+lisbonID).want(200, "Lora")
			if err := s.pages.LoadFont(t.Context()); err == nil {
				t.Error("the font was stored")
			}
			s.get("/fonts/lora-700.woff2").want(404)
			// It is not asked for again with every page.
			s.Exec("UPDATE content SET title = 'Noon' WHERE id = 1001")
			s.poll()
			s.get("/"+lisbonID).want(200, "Noon")
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if s.pages.WantsFont(ctx) {
				t.Error("the font was asked for again")
			}
		})
	}
}
