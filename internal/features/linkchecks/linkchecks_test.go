package linkchecks_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/features/content"
	"waymark/internal/features/linkchecks"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/changes"
)

const gap = 60 * time.Millisecond

type fixture struct {
	*kittest.Server
	t       *testing.T
	service *linkchecks.Service
	site    *site
	next    int64
}

func serve(t *testing.T, d *db.DB, site *site) *fixture {
	t.Helper()
	f := &fixture{t: t, site: site, next: 100}
	f.Server = kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
		f.service = &linkchecks.Service{
			Kit: s.Kit, Prober: site.network(400 * time.Millisecond), Every: 7 * 24 * time.Hour, Delay: gap,
			Agent: "waymark/1.0 (+https://console.example)",
		}
		content.Mount(s.Kit)
		f.service.Mount()
		f.service.Jobs(set)
	})
	f.add("https://first.example/")
	f.plan()
	f.Exec("DELETE FROM content WHERE id = 101")
	f.plan()
	return f
}

// add adds an item with a link and returns its id.
func (f *fixture) add(link string) int64 {
	f.t.Helper()
	f.next++
	now := clock.Now()
	f.Exec(`INSERT INTO content (id, title, title_key, content_url, type_id, partner_id, created_at, updated_at)
		VALUES (?, 'An item', 'an item', ?, 2, 1, ?, ?)`, f.next, link, now, now)
	return f.next
}

// plan numbers changes and plans their checks.
func (f *fixture) plan() {
	f.t.Helper()
	for more := true; more; {
		var err error
		if more, err = changes.Number(f.t.Context(), f.Kit.Store.DB); err != nil {
			f.t.Fatal(err)
		}
	}
	if err := f.service.Plan(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

// work checks everything that is due.
func (f *fixture) work() {
	f.t.Helper()
	if err := f.service.Work(f.t.Context(), clock.Now().Add(2*time.Minute)); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) statusOf(id int64) string {
	f.t.Helper()
	status, err := db.Value[string](f.t.Context(), f.Kit.Store.DB.Read(), `
		SELECT link_status || ' ' || coalesce(problem, '')
		FROM content LEFT JOIN content_links ON content_id = id WHERE id = ?`, id)
	if err != nil {
		f.t.Fatal(err)
	}
	return status
}

// cases are links by host, with the status that a check finds.
func (s *site) cases(host string) map[string]string {
	to := func(code int, target string) string {
		return s.url(host, fmt.Sprintf("/%d/deep/page?to=%s", code, url.QueryEscape(target)))
	}
	other := s.url("other-"+host, "/ok/elsewhere")
	private := fmt.Sprintf("http://127.0.0.1:%d/", s.private.At.Port())
	return map[string]string{
		s.url(host, "/ok/1"): "ok", s.url(host, "/"): "ok", s.url(host, "/endless/1"): "ok",
		s.url(host, "/article/1"): "ok", s.url(host, "/peugeot/1"): "ok", s.url(host, "/consent/1"): "ok",
		to(302, s.url(host, "/ok/2")): "ok", to(303, s.url(host, "/ok/2")): "ok", to(307, other): "ok",
		to(301, s.url(host, "/ok/3")): "moved", to(308, other): "moved",
		s.url(host, "/missing/1"): "broken", s.url(host, "/gone/1"): "broken", s.url(host, "/soft/1"): "broken",
		s.url(host, "/soft404/1"): "broken", s.url(host, "/german/1"): "broken", s.url(host, "/loop/1"): "broken",
		to(301, s.url(host, "/")): "broken", to(302, s.url(host, "/en/")): "broken",
		to(301, s.url(host, "/missing/2")): "broken", to(302, private): "broken",
		to(302, "http://inner.example:"+fmt.Sprint(s.port)+"/"): "broken", to(301, "ftp://files.example/x"): "broken",
		s.url(host, "/forbidden/1"): "unsure", s.url(host, "/login/1"): "unsure", s.url(host, "/error/1"): "unsure",
		s.url(host, "/unavailable/1"): "unsure", s.url(host, "/slow/1"): "unsure",
	}
}

func TestWork_Classification(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		site := newSite(t, gap)
		f := serve(t, d, site)
		want := map[string]string{
			"http://nobody.example/x": "broken", site.secure.URL + "/ok/1": "broken", site.six.URL + "/ok/1": "ok",
			site.url("busy", "/busy/1"): "unsure",
		}
		for i := range 18 {
			maps.Copy(want, site.cases(fmt.Sprintf("host%d", i)))
		}
		if len(want) < 500 {
			t.Fatalf("only %d links", len(want))
		}
		ids := map[string]int64{}
		for _, link := range slices.Sorted(maps.Keys(want)) {
			ids[link] = f.add(link)
		}
		f.plan()
		f.work()
		for link, status := range want {
			if got := f.statusOf(ids[link]); !strings.HasPrefix(got, status+" ") {
				t.Errorf("%s: got %s, not %s", link, got, status)
			}
		}
		if len(site.problems) > 0 {
			t.Errorf("%d violations of the distance between requests: %v", len(site.problems), site.problems[0])
		}
		if n := site.private.Reached(); n != 0 {
			t.Errorf("the private server was reached %d times", n)
		}
		if len(site.agents) != 1 || !site.agents["waymark/1.0 (+https://console.example)"] {
			t.Errorf("user agents: %v", site.agents)
		}
		if n := f.Count("SELECT count(*) FROM content WHERE version <> 1"); n != 0 {
			t.Errorf("%d items have a new version", n)
		}
		if n := f.Count("SELECT count(*) FROM audit_log"); n != 0 {
			t.Errorf("%d audit entries", n)
		}
		list := f.Admin().Get("/api/admin/content?link_status=broken").Want(http.StatusOK)
		if list.Int("meta.total") != 18*12+2 {
			t.Errorf("%d broken links are listed", list.Int("meta.total"))
		}
	})
}

