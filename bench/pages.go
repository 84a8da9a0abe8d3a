package main

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"strings"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

const (
	pagesHost = "pages.waymark.example"
	// pagesHeader is what browsers send. They read pages in compressed form, so a bare server sends compressed bytes too.
	pagesHeader = "Host: " + pagesHost + "\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n"
	// cachedPages is the number of pages that are read again and again.
	cachedPages = 100
)

// publicIDs are the public ids that visitors use.
type publicIDs struct {
	collections []string // that have a page
	advisors    []string // of the partner whose key is copilotKey
}

// pageCases are the landing pages that visitors read, and what Copilot loads on partners' sites. Nobody is signed in.
var pageCases = []useCase{
	{
		name: "pages: cached", method: http.MethodGet, maxGrowth: 3, pageHeader: pagesHeader,
		page:         func(public publicIDs, i int) string { return "/" + public.collections[i%cachedPages] },
		minBareShare: map[db.Engine]float64{db.SQLite: 0.5, db.Postgres: 0.5},
	},
	{
		// Every request is for another collection. A small database has too few of them to fill the cache, so every request
		// also names another partner, which has no effect on the page but is part of the address that pages are cached by.
		name: "pages: not cached", method: http.MethodGet, maxGrowth: 3, pageHeader: pagesHeader,
		page: func(public publicIDs, i int) string {
			return "/" + public.collections[spreadID(len(public.collections), i)-1] + "?pid=" + otherPartner(i)
		},
		minBareShare: map[db.Engine]float64{db.SQLite: 0.05},
	},
	{
		name: "pages: configuration of Copilot, cached", method: http.MethodGet, maxGrowth: 3,
		pageHeader: pagesHeader + "Origin: https://" + copilotHost + "\r\n",
		page: func(public publicIDs, i int) string {
			return "/api/v1/copilot/config?key=" + copilotKey + "&origin=https%3A%2F%2F" + copilotHost + "&lang=en&insider=" +
				public.advisors[i%len(public.advisors)]
		},
		minBareShare: map[db.Engine]float64{db.SQLite: 0.5, db.Postgres: 0.5},
	},
}

const (
	copilotHost = "copilot.waymark.example"
	copilotKey  = "bench-copilot"
	// copilotAdvisors is the number of advisors whose visitors come again and again.
	copilotAdvisors = 20
)

// otherPartner returns a different public id for each i, which belongs to no partner.
func otherPartner(i int) string {
	const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	id := []byte("zzzzzzzzzz")
	for k := range id {
		id[k] = digits[i%len(digits)]
		i /= len(digits)
	}
	return string(id)
}

// preparePages puts the pages of all partners on one site, and finds the collections that have a page.
func (b *fixture) preparePages(ctx context.Context) error {
	if b.server.pages == "" {
		return nil
	}
	if _, err := b.db.Writer().Exec(ctx,
		"UPDATE partners SET landing_page_domain = '' WHERE landing_page_domain <> ''"); err != nil {
		return fmt.Errorf("remove domains of partners: %w", err)
	}
	now := clock.Now()
	var err error
	b.public.collections, err = db.All[string](ctx, b.db.Read(), `
		SELECT c.alt_id
		FROM collections AS c
		JOIN partners AS p ON p.id = c.partner_id
		WHERE c.deleted_at IS NULL AND p.deleted_at IS NULL AND c.inspires_publish_at <= ?
			AND (c.expires_at IS NULL OR c.expires_at > ?)
		ORDER BY c.id`, now, now)
	if err != nil {
		return fmt.Errorf("find public collections: %w", err)
	}
	if n := len(b.public.collections); b.size >= longList && n < cachedPages {
		return fmt.Errorf("%d of the collections have a page, want at least %d", n, cachedPages)
	}
	return b.prepareCopilot(ctx)
}

// prepareCopilot gives a key and a site to the partner that has the most users.
func (b *fixture) prepareCopilot(ctx context.Context) error {
	partner, err := db.Value[int64](ctx, b.db.Read(), `
		SELECT id FROM partners WHERE deleted_at IS NULL ORDER BY users_count DESC, id LIMIT 1`)
	if err != nil {
		return fmt.Errorf("find a partner: %w", err)
	}
	now := clock.Now()
	for _, statement := range []struct {
		sql  string
		args []any
	}{
		{"UPDATE partners SET api_key = ? WHERE id = ?", []any{copilotKey, partner}},
		{
			`INSERT INTO sites (partner_id, domain, copilot_domains, created_at, updated_at) VALUES (?, ?, ?, ?, ?)`,
			[]any{partner, copilotHost, `["` + copilotHost + `"]`, now, now},
		},
		{
			`INSERT INTO site_transformations (site_id, name, name_key, selector, text, created_at, updated_at)
			SELECT id, 'Book', 'book', '[".book"]', 'Ask your advisor', ?, ? FROM sites WHERE domain = ?`,
			[]any{now, now, copilotHost},
		},
		{`INSERT INTO site_redirects (site_id, path_pattern, redirect_url, created_at, updated_at)
			SELECT id, '/deals/*', '/advisor-deals', ?, ? FROM sites WHERE domain = ?`, []any{now, now, copilotHost}},
	} {
		if _, err := b.db.Writer().Exec(ctx, statement.sql, statement.args...); err != nil {
			return fmt.Errorf("prepare Copilot: %w", err)
		}
	}
	b.public.advisors, err = db.All[string](ctx, b.db.Read(), `
		SELECT alt_id
		FROM users
		WHERE partner_id = ? AND NOT internal AND deleted_at IS NULL AND deactivated_at IS NULL
		ORDER BY id
		LIMIT ?`, partner, copilotAdvisors)
	if err != nil {
		return fmt.Errorf("find advisors of partner %d: %w", partner, err)
	}
	if len(b.public.advisors) == 0 {
		return fmt.Errorf("partner %d has no advisors", partner)
	}
	return nil
}

// servesPages reports whether a binary can serve public pages.
func servesPages(ctx context.Context, program string) bool {
	help, _ := exec.CommandContext(ctx, program, "serve", "--help").CombinedOutput()
	return strings.Contains(string(help), "--pages-addr")
}
