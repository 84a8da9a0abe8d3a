// Package apilogs lists the logged requests to the public API.
package apilogs

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// APILog is a logged request to the public API.
type APILog struct {
	resource.LogRow
	Duration        int64               `json:"duration" doc:"In milliseconds."`
	StatusCode      int64               `json:"status_code"`
	Method          string              `json:"method" doc:"HTTP method. Empty for requests of earlier versions."`
	Path            string              `json:"path"`
	Reason          string              `json:"reason" doc:"Why the request was refused: the invalid fields, or else the message. Empty for others."`
	ErrorCode       string              `json:"error_code" doc:"Machine-readable code of the error in the response. Empty if there was none."`
	ErrorMessage    string              `json:"error_message" export:"-" doc:"Message of the error in the response."`
	Errors          map[string][]string `json:"errors" export:"-" nullable:"false" doc:"Invalid fields in the response, at most 20. The number of others is under …"`
	Results         *int64              `json:"results" doc:"Number of records returned; null if not applicable."`
	Parameters      map[string]any      `json:"parameters,omitzero" doc:"Request parameters, with secrets masked. Omitted in lists."`
	ParametersCount int64               `json:"parameters_count"`
	Caller          string              `json:"caller" doc:"What the caller was identified as: server, browser, app or anonymous. Empty for requests of earlier versions."`
	PartnerID       *int64              `json:"-" db:"partner_id"`
	Partner         *resource.Named     `json:"partner" doc:"Partner of the key, or the one that an app's or a refused request is about. Null if there is none."`
	UserID          *int64              `json:"-" db:"user_id"`
	User            *resource.Named     `json:"user"`
	IPAddress       string              `json:"ip_address"`
	UserAgent       string              `json:"user_agent"`
}

// statusConditions are the conditions of the status filter. Each is that of a partial index.
var statusConditions = map[string]string{
	"success": "status_code < 400",
	"refused": "status_code >= 400 AND status_code < 500",
	"failed":  "status_code >= 500",
}

func statusFilter() listing.Filter {
	words := []string{"all", "success", "refused", "failed"}
	return listing.ChoiceFilter("status", words, func(word string) listing.Condition {
		condition := listing.Condition{SQL: statusConditions[word]}
		if word == "refused" || word == "failed" { // there may be few of them among many others
			condition.IDs = &listing.IDSource{SQL: "SELECT id AS row_id FROM api_logs WHERE " + condition.SQL, OwnTable: true}
		}
		return condition
	})
}

var methods = []string{
	http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodHead,
	http.MethodOptions,
}

func methodFilter() listing.Filter {
	return listing.ChoiceFilter("method", methods, func(word string) listing.Condition {
		const condition = "method = ?"
		return listing.Condition{SQL: condition, Args: []any{word}, IDs: &listing.IDSource{
			SQL: "SELECT id AS row_id FROM api_logs WHERE " + condition, Args: []any{word}, OwnTable: true,
		}}
	})
}

// Definition declares the list of logged requests, newest first. Several nodes write the log at the same time, so the
// order of ids is not chronological.
var Definition = define(func(l *APILog) resource.Field { return resource.Attached(&l.Parameters) })

// define declares the log. The parameters field differs between the list and a single entry.
func define(parameters func(*APILog) resource.Field) resource.Definition[APILog] {
	return resource.Definition[APILog]{
		Path: "api-logs", Label: "API log", Sort: "-created_at", SortBy: []string{"created_at"},
		Without: []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
		Filters: []listing.Filter{listing.RefFilter("partner_id", "partner"), statusFilter(), methodFilter()},
		Fields: func(l *APILog) resource.Fields {
			return resource.Fields{
				resource.Stored(&l.Duration, resource.Sortable),
				resource.Stored(&l.StatusCode),
				resource.Stored(&l.Method),
				resource.Code(&l.Path, resource.ReadOnly, resource.Searchable),
				resource.Computed(&l.Reason, l, reason),
				resource.Stored(&l.ErrorCode),
				resource.Stored(&l.ErrorMessage),
				resource.Stored(&l.Errors),
				resource.Stored(&l.Results),
				resource.Stored(&l.ParametersCount),
				resource.Stored(&l.Caller),
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

// reason returns the error of a response in one line. The message of invalid fields only refers to them.
func reason(l *APILog) string {
	if len(l.Errors) == 0 {
		return l.ErrorMessage
	}
	texts := []string{}
	for _, field := range slices.Sorted(maps.Keys(l.Errors)) {
		text := strings.Join(l.Errors[field], " ")
		if field != gate.OtherFields {
			text = field + ": " + text
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
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
