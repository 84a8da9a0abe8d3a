package app_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"waymark/internal/app"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/kittest"
)

func read(t *testing.T, response *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPages(t *testing.T) {
	t.Parallel()
	h := open(t, "sqlite:"+kittest.SQLite(t).Path)
	first, second := h.do("GET", "/publishers", "", ""), h.do("GET", "/publishers", "", "")
	page := read(t, first)
	policy := first.Header.Get("Content-Security-Policy")
	t.Run("have a strict content policy with a unique nonce", func(t *testing.T) {
		nonce := regexp.MustCompile(`'nonce-([\w-]+)'`).FindStringSubmatch(policy)
		if nonce == nil || !strings.Contains(page, `nonce="`+nonce[1]+`"`) {
			t.Fatalf("the page does not contain the nonce of %s", policy)
		}
		if policy == second.Header.Get("Content-Security-Policy") {
			t.Error("two pages have the same nonce")
		}
		if strings.Contains(policy, "unsafe") || !strings.Contains(policy, "object-src 'none'") ||
			!strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("the policy is %s", policy)
		}
		allowed := regexp.MustCompile(`<(script|style)[^>]*nonce=[^>]*>|<script[^>]* src="/[^/][^>]*>`)
		rest := allowed.ReplaceAllString(page, "")
		if regexp.MustCompile(`<(script|style)(?:\s[^>]*)?>`).MatchString(rest) {
			t.Error("a script or style has neither a nonce nor a local file")
		}
	})
	t.Run("have security headers", func(t *testing.T) {
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "strict-origin-when-cross-origin",
			"Cache-Control": "no-store", "Strict-Transport-Security": "max-age=31536000",
		} {
			if got := first.Header.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		if first.Header.Get("X-Request-Id") == "" {
			t.Error("the request has no id")
		}
	})
	t.Run("contain the signed-in user, escaped", func(t *testing.T) {
		signedIn := read(t, h.do("GET", "/", h.session(auth.Editor), ""))
		if !strings.Contains(signedIn, `"staff_role":"editor"`) || strings.Contains(signedIn, "Test </script>") {
			t.Errorf("got %s", signedIn)
		}
		if strings.Contains(page, `"staff_role"`) || strings.Contains(page, "<title>Waymark <&>") {
			t.Errorf("got %s", page)
		}
	})
	t.Run("are served for paths with a dot", func(t *testing.T) {
		for address, want := range map[string]int{
			"/countries/1.5": 200, "/reset-password/a.b": 200, "/assets/none.js": 404,
			"/icons/none.svg": 404, "/none.png": 404,
		} {
			if got := h.do("GET", address, "", "").StatusCode; got != want {
				t.Errorf("%s: got %d, want %d", address, got, want)
			}
		}
	})
	t.Run("load compressed scripts that are cached for ever", func(t *testing.T) {
		script := regexp.MustCompile(`src="(/assets/[^"]+\.js)"`).FindStringSubmatch(page)
		if script == nil {
			t.Skip("the web app has not been built")
		}
		for encoding, want := range map[string]string{"br, gzip": "br", "gzip": "gzip", "": ""} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+script[1], http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			request.Host = ownHost
			request.Header.Set("Accept-Encoding", encoding)
			got, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = got.Body.Close()
			if got.StatusCode != http.StatusOK || got.Header.Get("Content-Encoding") != want ||
				!strings.Contains(got.Header.Get("Cache-Control"), "immutable") ||
				!strings.HasPrefix(got.Header.Get("Content-Type"), "text/javascript") ||
				!strings.Contains(got.Header.Get("Vary"), "Accept-Encoding") {
				t.Errorf("Accept-Encoding %q: got %d %v", encoding, got.StatusCode, got.Header)
			}
		}
	})
	t.Run("are not served for missing files", func(t *testing.T) {
		if got := h.do("GET", "/assets/nothing.js", "", "").StatusCode; got != http.StatusNotFound {
			t.Errorf("got %d", got)
		}
		if got := h.do("POST", "/publishers", "", "{}").StatusCode; got != http.StatusMethodNotAllowed {
			t.Errorf("got %d", got)
		}
	})
	t.Run("compresses large responses", func(t *testing.T) {
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/api/openapi.json", nil)
		request.Host = ownHost
		request.Header.Set("Accept-Encoding", "gzip")
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil || response.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%v: %v", response.Header, err)
		}
		_ = response.Body.Close()
	})
}

func TestHealth(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		if got := h.do("GET", "/healthz", "", "").StatusCode; got != http.StatusOK {
			t.Errorf("healthz: %d", got)
		}
		if got := h.do("GET", "/readyz", "", "").StatusCode; got != http.StatusOK {
			t.Errorf("readyz: %d", got)
		}
		if err := os.RemoveAll(strings.TrimPrefix(h.Config.Storage, "file:")); err != nil {
			t.Fatal(err)
		}
		if got := h.do("GET", "/readyz", "", "").StatusCode; got != http.StatusOK {
			t.Errorf("readyz without the storage: %d", got)
		}
		h.Drain()
		if got := h.do("GET", "/readyz", "", "").StatusCode; got != http.StatusServiceUnavailable {
			t.Errorf("readyz while stopping: %d", got)
		}
	})
}

