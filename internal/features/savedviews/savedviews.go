// Package savedviews stores views of the console's tables: filters, sort order and columns under a name. A view is
// private to its owner, or shared with all staff.
package savedviews

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
	"waymark/internal/platform/views"
)

// SavedView is a view of a table.
type SavedView struct {
	resource.Row
	Table   string            `json:"table" db:"table_name" doc:"The table in the console, such as content."`
	Name    string            `json:"name"`
	Params  map[string]string `json:"params" doc:"The parameters of the table's address: filters, search and sort order."`
	Columns []string          `json:"columns" nullable:"false" doc:"The visible columns."`
	Shared  bool              `json:"shared" doc:"Whether all staff can see the view. Only admins can change this."`
	Default bool              `json:"default" doc:"Whether the table opens with this view for you."`
	OwnerID *int64            `json:"-" db:"owner_id"` // nil for a shared view
}

// maxViews is how many views a person can have of a table, and how many of them can be shared.
const maxViews = 100

var (
	tableName  = regexp.MustCompile(`^[a-z][a-z0-9/_-]{0,79}$`)
	columnName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]{0,59}$`)
)

// definition declares saved views. Its endpoints depend on who calls them and are registered by Mount.
var definition = resource.Definition[SavedView]{
	Path: "views", Table: schema.SavedViews, Label: "Saved view", Name: "name", Sort: "name",
	Serial: true, // keeps the limits exact
	Fields: func(v *SavedView) resource.Fields {
		return resource.Fields{
			resource.Code(&v.Table, resource.Required, resource.Valid(matches(tableName, "Must be the name of a table."))),
			resource.Text(&v.Name, resource.Required, resource.Max(80), resource.UniquePerOwner),
			resource.TextMap(&v.Params, resource.Max(4000)),
			resource.List(&v.Columns, resource.Valid(matches(columnName, "Must be the name of a column."))),
			resource.Bool(&v.Shared),
			resource.Attached(&v.Default),
			resource.Stored(&v.OwnerID),
		}
	},
	Columns: func(ctx context.Context, c *resource.Change[SavedView]) map[string]any {
		if c.After.Shared {
			return nil
		}
		return map[string]any{"owner_id": auth.Current(ctx).ID}
	},
	Check:  check,
	Saved:  saved,
	Rules:  resource.Rules[SavedView]{CheckRemove: checkRemove, MayUndo: mayUndo, CheckUndo: checkUndo},
	Attach: attachDefault,
}

func checkRemove(ctx context.Context, _ *write.Tx, v *SavedView) error {
	if v.Shared && !auth.IsAdmin(ctx) {
		return errAdmins
	}
	return nil
}

var errAdmins = apierr.NotAllowed("Only admins can share views, and change or delete shared ones.")

func matches(pattern *regexp.Regexp, problem string) func(string) string {
	return func(text string) string {
		if pattern.MatchString(text) {
			return ""
		}
		return problem
	}
}

// check refuses changes that only admins may make, and more views than there may be. A request that only sets the
// caller's default changes nothing here.
func check(ctx context.Context, tx *write.Tx, c *resource.Change[SavedView]) error {
	if c.Before != nil && reflect.DeepEqual(c.Before, c.After) {
		return nil
	}
	if (c.After.Shared || (c.Before != nil && c.Before.Shared)) && !auth.IsAdmin(ctx) {
		return errAdmins
	}
	if c.Before != nil && c.Before.Table != c.After.Table {
		c.Problems.Add("table", "Can't be changed.")
	}
	if c.Before != nil && c.Before.Shared == c.After.Shared {
		return nil
	}
	where, args := "owner_id = ?", []any{c.After.Table, auth.Current(ctx).ID}
	problem := "You already have %d views of this table. Delete one first."
	if c.After.Shared {
		where, args, problem = "shared", args[:1], "%d views of this table are shared already. Delete one first."
	}
	n, err := db.Value[int64](ctx, tx.Conn, "SELECT count(*) FROM saved_views WHERE table_name = ? AND "+where, args...)
	if err != nil {
		return fmt.Errorf("count views: %w", err)
	}
	if n >= maxViews {
		c.Problems.Add("name", problem, maxViews)
	}
	return nil
}

// saved sets the owner of a view that is shared or private from now on. Whoever makes a view private owns it.
func saved(ctx context.Context, tx *write.Tx, c *resource.Change[SavedView]) error {
	if c.Before == nil || c.Before.Shared == c.After.Shared {
		return nil
	}
	me, owner := auth.Current(ctx).ID, any(nil)
	if !c.After.Shared {
		if err := views.KeepDefaultOf(ctx, tx.Conn, me, c.After.ID); err != nil {
			return err
		}
		owner = me
	}
	_, err := tx.Exec(ctx, "UPDATE saved_views SET owner_id = ? WHERE id = ?", owner, c.After.ID)
	return err
}

func attachDefault(ctx context.Context, c db.Conn, items []*SavedView) error {
	defaults, err := views.Defaults(ctx, c, auth.Current(ctx).ID)
	if err != nil {
		return err
	}
	for _, item := range items {
		item.Default = defaults[item.Table].ID == item.ID
	}
	return nil
}

// DefaultInput says whether a view is the caller's default.
type DefaultInput struct {
	Default *bool `json:"default,omitempty" doc:"Whether the table opens with this view for you. Others are not affected."`
}

// SavedViewList lists the views of a table.
type SavedViewList struct {
	Items []*SavedView `json:"items" nullable:"false"`
}

type service struct {
	store *write.Store
	views *resource.Resource[SavedView]
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	kit.API.NameRecords("views", "saved-view", "saved-views")
	s := &service{store: kit.Store, views: resource.New(kit, definition)}
	s.views.AddRules()
	list := s.views.Op("GET", "", "List saved views", api.Staff)
	list.ID = "listSavedViews"
	list.Description = "Returns your own views of a table and the shared ones."
	table := api.TextParam("table", "The table in the console, such as content.")
	table.Required = true
	list.Query = append(list.Query, table)
	api.Handle(kit.API, list, s.list)

	create := s.views.Op("POST", "", "Create a saved view", api.Staff)
	create.Status, create.Body = 201, api.AddOptionalFields[DefaultInput](s.views.BodySchema(true))
	api.Handle(kit.API, create, s.create)

	update := s.views.Op("PUT", "/{id}", "Update a saved view", api.Staff)
	update.Description = "Changes only the fields that are sent. Everyone can make a view they see their default."
	update.Body = api.AddOptionalFields[DefaultInput](s.views.BodySchema(false))
	api.Handle(kit.API, update, s.update)

	api.Handle(kit.API, s.views.Op("DELETE", "/{id}", "Delete a saved view", api.Staff), s.remove)
}

func (s *service) list(ctx context.Context, call *api.Call) (*SavedViewList, error) {
	table := call.Query().Get("table")
	if !tableName.MatchString(table) {
		return nil, apierr.Field("table", "Must be the name of a table.")
	}
	c := s.store.DB.Read()
	ids, err := db.All[int64](ctx, c, `
		SELECT id
		FROM (
			SELECT id, name_key, shared FROM saved_views WHERE table_name = ? AND owner_id = ?
			UNION ALL
			SELECT id, name_key, shared FROM saved_views WHERE table_name = ? AND shared
		) AS visible
		ORDER BY shared, name_key, id`, table, auth.Current(ctx).ID, table)
	if err != nil {
		return nil, fmt.Errorf("list saved views: %w", err)
	}
	items, err := s.views.Load(ctx, c, ids)
	return &SavedViewList{Items: items}, err
}

func (s *service) create(ctx context.Context, call *api.Call) (*api.Item[*SavedView], error) {
	object, err := call.Object()
	if err != nil {
		return nil, err
	}
	in, preference, err := s.parse(ctx, object, true)
	if err != nil {
		return nil, err
	}
	return s.views.Write(ctx, func(tx *write.Tx) (*SavedView, error) {
		view, err := s.views.Create(ctx, tx, in, nil)
		if err != nil {
			return nil, err
		}
		return s.setDefault(ctx, tx, view, preference)
	})
}

// parse reads the fields of a view and the caller's preference. Problems of both are reported together.
func (s *service) parse(ctx context.Context, object map[string]json.RawMessage, creating bool) (*resource.Input,
	DefaultInput, error,
) {
	preference, wrong := api.Take[DefaultInput](object)
	in, err := s.views.Parse(ctx, object, creating)
	if err != nil {
		return nil, preference, err
	}
	return in, preference, in.Join(wrong)
}

func (s *service) update(ctx context.Context, call *api.Call) (*api.Item[*SavedView], error) {
	id, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	if err := s.checkVisible(ctx, s.store.DB.Read(), id); err != nil {
		return nil, err
	}
	object, err := call.Object()
	if err != nil {
		return nil, err
	}
	in, preference, err := s.parse(ctx, object, false)
	if err != nil {
		return nil, err
	}
	return s.views.Write(ctx, func(tx *write.Tx) (*SavedView, error) {
		if err := s.lock(ctx, tx, id); err != nil {
			return nil, err
		}
		view, err := s.views.Update(ctx, tx, id, in, nil)
		if err != nil {
			return nil, err
		}
		return s.setDefault(ctx, tx, view, preference)
	})
}

// checkVisible returns an error unless there is a view that the caller can see.
func (s *service) checkVisible(ctx context.Context, c db.Conn, id int64) error {
	view, err := s.views.Find(ctx, c, id, nil)
	if err == nil && !view.Shared && *view.OwnerID != auth.Current(ctx).ID {
		return apierr.NotFound()
	}
	return err
}

// lock locks a view that the caller can see.
func (s *service) lock(ctx context.Context, tx *write.Tx, id int64) error {
	if _, err := s.views.Lock(ctx, tx, id, nil); err != nil {
		return err
	}
	return s.checkVisible(ctx, tx.Conn, id)
}

// setDefault sets or clears the caller's default. Personal preferences are not recorded in the audit log.
func (s *service) setDefault(ctx context.Context, tx *write.Tx, view *SavedView, in DefaultInput) (*SavedView, error) {
	me := auth.Current(ctx).ID
	var err error
	switch {
	case in.Default == nil || *in.Default == view.Default:
		return view, nil
	case *in.Default:
		err = views.SetDefault(ctx, tx.Conn, me, view.Table, view.ID)
	default:
		err = views.ClearDefault(ctx, tx.Conn, me, view.ID)
	}
	view.Default = *in.Default
	return view, err
}

func (s *service) remove(ctx context.Context, call *api.Call) (api.None, error) {
	id, err := call.ID("id")
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, s.store.Do(ctx, func(tx *write.Tx) error {
		if err := s.lock(ctx, tx, id); err != nil {
			return err
		}
		return s.views.Remove(ctx, tx, id, nil)
	})
}
