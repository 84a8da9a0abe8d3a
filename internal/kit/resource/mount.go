package resource

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/table"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
)

// Mount registers the endpoints of a declared record below /api/admin.
func Mount[T any](kit Kit, def Definition[T]) *Resource[T] {
	r := New(kit, def)
	if r.has(Listing) {
		r.MountList(r.List)
	}
	if r.has(Creating) {
		r.mountCreate()
	}
	if r.has(Reading) {
		r.mountRead()
	}
	if r.has(Updating) {
		r.mountUpdate()
	}
	if r.has(Removing) {
		r.mountDelete()
		kit.References.Add(r.Path, uses.InTrash(r.Uses))
	}
	if len(r.Uses) > 0 || r.has(Removing) && len(r.Under) == 0 { // nested records are mostly part of others
		r.mountUses()
		kit.Uses.Add(r.Table.Name, r.Uses)
	}
	if r.Merge != nil {
		r.mountMerge()
		r.mountDuplicates()
	}
	if r.arranged {
		r.mountReorder()
	}
	for _, path := range r.Options {
		r.MountOptions(path)
	}
	r.addKinds()
	r.AddRules()
	r.addImport()
	return r
}

// addKinds makes known how people know the rows of the record and its links.
func (r *Resource[T]) addKinds() {
	kind := history.Kind{
		Name: r.Kind(), Path: r.Address(), ForAdmins: r.Access.Read == api.Admins, Table: r.Table.Name,
	}
	if n := len(r.Under); n > 0 {
		kind.Parent = history.Parent{Table: r.Under[n-1].Table.Name, Column: r.Under[n-1].Column}
	}
	if column := r.byName[r.Name].column; column != "" {
		kind.Title = table.Quote(column)
	}
	r.kit.Kinds.Add(r.Table.Name, kind)
	references := map[string]table.Table{}
	if r.arranged {
		references["order"] = r.Table
	}
	for i := range r.fields {
		f := &r.fields[i]
		if f.refers != nil {
			references[f.name] = f.referredTable()
		}
		if f.link != nil {
			r.kit.Kinds.Add(f.link.Table, history.Kind{
				Name: r.Kind(), Owner: f.link.OwnColumn, OwnerTable: r.Table.Name, Field: f.name,
			})
		}
	}
	r.kit.Kinds.AddReferences(r.Kind(), references)
}

// Address returns the path of the record's endpoints.
func (r *Resource[T]) Address() string {
	address := "/api/admin/"
	for _, parent := range r.Under {
		address += parent.Path + "/{" + parent.Column + "}/"
	}
	return address + r.Path
}

// Op describes an endpoint of the record.
func (r *Resource[T]) Op(method, suffix, summary string, access api.Access) api.Op {
	return api.Op{Method: method, Path: r.Address() + suffix, Summary: summary, Tag: r.Label, Access: access}
}

// Parents reads the ids of the parents from the path, and checks that each is below the one before it.
func (r *Resource[T]) Parents(ctx context.Context, call *api.Call) ([]int64, error) {
	return r.findParents(ctx, call.ID)
}

func (r *Resource[T]) findParents(ctx context.Context, idOf func(column string) (int64, error)) ([]int64, error) {
	ids := make([]int64, len(r.Under))
	for i, parent := range r.Under {
		id, err := idOf(parent.Column)
		if err != nil {
			return nil, err
		}
		query, args := "SELECT 1 FROM "+parent.Table.Name+" WHERE id = ?"+parent.Table.AndLive(), []any{id}
		if i > 0 {
			query, args = query+" AND "+table.Quote(r.Under[i-1].Column)+" = ?", append(args, ids[i-1])
		}
		found, err := db.Exists(ctx, r.kit.Store.DB.Read(), query, args...)
		if err != nil {
			return nil, fmt.Errorf("find %s: %w", parent.Path, err)
		}
		if !found {
			return nil, apierr.NotFound()
		}
		ids[i] = id
	}
	return ids, nil
}

func (r *Resource[T]) target(ctx context.Context, call *api.Call) (int64, []int64, error) {
	parents, err := r.Parents(ctx, call)
	if err != nil {
		return 0, nil, err
	}
	id, err := call.ID("id")
	return id, parents, err
}

// Target returns the id of the record in a request, and the body. A record that does not exist is reported before
// anything that is wrong with the body.
func (r *Resource[T]) Target(ctx context.Context, call *api.Call) (id int64, parents []int64,
	body map[string]json.RawMessage, err error,
) {
	if id, parents, err = r.target(ctx, call); err != nil {
		return 0, nil, nil, err
	}
	if err := r.requireExisting(ctx, id, parents); err != nil {
		return 0, nil, nil, err
	}
	body, err = call.Object()
	return id, parents, body, err
}

func (r *Resource[T]) requireExisting(ctx context.Context, id int64, parents []int64) error {
	where, args := listing.And(append(r.base(parents), listing.Condition{SQL: "id = ?", Args: []any{id}}))
	found, err := db.Exists(ctx, r.kit.Store.DB.Read(), "SELECT 1 FROM "+r.Table.Name+where, args...)
	if err != nil {
		return fmt.Errorf("find %s: %w", r.Table.Name, err)
	}
	if !found {
		return apierr.NotFound()
	}
	return nil
}

