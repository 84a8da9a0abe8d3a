package resource

import (
	"context"
	"net/url"
	"strings"

	"waymark/internal/kit/api"
)

// Exportable is a list that can be read to its end, in its own order.
type Exportable interface {
	// IDs returns the ids of all rows at a path that match the list's parameters, as of one moment.
	IDs(ctx context.Context, path string, query url.Values) ([]int64, error)
	// Rows returns the records with the given ids, as a slice of pointers to them, without those that no longer exist.
	Rows(ctx context.Context, path string, ids []int64) (any, error)
}

// Exports are the lists that can be exported, by the patterns of their paths.
type Exports struct{ byPattern map[string]Exportable }

// NewExports returns an empty set. Lists are added when they are mounted.
func NewExports() *Exports { return &Exports{map[string]Exportable{}} }

// Add makes a list known. A nil set ignores it.
func (e *Exports) Add(pattern string, list Exportable) {
	if e != nil {
		e.byPattern[pattern] = list
	}
}

// At returns the list at a pattern, or nil. Hand-written lists are not included.
func (e *Exports) At(pattern string) Exportable {
	if e == nil {
		return nil
	}
	return e.byPattern[pattern]
}

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
