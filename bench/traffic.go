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
		path: newSearch,
	},
	{
		name: "traffic: uncached page of a search by the app", method: http.MethodGet, minRows: longList, maxGrowth: 10,
		path: func(_, i int) string { return newPage("lisbon", i) },
	},
	{
		name: "traffic: cached search by the app", method: http.MethodGet, minRows: longList, maxGrowth: 2,
		path: fixedPath("/api/v1/search/content?query=lisbon"),
	},
	{
		name: "traffic: uncached page of a very common word", method: http.MethodGet, minRows: longList, maxGrowth: 10,
		path: func(_, i int) string { return newPage("the", i) },
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

const publicSearch = "/api/v1/search/content?query="

// searchedPlaces are in the titles of thousands of items each.
var searchedPlaces = []string{
	"marrakesh", "valparaiso", "reykjavik", "ljubljana", "cartagena", "queenstown", "dubrovnik", "santorini", "dolomites",
	"patagonia", "sebastian", "highlands",
}

// newSearch returns the path of the i-th search. Each is new to the server, so that it must be evaluated: a response or
// its results may otherwise come from a cache. The names of twelve places are written in different cases, which the
// caches tell apart and searches don't. Later pages follow after more than 6,000 searches.
func newSearch(_, i int) string {
	place, i := searchedPlaces[i%len(searchedPlaces)], i/len(searchedPlaces)
	const letters = 9 // of the shortest name
	return publicSearch + inCases(place, i%(1<<letters)) + "&page=" + strconv.Itoa(1+i>>letters)
}

// newPage returns the path of the i-th page of a search. No page is requested twice, so its response is not cached,
// but the server may know the results of the search.
func newPage(word string, i int) string {
	page, perPage, i := 1+i%30, 1+i/30%90, i/(30*90)
	return publicSearch + inCases(word, i) + "&page=" + strconv.Itoa(page) + "&per_page=" + strconv.Itoa(perPage)
}

// inCases returns a word with capital letters where a number has bits.
func inCases(word string, bits int) string {
	letters := []byte(word)
	for i := range letters {
		if bits>>i&1 == 1 {
			letters[i] -= 'a' - 'A'
		}
	}
	return string(letters)
}
