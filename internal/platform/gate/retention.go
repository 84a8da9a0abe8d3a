package gate

import (
	"context"
	"errors"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/write"
)

// DeleteOldTrafficJob is the job that deletes logged calls and searches after their retention period.
type DeleteOldTrafficJob struct{}

// Kind returns the name of the job.
func (DeleteOldTrafficJob) Kind() string { return "forget-traffic" }

// Jobs registers the jobs. Logged calls and searches are kept for the given time.
func Jobs(set *jobs.Set, store *write.Store, keep time.Duration) {
	jobs.Add(set, jobs.Analytics, func(ctx context.Context, _ jobs.Job[DeleteOldTrafficJob]) error {
		return DeleteOldTraffic(ctx, store, keep)
	})
	set.Every(6*time.Hour, DeleteOldTrafficJob{})
}

// DeleteOldTraffic deletes logged calls and searches that are older than keep; 0 keeps everything.
func DeleteOldTraffic(ctx context.Context, store *write.Store, keep time.Duration) error {
	if keep == 0 {
		return nil
	}
	before := clock.Now().Add(-keep)
	return errors.Join(
		store.Prune(ctx, "api_logs", "created_at", before),
		store.Prune(ctx, "search_history", "created_at", before),
	)
}
