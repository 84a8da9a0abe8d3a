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

// maxRetried limits the jobs that one request retries.
const maxRetried = 5000

// RetryInput selects the jobs to retry, either by id or by filter.
type RetryInput struct {
	IDs    []int64           `json:"ids,omitempty" doc:"Up to 5,000 jobs."`
	Filter map[string]string `json:"filter,omitempty" doc:"Alternative to ids: kind and queue. {} selects all jobs."`
}

// RetriedJobs reports how many jobs were retried.
type RetriedJobs struct {
	Retried int64 `json:"retried"`
	Skipped int64 `json:"skipped" doc:"Number of jobs that had not failed any more or exceeded the limit of 5,000."`
}

func mountMany(a *api.API, store *write.Store, queue *jobs.Queue) {
	op := api.Op{
		NoUndo: "Jobs that have run can't be undone.",
		Method: "POST", Path: "/api/admin/failed-jobs/retry", Tag: "Failed jobs", Summary: "Retry several failed jobs",
		Access: api.Admins,
		Body:   a.SchemaOf(RetryInput{}),
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*RetriedJobs, error) {
		input, err := api.Decode[RetryInput](call)
		if err != nil {
			return nil, err
		}
		filter, err := input.filter()
		if err != nil {
			return nil, err
		}
		return retryMany(ctx, store, queue, filter)
	})
}

func (in RetryInput) filter() (jobs.FailedFilter, error) {
	switch {
	case in.Filter != nil && in.IDs != nil:
		return jobs.FailedFilter{}, apierr.Field("ids", "Can't be given together with a filter.")
	case in.Filter != nil:
		for name := range in.Filter {
			if name != "kind" && name != "queue" {
				return jobs.FailedFilter{}, apierr.Field("filter", "%s is not a parameter of this list.", name)
			}
		}
		return parseFilter(func(name string) string { return in.Filter[name] })
	case len(in.IDs) == 0:
		return jobs.FailedFilter{}, apierr.Field("ids", "This field is required.")
	case len(in.IDs) > maxRetried:
		return jobs.FailedFilter{}, apierr.Field("ids", "Must be at most %d jobs.", maxRetried)
	}
	return jobs.FailedFilter{IDs: slices.Compact(slices.Sorted(slices.Values(in.IDs)))}, nil
}

func retryMany(
	ctx context.Context, store *write.Store, queue *jobs.Queue, filter jobs.FailedFilter,
) (*RetriedJobs, error) {
	response := &RetriedJobs{}
	err := store.Do(ctx, func(tx *write.Tx) error {
		retried, err := queue.RetryMany(ctx, tx.Tx, filter, maxRetried)
		if err != nil {
			return err
		}
		response.Retried, response.Skipped = int64(len(retried)), int64(len(filter.IDs)-len(retried))
		if filter.IDs == nil {
			if response.Skipped, err = queue.CountFailed(ctx, tx.Conn, filter); err != nil {
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
	return response, err
}