// A link whose server gives no answer that counts is broken after it has failed on three days. One that works again is
// no longer failing.
func TestWork_Days(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		site := newSite(t, 0)
		f := serve(t, d, site)
		id := f.add(site.url("one", "/error/1"))
		f.plan()
		again := func(daysAgo int) string {
			t.Helper()
			f.work()
			status := f.statusOf(id)
			f.Exec("UPDATE content_links SET due_at = ?, failed_at = ?", clock.Now(), clock.Now().AddDate(0, 0, -daysAgo))
			f.Exec("UPDATE link_hosts SET next_at = ?", clock.Now())
			return strings.Fields(status)[0]
		}
		for i, want := range []string{"unsure", "unsure", "unsure", "broken"} {
			daysAgo := 1
			if i == 0 {
				daysAgo = 0 // the second check is on the same day
			}
			if got := again(daysAgo); got != want {
				t.Errorf("check %d: %s, not %s", i+1, got, want)
			}
		}
		link := f.Admin().Get(fmt.Sprintf("/api/admin/content/%d/link", id)).Want(http.StatusOK)
		if link.String("item.failing_since") == "" || link.Int("item.code") != 500 {
			t.Errorf("the link is described as %v", link.Value("item"))
		}
		if n := len(link.Value("item.checks").([]any)); n != 2 {
			t.Errorf("%d checks are remembered: only changes are", n)
		}
		f.Exec("UPDATE content SET content_url = ? WHERE id = ?", site.url("one", "/ok/1"), id)
		f.plan()
		if got := f.statusOf(id); strings.TrimSpace(got) != "" {
			t.Errorf("a new link has the status %s", got)
		}
		if got := again(0); got != "ok" {
			t.Errorf("the new link is %s", got)
		}
	})
}

