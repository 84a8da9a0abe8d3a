package users

import (
	"waymark/internal/kit/clock"
	"waymark/internal/kit/listing"
	"waymark/internal/platform/schema"
)

// kinds are the tabs of the list.
var kinds = []string{"all", "advisors", "new-advisors", active, inactive}

var filters = []listing.Filter{
	listing.ChoiceFilter("type", kinds, kindCondition),
	listing.RefFilter("partner_id", "partner").CountedIn(schema.PartnerUsersCount),
	listing.CommonRefFilter("users", "account_type_id", "account_type", "accountType"),
	listing.RefFilter("user_template_id").CountedIn(schema.UserTemplateUsersCount),
	listing.LinkFilter("language_id", schema.UserLanguages),
	listing.RefFilter("country_id").CountedIn(schema.CountryUsersCount),
	listing.RefFilter("consortium_id"),
	listing.RefFilter("host_agency_id"),
}

// advisor is the condition that matches advisors.
const advisor = "partner_id IS NULL AND NOT internal"

func kindCondition(kind string) listing.Condition {
	window := clock.Window()
	start, day := window.Start(), clock.DayKey(window.First)
	switch kind {
	case "advisors":
		return listing.Common("users", advisor, nil, listing.StoredCount("users", "kind", "advisor"), advisor)
	case "new-advisors":
		return listing.Common("users", "coalesce(created_at, NULL) >= ? AND "+advisor, []any{start},
			&listing.Statement{SQL: countSince, Args: []any{"advisor_created", day}}, "created_at >= ? AND "+advisor)
	case active:
		return listing.Common("users", "coalesce(active_at, NULL) >= ?", []any{start},
			&listing.Statement{SQL: countSince, Args: []any{active, day}}, "active_at >= ?")
	case inactive:
		countOthers := "SELECT n - (" + countSince +
			") FROM current_counts WHERE list = 'users' AND facet = '' AND value = ''"
		return listing.Common("users", "active_at IS NULL OR active_at < ?", []any{start},
			&listing.Statement{SQL: countOthers, Args: []any{active, day}}, "active_at IS NULL", "active_at < ?")
	}
	return listing.Condition{}
}

// countSince sums up a stored count per day from a given day on.
const countSince = `
	SELECT CAST(coalesce(sum(n), 0) AS BIGINT)
	FROM current_counts
	WHERE list = 'users' AND facet = ? AND value >= ?`
