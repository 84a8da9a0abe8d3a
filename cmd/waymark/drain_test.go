package main_test

import (
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
