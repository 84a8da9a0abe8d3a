package gate_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/gate"
)

// echoOutput is the response of the test endpoints: who made the call.
type echoOutput struct {
	Kind    int    `json:"kind"`
	Partner int64  `json:"partner"`
	User    int64  `json:"user"`
	Text    string `json:"text"`
}

type echoInput struct {
	UID    string `json:"uid"`
	Text   string `json:"text"`
	Secret string `json:"client_secret"`
	List   []int  `json:"list"`
}

const (
	key    = "KeyOfHarbour000000000001"
	secret = "harbour's secret of forty characters, or so"
)

func echo(s *kittest.Server, _ *jobs.Set) {
	handler := func(scope gate.UserScope) func(context.Context, *api.Call, *gate.Visit) (*echoOutput, error) {
		return func(ctx context.Context, call *api.Call, v *gate.Visit) (*echoOutput, error) {
			in, err := gate.Decode[echoInput](ctx, call)
			if err != nil {
				return nil, err
			}
			out := &echoOutput{Kind: int(v.Kind), Partner: v.PartnerID, Text: in.Text}
			if in.UID != "" {
				person, err := v.FindPerson(ctx, s.DB.Read(), in.UID, scope)
				if err != nil {
					return nil, err
				}
				out.User = person.ID
			}
			if in.Text == "panic" {
				panic("on purpose")
			}
			v.SetResults(3)
			return out, nil
		}
	}
	op := func(path string) api.Op {
		return api.Op{
			Method: "POST", Path: "/api/v1/" + path, Summary: "Echo the request", Body: s.Public.SchemaOf(echoInput{}),
		}
	}
	gate.Handle(s.Public, op("echo"), []gate.Kind{gate.Server, gate.Browser, gate.App}, handler(gate.OwnUsers))
	gate.Handle(s.Public, op("servers"), []gate.Kind{gate.Server, gate.App}, handler(gate.UsersAndAdvisors))
}

