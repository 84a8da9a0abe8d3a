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
	Addr            string         `help:"Address to listen on." env:"WAYMARK_ADDR" default:"127.0.0.1:8080"`
	PagesAddr       string         `help:"Address on which to serve public pages only. With --demo it is 127.0.0.1:8081 if not set." env:"WAYMARK_PAGES_ADDR"`
	MetricsAddr     string         `help:"Address on which to serve Prometheus metrics. If not set, they are not served." env:"WAYMARK_METRICS_ADDR"`
	Pprof           bool           `help:"Also serve profiles at /debug/pprof/ on the metrics address." env:"WAYMARK_PPROF"`
	Demo            bool           `help:"Fill a new database with demo data." env:"WAYMARK_DEMO"`
	ReadOnly        bool           `help:"Change nothing: people can sign in and read, changes get a 503 response, and no jobs run. For a move to another database." env:"WAYMARK_READ_ONLY"`
	HoldMail        *bool          `help:"Send no mail; log each message as held. Use --hold-mail=false to send mail again from a database restored with --as-copy." env:"WAYMARK_HOLD_MAIL"`
	BackupEvery     string         `help:"Interval between scheduled backups, such as 24h. If not set, none are made. SQLite only." env:"WAYMARK_BACKUP_EVERY"`
	BackupKeep      int            `help:"Number of scheduled backups to keep." env:"WAYMARK_BACKUP_KEEP" default:"7"`
	CheckLinksEvery *time.Duration `help:"Interval at which each link of content is checked, such as 168h; 0 checks links only on request. If not set, a week, and 0 with --demo." env:"WAYMARK_CHECK_LINKS_EVERY"`
	Drain           *time.Duration `help:"How long a server that is stopping still serves requests while /readyz says that it is not ready. If not set, 5s on PostgreSQL, and 0 with --single-node or on SQLite, where no other node can take over." env:"WAYMARK_DRAIN"`
	OTLPEndpoint    string         `name:"otlp-endpoint" help:"Address of an OpenTelemetry collector to which traces are sent with OTLP over HTTP, such as http://127.0.0.1:4318. If not set, nothing is traced." env:"WAYMARK_OTLP_ENDPOINT,OTEL_EXPORTER_OTLP_ENDPOINT"`
	NodeName        string         `help:"Name of this server on the status page. If not set, its host name and port." env:"WAYMARK_NODE_NAME"`
	DatabaseReplica []string       `help:"Address of a standby of the database for lists, searches and reports: postgres://… Can be repeated. PostgreSQL only." env:"WAYMARK_DATABASE_REPLICA"`
	ReplicaLag      time.Duration  `help:"How far a standby may be behind before it is skipped." env:"WAYMARK_REPLICA_LAG" default:"5s"`
	BackupTo        string         `help:"Where to write scheduled backups: a folder or s3://KEY:SECRET@HOST/BUCKET/PREFIX. If not set, the folder backups next to the database." env:"WAYMARK_BACKUP_TO"`
}

// defaultDrain gives load balancers time to notice that a node is not ready.
const defaultDrain = 5 * time.Second

// shutdownTimeout limits how long a shutdown waits for running requests, and then again for running jobs.
const shutdownTimeout = 30 * time.Second

func (s *serve) config(shared *settings) (app.Config, error) {
	config := shared.config()
	config.Demo, config.HoldMail, config.BackupKeep, config.BackupTo = s.Demo, s.HoldMail, s.BackupKeep, s.BackupTo
	config.ReadOnly, config.OTLPEndpoint, config.NodeName = s.ReadOnly, s.OTLPEndpoint, s.NodeName
	config.DatabaseReplicas, config.ReplicaLag = s.DatabaseReplica, s.ReplicaLag
	if s.Demo && config.AdminEmail == "" {
		config.AdminEmail, config.AdminPassword = app.DemoAdmin, app.DemoPassword
	}
	switch {
	case s.CheckLinksEvery != nil:
		config.CheckLinksEvery = *s.CheckLinksEvery
	case !s.Demo:
		config.CheckLinksEvery = 7 * 24 * time.Hour
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
	pages, err := s.listenForPages(ctx, &config)
	if err != nil {
		return err
	}
	a, err := app.New(ctx, config)
	if err != nil {
		return errors.Join(err, pages.close())
	}
	return errors.Join(s.serve(ctx, shared, a, pages), pages.close())
}

// serve serves requests until ctx is done, and closes the app.
func (s *serve) serve(ctx context.Context, shared *settings, a *app.App, pages *pagesServer) (err error) {
	if s.Demo && !s.ReadOnly {
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
	if a.Config.NodeName == "" {
		a.Config.NodeName = nodeName(listener)
	}
	failed := make(chan error, 3)
	closeMetrics, err := s.serveMetrics(ctx, a, failed)
	if err != nil {
		return errors.Join(err, listener.Close(), a.DB.Close())
	}
	defer closeMetrics()
	if err := errors.Join(pages.start(a, failed), a.Start(ctx)); err != nil {
		return errors.Join(err, listener.Close(), a.DB.Close())
	}
	server := newHTTPServer(handler, listener)
	go func() { failed <- server.serve() }()
	slog.InfoContext(ctx, "listening", "address", "http://"+listener.Addr().String(),
		"database", a.DB.Engine, "driver", a.DB.Driver(), "version", version)
	if s.ReadOnly {
		slog.WarnContext(ctx, "the server is read-only: it saves nothing and runs no jobs")
	}
	if s.Demo {
		fmt.Printf("\n  %s is at %s, public pages at %s\n  Sign in as %s with the password %s\n\n",
			shared.ProductName, localURL(listener), a.Config.LandingURL, app.DemoAdmin, app.DemoPassword)
	}
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	s.drain(a)
	return errors.Join(err, stop(a, server, pages))
}

// serveMetrics serves metrics if they are enabled. It is called before the server starts, so that metrics are available
// as soon as the server responds.
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

// nodeName returns the host name and the port of this server.
func nodeName(listener net.Listener) string {
	name, err := os.Hostname()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return listener.Addr().String()
	}
	return net.JoinHostPort(name, port)
}

func localURL(listener net.Listener) string {
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return "http://localhost:" + port
}

// drain makes the server say that it is not ready, and waits until no more requests are sent to it. A second signal
// ends the wait.
func (s *serve) drain(a *app.App) {
	a.Drain()
	duration := time.Duration(0)
	switch {
	case s.Drain != nil:
		duration = *s.Drain
	case a.Config.HasOtherNodes():
		duration = defaultDrain
	}
	if duration <= 0 {
		return
	}
	slog.Info("draining", "for", duration)
	again := make(chan os.Signal, 1)
	signal.Notify(again, syscall.SIGINT, syscall.SIGTERM)
	defer signal.Stop(again)
	select {
	case <-time.After(duration):
	case <-again:
	}
}

// stop stops accepting work, waits for requests and jobs, and then closes the database.
func stop(a *app.App, server *httpServer, pages *pagesServer) error {
	slog.Info("stopping")
	requests, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	pagesStopped := make(chan error, 1)
	go func() { pagesStopped <- pages.shutdown(requests) }()
	err := errors.Join(server.shutdown(requests), <-pagesStopped)
	running, cancelJobs := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancelJobs()
	return errors.Join(err, a.Close(running))
}
