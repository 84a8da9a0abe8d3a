package app_test

import (
	"waymark/internal/kit/derived"
	tables "waymark/internal/platform/schema"
)

// checkPeople checks that there are users with every status and users with permissions, and that counts are right.
func (h *harness) checkPeople() {
	h.t.Helper()
	status := func(condition string) string {
		return "SELECT count(*) FROM users WHERE NOT internal AND deleted_at IS NULL AND " + condition
	}
	today := "(SELECT max(day) FROM user_active_days)" // Somebody was active on the last day.
	verified := "deactivated_at IS NULL AND email_verified_at IS NOT NULL AND "
	advisors := `SELECT count(DISTINCT d.user_id)
		FROM user_active_days d
		JOIN users u ON u.id = d.user_id
		WHERE u.partner_id IS NULL AND u.deleted_at IS NULL AND day`
	for query, minimum := range map[string]int64{
		status("deactivated_at IS NOT NULL"):                                                             1,
		status("deactivated_at IS NULL AND email_verified_at IS NULL"):                                   1,
		status(verified + "active_at IS NULL"):                                                           1,
		status(verified + "id IN (SELECT user_id FROM user_active_days WHERE day > " + today + " - 20)"): 5,
		status(verified + "active_at IS NOT NULL AND id NOT IN (SELECT user_id FROM user_active_days)"):  1,
		status("first_name = ''"):                                                                        2,
		status("length(first_name || last_name) > 60"):                                                   1,
		status("collections_count = 1"):                                                                  1,
		status("collections_count = 0"):                                                                  1,
		status("signup_collection_id IS NOT NULL"):                                                       1,
		status("personal_photo_id IS NOT NULL"):                                                          8,
		status("logo_id IS NOT NULL"):                                                                    8,
		status("logo_light_id IS NOT NULL"):                                                              4,
		status("header_background_image_id IS NOT NULL"):                                                 4,
		advisors + " > " + today + " - 30":                                                               8,
		advisors + " BETWEEN " + today + " - 59 AND " + today + " - 30":                                  5,
		`SELECT max(n)
		FROM (SELECT count(DISTINCT partner_id) AS n FROM shared_collections GROUP BY user_id) AS people`: 4,
		`SELECT count(DISTINCT brand_color)
		FROM partner_customisations
		WHERE length(brand_color) = 7 AND substr(brand_color, 1, 1) = '#'`: 11,
		"SELECT count(DISTINCT user_template_id) FROM user_template_permissions": 17,
	} {
		if got := h.count(query); got < minimum {
			h.t.Errorf("%s: %d, want %d or more", query, got, minimum)
		}
	}
	for what, query := range map[string]string{
		"users created before a user with a lower id": `SELECT count(*)
			FROM (SELECT created_at, lag(created_at) OVER (ORDER BY id) AS earlier FROM users) AS u
			WHERE earlier > created_at`,
		"users whose last active day is not that of active_at": `SELECT count(*)
			FROM (` + tables.UserTotal.Rows(h.DB.Engine) + `) f
			JOIN (SELECT user_id, max(day) AS day FROM user_active_days GROUP BY user_id) AS d ON d.user_id = f.id
			WHERE facet = 'active' AND CAST(value AS INTEGER) <> day`,
		"users invited to a collection of another partner": `SELECT count(*)
			FROM users u
			JOIN collections c ON c.id = u.signup_collection_id
			WHERE c.partner_id IS NULL OR c.partner_id <> u.signup_partner_id OR c.created_at > u.created_at`,
		"trash entries without a name": "SELECT count(*) FROM trash WHERE name = ''",
	} {
		if got := h.count(query); got != 0 {
			h.t.Errorf("%s: %d", what, got)
		}
	}
	if err := derived.Verify(h.t.Context(), h.DB, tables.Derived()...); err != nil {
		h.t.Error(err)
	}
}

// checkLeads checks that partners and users have leads, and that the leads are consistent with other records.
func (h *harness) checkLeads() {
	h.t.Helper()
	for query, minimum := range map[string]int64{
		"SELECT count(*) FROM leads":                               40,
		"SELECT count(DISTINCT partner_id) FROM leads":             6,
		"SELECT count(DISTINCT user_id) FROM leads":                15,
		"SELECT count(*) FROM leads WHERE user_id IS NULL":         5,
		"SELECT count(*) FROM leads WHERE message = ''":            1,
		"SELECT count(*) FROM leads WHERE length(message) > 300":   1,
		"SELECT count(*) FROM leads WHERE page_url LIKE 'http%/%'": 40,
	} {
		if got := h.count(query); got < minimum {
			h.t.Errorf("%s: %d, want %d or more", query, got, minimum)
		}
	}
	for what, query := range map[string]string{
		"leads on a page of another partner, or from before the page": `SELECT count(*)
			FROM leads l
			JOIN collections c ON c.id = l.collection_id
			WHERE c.partner_id IS NULL OR c.partner_id <> l.partner_id OR c.created_at > l.created_at`,
		"leads older than one with a lower id": `SELECT count(*)
			FROM (SELECT created_at, lag(created_at) OVER (ORDER BY id) AS earlier FROM leads) AS l
			WHERE earlier > created_at`,
		"partners whose leads are not those counted by Copilot": `SELECT count(*)
			FROM partners p
			WHERE (SELECT count(*) FROM leads l WHERE l.partner_id = p.id) <>
				(SELECT count(*) FROM copilot_events e WHERE e.partner_id = p.id AND e.kind = 'lead')`,
		"users whose leads are not those counted by Copilot": `SELECT count(*)
			FROM users u
			WHERE (SELECT count(*) FROM leads l WHERE l.user_id = u.id) <>
				(SELECT count(*) FROM copilot_events e WHERE e.user_id = u.id AND e.kind = 'lead')`,
		"pages and visitors with more leads than lead intents": `SELECT count(*)
			FROM (SELECT sum(CASE kind WHEN 'lead' THEN 1 ELSE 0 END) AS leads,
					sum(CASE kind WHEN 'lead_intent' THEN 1 ELSE 0 END) AS intents
				FROM copilot_events
				GROUP BY partner_id, user_id, page_id) AS pages
			WHERE leads > intents`,
		"Copilot events that are not counted": "SELECT count(*) FROM copilot_fresh",
	} {
		if got := h.count(query); got != 0 {
			h.t.Errorf("%s: %d", what, got)
		}
	}
}
