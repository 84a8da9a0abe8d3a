package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"waymark/internal/kit/db"
)

// userCount returns the number of users in a database. About three in ten belong to partners, the others are advisors.
func userCount(size int) int { return size / 5 }

const usersPath = "/api/admin/users"

// userCases are the lists of users, the highlights and one user.
var userCases = slices.Concat([]useCase{
	{
		name: "users", method: http.MethodGet, path: fixedPath(usersPath), maxGrowth: 3, minShare: 0.3,
		sql: userPage("", "SELECT n FROM live_counts WHERE list = 'users' AND facet = '' AND value = ''"),
	},
	{
		name: "users who are advisors", method: http.MethodGet, path: fixedPath(usersPath + "?type=advisors"), maxGrowth: 3,
		minShare: 0.3,
		sql: userPage(" AND partner_id IS NULL AND NOT internal",
			"SELECT n FROM live_counts WHERE list = 'users' AND facet = 'kind' AND value = 'advisor'"),
	},
	{name: "users: highlights", method: http.MethodGet, path: fixedPath(usersPath + "/highlights"), maxGrowth: 3},
	{
		name: "users: one user", method: http.MethodGet, maxGrowth: 3,
		path: func(size, i int) string { return fmt.Sprintf("%s/%d", usersPath, 1+spreadID(userCount(size), i)) },
	},
}, withPrefix("users: ", briefCases(3,
	"users?counts=1", "users?type=advisors&counts=1", "users?type=new-advisors", "users?type=active",
	"users?type=inactive", "users?partner_id=3", "users?accountType=11", "users?country_id=77",
	"users?sort=first_name", "users?sort=country_id", "users?sort=-active_at", "users?sort=-active_at&type=advisors",
	"users?sort=-active_at&partner_id=3", "users?accountType=11&sort=first_name", "users?partner_id=3&type=active",
	"options/partners/3/users",
)), withPrefix("users: ", briefCases(10, "users?query=rosa", "users?query=example.com&type=advisors",
	"search/users?query=ros")), withPrefix("users: ", briefCases(0, "users?sort=first_name&type=new-advisors")))

// userPage runs the SQL of a page of the list.
func userPage(where, count string) func(context.Context, *db.DB, int, int) error {
	return func(ctx context.Context, d *db.DB, _, _ int) error {
		ids, err := countAndList(ctx, d, count,
			"SELECT id FROM users WHERE deleted_at IS NULL"+where+" ORDER BY id DESC LIMIT ?")
		if err != nil {
			return err
		}
		among := []any{ids}
		joined := func(columns, table, on string) statement {
			return statement{"SELECT " + columns + " FROM " + table + " JOIN users AS u ON " + on + " WHERE u.id IN (?)", among}
		}
		pictures := func(column string) statement {
			return joined("p.id, p.storage_key, p.width, p.height, p.conversions", "uploads AS p", "u."+column+" = p.id")
		}
		return queryAll(ctx, d,
			statement{`SELECT id, version, created_at, updated_at, first_name, last_name, email, email_verified_at, phone,
					company_name, deactivated_at, alt_id, partner_id, user_template_id, internal, using_suggested_languages,
					country_id, using_suggested_country, country_region_id, using_suggested_country_region, host_agency_id,
					host_agency_other, consortium_id, display_contact_info_on_links, live_editor_display,
					lead_generation_notifications, is_travel_advisor, booking_email, booking_phone_number, booking_iata,
					booking_clia, logo_id, logo_light_id, header_background_image_id, personal_photo_id, signup_source,
					signup_partner_id, signup_collection_id, active_at, collections_count, shared_collections_count
				FROM users
				WHERE id IN (?)`, among},
			joined("t.id, t.name", "user_templates AS t", "u.user_template_id = t.id"),
			statement{`SELECT s.user_id, l.id, l.name
				FROM user_languages AS s
				JOIN languages AS l ON l.id = s.language_id
				WHERE s.user_id IN (?)`, among},
			joined("c.id, c.name, c.alpha2", "countries AS c", "u.country_id = c.id"),
			joined("r.id, r.name", "country_regions AS r", "u.country_region_id = r.id"),
			joined("h.id, h.name", "host_agencies AS h", "u.host_agency_id = h.id"),
			joined("c.id, c.name", "consortia AS c", "u.consortium_id = c.id"),
			joined("p.id, p.name", "partners AS p", "u.signup_partner_id = p.id"),
			statement{`SELECT p.id, p.name, p.account_type_id, t.name
				FROM partners AS p
				JOIN account_types AS t ON t.id = p.account_type_id
				JOIN users AS u ON u.partner_id = p.id
				WHERE u.id IN (?)`, among},
			pictures("logo_id"), pictures("logo_light_id"), pictures("header_background_image_id"),
			pictures("personal_photo_id"),
		)
	}
}
