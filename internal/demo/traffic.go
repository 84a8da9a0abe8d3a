package demo

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"waymark/internal/features/copilot"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// What calls are said to come from: the log tells by it what the demo made up.
const demoAgent = "Waymark demo data"

const (
	pagesPerPartner = 40
	traffic         = 60 * day // how far back it goes: what is shown, and what that is compared with
)

// copilotEvents are what happened in Copilot on partners' sites, summed up.
func (f *filler) copilotEvents(ctx context.Context, n int) error {
	from, err := f.next(ctx, "copilot_events")
	if err != nil {
		return err
	}
	owners, err := f.ids(ctx, "SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id LIMIT 200")
	if err != nil {
		return err
	}
	people, err := f.visitors(ctx)
	if err != nil {
		return err
	}
	collaborators, err := f.ids(ctx, "SELECT id FROM collaborators ORDER BY id")
	if err != nil {
		return err
	}
	pages, err := f.pages(ctx, owners)
	if err != nil {
		return err
	}
	kinds := []string{
		"view", "view", "view", "view", "view", "view", "view", "click", "click", "click", "lead_intent",
		"lead",
	}
	err = f.into(ctx, []string{"copilot_events"}, n, func(l *load) error {
		return f.insert(ctx, l, "copilot_events",
			"partner_id, event_id, kind, user_id, collaborator_id, page_id, occurred_at, day, received_at", n,
			func(i int) []any {
				at := f.ago(traffic)
				var user, collaborator any
				owner := f.seldom(owners)
				if circle := people[[]int64{0, owner}[f.dice.IntN(2)]]; len(circle) > 0 &&
					f.dice.IntN(5) > 0 { // the rest are visitors nobody knows
					user = f.seldom(circle)
				}
				if len(collaborators) > 0 && f.dice.IntN(6) == 0 {
					collaborator = f.seldom(collaborators)
				}
				return []any{
					owner, fmt.Sprintf("demo-%d", from+i), pick(f, kinds), user, collaborator, f.seldom(pages[owner]), at,
					clock.Day(at), at,
				}
			}, nil)
	})
	if err != nil {
		return err
	}
	if _, err := f.store.DB.Writer().
		Exec(ctx, "INSERT INTO copilot_fresh (event_id) SELECT id FROM copilot_events WHERE id >= ? ORDER BY id",
			from); err != nil {
		return err
	}
	return copilot.RollUpOn(ctx, f.store, clock.Day(clock.Now()), 500_000)
}

// visitors are who comes to the sites of each partner: its own users, and under 0 advisors, who come to all.
func (f *filler) visitors(ctx context.Context) (map[int64][]int64, error) {
	people, err := db.All[struct {
		ID      int64 `db:"id"`
		Partner int64 `db:"partner_id"`
	}](ctx, f.store.DB.Read(), "SELECT id, coalesce(partner_id, 0) AS partner_id FROM users WHERE NOT internal AND deleted_at IS NULL ORDER BY id LIMIT 100000")
	found := map[int64][]int64{}
	for _, p := range people {
		found[p.Partner] = append(found[p.Partner], p.ID)
	}
	return found, err
}

// seldom picks the first ones often and the last ones seldom, as some partners and pages are more visited than others.
func (f *filler) seldom(ids []int64) int64 {
	x := f.dice.Float64()
	return ids[int(x*x*float64(len(ids)))]
}

