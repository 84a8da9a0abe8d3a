package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"waymark/internal/app"
)

type serve struct {
	Addr        string `help:"Where to listen." env:"WAYMARK_ADDR" default:"127.0.0.1:8080"`
	MetricsAddr string `help:"Where to listen for metrics; nowhere when not given." env:"WAYMARK_METRICS_ADDR"`
	Pprof       bool   `help:"Also serve profiles (/debug/pprof/) on the address for metrics." env:"WAYMARK_PPROF"`
	Demo        bool   `help:"Fill a new database with demo data." env:"WAYMARK_DEMO"`
	HoldMail    *bool  `help:"Send no mail: each message is logged as held. --hold-mail=false sends mail from a database restored as a copy." env:"WAYMARK_HOLD_MAIL"`
	BackupEvery string `help:"How often to make a backup, such as 24h; never when not given. SQLite only." env:"WAYMARK_BACKUP_EVERY"`
	BackupKeep  int    `help:"How many of these backups to keep." env:"WAYMARK_BACKUP_KEEP" default:"7"`
	BackupTo    string `help:"Where these backups go: a folder or s3://KEY:SECRET@HOST/BUCKET/PREFIX. The folder backups next to the database when not given." env:"WAYMARK_BACKUP_TO"`
}

// A stop waits this long for running requests, and then as long for running jobs.
const patience = 30 * time.Second

func (s *serve) config(shared *settings) (app.Config, error) {
	config := shared.config()
	config.Demo, config.HoldMail, config.BackupKeep, config.BackupTo = s.Demo, s.HoldMail, s.BackupKeep, s.BackupTo
	if s.Demo && config.AdminEmail == "" {
		config.AdminEmail, config.AdminPassword = app.DemoAdmin, app.DemoPassword
	}
	if s.BackupEvery == "" {
		return config, nil
	}
	every, err := time.ParseDuration(s.BackupEvery)
	if err != nil || every <= 0 {
		return config, fmt.Errorf("--backup-every %q: use a duration such as 24h or 90m", s.BackupEvery)
	}
	config.BackupEvery = every
	return config, nil
}

// ignoreHangups keeps the server running when its terminal closes.
func ignoreHangups(ctx context.Context) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		for range hangups {
			slog.InfoContext(ctx, "SIGHUP ignored: restart the server to change its settings")
		}
	}()
}

func (s *serve) Run(ctx context.Context, shared *settings) (err error) {
	ignoreHangups(ctx)
	config, err := s.config(shared)
	if err != nil {
		return err
	}
	if err := config.Check(); err != nil {
		return err
	}
	lock, err := config.Lock()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
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
	failed := make(chan error, 2)
	closeMetrics, err := s.serveMetrics(ctx, a, failed)
	if err != nil {
		return errors.Join(err, listener.Close(), a.DB.Close())
	}
	defer closeMetrics()
	if err := a.Start(ctx); err != nil {
		return errors.Join(err, listener.Close(), a.DB.Close())
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 2 * time.Minute, WriteTimeout: 10 * time.Minute,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	go func() { failed <- server.Serve(listener) }()
	slog.InfoContext(ctx, "listening", "address", "http://"+listener.Addr().String(), "database", a.DB.Engine, "driver",
		a.DB.Driver(), "version", version)
	if s.Demo {
		fmt.Printf("\n  %s is at %s\n  Sign in as %s with the password %s\n\n", shared.ProductName, address(listener),
			app.DemoAdmin, app.DemoPassword)
	}
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	return errors.Join(err, stop(a, server))
}

// serveMetrics listens for metrics before the server itself does, so that they are there as soon as it answers.
func (s *serve) serveMetrics(ctx context.Context, a *app.App, failed chan<- error) (closeMetrics func(), err error) {
	if s.MetricsAddr == "" {
		return func() {}, nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.MetricsAddr)
	if err != nil {
		return nil, fmt.Errorf("listen for metrics: %w", err)
	}
	server := &http.Server{Handler: a.Metrics(s.Pprof), ReadHeaderTimeout: 10 * time.Second}
	go func() { failed <- server.Serve(listener) }()
	return func() { _ = server.Close() }, nil
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
