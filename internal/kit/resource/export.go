package resource

import (
	"context"
	"net/url"
	"strings"

	"waymark/internal/kit/api"
)

// IDs returns the ids of all rows that match the list's parameters.
func (r *Resource[T]) IDs(ctx context.Context, path string, query url.Values) ([]int64, error) {
	parents, err := r.parentsAt(ctx, path)
	if err != nil {
		return nil, err
	}
	q, err := r.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	plan, err := r.list.Plan(ctx, r.kit.Store.DB.Read(), below(q, parents))
	if err != nil {
		return nil, err
	}
	return plan.IDs(ctx, 0)
}

// Rows returns the records with the given ids as the list shows them.
func (r *Resource[T]) Rows(ctx context.Context, path string, ids []int64) (any, error) {
	parents, err := r.parentsAt(ctx, path)
	if err != nil {
		return nil, err
	}
	return r.load(ctx, r.kit.Store.DB.Read(), ids, r.base(parents))
}

// parentsAt reads the ids of the parents from a path below /api/admin/, and checks them.
func (r *Resource[T]) parentsAt(ctx context.Context, path string) ([]int64, error) {
	parts := strings.Split(path, "/")
	byColumn := map[string]string{}
	for i, part := range strings.Split(strings.TrimPrefix(r.Address(), "/api/admin/"), "/") {
		if i < len(parts) {
			byColumn[strings.Trim(part, "{}")] = parts[i]
		}
	}
	return r.findParents(ctx, func(column string) (int64, error) { return api.ID(byColumn[column]) })
}
