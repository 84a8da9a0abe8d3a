package resource

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
)

// ParseQuery reads the list's parameters.
func (r *Resource[T]) ParseQuery(values url.Values) (listing.Query, error) {
	return r.list.Parse(values)
}

// ListParams describes the list's parameters in the API document.
func (r *Resource[T]) ListParams() []*huma.Param { return r.list.Params() }

// List returns a page of the list below the given parents.
func (r *Resource[T]) List(ctx context.Context, q listing.Query, parents []int64) (*listing.Page[T], error) {
	c := r.kit.Store.DB.Read()
	plan, err := r.list.Plan(ctx, c, below(q, parents))
	if err != nil {
		return nil, err
	}
	location, meta, err := plan.Locate(ctx)
	if err != nil {
		return nil, err
	}
	items, err := r.loadPage(ctx, c, location)
	return &listing.Page[T]{Items: items, Meta: meta}, err
}

func (r *Resource[T]) loadPage(ctx context.Context, c db.Conn, location *listing.Location) ([]*T, error) {
	if location == nil {
		return []*T{}, nil
	}
	if rows, ok := location.Rows(); ok {
		return r.read(ctx, c, rows)
	}
	ids, err := location.IDs(ctx)
	if err != nil {
		return nil, err
	}
	return r.Load(ctx, c, ids)
}

// below limits a query to the records of the last parent.
func below(q listing.Query, parents []int64) listing.Query {
	if n := len(parents); n > 0 {
		q.Parent = parents[n-1]
	}
	return q
}

// base returns the conditions that all records of the list meet.
func (r *Resource[T]) base(parents []int64) []listing.Condition {
	return r.list.Base(below(listing.Query{}, parents))
}

// Load reads records by their ids, in that order, with their attached fields.
func (r *Resource[T]) Load(ctx context.Context, c db.Conn, ids []int64) ([]*T, error) {
	return r.load(ctx, c, ids, nil)
}

// load reads those of the records that meet conditions.
func (r *Resource[T]) load(ctx context.Context, c db.Conn, ids []int64, conditions []listing.Condition) ([]*T, error) {
	if len(ids) == 0 {
		return []*T{}, nil
	}
	where, args := listing.And(append(conditions, listing.Condition{SQL: "id IN (?)", Args: []any{ids}}))
	found, err := r.read(ctx, c, listing.Statement{SQL: r.Table.Name + where, Args: args})
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*T, len(found))
	for _, item := range found {
		byID[idOf(item)] = item
	}
	items := make([]*T, 0, len(ids))
	for _, id := range ids {
		if item := byID[id]; item != nil {
			items = append(items, item)
		}
	}
	return items, nil
}

// read reads records with a statement, of which it is given the end after FROM.
func (r *Resource[T]) read(ctx context.Context, c db.Conn, from listing.Statement) ([]*T, error) {
	items, err := r.scan(ctx, c, "SELECT "+r.columns+" FROM "+from.SQL, from.Args)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", r.Table.Name, err)
	}
	return items, r.AttachTo(ctx, c, items)
}

// scan runs a statement that returns r.columns.
func (r *Resource[T]) scan(ctx context.Context, c db.Conn, query string, args []any) ([]*T, error) {
	rows, err := c.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	items, scanned := []*T{}, new(T)
	dest := r.dest(scanned) // made once, which takes longer than scanning a row
	for rows.Next() {
		var empty T
		*scanned = empty
		if err := rows.Scan(dest...); err != nil {
			return nil, err
		}
		item := *scanned
		items = append(items, &item)
	}
	return items, rows.Err()
}

// scanInto runs a statement that returns r.columns of at most one row, and reports whether there was one.
func (r *Resource[T]) scanInto(ctx context.Context, c db.Conn, item *T, query string, args []any) (bool, error) {
	rows, err := c.Query(ctx, query, args...)
	if err != nil {
		return false, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return false, rows.Err()
	}
	if err := rows.Scan(r.dest(item)...); err != nil {
		return false, err
	}
	for rows.Next() { // SQLite completes a statement only when all of its rows are read.
	}
	return true, rows.Err()
}

func (r *Resource[T]) dest(item *T) []any {
	dest, at := slices.Grow(recordOf(item).dest(), len(r.fields)), rowOf(item)
	for i := range r.fields {
		if f := &r.fields[i]; f.dest != nil {
			dest = append(dest, f.dest(at))
		}
	}
	return dest
}

// AttachTo fills fields that are not in the table, of records that were read by hand.
func (r *Resource[T]) AttachTo(ctx context.Context, c db.Conn, items []*T) error {
	if len(items) == 0 {
		return nil
	}
	if err := r.readRelations(ctx, c, rowsOf(items), func(*Field) bool { return true }); err != nil {
		return err
	}
	return r.attachFields(ctx, c, items)
}

// attachFields fills the fields that are neither in the table nor relations.
func (r *Resource[T]) attachFields(ctx context.Context, c db.Conn, items []*T) error {
	rows := rowsOf(items)
	for i := range r.fields {
		if f := &r.fields[i]; f.attach != nil {
			if err := f.attach(ctx, c, rows); err != nil {
				return fmt.Errorf("attach %s of %s: %w", f.name, r.Table.Name, err)
			}
		}
	}
	if r.Attach != nil {
		return r.Attach(ctx, c, items)
	}
	return nil
}

// Find reads a record below its parents. It is not found if it is elsewhere, out of scope or in the trash.
func (r *Resource[T]) Find(ctx context.Context, c db.Conn, id int64, parents []int64) (*T, error) {
	return r.find(ctx, c, id, parents, "")
}

func (r *Resource[T]) find(ctx context.Context, c db.Conn, id int64, parents []int64, lock string) (*T, error) {
	where, args := listing.And(append(r.base(parents), listing.Condition{SQL: "id = ?", Args: []any{id}}))
	item := new(T)
	found, err := r.scanInto(ctx, c, item, "SELECT "+r.columns+" FROM "+r.Table.Name+where+lock, args)
	if err != nil {
		return nil, fmt.Errorf("find %s %d: %w", r.Table.Name, id, err)
	}
	if !found {
		return nil, apierr.NotFound()
	}
	return item, r.AttachTo(ctx, c, []*T{item})
}
