// Package activity shows the audit log: who changed what, when, from what to what.
package activity

import (
	"strings"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// Activity is one change of one record.
type Activity struct {
	resource.LogRow
	UserID     *int64                      `json:"user_id"`
	UserName   string                      `json:"user_name"`
	Action     string                      `json:"action"`
	Kind       string                      `json:"kind"`
	RecordID   *int64                      `json:"record_id"`
	RecordName string                      `json:"record_name"`
	Changes    map[string]write.Difference `json:"changes"`
	RequestID  string                      `json:"request_id"`
	IPAddress  string                      `json:"ip_address"`
}

// Definition declares the log. It is read by admins and written by the write path alone.
var Definition = resource.Definition[Activity]{
	Path: "activity", Table: "audit_log", Label: "Activity", Sort: "-created_at", SortBy: []string{"created_at"}, Read: api.Admins,
	Without: []resource.Verb{resource.Creating, resource.Updating, resource.Removing},
	Filters: []resource.Filter{
		resource.FilterRef("user_id"), resource.FilterRef("record_id"),
		equals("kind", "The word staff use: publisher, media type."), equals("action", "created, updated, deleted, restored, purged, …"),
		since("from", "created_at >= ?", 0), since("to", "created_at < ?", 24*time.Hour),
	},
	Fields: []resource.Field[Activity]{
		resource.Stored("user_id", func(e *Activity) any { return &e.UserID }),
		resource.Stored("user_name", func(e *Activity) any { return &e.UserName }),
		resource.Stored("action", func(e *Activity) any { return &e.Action }),
		resource.Stored("kind", func(e *Activity) any { return &e.Kind }),
		resource.Stored("record_id", func(e *Activity) any { return &e.RecordID }),
		resource.Code("record_name", func(e *Activity) *string { return &e.RecordName }, resource.ReadOnly),
		resource.Stored("changes", func(e *Activity) any { return &e.Changes }),
		resource.Stored("request_id", func(e *Activity) any { return &e.RequestID }),
		resource.Stored("ip_address", func(e *Activity) any { return &e.IPAddress }),
	},
}

func equals(name, doc string) resource.Filter {
	return resource.Filter{Names: []string{name}, Doc: doc, Where: func(value string) (resource.Where, bool) {
		return resource.Where{SQL: name + " = ?", Args: []any{strings.ToLower(value)}}, true
	}}
}

// since bounds the log by whole days, given as dates.
func since(name, condition string, later time.Duration) resource.Filter {
	return resource.Filter{Names: []string{name}, Doc: "A date, YYYY-MM-DD.", Where: func(value string) (resource.Where, bool) {
		day, err := time.Parse(time.DateOnly, value)
		return resource.Where{SQL: condition, Args: []any{day.Add(later)}}, err == nil
	}}
}

// Mount adds the calls.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
