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
)

// Restoration names the version of a record to restore.
type Restoration struct {
	ActivityID int64    `json:"activity_id" doc:"Change set before which the record had the values to restore."`
	Fields     []string `json:"fields,omitempty" doc:"Fields to restore; all that have changed since if left out."`
}

// MountRestore registers a call for each kind of record that can be updated. It comes after all others are mounted.
func MountRestore(kit resource.Kit, kinds *history.Kinds) {
	for _, kind := range kinds.WithPath() {
		update, ok := kit.API.Find(http.MethodPut, kind.Path+"/{id}")
		if !ok {
			continue
		}
		op := api.Op{
			Method: http.MethodPost, Path: kind.Path + "/{id}/restore", Tag: update.Tag, Access: update.Access,
			ID: api.CamelCase("restore version of " + kind.Name), Body: kit.API.SchemaOf(Restoration{}),
			Summary:     "Restore an earlier version of " + api.Article(kind.Name),
			Description: "Saves the values that the record had before a change, like an update.",
		}
		api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*passed, error) {
			return restore(ctx, call, kit, kind)
		})
	}
}

func restore(ctx context.Context, call *api.Call, kit resource.Kit, kind history.Kind) (*passed, error) {
	id, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	request, err := api.Decode[Restoration](call)
	if err != nil {
		return nil, err
	}
	values, err := valuesBefore(ctx, kit.Store.DB.Read(), kind.Name, id, request)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(values)
	if err != nil {
		return nil, fmt.Errorf("restore %s %d: %w", kind.Name, id, err)
	}
	original, _ := call.Request()
	return passOn(ctx, call, kit, http.MethodPut, strings.TrimSuffix(original.URL.Path, "/restore"), body), nil
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

// valuesBefore returns the values that fields of a record had before a change set: those before the first change since.
func valuesBefore(ctx context.Context, c db.Conn, kind string, id int64, request Restoration) (map[string]any, error) {
	entries, err := db.All[Entry](ctx, c, `SELECT id, action, kind, record_id, record_name, changes FROM audit_log
		WHERE kind = ? AND record_id = ? AND id >= (SELECT min(e.id) FROM audit_log AS e
			WHERE e.change_id = ? AND e.kind = ? AND e.record_id = ?) ORDER BY id`, kind, id, request.ActivityID, kind, id)
	if err != nil {
		return nil, fmt.Errorf("read the history of %s %d: %w", kind, id, err)
	}
	if len(entries) == 0 {
		return nil, apierr.Field("activity_id", "This record was not changed by it.")
	}
	if entries[0].Action == "created" {
		return nil, apierr.Field("activity_id", "The record did not exist before.")
	}
	values := map[string]any{}
	for _, entry := range entries {
		for field, difference := range entry.Changes {
			if _, known := values[field]; !known && (len(request.Fields) == 0 || slices.Contains(request.Fields, field)) {
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
	return values, problems.Err()
}