func TestCheckNow(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		site := newSite(t, gap)
		f := serve(t, d, site)
		id := f.add(site.url("one", "/301/x?to=/ok/new"))
		path := fmt.Sprintf("/api/admin/content/%d/check-link", id)
		checked := f.Editor().Post(path, nil).Want(http.StatusOK)
		if checked.String("item.status") != "moved" || checked.String("item.final_url") != site.url("one", "/ok/new") {
			t.Errorf("got %v", checked.Value("item"))
		}
		item := f.Admin().Get(fmt.Sprintf("/api/admin/content/%d", id)).Want(http.StatusOK)
		if item.String("item.link_status") != "moved" || item.String("item.link_checked_at") == "" {
			t.Errorf("the item is %v", item.Value("item"))
		}
		f.Admin().Post(path, nil).Want(http.StatusOK) // it waits until the site may be visited again
		f.Exec("UPDATE link_hosts SET lease = 'another', next_at = ?", clock.Now().Add(time.Minute))
		f.Admin().Post(path, nil).Want(http.StatusConflict)
		f.Exec("UPDATE link_hosts SET next_at = ?", clock.Now().Add(-time.Second)) // the other server is gone
		f.Admin().Post(path, nil).Want(http.StatusOK)
		f.Admin().Post("/api/admin/content/999999/check-link", nil).Want(http.StatusNotFound)
		f.Anyone().Post(path, nil).Want(http.StatusUnauthorized)
		f.Exec(`INSERT INTO content_domains (display_name, display_name_key, host, content_type_id, check_links, created_at,
			updated_at) VALUES ('One', 'one', 'one.example', 2, FALSE, ?, ?)`, clock.Now(), clock.Now())
		before := site.requests["one.example"]
		excluded := f.Admin().Post(path, nil).Want(http.StatusOK)
		if excluded.String("item.status") != "" || site.requests["one.example"] != before {
			t.Errorf("a site that is switched off: %v", excluded.Value("item"))
		}
	})
}

// Several servers share the hosts: each host has one request at a time, and each link is checked once. What a server
// had begun that was killed is checked by another.
func TestWork_Servers(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		site := newSite(t, gap)
		f := serve(t, d, site)
		const hosts, links = 12, 4
		for host := range hosts {
			for link := range links {
				f.add(site.url(fmt.Sprintf("host%d", host), fmt.Sprintf("/ok/%d", link)))
			}
		}
		f.plan()
		f.Exec("UPDATE link_hosts SET lease = 'killed' WHERE host IN ('host1.example', 'host2.example')")
		inAnHour := clock.Now().Add(time.Hour)
		f.Exec("UPDATE link_hosts SET lease = 'working', next_at = ? WHERE host = 'host3.example'", inAnHour)
		var servers sync.WaitGroup
		for range 3 {
			other := &linkchecks.Service{
				Kit: f.service.Kit, Prober: f.service.Prober, Every: f.service.Every, Delay: gap, Agent: f.service.Agent,
			}
			servers.Go(func() {
				if err := other.Work(t.Context(), clock.Now().Add(time.Minute)); err != nil {
					t.Error(err)
				}
			})
		}
		servers.Wait()
		if len(site.problems) > 0 {
			t.Error(site.problems)
		}
		for host := range hosts {
			name, want := fmt.Sprintf("host%d.example", host), links+1 // and its robots.txt
			if host == 3 {
				want = 0
			}
			if got := site.requests[name]; got != want {
				t.Errorf("%s had %d requests, not %d", name, got, want)
			}
		}
	})
}

// A site is not visited where its rules exclude programs, and not before the time that it asks for.
func TestWork_Rules(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		site := newSite(t, 0)
		f := serve(t, d, site)
		excluded, allowed := f.add(site.url("strict", "/ok/private")), f.add(site.url("strict", "/ok/open"))
		down, busy := f.add(site.url("down", "/ok/1")), f.add(site.url("busy", "/busy/1"))
		f.plan()
		f.work()
		for id, want := range map[int64]string{
			excluded: " The site does not want programs to visit this page (robots.txt).", allowed: "ok ",
			down: "unsure The site's rules for programs (robots.txt) can't be read.",
			busy: "unsure The server answered with status 429.",
		} {
			if got := f.statusOf(id); got != want {
				t.Errorf("item %d: got %q, not %q", id, got, want)
			}
		}
		f.add(site.url("busy", "/ok/1"))
		f.plan()
		f.work()
		if n := site.requests["busy.example"]; n != 2 {
			t.Errorf("a site that wanted to be left alone for an hour had %d requests", n)
		}
	})
}
