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

// eventCount returns the number of Copilot events in a database, callCount the number of calls in the API log.
func eventCount(size int) int { return 5 * size }
func callCount(size int) int  { return size }

const (
	appKey    = "the key of the bench"
	benchPID  = "PBench0001" // PID of the partner for which events are sent
	batchSize = 500
)

// trafficCases are the screens about traffic, and the requests that cause it.
var trafficCases = slices.Concat(withPrefix("traffic: ", briefCases(3,
	"copilot-insights/views-by-partner", "copilot-insights/views-by-user", "copilot-insights/views-by-user?sort=-leads",
	"copilot-insights/views-by-partner?sort=-advisors_count",
	"copilot-insights/partner/2/views-by-user", "copilot-insights/partner/2/views-by-page",
	"copilot-insights/user/40/views-by-partner", "copilot-insights/user/40/views-by-page", "users/highlights",
	"api-logs", "api-logs?status=success", "api-logs?partner=2", "search-history?counts=1",
	"search-history?has_results=zero", "dashboard/queue-status", "dashboard/searches-with-no-results",
	"dashboard/content-with-no-destination",
)), withPrefix("traffic: ", briefCases(10, "api-logs?query=collections", "search-history?query=lisbon")), []useCase{
	{
		name: "traffic: uncached search by the app", method: http.MethodGet, minRows: longList, maxGrowth: 10,
		path: func(_, i int) string {
			return "/api/v1/search/content?query=lisbon&page=" + strconv.Itoa(1+i%30) + "&per_page=" + strconv.Itoa(1+i/30%90)
		},
	},
	{
		// The results of a search by subject area are not reused for its other pages.
		name: "traffic: uncached search by the app, evaluated", method: http.MethodGet, minRows: longList, maxGrowth: 10,
		path: func(_, i int) string {
			return "/api/v1/search/content?query=lisbon&tag_id=" + strconv.Itoa(1+i/2700%20) + "&page=" + strconv.Itoa(1+i%30) +
				"&per_page=" + strconv.Itoa(1+i/30%90)
		},
	},
	{
		name: "traffic: cached search by the app", method: http.MethodGet, minRows: longList, maxGrowth: 2,
		path: fixedPath("/api/v1/search/content?query=lisbon"),
	},
	{
		name: "traffic: uncached page of a very common word", method: http.MethodGet, minRows: longList, maxGrowth: 10,
		path: func(_, i int) string {
			return "/api/v1/search/content?query=the&page=" + strconv.Itoa(1+i%30) + "&per_page=" + strconv.Itoa(1+i/30%90)
		},
	},
	{
		name: "traffic: 500 Copilot events", method: http.MethodPost, path: fixedPath("/api/v1/copilot/events"),
		minRows: longList, minShare: 0.25,
		body: func(i int) any {
			events := make([]map[string]any, batchSize)
			for k := range events {
				events[k] = map[string]any{
					"id":         fmt.Sprintf("bench-%d-%d-%d", runID, i, k),
					"kind":       []string{"view", "view", "click", "lead"}[k%4],
					"source_url": fmt.Sprintf("https://bench.example/%d", k%40),
				}
			}
			return map[string]any{"pid": benchPID, "events": events}
		},
		sql: func(ctx context.Context, d *db.DB, _, i int) error {
			const marks = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
			now := clock.Now()
			args := make([]any, 0, 9*batchSize)
			for k := range batchSize {
				id := fmt.Sprintf("bare-%d-%d-%d", runID, i, k)
				args = append(args, 2, id, "view", nil, nil, k%40, now, clock.Day(now), now)
			}
			return d.Write(ctx, func(tx *db.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO copilot_events
						(partner_id, event_id, kind, user_id, collaborator_id, page_id, occurred_at, day, received_at)
					VALUES `+marks+strings.Repeat(", "+marks, batchSize-1), args...)
				return err
			})
		},
	},
})

// runID makes the ids of events unique to this run.
var runID = time.Now().UnixNano()

// setPartnerID sets the PID of the partner for which the benchmark sends events.
func setPartnerID(ctx context.Context, d *db.DB) error {
	if _, err := d.Writer().Exec(ctx, "UPDATE partners SET alt_id = ? WHERE id = 2", benchPID); err != nil {
		return fmt.Errorf("set PID of partner: %w", err)
	}
	return nil
}
