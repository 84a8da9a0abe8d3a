package searchhistory

import (
	"context"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// mountClear registers the endpoint that clears the search cache. Each node has its own cache, whose keys contain a
// number that is read for every search; incrementing the number invalidates the caches of all nodes.
func mountClear(kit resource.Kit) {
	op := api.Op{
		NoUndo: "The cache fills again by itself.",
		Method: "POST", Path: "/api/admin/tools/clear-cache", ID: "clearSearchCache", Tag: "Search",
		Summary: "Clear the search cache on all nodes",
		Access:  api.Admins, Body: kit.API.SchemaOf(api.Confirmation{}),
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (api.None, error) {
		sent, err := api.Decode[api.Confirmation](call)
		if err != nil {
			return api.None{}, err
		}
		if !sent.Confirm {
			return api.None{}, apierr.Field("confirm", "Must be true.")
		}
		return api.None{}, kit.Store.Do(ctx, func(tx *write.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO installation (key, value) VALUES ('search_cache', '1')
				ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(installation.value AS BIGINT) + 1 AS TEXT)`)
			if err != nil {
				return fmt.Errorf("clear search cache: %w", err)
			}
			return tx.Record(ctx, write.Change{Action: "cleared", Kind: "search cache", Name: "Search cache"})
		})
	})
}
