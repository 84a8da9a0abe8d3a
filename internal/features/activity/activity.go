// Package activity lists what was done: change sets, whose entries are in the audit log. It undoes them, and restores
// earlier versions of records.
package activity

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// Activity is a change set: what one request or one job did. It is described by its first entry.
type Activity struct {
	resource.LogRow
	UserID     *int64                      `json:"user_id"`
	UserName   string                      `json:"user_name"`
	Program    string                      `json:"program" doc:"What made the request, such as console."`
	Action     string                      `json:"action"`
	Kind       string                      `json:"kind"`
	RecordID   *int64                      `json:"record_id"`
	RecordName string                      `json:"record_name"`
	Changes    map[string]write.Difference `json:"changes"`
	Entries    int64                       `json:"entries" doc:"Number of records that were changed."`
	FinishedAt *time.Time                  `json:"finished_at" doc:"Null while a job is still working on it."`
	UndoesID   *int64                      `json:"undoes_id" doc:"Change set that this one undid."`
	UndoneByID *int64                      `json:"undone_by_id" doc:"Change set that undid this one."`
	Undoable   bool                        `json:"undoable"`
	Restorable []string                    `json:"restorable" nullable:"false" doc:"Fields that can be restored."`
	Refused    string                      `json:"undo_refused" doc:"Why it can't be undone."`
	RequestID  string                      `json:"request_id"`
	IPAddress  string                      `json:"ip_address"`
}

func definition(undo *undoing) resource.Definition[Activity] {
	return resource.Definition[Activity]{
		Path: "activity", Table: schema.ChangeSets, Label: "Activity", Access: resource.Access{Read: api.Admins},
		Sort: "-created_at", SortBy: []string{"created_at"}, Name: "record_name",
		Without: []resource.Verb{resource.Listing, resource.Reading, resource.Creating, resource.Updating, resource.Removing},
		Filters: []listing.Filter{
			listing.RefFilter("user_id"),
			entryFilter("record_id", "Id of a record.", api.ParseID),
			entryFilter("kind", "Kind of record, such as publisher or media type.", lower),
			entryFilter("action", "Action, such as created, updated, deleted, restored or purged.", lower),
			undo.recordFilter("record", "A record as kind:id, such as publisher:12.", false),
			undo.recordFilter("within", "A record as kind:id, and the records below it: of a partner also its sites.", true),
			listing.Several(listing.Filter{
				Names: []string{"program"}, Doc: "What made the request, such as console.",
				Condition: func(value string) (listing.Condition, bool) {
					return listing.Condition{SQL: "program = ?", Args: []any{value}}, value != ""
				},
			}),
			undo.dayFilter("from", "First day, as YYYY-MM-DD in the office's time zone.", "created_at >= ?", false),
			undo.dayFilter("to", "Last day, as YYYY-MM-DD in the office's time zone.", "created_at < ?", true),
		},
		Fields: func(e *Activity) resource.Fields {
			return resource.Fields{
				resource.Stored(&e.UserID),
				resource.Stored(&e.UserName),
				resource.Stored(&e.Program),
				resource.Stored(&e.Action),
				resource.Stored(&e.Kind),
				resource.Stored(&e.RecordID),
				resource.Code(&e.RecordName, resource.ReadOnly),
				resource.Attached(&e.Changes),
				resource.Stored(&e.Entries),
				resource.Stored(&e.FinishedAt),
				resource.Stored(&e.UndoesID),
				resource.Stored(&e.UndoneByID),
				resource.Attached(&e.Undoable),
				resource.Attached(&e.Restorable),
				resource.Attached(&e.Refused),
				resource.Stored(&e.RequestID),
				resource.Stored(&e.IPAddress),
			}
		},
		Attach: undo.attach,
	}
}

func lower(value string) (string, bool) { return strings.ToLower(value), value != "" }

// entryFilter limits the list to change sets with an entry that has a value.
func entryFilter[V any](column, doc string, parse func(string) (V, bool)) listing.Filter {
	return listing.Several(listing.Filter{
		Names: []string{column}, Doc: doc,
		Condition: func(value string) (listing.Condition, bool) {
			parsed, ok := parse(value)
			has := "e." + column + " = ?"
			return listing.Condition{
				SQL:  "EXISTS (SELECT 1 FROM audit_log AS e WHERE e.change_id = change_sets.id AND " + has + ")",
				Args: []any{parsed},
				IDs: &listing.IDSource{
					SQL: "SELECT e.change_id AS row_id FROM audit_log AS e WHERE " + has, Args: []any{parsed}, Exact: true,
				},
			}, ok
		},
	})
}

