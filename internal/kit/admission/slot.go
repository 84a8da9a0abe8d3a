package admission

import (
	"io"
	"net/http"
	"sync"
	"time"
)

// Slot is the right to handle a request.
type Slot struct {
	limiter *Limiter
	class   Class
	caller  string

	mu       sync.Mutex
	held     bool
	reading  bool // the request waits for its client to send more of the body
	released bool
}

// Release gives the slot back. It may be called more than once.
func (s *Slot) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.released = true
	s.giveBack()
}

func (s *Slot) giveBack() {
	if !s.held {
		return
	}
	s.held = false
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	s.limiter.stop(s.class, s.caller)
}

// clientWait is how long a request may wait for its client before others get its slot. A few clients that are slow on
// purpose could otherwise take all slots.
const clientWait = 50 * time.Millisecond

// Wrap returns a request and a response writer that give the slot back while they wait for the client. A request takes
// its slot again when the client has sent more of the body, even if no slot is free; a response does not.
func (s *Slot) Wrap(w http.ResponseWriter, r *http.Request) (http.ResponseWriter, *http.Request) {
	if r.Body != nil && r.Body != http.NoBody {
		wrapped := *r
		wrapped.Body = &requestBody{r.Body, s}
		r = &wrapped
	}
	return &responseWriter{w, s}, r
}

type requestBody struct {
	io.ReadCloser
	slot *Slot
}

func (b *requestBody) Read(p []byte) (int, error) {
	b.slot.setReading(true)
	timer := time.AfterFunc(clientWait, b.slot.suspend)
	n, err := b.ReadCloser.Read(p)
	timer.Stop()
	b.slot.setReading(false)
	return n, err
}

func (s *Slot) setReading(reading bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reading = reading
	if !reading && !s.held && !s.released {
		s.held = true
		s.limiter.mu.Lock()
		defer s.limiter.mu.Unlock()
		s.limiter.start(s.class, s.caller)
	}
}

// suspend gives the slot back while the request waits for its client.
func (s *Slot) suspend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reading {
		s.giveBack()
	}
}

type responseWriter struct {
	http.ResponseWriter
	slot *Slot
}

func (w *responseWriter) Write(p []byte) (int, error) {
	defer time.AfterFunc(clientWait, w.slot.Release).Stop()
	return w.ResponseWriter.Write(p)
}

// FlushError is called by http.ResponseController.
func (w *responseWriter) FlushError() error {
	defer time.AfterFunc(clientWait, w.slot.Release).Stop()
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap is called by http.ResponseController.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
