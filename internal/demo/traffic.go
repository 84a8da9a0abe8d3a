package demo

import (
	"context"
	"fmt"
	"math"
	"strings"

	"waymark/internal/features/copilot"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// demoAgent is the user agent of all API calls that are demo data.
const demoAgent = "Waymark demo data"

const (
	pagesPerPartner = 40
	trafficPeriod   = 60 * day // the period shown in the console and the one before, with which it is compared
)

// insertEvents inserts Copilot events on partners' sites and updates their daily totals.
func (f *filler) insertEvents(ctx context.Context, n int) error {
	from, err := f.nextID(ctx, "copilot_events")
	if err != nil {
		return err
	}
	owners, err := f.listIDs(ctx, "SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id LIMIT 200")
	if err != nil {
		return err
	}
	people, err := f.loadVisitors(ctx)
	if err != nil {
		return err
	}
	collaborators, err := f.listIDs(ctx, "SELECT id FROM collaborators ORDER BY id")
	if err != nil {
		return err
	}
	pages, err := f.insertPages(ctx, owners)
	if err != nil {
		return err
	}
	// Leads have events of their own: see insertLeads.
	kinds := []string{
		"view", "view", "view", "view", "view", "view", "view", "click", "click", "click", "lead_intent",
	}
	err = f.fillTables(ctx, []string{"copilot_events"}, n, func(l *load) error {
		return f.insert(ctx, l, "copilot_events",
			"partner_id, event_id, kind, user_id, collaborator_id, page_id, occurred_at, day, received_at", n,
			func(i int) []any {
				at := f.timeAgo(trafficPeriod)
				var user, collaborator any
				owner := f.pickSkewed(owners)
				// The other visitors are anonymous.
				visitors := people[[]int64{0, owner}[f.random.IntN(2)]]
				if len(visitors) > 0 && f.random.IntN(5) > 0 {
					user = f.pickSkewed(visitors)
				}
				if len(collaborators) > 0 && f.random.IntN(6) == 0 {
					collaborator = f.pickSkewed(collaborators)
				}
				return []any{
					owner, fmt.Sprintf("demo-%d", from+i), pick(f, kinds), user, collaborator, f.pickSkewed(pages[owner]), at,
					clock.Day(at), at,
				}
			}, nil)
	})
	if err != nil {
		return err
	}
	if _, err := f.store.DB.Writer().Exec(ctx,
		"INSERT INTO copilot_fresh (event_id) SELECT id FROM copilot_events WHERE id >= ? ORDER BY id", from); err != nil {
		return err
	}
	return copilot.RollUpOn(ctx, f.store, clock.Day(clock.Now()), 500_000)
}

// loadVisitors returns the users who visit the sites of each partner, by partner: its own users. Advisors, who visit
// all sites, are under 0.
func (f *filler) loadVisitors(ctx context.Context) (map[int64][]int64, error) {
	people, err := db.All[struct {
		ID      int64 `db:"id"`
		Partner int64 `db:"partner_id"`
	}](ctx, f.store.DB.Read(), `SELECT id, coalesce(partner_id, 0) AS partner_id
		FROM users
		WHERE NOT internal AND deleted_at IS NULL
		ORDER BY id
		LIMIT 100000`)
	found := map[int64][]int64{}
	for _, p := range people {
		found[p.Partner] = append(found[p.Partner], p.ID)
	}
	return found, err
}

// pickSkewed picks an id, the first ones more often: some partners and pages get more visits than others.
func (f *filler) pickSkewed(ids []int64) int64 {
	x := f.random.Float64()
	return ids[int(x*x*float64(len(ids)))]
}

// insertPages inserts pages on the sites of each partner, and returns their ids by partner.
func (f *filler) insertPages(ctx context.Context, owners []int64) (map[int64][]int64, error) {
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

// randomDuration returns a duration in milliseconds. Most are short, few are long.
func (f *filler) randomDuration() int64 { return int64(4 + 40*math.Exp(f.random.NormFloat64()*1.3)) }

func (f *filler) searchTerm() string {
	if f.random.IntN(7) == 0 {
		return pick(f, data().FailedSearches)
	}
	return withoutArticle(pick(f, data().Places))
}

func (f *filler) insertSearches(ctx context.Context, n int, owners, people []int64) error {
	when := timeline{from: f.now.Add(-trafficPeriod), to: f.now, n: n}
	return f.fillTables(ctx, []string{"search_history"}, n, func(l *load) error {
		return f.insert(ctx, l, "search_history",
			"created_at, duration, cached, term, results, filters, partner_id, user_id, search_text", n, func(i int) []any {
				term, took, cached := f.searchTerm(), f.randomDuration(), f.random.IntN(4) == 0
				results := 1 + f.random.IntN(300)
				for _, miss := range data().FailedSearches {
					if term == miss {
						results = 0
					}
				}
				if cached {
					took = int64(f.random.IntN(3))
				}
				filters := map[string]string{}
				if f.random.IntN(8) == 0 {
					filters["in"] = "collections"
				} else if f.random.IntN(4) == 0 {
					filters["language_id"] = "1"
				}
				var user any
				if len(people) > 0 && f.random.IntN(3) == 0 {
					user = f.pickSkewed(people)
				}
				return []any{
					when.time(i, f.random.Float64()), took, cached, term, results, db.JSON(filters), f.pickSkewed(owners), user,
					fold.SearchText(term),
				}
			}, nil)
	})
}

// assignToUsers makes users the creators of some content, and of some content in their collections, for the dashboard.
func (f *filler) assignToUsers(ctx context.Context) error {
	return f.store.Do(ctx, func(tx *write.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE content
			SET by_user = TRUE, created_by_id = (
				SELECT max(id) FROM users
				WHERE NOT internal AND deleted_at IS NULL
					AND id <= (SELECT min(id) FROM users WHERE NOT internal) + content.id % 40)
			WHERE id % 11 = 3 AND block_type = 'content' AND deleted_at IS NULL`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE collection_content
			SET by_user = TRUE, added_by_id = (SELECT user_id FROM collections WHERE id = collection_id)
			WHERE collection_id IN (SELECT id FROM collections WHERE user_id IS NOT NULL AND deleted_at IS NULL)
				AND content_id % 2 = 0`)
		return err
	})
}
