package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// eventsOf is how many Copilot events a database of a size has, and callsOf how many calls are in the log.
func eventsOf(size int) int { return 5 * size }
func callsOf(size int) int  { return size }

const (
	appKey   = "the key of the bench"
	benchPID = "PBench0001" // of the partner whose events are sent
	perBatch = 500
)

// trafficCases are what staff see of traffic, and how fast it comes in.
var trafficCases = slices.Concat(named("traffic: ", briefly(3,
	"copilot-insights/views-by-partner", "copilot-insights/views-by-user", "copilot-insights/views-by-user?sort=-leads",
	"copilot-insights/views-by-partner?sort=-advisors_count",
	"copilot-insights/partner/2/views-by-user", "copilot-insights/partner/2/views-by-page",
	"copilot-insights/user/40/views-by-partner", "copilot-insights/user/40/views-by-page", "users/highlights",
	"api-logs", "api-logs?status=success", "api-logs?partner=2", "search-history?counts=1",
	"search-history?has_results=zero", "dashboard/queue-status", "dashboard/searches-with-no-results",
	"dashboard/content-with-no-destination",
)), named("traffic: ", briefly(10, "api-logs?query=collections", "search-history?query=lisbon")), []useCase{
	{
		name: "traffic: search by the app, never the same", method: http.MethodGet, least: enough, atMost: 10,
		path: func(_, i int) string {
			return "/api/v1/search/content?query=lisbon&page=" + strconv.Itoa(1+i%30) + "&per_page=" + strconv.Itoa(1+i/30%90)
		},
	},
	{
		name: "traffic: 500 Copilot events", method: http.MethodPost, path: fixed("/api/v1/copilot/events"), least: enough,
		atLeast: 0.25,
		body: func(i int) any {
			events := make([]map[string]any, perBatch)
			for k := range events {
				events[k] = map[string]any{"id": fmt.Sprintf("bench-%d-%d-%d", started, i, k), "kind": []string{
					"view", "view",
					"click", "lead",
				}[k%4], "source_url": fmt.Sprintf("https://bench.example/%d", k%40)}
			}
			return map[string]any{"pid": benchPID, "events": events}
		},
		data: func(ctx context.Context, d *db.DB, _, i int) error {
			const marks = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
			now := clock.Now()
			args := make([]any, 0, 9*perBatch)
			for k := range perBatch {
				args = append(args, 2, fmt.Sprintf("bare-%d-%d-%d", started, i, k), "view", nil, nil, k%40, now, clock.Day(now),
					now)
			}
			return d.Write(ctx, func(tx *db.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO copilot_events (partner_id, event_id, kind, user_id, collaborator_id, page_id, occurred_at, day, received_at) VALUES "+marks+strings.Repeat(", "+marks, perBatch-1), args...)
				return err
			})
		},
	},
})

// started keeps the names of events of one run from those of another.
var started = time.Now().UnixNano()

// knownPartner gives a partner the public id by which the bench sends events.
func knownPartner(ctx context.Context, d *db.DB) error {
	if _, err := d.Writer().Exec(ctx, "UPDATE partners SET alt_id = ? WHERE id = 2", benchPID); err != nil {
		return fmt.Errorf("name the partner: %w", err)
	}
	return nil
}
