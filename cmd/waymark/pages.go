package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"

	"waymark/internal/app"
)

// demoPagesAddr is where public pages are served with --demo. Its links use a host name of their own, because browsers
// send cookies to all ports of a host.
const (
	demoPagesAddr = "127.0.0.1:8081"
	demoPagesHost = "pages.localhost"
)

// pagesServer serves public pages on an address of their own. All its methods accept nil.
type pagesServer struct {
	listener net.Listener
	server   *httpServer
}

// listenForPages opens the address of public pages, if there is one. With --demo the console links to it.
func (s *serve) listenForPages(ctx context.Context, config *app.Config) (*pagesServer, error) {
	addr := s.PagesAddr
	if addr == "" && s.Demo {
		addr = demoPagesAddr
	}
	if addr == "" {
		return nil, nil //nolint:nilnil // there is nothing to serve, which is no error
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("--pages-addr %s: %w", addr, err)
	}
	if s.Demo {
		_, port, _ := net.SplitHostPort(listener.Addr().String())
		config.UsePages("http://" + net.JoinHostPort(demoPagesHost, port))
	}
	return &pagesServer{listener: listener}, nil
}

// start begins to serve.
func (p *pagesServer) start(a *app.App, failed chan<- error) error {
	if p == nil {
		return nil
	}
	handler, err := a.PagesHandler()
	if err != nil {
		return err
	}
	p.server = newHTTPServer(handler, p.listener)
	go func() { failed <- p.server.serve() }()
	slog.Info("serving public pages", "at", "http://"+p.listener.Addr().String(), "url", a.Config.LandingURL)
	return nil
}

// shutdown waits for running requests.
func (p *pagesServer) shutdown(ctx context.Context) error {
	if p == nil || p.server == nil {
		return nil
	}
	return p.server.shutdown(ctx)
}

// close releases the address if it is not served any more.
func (p *pagesServer) close() error {
	if p == nil || p.server != nil {
		return nil
	}
	return p.listener.Close()
}