// serve starts a server with partner 7, which has a key and a whitelist, and partner 8, which is in the trash. Its
// users are Ana (91) of partner 7, Ben (92) of partner 1, Tom (93), an advisor, Dee (94) of partner 7, who is
// deactivated, Eve (95), a member of staff, and Gus (96) of partner 7, who is in the trash.
func serve(t *testing.T, d *db.DB) *kittest.Server {
	t.Helper()
	s := kittest.Serve(t, d, echo)
	now := clock.Now()
	for id, trashed := range map[int]any{7: nil, 8: now} {
		partnerKey := key
		if id != 7 {
			partnerKey = strings.Replace(key, "1", fmt.Sprint(id), 1)
		}
		sealed, err := s.Kit.Key.Encrypt(secret, partnerKey)
		if err != nil {
			t.Fatal(err)
		}
		s.Exec(`
			INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, api_key, api_secret, whitelist_domains,
				deleted_at, created_at, updated_at)
			VALUES (?, 11, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, "Harbour", "harbour", fmt.Sprint("harbour-", id), fmt.Sprint("PHarbour0", id), partnerKey, sealed,
			`["harbour.example","shop.example"]`, trashed, now, now)
	}
	for _, u := range []struct {
		id          int
		uid         string
		partner     any
		deactivated any
		internal    bool
		trashed     any
	}{
		{91, "UAna000000", 7, nil, false, nil},
		{92, "UBen000000", 1, nil, false, nil},
		{93, "UTom000000", nil, nil, false, nil},
		{94, "UDee000000", 7, now, false, nil},
		{95, "UEve000000", 1, nil, true, nil},
		{96, "UGus000000", 7, nil, false, now},
	} {
		s.Exec(`
		INSERT INTO users (id, email, alt_id, partner_id, deactivated_at, internal, deleted_at, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			u.id, u.uid+"@x.example", u.uid, u.partner, u.deactivated, u.internal, u.trashed, now, now)
	}
	return s
}

func server(s *kittest.Server) *kittest.Client { return basic(s, key, secret) }

func basic(s *kittest.Server, user, password string) *kittest.Client {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.SetBasicAuth(user, password)
	return s.Anyone().With("Authorization", r.Header.Get("Authorization"))
}

func browser(s *kittest.Server, origin string) *kittest.Client {
	return s.Anyone().With("X-Api-Key", key).With("Origin", origin)
}

func TestIdentify(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		hello := map[string]any{"text": "hello"}
		for name, test := range map[string]struct {
			client  *kittest.Client
			echo    int
			servers int
			kind    gate.Kind
		}{
			"a partner's server":             {server(s), 200, 200, gate.Server},
			"the app":                        {s.App(), 200, 200, gate.App},
			"a page of a whitelisted site":   {browser(s, "https://harbour.example"), 200, 403, gate.Browser},
			"with www and a port":            {browser(s, "https://www.shop.example:8443"), 200, 403, gate.Browser},
			"a page of another site":         {browser(s, "https://evil.example"), 403, 403, 0},
			"a site with the same ending":    {browser(s, "https://notharbour.example"), 403, 403, 0},
			"a subdomain":                    {browser(s, "https://x.harbour.example"), 403, 403, 0},
			"a site with the same beginning": {browser(s, "https://harbour.example.evil.example"), 403, 403, 0},
			"a page without an origin":       {s.Anyone().With("X-Api-Key", key), 403, 403, 0},
			"the origin null":                {browser(s, "null"), 403, 403, 0},
			"another scheme":                 {browser(s, "ftp://harbour.example"), 403, 403, 0},
			"a page with an unknown key": {s.Anyone().With("X-Api-Key", "nobody's").
				With("Origin", "https://harbour.example"), 401, 401, 0},
			"a wrong secret":                    {basic(s, key, secret+"x"), 401, 401, 0},
			"no secret":                         {basic(s, key, ""), 401, 401, 0},
			"an unknown key":                    {basic(s, "KeyOfNobody", secret), 401, 401, 0},
			"a key that can't be stored":        {basic(s, "\x00\xff", secret), 401, 401, 0},
			"the key of a partner in the trash": {basic(s, strings.Replace(key, "1", "8", 1), secret), 401, 401, 0},
			"a wrong app key":                   {s.Anyone().With("Authorization", "Bearer "+kittest.AppKey+"x"), 401, 401, 0},
			"an empty app key":                  {s.Anyone().With("Authorization", "Bearer "), 401, 401, 0},
			"another authentication scheme":     {s.Anyone().With("Authorization", "Digest x"), 401, 401, 0},
			"no credentials":                    {s.Anyone(), 401, 401, 0},
			"an admin's session without a key":  {s.Admin(), 401, 401, 0},
			"the key as secret":                 {basic(s, key, key), 401, 401, 0},
		} {
			response := test.client.Post("/api/v1/echo", hello).Want(test.echo)
			test.client.Post("/api/v1/servers", hello).Want(test.servers)
			if test.echo == 200 && response.Int("kind") != int64(test.kind) {
				t.Errorf("%s: got kind %d, want %d", name, response.Int("kind"), test.kind)
			}
		}
		s.Gate.AppKey = ""
		s.Anyone().With("Authorization", "Bearer ").Post("/api/v1/echo", hello).Want(401)
		s.Exec("UPDATE partners SET deleted_at = ? WHERE id = 7", clock.Now())
		server(s).Post("/api/v1/echo", hello).Want(401)
	})
}

func TestIdentify_SecretOfAnotherPartner(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		server(s).Post("/api/v1/echo", echoInput{}).Want(200)
		// Both partners have the same secret, so the encrypted values differ only in the key they are bound to.
		s.Exec("UPDATE partners SET api_secret = (SELECT o.api_secret FROM partners AS o WHERE o.id = 8) WHERE id = 7")
		server(s).Post("/api/v1/echo", echoInput{}).Want(401)
	})
}

