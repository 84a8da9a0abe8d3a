package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestPublicAPI_AuthenticationFirst makes each call of the public API without credentials and with everything else
// wrong as well: callers who are not known learn nothing about what a call takes.
func TestPublicAPI_AuthenticationFirst(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		paths := h.Public.Paths()
		if len(paths) < 20 {
			t.Fatalf("got %d calls, want all of the public API", len(paths))
		}
		for _, operation := range paths {
			method, path, _ := strings.Cut(operation, " ")
			for _, parameter := range []string{"{id}", "{uid}", "{alt_id}", "{hashid}"} {
				path = strings.ReplaceAll(path, parameter, "%ff")
			}
			for _, query := range []string{"", "?nonsense=1", "?page=0&per_page=x&uid=%00&limit=-1&updated_since=never"} {
				for _, body := range [][2]string{
					{"", ""},
					{"", "x"},
					{"application/json", "{"},
					{"application/json", `{"nonsense":1}`},
					{"text/xml", "<a/>"},
					{"text/plain", "{"},
					{"application/json", strings.Repeat(" ", 1<<20+1)},
				} {
					h.wantUnauthenticated(method, path+query, body[0], body[1])
				}
			}
		}
	})
}

func (h *harness) wantUnauthenticated(method, path, contentType, body string) {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), method, h.URL+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	request.Host = ownHost
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var problem struct {
		Code   string              `json:"code"`
		Errors map[string][]string `json:"errors"`
	}
	err = json.NewDecoder(response.Body).Decode(&problem)
	if err != nil || response.StatusCode != http.StatusUnauthorized || problem.Code != "unauthenticated" ||
		len(problem.Errors) > 0 {
		h.t.Errorf("%s %s (%s, %.20q): got %d %+v, want 401", method, path, contentType, body, response.StatusCode, problem)
	}
}
