package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"waymark/internal/kit/db"
)

// partnerCount returns the number of partners in a database. It is far more than any platform has,
// so that slow queries show.
func partnerCount(size int) int { return size / 20 }

const partnersPath = "/api/admin/partners"

// partnerCases are the lists of partners, and the requests of the page of one partner.
var partnerCases = slices.Concat([]useCase{
	{
		name: "partners", method: http.MethodGet, path: fixedPath(partnersPath), maxGrowth: 3, minShare: 0.3,
		sql: partnerPage,
	},
	{name: "partners: one partner", method: http.MethodGet, maxGrowth: 3, path: partnerPath("")},
	{
		name: "partners: customisations of one partner", method: http.MethodGet, maxGrowth: 3,
		path: partnerPath("/customisations"),
	},
}, withPrefix("partners: ", briefCases(3,
	"partners?counts=1", "partners?account_type_id=11&counts=1", "partners?account_type_id=11&sort=-created_at",
	"partners?account_type_id=11&sort=-users_count", "partners?account_type_id=11&sort=last_login_at",
	"partners?sort=-name", "partners?sort=-created_at", "partners?sort=-collections_count", "partners?sort=-users_count",
	"partners?sort=-shared_collections_count", "partners?sort=-last_login_at", "options/partners",
)), withPrefix("partners: ", briefCases(10, "partners?query=harbour", "partners?query=harbour&account_type_id=11",
	"options/partners?query=kestrel")))

func partnerPath(part string) func(size, i int) string {
	return func(size, i int) string {
		return fmt.Sprintf("%s/%d%s", partnersPath, 2+spreadID(partnerCount(size), i), part)
	}
}

// partnerPage runs the SQL of a page of the list.
func partnerPage(ctx context.Context, d *db.DB, _, _ int) error {
	ids, err := countAndList(ctx, d, "SELECT n FROM live_counts WHERE list = 'partners' AND facet = '' AND value = ''",
		"SELECT id FROM partners WHERE deleted_at IS NULL ORDER BY name_key, id LIMIT ?")
	if err != nil {
		return err
	}
	among := []any{ids}
	return queryAll(ctx, d,
		statement{`SELECT id, version, created_at, updated_at, name, slug, alt_id, account_type_id, email, phone,
				collections_count, users_count, shared_collections_count, last_login_at
			FROM partners
			WHERE id IN (?)`, among},
		statement{`SELECT t.id, t.name
			FROM account_types AS t
			JOIN partners AS p ON p.account_type_id = t.id
			WHERE p.id IN (?)`, among},
		statement{"SELECT partner_id, brand_color FROM partner_customisations WHERE partner_id IN (?)", among},
	)
}
