// Package activity shows the audit log: who changed what, when, from what to what.
package activity

import (
	"slices"
	"strings"

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

// Mount adds the calls. Which day a moment falls on is the office's to say.
func Mount(kit resource.Kit) {
	def := Definition
	def.Filters = append(slices.Clone(def.Filters),
		bound("from", "The first day, YYYY-MM-DD, in the office's time zone.", func(day string) (resource.Where, bool) {
			begins, _, err := kit.Day(day)
			return resource.Where{SQL: "created_at >= ?", Args: []any{begins}}, err == nil
		}),
		bound("to", "The last day, YYYY-MM-DD, in the office's time zone.", func(day string) (resource.Where, bool) {
			_, ends, err := kit.Day(day)
			return resource.Where{SQL: "created_at < ?", Args: []any{ends}}, err == nil
		}))
	resource.Mount(kit, def)
}

func bound(name, doc string, where func(day string) (resource.Where, bool)) resource.Filter {
	return resource.Filter{Names: []string{name}, Doc: doc, Where: where}
}
