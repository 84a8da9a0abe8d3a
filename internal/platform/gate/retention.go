package gate

import (
	"context"
	"errors"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/write"
)

// ForgetTraffic is the job that forgets calls and searches nobody looks up any more.
type ForgetTraffic struct{}

// Kind names the job.
func (ForgetTraffic) Kind() string { return "forget-traffic" }

// Jobs adds the background work: calls and searches are kept for a while.
func Jobs(set *jobs.Set, store *write.Store, keep time.Duration) {
	jobs.Add(set, jobs.Analytics, func(ctx context.Context, _ jobs.Job[ForgetTraffic]) error {
		return Forget(ctx, store,
			keep)
	})
	set.Every(6*time.Hour, ForgetTraffic{})
}

// Forget deletes what is older than it is kept for; 0 keeps everything.
func Forget(ctx context.Context, store *write.Store, keep time.Duration) error {
	if keep == 0 {
		return nil
	}
	before := clock.Now().Add(-keep)
	return errors.Join(store.Prune(ctx, "api_logs", "created_at", before), store.Prune(ctx, "search_history", "created_at",
		before))
}
