package failedjobs

import (
	"context"
	"encoding/json"
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
	IDs    []int64                    `json:"ids,omitempty" doc:"Up to 5,000 jobs."`
	Filter map[string]json.RawMessage `json:"filter,omitempty" doc:"Instead of ids: the list's parameters. It has none but its pages, so {} means all of them, up to 5,000."`
}

// RetriedJobs is what came of it.
type RetriedJobs struct {
	Retried int64 `json:"retried"`
	Skipped int64 `json:"skipped" doc:"Those that were not failed any more, or were too many for one call."`
}

func mountMany(a *api.API, store *write.Store, queue *jobs.Queue) {
	op := api.Op{
		Method: "POST", Path: "/api/admin/failed-jobs/retry", Tag: "Failed jobs", Summary: "Try many jobs again", Access: api.Admins,
		Body: a.SchemaOf(ChosenJobs{}),
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*RetriedJobs, error) {
		chosen, err := api.Decode[ChosenJobs](call)
		if err != nil {
			return nil, err
		}
		if err := chosen.check(); err != nil {
			return nil, err
		}
		return retryMany(ctx, store, queue, chosen)
	})
}

func (c *ChosenJobs) check() error {
	for name := range c.Filter {
		return apierr.Field("filter."+name, "Is not a parameter of this list.")
	}
	switch {
	case c.Filter != nil && c.IDs == nil:
		return nil
	case c.Filter != nil:
		return apierr.Field("ids", "Can't be given together with a filter.")
	case len(c.IDs) == 0:
		return apierr.Field("ids", "This field is required.")
	case len(c.IDs) > maxAtOnce:
		return apierr.Field("ids", "Must be at most %d jobs.", maxAtOnce)
	}
	slices.Sort(c.IDs)
	c.IDs = slices.Compact(c.IDs)
	return nil
}

func retryMany(ctx context.Context, store *write.Store, queue *jobs.Queue, chosen ChosenJobs) (*RetriedJobs, error) {
	answer := &RetriedJobs{}
	err := store.Do(ctx, func(tx *write.Tx) error {
		retried, err := queue.RetryMany(ctx, tx.Tx, chosen.IDs, maxAtOnce)
		if err != nil {
			return err
		}
		answer.Retried, answer.Skipped = int64(len(retried)), int64(len(chosen.IDs)-len(retried))
		if chosen.IDs == nil {
			if answer.Skipped, err = queue.CountFailed(ctx, tx.Conn); err != nil {
				return err
			}
		}
		switch len(retried) {
		case 0:
			return nil
		case 1:
			return tx.Record(ctx, write.Change{Action: "retried", Kind: "job", ID: retried[0]})
		}
		return tx.Record(ctx, write.Change{Action: "retried", Kind: "job", Name: fmt.Sprintf("%d jobs", len(retried)), After: map[string]any{"ids": retried}})
	})
	return answer, err
}
