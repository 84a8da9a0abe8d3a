// Package trash provides the endpoints that list, restore and permanently delete records in the trash.
package trash

import (
	"context"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/trash"
)

// Trashed is an entry of the trash.
type Trashed struct {
	trash.Entry
	PurgesAt   time.Time `json:"purges_at" doc:"The time at which it is deleted permanently."`
	CanRestore bool      `json:"can_restore" doc:"Whether the signed-in user may restore it."`
}

// Mount registers the endpoints.
func Mount(a *api.API, bin *trash.Bin) {
	a.NameRecords("trash", "trash-entry", "trash")
	op := func(method, path, summary string, access api.Access) api.Op {
		return api.Op{Method: method, Path: "/api/admin/trash" + path, Summary: summary, Tag: "Trash", Access: access}
	}
	list := op("GET", "", "List the trash, newest first", api.Staff)
	list.Query = listParams(bin)
	api.Handle(a, list, func(ctx context.Context, call *api.Call) (*listing.Page[Trashed], error) {
		q, err := parse(bin, call.Query())
		if err != nil {
			return nil, err
		}
		return q.list(ctx, bin, bin.Store.DB.Read())
	})
	api.Handle(a, op("POST", "/{id}/restore", "Restore a record and what was deleted with it", api.Staff),
		func(ctx context.Context, call *api.Call) (api.None, error) { return withID(ctx, call, bin.Restore) })
	purge := op("DELETE", "/{id}", "Delete a record permanently", api.Admins)
	purge.NoUndo = "What was purged is gone."
	api.Handle(a, purge,
		func(ctx context.Context, call *api.Call) (api.None, error) { return withID(ctx, call, bin.Purge) })
}

func withID(ctx context.Context, call *api.Call, action func(context.Context, int64) error) (api.None, error) {
	id, err := call.ID("id")
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, action(ctx, id)
}

// Purge is the job that permanently deletes records after their time in the trash.
type Purge struct{}

// Kind returns the name of the job.
func (Purge) Kind() string { return "purge-trash" }

// Jobs registers the jobs.
func Jobs(set *jobs.Set, bin *trash.Bin) {
	jobs.Add(set, jobs.Default, func(ctx context.Context, _ jobs.Job[Purge]) error { return bin.PurgeOld(ctx) })
	set.Every(time.Hour, Purge{})
}
