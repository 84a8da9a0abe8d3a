package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"waymark/internal/app"
)

type serve struct {
	Addr        string `help:"Where to listen." env:"WAYMARK_ADDR" default:"127.0.0.1:8080"`
	MetricsAddr string `help:"Where to listen for metrics; nowhere when not given." env:"WAYMARK_METRICS_ADDR"`
	Demo        bool   `help:"Fill a new database with demo data." env:"WAYMARK_DEMO"`
}

// A stop waits this long for running requests, and then as long for running jobs.
const patience = 30 * time.Second

func (s *serve) Run(ctx context.Context, shared *settings) error {
	config := shared.config()
	config.Demo = s.Demo
	if s.Demo && config.AdminEmail == "" {
		config.AdminEmail, config.AdminPassword = app.DemoAdmin, app.DemoPassword
	}
	a, err := app.New(ctx, config)
	if err != nil {
		return err
	}
	if s.Demo {
		if err := a.SeedDemo(ctx); err != nil {
			return errors.Join(err, a.DB.Close())
		}
	}
	handler, err := a.Handler()
	if err != nil {
		return errors.Join(err, a.DB.Close())
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.Addr)
	if err != nil {
		return errors.Join(fmt.Errorf("listen: %w", err), a.DB.Close())
	}
	if err := a.Start(ctx); err != nil {
		return errors.Join(err, listener.Close(), a.DB.Close())
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 2 * time.Minute, WriteTimeout: 10 * time.Minute,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	failed := make(chan error, 2)
	go func() { failed <- server.Serve(listener) }()
	if s.MetricsAddr != "" {
		metrics := &http.Server{Addr: s.MetricsAddr, Handler: a.Metrics(), ReadHeaderTimeout: 10 * time.Second}
		go func() { failed <- metrics.ListenAndServe() }()
		defer func() { _ = metrics.Close() }()
	}
	slog.InfoContext(ctx, "listening", "address", "http://"+listener.Addr().String(), "database", a.DB.Engine, "driver", a.DB.Driver(), "version", version)
	if s.Demo {
		fmt.Printf("\n  %s is at %s\n  Sign in as %s with the password %s\n\n", shared.ProductName, address(listener), app.DemoAdmin, app.DemoPassword)
	}
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	return errors.Join(err, stop(a, server))
}

func address(listener net.Listener) string {
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return "http://localhost:" + port
}

// stop takes no new work, lets requests and jobs end, and closes the database last.
func stop(a *app.App, server *http.Server) error {
	slog.Info("stopping")
	a.Drain()
	requests, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := server.Shutdown(requests)
	running, cancelJobs := context.WithTimeout(context.Background(), patience)
	defer cancelJobs()
	return errors.Join(err, a.Close(running))
}
