package main

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"sync/atomic"
)

// starting serves requests from the moment the server listens. Until the app is ready, requests get a 503 response that
// says what the start is doing: a migration of a large database takes minutes.
type starting struct {
	ready atomic.Pointer[http.Handler]
	step  atomic.Pointer[string]
}

// serve passes all further requests to a handler.
func (s *starting) serve(handler http.Handler) { s.ready.Store(&handler) }

// report sets the step that responses name.
func (s *starting) report(step string) { s.step.Store(&step) }

// ServeHTTP implements http.Handler. /healthz only says that the process is running: service managers restart one that
// does not respond, and a migration would begin again.
func (s *starting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if handler := s.ready.Load(); handler != nil {
		(*handler).ServeHTTP(w, r)
		return
	}
	if r.URL.Path == "/healthz" {
		_, _ = w.Write([]byte("ok"))
		return
	}
	answer := struct {
		Message string `json:"message"`
		Code    string `json:"code"`
		Step    string `json:"step"`
	}{Message: "The server is starting. Please try again in a few seconds.", Code: "unavailable", Step: "starting"}
	if step := s.step.Load(); step != nil {
		answer.Step = *step
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("Retry-After", "5")
	w.WriteHeader(http.StatusServiceUnavailable)
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		slog.DebugContext(r.Context(), "response not sent", "error", err)
	}
}
