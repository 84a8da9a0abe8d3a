package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestConnection_Responses reads the responses of a real server one after the other on a single connection. A response
// that was not read exactly would spoil the next one.
func TestConnection_Responses(t *testing.T) {
	long := strings.Repeat("a line of the body\n", 10_000)
	mux := http.NewServeMux()
	mux.HandleFunc("/length", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = fmt.Fprintf(w, "%s %s", r.Method, body)
	})
	mux.HandleFunc("/chunks", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, long) })
	mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/refused", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no such row", http.StatusNotFound)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	w := dialTest(t, server.Listener.Addr().String())
	for range 2 {
		for _, c := range []struct{ method, path, want, problem string }{
			{method: "GET", path: "/length", want: "GET "},
			{method: "PUT", path: "/length", want: `PUT {"a":1}`},
			{method: "GET", path: "/refused", problem: "GET /refused: status 404: no such row\n"},
			{method: "GET", path: "/chunks", want: long},
			{method: "GET", path: "/empty"},
		} {
			var body any
			if c.method == "PUT" {
				body = map[string]int{"a": 1}
			}
			got, err := w.fetch(c.method, c.path, body)
			if problem := errorText(err); problem != c.problem {
				t.Errorf("%s %s: got error %q, want %q", c.method, c.path, problem, c.problem)
			}
			if string(got) != c.want {
				t.Errorf("%s %s: got %d bytes %.60q, want %d bytes", c.method, c.path, len(got), got, len(c.want))
			}
			if err := w.do(c.method, c.path, body, io.Discard); errorText(err) != c.problem {
				t.Errorf("%s %s, discarded: got %v, want %q", c.method, c.path, err, c.problem)
			}
		}
	}
}

func TestConnection_BrokenResponses(t *testing.T) {
	for name, answer := range map[string]string{
		"is not HTTP":            "hello\r\n\r\n",
		"has no number":          "HTTP/1.1 abc OK\r\n\r\n",
		"has no length":          "HTTP/1.1 200 OK\r\n\r\nbody",
		"has a bad length":       "HTTP/1.1 200 OK\r\nContent-Length: four\r\n\r\nbody",
		"ends in its header":     "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n",
		"ends in its body":       "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbody",
		"ends in a chunk":        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbody",
		"ends without its chunk": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			for _, keep := range []io.Writer{io.Discard, &bytes.Buffer{}} {
				w := dialTest(t, serveOnce(t, answer))
				if err := w.do("GET", "/", nil, keep); err == nil {
					t.Errorf("got no error for %q", answer)
				}
			}
		})
	}
}

func dialTest(t *testing.T, address string) *connection {
	t.Helper()
	w, err := dial(t.Context(), address, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.close)
	return w
}

// serveOnce returns the address of a server that sends a fixed text to its first caller.
func serveOnce(t *testing.T, answer string) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		_, _ = conn.Read(make([]byte, 4096)) // closing an unread connection would reset it
		_, _ = io.WriteString(conn, answer)
	}()
	return listener.Addr().String()
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
