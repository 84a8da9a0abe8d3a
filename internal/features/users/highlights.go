package users

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// UserHighlights are figures of the last 30 days, including today, and of the 30 days before.
type UserHighlights struct {
	Now      WindowFigures `json:"now"`
	Previous WindowFigures `json:"previous"`
}

// WindowFigures are the figures of a period: advisors and Copilot usage.
type WindowFigures struct {
	AdvisorsCount       int64 `json:"advisors_count" doc:"The number of advisors at the end of the period."`
	NewAdvisorsCount    int64 `json:"new_advisors_count" doc:"The number of advisors who signed up in the period."`
	ActiveAdvisorsCount int64 `json:"active_advisors_count" doc:"The number of advisors who were active in the period."`
	CopilotFigures
}

// CopilotFigures are the figures of Copilot usage by all visitors.
type CopilotFigures struct {
	Views       int64 `json:"views"`
	Clicks      int64 `json:"clicks"`
	LeadIntents int64 `json:"lead_intents"`
	Leads       int64 `json:"leads"`
}

func mountHighlights(kit resource.Kit) {
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: "/api/admin/users/highlights", Tag: "User", Summary: "Get advisor statistics",
		Replica: true,
	}, func(ctx context.Context, _ *api.Call) (*UserHighlights, error) {
		return highlights(ctx, kit.Store.DB.Read())
	})
}

// highlights sums up the daily counts. Deleted advisors are not included in any figure.
func highlights(ctx context.Context, c db.Conn) (*UserHighlights, error) {
	now := clock.Window()
	previous := now.Previous()
	sums, err := db.One[struct {
		Advisors  int64 `db:"advisors"`
		New       int64 `db:"new"`
		NewBefore int64 `db:"new_before"`
		Active    int64 `db:"active"`
	}](ctx, c, `
		SELECT CAST(coalesce(sum(CASE WHEN facet = 'kind' THEN n END), 0) AS BIGINT) AS advisors,
			CAST(coalesce(sum(CASE WHEN facet = 'advisor_created' AND value >= ? THEN n END), 0) AS BIGINT) AS new,
			CAST(coalesce(sum(CASE WHEN facet = 'advisor_created' AND value < ? THEN n END), 0) AS BIGINT) AS new_before,
			CAST(coalesce(sum(CASE WHEN facet = 'advisor_active' THEN n END), 0) AS BIGINT) AS active
		FROM (
			SELECT facet, value, n FROM current_counts WHERE list = 'users' AND facet = 'kind' AND value = 'advisor'
			UNION ALL
			SELECT facet, value, n FROM current_counts WHERE list = 'users' AND facet = 'advisor_created' AND value >= ?
			UNION ALL
			SELECT facet, value, n FROM current_counts WHERE list = 'users' AND facet = 'advisor_active' AND value >= ?
		) AS counts`,
		clock.DayKey(now.First), clock.DayKey(now.First), clock.DayKey(previous.First), clock.DayKey(now.First))
	if err != nil {
		return nil, fmt.Errorf("count advisors: %w", err)
	}
	activeBefore, err := findActive(ctx, c, previous)
	if err != nil {
		return nil, err
	}
	current, before, err := usage(ctx, c, now, previous)
	if err != nil {
		return nil, err
	}
	return &UserHighlights{
		Now: WindowFigures{
			AdvisorsCount: sums.Advisors, NewAdvisorsCount: sums.New, ActiveAdvisorsCount: sums.Active,
			CopilotFigures: current,
		},
		Previous: WindowFigures{
			AdvisorsCount: sums.Advisors - sums.New, NewAdvisorsCount: sums.NewBefore,
			ActiveAdvisorsCount: activeBefore, CopilotFigures: before,
		},
	}, nil
}

// usage returns the Copilot usage of two periods.
func usage(ctx context.Context, c db.Conn, now, previous clock.Days) (current, before CopilotFigures, err error) {
	for _, period := range []struct {
		days    clock.Days
		figures *CopilotFigures
	}{{now, &current}, {previous, &before}} {
		*period.figures, err = db.One[CopilotFigures](ctx, c, `
			SELECT CAST(coalesce(sum(views), 0) AS BIGINT) AS views,
				CAST(coalesce(sum(clicks), 0) AS BIGINT) AS clicks,
				CAST(coalesce(sum(lead_intents), 0) AS BIGINT) AS lead_intents,
				CAST(coalesce(sum(leads), 0) AS BIGINT) AS leads
			FROM copilot_days
			WHERE day BETWEEN ? AND ?`, period.days.First, period.days.Last)
		if err != nil {
			return current, before, fmt.Errorf("sum up Copilot usage: %w", err)
		}
	}
	return current, before, nil
}

// findActive returns the number of advisors who were active in a past period, from the roll-up if it has run, else by
// counting.
func findActive(ctx context.Context, c db.Conn, period clock.Days) (int64, error) {
	n, err := db.Value[int64](ctx, c, "SELECT active_advisors FROM advisor_activity WHERE day = ?", period.Last)
	if errors.Is(err, sql.ErrNoRows) {
		return countActive(ctx, c, period)
	}
	if err != nil {
		return 0, fmt.Errorf("find number of active advisors: %w", err)
	}
	return n, nil
}

// countActive counts from the active days of each user, which is slow for many users.
func countActive(ctx context.Context, c db.Conn, period clock.Days) (int64, error) {
	n, err := db.Value[int64](ctx, c, `
		SELECT count(DISTINCT d.user_id)
		FROM user_active_days AS d
		JOIN users AS u ON u.id = d.user_id
		WHERE d.day BETWEEN ? AND ? AND `+schema.IsAdvisor("u"),
		period.First, period.Last)
	if err != nil {
		return 0, fmt.Errorf("count active advisors: %w", err)
	}
	return n, nil
}

// RollUpAdvisors is the job that stores the number of advisors who were active in the previous 30 days.
type RollUpAdvisors struct{}

// Kind returns the name of the job.
func (RollUpAdvisors) Kind() string { return "roll-up-advisors" }

// Jobs registers the jobs. The roll-up is repeated every hour to account for deleted advisors and late log entries.
func Jobs(set *jobs.Set, store *write.Store) {
	jobs.Add(set, jobs.Analytics, func(ctx context.Context, _ jobs.Job[RollUpAdvisors]) error {
		return RollUp(ctx, store)
	})
	set.Every(time.Hour, RollUpAdvisors{})
}

// RollUp stores the numbers needed today and after midnight. It can be run any number of times.
func RollUp(ctx context.Context, store *write.Store) error {
	today := clock.Window().Previous()
	for _, period := range []clock.Days{today, {First: today.First + 1, Last: today.Last + 1}} {
		n, err := countActive(ctx, store.DB.Read(), period)
		if err != nil {
			return err
		}
		_, err = store.DB.Writer().Exec(ctx, `
			INSERT INTO advisor_activity (day, active_advisors) VALUES (?, ?)
			ON CONFLICT (day) DO UPDATE SET active_advisors = excluded.active_advisors`, period.Last, n)
		if err != nil {
			return fmt.Errorf("store number of active advisors: %w", err)
		}
	}
	return nil
}
