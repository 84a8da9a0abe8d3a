package pages_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// hostStatus returns the status of a request with a Host header.
func (s *pageServer) hostStatus(name string) int {
	request := httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, "/"+lisbonID, nil)
	request.Host = name
	recorder := httptest.NewRecorder()
	s.http.ServeHTTP(recorder, request)
	return recorder.Code
}

// checkDomain asks as a proxy would.
func (s *pageServer) checkDomain(name string) int {
	target := "/domain-check?" + url.Values{"domain": {name}}.Encode()
	recorder := httptest.NewRecorder()
	s.pages.CheckDomain(recorder, httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, target, nil))
	return recorder.Code
}

func leadForm(name, email, message string) url.Values {
	return url.Values{"name": {name}, "email": {email}, "message": {message}, "phone": {""}}
}

func TestServer_Leads(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		path := "/" + lisbonID + "/enquiry"
		form := leadForm("Zoë", "zoe@example.com", "Two weeks in May?")
		form.Set("uid", anaUID)
		for range 2 { // a double click
			sent := s.send(path, form).want(303)
			if got, want := sent.Header.Get("Location"), "/"+lisbonID+"?sent=1&uid="+anaUID+"#enquiry"; got != want {
				t.Errorf("got the location %q, want %q", got, want)
			}
		}
		s.get("/"+lisbonID+"?sent=1&uid="+anaUID).want(200, "Your message has been sent", "-lead-email")
		if n := s.Count(`SELECT count(*) FROM leads WHERE partner_id = 7 AND user_id = 91 AND collection_id = 500
			AND name = 'Zoë' AND page_url = ?`, testSites.Landing+"/"+lisbonID); n != 1 {
			t.Errorf("got %d leads, want 1", n)
		}
		long := strings.Repeat("x", 60_000)
		s.send(path, leadForm("", "nonsense", long)).want(422, "Please fill in this field.",
			"Please enter an e-mail address", "This text is too long.", `value="nonsense"`, ">"+long+"</textarea>")
		robot := leadForm("Bot", "bot@example.com", "Buy!")
		robot.Set("website", "https://spam.example")
		s.send(path, robot).want(303)
		s.send("/"+draftID+"/enquiry", form).want(404)
		s.send("/"+hashOfNothing+"/enquiry", form).want(404)
		s.send(path, form, "Origin", "https://evil.example").want(400)
		s.send(path, form, "Sec-Fetch-Site", "cross-site").want(400)
		s.send(path, form, "Content-Type", "text/plain").want(400)
		s.send(path, leadForm("Big", "big@example.com", strings.Repeat("x", 100_000))).want(400)
		s.Exec("UPDATE partners SET has_premium_forms = FALSE WHERE id = 7")
		s.poll()
		s.send(path, form).want(404)
		s.get("/"+lisbonID).want(200, "-<form", "mailto:hello@harbour.example")
		if n := s.Count("SELECT count(*) FROM leads"); n != 1 {
			t.Errorf("got %d leads, want 1", n)
		}
	})
}

const hashOfNothing = "zzzzzzzz"

func TestServer_LeadLimit(t *testing.T) {
	t.Parallel()
	s := servePages(t, kittest.SQLite(t))
	for i := range 12 {
		status := http.StatusSeeOther
		if i >= 10 {
			status = http.StatusTooManyRequests
		}
		message := fmt.Sprintf("Message %d", i)
		s.send("/"+lisbonID+"/enquiry", leadForm("Zoë", "zoe@example.com", message)).want(status)
	}
	s.send("/"+lisbonID+"/enquiry", leadForm("Zoë", "zoe@example.com", "Kept text")).want(429, "Kept text", "in an hour")
}

