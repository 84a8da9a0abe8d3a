package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
)

// public lists the operations that need no session.
var public = []string{
	"POST /api/auth/login", "POST /api/auth/logout", "POST /api/auth/forgot-password", "POST /api/auth/reset-password",
}

// adminsOnly matches the operations that editors may not call.
var adminsOnly = regexp.MustCompile(strings.Join([]string{
	`^(GET|POST|PUT|DELETE) /api/admin/(staff|failed-jobs|options/staff)`,
	`^GET /api/admin/activity$`,
	`^DELETE /api/admin/(trash|leads)`,
	`^(POST|PUT|DELETE) /api/admin/account-types`,
	`/impersonate$`,
	`/api-secret$`,
}, "|"))

var parameter = regexp.MustCompile(`\{\w+\}`)

// Every operation checks the caller, returns JSON and never fails with a server error, whatever it is sent.
func TestRoutes(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		admin, editor := h.session(auth.Admin), h.session(auth.Editor)
		paths := h.API.Paths()
		if len(paths) < 40 {
			t.Fatalf("only %d operations", len(paths))
		}
		for _, route := range paths {
			method, path, _ := strings.Cut(route, " ")
			for _, id := range []string{"999999", "nonsense", "%00", "1'--"} {
				address := parameter.ReplaceAllString(path, id)
				if !slices.Contains(public, route) {
					expect(t, h, route, method, address, "", "", http.StatusUnauthorized)
				}
				if adminsOnly.MatchString(route) {
					expect(t, h, route, method, address, editor, "", http.StatusForbidden)
				}
			}
			if strings.HasPrefix(route, "POST /api/auth/") {
				continue // These end sessions and count attempts. Their own tests send invalid bodies.
			}
			for _, body := range []string{
				"", "{}", "[]", "null", "7", `"x"`, "{", `{"a":{"b":[1,null]}}`,
				`{"name":"` + strings.Repeat("ж", 5000) + `"}`,
			} {
				expect(t, h, route, method, parameter.ReplaceAllString(path, "999999"), admin, body, 0)
			}
			for _, query := range []string{
				"page=x&sort=%27&per_page=-1", "query=%00", "query=%ff%fe", "search=%27%22%3B--",
				"kind=%00", "name=%00", "ids=%00", "page=99999999999999999999", "%00=1", "a=1;b=2", "query=%",
			} {
				expect(t, h, route, method, parameter.ReplaceAllString(path, "999999")+"?"+query, admin, "", 0)
			}
			expect(t, h, route, "PATCH", parameter.ReplaceAllString(path, "1"), admin, "{}", http.StatusMethodNotAllowed)
		}
		for _, unknown := range []string{
			"/api/", "/api/admin/nothing", "/api/v1/nothing", "/api/admin", "/api/admin/publishers/1/nothing",
		} {
			expect(t, h, unknown, "GET", unknown, admin, "", http.StatusNotFound)
		}
	})
}

// The public API does not accept the session of the console, and its document does not mention it.
func TestPublicAPI_Session(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		admin := h.session(auth.Admin)
		document := read(t, h.do("GET", "/api/v1/openapi.json", "", ""))
		if !strings.Contains(document, `"/api/v1/impersonation"`) || strings.Contains(document, "/api/admin/") ||
			strings.Contains(document, auth.Cookie) {
			t.Errorf("the document is %.200s", document)
		}
		for _, route := range h.Public.Paths() {
			method, path, _ := strings.Cut(route, " ")
			for _, token := range []string{"", admin} {
				expect(t, h, route, method, path, token, "{}", http.StatusUnauthorized)
				expect(t, h, route, method, path, token, "{", http.StatusUnauthorized)
				expect(t, h, route, "PATCH", path, token, "{}", http.StatusMethodNotAllowed)
				expect(t, h, route, method, path+"?nothing=1", token, "{}", http.StatusUnauthorized)
			}
		}
	})
}

// expect makes a request and checks that the response is JSON, has the status (0 accepts any but a server error) and
// reveals no internals.
func expect(t *testing.T, h *harness, route, method, path, token, body string, status int) {
	t.Helper()
	response := h.do(method, path, token, body)
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if status != 0 && response.StatusCode != status {
		t.Errorf("%s at %s with %.40q: %d, want %d: %s", route, path, body, response.StatusCode, status, text)
	}
	if response.StatusCode >= 500 {
		t.Errorf("%s at %s with %.40q: failed: %s", route, path, body, text)
	}
	if response.StatusCode != http.StatusNoContent && !json.Valid(text) {
		t.Errorf("%s at %s: %d is not JSON: %.80s", route, path, response.StatusCode, text)
	}
	if response.StatusCode >= 400 && regexp.MustCompile(`(?i)sql|goroutine|\.go:|panic|constraint`).Match(text) {
		t.Errorf("%s at %s reveals internals: %s", route, path, text)
	}
}

func TestDocuments_Content(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		response := h.do("GET", "/api/openapi.json", "", "")
		var document struct {
			OpenAPI string `json:"openapi"`
			Paths   map[string]map[string]struct {
				Summary   string         `json:"summary"`
				Tags      []string       `json:"tags"`
				Responses map[string]any `json:"responses"`
				Body      struct {
					Content map[string]struct {
						Schema map[string]any `json:"schema"`
					} `json:"content"`
				} `json:"requestBody"`
			} `json:"paths"`
			Components struct {
				Schemas map[string]struct {
					Properties map[string]any `json:"properties"`
				} `json:"schemas"`
			} `json:"components"`
		}
		if err := json.NewDecoder(response.Body).Decode(&document); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(document.OpenAPI, "3.1") {
			t.Errorf("OpenAPI %s", document.OpenAPI)
		}
		for path, operations := range document.Paths {
			for method, operation := range operations {
				if operation.Summary == "" || len(operation.Tags) == 0 || operation.Responses["default"] == nil {
					t.Errorf("%s %s has no summary, tag or errors", method, path)
				}
				for kind, body := range operation.Body.Content {
					if body.Schema["$ref"] == nil && body.Schema["properties"] == nil {
						t.Errorf("%s %s does not describe its %s", method, path, kind)
					}
				}
			}
		}
		// The fields of an item in a list must be those in the document.
		admin := h.session(auth.Admin)
		for path, schema := range map[string]string{
			"publishers": "Publisher", "content-types": "MediaType",
			"global-tags": "GlobalTag", "staff": "Member", "activity": "Activity",
		} {
			if path != "staff" && path != "activity" && path != "content-types" {
				h.do("POST", "/api/admin/"+path, admin, `{"name":"One"}`)
			}
			var page struct {
				Items []map[string]any `json:"items"`
			}
			if err := json.NewDecoder(h.do("GET", "/api/admin/"+path, admin, "").Body).Decode(&page); err != nil ||
				len(page.Items) == 0 {
				t.Fatalf("%s: %v, %d items", path, err, len(page.Items))
			}
			for key := range page.Items[0] {
				if document.Components.Schemas[schema].Properties[key] == nil {
					t.Errorf("%s: %s is not in the document", path, key)
				}
			}
			if got, want := len(page.Items[0]), len(document.Components.Schemas[schema].Properties); got != want {
				t.Errorf("%s: got %d fields, the document has %d", path, got, want)
			}
		}
	})
}
