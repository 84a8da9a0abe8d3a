package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"waymark/internal/kit/db"
)

// usersOf is how many users a database of a size has. Some three in ten belong to partners, the others are advisors.
func usersOf(size int) int { return size / 5 }

const usersPath = "/api/admin/users"

// userCases are the lists of users, their figures, and one of them.
var userCases = slices.Concat([]useCase{
	{
		name: "users", method: http.MethodGet, path: fixed(usersPath), atMost: 3, atLeast: 0.3,
		data: userPage("", "SELECT n FROM live_counts WHERE list = 'users' AND facet = '' AND value = ''"),
	},
	{
		name: "users who are advisors", method: http.MethodGet, path: fixed(usersPath + "?type=advisors"), atMost: 3,
		atLeast: 0.3,
		data: userPage(" AND partner_id IS NULL AND NOT internal",
			"SELECT n FROM live_counts WHERE list = 'users' AND facet = 'kind' AND value = 'advisor'"),
	},
	{name: "users: highlights", method: http.MethodGet, path: fixed(usersPath + "/highlights"), atMost: 3},
	{
		name: "users: one of them", method: http.MethodGet, atMost: 3,
		path: func(size, i int) string { return fmt.Sprintf("%s/%d", usersPath, 1+spread(usersOf(size), i)) },
	},
}, named("users: ", briefly(3,
	"users?counts=1", "users?type=advisors&counts=1", "users?type=new-advisors", "users?type=active",
	"users?type=inactive", "users?partner_id=3", "users?accountType=11", "users?country_id=77",
	"users?sort=first_name", "users?sort=country_id", "users?sort=-active_at", "users?sort=-active_at&type=advisors",
	"users?sort=-active_at&partner_id=3",
	"users?accountType=11&sort=first_name", "users?partner_id=3&type=active", "options/partners/3/users",
)), named("users: ", briefly(10, "users?query=rosa", "users?query=example.com&type=advisors",
	"search/users?query=ros")), named("users: ", briefly(0, "users?sort=first_name&type=new-advisors")))

// userPage is what a page of the list comes down to.
func userPage(where, count string) func(context.Context, *db.DB, int, int) error {
	return func(ctx context.Context, d *db.DB, _, _ int) error {
		ids, err := counted(ctx, d, count, "SELECT id FROM users WHERE deleted_at IS NULL"+where+" ORDER BY id DESC LIMIT ?")
		if err != nil {
			return err
		}
		among := []any{ids}
		pictures := func(column string) statement {
			return statement{"SELECT p.id, p.storage_key, p.width, p.height, p.conversions FROM uploads AS p JOIN users AS u ON u." + column + " = p.id WHERE u.id IN (?)", among}
		}
		return drained(ctx, d,
			statement{`SELECT id, version, created_at, updated_at, first_name, last_name, email, email_verified_at, phone, company_name, deactivated_at, alt_id, partner_id, user_template_id, internal,
				using_suggested_languages, country_id, using_suggested_country, country_region_id, using_suggested_country_region, host_agency_id, host_agency_other, consortium_id, display_contact_info_on_links,
				live_editor_display, lead_generation_notifications, is_travel_advisor, booking_email, booking_phone_number, booking_iata, booking_clia, logo_id, logo_light_id, header_background_image_id,
				personal_photo_id, signup_source, signup_partner_id, signup_collection_id, active_at, collections_count, shared_collections_count FROM users WHERE id IN (?)`, among},
			statement{"SELECT t.id, t.name FROM user_templates AS t JOIN users AS u ON u.user_template_id = t.id WHERE u.id IN (?)", among},
			statement{"SELECT s.user_id, l.id, l.name FROM user_languages AS s JOIN languages AS l ON l.id = s.language_id WHERE s.user_id IN (?)", among},
			statement{"SELECT c.id, c.name, c.alpha2 FROM countries AS c JOIN users AS u ON u.country_id = c.id WHERE u.id IN (?)", among},
			statement{"SELECT r.id, r.name FROM country_regions AS r JOIN users AS u ON u.country_region_id = r.id WHERE u.id IN (?)", among},
			statement{
				"SELECT h.id, h.name FROM host_agencies AS h JOIN users AS u ON u.host_agency_id = h.id WHERE u.id IN (?)",
				among,
			},
			statement{
				"SELECT c.id, c.name FROM consortia AS c JOIN users AS u ON u.consortium_id = c.id WHERE u.id IN (?)",
				among,
			},
			statement{
				"SELECT p.id, p.name FROM partners AS p JOIN users AS u ON u.signup_partner_id = p.id WHERE u.id IN (?)",
				among,
			},
			statement{"SELECT p.id, p.name, p.account_type_id, t.name FROM partners AS p JOIN account_types AS t ON t.id = p.account_type_id JOIN users AS u ON u.partner_id = p.id WHERE u.id IN (?)", among},
			pictures("logo_id"), pictures("logo_light_id"), pictures("header_background_image_id"),
			pictures("personal_photo_id"),
		)
	}
}
