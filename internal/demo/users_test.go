package demo

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/accounttypes"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/schema"
)

// userChecks are queries that must count nothing, whether users were inserted in bulk or row by row. They use
// user_facets for days, because the day of a facet is the same on both engines.
var userChecks = map[string]string{
	"users created before one with a lower id": `SELECT count(*)
		FROM (SELECT created_at, lag(created_at) OVER (ORDER BY id) AS earlier FROM users) AS u
		WHERE earlier > created_at`,
	"users with another account type than their partner": `SELECT count(*) FROM users u
		WHERE coalesce(account_type_id, 0) <>
			coalesce((SELECT p.account_type_id FROM partners p WHERE p.id = u.partner_id), 0)`,
	"users whose last active day is not that of active_at": `SELECT count(*)
		FROM user_facets f
		JOIN (SELECT user_id, max(day) AS day FROM user_active_days GROUP BY user_id) AS d ON d.user_id = f.id
		WHERE facet = 'active' AND CAST(value AS INTEGER) <> day`,
	"users with active days and no active_at": `SELECT count(*)
		FROM user_active_days d
		JOIN users u ON u.id = d.user_id
		WHERE u.active_at IS NULL`,
	"users active before they were created": `SELECT count(*)
		FROM user_facets f
		JOIN user_active_days d ON d.user_id = f.id
		WHERE facet = 'advisor_created' AND day < CAST(value AS INTEGER)`,
	"users with too many active days": `SELECT count(*)
		FROM (SELECT count(*) AS n FROM user_active_days GROUP BY user_id) AS d
		WHERE n > 8`,
	"users with dates in the wrong order": `SELECT count(*) FROM users
		WHERE active_at < created_at OR email_verified_at < created_at OR deactivated_at < active_at
			OR deactivated_at < created_at OR updated_at < created_at`,
	"users whose sign-up source does not match their sign-up partner": `SELECT count(*) FROM users
		WHERE (signup_source IN ('invite', 'partner')) <> (signup_partner_id IS NOT NULL)`,
	"users with two agencies": `SELECT count(*) FROM users
		WHERE host_agency_id IS NOT NULL AND host_agency_other <> ''`,
	"users with invalid numbers": `SELECT count(*) FROM users
		WHERE (phone <> '' AND phone NOT LIKE '+%') OR phone LIKE '%#%'
			OR length(booking_iata) NOT IN (0, 8) OR length(booking_clia) NOT IN (0, 8)`,
	"users that use a suggestion without one": `SELECT count(*) FROM users
		WHERE (using_suggested_country AND country_id IS NULL)
			OR (using_suggested_country_region AND country_region_id IS NULL)`,
}

func TestUsers_Shares(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		fillSizes(t, s, Sizes{Users: 3000}, 500)
		checkNone(t, s, userChecks)
		today := dayNumber(time.Now())
		for what, c := range map[string]struct {
			part     string
			min, max int64 // percent
		}{
			"have been active":          {"active_at IS NOT NULL", 70, 80},
			"have no name":              {"first_name = '' AND last_name = ''", 7, 10},
			"have a long name":          {"length(last_name) > 40", 1, 4},
			"have not been verified":    {"email_verified_at IS NULL", 8, 25},
			"were deactivated":          {"deactivated_at IS NOT NULL", 2, 5},
			"have a phone":              {"phone <> ''", 65, 85},
			"have a company":            {"company_name <> ''", 60, 85},
			"are travel advisors":       {"is_travel_advisor", 60, 80},
			"take bookings":             {"booking_email <> '' AND is_travel_advisor", 30, 60},
			"have an IATA number":       {"booking_iata <> ''", 15, 45},
			"have another agency":       {"host_agency_other <> ''", 5, 15},
			"use suggested languages":   {"using_suggested_languages AND partner_id IS NULL", 8, 20},
			"use the suggested country": {"using_suggested_country", 8, 20},
			"show the company":          {"display_contact_info_on_links = 'company'", 8, 20},
			"show their own contact":    {"display_contact_info_on_links = 'personal'", 20, 35},
			"use the embedded editor":   {"live_editor_display = 'embed'", 20, 30},
			"are notified of leads":     {"lead_generation_notifications", 40, 60},
			"were invited":              {"signup_source = 'invite'", 10, 25},
			"have pictures":             {"personal_photo_id IS NOT NULL OR logo_id IS NOT NULL", 2, 6},
		} {
			n := s.Count("SELECT count(*) FROM users WHERE NOT internal AND " + c.part)
			if 100*n < c.min*3000 || 100*n > c.max*3000 {
				t.Errorf("%d of 3000 %s", n, what)
			}
		}
		if n := s.Count("SELECT count(DISTINCT signup_source) FROM users WHERE partner_id IS NULL AND NOT internal"); n != 6 {
			t.Errorf("got %d sign-up sources of advisors, want 6", n)
		}
		if n := s.Count(`SELECT count(*)
			FROM (`+schema.UserTotal.Rows(d.Engine)+`) f
			JOIN users u ON u.id = f.id
			WHERE NOT u.internal AND facet = 'active' AND value > ?
				AND NOT EXISTS (SELECT 1 FROM user_active_days d WHERE d.user_id = f.id)`,
			fmt.Sprintf("%06d", today-80)); n != 0 {
			t.Errorf("%d active users have no active day", n)
		}
		within := func(from, to int64) int64 {
			return s.Count("SELECT count(DISTINCT user_id) FROM user_active_days WHERE day BETWEEN ? AND ?",
				today-from, today-to)
		}
		now, before := within(29, 0), within(59, 30)
		if growth := 100 * (now - before) / max(1, before); growth < 1 || growth > 30 {
			t.Errorf("got %d active users, and %d in the period before", now, before)
		}
	})
}

func TestUserTemplates_Permissions(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		existing := s.Count("SELECT count(*) FROM user_templates")
		fillSizes(t, s, Sizes{Users: 1}, noBulk)
		all := queryAll[struct {
			Name string `db:"name"`
			N    int    `db:"n"`
		}](t, d, `SELECT t.name, count(p.permission) AS n
			FROM user_templates t
			LEFT JOIN user_template_permissions p ON p.user_template_id = t.id
			GROUP BY t.id, t.name
			ORDER BY t.id`)
		keys := 0
		for _, group := range accounttypes.Catalogue {
			keys += len(group.Permissions)
		}
		permitted := map[string]int{}
		for _, template := range all[existing:] {
			if template.N != len(permissionsOf(template.Name)) || template.N == 0 {
				t.Errorf("%s has %d permissions", template.Name, template.N)
			}
			permitted[template.Name] = template.N
		}
		if permitted["Administrator"] != keys || permitted["Agency owner"] < keys*8/10 || permitted["Advisor"] > keys/3 ||
			permitted["Viewer"] >= permitted["Advisor"] {
			t.Errorf("got %[2]v of %[1]d permissions", keys, permitted)
		}
		if n := s.Count("SELECT count(*) FROM account_types WHERE user_templates_count = 0 AND name = 'Airline'"); n != 1 {
			t.Error("every account type has templates")
		}
		for _, kind := range data().AccountTypes {
			for _, template := range kind.Templates {
				for _, prefix := range template.Permissions {
					matches := func(key string) bool { return strings.HasPrefix(key, prefix) }
					if !slices.ContainsFunc(permissionsOf(template.Name), matches) {
						t.Errorf("no permission starts with %s", prefix)
					}
				}
			}
		}
	})
}
