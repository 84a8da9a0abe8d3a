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

// create creates a record and returns its id.
func (h *harness) create(token, path, body string) int64 {
	h.t.Helper()
	answer := h.do("POST", "/api/admin/"+path, token, body)
	text := read(h.t, answer)
	var created struct {
		Item struct {
			ID int64 `json:"id"`
		} `json:"item"`
	}
	if err := json.Unmarshal([]byte(text), &created); err != nil || answer.StatusCode != http.StatusCreated {
		h.t.Fatalf("create %s: %d %s", path, answer.StatusCode, text)
	}
	return created.Item.ID
}

// A record may be restored only by those who may delete it, because restoring it reverts their decision.
func TestTrash_EditorRestore(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		admin, editor := h.session(auth.Admin), h.session(auth.Editor)
		n := 0
		kinds := map[string]struct {
			path, body string
		}{
			"partner": {"partners", `{"name":"Partner %d","account_type_id":11}`},
			"user": {"users", `{"first_name":"Ana","last_name":"Lima","email":"ana%d@example.com",
				"password":"correct horse","password_confirmation":"correct horse"}`},
			"staff":      {"staff", `{"first_name":"Sam","email":"sam%d@example.com","staff_role":"editor"}`},
			"collection": {"collections", `{"name":"Collection %d","partner_id":1,"language_id":1}`},
			"content":    {"content", `{"title":"Content %d","content_url":"https://example.com/%[1]d","type_id":2}`},
			"image":      {"images", `{"title":"Image %d","featured_image":{"id":%d}}`},
		}
		for kind, sample := range kinds {
			t.Run(kind, func(t *testing.T) {
				newRecord := func() int64 {
					n++
					if kind == "image" {
						return h.create(admin, sample.path, fmt.Sprintf(sample.body, n, h.upload(admin)))
					}
					return h.create(admin, sample.path, fmt.Sprintf(sample.body, n))
				}
				remove := func(token string, id int64) *http.Response {
					return h.do("DELETE", fmt.Sprintf("/api/admin/%s/%d", sample.path, id), token, "")
				}
				mayDelete := remove(editor, newRecord()).StatusCode == http.StatusNoContent
				deleted := newRecord()
				if answer := remove(admin, deleted); answer.StatusCode != http.StatusNoContent {
					t.Fatalf("delete as an admin: %d %s", answer.StatusCode, read(t, answer))
				}
				entry := h.count("SELECT max(id) FROM trash WHERE record_id = ?", deleted)
				list := struct {
					Items []struct {
						ID         int64 `json:"id"`
						CanRestore bool  `json:"can_restore"`
					} `json:"items"`
				}{}
				if err := json.Unmarshal([]byte(read(t, h.do("GET", "/api/admin/trash", editor, ""))), &list); err != nil {
					t.Fatal(err)
				}
				for _, row := range list.Items {
					if row.ID == entry && row.CanRestore != mayDelete {
						t.Errorf("can_restore is %v in the trash", row.CanRestore)
					}
				}
				path := fmt.Sprintf("/api/admin/trash/%d/restore", entry)
				answer := h.do("POST", path, editor, "")
				if mayRestore := answer.StatusCode == http.StatusNoContent; mayRestore != mayDelete {
					t.Errorf("an editor may delete: %v, may restore: %v (%d)", mayDelete, mayRestore, answer.StatusCode)
				}
				if !mayDelete {
					if answer := h.do("POST", path, admin, ""); answer.StatusCode != http.StatusNoContent {
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

// Every operation that restores, reveals or repeats something must be listed here, with what an editor gets.
func TestEditor_ForbiddenOperations(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		editor := h.session(auth.Editor)
		refused := []string{
			"POST /api/admin/partners/{id}/api-secret", "PUT /api/admin/partners/{id}/refresh-api-keys",
			"POST /api/admin/collaborators/{id}/api-secret",
			"POST /api/admin/failed-jobs/{id}/retry", "POST /api/admin/failed-jobs/retry",
			"POST /api/admin/users/{id}/impersonate", "GET /api/admin/users/{id}/impersonate", "DELETE /api/admin/trash/{id}",
		}
		// The restore operation is covered by TestTrash_EditorRestore.
		covered := append([]string{"POST /api/admin/trash/{id}/restore"}, refused...)
		for _, call := range h.API.Paths() {
			for _, word := range []string{"secret", "restore", "retry", "impersonate", "api-keys", "DELETE /api/admin/trash"} {
				// Restoring an earlier version of a record is an update of it, with the same rights.
				update := strings.Replace(strings.TrimSuffix(call, "/restore"), "POST ", "PUT ", 1)
				if strings.HasSuffix(call, "/restore") && slices.Contains(h.API.Paths(), update) {
					continue
				}
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

func TestHosts(t *testing.T) {
	t.Parallel()
	get := func(t *testing.T, h *harness, host, path string) *http.Response {
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
	t.Run("serves only the public host name, and health checks for any", func(t *testing.T) {
		t.Parallel()
		h := open(t, "sqlite:"+kittest.SQLite(t).Path)
		for host, want := range map[string]int{
			ownHost: 200, ownHost + ":8080": 200, "CONSOLE.example": 200,
			"evil.example": 421, "127.0.0.1": 421, "localhost": 421, ownHost + ".evil.example": 421,
		} {
			if got := get(t, h, host, "/login").StatusCode; got != want {
				t.Errorf("%s: %d, want %d", host, got, want)
			}
			if got := get(t, h, host, "/healthz").StatusCode; got != 200 {
				t.Errorf("%s: /healthz: got %d", host, got)
			}
			if got := get(t, h, host, "/readyz").StatusCode; got != 200 {
				t.Errorf("%s: /readyz: got %d", host, got)
			}
		}
	})
	t.Run("serves the names of this machine if no public URL is set", func(t *testing.T) {
		t.Parallel()
		own := config(t, "sqlite:"+kittest.SQLite(t).Path)
		own.PublicURL = "http://localhost:8080"
		h := openConfig(t, own)
		for host, want := range map[string]int{
			"localhost:1234": 200, "127.0.0.1:1": 200, "[::1]:80": 200,
			"site.localhost": 200, "[::1": 421, "::1]": 421, "evil.example": 421, "192.168.0.7": 421,
		} {
			if got := get(t, h, host, "/login").StatusCode; got != want {
				t.Errorf("%s: %d, want %d", host, got, want)
			}
		}
	})
	t.Run("does not serve metrics", func(t *testing.T) {
		t.Parallel()
		h := open(t, "sqlite:"+kittest.SQLite(t).Path)
		for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/vars"} {
			if got := h.do("GET", path, "", "").StatusCode; got != http.StatusNotFound {
				t.Errorf("%s: %d", path, got)
			}
		}
	})
	t.Run("sends headers that restrict pages", func(t *testing.T) {
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

func TestMigrate_Concurrent(t *testing.T) {
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
			waiting, err = db.Value[int](t.Context(), other.Read(),
				`SELECT count(*) FROM pg_locks
				WHERE locktype = 'advisory' AND NOT granted
					AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
			if err != nil {
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

// upload uploads a small image and returns its id.
func (h *harness) upload(token string) int64 {
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
	var created struct{ Item struct{ ID int64 } }
	if err := json.NewDecoder(answer.Body).Decode(&created); err != nil || answer.StatusCode != http.StatusCreated {
		h.t.Fatalf("upload: %d %v", answer.StatusCode, err)
	}
	return created.Item.ID
}
