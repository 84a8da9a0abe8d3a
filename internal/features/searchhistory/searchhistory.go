// Package searchhistory shows what was searched for through the public API, and what was found.
package searchhistory

import (
	"context"

	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
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
	PartnerID  *int64          `json:"-"`
	Partner    *resource.Named `json:"partner"`
	UserID     *int64          `json:"-"`
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
	Filters: []resource.Filter{
		resource.FilterWords("has_results", found, func(word string) resource.Where {
			switch word { // as the indexes have it
			case "zero":
				return common("results = 0")
			case "has":
				return common("results > 0")
			}
			return resource.Where{}
		}),
		resource.FilterRef("partner_id", "partner"),
	},
	Tabs: &resource.Tabs{Filter: "has_results", Values: found},
	Fields: []resource.Field[Search]{
		resource.Counter("duration", func(s *Search) *int64 { return &s.Duration }, resource.Sortable),
		resource.Stored("cached", func(s *Search) any { return &s.Cached }),
		resource.Code("term", func(s *Search) *string { return &s.Term }, resource.ReadOnly, resource.Searchable),
		resource.Counter("results", func(s *Search) *int64 { return &s.Results }, resource.Sortable),
		resource.Stored("filters", func(s *Search) any { return &s.Filters }),
		resource.Hidden("partner_id", func(s *Search) any { return &s.PartnerID }),
		resource.Related("partner", func(s *Search) **resource.Named { return &s.Partner }, func(s *Search) *int64 { return s.PartnerID }, resource.Rows{Table: "partners"}),
		resource.Hidden("user_id", func(s *Search) any { return &s.UserID }),
	},
	Attach: attach,
}

// common is a condition that many searches meet. SQLite would otherwise take it for a rare one, follow the index by the number
// of results, and sort hundreds of thousands of rows for a page that another index has in its order.
func common(condition string) resource.Where {
	return resource.Where{Look: func(_ context.Context, c db.Conn) (resource.Where, error) {
		if c.Engine == db.SQLite {
			return resource.Where{SQL: "likely(" + condition + ")"}, nil
		}
		return resource.Where{SQL: condition}, nil
	}}
}

func attach(ctx context.Context, c db.Conn, rows []*Search) error {
	ids := []int64{}
	for _, row := range rows {
		if row.UserID != nil {
			ids = append(ids, *row.UserID)
		}
	}
	people, err := auth.People(ctx, c, ids)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.UserID != nil {
			person := people[*row.UserID]
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
		Summary: "List searches of the last month without results, newest first", Query: resource.PageParams(r.PerPage),
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*resource.Page[Search], error) {
		query, err := r.ParseQuery(call.Query())
		if err != nil {
			return nil, err
		}
		lately, err := common("results = 0").Look(ctx, kit.Store.DB.Read())
		if err != nil {
			return nil, err
		}
		query.Where["lately"] = resource.Where{SQL: lately.SQL + " AND created_at >= ?", Args: []any{clock.MonthBefore(clock.Now())}}
		return r.List(ctx, query, nil)
	})
}
