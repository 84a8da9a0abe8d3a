// Package searchhistory lists the searches made through the public API.
package searchhistory

import (
	"context"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// Search is an entry of the search history.
type Search struct {
	resource.LogRow
	Duration   int64           `json:"duration" doc:"In milliseconds."`
	Cached     bool            `json:"cached" doc:"Whether the response came from the cache."`
	Term       string          `json:"term" doc:"Empty for a search by filters only."`
	Results    int64           `json:"results"`
	Filters    map[string]any  `json:"filters" doc:"By parameter name."`
	FilteredBy []string        `json:"filtered_by" nullable:"false" doc:"The filters in words, such as Language: English."`
	PartnerID  *int64          `json:"-" db:"partner_id"`
	Partner    *resource.Named `json:"partner"`
	UserID     *int64          `json:"-" db:"user_id"`
	User       *Searcher       `json:"user"`
}

// Searcher is the user who made a search.
type Searcher struct {
	ID       int64  `json:"id"`
	FullName string `json:"full_name" doc:"May be empty."`
	Email    string `json:"email"`
}

var resultTabs = []string{"all", "zero", "has"}

// Definition declares the history, newest first. It can't be sorted by id, since several nodes insert entries in
// batches.
var Definition = resource.Definition[Search]{
	Path: "search-history", Label: "Search", Sort: "-created_at", SortBy: []string{"created_at"},
	Without: []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
	Filters: []listing.Filter{
		listing.ChoiceFilter("has_results", resultTabs, func(word string) listing.Condition {
			switch word { // the conditions match those of partial indexes
			case "zero":
				return common("results = 0")
			case "has":
				return common("results > 0")
			}
			return listing.Condition{}
		}),
		listing.RefFilter("partner_id", "partner"),
	},
	Tabs: &listing.Tabs{Filter: "has_results", Values: resultTabs},
	Fields: func(s *Search) resource.Fields {
		return resource.Fields{
			resource.Stored(&s.Duration, resource.Sortable),
			resource.Stored(&s.Cached),
			resource.Code(&s.Term, resource.ReadOnly, resource.Searchable),
			resource.Stored(&s.Results, resource.Sortable),
			resource.Stored(&s.Filters),
			resource.Stored(&s.PartnerID),
			resource.Related(&s.Partner, &s.PartnerID, schema.Partners),
			resource.Stored(&s.UserID),
			resource.Attached(&s.User),
			resource.Attached(&s.FilteredBy),
		}
	},
	Attach: attach,
}

// common returns a condition that matches many rows. Without the hint, SQLite assumes that it matches few rows, uses
// the index on the number of results, and sorts hundreds of thousands of rows, although another index already has the
// order of the page.
func common(condition string) listing.Condition {
	return listing.Condition{Resolve: func(_ context.Context, c db.Conn) (listing.Condition, error) {
		if c.Engine == db.SQLite {
			return listing.Condition{SQL: "likely(" + condition + ")"}, nil
		}
		return listing.Condition{SQL: condition}, nil
	}}
}

func attach(ctx context.Context, c db.Conn, rows []*Search) error {
	err := people.Attach(ctx, c, rows, func(row *Search) *int64 { return row.UserID },
		func(row *Search, user people.Person) {
			row.User = &Searcher{ID: user.ID, FullName: user.FullName, Email: user.Email}
		})
	if err != nil {
		return err
	}
	return describeFilters(ctx, c, rows)
}

// Mount registers the endpoints, including the dashboard's table of searches without results, which has the same rows.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition)
	mountWithoutResults(kit)
	mountClear(kit)
}

func mountWithoutResults(kit resource.Kit) {
	withoutResults := Definition
	withoutResults.Filters, withoutResults.Tabs = nil, nil
	r := resource.New(kit, withoutResults)
	op := api.Op{
		Method: "GET", Path: "/api/admin/dashboard/searches-with-no-results", Tag: "Dashboard",
		Summary: "List searches of the last month without results, newest first", Query: listing.PageParams(25),
		Replica: true,
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*listing.Page[Search], error) {
		query, err := r.ParseQuery(call.Query())
		if err != nil {
			return nil, err
		}
		noResults, err := common("results = 0").Resolve(ctx, kit.Store.DB.Read())
		if err != nil {
			return nil, err
		}
		query.Conditions["lately"] = listing.Condition{
			SQL:  noResults.SQL + " AND created_at >= ?",
			Args: []any{clock.MonthBefore(clock.Now())},
		}
		return r.List(ctx, query, nil)
	})
}