// MountList registers the list of the records, of which list returns a page below the given parents.
func (r *Resource[T]) MountList(list func(context.Context, listing.Query, []int64) (*listing.Page[T], error)) {
	if len(r.Under) == 0 {
		r.kit.Bulk.AddList(r.Path, r.list)
	}
	op := r.Op("GET", "", "List "+r.kit.API.Plural(r.Path), r.Access.Read)
	op.Query, op.Export, op.Replica = r.ListParams(), r.Access.Export, true
	r.kit.Exports.Add(r.Address(), r)
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*listing.Page[T], error) {
		parents, err := r.Parents(ctx, call)
		if err != nil {
			return nil, err
		}
		q, err := r.ParseQuery(call.Query())
		if err != nil {
			return nil, err
		}
		return list(ctx, q, parents)
	})
}

func (r *Resource[T]) mountCreate() {
	op := r.Op("POST", "", "Create "+r.kit.API.One(r.Path, r.Kind()), r.Access.Write)
	op.Status, op.Body = 201, r.BodySchema(true)
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*api.Item[*T], error) {
		parents, err := r.Parents(ctx, call)
		if err != nil {
			return nil, err
		}
		object, err := call.Object()
		if err != nil {
			return nil, err
		}
		in, err := r.Parse(ctx, object, true)
		if err != nil {
			return nil, err
		}
		in.alone = true
		return r.save(ctx, func(tx *write.Tx) (*Change[T], error) { return r.create(ctx, tx, in, parents) })
	})
}

// Write runs a change in a transaction and returns the record in a response.
func (r *Resource[T]) Write(ctx context.Context, change func(*write.Tx) (*T, error)) (*api.Item[*T], error) {
	response := &api.Item[*T]{}
	err := r.kit.Store.Do(ctx, func(tx *write.Tx) (err error) {
		response.Item, err = change(tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return response, nil
}

// ReadOne returns the record that a request asks for.
func (r *Resource[T]) ReadOne(ctx context.Context, call *api.Call) (*T, error) {
	id, parents, err := r.target(ctx, call)
	if err != nil {
		return nil, err
	}
	item, err := r.Find(ctx, r.kit.Store.DB.Read(), id, parents)
	if known, ok := apierr.As(err); ok && known.GetStatus() == http.StatusNotFound && r.Merge != nil {
		into, mergeErr := merge.Into(ctx, r.kit.Store.DB.Read(), r.Table.Name, id)
		if mergeErr != nil || into != 0 {
			return nil, cmp.Or[error](mergeErr, apierr.Merged(into))
		}
	}
	return item, err
}

func (r *Resource[T]) mountRead() {
	op := r.Op("GET", "/{id}", "Get "+r.kit.API.One(r.Path, r.Kind()), r.Access.Read)
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*api.Item[*T], error) {
		item, err := r.ReadOne(ctx, call)
		return &api.Item[*T]{Item: item}, err
	})
}

func (r *Resource[T]) mountUpdate() {
	op := r.Op("PUT", "/{id}", "Update "+r.kit.API.One(r.Path, r.Kind()), r.Access.Write)
	op.Description = "Changes only the fields that are sent; null clears a field."
	op.Body = r.BodySchema(false)
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*api.Item[*T], error) {
		id, parents, err := r.target(ctx, call)
		if err != nil {
			return nil, err
		}
		item, err := r.readBefore(ctx, id, parents)
		if err != nil {
			return nil, err
		}
		object, err := call.Object()
		if err != nil {
			if missing := r.requireExisting(ctx, id, parents); missing != nil {
				return nil, missing
			}
			return nil, err
		}
		in, err := r.Parse(ctx, object, false)
		if err != nil {
			return nil, err
		}
		in.alone = true
		return r.save(ctx, func(tx *write.Tx) (*Change[T], error) {
			before, err := r.lockRead(ctx, tx, id, item, parents)
			if err != nil {
				return nil, err
			}
			return r.update(ctx, tx, before, in, parents)
		})
	})
}

func (r *Resource[T]) mountUses() {
	op := r.Op("GET", "/{id}/uses", "List the uses of "+r.kit.API.One(r.Path, r.Kind()), r.Access.Read)
	uses.Mount(r.kit.API, op, r.kit.Store.DB, r.Uses, func(ctx context.Context, call *api.Call) (uses.Record, error) {
		item, err := r.ReadOne(ctx, call)
		if err != nil {
			return uses.Record{}, err
		}
		return r.usedRecord(item), nil
	})
}

func (r *Resource[T]) mountDelete() {
	op := r.Op("DELETE", "/{id}", "Delete "+r.kit.API.One(r.Path, r.Kind()), max(r.Access.Write, r.Access.Delete))
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (api.None, error) {
		id, parents, err := r.target(ctx, call)
		if err != nil {
			return api.None{}, err
		}
		return api.None{}, r.kit.Store.Do(ctx, func(tx *write.Tx) error { return r.Remove(ctx, tx, id, parents) })
	})
}

// BodySchema describes the body of requests that create or update a record.
func (r *Resource[T]) BodySchema(creating bool) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
	for i := range r.fields {
		f := &r.fields[i]
		if !f.writable() {
			continue
		}
		schema.Properties[f.name] = f.schema
		if creating && f.rules.required && f.rules.initial == nil && f.fill == nil {
			schema.Required = append(schema.Required, f.name)
		}
	}
	if !creating {
		schema.Properties["version"] = &huma.Schema{Type: huma.TypeInteger}
	}
	return schema
}
