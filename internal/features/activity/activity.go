// Package activity lists the audit log: who changed which record, when and how.
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

// Activity is an entry of the audit log: one change of one record.
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

// Definition declares the audit log. Only admins may read it; kit/write writes it.
var Definition = resource.Definition[Activity]{
	Path: "activity", Table: schema.AuditLog, Label: "Activity", Access: resource.Access{Read: api.Admins},
	Sort: "-created_at", SortBy: []string{"created_at"},
	Without: []resource.Verb{resource.Creating, resource.Updating, resource.Removing},
	Filters: []listing.Filter{
		listing.RefFilter("user_id"), listing.RefFilter("record_id"),
		equals("kind", "Kind of record, such as publisher or media type."),
		equals("action", "Action, such as created, updated, deleted, restored or purged."),
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
	return listing.Several(listing.Filter{
		Names: []string{name}, Doc: doc,
		Condition: func(value string) (listing.Condition, bool) {
			return listing.Condition{SQL: name + " = ?", Args: []any{strings.ToLower(value)}}, value != ""
		},
	})
}

// Mount registers the endpoints. Days are days in the office's time zone.
func Mount(kit resource.Kit) {
	def := Definition
	def.Filters = append(slices.Clone(def.Filters),
		dayFilter("from", "First day, as YYYY-MM-DD in the office's time zone.", func(day string) (listing.Condition, bool) {
			start, _, err := kit.Day(day)
			return listing.Condition{SQL: "created_at >= ?", Args: []any{start}}, err == nil
		}),
		dayFilter("to", "Last day, as YYYY-MM-DD in the office's time zone.", func(day string) (listing.Condition, bool) {
			_, end, err := kit.Day(day)
			return listing.Condition{SQL: "created_at < ?", Args: []any{end}}, err == nil
		}))
	resource.Mount(kit, def)
}

func dayFilter(name, doc string, condition func(day string) (listing.Condition, bool)) listing.Filter {
	return listing.Filter{Names: []string{name}, Doc: doc, Condition: condition}
}
