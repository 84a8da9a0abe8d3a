package copilotconfig_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestConfig_Refusals(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		for name, test := range map[string]struct {
			origin string // of the page
			params []string
			status int
		}{
			"no key":                     {siteOrigin, []string{"key", ""}, 401},
			"unknown key":                {siteOrigin, []string{"key", "nobody's"}, 401},
			"zero byte in the key":       {siteOrigin, []string{"key", "\x00"}, 401},
			"key of another partner":     {siteOrigin, []string{"key", "key of Meridian"}, 403},
			"site of another partner":    {othersOrigin, []string{"origin", othersOrigin}, 403},
			"unknown site":               {"https://evil.example", []string{"origin", "https://evil.example"}, 403},
			"subdomain":                  {"https://x.trips.example", []string{"origin", "https://x.trips.example"}, 403},
			"IP address":                 {"http://127.0.0.1", []string{"origin", "http://127.0.0.1"}, 403},
			"no origin":                  {siteOrigin, []string{"origin", ""}, 422},
			"path in the origin":         {siteOrigin, []string{"origin", siteOrigin + "/a"}, 422},
			"no scheme":                  {siteOrigin, []string{"origin", "trips.example"}, 422},
			"another scheme":             {siteOrigin, []string{"origin", "javascript://trips.example"}, 422},
			"user in the origin":         {siteOrigin, []string{"origin", "https://a@trips.example"}, 422},
			"null":                       {"null", []string{"origin", "null"}, 422},
			"very long":                  {siteOrigin, []string{"origin", "https://" + strings.Repeat("a", 5000)}, 422},
			"page of another site":       {"https://evil.example", nil, 403},
			"page without an origin":     {"", nil, 403},
			"page of an opaque origin":   {"null", nil, 403},
			"wildcard of SQL as a host":  {"https://%.example", []string{"origin", "https://%.example"}, 422},
			"underscore instead of host": {"https://_rips.example", []string{"origin", "https://_rips.example"}, 403},
		} {
			got := f.visit("GET", configPath+params(test.params...), "", "Origin", test.origin).want(test.status)
			if got.StatusCode != test.status {
				t.Errorf("%s: see above", name)
			}
			if got.Header.Get("Access-Control-Allow-Origin") != test.origin || got.value("message") == nil ||
				got.Header.Get("Cache-Control") != "no-store" || !strings.Contains(got.Header.Get("Vary"), "Origin") {
				t.Errorf("%s: got %v %s", name, got.Header, got.text)
			}
			if test.status == 422 && got.value("errors.origin") == nil {
				t.Errorf("%s: got %s", name, got.text)
			}
		}
		f.config("origin", "https://www.harbour.example").want(200).is("site", nil).is("advisor", nil).
			is("redirects", []any{})
		f.config("origin", "http://DEALS.trips.example").want(200).is("site.id", 3)
		f.Exec("UPDATE partners SET deleted_at = ? WHERE id = 7", clock.Now())
		f.poll()
		f.config().want(401)
	})
}

func TestConfig_PublicAPI(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		asked := "?insider=" + anaUID + "&origin=" + url.QueryEscape(siteOrigin)
		page := f.Anyone().With("Origin", siteOrigin)
		for name, client := range map[string]*kittest.Client{
			"server": f.harbour, "header": page.With("X-Api-Key", harbourKey),
		} {
			if got := client.Get(configPath + asked).Want(200).String("advisor.uid"); got != anaUID {
				t.Errorf("%s: got %s", name, got)
			}
		}
		page.Get(configPath + params()).Want(200)
		page.Get(configPath + params("key", "wrong")).Want(401)
		page.Get(configPath + asked).Want(401)
		f.App().Get(configPath + asked + "&pid=PHarbour00").Want(200)
		f.App().Get(configPath + asked).Refused("pid")
		f.App().Get(configPath + asked + "&pid=nobody").Refused("pid")
		f.harbour.Get(configPath + asked + "&pid=PHarbour00").Refused("pid")
		f.harbour.Get(configPath).Refused("origin")
		f.harbour.Get(configPath + "?origin=x").Refused("origin")
		f.meridian.Get(configPath + asked).Want(403)
		f.Anyone().With("Origin", "https://harbour.example").Get(configPath + params()).Want(403)
		// The domain counts for Copilot only.
		page.With("X-Api-Key", harbourKey).Get("/api/v1/search/content").Want(403)
		f.CloseLog()
		if n := f.Count("SELECT count(*) FROM api_logs WHERE CAST(parameters AS TEXT) LIKE '%key of%'"); n != 0 {
			t.Errorf("%d log entries contain a key", n)
		}
		if n := f.Count("SELECT count(*) FROM api_logs WHERE path = ?", configPath); n < 10 {
			t.Errorf("got %d log entries", n)
		}
	})
}

