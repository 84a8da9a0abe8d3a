package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waymark/internal/app"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// create makes a record as an admin and returns its id.
func (h *house) create(token, path, body string) int64 {
	h.t.Helper()
	answer := h.do("POST", "/api/admin/"+path, token, body)
	text := read(h.t, answer)
	var made struct {
		Item struct {
			ID int64 `json:"id"`
		} `json:"item"`
	}
	if err := json.Unmarshal([]byte(text), &made); err != nil || answer.StatusCode != http.StatusCreated {
		h.t.Fatalf("create %s: %d %s", path, answer.StatusCode, text)
	}
	return made.Item.ID
}

// Whoever may delete a record may restore it, and nobody else: a restore undoes what somebody with that right decided.
func TestEditor_RestoresOnlyWhatEditorsDelete(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *house) {
		admin, editor := h.session(auth.Admin), h.session(auth.Editor)
		n := 0
		kinds := map[string]struct {
			path, body string
		}{
			"partner":    {"partners", `{"name":"Partner %d","account_type_id":11}`},
			"user":       {"users", `{"first_name":"Ana","last_name":"Lima","email":"ana%d@example.com","password":"correct horse","password_confirmation":"correct horse"}`},
			"staff":      {"staff", `{"first_name":"Sam","email":"sam%d@example.com","staff_role":"editor"}`},
			"collection": {"collections", `{"name":"Collection %d","partner_id":1,"language_id":1}`},
			"content":    {"content", `{"title":"Content %d","content_url":"https://example.com/%[1]d","type_id":2}`},
			"image":      {"images", `{"title":"Image %d","featured_image":{"id":%d}}`},
		}
		for kind, one := range kinds {
			t.Run(kind, func(t *testing.T) {
				newRecord := func() int64 {
					n++
					if kind == "image" {
						return h.create(admin, one.path, fmt.Sprintf(one.body, n, h.picture(admin)))
					}
					return h.create(admin, one.path, fmt.Sprintf(one.body, n))
				}
				mayDelete := h.do("DELETE", fmt.Sprintf("/api/admin/%s/%d", one.path, newRecord()), editor, "").
					StatusCode == http.StatusNoContent
				deleted := newRecord()
				if answer := h.do("DELETE", fmt.Sprintf("/api/admin/%s/%d", one.path, deleted), admin,
					""); answer.StatusCode != http.StatusNoContent {
					t.Fatalf("the admin's delete: %d %s", answer.StatusCode, read(t, answer))
				}
				entry := h.count("SELECT max(id) FROM trash WHERE record_id = ?", deleted)
				shown := struct {
					Items []struct {
						ID         int64 `json:"id"`
						CanRestore bool  `json:"can_restore"`
					} `json:"items"`
				}{}
				if err := json.Unmarshal([]byte(read(t, h.do("GET", "/api/admin/trash", editor, ""))), &shown); err != nil {
					t.Fatal(err)
				}
				for _, row := range shown.Items {
					if row.ID == entry && row.CanRestore != mayDelete {
						t.Errorf("the trash says can_restore %v", row.CanRestore)
					}
				}
				answer := h.do("POST", fmt.Sprintf("/api/admin/trash/%d/restore", entry), editor, "")
				if mayRestore := answer.StatusCode == http.StatusNoContent; mayRestore != mayDelete {
					t.Errorf("an editor may delete: %v, may restore: %v (%d)", mayDelete, mayRestore, answer.StatusCode)
				}
				if !mayDelete {
					if answer := h.do("POST", fmt.Sprintf("/api/admin/trash/%d/restore", entry), admin,
						""); answer.StatusCode != http.StatusNoContent {
						t.Errorf("an admin can't restore it: %d %s", answer.StatusCode, read(t, answer))
					}
				}
			})
		}
		if len(kinds) != 6 {
			t.Error("a kind of trash is not covered")
		}
	})
}

// Every call that brings back, reveals or repeats something must be covered here by what an editor gets.
func TestEditor_RevealsNothing(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *house) {
		editor := h.session(auth.Editor)
		refused := []string{
			"POST /api/admin/partners/{id}/api-secret", "PUT /api/admin/partners/{id}/refresh-api-keys",
			"POST /api/admin/collaborators/{id}/api-secret",
			"POST /api/admin/failed-jobs/{id}/retry", "POST /api/admin/failed-jobs/retry",
			"POST /api/admin/users/{id}/impersonate", "GET /api/admin/users/{id}/impersonate", "DELETE /api/admin/trash/{id}",
		}
		covered := append([]string{"POST /api/admin/trash/{id}/restore"}, refused...) // by the test above
		for _, call := range h.API.Paths() {
			for _, word := range []string{"secret", "restore", "retry", "impersonate", "api-keys", "DELETE /api/admin/trash"} {
				if strings.Contains(call, word) && !slices.Contains(covered, call) {
					t.Errorf("%s is not covered", call)
				}
			}
		}
		for _, call := range refused {
			if !slices.Contains(h.API.Paths(), call) {
				t.Errorf("there is no %s", call)
			}
			method, path, _ := strings.Cut(strings.Replace(call, "{id}", "1", 1), " ")
			if answer := h.do(method, path, editor, `{}`); answer.StatusCode != http.StatusForbidden {
				t.Errorf("%s: %d %s", call, answer.StatusCode, read(t, answer))
			}
		}
	})
}

