package users

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// UserHighlights are figures of the last thirty days, today among them, and of the thirty before.
type UserHighlights struct {
	Now      AdvisorFigures `json:"now"`
	Previous AdvisorFigures `json:"previous"`
}

// AdvisorFigures are about one stretch of days.
type AdvisorFigures struct {
	AdvisorsCount       int64 `json:"advisors_count" doc:"How many there were at the end of it."`
	NewAdvisorsCount    int64 `json:"new_advisors_count" doc:"How many have signed up in it."`
	ActiveAdvisorsCount int64 `json:"active_advisors_count" doc:"How many were active in it."`
}

func mountHighlights(kit resource.Kit) {
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: "/api/admin/users/highlights", Tag: "User", Summary: "Figures about advisors",
	}, func(ctx context.Context, _ *api.Call) (*UserHighlights, error) {
		return highlights(ctx, kit.Store.DB.Read())
	})
}

// highlights sums up what is counted per day. Advisors who have left are in none of the figures.
func highlights(ctx context.Context, c db.Conn) (*UserHighlights, error) {
	now := windowNow()
	previous := now.before()
	sums, err := db.One[struct {
		Advisors  int64 `db:"advisors"`
		New       int64 `db:"new"`
		NewBefore int64 `db:"new_before"`
		Active    int64 `db:"active"`
	}](ctx, c, `SELECT CAST(coalesce(sum(CASE WHEN facet = 'kind' THEN n END), 0) AS BIGINT) AS advisors,
			CAST(coalesce(sum(CASE WHEN facet = 'advisor_created' AND value >= ? THEN n END), 0) AS BIGINT) AS new,
			CAST(coalesce(sum(CASE WHEN facet = 'advisor_created' AND value < ? THEN n END), 0) AS BIGINT) AS new_before,
			CAST(coalesce(sum(CASE WHEN facet = 'advisor_active' THEN n END), 0) AS BIGINT) AS active
		FROM live_counts WHERE list = 'users' AND ((facet = 'kind' AND value = 'advisor') OR (facet = 'advisor_created' AND value >= ?) OR (facet = 'advisor_active' AND value >= ?))`,
		now.first.key(), now.first.key(), previous.first.key(), now.first.key())
	if err != nil {
		return nil, fmt.Errorf("sum up advisors: %w", err)
	}
	activeBefore, err := activeIn(ctx, c, previous)
	if err != nil {
		return nil, err
	}
	return &UserHighlights{
		Now:      AdvisorFigures{AdvisorsCount: sums.Advisors, NewAdvisorsCount: sums.New, ActiveAdvisorsCount: sums.Active},
		Previous: AdvisorFigures{AdvisorsCount: sums.Advisors - sums.New, NewAdvisorsCount: sums.NewBefore, ActiveAdvisorsCount: activeBefore},
	}, nil
}

// activeIn is how many advisors were active in days that are over: from the roll-up, or counted where that has not run yet.
func activeIn(ctx context.Context, c db.Conn, in days) (int64, error) {
	n, err := db.Value[int64](ctx, c, "SELECT active_advisors FROM advisor_activity WHERE day = ?", in.last)
	if errors.Is(err, sql.ErrNoRows) {
		return countActive(ctx, c, in)
	}
	if err != nil {
		return 0, fmt.Errorf("read how many advisors were active: %w", err)
	}
	return n, nil
}

// countActive looks at each day of each user, which takes longer the more there are.
func countActive(ctx context.Context, c db.Conn, in days) (int64, error) {
	n, err := db.Value[int64](ctx, c, `SELECT count(DISTINCT d.user_id) FROM user_active_days AS d JOIN users AS u ON u.id = d.user_id
		WHERE d.day BETWEEN ? AND ? AND u.partner_id IS NULL AND NOT u.internal AND u.deleted_at IS NULL`, in.first, in.last)
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
	jobs.Add(set, jobs.Analytics, func(ctx context.Context, _ jobs.Job[RollUpAdvisors]) error { return RollUp(ctx, store) })
	set.Every(time.Hour, RollUpAdvisors{})
}

// RollUp counts for what is asked for today, and for what will be after midnight. Running it again changes nothing.
func RollUp(ctx context.Context, store *write.Store) error {
	today := windowNow().before()
	for _, stretch := range []days{today, {today.first + 1, today.last + 1}} {
		n, err := countActive(ctx, store.DB.Read(), stretch)
		if err != nil {
			return err
		}
		if _, err := store.DB.Writer().Exec(ctx, `INSERT INTO advisor_activity (day, active_advisors) VALUES (?, ?)
			ON CONFLICT (day) DO UPDATE SET active_advisors = excluded.active_advisors`, stretch.last, n); err != nil {
			return fmt.Errorf("keep how many advisors were active: %w", err)
		}
	}
	return nil
}
