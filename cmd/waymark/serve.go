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
	"strconv"
	"strings"
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

// maxDrain is far more than load balancers need to notice that a node is not ready.
const maxDrain = 24 * time.Hour

// check refuses addresses and durations that can't work, before anything is opened or created.
func (s *serve) check() error {
	for _, setting := range []struct{ name, value string }{
		{"--addr", s.Addr}, {"--pages-addr", s.PagesAddr}, {"--metrics-addr", s.MetricsAddr},
	} {
		if setting.value == "" && setting.name != "--addr" {
			continue
		}
		if err := checkAddress(setting.value); err != nil {
			return fmt.Errorf("%s %q: %w", setting.name, setting.value, err)
		}
	}
	if s.ReplicaLag <= 0 {
		return fmt.Errorf("--replica-lag %s: use a duration such as 5s", s.ReplicaLag)
	}
	if s.BackupKeep < 1 {
		return fmt.Errorf("--backup-keep %d: keep at least 1", s.BackupKeep)
	}
	if s.Drain != nil && (*s.Drain < 0 || *s.Drain > maxDrain) {
		return fmt.Errorf("--drain %s: use a duration from 0 to %s", *s.Drain, maxDrain)
	}
	return nil
}

// checkAddress checks an address to listen on. A host name is looked up only when the server listens.
func checkAddress(address string) error {
	host, port, err := net.SplitHostPort(address)
	if number, portErr := strconv.Atoi(port); err != nil || portErr != nil || number < 0 || number > 65535 {
		return errors.New("use HOST:PORT, such as 127.0.0.1:8080 or :8080")
	}
	if strings.ContainsAny(host, " /@") {
		return errors.New("the host must be a name or an address")
	}
	return nil
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
	if err := errors.Join(s.check(), config.Check()); err != nil {
		return err
	}
	shared.nameDatabase("")
	lock, err := config.Lock()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	return s.listenAndServe(ctx, shared, config)
}

// listenAndServe listens, and serves requests until ctx is done. It listens first: with an address that can't be used,
// nothing is created.
func (s *serve) listenAndServe(ctx context.Context, shared *settings, config app.Config) (err error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.Addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer func() { _ = listener.Close() }() // Serve may have closed it.
	pages, err := s.listenForPages(ctx, &config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pages.close()) }()
	metrics, err := s.listenForMetrics(ctx)
	if err != nil {
		return err
	}
	if metrics != nil {
		defer func() { _ = metrics.Close() }()
	}
	if config.NodeName == "" {
		config.NodeName = nodeName(listener)
	}
	failed, front := make(chan error, 3), &starting{}
	server := newHTTPServer(front, listener)
	go func() { failed <- server.serve() }()
	a, err := s.open(app.WithProgress(ctx, front.report), config)
	if err != nil {
		return errors.Join(err, server.Close())
	}
	handler, err := a.Handler()
	if err != nil {
		return errors.Join(err, server.Close(), a.DB.Close())
	}
	closeMetrics := s.serveMetrics(a, metrics, failed)
	defer closeMetrics()
	if err := errors.Join(pages.start(a, failed), a.Start(ctx)); err != nil {
		return errors.Join(err, server.Close(), a.DB.Close())
	}
	front.serve(handler)
	s.announce(ctx, shared, a, listener)
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	s.drain(a)
	return errors.Join(err, stop(a, server, pages))
}

// open opens the app, with demo data if that is wanted.
func (s *serve) open(ctx context.Context, config app.Config) (*app.App, error) {
	a, err := app.New(ctx, config)
	if err != nil {
		return nil, err
	}
	if s.Demo && !s.ReadOnly {
		if err := a.SeedDemo(ctx); err != nil {
			return nil, errors.Join(err, a.DB.Close())
		}
	}
	return a, nil
}

// announce says that the server is ready.
func (s *serve) announce(ctx context.Context, shared *settings, a *app.App, listener net.Listener) {
	slog.InfoContext(ctx, "listening", "address", "http://"+listener.Addr().String(),
		"database", a.DB.Engine, "driver", a.DB.Driver(), "version", version)
	if s.ReadOnly {
		slog.WarnContext(ctx, "the server is read-only: it saves nothing and runs no jobs")
	}
	if s.Demo {
		fmt.Printf("\n  %s is at %s, public pages at %s\n  Sign in as %s with the password %s\n\n",
			shared.ProductName, localURL(listener), a.Config.LandingURL, app.DemoAdmin, app.DemoPassword)
	}
}

// listenForMetrics opens the address of metrics, if there is one.
func (s *serve) listenForMetrics(ctx context.Context) (net.Listener, error) {
	if s.MetricsAddr == "" {
		return nil, nil //nolint:nilnil // there is nothing to serve, which is no error
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.MetricsAddr)
	if err != nil {
		return nil, fmt.Errorf("listen for metrics: %w", err)
	}
	return listener, nil
}

// serveMetrics serves metrics if they are enabled. It is called before the app serves requests, so that metrics are
// available as soon as the server responds.
func (s *serve) serveMetrics(a *app.App, listener net.Listener, failed chan<- error) (closeMetrics func()) {
	if listener == nil {
		return func() {}
	}
	server := &http.Server{Handler: a.Metrics(s.Pprof), ReadHeaderTimeout: 10 * time.Second}
	go func() { failed <- server.Serve(listener) }()
	return func() { _ = server.Close() }
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
