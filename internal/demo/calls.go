package demo

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// outcome is a possible result of an API call. The weight is its relative frequency.
type outcome struct {
	weight int
	status int64
	method string
	path   string
	code   string
	reason string            // the message of a refusal
	fields map[string]string // the invalid fields of a refusal
}

const invalidFields = "Please check the fields."

var outcomes = []outcome{
	{weight: 40, status: http.StatusOK, method: "GET", path: "/api/v1/search/content"},
	{weight: 8, status: http.StatusOK, method: "GET", path: "/api/v1/search/collections"},
	{weight: 20, status: http.StatusOK, method: "POST", path: eventsPath},
	{weight: 12, status: http.StatusOK, method: "GET", path: "/api/v1/collections/%s"},
	{weight: 4, status: http.StatusCreated, method: "POST", path: "/api/v1/invites/%s/accept"},
	{
		weight: 2, status: http.StatusUnprocessableEntity, method: "POST", path: eventsPath, code: "invalid",
		reason: invalidFields, fields: map[string]string{"events.0.uid": "This user doesn't exist."},
	},
	{
		weight: 1, status: http.StatusUnprocessableEntity, method: "GET", path: "/api/v1/search/content", code: "invalid",
		reason: invalidFields, fields: map[string]string{
			"per_page": "Must be between 1 and 100.", "tags": "Is not a parameter of this call.",
		},
	},
	{
		weight: 3, status: http.StatusNotFound, method: "GET", path: "/api/v1/collections/%s", code: "not_found",
		reason: "Not found.",
	},
	{
		weight: 2, status: http.StatusUnauthorized, method: "GET", path: "/api/v1/search/content", code: "unauthenticated",
		reason: "The key or the secret is wrong.",
	},
	{
		weight: 1, status: http.StatusForbidden, method: "GET", path: "/api/v1/search/content", code: "forbidden",
		reason: "This site is not on the partner's whitelist.",
	},
	{
		weight: 1, status: http.StatusMethodNotAllowed, method: "PUT", path: "/api/v1/search/content",
		code: "method_not_allowed", reason: "This method is not allowed here.",
	},
	{
		weight: 1, status: http.StatusTooManyRequests, method: "GET", path: "/api/v1/search/content", code: "rate_limited",
		reason: "Too many requests.",
	},
	{
		weight: 1, status: http.StatusInternalServerError, method: "GET", path: "/api/v1/search/collections",
		code: "internal", reason: "Something went wrong.",
	},
}

const eventsPath = "/api/v1/copilot/events"

// insertCalls inserts calls of the public API, and searches.
func (f *filler) insertCalls(ctx context.Context, n int) error {
	owners, err := f.listIDs(ctx, "SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id LIMIT 200")
	if err != nil {
		return err
	}
	people, err := f.listIDs(ctx, "SELECT id FROM users WHERE NOT internal AND deleted_at IS NULL ORDER BY id LIMIT 10000")
	if err != nil {
		return err
	}
	when := timeline{from: f.now.Add(-trafficPeriod), to: f.now, n: n}
	err = f.fillTables(ctx, []string{"api_logs"}, n, func(l *load) error {
		columns := `created_at, duration, status_code, method, path, results, parameters, parameters_count, partner_id,
			user_id, caller, ip_address, user_agent, error_code, error_message, errors, search_text`
		return f.insert(ctx, l, "api_logs", columns, n, func(i int) []any {
			return f.newCall(when.time(i, f.random.Float64()), owners, people)
		}, nil)
	})
	if err != nil {
		return err
	}
	return f.insertSearches(ctx, max(1, n/3), owners, people)
}

func (f *filler) newCall(at time.Time, owners, people []int64) []any {
	result := f.pickOutcome()
	path, caller := result.path, "server"
	var partner, user, results any
	partner = f.pickSkewed(owners)
	switch {
	case result.status == http.StatusUnauthorized || result.status == http.StatusForbidden:
		caller = "anonymous"
		if result.status == http.StatusUnauthorized && f.random.IntN(2) == 0 {
			partner = nil // the key belongs to nobody
		}
	case len(people) > 0 && f.random.IntN(3) == 0:
		user = f.pickSkewed(people)
	case path == eventsPath:
		caller = "browser"
	}
	if strings.Contains(path, "%s") {
		path = fmt.Sprintf(path, randomPublicID(f))
	}
	parameters := f.newParameters(result)
	if result.status == http.StatusOK {
		results = f.random.IntN(400)
	}
	errors := map[string][]string{}
	ip := fmt.Sprintf("203.0.113.%d", 1+f.random.IntN(250))
	words := []string{path, ip, parameters["query"], parameters["events"], result.code, result.reason}
	for _, field := range slices.Sorted(maps.Keys(result.fields)) {
		errors[field] = []string{result.fields[field]}
		words = append(words, field, result.fields[field])
	}
	return []any{
		at, f.randomDuration(), result.status, result.method, path, results, db.JSON(parameters), len(parameters), partner,
		user, caller, ip, demoAgent, result.code, result.reason, db.JSON(errors), fold.SearchText(words...),
	}
}

func (f *filler) newParameters(result outcome) map[string]string {
	parameters := map[string]string{}
	switch {
	case strings.Contains(result.path, "search"):
		parameters["query"] = f.searchTerm()
		parameters["per_page"] = "25"
		if f.random.IntN(3) == 0 {
			parameters["language_id"] = "1"
		}
		for name := range result.fields {
			parameters[name] = "1000"
		}
	case result.path == eventsPath:
		texts := []string{}
		for range 1 + f.random.IntN(3) {
			kind := pick(f, []string{"view", "view", "click", "lead"})
			texts = append(texts, fmt.Sprintf(`{"id":%q,"kind":%q,"uid":%q}`, randomPublicID(f), kind, randomPublicID(f)))
		}
		parameters["events"] = strings.Join(texts, ", ")
	}
	return parameters
}

func randomPublicID(f *filler) string {
	const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	word := make([]byte, 10)
	for i := range word {
		word[i] = letters[f.random.IntN(len(letters))]
	}
	return string(word)
}

func (f *filler) pickOutcome() outcome {
	total := 0
	for _, a := range outcomes {
		total += a.weight
	}
	at := f.random.IntN(total)
	for _, a := range outcomes {
		if at -= a.weight; at < 0 {
			return a
		}
	}
	return outcomes[0]
}
