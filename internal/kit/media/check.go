package media

import (
	"context"
	"log/slog"
	"time"

	"waymark/internal/kit/jobs"
)

// Check is the job that logs whether the storage can't be used, for example because a bucket does not exist.
type Check struct{}

// Kind returns the stored name of the job.
func (Check) Kind() string { return "check-storage" }

const (
	checkInterval = time.Minute
	checkTimeout  = 10 * time.Second
)

// RunCheck logs an error if the storage can't be used. The job itself does not fail, because retrying would be useless.
func (l *Library) RunCheck(ctx context.Context, _ jobs.Job[Check]) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	if err := l.Storage.Check(ctx); err != nil {
		slog.ErrorContext(ctx, "the storage for uploaded files can't be used", "error", err)
	}
	return nil
}
