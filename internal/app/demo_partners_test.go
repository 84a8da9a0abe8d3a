package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"

	"waymark/internal/kit/auth"
)

// furnishesPartners sees that partners have sites and branding to look at, that the server itself would take.
func (h *house) furnishesPartners() {
	h.t.Helper()
	for query, least := range map[string]int64{
		"SELECT count(*) FROM sites": 15, "SELECT count(*) FROM site_transformations": 20,
		"SELECT count(*) FROM site_redirects": 20, "SELECT count(*) FROM partner_languages": 12,
		"SELECT count(*) FROM sites WHERE featured_image_id IS NOT NULL":        5,
		"SELECT count(*) FROM partners WHERE last_login_at IS NOT NULL":         4,
		"SELECT count(*) FROM partners WHERE last_api_activity_at IS NOT NULL":  5,
		"SELECT count(*) FROM partner_customisations WHERE logo_id IS NOT NULL": 5,
		"SELECT count(*) FROM partners WHERE has_premium_collaborators":         2,
	} {
		if got := h.count(query); got < least {
			h.t.Errorf("%s: %d, want %d or more", query, got, least)
		}
	}
	for what, query := range map[string]string{
		"a partner has no keys":                        "SELECT count(*) FROM partners WHERE api_key IS NULL OR api_secret IS NULL",
		"a partner was here when nobody of it was":     "SELECT count(*) FROM partners p WHERE last_login_at <> (SELECT max(active_at) FROM users u WHERE u.partner_id = p.id)",
		"partners are counted wrong by account type":   "SELECT (SELECT sum(n) FROM live_counts WHERE list = 'partners' AND facet = 'account_type') - (SELECT count(*) FROM partners WHERE deleted_at IS NULL)",
		"a site is not among its own domains":          "SELECT count(*) FROM sites WHERE CAST(copilot_domains AS TEXT) NOT LIKE '%' || domain || '%'",
		"the log tells of what nobody has set up here": "SELECT count(*) FROM audit_log WHERE kind IN ('site', 'site redirect', 'site transformation', 'partner language')",
	} {
		if got := h.count(query); got != 0 {
			h.t.Errorf("%s: %d", what, got)
		}
	}
	session := h.session(auth.Editor)
	for id := 1; id <= 13; id++ {
		path := fmt.Sprintf("/api/admin/partners/%d/customisations", id)
		var look struct {
			Customisations map[string]any `json:"customisations"`
		}
		if err := json.Unmarshal([]byte(read(h.t, h.do("GET", path, session, ""))), &look); err != nil {
			h.t.Fatal(err)
		}
		again, err := json.Marshal(look.Customisations)
		if err != nil {
			h.t.Fatal(err)
		}
		if answer := h.do("PUT", path, session, string(again)); answer.StatusCode != http.StatusOK {
			h.t.Errorf("the server would not take the look of partner %d: %s", id, read(h.t, answer))
		}
	}
}
