package resource

import (
	"context"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/table"
)

// MountOptions registers a lookup of the records. The path of a lookup of nested records has the ids of their parents.
// Conditions exclude records that can't be chosen.
func (r *Resource[T]) MountOptions(path string, only ...listing.Condition) {
	if err := r.checkLookup(path); err != nil {
		panic("resource " + r.Path + ": " + err.Error())
	}
	list := r.newList()
	if err := list.Check(); err != nil {
		panic("resource " + r.Path + ": lookup: " + err.Error())
	}
	records := lookup.Records{
		Path: path, Summary: "Look up " + r.kit.API.Plural(r.Path), Access: r.Access.Read, List: list, Only: only,
		Load: r.options,
	}
	if len(r.Under) > 0 {
		records.Parent = func(ctx context.Context, call *api.Call) (int64, error) {
			parents, err := r.Parents(ctx, call)
			return below(listing.Query{}, parents).Parent, err
		}
	}
	records.Mount(r.kit.API, r.kit.Store.DB)
}

// options reads names alone if they are in a column. A computed name, or a hint, needs the records.
func (r *Resource[T]) options(ctx context.Context, c db.Conn, ids []int64) ([]lookup.Option, error) {
	if column := r.byName[r.Name].column; column != "" && r.Hint == nil {
		query := "SELECT id, " + table.Quote(column) + " AS name FROM " + r.Table.Name + " WHERE id IN (?)"
		options, err := db.All[lookup.Option](ctx, c, query, ids)
		return options, wrap(err, "look up "+r.Table.Name)
	}
	items, err := r.Load(ctx, c, ids)
	options := []lookup.Option{}
	for _, item := range items {
		option := lookup.Option{ID: idOf(item), Name: r.NameOf(item)}
		if r.Hint != nil {
			option.Hint = r.Hint(item)
		}
		options = append(options, option)
	}
	return options, err
}
