// Package apilogs shows what the public API was asked and how it answered.
package apilogs

import (
	"context"

	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/people"
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
	PartnerID       *int64          `json:"-"`
	Partner         *resource.Named `json:"partner" doc:"Null when nobody was logged in."`
	UserID          *int64          `json:"-"`
	User            *resource.Named `json:"user"`
	IPAddress       string          `json:"ip_address"`
	UserAgent       string          `json:"user_agent"`
}

// statuses are the words of options/api-requests.
var statuses = []string{"all", "success"}

// Definition declares the log, the newest first. It is written by the public API alone, and on several nodes at once: the
// order of ids is not that of time.
var Definition = resource.Definition[APILog]{
	Path: "api-logs", Label: "API log", Sort: "-created_at", SortBy: []string{"created_at"},
	Without: []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
	Filters: []resource.Filter{
		resource.FilterRef("partner_id", "partner"),
		resource.FilterWords("status", statuses, func(word string) resource.Where {
			if word == "all" {
				return resource.Where{}
			}
			return resource.Where{SQL: "status_code < 400"} // as its indexes have it
		}),
	},
	Fields: []resource.Field[APILog]{
		resource.Counter("duration", func(l *APILog) *int64 { return &l.Duration }, resource.Sortable),
		resource.Counter("status_code", func(l *APILog) *int64 { return &l.StatusCode }),
		resource.Code("path", func(l *APILog) *string { return &l.Path }, resource.ReadOnly, resource.Searchable),
		resource.Stored("results", func(l *APILog) any { return &l.Results }),
		resource.Counter("parameters_count", func(l *APILog) *int64 { return &l.ParametersCount }),
		resource.Hidden("partner_id", func(l *APILog) any { return &l.PartnerID }),
		resource.Related("partner", func(l *APILog) **resource.Named { return &l.Partner }, func(l *APILog) *int64 { return l.PartnerID }, resource.Rows{Table: "partners"}),
		resource.Hidden("user_id", func(l *APILog) any { return &l.UserID }),
		resource.Code("ip_address", func(l *APILog) *string { return &l.IPAddress }, resource.ReadOnly, resource.Searchable),
		resource.Code("user_agent", func(l *APILog) *string { return &l.UserAgent }, resource.ReadOnly, resource.Searchable),
	},
	Attach: nameUsers,
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
			row.User = &resource.Named{ID: *row.UserID, Name: users[*row.UserID].Called()}
		}
	}
	return nil
}

// Mount adds the calls. What was asked for may be long, so only one log at a time shows it.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition)
	one := Definition
	one.Without = []resource.Verb{resource.Listing, resource.Creating, resource.Updating, resource.Removing}
	one.Fields = append([]resource.Field[APILog]{resource.Stored("parameters", func(l *APILog) any { return &l.Parameters })}, Definition.Fields...)
	resource.Mount(kit, one)
}