func TestHostNames(t *testing.T) {
	t.Parallel()
	ask := func(t *testing.T, h *house, host, path string) *http.Response {
		t.Helper()
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+path, nil)
		request.Host = host
		answer, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = answer.Body.Close() })
		return answer
	}
	t.Run("only the public one is served, and health checks by any", func(t *testing.T) {
		t.Parallel()
		h := open(t, "sqlite:"+kittest.SQLite(t).Path)
		for host, want := range map[string]int{
			ownHost: 200, ownHost + ":8080": 200, "CONSOLE.example": 200,
			"evil.example": 421, "127.0.0.1": 421, "localhost": 421, ownHost + ".evil.example": 421,
		} {
			if got := ask(t, h, host, "/login").StatusCode; got != want {
				t.Errorf("%s: %d, want %d", host, got, want)
			}
			if got := ask(t, h, host, "/healthz").StatusCode; got != 200 {
				t.Errorf("%s: /healthz answers %d", host, got)
			}
			if got := ask(t, h, host, "/readyz").StatusCode; got != 200 {
				t.Errorf("%s: /readyz answers %d", host, got)
			}
		}
	})
	t.Run("without a public one, names of this machine are served", func(t *testing.T) {
		t.Parallel()
		own := config(t, "sqlite:"+kittest.SQLite(t).Path)
		own.PublicURL = "http://localhost:8080"
		h := openWith(t, own)
		for host, want := range map[string]int{
			"localhost:1234": 200, "127.0.0.1:1": 200, "[::1]:80": 200,
			"site.localhost": 200, "evil.example": 421, "192.168.0.7": 421,
		} {
			if got := ask(t, h, host, "/login").StatusCode; got != want {
				t.Errorf("%s: %d, want %d", host, got, want)
			}
		}
	})
	t.Run("monitoring is not on this address", func(t *testing.T) {
		t.Parallel()
		h := open(t, "sqlite:"+kittest.SQLite(t).Path)
		for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/vars"} {
			if got := h.do("GET", path, "", "").StatusCode; got != http.StatusNotFound {
				t.Errorf("%s: %d", path, got)
			}
		}
	})
	t.Run("answers carry the headers that restrict them", func(t *testing.T) {
		t.Parallel()
		h := open(t, "sqlite:"+kittest.SQLite(t).Path)
		answer := h.do("GET", "/login", "", "")
		if answer.Header.Get("Cross-Origin-Resource-Policy") != "same-origin" ||
			!strings.Contains(answer.Header.Get("Permissions-Policy"), "camera=()") {
			t.Errorf("got %v", answer.Header)
		}
		if got := h.do("GET", "/reset-password/abc", "", "").Header.Get("Referrer-Policy"); got != "no-referrer" {
			t.Errorf("the reset page has the referrer policy %q", got)
		}
	})
}

func TestMigrate_AtTheSameTime(t *testing.T) {
	t.Parallel()
	address := kittest.EmptyPostgresURL(t)
	other, err := db.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	nodes := make(chan error, 3)
	err = other.WithMigrationLock(t.Context(), func() error {
		for range cap(nodes) {
			go func() {
				d, err := app.Open(t.Context(), address)
				if err == nil {
					err = d.Close()
				}
				nodes <- err
			}()
		}
		for waiting := 0; waiting < cap(nodes); {
			if waiting, err = db.Value[int](t.Context(), other.Read(),
				"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"); err != nil {
				return err
			}
		}
		tables, err := db.Value[int](t.Context(), other.Read(), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
		if tables != 0 {
			t.Errorf("%d tables were created without the lock", tables)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for range cap(nodes) {
		if err := <-nodes; err != nil {
			t.Errorf("one of the nodes failed: %v", err)
		}
	}
}

// picture uploads a small image and returns its id.
func (h *house) picture(token string) int64 {
	h.t.Helper()
	var content, form bytes.Buffer
	if err := png.Encode(&content, image.NewGray(image.Rect(0, 0, 30, 20))); err != nil {
		h.t.Fatal(err)
	}
	writer := multipart.NewWriter(&form)
	part, _ := writer.CreateFormFile("file", "a.png")
	_, _ = part.Write(content.Bytes())
	_ = writer.Close()
	request, _ := http.NewRequestWithContext(h.t.Context(), http.MethodPost, h.URL+"/api/admin/uploads", &form)
	request.Host = ownHost
	request.Header.Set("Content-Type", writer.FormDataContentType())
	request.AddCookie(&http.Cookie{Name: h.Sessions.CookieName(), Value: token})
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	var made struct{ Item struct{ ID int64 } }
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil || answer.StatusCode != http.StatusCreated {
		h.t.Fatalf("upload: %d %v", answer.StatusCode, err)
	}
	return made.Item.ID
}
