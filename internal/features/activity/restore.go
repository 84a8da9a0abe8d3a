package activity

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// Restoration names the version of a record to restore.
type Restoration struct {
	ActivityID int64    `json:"activity_id" doc:"Change set before which the record had the values to restore."`
	After      bool     `json:"after,omitempty" doc:"Restore the values after the change set instead."`
	Fields     []string `json:"fields,omitempty" doc:"Fields to restore; all that have changed since if left out."`
}

// save is a call that changes some fields of a record.
type save struct {
	suffix string // of its path: nothing, or that of a part of the record
	fields map[string]bool
}

// saves are the calls that change records, by their kind.
type saves map[string][]save

func savesOf(a *api.API, kinds *history.Kinds) saves {
	found := saves{}
	for _, op := range a.Ops() {
		for _, kind := range kinds.WithPath() {
			suffix, ok := strings.CutPrefix(op.Path, kind.Path+"/{id}")
			if !ok || op.Method != http.MethodPut || op.Body == nil || strings.Contains(suffix, "{") {
				continue
			}
			fields := map[string]bool{}
			for name := range op.Body.Properties {
				fields[name] = name != "version"
			}
			found[kind.Name] = append(found[kind.Name], save{suffix, fields})
		}
	}
	for _, list := range found { // the record itself comes before its parts
		slices.SortFunc(list, func(a, b save) int { return strings.Compare(a.suffix, b.suffix) })
	}
	return found
}

// of returns the call that changes any of the fields of an entry.
func (s saves) of(kind string, changes map[string]write.Difference) (save, bool) {
	for _, one := range s[kind] {
		for field := range changes {
			if one.fields[field] {
				return one, true
			}
		}
	}
	return save{}, false
}

// restorable returns the fields of a change that can be restored.
func (u *undoing) restorable(item *Activity) []string {
	fields := []string{}
	save, ok := u.saves().of(item.Kind, item.Changes)
	if !ok || item.RecordID == nil || item.Action == "deleted" {
		return fields
	}
	for field := range item.Changes {
		if save.fields[field] {
			fields = append(fields, field)
		}
	}
	slices.Sort(fields)
	return fields
}

// MountRestore registers a call for each kind of record that can be updated. It comes after all others are mounted.
func MountRestore(kit resource.Kit, kinds *history.Kinds) {
	saves := savesOf(kit.API, kinds)
	for _, kind := range kinds.WithPath() {
		update, ok := kit.API.Find(http.MethodPut, kind.Path+"/{id}")
		if !ok {
			continue
		}
		op := api.Op{
			Method: http.MethodPost, Path: kind.Path + "/{id}/restore", Tag: update.Tag, Access: update.Access,
			ID: api.CamelCase("restore version of " + kind.Name), Body: kit.API.SchemaOf(Restoration{}),
			Summary:     "Restore an earlier version of " + api.Article(kind.Name),
			Description: "Saves the values that the record had before or after a change, like an update.",
		}
		api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*passed, error) {
			return restore(ctx, call, kit, kind, saves)
		})
	}
}

func restore(
	ctx context.Context, call *api.Call, kit resource.Kit, kind history.Kind, saves saves,
) (*passed, error) {
	id, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	request, err := api.Decode[Restoration](call)
	if err != nil {
		return nil, err
	}
	entries, err := entriesSince(ctx, kit.Store.DB.Read(), kind.Name, id, request.ActivityID)
	if err != nil {
		return nil, err
	}
	save, ok := saves.of(kind.Name, entries[0].Changes)
	if !ok {
		return nil, apierr.Field("activity_id", "It changed nothing that can be restored.")
	}
	values, err := valuesAt(entries, save, request)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(values)
	if err != nil {
		return nil, fmt.Errorf("restore %s %d: %w", kind.Name, id, err)
	}
	original, _ := call.Request()
	path := strings.TrimSuffix(original.URL.Path, "/restore") + save.suffix
	return passOn(ctx, call, kit, http.MethodPut, path, body), nil
}

// passOn makes another call on behalf of the caller.
func passOn(ctx context.Context, call *api.Call, kit resource.Kit, method, path string, body []byte) *passed {
	original, _ := call.Request()
	request := original.Clone(ctx)
	request.Method, request.URL.Path, request.URL.RawQuery = method, path, ""
	request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	response := httptest.NewRecorder()
	kit.API.ServeHTTP(response, request)
	return &passed{response.Code, response.Body.Bytes()}
}

// passed is the response of another call.
type passed struct {
	status int
	body   json.RawMessage
}

// HTTPStatus returns the status of the other call.
func (p *passed) HTTPStatus() int { return p.status }

// MarshalJSON returns the body of the other call.
func (p *passed) MarshalJSON() ([]byte, error) { return p.body, nil }

// entriesSince returns the entries of a record since a change set, of which it has at least one.
func entriesSince(ctx context.Context, c db.Conn, kind string, id, change int64) ([]sinceEntry, error) {
	entries, err := db.All[sinceEntry](ctx, c, `SELECT change_id, action, changes FROM audit_log
		WHERE kind = ? AND record_id = ? AND id >= (SELECT min(e.id) FROM audit_log AS e
			WHERE e.change_id = ? AND e.kind = ? AND e.record_id = ?) ORDER BY id`, kind, id, change, kind, id)
	if err != nil {
		return nil, fmt.Errorf("read the history of %s %d: %w", kind, id, err)
	}
	if len(entries) == 0 {
		return nil, apierr.Field("activity_id", "This record was not changed by it.")
	}
	return entries, nil
}

// sinceEntry is an entry of a record, oldest first.
type sinceEntry struct {
	Change  int64                       `db:"change_id"`
	Action  string                      `db:"action"`
	Changes map[string]write.Difference `db:"changes"`
}

// valuesAt returns the values that fields of a record had before or after a change set: those before the first change
// since.
func valuesAt(entries []sinceEntry, save save, request Restoration) (map[string]any, error) {
	if entries[0].Action == "created" && !request.After {
		return nil, apierr.Field("activity_id", "The record did not exist before.")
	}
	values := map[string]any{}
	for _, entry := range entries {
		if request.After && entry.Change == request.ActivityID {
			continue
		}
		for field, difference := range entry.Changes {
			wanted := save.fields[field] && (len(request.Fields) == 0 || slices.Contains(request.Fields, field))
			if _, known := values[field]; !known && wanted {
				values[field] = difference.Before
			}
		}
	}
	var problems apierr.Fields
	for i, field := range request.Fields {
		if _, known := values[field]; !known {
			problems.Add(fmt.Sprintf("fields.%d", i), "This field has not changed since.")
		}
	}
	if len(values) == 0 && len(problems) == 0 {
		problems.Add("activity_id", "The record has not changed since.")
	}
	return values, problems.Err()
}
