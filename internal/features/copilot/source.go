package copilot

import (
	"context"
	"fmt"
	"slices"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// window is the period that the tables show.
type window struct {
	days clock.Days
	// summed tells whether the sums of the window are those of the period. They are not for a moment after midnight,
	// until a roll-up has moved them to the new day.
	summed bool
}

func findWindow(ctx context.Context, c db.Conn) (window, error) {
	w := window{days: clock.Window()}
	last, err := db.Value[int64](ctx, c, "SELECT last_day FROM copilot_window WHERE id = 1")
	if err != nil {
		return w, fmt.Errorf("find last day of the window: %w", err)
	}
	w.summed = last == w.days.Last
	return w, nil
}

// source is the FROM and WHERE clauses of a query for sums, which are called found.
type source struct {
	sql  string
	args []any
}

// found returns the sums of the period, with the additional count if there is one: from the sums of the window, or
// from the sums by day until the window is moved.
func (s sum) found(w window, other *counts) source {
	if w.summed {
		return source{sql: "FROM " + s.table + " AS found WHERE TRUE"}
	}
	args, counted := []any{w.days.First, w.days.Last}, ""
	if other != nil {
		counted = ", (SELECT count(*) FROM (SELECT DISTINCT user_id, partner_id FROM " + pairSums.days +
			" AS pairs WHERE pairs." + s.keys() + " = days." + s.keys() + " AND pairs.day BETWEEN ? AND ?) AS pair WHERE " +
			other.condition("pair") + ") AS " + other.column
		args = append(args, args...)
	}
	return source{"FROM (SELECT " + s.keys() + ", " + castSums + counted + " FROM " + s.days +
		" AS days WHERE day BETWEEN ? AND ? GROUP BY " + s.keys() + ") AS found WHERE TRUE", args}
}

// where adds a condition.
func (s source) where(column string, id int64) source {
	return source{s.sql + " AND found." + column + " = ?", s.with(id)}
}

// with returns the arguments followed by others.
func (s source) with(args ...any) []any { return append(slices.Clone(s.args), args...) }

const castSums = `CAST(coalesce(sum(views), 0) AS BIGINT) AS views, CAST(coalesce(sum(clicks), 0) AS BIGINT) AS clicks,
	CAST(coalesce(sum(lead_intents), 0) AS BIGINT) AS lead_intents, CAST(coalesce(sum(leads), 0) AS BIGINT) AS leads`
