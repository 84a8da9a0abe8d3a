package main_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestLog_Requests(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), "--log-level", "debug")
	s.signIn()
	s.request("GET", "/api/admin/publishers", nil, 200)
	partner := at(s.request("POST", "/api/admin/partners", map[string]any{"name": "Harbours"}, 201), "item.id")
	pair := s.request("POST", fmt.Sprintf("/api/admin/partners/%v/api-secret", partner), map[string]any{}, 200)
	call, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/api/v1/search/content?query=x", nil)
	call.SetBasicAuth(fmt.Sprint(pair["api_key"]), fmt.Sprint(pair["api_secret"]))
	if response, err := http.DefaultClient.Do(call); err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("%v %v", response, err)
	} else {
		_ = response.Body.Close()
	}
	if response, err := http.Get(s.url + "/readyz"); err != nil {
		t.Error(err)
	} else {
		_ = response.Body.Close()
	}
	for _, want := range []struct{ line, attributes string }{
		{"path=/api/admin/publishers", "route=/api/admin/publishers status=200 ms= bytes= ip=127.0.0.1 user_id= request_id="},
		{"path=/api/v1/search/content", fmt.Sprintf("route=/api/v1/search/content partner_id=%v", partner)},
		{"path=/readyz", "level=DEBUG route=/readyz status=200"},
	} {
		waitFor(t, "the line "+want.line, func() bool { return strings.Contains(s.output(), want.line) })
		for line := range strings.Lines(s.output()) {
			if !strings.Contains(line, want.line+" ") {
				continue
			}
			for attribute := range strings.FieldsSeq(want.attributes) {
				if !strings.Contains(line, attribute) {
					t.Errorf("got %s, want %s", line, attribute)
				}
			}
		}
	}
	if strings.Contains(s.output(), "bytes=0 ip=127.0.0.1 user_id") {
		t.Errorf("a response has no bytes: %s", s.output())
	}
}

func TestLog_Level(t *testing.T) {
	t.Parallel()
	runFailing(t, command(t, t.TempDir(), "serve", "--log-level", "loud"), "--log-level must be one of")
}

// TestLog_ClientErrors checks that an error of the web app is one line of the log, without contents of records.
func TestLog_ClientErrors(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	s.signIn()
	s.request("POST", "/api/admin/client-errors", map[string]any{
		"code": "K7Q2M9XA", "route": "/content/$id", "source": "/assets/content-1.js:3:14",
		"message": `SyntaxError: "Ada's diary" of ada@example.com is no 'JSON' at /x?query=secret (reading 'title')`,
	}, 204)
	waitFor(t, "the line", func() bool { return strings.Contains(s.output(), "K7Q2M9XA") })
	if got := strings.Count(s.output(), "K7Q2M9XA"); got != 1 {
		t.Errorf("got %d lines, want 1", got)
	}
	for line := range strings.Lines(s.output()) {
		if !strings.Contains(line, "K7Q2M9XA") {
			continue
		}
		for _, want := range []string{
			"level=ERROR", "route=/content/$id", "SyntaxError: ", "(reading 'title')", "source=/assets/content-1.js:3:14",
			"browser=Go-http-client/1.1", "request_id=",
		} {
			if !strings.Contains(line, want) {
				t.Errorf("got %s, want %s", line, want)
			}
		}
		for _, unwanted := range []string{"diary", "ada@", "secret"} {
			if strings.Contains(line, unwanted) {
				t.Errorf("the line has %s: %s", unwanted, line)
			}
		}
	}
}
