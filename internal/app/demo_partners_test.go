package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"

	"waymark/internal/kit/auth"
)

// checkPartners checks that partners have sites and branding, and that the API would accept the branding.
func (h *harness) checkPartners() {
	h.t.Helper()
	for query, minimum := range map[string]int64{
		"SELECT count(*) FROM sites": 15, "SELECT count(*) FROM site_transformations": 20,
		"SELECT count(*) FROM site_redirects": 20, "SELECT count(*) FROM partner_languages": 12,
		"SELECT count(*) FROM sites WHERE featured_image_id IS NOT NULL":        5,
		"SELECT count(*) FROM partners WHERE last_login_at IS NOT NULL":         4,
		"SELECT count(*) FROM partners WHERE last_api_activity_at IS NOT NULL":  5,
		"SELECT count(*) FROM partner_customisations WHERE logo_id IS NOT NULL": 5,
		"SELECT count(*) FROM partners WHERE has_premium_collaborators":         2,
	} {
		if got := h.count(query); got < minimum {
			h.t.Errorf("%s: %d, want %d or more", query, got, minimum)
		}
	}
	for what, query := range map[string]string{
		"partners without API keys": "SELECT count(*) FROM partners WHERE api_key IS NULL OR api_secret IS NULL",
		"partners whose last login is not that of a user": `SELECT count(*) FROM partners p
			WHERE last_login_at <> (SELECT max(active_at) FROM users u WHERE u.partner_id = p.id)`,
		"wrong counts of partners by account type": `SELECT
			(SELECT sum(n) FROM current_counts WHERE list = 'partners' AND facet = 'account_type')
			- (SELECT count(*) FROM partners WHERE deleted_at IS NULL)`,
		"sites whose domain is not among their domains": `SELECT count(*) FROM sites
			WHERE CAST(copilot_domains AS TEXT) NOT LIKE '%' || domain || '%'`,
		"audit entries about the setup of demo partners": `SELECT count(*) FROM audit_log
			WHERE kind IN ('site', 'site redirect', 'site transformation', 'partner language')`,
	} {
		if got := h.count(query); got != 0 {
			h.t.Errorf("%s: %d", what, got)
		}
	}
	session := h.session(auth.Editor)
	for id := 1; id <= 13; id++ {
		path := fmt.Sprintf("/api/admin/partners/%d/customisations", id)
		var branding struct {
			Customisations map[string]any `json:"customisations"`
		}
		if err := json.Unmarshal([]byte(read(h.t, h.do("GET", path, session, ""))), &branding); err != nil {
			h.t.Fatal(err)
		}
		encoded, err := json.Marshal(branding.Customisations)
		if err != nil {
			h.t.Fatal(err)
		}
		if answer := h.do("PUT", path, session, string(encoded)); answer.StatusCode != http.StatusOK {
			h.t.Errorf("the API refused the branding of partner %d: %s", id, read(h.t, answer))
		}
	}
}
