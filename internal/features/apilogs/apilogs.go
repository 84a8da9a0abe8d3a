// Package apilogs shows what the public API was asked and how it answered.
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

// APILog is one call of the public API.
type APILog struct {
	resource.LogRow
	Duration        int64           `json:"duration" doc:"In milliseconds."`
	StatusCode      int64           `json:"status_code"`
	Path            string          `json:"path"`
	Results         *int64          `json:"results" doc:"How many records it answered with; null where that is no question."`
	Parameters      map[string]any  `json:"parameters,omitzero" doc:"What was asked for, without secrets. Lists leave it out."`
	ParametersCount int64           `json:"parameters_count"`
	PartnerID       *int64          `json:"-" db:"partner_id"`
	Partner         *resource.Named `json:"partner" doc:"Null when nobody was logged in."`
	UserID          *int64          `json:"-" db:"user_id"`
	User            *resource.Named `json:"user"`
	IPAddress       string          `json:"ip_address"`
	UserAgent       string          `json:"user_agent"`
}

// statuses are the words of options/api-requests.
var statuses = []string{"all", "success"}

// Definition declares the log, the newest first. It is written by the public API alone, and on several nodes at once: the
// order of ids is not that of time.
var Definition = define(func(l *APILog) resource.Field { return resource.Attached(&l.Parameters) })

// define declares the log with or without the parameters of the calls.
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
				return listing.Condition{SQL: "status_code < 400"} // as its indexes have it
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
		Attach: nameUsers,
	}
}

func nameUsers(ctx context.Context, c db.Conn, rows []*APILog) error {
	ids := []int64{}
	for _, row := range rows {
		if row.UserID != nil {
			ids = append(ids, *row.UserID)
		}
	}
	users, err := people.Find(ctx, c, ids)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.UserID != nil {
			row.User = &resource.Named{ID: *row.UserID, Name: users[*row.UserID].DisplayName()}
		}
	}
	return nil
}

// Mount adds the calls. What was asked for may be long, so only one log at a time shows it.
func Mount(kit resource.Kit) {
	lookup.MountWords(kit.API, "options/api-requests", "List the filters for API requests", []lookup.Word{
		{ID: "all", Name: "All requests"}, {ID: "success", Name: "Success"},
	})
	resource.Mount(kit, Definition)
	one := define(func(l *APILog) resource.Field { return resource.Stored(&l.Parameters) })
	one.Without = []resource.Verb{resource.Listing, resource.Creating, resource.Updating, resource.Removing}
	resource.Mount(kit, one)
}
