package api_test

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
)

// serve serves one call behind the middleware, and returns its log.
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

func TestErrors_HideDetails(t *testing.T) {
	for name, fail := range map[string]func() error{
		"an error": func() error { return errors.New("dial tcp secret.internal:5432") },
		"a panic":  func() error { panic("secret.internal") },
	} {
		t.Run(name, func(t *testing.T) {
			handler, log := serve(t, func(context.Context, *api.Call) (api.None, error) { return api.None{}, fail() })
			answer := get(handler, nil)
			id := answer.Header().Get("X-Request-Id")
			body := answer.Body.String()
			if answer.Code != http.StatusInternalServerError || strings.Contains(body, "secret") ||
				!strings.Contains(body, `"request_id":"`+id+`"`) {
				t.Errorf("%d %s", answer.Code, answer.Body)
			}
			if !strings.Contains(log.String(), "secret.internal") || !strings.Contains(log.String(), "request_id="+id) {
				t.Errorf("the log has no details: %s", log)
			}
		})
	}
}

func TestRequest_UnstorableText(t *testing.T) {
	a := api.New("Test", "test", "")
	op := api.Op{Method: "POST", Path: "/api/things/{name}", Access: api.Public, Body: a.SchemaOf(struct{}{})}
	api.Handle(a, op, func(_ context.Context, call *api.Call) (api.None, error) {
		_, err := api.Decode[struct {
			Text string     `json:"text"`
			At   *time.Time `json:"at"`
		}](call)
		return api.None{}, err
	})
	for _, one := range []struct {
		path, body, says string
		want             int
	}{
		{"/api/things/caf%C3%A9", `{"text":"ü","at":"2026-01-31T09:30:00+02:00"}`, "", 204},
		{"/api/things/%00", "{}", "", 404},
		{"/api/things/a%ffb", "{}", "", 404},
		{"/api/things/a", "{\"text\":\"\xff\"}", "not valid JSON", 400},
		{"/api/things/a", `{"text":"\u0000"}`, "can't be stored", 422},
		{"/api/things/a", `{"text":"\\\u0000"}`, "can't be stored", 422},
		{"/api/things/a", `{"text":"\\u0000"}`, "", 204},
		{"/api/things/a", `{"at":"yesterday"}`, "Must be a time like", 422},
	} {
		answer := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodPost, one.path, strings.NewReader(one.body))
		request.Header.Set("Content-Type", "application/json")
		a.ServeHTTP(answer, request)
		if answer.Code != one.want || !strings.Contains(answer.Body.String(), one.says) {
			t.Errorf("%s %q: %d %s", one.path, one.body, answer.Code, answer.Body)
		}
	}
}

func TestResponse_Aborted(t *testing.T) {
	a := api.New("Test", "test", "")
	a.Mount("GET /api/file", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("half"))
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}))
	server := httptest.NewServer(api.Identify(nil, api.Log(a)))
	defer server.Close()
	request := httptest.NewRequest(http.MethodGet, server.URL+"/api/file", nil)
	request.RequestURI = ""
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if text, err := io.ReadAll(answer.Body); err == nil {
		t.Errorf("the client read %q as a complete response", text)
	}
}

// Large responses have a length, unless they are compressed, and responses without a body have their status.
func TestResponse_Length(t *testing.T) {
	a := api.New("Test", "test", "")
	long := strings.Repeat("harbour ", 5000)
	longBody := `{"item":"` + long + `"}` + "\n"
	api.Handle(a, api.Op{Method: "GET", Path: "/api/long", Access: api.Public, Tag: "Things"},
		func(context.Context, *api.Call) (api.Item[string], error) { return api.Item[string]{Item: long}, nil })
	api.Handle(a, api.Op{Method: "DELETE", Path: "/api/thing", Access: api.Public, Tag: "Things"},
		func(context.Context, *api.Call) (api.None, error) { return api.None{}, nil })
	a.Mount("GET /api/stream", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusAccepted)
		_ = http.NewResponseController(w).Flush()
		_, _ = w.Write([]byte("streamed"))
	}))
	server := httptest.NewServer(gzhttp.GzipHandler(api.Identify(nil, api.Log(a))))
	defer server.Close()
	for _, want := range []struct {
		method, path, encoding string
		status                 int
		length                 int64 // -1 if unknown
		body                   string
	}{
		{"GET", "/api/long", "identity", http.StatusOK, int64(len(longBody)), longBody},
		{"GET", "/api/long", "gzip", http.StatusOK, -1, longBody},
		{"DELETE", "/api/thing", "identity", http.StatusNoContent, 0, ""},
		{"GET", "/api/stream", "identity", http.StatusAccepted, -1, "streamed"},
	} {
		request := httptest.NewRequest(want.method, server.URL+want.path, nil)
		request.RequestURI = ""
		request.Header.Set("Accept-Encoding", want.encoding)
		answer, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		var body io.Reader = answer.Body
		if answer.Header.Get("Content-Encoding") == "gzip" {
			if body, err = gzip.NewReader(body); err != nil {
				t.Fatal(err)
			}
		} else if want.encoding == "gzip" {
			t.Errorf("%s is not compressed", want.path)
		}
		text, err := io.ReadAll(body)
		_ = answer.Body.Close()
		compressedLength := want.encoding == "gzip" && answer.ContentLength < int64(len(long))/10
		if err != nil || string(text) != want.body || answer.StatusCode != want.status ||
			(answer.ContentLength != want.length && !compressedLength) {
			t.Errorf("%s %s: %d, length %d, %.50q (%v), want %d, length %d", want.method, want.path, answer.StatusCode,
				answer.ContentLength, text, err, want.status, want.length)
		}
	}
}

