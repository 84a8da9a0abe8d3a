package app_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// openWithShortLimit opens the app with a statement limit short enough for a test.
func openWithShortLimit(t *testing.T, database string) *harness {
	t.Helper()
	h := open(t, database)
	handler, err := h.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(db.WithStatementLimit(r.Context(), 300*time.Millisecond)))
	}))
	t.Cleanup(server.Close)
	h.URL = server.URL
	return h
}

// calls makes one request of each kind: reads, writes, sign-in, pages and the public API.
func (h *harness) calls(token string) map[string]*http.Response {
	answers := map[string]*http.Response{}
	for call, body := range map[string]string{
		"GET /api/admin/content": "", "GET /api/admin/users?counts=1": "", "GET /api/auth/me": "",
		"GET /api/admin/dashboard/queue-status": "",
		"POST /api/admin/publishers":            fmt.Sprintf(`{"name":"During the outage %d"}`, time.Now().UnixNano()),
		"POST /api/auth/login":                  `{"email":"ada@example.com","password":"correct horse"}`,
		"POST /api/auth/forgot-password":        `{"email":"ada@example.com"}`, "GET /publishers": "",
		"GET /api/v1/search/content?query=sea": "",
	} {
		method, path, _ := strings.Cut(call, " ")
		answers[call] = h.do(method, path, token, body)
	}
	return answers
}

func wantUnavailable(t *testing.T, call string, answer *http.Response) {
	t.Helper()
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Errorf("%s: %d with Retry-After %q, want 503: %s", call, answer.StatusCode, answer.Header.Get("Retry-After"),
			read(t, answer))
	}
}

// createPublisher tries to create a publisher until this is acknowledged. Any response but 503 fails the test.
func (h *harness) createPublisher(token, name string) {
	h.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; {
		answer := h.do("POST", "/api/admin/publishers", token, `{"name":"`+name+`"}`)
		switch answer.StatusCode {
		case http.StatusCreated, http.StatusUnprocessableEntity:
			return // 422 means that an earlier attempt succeeded, but its response was lost.
		case http.StatusServiceUnavailable:
		default:
			h.t.Fatalf("%s: %d %s", name, answer.StatusCode, read(h.t, answer))
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("%s: got only 503", name)
		}
	}
}

func TestOutage_Postgres(t *testing.T) {
	t.Parallel()
	proxy, address := kittest.ProxyURL(t, kittest.PostgresURL(t))
	h := openWithShortLimit(t, address)
	admin := h.session(auth.Admin)
	h.createPublisher(admin, "Before")

	t.Run("answers every request with 503 while the server is stopped", func(t *testing.T) {
		proxy.Stop()
		for call, answer := range h.calls(admin) {
			wantUnavailable(t, call, answer)
		}
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/content", nil)
		request.Host = ownHost
		request.Header.Set("Accept", "text/html")
		request.AddCookie(&http.Cookie{Name: h.Sessions.CookieName(), Value: admin})
		page, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		defer page.Body.Close()
		if text := read(t, page); page.StatusCode != http.StatusServiceUnavailable ||
			!strings.Contains(text, "<h1>Temporarily unavailable</h1>") {
			t.Errorf("%d %s", page.StatusCode, text)
		}
		if answer := h.do("GET", "/readyz", "", ""); answer.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("/readyz: got %d", answer.StatusCode)
		}
		if answer := h.do("GET", "/healthz", "", ""); answer.StatusCode != http.StatusOK {
			t.Errorf("/healthz: got %d", answer.StatusCode)
		}
		proxy.Start()
		h.createPublisher(admin, "After the stop")
	})
	t.Run("answers every request with 503 within its time limit while the server hangs", func(t *testing.T) {
		proxy.Pause()
		started := time.Now()
		answers := h.calls(admin)
		if took := time.Since(started); took > 30*time.Second {
			t.Errorf("%d calls took %v", len(answers), took)
		}
		for call, answer := range answers {
			wantUnavailable(t, call, answer)
		}
		proxy.Resume()
		h.createPublisher(admin, "After the pause")
	})
	t.Run("loses no acknowledged write over ten restarts", func(t *testing.T) {
		for i := range 10 {
			proxy.Stop()
			body := fmt.Sprintf(`{"name":"Refused %d"}`, i)
			wantUnavailable(t, "a write", h.do("POST", "/api/admin/publishers", admin, body))
			proxy.Start()
			h.createPublisher(admin, fmt.Sprintf("Acknowledged %d", i))
		}
		if n := h.count("SELECT count(*) FROM publishers WHERE name LIKE 'Acknowledged %'"); n != 10 {
			t.Errorf("got %d of 10 acknowledged writes", n)
		}
		if n := h.count("SELECT count(*) FROM publishers WHERE name LIKE 'Refused %'"); n != 0 {
			t.Errorf("%d refused writes were saved", n)
		}
	})
}

func TestOutage_SQLite(t *testing.T) {
	t.Parallel()
	path := kittest.SQLite(t).Path
	h := openWithShortLimit(t, "sqlite:"+path)
	admin := h.session(auth.Admin)
	exec := func(statement string) {
		t.Helper()
		if _, err := h.DB.Writer().Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	writes := []string{"POST /api/admin/publishers", "POST /api/auth/login", "POST /api/auth/forgot-password"}
	reads := []string{"GET /api/admin/content", "GET /api/auth/me", "GET /publishers"}
	wantReadOnly := func(t *testing.T) {
		t.Helper()
		answers := h.calls(admin)
		for _, call := range writes {
			wantUnavailable(t, call, answers[call])
		}
		for _, call := range reads {
			if answers[call].StatusCode != http.StatusOK {
				t.Errorf("%s: %d", call, answers[call].StatusCode)
			}
		}
	}
	t.Run("answers writes with 503 and serves reads while the file is locked", func(t *testing.T) {
		exec("PRAGMA busy_timeout = 50")
		other, err := db.Open(t.Context(), "sqlite:"+path)
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		err = other.Write(t.Context(), func(*db.Tx) error {
			wantReadOnly(t)
			return sql.ErrTxDone
		})
		if !errors.Is(err, sql.ErrTxDone) {
			t.Fatal(err)
		}
		h.createPublisher(admin, "After the lock")
	})
	t.Run("answers writes with 503 and serves reads while the disk is full", func(t *testing.T) {
		exec("PRAGMA wal_checkpoint(TRUNCATE)")
		pages := h.count("SELECT page_count FROM pragma_page_count")
		exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages))
		full := false
		for i := 0; i < 500 && !full; i++ { // Uses up the last free pages of the file.
			body := fmt.Sprintf(`{"name":"Filling %d %s"}`, i, strings.Repeat("x", 100))
			answer := h.do("POST", "/api/admin/publishers", admin, body)
			if full = answer.StatusCode != http.StatusCreated; full {
				wantUnavailable(t, "a write", answer)
			}
		}
		if !full {
			t.Error("the file never ran full")
		}
		if answer := h.do("GET", "/api/admin/publishers", admin, ""); answer.StatusCode != http.StatusOK {
			t.Errorf("a read: %d", answer.StatusCode)
		}
		exec("PRAGMA max_page_count = 1073741823")
		h.createPublisher(admin, "After the clean-up")
	})
}
