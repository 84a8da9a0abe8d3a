package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"waymark/internal/features/copilot"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/sites"
)

const (
	leadSeed = 10
	leadAge  = 240 * day
)

// leadPage is a landing page with a lead form.
type leadPage struct {
	Collection int64     `db:"id"`
	AltID      string    `db:"alt_id"`
	Partner    int64     `db:"partner_id"`
	Domain     string    `db:"landing_page_domain"`
	CreatedAt  time.Time `db:"created_at"`
}

// lead is a lead before it is inserted.
type lead struct {
	leadPage
	user any // the id of the advisor, or nil
	at   time.Time
}

// insertLeads inserts leads from the landing pages of partners, two thirds of them on pages of an advisor.
func (f *filler) insertLeads(ctx context.Context, urls sites.Sites) error {
	exists, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM leads")
	if err != nil || exists {
		return err // An earlier start was interrupted after this step.
	}
	pages, err := db.All[leadPage](ctx, f.store.DB.Read(), `
		SELECT c.id, c.alt_id, c.partner_id, p.landing_page_domain, c.created_at
		FROM collections AS c
		JOIN partners AS p ON p.id = c.partner_id
		WHERE c.user_id IS NULL AND c.deleted_at IS NULL AND p.deleted_at IS NULL
		ORDER BY c.id`)
	if err != nil {
		return err
	}
	advisors, err := f.loadAdvisors(ctx)
	if err != nil {
		return err
	}
	f.random = rand.New(rand.NewPCG(leadSeed, 2016))
	leads := f.newLeads(pages, advisors)
	if len(leads) == 0 {
		return nil
	}
	rows := [][]any{}
	for i, l := range leads {
		rows = append(rows, f.leadRow(l, urls, i))
	}
	err = f.store.Do(ctx, func(tx *write.Tx) error {
		columns := `partner_id, user_id, collection_id, name, email, phone, message, page_url, submission_key, search_text,
			created_at`
		if _, err := (rowByRow{tx}).insert(ctx, "leads", columns, rows); err != nil {
			return err
		}
		return insertLeadEvents(ctx, tx, leads, urls)
	})
	if err != nil {
		return err
	}
	return copilot.RollUp(ctx, f.store)
}

// insertLeadEvents inserts the events of the visits that led to leads: the page was viewed, the form opened and sent.
func insertLeadEvents(ctx context.Context, tx *write.Tx, leads []lead, urls sites.Sites) error {
	pages, hashes := [][]any{}, []string{}
	for _, l := range leads {
		address := urls.LandingPage(l.Domain, l.AltID)
		pages, hashes = append(pages, []any{secret.Hash(address), address}), append(hashes, secret.Hash(address))
	}
	if err := link(ctx, tx, "copilot_pages", "url_hash, url", pages); err != nil {
		return err
	}
	found, err := db.All[struct {
		ID   int64  `db:"id"`
		Hash string `db:"url_hash"`
	}](ctx, tx.Conn, "SELECT id, url_hash FROM copilot_pages WHERE url_hash IN (?)", hashes)
	if err != nil {
		return err
	}
	ids := map[string]int64{}
	for _, page := range found {
		ids[page.Hash] = page.ID
	}
	rows := [][]any{}
	for i, l := range leads {
		for before, kind := range []string{"lead", "lead_intent", "view"} {
			at := l.at.Add(-3 * time.Minute * time.Duration(before))
			rows = append(rows, []any{
				l.Partner, fmt.Sprintf("demo-lead-%d-%s", i, kind), kind, l.user, ids[hashes[i]], at, clock.Day(at), at,
			})
		}
	}
	events, err := rowByRow{tx}.insert(ctx, "copilot_events",
		"partner_id, event_id, kind, user_id, page_id, occurred_at, day, received_at", rows)
	if err != nil {
		return err
	}
	fresh := [][]any{}
	for _, id := range events {
		fresh = append(fresh, []any{id})
	}
	return link(ctx, tx, "copilot_fresh", "event_id", fresh)
}

// loadAdvisors returns the users of each partner, and under 0 those without one.
func (f *filler) loadAdvisors(ctx context.Context) (map[int64][]int64, error) {
	users, err := db.All[struct {
		ID      int64 `db:"id"`
		Partner int64 `db:"partner_id"`
	}](ctx, f.store.DB.Read(), `
		SELECT id, coalesce(partner_id, 0) AS partner_id
		FROM users
		WHERE NOT internal AND deleted_at IS NULL
		ORDER BY id`)
	found := map[int64][]int64{}
	for _, u := range users {
		found[u.Partner] = append(found[u.Partner], u.ID)
	}
	return found, err
}

// newLeads returns up to five leads for each page, ordered by time.
func (f *filler) newLeads(pages []leadPage, advisors map[int64][]int64) []lead {
	leads := []lead{}
	for _, page := range pages {
		people := slices.Concat(advisors[page.Partner], advisors[0])
		for range f.random.IntN(6) {
			l := lead{leadPage: page, at: f.timeBetween(latest(page.CreatedAt, f.now.Add(-leadAge)), f.now)}
			if len(people) > 0 && f.random.IntN(3) > 0 {
				l.user = pick(f, people)
			}
			leads = append(leads, l)
		}
	}
	slices.SortStableFunc(leads, func(a, b lead) int { return a.at.Compare(b.at) })
	return leads
}

func (f *filler) leadRow(l lead, urls sites.Sites, i int) []any {
	first, last := pick(f, data().FirstNames), pick(f, data().LastNames)
	name, email := first+" "+last, fold.Key(first)+"."+fold.Key(last)+"@example.com"
	words := strings.NewReplacer(
		"{other}", pick(f, data().FirstNames), "{month}", pick(f, data().Months), "{place}", pick(f, data().Places),
	)
	phone, message := "", ""
	if f.random.IntN(2) == 0 {
		phone = fmt.Sprintf("+44 20 7946 0%03d", f.random.IntN(1000)) // reserved for fiction
	}
	if f.random.IntN(8) > 0 {
		message = words.Replace(pick(f, data().LeadMessages))
	}
	return []any{
		l.Partner, l.user, l.Collection, name, email, phone, message, urls.LandingPage(l.Domain, l.AltID),
		secret.Hash(fmt.Sprint("demo lead ", i)), fold.SearchText(name, email), l.at,
	}
}