func TestServer_LeadLimitOfAllAddresses(t *testing.T) {
	t.Parallel()
	s := servePages(t, kittest.SQLite(t))
	send := func(message string) *reply {
		return s.send("/"+lisbonID+"/enquiry", leadForm("Zoë", "zoe@example.com", message))
	}
	for of, allowed := range map[string]int{"page": 200, "partner": 1000} {
		s.Exec("DELETE FROM limits")
		send("First of the " + of).want(303)
		s.Exec("UPDATE limits SET count = ? WHERE key LIKE ?", allowed-1, "lead "+of+" %")
		send("Last of the " + of).want(303)
		send("Too many of the "+of).want(429, "Too many of the "+of)
	}
}

// While the database can't be written, visitors keep what they have typed.
func TestServer_LeadOutage(t *testing.T) {
	t.Parallel()
	s := servePages(t, kittest.SQLite(t))
	s.get("/" + lisbonID).want(200)
	s.Exec("DROP TABLE limits")
	form := leadForm("Zoë", "zoe@example.com", "Kept text")
	s.send("/"+lisbonID+"/enquiry", form).want(503, "Kept text", "could not be sent")
}

func (s *pageServer) event(page, kind, event, id, source string, headers ...string) *reply {
	s.t.Helper()
	body := fmt.Sprintf(`{"page": %q, "kind": %q, "pid": %q, "uid": %q, "id": %q, "event": %q, "url": %q}`,
		page, kind, harbourPID, anaUID, id, event, source)
	headers = append([]string{"Content-Type", "text/plain;charset=UTF-8", "Origin", testSites.Landing}, headers...)
	return s.visit(http.MethodPost, testSites.Landing+"/events", strings.NewReader(body), headers...)
}

func TestServer_Events(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		source := testSites.Landing + "/" + lisbonID
		for range 2 { // a beacon that is sent twice
			s.event(lisbonID, "landing", "view", "event-000000000001", source+"?utm=secret#x").want(204)
		}
		s.event(lisbonID, "landing", "click", "event-000000000002", "https://evil.example/").want(204)
		s.event(lisbonID, "embed", "view", "event-000000000003", "https://www.harbour.example/blog?session=1").want(204)
		for name, r := range map[string]*reply{
			"a lead":          s.event(lisbonID, "landing", "lead", "event-000000000004", source),
			"an unknown kind": s.event(lisbonID, "wizard", "view", "event-000000000005", source),
			"a short id":      s.event(lisbonID, "landing", "view", "1", source),
			"a wrong page":    s.event("../../x", "landing", "view", "event-000000000006", source),
		} {
			if r.StatusCode != http.StatusBadRequest {
				t.Errorf("%s: got status %d, want 400", name, r.StatusCode)
			}
		}
		s.event(draftID, "landing", "view", "event-000000000007", source).want(404)
		s.event(lisbonID, "landing", "view", "event-000000000008", source, "Origin", "https://evil.example").want(403)
		s.visit(http.MethodPost, testSites.Landing+"/events", strings.NewReader(strings.Repeat("[", 100_000))).want(400)
		got, err := db.All[struct {
			Kind string `db:"kind"`
			User int64  `db:"user_id"`
			URL  string `db:"url"`
		}](t.Context(), d.Read(), `
			SELECT e.kind, e.user_id, p.url
			FROM copilot_events AS e
			JOIN copilot_pages AS p ON p.id = e.page_id
			WHERE e.partner_id = 7
			ORDER BY e.event_id`)
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprint([]string{
			"{view 91 " + source + "}", "{click 91 " + source + "}", "{view 91 https://www.harbour.example/blog}",
		})
		if fmt.Sprint(got) != want {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

func TestServer_Embeds(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		frames := func(path, want string) {
			t.Helper()
			policy := s.get(path).want(200).Header.Get("Content-Security-Policy")
			if _, got, _ := strings.Cut(policy, "frame-ancestors "); got != want {
				t.Errorf("%s: got the frame-ancestors %q, want %q", path, got, want)
			}
		}
		frames("/embed/"+lisbonID, "harbour.example:* www.harbour.example:*")
		frames("/embed/"+harbourPID, "harbour.example:* www.harbour.example:*")
		frames("/embed/"+othersID, "'none'")
		frames("/"+lisbonID, "'none'")
		s.get("/embed/"+lisbonID).want(200, "A morning in Alfama", "-Unfinished", "-<form", "-hello@harbour")
		s.get("/embed/"+harbourPID).want(200, "Lisbon walks", "-Secret", "-Old summer", "-Meridian",
			testSites.Landing+"/"+lisbonID)
		s.get("/embed/" + draftID).want(404)
		s.get("/embed/Unknown111").want(404)
		s.Exec("UPDATE partners SET whitelist_domains = '[]' WHERE id = 7")
		s.poll()
		frames("/embed/"+lisbonID, "'none'")
	})
}

