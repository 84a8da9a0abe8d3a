package resource

import (
	"context"
	"net/url"
	"strings"

	"waymark/internal/kit/api"
)

// Table is a list that can be read to its end, in its own order, whoever may ask for that.
type Table interface {
	// IDs are those of all rows at an address that match the list's parameters.
	IDs(ctx context.Context, path string, query url.Values) ([]int64, error)
	// Rows are the records of some ids, a slice of pointers to them. Those that are gone meanwhile are left out.
	Rows(ctx context.Context, path string, ids []int64) (any, error)
}

// Tables are the lists of declared records, by the patterns of their addresses.
type Tables struct{ byPattern map[string]Table }

// NewTables is empty; lists enter themselves as they are mounted.
func NewTables() *Tables { return &Tables{map[string]Table{}} }

func (t *Tables) add(pattern string, table Table) {
	if t != nil {
		t.byPattern[pattern] = table
	}
}

// At is the table at a pattern, or nil: lists that are written by hand have none.
func (t *Tables) At(pattern string) Table {
	if t == nil {
		return nil
	}
	return t.byPattern[pattern]
}

const everything = 1 << 40

// IDs costs eight bytes a row: a million are 8 MB, and the file is then one moment's list in one order.
func (r *Resource[T]) IDs(ctx context.Context, path string, query url.Values) ([]int64, error) {
	parents, err := r.parentsAt(ctx, path)
	if err != nil {
		return nil, err
	}
	q, err := r.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	c := r.kit.Store.DB.Read()
	found, err := r.find(ctx, c, q.Search, len(q.Where))
	if err != nil {
		return nil, err
	}
	rows, err := r.selected(ctx, c, r.base(parents), q.Where, found, q.Sort)
	if err != nil {
		return nil, err
	}
	return r.pageIDs(ctx, c, rows, everything, 0)
}

// Rows reads records as the list shows them.
func (r *Resource[T]) Rows(ctx context.Context, path string, ids []int64) (any, error) {
	parents, err := r.parentsAt(ctx, path)
	if err != nil {
		return nil, err
	}
	return r.load(ctx, r.kit.Store.DB.Read(), ids, r.base(parents))
}

// parentsAt reads the chain of parents out of an address below /api/admin/, and sees that it holds.
func (r *Resource[T]) parentsAt(ctx context.Context, path string) ([]int64, error) {
	parts := strings.Split(path, "/")
	at := map[string]string{}
	for i, part := range strings.Split(strings.TrimPrefix(r.Address(), "/api/admin/"), "/") {
		if i < len(parts) {
			at[strings.Trim(part, "{}")] = parts[i]
		}
	}
	return r.parents(ctx, func(column string) (int64, error) { return api.ID(at[column]) })
}
