package media

import (
	"context"
	"log/slog"
	"time"

	"waymark/internal/kit/jobs"
)

// Check is the job that reports storage which can't be used, such as a bucket that does not exist: once at the start, and
// every minute while it fails.
type Check struct{}

// Kind names the job.
func (Check) Kind() string { return "check-storage" }

const (
	checkEvery = time.Minute
	checkTime  = 10 * time.Second
)

// RunCheck reports storage that can't be used. It does not fail: trying again sooner would change nothing.
func (l *Library) RunCheck(ctx context.Context, _ jobs.Job[Check]) error {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	if err := l.Storage.Check(ctx); err != nil {
		slog.ErrorContext(ctx, "the storage for uploaded files can't be used", "error", err)
	}
	return nil
}
