package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"waymark/internal/kit/clock"
)

// visit sends a request to the host of public pages, as a page on a partner's site does.
func (h *harness) visit(method, path, origin, body string) (*http.Response, string) {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), method, h.URL+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	request.Host = "go.example"
	request.Header.Set("Origin", origin)
	request.Header.Set("Content-Type", "text/plain")
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return response, string(text)
}

// Copilot gets its script and its configuration from the host of public pages, and sends its events there. The rest of
// the API is not served there.
func TestPages_Copilot(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		const origin = "https://trips.example"
		const config = "/api/v1/copilot/config?origin=" + origin
		now := clock.Now()
		for _, statement := range []string{
			`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, api_key, created_at, updated_at)
			SELECT 70, min(id), 'Harbour', 'harbour', 'harbour', 'PHarbour00', 'the key', ?, ? FROM account_types`,
			`INSERT INTO sites (id, partner_id, domain, copilot_domains, created_at, updated_at)
			VALUES (71, 70, 'trips.example', '["trips.example"]', ?, ?)`,
			`INSERT INTO users (id, first_name, last_name, email, alt_id, internal, partner_id, display_contact_info_on_links,
				created_at, updated_at)
			VALUES (72, 'Ana', 'Lima', 'ana@harbour.example', 'UAna000000', FALSE, 70, 'personal', ?, ?)`,
		} {
			if _, err := h.DB.Writer().Exec(t.Context(), statement, now, now); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.PollChanges(t.Context()); err != nil {
			t.Fatal(err)
		}
		const event = `{"key": "the key", "events": [{"id": "0123456789abcdef", "kind": "view", "uid": "UAna000000",
			"source_url": "https://trips.example/lisbon"}]}`
		for _, test := range []struct {
			method, path, body string
			status             int
			contentType, text  string
		}{
			{"GET", "/copilot.js", "", 200, "text/javascript; charset=utf-8", "insider"},
			{"GET", config + "&key=the+key&insider=UAna000000", "", 200, "application/json", "Ana Lima"},
			{"GET", config + "&key=wrong", "", 401, "application/json", "message"},
			{"POST", "/api/v1/copilot/events", event, 200, "application/json", "accepted"},
			{"POST", "/api/v1/copilot/events", `{"key": "wrong"}`, 401, "application/json", "message"},
			{"GET", "/api/v1/copilot/events", "", 404, "text/html; charset=utf-8", ""},
			{"GET", "/api/v1/search/content?key=the+key", "", 404, "text/html; charset=utf-8", ""},
			{"GET", "/api/admin/session", "", 404, "text/html; charset=utf-8", ""},
		} {
			response, text := h.visit(test.method, test.path, origin, test.body)
			header := response.Header
			if response.StatusCode != test.status || header.Get("Content-Type") != test.contentType ||
				!strings.Contains(text, test.text) {
				t.Errorf("%s %s: got %s with %v: %s", test.method, test.path, response.Status, header, text)
			}
			if header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Set-Cookie") != "" {
				t.Errorf("%s %s: got the headers %v", test.method, test.path, header)
			}
			cross := header.Get("Access-Control-Allow-Origin") == origin ||
				header.Get("Cross-Origin-Resource-Policy") == "cross-origin"
			if cross != (test.contentType != "text/html; charset=utf-8") {
				t.Errorf("%s %s: pages of other sites can read it: %v", test.method, test.path, cross)
			}
		}
	})
}
