package app

import (
	"context"
	"net/http"
	"net/http/pprof"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"waymark/internal/features/status"
	"waymark/internal/kit/api"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/media"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/nodes"
)

// Metrics returns the handler for monitoring, which listens on a separate address. Profiles can reveal data in
// memory, so they are served only if the operator enables them.
func (a *App) Metrics(profiles bool) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		api.Requests, jobs.Finished, jobs.Duration, gate.Calls, gate.Refusals, mail.Messages, media.Operations,
		a.buildInfo(), &appCollector{a})
	registry.MustRegister(a.backups.metrics()...)
	registry.MustRegister(a.limiter.Collectors()...)
	mux := http.NewServeMux()
	if profiles {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	}
	// A metric that can't be collected must not hide the others.
	options := promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, options))
	return mux
}

func (a *App) buildInfo() prometheus.Collector {
	info := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "waymark_build_info", Help: "Always 1; its labels describe the program.",
	}, []string{"version", "go_version", "database"})
	info.WithLabelValues(a.Config.Version, runtime.Version(), string(a.DB.Engine)).Set(1)
	return info
}

// appCollector collects the figures that are read when they are asked for: those of the status, which are at most a few
// seconds old, and those that parts of the server count for themselves.
type appCollector struct{ app *App }

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("waymark_"+name, help, labels, nil)
}

var (
	readyMetric = describe("ready", "1 if /readyz succeeds, 0 otherwise.")

	databaseUp       = describe("database_up", "1 if the database responds, 0 otherwise.")
	databaseResponse = describe("database_response_seconds", "How long the last check of the database took.")
	databaseSize     = describe("database_size_bytes", "Size of the database.")
	connections      = describe("database_connections", "Connections to the database; on SQLite, those that read.",
		"state")
	connectionWaits = describe("database_connection_waits_total", "How often something waited for a connection.")
	connectionWait  = describe("database_connection_wait_seconds_total", "How long something waited for a connection.")
	writerWaits     = describe("database_writer_waits_total", "How often a transaction waited for SQLite's writer.")
	writerWait      = describe("database_writer_wait_seconds_total", "How long transactions waited for SQLite's writer.")
	transactions    = describe("database_transactions_total", "Number of committed transactions.")
	commits         = describe("database_commits_total", "Number of commits. On SQLite, transactions share commits.")
	statements      = describe("database_statements_total", "Number of statements run on the database.")

	queueJobs = describe("queue_jobs", "Number of jobs that have not ended, at most 100,000.", "queue", "state")
	queueAge  = describe("queue_oldest_job_seconds", "Age of the oldest job that is due.", "queue", "state")
	failedJob = describe("failed_jobs", "Number of jobs that failed for the last time.")

	storageUp       = describe("storage_up", "1 if the storage for uploaded files can be used, 0 otherwise.")
	storageResponse = describe("storage_response_seconds", "How long the last check of the storage took.")
	mailUp          = describe("mail_up", "0 if the last message could not be sent, 1 otherwise.")
	nodeCount       = describe("nodes", "Number of servers that use the database.", "state")
	diskFree        = describe("disk_free_bytes", "Free space on the disk of the database or the files.", "folder")

	cacheRequests = describe("cache_requests_total", "Number of lookups in a cache.", "cache", "result")
	cacheBytes    = describe("cache_bytes", "Size of what is in a cache.", "cache")
)

// Describe names no metrics: they depend on what can be read.
func (*appCollector) Describe(chan<- *prometheus.Desc) {}

// Collect sends the current figures. It leaves out what is unknown.
func (c *appCollector) Collect(to chan<- prometheus.Metric) {
	m := metricWriter(to)
	now := c.app.status.Current(context.Background())
	m.gauge(readyMetric, boolean(!c.app.draining.Load() && now.Database.State != status.Failed))
	c.collectDatabase(m, now)
	c.collectReplicas(m)
	c.collectQueues(m, now)
	c.collectServices(m, now)
	c.collectCaches(m)
	for folder, path := range c.app.Config.folders() {
		if free, ok := freeSpace(path); ok {
			m.gauge(diskFree, float64(free), folder)
		}
	}
}

type metricWriter chan<- prometheus.Metric

func (w metricWriter) gauge(desc *prometheus.Desc, value float64, labels ...string) {
	w <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
}

func (w metricWriter) counter(desc *prometheus.Desc, value float64, labels ...string) {
	w <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, value, labels...)
}

func boolean(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (c *appCollector) collectDatabase(m metricWriter, now *status.Status) {
	m.gauge(databaseUp, boolean(now.Database.State != status.Failed))
	if now.Database.State != status.Failed {
		m.gauge(databaseResponse, now.Database.Response/1000)
		m.gauge(databaseSize, float64(now.Database.Size))
	}
	stats := c.app.DB.Stats()
	m.gauge(connections, float64(stats.OpenConnections), "open")
	m.gauge(connections, float64(stats.ConnectionsInUse), "in_use")
	m.gauge(connections, float64(stats.MaxConnections), "limit")
	m.counter(connectionWaits, float64(stats.ConnectionWaits))
	m.counter(connectionWait, stats.ConnectionWait.Seconds())
	m.counter(writerWaits, float64(stats.WriterWaits))
	m.counter(writerWait, stats.WriterWait.Seconds())
	m.counter(transactions, float64(stats.Transactions))
	m.counter(commits, float64(stats.Commits))
	m.counter(statements, float64(c.app.DB.Statements()))
}

func (c *appCollector) collectQueues(m metricWriter, now *status.Status) {
	if now.Queues.State == status.Failed {
		return
	}
	for _, depth := range now.Queues.Depths {
		m.gauge(queueJobs, float64(depth.Count), depth.Queue, depth.State)
		m.gauge(queueAge, depth.Age.Seconds(), depth.Queue, depth.State)
	}
	m.gauge(failedJob, float64(now.Queues.Failed))
}

func (c *appCollector) collectServices(m metricWriter, now *status.Status) {
	m.gauge(storageUp, boolean(now.Storage.State != status.Failed))
	m.gauge(storageResponse, now.Storage.Response/1000)
	m.gauge(mailUp, boolean(now.Mail.State != status.Failed))
	if now.Nodes.State == status.Failed {
		return
	}
	counts := map[string]int{nodes.Ready: 0, nodes.Draining: 0, nodes.Gone: 0}
	for _, node := range now.Nodes.Items {
		counts[node.State]++
	}
	for state, count := range counts {
		m.gauge(nodeCount, float64(count), state)
	}
}

func (c *appCollector) collectCaches(m metricWriter) {
	responses, results, members := c.app.search.CacheStats()
	for name, stats := range map[string]changes.CacheStats{
		"search_responses": responses, "search_results": results, "library_members": members,
		"pages": c.app.pages.CacheStats(), "copilot_configs": c.app.copilot.CacheStats(),
	} {
		m.counter(cacheRequests, float64(stats.Hits), name, "hit")
		m.counter(cacheRequests, float64(stats.Misses), name, "miss")
		m.gauge(cacheBytes, float64(stats.Bytes), name)
	}
}

// folders are those on disks of this machine that the server writes to.
func (c Config) folders() map[string]string {
	folders := map[string]string{}
	if path, ok := strings.CutPrefix(c.Database, "sqlite:"); ok {
		folders["database"] = filepath.Dir(path)
	}
	if path, ok := strings.CutPrefix(c.storage(), "file:"); ok {
		folders["files"] = path
	}
	return folders
}
