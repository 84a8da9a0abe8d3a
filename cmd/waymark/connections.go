package main

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// lastRequests is how long a server that accepts no more connections answers on the open ones. A load balancer may be
// sending a request on an idle connection, and could not repeat a POST if the connection were closed.
const lastRequests = 2 * time.Second

// httpServer is a server that knows its open connections.
type httpServer struct {
	http.Server

	listener net.Listener

	mu   sync.Mutex
	open map[net.Conn]bool
	none chan struct{} // closed when there are none, if somebody waits for that
}

// newHTTPServer returns a server with the limits that all addresses share.
func newHTTPServer(handler http.Handler, listener net.Listener) *httpServer {
	s := &httpServer{
		Server: http.Server{
			Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 2 * time.Minute,
			WriteTimeout: 10 * time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		},
		listener: listener, open: map[net.Conn]bool{},
	}
	s.ConnState = s.note
	return s
}

func (s *httpServer) serve() error { return s.Serve(s.listener) }

func (s *httpServer) note(conn net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state != http.StateClosed && state != http.StateHijacked {
		s.open[conn] = true
		return
	}
	delete(s.open, conn)
	if len(s.open) == 0 && s.none != nil {
		close(s.none)
		s.none = nil
	}
}

// ended returns a channel that is closed when there are no open connections.
func (s *httpServer) ended() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	none := make(chan struct{})
	if len(s.open) == 0 {
		close(none)
		return none
	}
	s.none = none
	return none
}

// shutdown accepts no more connections, answers what arrives on the open ones, and waits for running requests.
func (s *httpServer) shutdown(ctx context.Context) error {
	_ = s.listener.Close()
	select {
	case <-s.ended():
	case <-time.After(lastRequests):
	}
	return s.Shutdown(ctx)
}
