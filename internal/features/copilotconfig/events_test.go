package copilotconfig_test

import (
	"fmt"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// beacon sends events like the script, from a page of an origin.
func (f *fixture) beacon(origin, body string) *reply {
	f.t.Helper()
	return f.visit("POST", eventsPath, body, "Origin", origin, "Content-Type", "text/plain;charset=UTF-8")
}

func TestEvents_Text(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		body := fmt.Sprintf(`{"key": %q, "events": [
			{"id": "0123456789abcdef0123456789abcdef", "kind": "lead_intent", "uid": %q, "source_url": %q}
		]}`, harbourKey, anaUID, siteOrigin+"/lisbon")
		got := f.beacon(siteOrigin, body).want(200).is("accepted", 1).is("duplicates", 0)
		if got.Header.Get("Access-Control-Allow-Origin") != siteOrigin {
			t.Errorf("got %v", got.Header)
		}
		f.beacon(siteOrigin, body).want(200).is("accepted", 0).is("duplicates", 1)
		for name, test := range map[string]struct {
			origin, body string
			status       int
		}{
			"wrong key":       {siteOrigin, strings.ReplaceAll(body, harbourKey, "nobody's"), 401},
			"no key":          {siteOrigin, strings.ReplaceAll(body, `"key": "key of Harbour", `, ""), 401},
			"key of a number": {siteOrigin, strings.ReplaceAll(body, `"key of Harbour"`, "7"), 401},
			"not JSON":        {siteOrigin, "view", 401},
			"empty":           {siteOrigin, "", 401},
			"another site":    {"https://evil.example", body, 403},
			"no origin":       {"", body, 403},
			"two keys":        {siteOrigin, `{"key": "x", ` + body[1:], 400},
			"no events":       {siteOrigin, `{"key": "key of Harbour", "events": []}`, 422},
			"another page":    {siteOrigin, strings.ReplaceAll(body, siteOrigin, "https://evil.example"), 422},
			"unknown user":    {siteOrigin, strings.ReplaceAll(body, anaUID, miaUID), 422},
			"too large":       {siteOrigin, body + strings.Repeat(" ", 4<<20), 413},
		} {
			got := f.beacon(test.origin, test.body)
			if got.StatusCode != test.status || got.Header.Get("Access-Control-Allow-Origin") != test.origin {
				t.Errorf("%s: got %d %v %s", name, got.StatusCode, got.Header, got.text)
			}
		}
		// A page may report others of the whitelist, and servers may report any.
		elsewhere := strings.NewReplacer(
			siteOrigin, "https://www.harbour.example", "0123456789abcdef0123456789abcdef", "elsewhere")
		f.beacon(siteOrigin, elsewhere.Replace(body)).want(200).is("accepted", 1)
		f.harbour.Post("/api/v1/copilot/events", object{"events": []object{
			{"id": "server", "kind": "view", "source_url": "https://evil.example/"},
		}}).Want(200)
		// Other endpoints take JSON only, and a key in JSON is none.
		f.visit("POST", eventsPath, body, "Origin", siteOrigin, "Content-Type", "application/json").want(401)
		f.harbour.With("Content-Type", "text/plain").Post("/api/v1/copilot/events", body).Want(200)
		f.CloseLog()
		if n := f.Count("SELECT count(*) FROM copilot_events WHERE partner_id = 7 AND user_id = 91"); n != 2 {
			t.Errorf("got %d events, want 2", n)
		}
		if n := f.Count("SELECT count(*) FROM api_logs WHERE CAST(parameters AS TEXT) LIKE '%key of%'"); n != 0 {
			t.Errorf("%d log entries contain the key", n)
		}
		if n := f.Count("SELECT count(*) FROM api_logs WHERE path = ? AND partner_id = 7", eventsPath); n < 3 {
			t.Errorf("got %d log entries", n)
		}
	})
}
