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

// pageCases are the landing pages that visitors read. Nobody is signed in.
var pageCases = []useCase{
	{
		name: "pages: cached", method: http.MethodGet, maxGrowth: 3,
		page:         func(ids []string, i int) string { return "/" + ids[i%cachedPages] },
		minBareShare: map[db.Engine]float64{db.SQLite: 0.5, db.Postgres: 0.5},
	},
	{
		// Every request is for another collection. A small database has too few of them to fill the cache, so every request
		// also names another partner, which has no effect on the page but is part of the address that pages are cached by.
		name: "pages: not cached", method: http.MethodGet, maxGrowth: 3,
		page: func(ids []string, i int) string {
			return "/" + ids[spreadID(len(ids), i)-1] + "?pid=" + otherPartner(i)
		},
		minBareShare: map[db.Engine]float64{db.SQLite: 0.05},
	},
}

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
	b.pages, err = db.All[string](ctx, b.db.Read(), `
		SELECT c.alt_id
		FROM collections AS c
		JOIN partners AS p ON p.id = c.partner_id
		WHERE c.deleted_at IS NULL AND p.deleted_at IS NULL AND c.inspires_publish_at <= ?
			AND (c.expires_at IS NULL OR c.expires_at > ?)
		ORDER BY c.id`, now, now)
	if err != nil {
		return fmt.Errorf("find public collections: %w", err)
	}
	if b.size >= longList && len(b.pages) < cachedPages {
		return fmt.Errorf("%d of the collections have a page, want at least %d", len(b.pages), cachedPages)
	}
	return nil
}

// servesPages reports whether a binary can serve public pages.
func servesPages(ctx context.Context, program string) bool {
	help, _ := exec.CommandContext(ctx, program, "serve", "--help").CombinedOutput()
	return strings.Contains(string(help), "--pages-addr")
}