func TestApp_New(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		t.Run("creates the first admin, once", func(t *testing.T) {
			if n := h.count("SELECT count(*) FROM users WHERE email = 'ada@example.com' AND staff_role = 'admin'"); n != 1 {
				t.Errorf("%d admins", n)
			}
			again, err := app.New(t.Context(), h.Config)
			if err != nil {
				t.Fatal(err)
			}
			_ = again.DB.Close()
			if n := h.count("SELECT count(*) FROM users"); n != 1 {
				t.Errorf("%d users after a second start", n)
			}
		})
		t.Run("gives the house partner a public id", func(t *testing.T) {
			if n := h.count("SELECT count(*) FROM partners WHERE id = 1 AND length(alt_id) = 10"); n != 1 {
				t.Error("it has no public id")
			}
		})
		t.Run("refuses another secret key", func(t *testing.T) {
			other := h.Config
			other.SecretKey = "another key of some length"
			if _, err := app.New(t.Context(), other); err == nil || !strings.Contains(err.Error(), "another secret key") {
				t.Errorf("got %v", err)
			}
		})
	})
	t.Run("refuses PostgreSQL without a key or shared storage", func(t *testing.T) {
		t.Parallel()
		for _, change := range []func(*app.Config){
			func(c *app.Config) { c.SecretKey = "" },
			func(c *app.Config) { c.SingleNode = false },
		} {
			c := config(t, "postgres://nowhere.invalid/x")
			change(&c)
			if _, err := app.New(t.Context(), c); err == nil || strings.Contains(err.Error(), "reach") {
				t.Errorf("got %v", err)
			}
		}
	})
	t.Run("refuses an invalid database address or time zone", func(t *testing.T) {
		t.Parallel()
		c := config(t, "mysql://x")
		if _, err := app.New(t.Context(), c); err == nil {
			t.Error("accepted mysql")
		}
		c = config(t, "sqlite:"+filepath.Join(t.TempDir(), "x.db"))
		c.Timezone = "Atlantis/Center"
		if _, err := app.New(t.Context(), c); err == nil {
			t.Error("accepted Atlantis")
		}
	})
}

func TestMigrations_FixedIDs(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		for query, want := range map[string]int64{
			"SELECT count(*) FROM content_types WHERE id BETWEEN 1 AND 8":                                8,
			"SELECT count(*) FROM content_types WHERE has_author AND id IN (1, 2)":                       2,
			"SELECT count(*) FROM content_types WHERE has_runtime AND id IN (4, 8)":                      2,
			"SELECT count(*) FROM content_types WHERE has_author OR has_runtime":                         4,
			"SELECT count(*) FROM content_depths WHERE id BETWEEN 1 AND 3":                               3,
			"SELECT count(*) FROM languages WHERE id = 1 AND alpha2 = 'en'":                              1,
			"SELECT count(*) FROM libraries WHERE id = 1 AND partner_id = 1":                             1,
			"SELECT count(*) FROM account_types WHERE id = 11":                                           1,
			"SELECT count(*) FROM partners WHERE id = 1 AND account_type_id = 11 AND deleted_at IS NULL": 1,
		} {
			if got := h.count(query); got != want {
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
	})
}

func TestDemo_Data(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		for range 2 { // The second run changes nothing.
			if err := h.SeedDemo(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for table, want := range map[string]int64{"publishers": 40, "global_tags": 36, "content": 320, "collections": 48} {
			if got := h.count("SELECT count(*) FROM " + table); got != want {
				t.Errorf("%d %s, want %d", got, table, want)
			}
		}
		h.checkReferenceData()
		h.checkCollections()
		h.checkPeople()
		h.checkPartners()
		if got := h.count(`SELECT count(*) FROM content
			WHERE featured_image_id IS NULL AND id > (SELECT max(id) - 40 FROM content)`); got != 0 {
			t.Errorf("%d of the newest items have no picture", got)
		}
		for what, query := range map[string]string{
			"trash":       "SELECT count(*) FROM trash WHERE deleted_by_id IS NOT NULL",
			"failed jobs": "SELECT count(*) FROM river_job WHERE state = 'discarded'",
			"activity":    "SELECT count(*) FROM audit_log WHERE request_id = 'demo-data' AND record_id IS NOT NULL",
		} {
			if got := h.count(query); got < 5 || got > 25 {
				t.Errorf("%s: %d rows", what, got)
			}
		}
		h.checkLeads()
		if err := h.BulkDemo(t.Context(), app.DemoSizes{
			Publishers: 900, Content: 500, Collections: 20, Users: 30, Events: 100,
		}, io.Discard); err != nil {
			t.Fatal(err)
		}
		if got := h.count("SELECT n FROM current_counts WHERE list = 'publishers'"); got != 940 {
			t.Errorf("the list counts %d publishers, want 940", got)
		}
		h.checkContent()
		h.checkPeople()
		h.checkPartners()
		found := read(t, h.do("GET", "/api/admin/publishers?query=Phare", h.session(auth.Editor), ""))
		if !strings.Contains(found, "Éditions du Phare") {
			t.Error("the search does not find demo data")
		}
	})
}