func TestServer_EmbedCode(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		const code = `<script>alert(document.cookie)</script><iframe src="https://player.example/1"></iframe>`
		s.Exec("UPDATE content SET embed_code = ? WHERE id IN (1001, 1002, 1004)", code)
		s.poll()
		s.get("/"+lisbonID).want(200, `href="/media/`+lisbonID+`/1001"`, "-alert(", "-player.example")
		media := s.get("/media/"+lisbonID+"/1001").want(200, "A morning in Alfama", `sandbox="allow-scripts`, "-alert(")
		if policy := media.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("got the policy %q", policy)
		}
		frame := s.get("/media/"+lisbonID+"/1001/frame").want(200, code)
		policy := frame.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "sandbox allow-scripts") || strings.Contains(policy, "allow-same-origin") ||
			!strings.HasSuffix(policy, "frame-ancestors 'self'") {
			t.Errorf("got the policy %q", policy)
		}
		for _, path := range []string{
			lisbonID + "/1002", lisbonID + "/1004", lisbonID + "/1003", draftID + "/1001", lisbonID + "/x", lisbonID + "/99999",
		} {
			s.get("/media/" + path).want(404)
			s.get("/media/" + path + "/frame").want(404)
		}
	})
}

func TestServer_Paging(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		for i := range 30 {
			s.content(int64(2000+i), fmt.Sprintf("Story %02d", i), clock.Now().Add(-time.Minute), nil, lisbonID)
		}
		s.poll()
		s.get("/"+lisbonID).want(200, "Story 00", "Story 22", "-Story 23", "?page=2", `rel="next"`, `-rel="prev"`)
		s.get("/"+lisbonID+"?page=2&pid="+harbourPID).want(200, "Story 23", "Story 29", "-Story 22", "noindex", `rel="prev"`,
			`-rel="next"`, "pid="+harbourPID)
		for _, page := range []string{"3", "0", "-1", "101", "x", "99999999999999999999"} {
			s.get("/" + lisbonID + "?page=" + page).want(404)
		}
	})
}

func TestServer_SearchEngines(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		s.get("/robots.txt").want(200, "Sitemap: https://go.test.example/sitemap.xml")
		s.get("/sitemap.xml").want(200, "https://go.test.example/sitemap/0.xml")
		s.get("/sitemap/0.xml").want(200, "https://go.test.example/"+lisbonID, "-"+draftID, "-"+endedID, "-"+trashedID,
			"-"+othersID, "-"+personalID)
		s.get("https://trips.meridian.example/sitemap/0.xml").want(200, "meridian.example/"+othersID, "-"+lisbonID)
		s.get("/sitemap/9.xml").want(200, "-<loc>")
		s.get("/sitemap/x.xml").want(404)
		s.get("/"+lisbonID).want(200, `rel="canonical" href="https://go.test.example/`+lisbonID+`"`, "application/ld+json")
		for path, kind := range map[string]string{"/embed.js": "text/javascript", "/page.js": "text/javascript"} {
			if got := s.get(path).want(200).Header.Get("Content-Type"); !strings.HasPrefix(got, kind) {
				t.Errorf("%s has the type %q", path, got)
			}
		}
	})
}
