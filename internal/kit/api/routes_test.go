package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"waymark/internal/kit/api"
)

func TestIdentify_RequestID(t *testing.T) {
	handler, _ := serve(t, func(context.Context, *api.Call) (api.None, error) { return api.None{}, nil })
	idFor := func(remote, sent string) string {
		return get(handler, func(r *http.Request) {
			r.RemoteAddr = remote
			r.Header.Set("X-Request-Id", sent)
		}).Header().Get("X-Request-Id")
	}
	const proxy, stranger = "10.1.2.3:999", "192.0.2.7:999"
	if got := idFor(proxy, "4bf92f35-77b3.x_Y"); got != "4bf92f35-77b3.x_Y" {
		t.Errorf("got %q, want the id of the trusted proxy", got)
	}
	if got := idFor(stranger, "4bf92f35-77b3.x_Y"); len(got) != 16 {
		t.Errorf("got %q, want a new id: the client is not trusted", got)
	}
	for _, invalid := range []string{
		"", "short", strings.Repeat("x", 65), "with space in it", "level=ERROR msg=x", "ümläüte1",
	} {
		if got := idFor(proxy, invalid); len(got) != 16 || got == invalid {
			t.Errorf("got %q for %q, want a new id", got, invalid)
		}
	}
}

func TestRouted(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /things/{id}", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("five!")) })
	mux.HandleFunc("GET /{$}", func(http.ResponseWriter, *http.Request) { panic("a bug") })
	_, log := serve(t, nil)
	handler := api.Identify(nil, api.Log(api.Routed("test", mux)))
	for path, want := range map[string]string{
		"/things/7": "path=/things/7 route=test/things/{id} status=200",
		"/":         "path=/ route=test/ status=500",
		"/unknown":  "path=/unknown route=other status=404",
	} {
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
		if !strings.Contains(log.String(), want) {
			t.Errorf("got %s, want %s", log, want)
		}
	}
	if !strings.Contains(log.String(), "bytes=5 ") {
		t.Errorf("got %s, want the size of the response", log)
	}
}
