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
)

// UserHighlights are figures of the last thirty days, today among them, and of the thirty before.
type UserHighlights struct {
	Now      WindowFigures `json:"now"`
	Previous WindowFigures `json:"previous"`
}

// WindowFigures are about one stretch of days: advisors, and what was done with Copilot.
type WindowFigures struct {
	AdvisorsCount       int64 `json:"advisors_count" doc:"How many there were at the end of it."`
	NewAdvisorsCount    int64 `json:"new_advisors_count" doc:"How many have signed up in it."`
	ActiveAdvisorsCount int64 `json:"active_advisors_count" doc:"How many were active in it."`
	CopilotFigures
}

// CopilotFigures are what was done with Copilot, by anyone.
type CopilotFigures struct {
	Views       int64 `json:"views"`
	Clicks      int64 `json:"clicks"`
	LeadIntents int64 `json:"lead_intents"`
	Leads       int64 `json:"leads"`
}

func mountHighlights(kit resource.Kit) {
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: "/api/admin/users/highlights", Tag: "User", Summary: "Get advisor statistics",
	}, func(ctx context.Context, _ *api.Call) (*UserHighlights, error) {
		return highlights(ctx, kit.Store.DB.Read())
	})
}

// highlights sums up what is counted per day. Advisors who have left are in none of the figures.
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
		FROM live_counts
		WHERE list = 'users' AND ((facet = 'kind' AND value = 'advisor')
			OR (facet = 'advisor_created' AND value >= ?) OR (facet = 'advisor_active' AND value >= ?))`,
		clock.DayKey(now.First), clock.DayKey(now.First), clock.DayKey(previous.First), clock.DayKey(now.First))
	if err != nil {
		return nil, fmt.Errorf("sum up advisors: %w", err)
	}
	activeBefore, err := activeIn(ctx, c, previous)
	if err != nil {
		return nil, err
	}
	done, doneBefore, err := usage(ctx, c, now, previous)
	if err != nil {
		return nil, err
	}
	return &UserHighlights{
		Now: WindowFigures{
			AdvisorsCount: sums.Advisors, NewAdvisorsCount: sums.New, ActiveAdvisorsCount: sums.Active,
			CopilotFigures: done,
		},
		Previous: WindowFigures{
			AdvisorsCount: sums.Advisors - sums.New, NewAdvisorsCount: sums.NewBefore,
			ActiveAdvisorsCount: activeBefore, CopilotFigures: doneBefore,
		},
	}, nil
}

// usage sums up two stretches of days of what was done with Copilot.
func usage(ctx context.Context, c db.Conn, now, previous clock.Days) (done, before CopilotFigures, err error) {
	for _, stretch := range []struct {
		days clock.Days
		into *CopilotFigures
	}{{now, &done}, {previous, &before}} {
		*stretch.into, err = db.One[CopilotFigures](ctx, c, `
			SELECT CAST(coalesce(sum(views), 0) AS BIGINT) AS views,
				CAST(coalesce(sum(clicks), 0) AS BIGINT) AS clicks,
				CAST(coalesce(sum(lead_intents), 0) AS BIGINT) AS lead_intents,
				CAST(coalesce(sum(leads), 0) AS BIGINT) AS leads
			FROM copilot_days
			WHERE day BETWEEN ? AND ?`, stretch.days.First, stretch.days.Last)
		if err != nil {
			return done, before, fmt.Errorf("sum up what was done with Copilot: %w", err)
		}
	}
	return done, before, nil
}

// activeIn is how many advisors were active in days that are over: from the roll-up, or counted where that has not run yet.
func activeIn(ctx context.Context, c db.Conn, in clock.Days) (int64, error) {
	n, err := db.Value[int64](ctx, c, "SELECT active_advisors FROM advisor_activity WHERE day = ?", in.Last)
	if errors.Is(err, sql.ErrNoRows) {
		return countActive(ctx, c, in)
	}
	if err != nil {
		return 0, fmt.Errorf("read how many advisors were active: %w", err)
	}
	return n, nil
}

// countActive looks at each day of each user, which takes longer the more there are.
func countActive(ctx context.Context, c db.Conn, in clock.Days) (int64, error) {
	n, err := db.Value[int64](ctx, c,
		`SELECT count(DISTINCT d.user_id) FROM user_active_days AS d JOIN users AS u ON u.id = d.user_id
		WHERE d.day BETWEEN ? AND ? AND u.partner_id IS NULL AND NOT u.internal AND u.deleted_at IS NULL`, in.First, in.Last)
	if err != nil {
		return 0, fmt.Errorf("count active advisors: %w", err)
	}
	return n, nil
}

// RollUpAdvisors is the job that counts how many advisors were active in the days before these.
type RollUpAdvisors struct{}

// Kind names the job.
func (RollUpAdvisors) Kind() string { return "roll-up-advisors" }

// Jobs adds the background work. Counting anew every hour takes in who has left and what came late.
func Jobs(set *jobs.Set, store *write.Store) {
	jobs.Add(set, jobs.Analytics, func(ctx context.Context, _ jobs.Job[RollUpAdvisors]) error {
		return RollUp(ctx,
			store)
	})
	set.Every(time.Hour, RollUpAdvisors{})
}

// RollUp counts for what is asked for today, and for what will be after midnight. Running it again changes nothing.
func RollUp(ctx context.Context, store *write.Store) error {
	today := clock.Window().Previous()
	for _, stretch := range []clock.Days{today, {First: today.First + 1, Last: today.Last + 1}} {
		n, err := countActive(ctx, store.DB.Read(), stretch)
		if err != nil {
			return err
		}
		if _, err := store.DB.Writer().Exec(ctx, `INSERT INTO advisor_activity (day, active_advisors) VALUES (?, ?)
			ON CONFLICT (day) DO UPDATE SET active_advisors = excluded.active_advisors`, stretch.Last, n); err != nil {
			return fmt.Errorf("keep how many advisors were active: %w", err)
		}
	}
	return nil
}