type page struct {
	Items []struct {
		Name string `json:"name"`
	} `json:"items"`
	Meta struct{} `json:"meta"`
}

func TestListAt(t *testing.T) {
	a := api.New("Test", "test", "")
	for _, path := range []string{"boats", "ports/{id}/boats", "options/boats"} {
		op := api.Op{Method: "GET", Path: "/api/admin/" + path, Tag: "Boats", Access: api.Public, Export: api.Admins}
		api.Handle(a, op, func(context.Context, *api.Call) (*page, error) {
			return nil, apierr.Field("sort", "No.")
		})
	}
	one := api.Op{Method: "GET", Path: "/api/admin/boats/{id}", Tag: "Boats", Access: api.Public}
	api.Handle(a, one, func(context.Context, *api.Call) (*api.Item[string], error) {
		return &api.Item[string]{Item: "one"}, nil
	})
	for path, want := range map[string]bool{
		"boats": true, "ports/7/boats": true, "options/boats": false, "boats/7": false, "nothing": false, "": false,
		"x/../boats": false, "boats/": false, "boats?a=1": false,
	} {
		list, ok := a.ListAt(path)
		if ok != want {
			t.Errorf("%q: %v", path, ok)
		}
		if ok && (list.Item().NumField() != 1 || list.MayExport(t.Context()) == nil) {
			t.Errorf("%q is %v, and anyone may export it", path, list.Item())
		}
	}
	if answer, err := a.Get(t.Context(), "boats/7", nil); err != nil || !strings.Contains(string(answer), `"one"`) {
		t.Errorf("got %s (%v)", answer, err)
	}
	refused, ok := apierr.As(func() error { _, err := a.Get(t.Context(), "boats", nil); return err }())
	if !ok || refused.GetStatus() != http.StatusUnprocessableEntity || refused.Errors["sort"] == nil {
		t.Errorf("got %v", refused)
	}
}

func TestErrors_Wrapped(t *testing.T) {
	handler, _ := serve(t, func(context.Context, *api.Call) (api.None, error) {
		return api.None{}, errors.Join(errors.New("wrapped"), apierr.Conflict("No room."))
	})
	answer := get(handler, nil)
	if answer.Code != http.StatusConflict || !strings.Contains(answer.Body.String(), `"message":"No room."`) {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

func TestClientIP(t *testing.T) {
	var ip string
	handler, _ := serve(t, func(ctx context.Context, _ *api.Call) (api.None, error) {
		ip = api.ClientIP(ctx)
		return api.None{}, nil
	})
	for name, c := range map[string]struct{ remote, forwarded, want string }{
		"directly":                            {"203.0.113.9:1", "", "203.0.113.9"},
		"header of a client that is no proxy": {"203.0.113.9:1", "198.51.100.7", "203.0.113.9"},
		"through our proxy":                   {"10.1.2.3:1", "198.51.100.7", "198.51.100.7"},
		"through two of our proxies":          {"10.1.2.3:1", "198.51.100.7, 10.9.9.9", "198.51.100.7"},
		"header written by the client":        {"10.1.2.3:1", "1.1.1.1, 198.51.100.7", "198.51.100.7"},
		"invalid address from our proxy":      {"10.1.2.3:1", "nonsense", "10.1.2.3"},
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
