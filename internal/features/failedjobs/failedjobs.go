// Package failedjobs lists and retries background jobs that failed.
package failedjobs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/write"
)

// Mount registers the endpoints.
func Mount(a *api.API, store *write.Store, queue *jobs.Queue) {
	list := api.Op{
		Method: "GET", Path: "/api/admin/failed-jobs", Tag: "Failed jobs",
		Summary: "List failed jobs, newest first", Access: api.Admins, Query: append(listing.PageParams(25), filters()...),
	}
	api.Handle(a, list, func(ctx context.Context, call *api.Call) (*listing.Page[jobs.FailedJob], error) {
		number, size, err := listing.ParsePage(call.Query(), 25)
		if err != nil {
			return nil, err
		}
		filter, err := parseFilter(call.Query().Get)
		if err != nil {
			return nil, err
		}
		failed, total, err := queue.Failed(ctx, filter, int(size), int((number-1)*size))
		if err != nil {
			return nil, err
		}
		meta := listing.NewMeta(number, size, listing.Count{Total: total})
		return &listing.Page[jobs.FailedJob]{Items: failed, Meta: meta}, nil
	})
	retry := api.Op{
		NoUndo: "Jobs that have run can't be undone.",
		Method: "POST", Path: "/api/admin/failed-jobs/{id}/retry", Tag: "Failed jobs",
		Summary: "Retry a failed job", Access: api.Admins,
	}
	api.Handle(a, retry, func(ctx context.Context, call *api.Call) (api.None, error) {
		id, err := call.ID("id")
		if err != nil {
			return api.None{}, err
		}
		return api.None{}, store.Do(ctx, func(tx *write.Tx) error {
			if err := queue.Retry(ctx, tx.Tx, id); err != nil {
				if errors.Is(err, jobs.ErrNotFailed) {
					return apierr.NotFound()
				}
				return err
			}
			return tx.Record(ctx, write.Change{Action: "retried", Kind: "job", ID: id})
		})
	})
	mountMany(a, store, queue)
}

var queues = []string{jobs.Default, jobs.Slow, jobs.Analytics}

func filters() []*huma.Param {
	return []*huma.Param{api.TextParam("kind", "Kind of job."), api.TextParam("queue", "Queue of the job.", queues...)}
}

func parseFilter(value func(name string) string) (jobs.FailedFilter, error) {
	filter := jobs.FailedFilter{Kind: value("kind"), Queue: value("queue")}
	if filter.Queue != "" && !slices.Contains(queues, filter.Queue) {
		return filter, apierr.Field("queue", "Is not one of the options.")
	}
	if !utf8.ValidString(filter.Kind) || strings.ContainsRune(filter.Kind, 0) {
		return filter, apierr.Field("kind", "Is not one of the options.")
	}
	return filter, nil
}
