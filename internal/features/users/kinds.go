package users

import (
	"waymark/internal/kit/clock"
	"waymark/internal/kit/resource"
)

// kinds are the tabs of the list.
var kinds = []string{"all", "advisors", "new-advisors", active, inactive}

var filters = []resource.Filter{
	resource.FilterWords("type", kinds, ofKind),
	resource.FilterRef("partner_id", "partner").Counted("partners", "users_count"),
	resource.FilterKept("users", "account_type_id", "account_type", "accountType"),
	resource.FilterRef("user_template_id").Counted("user_templates", "users_count"),
	resource.FilterRef("country_id").Counted("countries", "users_count"),
}

// advisor is what makes somebody one.
const advisor = "partner_id IS NULL AND NOT internal"

func ofKind(kind string) resource.Where {
	window := clock.Window()
	begins, day := window.Begins(), clock.DayKey(window.First)
	switch kind {
	case "advisors":
		return resource.Dense("users", advisor, nil, resource.CountedBy("users", "kind", "advisor"), advisor)
	case "new-advisors":
		return resource.Dense("users", "coalesce(created_at, NULL) >= ? AND "+advisor, []any{begins}, &resource.Where{SQL: counted, Args: []any{"advisor_created", day}}, "created_at >= ? AND "+advisor)
	case active:
		return resource.Dense("users", "coalesce(active_at, NULL) >= ?", []any{begins}, &resource.Where{SQL: counted, Args: []any{active, day}}, "active_at >= ?")
	case inactive:
		return resource.Dense("users", "active_at IS NULL OR active_at < ?", []any{begins},
			&resource.Where{SQL: "SELECT n - (" + counted + ") FROM live_counts WHERE list = 'users' AND facet = '' AND value = ''", Args: []any{active, day}},
			"active_at IS NULL", "active_at < ?")
	}
	return resource.Where{}
}

// counted sums up a kept count over the days from one on.
const counted = "SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM live_counts WHERE list = 'users' AND facet = ? AND value >= ?"
