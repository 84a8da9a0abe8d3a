package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
)

// TestReauthentication_Operations lists every operation that needs a recently confirmed password.
func TestReauthentication_Operations(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		admin, now := h.session(auth.Admin), clock.Now()
		exec := func(query string, args ...any) {
			t.Helper()
			if _, err := h.DB.Writer().Exec(t.Context(), query, args...); err != nil {
				t.Fatal(err)
			}
		}
		exec(`INSERT INTO users (id, first_name, last_name, email, alt_id, internal, staff_role, partner_id,
				created_at, updated_at)
			VALUES (901, 'Eva', 'Editor', 'eva@x.example', 'Eva', TRUE, 'editor', 1, ?, ?),
			(902, 'Ugo', 'User', 'ugo@x.example', 'Ugo', FALSE, NULL, NULL, ?, ?),
			(903, 'Tom', 'Trashed', 'tom@x.example', 'Tom', TRUE, 'editor', 1, ?, ?)`, now, now, now, now, now, now)
		status := func(method, path, body string) (int, string) {
			t.Helper()
			response := h.do(method, path, admin, body)
			text, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			return response.StatusCode, string(text)
		}
		allowed := func(method, path, body string) string {
			t.Helper()
			got, text := status(method, path, body)
			if got >= http.StatusBadRequest {
				t.Errorf("%s %s %s: %d %s", method, path, body, got, text)
			}
			return text
		}
		var created struct {
			Item struct {
				ID int64 `json:"id"`
			} `json:"item"`
		}
		text := allowed("POST", "/api/admin/collaborators", `{"name": "Ink"}`)
		if err := json.Unmarshal([]byte(text), &created); err != nil {
			t.Fatal(err)
		}
		allowed("DELETE", "/api/admin/staff/903", "")
		trashed := h.count("SELECT id FROM trash WHERE record_id = 903")

		const password = `{"password": "battery staple", "password_confirmation": "battery staple"}`
		collaborator := fmt.Sprintf("/api/admin/collaborators/%d", created.Item.ID)
		calls := [][3]string{
			{"PUT", "/api/auth/profile", `{"email": "new@x.example"}`},
			{"POST", "/api/admin/partners/1/api-secret", ""},
			{"PUT", "/api/admin/partners/1/refresh-api-keys", `{"confirm": true}`},
			{"POST", collaborator + "/api-secret", ""},
			{"POST", "/api/admin/users/902/impersonate", `{"reason": "Support"}`},
			{"PUT", "/api/admin/users/902", `{"email": "new2@x.example"}`},
			{"PUT", "/api/admin/users/902/change-password", password},
			{"PUT", "/api/admin/users/901", `{"email": "new3@x.example"}`},
			{"PUT", "/api/admin/users/901/change-password", password},
			{"POST", "/api/admin/staff", `{"first_name": "Ned", "email": "ned@x.example"}`},
			{"PUT", "/api/admin/staff/901", `{"email": "new4@x.example"}`},
			{"PUT", "/api/admin/staff/901", `{"staff_role": "admin"}`},
			{"PUT", "/api/admin/staff/901", `{"deactivated_at": "2030-01-01T00:00:00Z"}`},
			{"PUT", "/api/admin/staff/901", `{"deactivated_at": null}`},
			{"PUT", "/api/admin/staff/901/password", password},
			{"DELETE", "/api/admin/staff/901", ""},
			{"POST", fmt.Sprintf("/api/admin/trash/%d/restore", trashed), ""},
			{"DELETE", "/api/admin/users/903", ""},
		}
		if h.count("SELECT count(*) FROM sessions WHERE confirmed_at IS NOT NULL") == 0 {
			t.Error("a session starts unconfirmed")
		}
		for _, call := range calls {
			method, path, body := call[0], call[1], call[2]
			exec("UPDATE sessions SET confirmed_at = ?", now.Add(-auth.ConfirmedFor))
			before := h.count("SELECT count(*) FROM audit_log")
			got, text := status(method, path, body)
			if got != http.StatusForbidden || !strings.Contains(text, `"code":"reauthentication_required"`) ||
				!strings.Contains(text, `"message":`) {
				t.Errorf("unconfirmed %s %s %s: %d %s", method, path, body, got, text)
			}
			if n := h.count("SELECT count(*) FROM audit_log"); n != before {
				t.Errorf("unconfirmed %s %s changed something", method, path)
			}
			exec("UPDATE sessions SET confirmed_at = ?", clock.Now())
			allowed(method, path, body)
		}

		exec("UPDATE sessions SET confirmed_at = ?", now.Add(-auth.ConfirmedFor))
		allowed("PUT", "/api/auth/profile", `{"first_name": "Ada", "email": "new@x.example"}`)
		allowed("PUT", "/api/admin/users/902",
			`{"first_name": "Ugo", "email": "new2@x.example", "phone": "+44 20 7946 0000"}`)
	})
}
