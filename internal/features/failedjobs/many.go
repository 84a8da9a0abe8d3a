package failedjobs

import (
	"context"
	"fmt"
	"slices"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/write"
)

const maxAtOnce = 5000

// ChosenJobs is which jobs to try again: these, or all that the list shows.
type ChosenJobs struct {
	IDs    []int64           `json:"ids,omitempty" doc:"Up to 5,000 jobs."`
	Filter map[string]string `json:"filter,omitempty" doc:"Instead of ids: the list's parameters, kind and queue. {} means all jobs, up to 5,000 of them."`
}

// RetriedJobs is what came of it.
type RetriedJobs struct {
	Retried int64 `json:"retried"`
	Skipped int64 `json:"skipped" doc:"Jobs that were no longer failed, or exceeded the limit of one call."`
}

func mountMany(a *api.API, store *write.Store, queue *jobs.Queue) {
	op := api.Op{
		Method: "POST", Path: "/api/admin/failed-jobs/retry", Tag: "Failed jobs", Summary: "Retry several failed jobs",
		Access: api.Admins,
		Body:   a.SchemaOf(ChosenJobs{}),
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*RetriedJobs, error) {
		chosen, err := api.Decode[ChosenJobs](call)
		if err != nil {
			return nil, err
		}
		which, err := chosen.which()
		if err != nil {
			return nil, err
		}
		return retryMany(ctx, store, queue, which)
	})
}

func (c ChosenJobs) which() (jobs.FailedFilter, error) {
	switch {
	case c.Filter != nil && c.IDs != nil:
		return jobs.FailedFilter{}, apierr.Field("ids", "Can't be given together with a filter.")
	case c.Filter != nil:
		for name := range c.Filter {
			if name != "kind" && name != "queue" {
				return jobs.FailedFilter{}, apierr.Field("filter", "%s is not a parameter of this list.", name)
			}
		}
		return parseFilter(func(name string) string { return c.Filter[name] })
	case len(c.IDs) == 0:
		return jobs.FailedFilter{}, apierr.Field("ids", "This field is required.")
	case len(c.IDs) > maxAtOnce:
		return jobs.FailedFilter{}, apierr.Field("ids", "Must be at most %d jobs.", maxAtOnce)
	}
	return jobs.FailedFilter{IDs: slices.Compact(slices.Sorted(slices.Values(c.IDs)))}, nil
}

func retryMany(ctx context.Context, store *write.Store, queue *jobs.Queue, which jobs.FailedFilter) (*RetriedJobs,
	error,
) {
	answer := &RetriedJobs{}
	err := store.Do(ctx, func(tx *write.Tx) error {
		retried, err := queue.RetryMany(ctx, tx.Tx, which, maxAtOnce)
		if err != nil {
			return err
		}
		answer.Retried, answer.Skipped = int64(len(retried)), int64(len(which.IDs)-len(retried))
		if which.IDs == nil {
			if answer.Skipped, err = queue.CountFailed(ctx, tx.Conn, which); err != nil {
				return err
			}
		}
		switch len(retried) {
		case 0:
			return nil
		case 1:
			return tx.Record(ctx, write.Change{Action: "retried", Kind: "job", ID: retried[0]})
		}
		return tx.Record(ctx, write.Change{
			Action: "retried", Kind: "job", Name: fmt.Sprintf("%d jobs", len(retried)),
			After: map[string]any{"ids": retried},
		})
	})
	return answer, err
}
