package app_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waymark/internal/app"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/secret"
)

// ownHost is the host name in PublicURL, the only one that is served.
const ownHost = "console.example"

// harness is the complete app behind a listener.
type harness struct {
	*app.App
	URL string
	t   *testing.T
}

func config(t *testing.T, database string) app.Config {
	t.Helper()
	return configIn(t.TempDir(), database)
}

// configIn returns the configuration of an app that stores its files in a folder.
func configIn(folder, database string) app.Config {
	return app.Config{
		Database: database, Storage: "file:" + filepath.Join(folder, "files"), ProductName: "Waymark <&>",
		Timezone: "UTC", Version: "test", Workers: 1,
		AppKey: "the key of the app", APIRate: 1_000_000, KeepTraffic: 90 * 24 * time.Hour, KeepLeads: 730 * 24 * time.Hour,
		KeepActivity: 400 * 24 * time.Hour,
		SingleNode:   true, SecretKey: "a secret key of some length", PublicURL: "https://" + ownHost,
		AppURL: "https://app.example", InspiresURL: "https://inspires.example", LandingURL: "https://go.example",
		AdminEmail: "ada@example.com", AdminPassword: "correct horse",
	}
}

func open(t *testing.T, database string) *harness {
	t.Helper()
	return openConfig(t, config(t, database))
}

func openConfig(t *testing.T, config app.Config) *harness {
	t.Helper()
	a, err := app.New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	handler, err := a.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.Close()
		_ = a.Gate.Log.Close(context.Background())
		_ = a.DB.Close()
	})
	return &harness{App: a, URL: server.URL, t: t}
}

// onEach runs a test with the complete app on each engine.
func onEach(t *testing.T, run func(t *testing.T, h *harness)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		d := kittest.SQLite(t)
		run(t, open(t, "sqlite:"+d.Path))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, open(t, kittest.PostgresURL(t)))
	})
}

// session signs a new member of staff in, without a password.
func (h *harness) session(role auth.Role) string {
	h.t.Helper()
	ctx, now := h.t.Context(), clock.Now()
	id, err := h.DB.Writer().Insert(ctx,
		`INSERT INTO users (first_name, last_name, email, alt_id, internal, staff_role, partner_id, created_at, updated_at)
		VALUES ('Test', '</script>', ?, ?, TRUE, ?, 1, ?, ?)`,
		secret.AltID()+"@test.example", secret.AltID(), string(role), now, now)
	if err != nil {
		h.t.Fatal(err)
	}
	cookie, err := h.Sessions.Start(ctx, id, 0, "", "")
	if err != nil {
		h.t.Fatal(err)
	}
	return cookie.Value
}

func (h *harness) do(method, path, token, body string) *http.Response {
	h.t.Helper()
	contentType := ""
	if body != "" {
		contentType = "application/json"
	}
	return h.send(method, path, token, contentType, body)
}

func (h *harness) send(method, path, token, contentType, body string) *http.Response {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), method, h.URL+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	request.Host = ownHost
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if token != "" {
		request.AddCookie(&http.Cookie{Name: h.Sessions.CookieName(), Value: token})
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

func (h *harness) count(query string, args ...any) int64 {
	h.t.Helper()
	n, err := db.Value[int64](h.t.Context(), h.DB.Read(), query, args...)
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

// text returns the text that a query finds.
func (h *harness) text(query string, args ...any) string {
	h.t.Helper()
	text, err := db.Value[string](h.t.Context(), h.DB.Read(), query, args...)
	if err != nil {
		h.t.Fatal(err)
	}
	return text
}