// pages are addresses on the sites of each partner.
func (f *filler) pages(ctx context.Context, owners []int64) (map[int64][]int64, error) {
	slugs, err := db.All[struct {
		ID   int64  `db:"id"`
		Slug string `db:"slug"`
	}](ctx, f.store.DB.Read(), "SELECT id, slug FROM partners WHERE id IN (?)", owners)
	if err != nil {
		return nil, err
	}
	found := map[int64][]int64{}
	err = f.store.Do(ctx, func(tx *write.Tx) error {
		for _, partner := range slugs {
			rows, hashes := [][]any{}, []string{}
			for i := range pagesPerPartner {
				place := strings.ReplaceAll(fold.Key(data().Places[i%len(data().Places)]), " ", "-")
				address := fmt.Sprintf("https://%s.example/trips/%s", partner.Slug, place)
				if i == 0 {
					address = fmt.Sprintf("https://%s.example/", partner.Slug)
				}
				rows, hashes = append(rows, []any{secret.Hash(address), address}), append(hashes, secret.Hash(address))
			}
			if err := link(ctx, tx, "copilot_pages", "url_hash, url", rows); err != nil {
				return err
			}
			if found[partner.ID], err = db.All[int64](ctx, tx.Conn,
				"SELECT id FROM copilot_pages WHERE url_hash IN (?) ORDER BY id", hashes); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// answered is a way a call ends: how often, and with what.
type answered struct {
	often  int
	status int64
	path   string
}

var answers = []answered{
	{40, http.StatusOK, "/api/v1/search/content"},
	{8, http.StatusOK, "/api/v1/search/collections"},
	{20, http.StatusOK, "/api/v1/copilot/events"},
	{12, http.StatusOK, "/api/v1/collections/%s"},
	{4, http.StatusCreated, "/api/v1/invites/%s/accept"},
	{3, http.StatusUnprocessableEntity, "/api/v1/copilot/events"},
	{3, http.StatusNotFound, "/api/v1/collections/%s"},
	{2, http.StatusUnauthorized, "/api/v1/search/content"},
	{1, http.StatusMethodNotAllowed, "/api/v1/search/content"},
	{1, http.StatusTooManyRequests, "/api/v1/search/content"},
	{1, http.StatusInternalServerError, "/api/v1/search/collections"},
}

// calls are what partners' programs asked, and their searches.
func (f *filler) calls(ctx context.Context, n int) error {
	owners, err := f.ids(ctx, "SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id LIMIT 200")
	if err != nil {
		return err
	}
	people, err := f.ids(ctx, "SELECT id FROM users WHERE NOT internal AND deleted_at IS NULL ORDER BY id LIMIT 10000")
	if err != nil {
		return err
	}
	when := timeline{from: f.now.Add(-traffic), to: f.now, n: n}
	err = f.into(ctx, []string{"api_logs"}, n, func(l *load) error {
		return f.insert(ctx, l, "api_logs",
			"created_at, duration, status_code, path, results, parameters, parameters_count, partner_id, user_id, ip_address, user_agent, search_text", n, func(i int) []any {
				return f.call(when.at(i, f.dice.Float64()), owners, people)
			}, nil)
	})
	if err != nil {
		return err
	}
	return f.searches(ctx, max(1, n/3), owners, people)
}

func (f *filler) call(at time.Time, owners, people []int64) []any {
	end := f.ending()
	path, parameters := end.path, map[string]string{}
	var partner, user, results any
	if end.status != http.StatusUnauthorized {
		partner = f.seldom(owners)
		if len(people) > 0 && f.dice.IntN(3) == 0 {
			user = f.seldom(people)
		}
	}
	if strings.Contains(path, "%s") {
		path = fmt.Sprintf(path, secretWord(f))
	}
	switch {
	case strings.Contains(path, "search"):
		parameters["query"] = f.term()
		parameters["per_page"] = "25"
		if f.dice.IntN(3) == 0 {
			parameters["language_id"] = "1"
		}
	case strings.Contains(path, "events"):
		parameters["events"] = fmt.Sprintf("%d entries", 1+f.dice.IntN(200))
	}
	if end.status == http.StatusOK {
		results = f.dice.IntN(400)
	}
	ip := fmt.Sprintf("203.0.113.%d", 1+f.dice.IntN(250))
	words := []string{path, ip, parameters["query"], parameters["events"]}
	return []any{
		at, f.took(), end.status, path, results, db.JSON(parameters), len(parameters), partner, user, ip,
		demoAgent, fold.SearchText(words...),
	}
}

func secretWord(f *filler) string {
	const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	word := make([]byte, 10)
	for i := range word {
		word[i] = letters[f.dice.IntN(len(letters))]
	}
	return string(word)
}

func (f *filler) ending() answered {
	all := 0
	for _, a := range answers {
		all += a.often
	}
	at := f.dice.IntN(all)
	for _, a := range answers {
		if at -= a.often; at < 0 {
			return a
		}
	}
	return answers[0]
}

// took is a duration in milliseconds: mostly short, seldom long.
func (f *filler) took() int64 { return int64(4 + 40*math.Exp(f.dice.NormFloat64()*1.3)) }

func (f *filler) term() string {
	if f.dice.IntN(7) == 0 {
		return pick(f, data().FailedSearches)
	}
	return strings.TrimPrefix(pick(f, data().Places), "the ")
}

func (f *filler) searches(ctx context.Context, n int, owners, people []int64) error {
	when := timeline{from: f.now.Add(-traffic), to: f.now, n: n}
	return f.into(ctx, []string{"search_history"}, n, func(l *load) error {
		return f.insert(ctx, l, "search_history",
			"created_at, duration, cached, term, results, filters, partner_id, user_id, search_text", n, func(i int) []any {
				term, took, cached := f.term(), f.took(), f.dice.IntN(4) == 0
				results := 1 + f.dice.IntN(300)
				for _, miss := range data().FailedSearches {
					if term == miss {
						results = 0
					}
				}
				if cached {
					took = int64(f.dice.IntN(3))
				}
				filters := map[string]string{}
				if f.dice.IntN(8) == 0 {
					filters["in"] = "collections"
				} else if f.dice.IntN(4) == 0 {
					filters["language_id"] = "1"
				}
				var user any
				if len(people) > 0 && f.dice.IntN(3) == 0 {
					user = f.seldom(people)
				}
				return []any{
					when.at(i, f.dice.Float64()), took, cached, term, results, db.JSON(filters), f.seldom(owners), user,
					fold.SearchText(term),
				}
			}, nil)
	})
}

// byUsers lets users have made some of the content and filled some of their collections, for the dashboard.
func (f *filler) byUsers(ctx context.Context) error {
	return f.store.Do(ctx, func(tx *write.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE content SET by_user = TRUE, created_by_id = (SELECT max(id) FROM users WHERE NOT internal AND deleted_at IS NULL AND id <= (SELECT min(id) FROM users WHERE NOT internal) + content.id % 40)
			WHERE id % 11 = 3 AND block_type = 'content' AND deleted_at IS NULL`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE collection_content SET by_user = TRUE, added_by_id = (SELECT user_id FROM collections WHERE id = collection_id)
			WHERE collection_id IN (SELECT id FROM collections WHERE user_id IS NOT NULL AND deleted_at IS NULL) AND content_id % 2 = 0`)
		return err
	})
}
