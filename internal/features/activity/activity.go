// Package activity shows the audit log: who changed what, when, from what to what.
package activity

import (
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
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
	Path: "activity", Table: schema.AuditLog, Label: "Activity", Access: resource.Access{Read: api.Admins},
	Sort: "-created_at", SortBy: []string{"created_at"},
	Without: []resource.Verb{resource.Creating, resource.Updating, resource.Removing},
	Filters: []listing.Filter{
		listing.RefFilter("user_id"), listing.RefFilter("record_id"),
		equals("kind", "The word staff use: publisher, media type."),
		equals("action", "created, updated, deleted, restored, purged, …"),
	},
	Fields: func(e *Activity) resource.Fields {
		return resource.Fields{
			resource.Stored(&e.UserID),
			resource.Stored(&e.UserName),
			resource.Stored(&e.Action),
			resource.Stored(&e.Kind),
			resource.Stored(&e.RecordID),
			resource.Code(&e.RecordName, resource.ReadOnly),
			resource.Stored(&e.Changes),
			resource.Stored(&e.RequestID),
			resource.Stored(&e.IPAddress),
		}
	},
}

func equals(name, doc string) listing.Filter {
	return listing.Filter{Names: []string{name}, Doc: doc, Condition: func(value string) (listing.Condition, bool) {
		return listing.Condition{SQL: name + " = ?", Args: []any{strings.ToLower(value)}}, true
	}}
}

// Mount adds the calls. Which day a moment falls on is the office's to say.
func Mount(kit resource.Kit) {
	def := Definition
	def.Filters = append(slices.Clone(def.Filters),
		bound("from", "The first day, YYYY-MM-DD, in the office's time zone.", func(day string) (listing.Condition, bool) {
			begins, _, err := kit.Day(day)
			return listing.Condition{SQL: "created_at >= ?", Args: []any{begins}}, err == nil
		}),
		bound("to", "The last day, YYYY-MM-DD, in the office's time zone.", func(day string) (listing.Condition, bool) {
			_, ends, err := kit.Day(day)
			return listing.Condition{SQL: "created_at < ?", Args: []any{ends}}, err == nil
		}))
	resource.Mount(kit, def)
}

func bound(name, doc string, where func(day string) (listing.Condition, bool)) listing.Filter {
	return listing.Filter{Names: []string{name}, Doc: doc, Condition: where}
}