func TestGuard_CORS(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		preflight := s.Anyone().With("Origin", "https://harbour.example").With("Access-Control-Request-Method", "POST").
			Do("OPTIONS", "/api/v1/echo", nil).Want(204)
		if preflight.Header.Get("Access-Control-Allow-Origin") != "https://harbour.example" ||
			preflight.Header.Get("Access-Control-Allow-Headers") != "Content-Type, If-None-Match, Waymark-Position, X-Api-Key" ||
			preflight.Header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("got preflight headers %v", preflight.Header)
		}
		for origin, want := range map[string]string{
			"https://harbour.example": "x",
			"https://evil.example":    "", // the page can read why it was refused, and nothing else
		} {
			response := browser(s, origin).Post("/api/v1/echo", map[string]any{"text": "x"})
			if got := response.Header.Get("Access-Control-Allow-Origin"); got != origin {
				t.Errorf("%s: got allowed origin %q", origin, got)
			}
			if got, _ := response.JSON["text"].(string); got != want {
				t.Errorf("%s: got %s", origin, response.Text)
			}
			if !strings.Contains(response.Header.Get("Vary"), "Origin") {
				t.Error("the header Vary does not contain Origin")
			}
		}
		wrong := s.Anyone().With("X-Api-Key", "nonsense").With("Origin", "https://harbour.example").Get("/api/v1/echo")
		exposed := wrong.Header.Get("Access-Control-Expose-Headers")
		wrong.Want(401)
		if wrong.Header.Get("Access-Control-Allow-Origin") == "" || !strings.Contains(exposed, "RateLimit-Reset") {
			t.Errorf("a page can't read why its key was refused: %v", wrong.Header)
		}
		if refused := browser(s, "https://harbour.example").Post("/api/v1/echo", "{"); refused.Status != 400 ||
			refused.Header.Get("Access-Control-Allow-Origin") == "" {
			t.Errorf("got status %d without a CORS header, want 400 with one", refused.Status)
		}
	})
}

func TestVisit_FindPerson(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		for uid, allowed := range map[string][3]bool{ // by a partner, by a partner with advisors in scope, by the app
			"UAna000000": {true, true, true}, "UBen000000": {false, false, true}, "UTom000000": {false, true, true},
			"UDee000000": {}, "UEve000000": {}, "UGus000000": {}, "nobody": {}, "'; --": {},
		} {
			body := map[string]any{"uid": uid}
			for i, response := range []*kittest.Response{
				server(s).Post("/api/v1/echo", body),
				server(s).Post("/api/v1/servers", body),
				s.App().Post("/api/v1/echo", body),
			} {
				if allowed[i] {
					response.Want(200)
				} else {
					response.Refused("uid")
				}
			}
		}
	})
}

