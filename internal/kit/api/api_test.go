package api_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
)

// serve answers one call below the middleware, with a log that can be read.
func serve(t *testing.T, fn func(context.Context, *api.Call) (api.None, error)) (http.Handler, *strings.Builder) {
	t.Helper()
	a := api.New("Test", "test", "")
	api.Handle(a, api.Op{Method: "GET", Path: "/api/thing", Access: api.Public, Tag: "Things"}, fn)
	log := &strings.Builder{}
	slog.SetDefault(slog.New(api.Logged{Handler: slog.NewTextHandler(log, nil)}))
	return api.Identify([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, api.Log(api.SameOrigin(a))), log
}

func get(handler http.Handler, change func(*http.Request)) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodGet, "/api/thing", nil)
	if change != nil {
		change(request)
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer
}

func TestFailuresTellNothingOfTheInside(t *testing.T) {
	for name, fail := range map[string]func() error{
		"an error": func() error { return errors.New("dial tcp secret.internal:5432") },
		"a panic":  func() error { panic("secret.internal") },
	} {
		t.Run(name, func(t *testing.T) {
			handler, log := serve(t, func(context.Context, *api.Call) (api.None, error) { return api.None{}, fail() })
			answer := get(handler, nil)
			id := answer.Header().Get("X-Request-Id")
			if answer.Code != http.StatusInternalServerError || strings.Contains(answer.Body.String(), "secret") || !strings.Contains(answer.Body.String(), `"request_id":"`+id+`"`) {
				t.Errorf("%d %s", answer.Code, answer.Body)
			}
			if !strings.Contains(log.String(), "secret.internal") || !strings.Contains(log.String(), "request_id="+id) {
				t.Errorf("the log does not tell: %s", log)
			}
		})
	}
}

func TestRefusalsAreSaidAsTheyAre(t *testing.T) {
	handler, _ := serve(t, func(context.Context, *api.Call) (api.None, error) {
		return api.None{}, errors.Join(errors.New("wrapped"), apierr.Conflict("No room."))
	})
	if answer := get(handler, nil); answer.Code != http.StatusConflict || !strings.Contains(answer.Body.String(), `"message":"No room."`) {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

func TestWhereARequestComesFrom(t *testing.T) {
	var ip string
	handler, _ := serve(t, func(ctx context.Context, _ *api.Call) (api.None, error) {
		ip = api.ClientIP(ctx)
		return api.None{}, nil
	})
	for name, c := range map[string]struct{ remote, forwarded, want string }{
		"directly":                               {"203.0.113.9:1", "", "203.0.113.9"},
		"a stranger's word is not taken":         {"203.0.113.9:1", "198.51.100.7", "203.0.113.9"},
		"through our proxy":                      {"10.1.2.3:1", "198.51.100.7", "198.51.100.7"},
		"through two of ours":                    {"10.1.2.3:1", "198.51.100.7, 10.9.9.9", "198.51.100.7"},
		"what the client wrote first is not":     {"10.1.2.3:1", "1.1.1.1, 198.51.100.7", "198.51.100.7"},
		"nonsense from our proxy is the proxy's": {"10.1.2.3:1", "nonsense", "10.1.2.3"},
	} {
		t.Run(name, func(t *testing.T) {
			get(handler, func(r *http.Request) {
				r.RemoteAddr = c.remote
				if c.forwarded != "" {
					r.Header.Set("X-Forwarded-For", c.forwarded)
				}
			})
			if ip != c.want {
				t.Errorf("got %s, want %s", ip, c.want)
			}
		})
	}
}
