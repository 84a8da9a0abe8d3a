// Package searchhistory shows what was searched for through the public API, and what was found.
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

// Search is one search of somebody on the platform.
type Search struct {
	resource.LogRow
	Duration   int64           `json:"duration" doc:"In milliseconds."`
	Cached     bool            `json:"cached" doc:"It was answered without looking again."`
	Term       string          `json:"term" doc:"Empty when only filters were chosen."`
	Results    int64           `json:"results"`
	Filters    map[string]any  `json:"filters" doc:"By the names the API has for them."`
	FilteredBy []string        `json:"filtered_by" nullable:"false" doc:"The filters in words: Language: English."`
	PartnerID  *int64          `json:"-" db:"partner_id"`
	Partner    *resource.Named `json:"partner"`
	UserID     *int64          `json:"-" db:"user_id"`
	User       *Searcher       `json:"user"`
}

// Searcher is who has searched.
type Searcher struct {
	ID       int64  `json:"id"`
	FullName string `json:"full_name" doc:"Empty for those who have given none."`
	Email    string `json:"email"`
}

var found = []string{"all", "zero", "has"}

// Definition declares the history, the newest first. Several nodes write it: the order of ids is not that of time.
var Definition = resource.Definition[Search]{
	Path: "search-history", Label: "Search", Sort: "-created_at", SortBy: []string{"created_at"},
	Without: []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
	Filters: []listing.Filter{
		listing.ChoiceFilter("has_results", found, func(word string) listing.Condition {
			switch word { // as the indexes have it
			case "zero":
				return common("results = 0")
			case "has":
				return common("results > 0")
			}
			return listing.Condition{}
		}),
		listing.RefFilter("partner_id", "partner"),
	},
	Tabs: &listing.Tabs{Filter: "has_results", Values: found},
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

// common is a condition that many searches meet. SQLite would otherwise take it for a rare one, follow the index by the number
// of results, and sort hundreds of thousands of rows for a page that another index has in its order.
func common(condition string) listing.Condition {
	return listing.Condition{Resolve: func(_ context.Context, c db.Conn) (listing.Condition, error) {
		if c.Engine == db.SQLite {
			return listing.Condition{SQL: "likely(" + condition + ")"}, nil
		}
		return listing.Condition{SQL: condition}, nil
	}}
}

func attach(ctx context.Context, c db.Conn, rows []*Search) error {
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
			person := users[*row.UserID]
			row.User = &Searcher{ID: *row.UserID, FullName: person.FullName, Email: person.Email}
		}
	}
	return nameFilters(ctx, c, rows)
}

// Mount adds the calls, with the dashboard's table of searches that found nothing: they are the same rows.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition)
	mountMisses(kit)
	mountClear(kit)
}

func mountMisses(kit resource.Kit) {
	misses := Definition
	misses.Filters, misses.Tabs = nil, nil
	r := resource.New(kit, misses)
	op := api.Op{
		Method: "GET", Path: "/api/admin/dashboard/searches-with-no-results", Tag: "Dashboard",
		Summary: "List searches of the last month without results, newest first", Query: listing.PageParams(25),
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*listing.Page[Search], error) {
		query, err := r.ParseQuery(call.Query())
		if err != nil {
			return nil, err
		}
		lately, err := common("results = 0").Resolve(ctx, kit.Store.DB.Read())
		if err != nil {
			return nil, err
		}
		query.Conditions["lately"] = listing.Condition{
			SQL:  lately.SQL + " AND created_at >= ?",
			Args: []any{clock.MonthBefore(clock.Now())},
		}
		return r.List(ctx, query, nil)
	})
}
