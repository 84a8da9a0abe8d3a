package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"waymark/internal/features/signin"
	"waymark/internal/features/staff"
	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// AddStaff adds a member of staff and returns the password, which is made when none is given.
func (a *App) AddStaff(ctx context.Context, first, last, email, role, password string) (string, error) {
	if password == "" {
		password = secret.RandomString(16, "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
	}
	_, err := staff.Add(ctx, a.Store, first, last, email, auth.Role(role), password)
	return password, err
}

// ListStaff lists all staff by name.
func (a *App) ListStaff(ctx context.Context) ([]*staff.Member, error) {
	members := resource.New(a.kit, staff.Definition)
	ids, err := db.All[int64](ctx, a.DB.Read(),
		"SELECT id FROM users WHERE internal AND deleted_at IS NULL ORDER BY last_name_key, id")
	if err != nil {
		return nil, fmt.Errorf("list staff: %w", err)
	}
	return members.Load(ctx, a.DB.Read(), ids)
}

// PasswordLink makes a link with which a member of staff can set a password.
func (a *App) PasswordLink(ctx context.Context, email string) (string, error) {
	id, err := db.Value[int64](ctx, a.DB.Read(),
		"SELECT id FROM users WHERE internal AND deleted_at IS NULL AND email = ?", auth.NormaliseEmail(email))
	if err != nil {
		return "", fmt.Errorf("there is no member of staff with the address %s", email)
	}
	return signin.NewLink(ctx, a.Store, a.Config.PublicURL, id)
}

// FailedJobs lists the newest jobs that were given up, and tells how many there are in all.
func (a *App) FailedJobs(ctx context.Context, most int) ([]*jobs.FailedJob, int64, error) {
	return a.Queue.Failed(ctx, jobs.FailedFilter{}, most, 0)
}

// RetryJob puts a failed job back on its queue.
func (a *App) RetryJob(ctx context.Context, id int64) error {
	return a.Store.Do(ctx, func(tx *write.Tx) error { return a.Queue.Retry(ctx, tx.Tx, id) })
}

// LogTo sends the log somewhere, as lines of text or of JSON, with the id of the request each is about.
func LogTo(out io.Writer, asJSON bool) {
	var handler slog.Handler = slog.NewTextHandler(out, nil)
	if asJSON {
		handler = slog.NewJSONHandler(out, nil)
	}
	slog.SetDefault(slog.New(api.Logged{Handler: handler}))
}

// Metrics serves what monitoring reads, on an address of its own. Profiles show where time and memory go, and parts of the
// memory with them, so they are served only on request.
func (a *App) Metrics(profiles bool) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		api.Requests, a.backups.metric())
	mux := http.NewServeMux()
	if profiles {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	}
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	return mux
}