func (u *undoing) dayFilter(name, doc, condition string, end bool) listing.Filter {
	return listing.Filter{Names: []string{name}, Doc: doc, Condition: func(day string) (listing.Condition, bool) {
		begins, ends, err := u.kit.Day(day)
		if end {
			begins = ends
		}
		return listing.Condition{SQL: condition, Args: []any{begins}}, err == nil
	}}
}

// Mount registers the endpoints. Days are days in the office's time zone.
func Mount(kit resource.Kit, undoer *history.Undoer) {
	u := &undoing{kit: kit, undoer: undoer}
	u.saves = sync.OnceValue(func() saves { return savesOf(kit.API, undoer.Kinds) }) // all calls are registered by then
	u.records = resource.Mount(kit, definition(u))
	list := u.records.Op(http.MethodGet, "", "List activity, newest first", api.Staff)
	list.Query = u.records.ListParams()
	list.Description = "Editors may list the history of a record that they may read, without IP addresses."
	list.Export = api.Admins
	kit.Exports.Add(u.records.Address(), u.records)
	api.Handle(kit.API, list, u.list)
	read := u.records.Op(http.MethodGet, "/{id}", "Get a change set with its entries", api.Staff)
	api.Handle(kit.API, read, u.read)
	u.mountUndo()
}

func (u *undoing) list(ctx context.Context, call *api.Call) (*listing.Page[Activity], error) {
	values := recordOf(call.Query())
	q, err := u.records.ParseQuery(values)
	if err != nil {
		return nil, err
	}
	record := cmp.Or(values.Get("within"), values.Get("record"))
	if err := u.mayRead(ctx, call, record); err != nil {
		return nil, err
	}
	page, err := u.records.List(ctx, q, nil)
	if err != nil {
		return nil, err
	}
	if err := u.describeBy(ctx, record, values.Has("within"), page.Items); err != nil {
		return nil, err
	}
	if err := u.complete(ctx, page.Items, nil); err != nil {
		return nil, err
	}
	hideAddresses(ctx, page.Items)
	return page, nil
}

// recordOf replaces a kind and an id by the record that they name: one entry must have both.
func recordOf(values url.Values) url.Values {
	kind, id := values.Get("kind"), values.Get("record_id")
	if kind == "" || id == "" || strings.Contains(kind+id, ",") {
		return values
	}
	values.Del("kind")
	values.Del("record_id")
	values.Set("record", kind+":"+id)
	return values
}

// mayRead refuses editors, unless they ask for a record that they may read.
func (u *undoing) mayRead(ctx context.Context, call *api.Call, record string) error {
	if isAdmin(ctx) {
		return nil
	}
	name, id, ok := parseRecord(record)
	kind, known := u.undoer.Kinds.Named(name)
	if !ok || !known || kind.ForAdmins || kind.Path == "" {
		return apierr.NotAllowed("Only admins can do this.")
	}
	if strings.Contains(kind.Path, "{") { // it is read below others, by all staff
		return nil
	}
	read := passOn(ctx, call, u.kit, http.MethodGet, fmt.Sprintf("%s/%d", kind.Path, id), nil)
	if read.status != http.StatusOK {
		return apierr.NotFound()
	}
	return nil
}

func isAdmin(ctx context.Context) bool {
	user := auth.Current(ctx)
	return user != nil && user.Role == auth.Admin
}

func hideAddresses(ctx context.Context, items []*Activity) {
	if isAdmin(ctx) {
		return
	}
	for _, item := range items {
		item.IPAddress = ""
	}
}

// attach adds the changes of the first entries, and whether the change sets can be undone.
func (u *undoing) attach(ctx context.Context, c db.Conn, items []*Activity) error {
	ids, byID := []int64{}, map[int64]*Activity{}
	for _, item := range items {
		ids, byID[item.ID], item.Changes = append(ids, item.ID), item, map[string]write.Difference{}
		item.Restorable = []string{}
	}
	entries, err := db.All[struct {
		Change  int64                       `db:"change_id"`
		Changes map[string]write.Difference `db:"changes"`
	}](ctx, c, `SELECT change_id, changes FROM audit_log
		WHERE id IN (SELECT min(id) FROM audit_log WHERE change_id IN (?) GROUP BY change_id)`, ids)
	if err != nil {
		return fmt.Errorf("read the first entries: %w", err)
	}
	for _, entry := range entries {
		byID[entry.Change].Changes = entry.Changes
	}
	sets, err := history.FindAll(ctx, c, ids)
	if err != nil {
		return err
	}
	for i := range sets {
		item := byID[sets[i].ID]
		item.Refused = u.refusal(ctx, &sets[i])
		item.Undoable = item.Refused == ""
	}
	return nil
}