// waitForLog waits until the log has n entries.
func waitForLog(t *testing.T, s *kittest.Server, n int64) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for s.Count("SELECT count(*) FROM api_logs") < n {
		if time.Now().After(deadline) {
			t.Fatalf("got %d log entries, want %d", s.Count("SELECT count(*) FROM api_logs"), n)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestLog_Entries(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		before := clock.Now()
		server(s).With("User-Agent", "harbour/1.0").Post("/api/v1/echo", map[string]any{
			"uid":  "UAna000000",
			"text": "good morning", "client_secret": "hush-hush", "list": []int{1, 2, 3},
		}).Want(200)
		server(s).Post("/api/v1/nowhere?token=hush-hush&q="+strings.Repeat("x", 900), nil).Want(404)
		server(s).Do("DELETE", "/api/v1/echo", nil).Want(405)
		s.Anyone().Get("/api/v1/a%00b%ff").Want(404)
		basic(s, key, "hush-hush").Post("/api/v1/echo", map[string]any{"text": "x"}).Want(401)
		s.App().Post("/api/v1/servers", map[string]any{"uid": "UTom000000"}).Want(200)
		s.Anyone().Get("/api/v1/openapi.json")
		s.Anyone().With("Origin", "https://x.example").With("Access-Control-Request-Method", "POST").
			Do("OPTIONS", "/api/v1/echo", nil).Want(204)
		waitForLog(t, s, 6)
		if err := s.Gate.Log.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		day := fmt.Sprint(clock.Day(before))
		for query, want := range map[string]int64{
			"SELECT count(*) FROM api_logs": 6,
			`SELECT count(*) FROM api_logs
				WHERE status_code = 200 AND path = '/api/v1/echo' AND partner_id = 7 AND user_id = 91 AND results = 3
					AND user_agent = 'harbour/1.0' AND ip_address = '127.0.0.1' AND parameters_count = 4`: 1,
			`SELECT count(*) FROM api_logs
				WHERE status_code = 404 AND path = '/api/v1/nowhere' AND partner_id = 7 AND parameters_count = 2
					AND results IS NULL`: 1,
			"SELECT count(*) FROM api_logs WHERE status_code = 405 AND partner_id = 7":     1,
			"SELECT count(*) FROM api_logs WHERE status_code = 404 AND partner_id IS NULL": 1,
			`SELECT count(*) FROM api_logs
				WHERE status_code = 401 AND partner_id = 7 AND caller = 'anonymous' AND user_id IS NULL`: 1,
			"SELECT count(*) FROM api_logs WHERE method = 'DELETE' AND error_code = 'method_not_allowed'": 1,
			"SELECT count(*) FROM api_logs WHERE status_code < 400 AND error_code <> ''":                  0,
			`SELECT count(*) FROM api_logs
				WHERE status_code = 200 AND path = '/api/v1/servers' AND partner_id IS NULL AND user_id = 93`: 1,
			`SELECT count(*) FROM api_logs
				WHERE CAST(parameters AS TEXT) LIKE '%hush%' OR search_text LIKE '%hush%' OR path LIKE '%hush%'`: 0,
			`SELECT count(*) FROM api_logs
				WHERE CAST(parameters AS TEXT) LIKE '%good morning%' AND CAST(parameters AS TEXT) LIKE '%"1, 2, 3"%'`: 1,
			"SELECT count(*) FROM api_logs WHERE length(CAST(parameters AS TEXT)) > 1200":                          0,
			"SELECT count(*) FROM user_active_days WHERE (user_id, day) IN ((91, " + day + "), (93, " + day + "))": 2,
			"SELECT count(*) FROM user_active_days":                                                                2,
			`SELECT count(*) FROM partners
				WHERE id = 7 AND last_api_activity_at IS NOT NULL AND last_login_at IS NOT NULL`: 1,
			`SELECT count(*) FROM partners
				WHERE id <> 7 AND (last_api_activity_at IS NOT NULL OR last_login_at IS NOT NULL)`: 0,
			"SELECT count(*) FROM users WHERE id IN (91, 93) AND active_at IS NOT NULL":            2,
			"SELECT count(*) FROM users WHERE id NOT IN (91, 93) AND active_at IS NOT NULL":        0,
			"SELECT count(*) FROM current_counts WHERE list = 'api_logs' AND facet = '' AND n = 6": 1,
			"SELECT count(*) FROM api_logs WHERE duration < 0 OR duration > 60000":                 0,
		} {
			if got := s.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
	})
}

func TestLog_Panic(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/v1/echo",
			strings.NewReader(`{"text":"panic"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.SetBasicAuth(key, secret)
		r.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusInternalServerError {
			t.Errorf("got status %d, want 500", response.StatusCode)
		}
		waitForLog(t, s, 1)
		if n := s.Count("SELECT count(*) FROM api_logs WHERE status_code = 500 AND partner_id = 7"); n != 1 {
			t.Errorf("got %d log entries, want 1", n)
		}
	})
}

// Two gates on one database behave like two nodes.
func TestLimit_SeveralNodes(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		first := serve(t, d)
		second := kittest.Serve(t, d, echo)
		first.Gate.PerMinute, second.Gate.PerMinute = 100, 100
		var lock sync.Mutex
		var wait sync.WaitGroup
		counts := map[int]int{}
		for i := range 8 {
			client := server([]*kittest.Server{first, second}[i%2])
			wait.Go(func() {
				for range 40 {
					response := client.Post("/api/v1/echo", map[string]any{"text": "x"})
					retryAfter := response.Header.Get("Retry-After")
					if response.Status == 429 && (retryAfter == "" || retryAfter == "0") {
						t.Errorf("got Retry-After %q, want a positive number", retryAfter)
					}
					lock.Lock()
					counts[response.Status]++
					lock.Unlock()
				}
			})
		}
		wait.Wait()
		if counts[200] != 100 || counts[429] != 220 {
			t.Errorf("got statuses %v, want 100 calls allowed and 220 refused", counts)
		}
		if n := first.Count("SELECT count(*) FROM limits WHERE key LIKE 'api partner%'"); n != 1 {
			t.Errorf("got %d rows in limits, want 1", n)
		}
		first.App().Post("/api/v1/echo", map[string]any{"text": "x"}).Want(200) // the app has a limit of its own
		first.Exec("UPDATE limits SET resets_at = ?", clock.Now().Add(-time.Second))
		third := kittest.Serve(t, d, echo)
		third.Gate.PerMinute = 100
		server(third).Post("/api/v1/echo", map[string]any{"text": "x"}).Want(200) // in the next minute
	})
}

func TestLimit_Headers(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		s.Gate.PerMinute = 40 // reserved in blocks of two
		for call := range 42 {
			response := server(s).Post("/api/v1/echo", map[string]any{"text": "x"})
			number := func(name string) int {
				value, err := strconv.Atoi(response.Header.Get(name))
				if err != nil {
					t.Errorf("call %d: the header %s is %q", call, name, response.Header.Get(name))
				}
				return value
			}
			if got := number("RateLimit-Limit"); got != 40 {
				t.Errorf("call %d: got limit %d, want 40", call, got)
			}
			if got, want := number("RateLimit-Remaining"), max(0, 39-call); got != want {
				t.Errorf("call %d: got %d remaining, want %d", call, got, want)
			}
			if got := number("RateLimit-Reset"); got < 1 || got > 60 {
				t.Errorf("call %d: the limit is reset in %d s", call, got)
			}
			if want := map[bool]int{true: 200, false: 429}[call < 40]; response.Status != want {
				t.Errorf("call %d: got status %d, want %d", call, response.Status, want)
			}
		}
	})
}

func TestLimit_WrongKeys(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		counts := map[int]int{}
		for i := range 70 {
			counts[basic(s, key, fmt.Sprint("guess ", i)).Post("/api/v1/echo", map[string]any{"text": "x"}).Status]++
		}
		if counts[401] != 60 || counts[429] != 10 {
			t.Errorf("got statuses %v for 70 wrong keys, want 60 times 401 and 10 times 429", counts)
		}
		server(s).Post("/api/v1/echo", map[string]any{"text": "x"}).Want(200) // the right key still works
	})
}

// While the database can't be written to, calls wait and are then refused. All accepted calls are logged later.
func TestLog_Backpressure(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	s := serve(t, d)
	s.App().Post("/api/v1/echo", map[string]any{"text": "first"}).Want(200) // reserves a block of the rate limit
	waitForLog(t, s, 1)
	release := make(chan struct{})
	locked := make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- d.Write(context.Background(), func(*db.Tx) error {
			close(locked)
			<-release
			return nil
		})
	}()
	<-locked
	var lock sync.Mutex
	var wait sync.WaitGroup
	counts := map[int]int64{}
	for range 16 {
		client := s.App()
		wait.Go(func() {
			for range 300 {
				status := client.Post("/api/v1/nowhere", nil).Status
				lock.Lock()
				counts[status]++
				stop := counts[503] > 3
				lock.Unlock()
				if stop {
					return
				}
			}
		})
	}
	wait.Wait()
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if counts[404] < 3000 || counts[503] == 0 {
		t.Fatalf("got statuses %v, want at least 3000 times 404 and some 503", counts)
	}
	if err := s.Gate.Log.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := s.Count("SELECT count(*) FROM api_logs"); n != counts[404]+1 {
		t.Errorf("got %d log entries for %d answered calls", n, counts[404]+1)
	}
}

func TestDeleteOldTraffic(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		now := clock.Now()
		for i := range 2500 {
			if i%100 == 0 {
				s.Exec("INSERT INTO search_history (created_at, duration, term, filters) VALUES (?, 1, 'lisbon', '{}')",
					now.Add(-time.Duration(i)*time.Hour))
			}
		}
		for _, age := range []time.Duration{0, 89 * 24 * time.Hour, 91 * 24 * time.Hour, 900 * 24 * time.Hour} {
			s.Exec("INSERT INTO api_logs (created_at, duration, status_code, path, parameters) VALUES (?, 1, 200, '/', '{}')",
				now.Add(-age))
		}
		t.Run("0 keeps everything", func(t *testing.T) {
			if err := gate.DeleteOldTraffic(t.Context(), s.Kit.Store, 0); err != nil {
				t.Fatal(err)
			}
			logs, searches := s.Count("SELECT count(*) FROM api_logs"), s.Count("SELECT count(*) FROM search_history")
			if logs != 4 || searches != 25 {
				t.Errorf("got %d calls and %d searches, want 4 and 25", logs, searches)
			}
		})
		if err := gate.DeleteOldTraffic(t.Context(), s.Kit.Store, 90*24*time.Hour); err != nil {
			t.Fatal(err)
		}
		logs, searches := s.Count("SELECT count(*) FROM api_logs"), s.Count("SELECT count(*) FROM search_history")
		if logs != 2 || searches != 22 {
			t.Errorf("got %d calls and %d searches, want 2 and 22", logs, searches)
		}
		if n := s.Count("SELECT n FROM current_counts WHERE list = 'api_logs' AND facet = ''"); n != 2 {
			t.Errorf("got a total of %d, want 2", n)
		}
	})
}
