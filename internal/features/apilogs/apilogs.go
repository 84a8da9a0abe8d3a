// Package apilogs lists the logged requests to the public API.
package apilogs

import (
	"context"

	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// APILog is a logged request to the public API.
type APILog struct {
	resource.LogRow
	Duration        int64           `json:"duration" doc:"In milliseconds."`
	StatusCode      int64           `json:"status_code"`
	Path            string          `json:"path"`
	Results         *int64          `json:"results" doc:"Number of records returned; null if not applicable."`
	Parameters      map[string]any  `json:"parameters,omitzero" doc:"Request parameters, with secrets masked. Omitted in lists."`
	ParametersCount int64           `json:"parameters_count"`
	PartnerID       *int64          `json:"-" db:"partner_id"`
	Partner         *resource.Named `json:"partner" doc:"Null if the request was not authenticated."`
	UserID          *int64          `json:"-" db:"user_id"`
	User            *resource.Named `json:"user"`
	IPAddress       string          `json:"ip_address"`
	UserAgent       string          `json:"user_agent"`
}

// statuses are the values of the status filter, as listed by options/api-requests.
var statuses = []string{"all", "success"}

// Definition declares the list of logged requests, newest first. Several nodes write the log at the same time, so the
// order of ids is not chronological.
var Definition = define(func(l *APILog) resource.Field { return resource.Attached(&l.Parameters) })

// define declares the log. The parameters field differs between the list and a single entry.
func define(parameters func(*APILog) resource.Field) resource.Definition[APILog] {
	return resource.Definition[APILog]{
		Path: "api-logs", Label: "API log", Sort: "-created_at", SortBy: []string{"created_at"},
		Without: []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
		Filters: []listing.Filter{
			listing.RefFilter("partner_id", "partner"),
			listing.ChoiceFilter("status", statuses, func(word string) listing.Condition {
				if word == "all" {
					return listing.Condition{}
				}
				return listing.Condition{SQL: "status_code < 400"} // Matches the condition of the partial indexes.
			}),
		},
		Fields: func(l *APILog) resource.Fields {
			return resource.Fields{
				resource.Stored(&l.Duration, resource.Sortable),
				resource.Stored(&l.StatusCode),
				resource.Code(&l.Path, resource.ReadOnly, resource.Searchable),
				resource.Stored(&l.Results),
				resource.Stored(&l.ParametersCount),
				resource.Stored(&l.PartnerID),
				resource.Related(&l.Partner, &l.PartnerID, schema.Partners),
				resource.Stored(&l.UserID),
				resource.Attached(&l.User),
				resource.Code(&l.IPAddress, resource.ReadOnly, resource.Searchable),
				resource.Code(&l.UserAgent, resource.ReadOnly, resource.Searchable),
				parameters(l),
			}
		},
		Attach: attachUsers,
	}
}

func attachUsers(ctx context.Context, c db.Conn, rows []*APILog) error {
	return people.Attach(ctx, c, rows, func(row *APILog) *int64 { return row.UserID },
		func(row *APILog, user people.Person) {
			row.User = &resource.Named{ID: user.ID, Name: user.DisplayName()}
		})
}

// Mount registers the endpoints. Parameters may be long, so only the endpoint for a single entry returns them.
func Mount(kit resource.Kit) {
	lookup.MountWords(kit.API, "options/api-requests", "List the filters for API requests", []lookup.Word{
		{ID: "all", Name: "All requests"}, {ID: "success", Name: "Success"},
	})
	resource.Mount(kit, Definition)
	single := define(func(l *APILog) resource.Field { return resource.Stored(&l.Parameters) })
	single.Without = []resource.Verb{resource.Listing, resource.Creating, resource.Updating, resource.Removing}
	resource.Mount(kit, single)
}