func TestConfig_Headers(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Exec("UPDATE sites SET copilot_css = ? WHERE id = 3", strings.Repeat(".a{color:red}", 200))
		f.Exec("UPDATE partners SET copilot_cache_duration = 0 WHERE id = 7")
		f.poll()
		if got := f.config().want(200); got.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("got %v", got.Header)
		}
		f.Exec("UPDATE partners SET copilot_cache_duration = 15 WHERE id = 7")
		f.poll()
		first := f.config().want(200)
		for name, want := range map[string]string{
			"Cache-Control": "public, max-age=900", "Access-Control-Allow-Origin": siteOrigin,
			"Vary": "Origin, Accept-Encoding", "Content-Type": "application/json", "Content-Length": fmt.Sprint(len(first.text)),
			"Content-Encoding": "",
		} {
			if got := first.Header.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		etag := first.Header.Get("ETag")
		same := f.visit("GET", configPath+params(), "", "Origin", siteOrigin, "If-None-Match", etag).want(304)
		if etag == "" || same.text != "" || same.Header.Get("Cache-Control") != "public, max-age=900" {
			t.Errorf("got %q with %v", same.text, same.Header)
		}
		f.visit("GET", configPath+params(), "", "Origin", siteOrigin, "If-None-Match", `"other"`).want(200)
		small := f.visit("GET", configPath+params(), "", "Origin", siteOrigin, "Accept-Encoding", "gzip").want(200)
		if small.Header.Get("Content-Encoding") != "gzip" || len(small.text) > len(first.text)/3 {
			t.Errorf("got %d bytes with %v", len(small.text), small.Header)
		}
		f.CloseLog()
		if n := f.Count("SELECT count(*) FROM api_logs"); n != 0 {
			t.Errorf("%d requests were logged", n)
		}
	})
}

// A language that staff add is used from then on, also by pages that asked before.
func TestConfig_NewLanguage(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.poll()
		f.config("lang", "xx").want(200).is("language", "en")
		f.config("lang", "xx").want(200).is("language", "en")
		f.language("xx")
		f.poll()
		f.config("lang", "xx").want(200).is("language", "xx")
	})
}

func TestConfig_Changes(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		now := clock.Now()
		f.add("site_redirects", object{"id": 51, "site_id": 3, "path_pattern": "/a", "redirect_url": "/b"})
		f.add("site_transformations", object{"id": 61, "site_id": 3, "name": "x", "name_key": "x", "selector": `["a"]`})
		f.add("partner_languages", object{"id": 71, "partner_id": 7, "language_id": f.language("en"), "cta_label": "Old"})
		f.poll()
		for _, step := range []struct {
			change string
			path   string
			want   any
		}{
			{"UPDATE sites SET copilot_css = 'a{}', version = version + 1 WHERE id = 3", "css", "a{}"},
			{"UPDATE site_redirects SET enabled = FALSE, version = version + 1 WHERE id = 51", "redirects", []any{}},
			{"DELETE FROM site_transformations WHERE id = 61", "transformations", []any{}},
			{"UPDATE partner_languages SET cta_label = 'New', version = version + 1 WHERE id = 71", "email.label", "New"},
			{"UPDATE partners SET name = 'Pier' WHERE id = 7", "partner.name", "Pier"},
			{"UPDATE users SET last_name = 'Lima' WHERE id = 91", "advisor.name", "Ana Lima"},
			{"UPDATE users SET phone = '+44 1' WHERE id = 91", "advisor.phone", "+44 1"},
			{
				`UPDATE sites SET copilot_domains = '["other.example"]', domain = 'other.example', version = version + 1
				WHERE id = 3`, "message", "This site is not on the partner's whitelist.",
			},
		} {
			before := f.config().want(200)
			if !f.service.Cached(harbourKey, "trips.example", anaUID, "en") {
				t.Fatal("the configuration was not cached")
			}
			f.Exec(step.change)
			if got := f.config(); got.text != before.text {
				t.Errorf("%s: the cached configuration was not used", step.change)
			}
			f.poll()
			f.config().is(step.path, step.want)
		}
		// A whitelisted host becomes a Copilot domain.
		f.config("origin", "https://harbour.example").want(200).is("site", nil)
		f.Exec(`INSERT INTO sites (id, partner_id, domain, copilot_domains, created_at, updated_at)
			VALUES (9, 7, 'harbour.example', '["harbour.example"]', ?, ?)`, now, now)
		f.poll()
		f.config("origin", "https://harbour.example").want(200).is("site.id", 9)
		// The key is replaced.
		f.Exec("UPDATE partners SET api_key = 'new' WHERE id = 7")
		f.poll()
		f.config("origin", "https://harbour.example").want(401)
		f.config("origin", "https://harbour.example", "key", "new").want(200)
	})
}

