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
