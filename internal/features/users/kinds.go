package users

import (
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/resource"
)

// kinds are the tabs of the list.
var kinds = []string{"all", "advisors", "new-advisors", active, inactive}

var filters = []resource.Filter{
	resource.FilterWords("type", kinds, ofKind),
	resource.FilterRef("partner_id", "partner").Counted("partners", "users_count"),
	ofAccountType(),
	resource.FilterRef("user_template_id").Counted("user_templates", "users_count"),
	resource.FilterRef("country_id").Counted("countries", "users_count"),
}

// advisor is what makes somebody one.
const advisor = "partner_id IS NULL AND NOT internal"

func ofKind(kind string) resource.Where {
	window := windowNow()
	begins, day := window.begins(), window.first.key()
	switch kind {
	case "advisors":
		return dense(advisor, nil, resource.CountedBy("users", "kind", "advisor"), advisor)
	case "new-advisors":
		return dense("coalesce(created_at, NULL) >= ? AND "+advisor, []any{begins}, &resource.Where{SQL: counted, Args: []any{"advisor_created", day}}, "created_at >= ? AND "+advisor)
	case active:
		return dense("coalesce(active_at, NULL) >= ?", []any{begins}, &resource.Where{SQL: counted, Args: []any{active, day}}, "active_at >= ?")
	case inactive:
		return dense("active_at IS NULL OR active_at < ?", []any{begins},
			&resource.Where{SQL: "SELECT n - (" + counted + ") FROM live_counts WHERE list = 'users' AND facet = '' AND value = ''", Args: []any{active, day}},
			"active_at IS NULL", "active_at < ?")
	}
	return resource.Where{}
}

// dense is a condition that mostly many users meet, so that a page is walked in its order and each row held against it: a
// column behind a function tempts no engine to fetch and sort all that meet it. Where only few meet it, they are named
// along indexes, one for each of the parts.
func dense(condition string, args []any, total *resource.Where, parts ...string) resource.Where {
	ways := []string{}
	for _, part := range parts {
		ways = append(ways, "SELECT id AS among FROM users WHERE deleted_at IS NULL AND "+part)
	}
	return resource.Where{SQL: condition, Args: args, Total: total, Among: &resource.Among{SQL: strings.Join(ways, " UNION ALL "), Args: args, Own: true}}
}

// counted sums up a kept count over the days from one on.
const counted = "SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM live_counts WHERE list = 'users' AND facet = ? AND value >= ?"

func ofAccountType() resource.Filter {
	filter := resource.FilterRef("account_type_id", "accountType")
	where := filter.Where
	filter.Where = func(value string) (resource.Where, bool) {
		w, ok := where(value)
		return dense("coalesce(account_type_id, NULL) = ?", w.Args, resource.CountedBy("users", "account_type", value), "account_type_id = ?"), ok
	}
	return filter
}

// day is a day in UTC, counted from 1970.
type day int64

// key is how kept counts name a day.
func (d day) key() string { return fmt.Sprintf("%06d", d) }

// days are a stretch of them, both ends included.
type days struct{ first, last day }

// The length of the windows that figures are about.
const window = 30

// windowNow is today and the days before it that figures are about.
func windowNow() days {
	today := day(clock.Day(clock.Now()))
	return days{today - window + 1, today}
}

// before is the stretch of the same length that ended when this one began.
func (d days) before() days { return days{d.first - window, d.first - 1} }

func (d days) begins() time.Time { return time.Unix(int64(d.first)*24*60*60, 0).UTC() }