// Refused requests are limited per address and not cached, and neither are users who don't exist.
func TestConfig_Limits(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.config().want(200)
		for name, test := range map[string]struct {
			params []string
			first  int
		}{
			"wrong key": {[]string{"key", "wrong"}, 401}, "unknown user": {[]string{"insider", "nobody"}, 200},
		} {
			limited := false
			for i := range 70 {
				got := f.config(test.params...)
				if i == 0 {
					got.want(test.first)
				}
				limited = limited || got.StatusCode == http.StatusTooManyRequests
				if limited && (got.StatusCode != http.StatusTooManyRequests || got.Header.Get("Retry-After") == "" ||
					got.Header.Get("Access-Control-Allow-Origin") != siteOrigin) {
					t.Fatalf("%s: got %d %v", name, got.StatusCode, got.Header)
				}
			}
			if !limited {
				t.Errorf("%s: no request was limited", name)
			}
		}
		f.config("origin", "https://evil.example").want(429)
		if f.service.Cached("wrong", "trips.example", anaUID, "en") ||
			f.service.Cached(harbourKey, "trips.example", "nobody", "en") ||
			f.service.Cached(harbourKey, "evil.example", anaUID, "en") {
			t.Error("a refused request was cached")
		}
		f.config().want(200)
		f.config("insider", tomUID).want(200)
	})
}

// While the database is away, cached configurations are sent for a limited time.
func TestConfig_Outage(t *testing.T) {
	t.Parallel()
	proxy, address := kittest.ProxyURL(t, kittest.PostgresURL(t))
	d, err := db.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	f := newFixture(t, d)
	f.config().want(200)
	proxy.Stop()
	f.config().want(200).is("advisor.uid", anaUID)
	away := f.config("insider", tomUID).want(503)
	if away.Header.Get("Retry-After") == "" || away.Header.Get("Cache-Control") != "no-store" ||
		away.Header.Get("Access-Control-Allow-Origin") != siteOrigin {
		t.Errorf("got the headers %v", away.Header)
	}
	f.service.SetMaxOutage(0)
	f.config().want(503)
	proxy.Start()
	for deadline := time.Now().Add(20 * time.Second); f.watch.Poll(t.Context()) != nil; {
		if time.Now().After(deadline) {
			t.Fatal("the database did not come back")
		}
	}
	f.service.SetMaxOutage(time.Minute)
	f.config().want(200)
	f.config("insider", tomUID).want(200)
}

func TestScript(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kittest.SQLite(t))
	got := f.visit("GET", "/copilot.js", "").want(200)
	for name, want := range map[string]string{
		"Cache-Control": "public, max-age=3600", "Cross-Origin-Resource-Policy": "cross-origin",
		"Content-Type": "text/javascript; charset=utf-8",
	} {
		if got.Header.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, got.Header.Get(name), want)
		}
	}
	f.visit("GET", "/copilot.js", "", "If-None-Match", got.Header.Get("ETag")).want(304)
}
