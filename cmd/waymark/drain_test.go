package main_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
)

func TestServe_Drain(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), "--drain", "1h")
	address := strings.TrimPrefix(s.url, "http://")
	if output, err := run(t, t.TempDir(), "health", "--addr", address); err != nil || output != "ready\n" {
		t.Errorf("health: %v: %s", err, output)
	}
	if closed := s.isClosedAfter("/readyz", http.StatusOK); closed {
		t.Error("connections are closed before the server stops")
	}
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.await("msg=draining")
	if closed := s.isClosedAfter("/readyz", http.StatusServiceUnavailable); !closed {
		t.Error("/readyz: the connection stays open")
	}
	if closed := s.isClosedAfter("/api/auth/settings", http.StatusUnauthorized); !closed {
		t.Error("other requests: the connection stays open")
	}
	if output, err := run(t, t.TempDir(), "health", "--addr", address); err == nil || !strings.Contains(output, "503") {
		t.Errorf("health of a server that drains: %v: %s", err, output)
	}
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-s.ended; err != nil {
		t.Errorf("the server ended with %v: %s", err, s.output())
	}
	if output, err := run(t, t.TempDir(), "health", "--addr", address); err == nil {
		t.Errorf("health of a server that has ended: %s", output)
	}
}

// TestServe_LastRequests checks that a server that stops answers requests that a load balancer sends on connections
// that were idle.
func TestServe_LastRequests(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), "--drain", "0s")
	address := strings.TrimPrefix(s.url, "http://")
	var idle [3]net.Conn
	for i := range idle {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		if response := requestOn(t, conn); response.StatusCode != http.StatusOK || response.Close {
			t.Errorf("before: got %d, closed: %v, want 200 on a connection that stays open", response.StatusCode,
				response.Close)
		}
		idle[i] = conn
	}
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.await("msg=stopping")
	for { // the listener is closed first
		conn, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		_ = conn.Close()
	}
	for _, conn := range idle {
		if response := requestOn(t, conn); response.StatusCode != http.StatusOK || !response.Close {
			t.Errorf("after: got %d, closed: %v, want 200 and a connection that is closed", response.StatusCode,
				response.Close)
		}
	}
	if err := <-s.ended; err != nil {
		t.Errorf("the server ended with %v: %s", err, s.output())
	}
}

// requestOn makes a request on an open connection.
func requestOn(t *testing.T, conn net.Conn) *http.Response {
	t.Helper()
	if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	return response
}

// isClosedAfter makes a request, and reports whether the server closes the connection after it.
func (s *server) isClosedAfter(path string, want int) bool {
	s.t.Helper()
	response, err := s.client.Get(s.url + path)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != want {
		s.t.Errorf("%s: got %d, want %d", path, response.StatusCode, want)
	}
	return response.Close
}
