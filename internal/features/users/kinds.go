package users

import (
	"waymark/internal/kit/clock"
	"waymark/internal/kit/listing"
	"waymark/internal/platform/schema"
)

// kinds are the tabs of the list.
var kinds = []string{"all", "advisors", "new-advisors", active, inactive}

var filters = []listing.Filter{
	listing.ChoiceFilter("type", kinds, ofKind),
	listing.RefFilter("partner_id", "partner").CountedIn(schema.PartnerUsersCount),
	listing.CommonRefFilter("users", "account_type_id", "account_type", "accountType"),
	listing.RefFilter("user_template_id").CountedIn(schema.UserTemplateUsersCount),
	listing.RefFilter("country_id").CountedIn(schema.CountryUsersCount),
}

// advisor is what makes somebody one.
const advisor = "partner_id IS NULL AND NOT internal"

func ofKind(kind string) listing.Condition {
	window := clock.Window()
	begins, day := window.Start(), clock.DayKey(window.First)
	switch kind {
	case "advisors":
		return listing.Common("users", advisor, nil, listing.StoredCount("users", "kind", "advisor"), advisor)
	case "new-advisors":
		return listing.Common("users", "coalesce(created_at, NULL) >= ? AND "+advisor, []any{begins},
			&listing.Statement{SQL: counted, Args: []any{"advisor_created", day}}, "created_at >= ? AND "+advisor)
	case active:
		return listing.Common("users", "coalesce(active_at, NULL) >= ?", []any{begins}, &listing.Statement{
			SQL:  counted,
			Args: []any{active, day},
		}, "active_at >= ?")
	case inactive:
		return listing.Common("users", "active_at IS NULL OR active_at < ?", []any{begins},
			&listing.Statement{SQL: "SELECT n - (" + counted +
				") FROM live_counts WHERE list = 'users' AND facet = '' AND value = ''", Args: []any{active, day}},
			"active_at IS NULL", "active_at < ?")
	}
	return listing.Condition{}
}

// counted sums up a kept count over the days from one on.
const counted = `
	SELECT CAST(coalesce(sum(n), 0) AS BIGINT)
	FROM live_counts
	WHERE list = 'users' AND facet = ? AND value >= ?`
