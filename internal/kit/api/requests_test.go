package api_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/prometheus/client_golang/prometheus"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
)

// accepting serves a call that accepts any JSON object.
func accepting(t *testing.T) *httptest.Server {
	t.Helper()
	a := api.New("Test", "test", "")
	op := api.Op{Method: "POST", Path: "/api/things", Access: api.Public, Body: a.SchemaOf(struct{}{})}
	api.Handle(a, op, func(_ context.Context, call *api.Call) (api.None, error) {
		_, err := call.Object()
		return api.None{}, err
	})
	server := httptest.NewServer(api.Identify(nil, api.Log(a)))
	t.Cleanup(server.Close)
	return server
}

// raw sends bytes, closes the sending side and reads the response.
func raw(t *testing.T, server *httptest.Server, text string) *http.Response {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func TestRequestBody(t *testing.T) {
	t.Parallel()
	server := accepting(t)
	const head = "POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	sized := func(body string) string { return fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(body), body) }
	for name, one := range map[string]struct {
		request string
		want    int
	}{
		"complete":                    {sized(`{"a":"b"}`), 204},
		"shorter than Content-Length": {head + "Content-Length: 50\r\n\r\n{\"a\":\"b\"}", 400},
		"with a broken chunk":         {head + "Transfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\nXYZ\r\n", 400},
		"with a missing last chunk":   {head + "Transfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n", 400},
		"without Content-Type":        {"POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}", 415},
		"chunked, without Content-Type": {
			"POST /api/things HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 415,
		},
		"of another type":             {strings.Replace(head, "json", "xml", 1) + "Content-Length: 2\r\n\r\n{}", 415},
		"with a key twice":            {sized(`{"a":1,"a":2}`), 400},
		"with a nested pair":          {sized(`{"a":[{"b":1,"c":2,"\u0062":3}]}`), 400},
		"with one key in two objects": {sized(`{"a":{"b":"x,\"b\":"},"b":{"b":[1]}}`), 204},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			response := raw(t, server, one.request)
			body, _ := io.ReadAll(response.Body)
			if response.StatusCode != one.want {
				t.Errorf("got %d, want %d: %s", response.StatusCode, one.want, body)
			}
		})
	}
}

func TestRequestBody_Slow(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	op := api.Op{
		Method: "POST", Path: "/api/things", Access: api.Public, Body: a.SchemaOf(struct{}{}),
		BodyTimeout: 100 * time.Millisecond,
	}
	api.Handle(a, op, func(_ context.Context, call *api.Call) (api.None, error) {
		_, err := call.Object()
		return api.None{}, err
	})
	// The same layers as in the app: each must pass the deadline on.
	server := httptest.NewServer(api.Identify(nil, api.Log(gzhttp.GzipHandler(a))))
	t.Cleanup(server.Close)
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn,
		"POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusRequestTimeout {
		t.Errorf("got %d, want 408", response.StatusCode)
	}
}

func TestOutage(t *testing.T) {
	outage := fmt.Errorf("read things: %w", syscall.ENOSPC)
	handler, log := serve(t, func(context.Context, *api.Call) (api.None, error) { return api.None{}, outage })
	t.Run("is 503 with Retry-After and without details", func(t *testing.T) {
		answer := get(handler, nil)
		if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") == "" ||
			strings.Contains(answer.Body.String(), "space") {
			t.Errorf("%d %v %s", answer.Code, answer.Header(), answer.Body)
		}
	})
	t.Run("is logged once a second however many requests fail", func(t *testing.T) {
		for range 200 {
			get(handler, nil)
		}
		if n := strings.Count(log.String(), "level=ERROR"); n < 1 || n > 2 {
			t.Errorf("%d error lines", n)
		}
		if !strings.Contains(log.String(), "no space left") {
			t.Errorf("the log does not name the reason: %.500s", log)
		}
	})
	t.Run("says that a change may have been saved", func(t *testing.T) {
		unknown := fmt.Errorf("commit: %w: %w", db.ErrUnknownOutcome, io.ErrUnexpectedEOF)
		handler, _ := serve(t, func(context.Context, *api.Call) (api.None, error) { return api.None{}, unknown })
		answer := get(handler, nil)
		if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") == "" ||
			!strings.Contains(answer.Body.String(), "may have been saved") {
			t.Errorf("%d %v %s", answer.Code, answer.Header(), answer.Body)
		}
	})
	t.Run("is a page for people", func(t *testing.T) {
		fails := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { api.WriteError(w, r, outage) })
		request := httptest.NewRequest(http.MethodGet, "/content", nil)
		request.Header.Set("Accept", "text/html,*/*")
		answer := httptest.NewRecorder()
		api.Identify(nil, fails).ServeHTTP(answer, request)
		page := answer.Body.String()
		if answer.Code != http.StatusServiceUnavailable || !strings.HasPrefix(answer.Header().Get("Content-Type"),
			"text/html") ||
			!strings.Contains(page, `http-equiv="refresh" content="5"`) || !strings.Contains(page, "Temporarily unavailable") ||
			!strings.Contains(page, answer.Header().Get("X-Request-Id")) {
			t.Errorf("%d %v %s", answer.Code, answer.Header(), page)
		}
		if policy := answer.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "style-src 'sha256-") ||
			strings.Contains(policy, "unsafe") {
			t.Errorf("the policy is %s", policy)
		}
	})
	t.Run("differs from an error of our own", func(t *testing.T) {
		handler, _ := serve(t, func(context.Context, *api.Call) (api.None, error) { return api.None{}, errors.New("a bug") })
		if answer := get(handler, nil); answer.Code != http.StatusInternalServerError {
			t.Errorf("got %d", answer.Code)
		}
	})
}

func TestAccessLog_MasksTokens(t *testing.T) {
	handler, log := serve(t, func(context.Context, *api.Call) (api.None, error) { return api.None{}, nil })
	const token = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE"
	get(handler, func(r *http.Request) { r.URL.Path = "/reset-password/" + token })
	get(handler, func(r *http.Request) { r.URL.Path = "/api/admin/publishers/12345" })
	if strings.Contains(log.String(), token) || !strings.Contains(log.String(), "/reset-password/•••") ||
		!strings.Contains(log.String(), "/api/admin/publishers/12345") {
		t.Errorf("the log reads %s", log)
	}
}

func TestMetrics_MethodLabel(t *testing.T) {
	handler, _ := serve(t, func(context.Context, *api.Call) (api.None, error) { return api.None{}, nil })
	get(handler, func(r *http.Request) { r.Method = "MADEUP0" })
	count := func() int {
		collected := make(chan prometheus.Metric, 1000)
		api.Requests.Collect(collected)
		return len(collected)
	}
	series := count()
	for i := range 20 {
		get(handler, func(r *http.Request) { r.Method = fmt.Sprintf("MADEUP%d", i) })
	}
	if after := count(); after != series {
		t.Errorf("%d series became %d", series, after)
	}
}

func TestParseID(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"1": true, "9223372036854775807": true, "0": false, "01": false, "+1": false,
		"-1": false, "": false, "1 ": false, "١": false, "9223372036854775808": false,
	} {
		if _, ok := api.ParseID(text); ok != want {
			t.Errorf("%q: %v, want %v", text, ok, want)
		}
	}
}
