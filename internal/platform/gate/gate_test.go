package gate_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
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

// echoed is what a call of the tests answers: who it was.
type echoed struct {
	Kind    int    `json:"kind"`
	Partner int64  `json:"partner"`
	User    int64  `json:"user"`
	Text    string `json:"text"`
}

type said struct {
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
	answer := func(whom gate.Whom) func(context.Context, *api.Call, *gate.Visit) (*echoed, error) {
		return func(ctx context.Context, call *api.Call, v *gate.Visit) (*echoed, error) {
			in, err := gate.Decode[said](ctx, call)
			if err != nil {
				return nil, err
			}
			out := &echoed{Kind: int(v.Kind), Partner: v.PartnerID, Text: in.Text}
			if in.UID != "" {
				person, err := v.Person(ctx, s.DB.Read(), in.UID, whom)
				if err != nil {
					return nil, err
				}
				out.User = person.ID
			}
			if in.Text == "panic" {
				panic("on purpose")
			}
			v.Returned(3)
			return out, nil
		}
	}
	op := func(path string) api.Op {
		return api.Op{Method: "POST", Path: "/api/v1/" + path, Summary: "Say it again", Body: s.Public.SchemaOf(said{})}
	}
	gate.Handle(s.Public, op("echo"), []gate.Kind{gate.Server, gate.Browser, gate.App}, answer(gate.Own))
	gate.Handle(s.Public, op("servers"), []gate.Kind{gate.Server, gate.App}, answer(gate.AndAdvisors))
}

// serve has partner 7 with a key and a whitelist, partner 8 with one in the trash, and users: Ana (91) of partner 7, Ben (92) of partner 1,
// Tom (93) an advisor, Dee (94) of partner 7 who is deactivated, Eve (95) of the staff, Gus (96) of partner 7 in the trash.
func serve(t *testing.T, d *db.DB) *kittest.Server {
	t.Helper()
	s := kittest.Serve(t, d, echo)
	now := clock.Now()
	for id, trashed := range map[int]any{7: nil, 8: now} {
		own := key
		if id != 7 {
			own = strings.Replace(key, "1", fmt.Sprint(id), 1)
		}
		sealed, err := s.Kit.Key.Encrypt(secret, own)
		if err != nil {
			t.Fatal(err)
		}
		s.Exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, api_key, api_secret, whitelist_domains, deleted_at, created_at, updated_at) VALUES (?, 11, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, "Harbour", "harbour", fmt.Sprint("harbour-", id), fmt.Sprint("PHarbour0", id), own, sealed,
			`["harbour.example","shop.example"]`, trashed, now, now)
	}
	for _, u := range []struct {
		id          int
		uid         string
		partner     any
		deactivated any
		internal    bool
		trashed     any
	}{{91, "UAna000000", 7, nil, false, nil}, {92, "UBen000000", 1, nil, false, nil}, {
		93, "UTom000000", nil, nil, false,
		nil,
	}, {94, "UDee000000", 7, now, false, nil}, {95, "UEve000000", 1, nil, true, nil}, {
		96, "UGus000000", 7, nil, false,
		now,
	}} {
		s.Exec("INSERT INTO users (id, email, alt_id, partner_id, deactivated_at, internal, deleted_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", u.id, u.uid+"@x.example", u.uid, u.partner, u.deactivated, u.internal, u.trashed, now, now)
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

func TestWhoIsLetIn(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		hello := map[string]any{"text": "hello"}
		for name, one := range map[string]struct {
			client  *kittest.Client
			echo    int
			servers int
			kind    gate.Kind
		}{
			"a partner's server":                {server(s), 200, 200, gate.Server},
			"the app":                           {s.App(), 200, 200, gate.App},
			"a page of a site on the whitelist": {browser(s, "https://harbour.example"), 200, 403, gate.Browser},
			"with www and a port":               {browser(s, "https://www.shop.example:8443"), 200, 403, gate.Browser},
			"a page of another site":            {browser(s, "https://evil.example"), 403, 403, 0},
			"a site whose name ends alike":      {browser(s, "https://notharbour.example"), 403, 403, 0},
			"a site below":                      {browser(s, "https://x.harbour.example"), 403, 403, 0},
			"a site that begins alike":          {browser(s, "https://harbour.example.evil.example"), 403, 403, 0},
			"a page without an origin":          {s.Anyone().With("X-Api-Key", key), 403, 403, 0},
			"an origin that is none":            {browser(s, "null"), 403, 403, 0},
			"another scheme":                    {browser(s, "ftp://harbour.example"), 403, 403, 0},
			"an unknown key of a page": {s.Anyone().With("X-Api-Key", "nobody's").
				With("Origin", "https://harbour.example"), 401, 401, 0},
			"a wrong secret":                    {basic(s, key, secret+"x"), 401, 401, 0},
			"no secret":                         {basic(s, key, ""), 401, 401, 0},
			"an unknown key":                    {basic(s, "KeyOfNobody", secret), 401, 401, 0},
			"a key that can't be stored":        {basic(s, "\x00\xff", secret), 401, 401, 0},
			"the key of a partner in the trash": {basic(s, strings.Replace(key, "1", "8", 1), secret), 401, 401, 0},
			"the app's key but for a letter": {
				s.Anyone().With("Authorization", "Bearer "+kittest.AppKey+"x"), 401, 401,
				0,
			},
			"an empty app key":                     {s.Anyone().With("Authorization", "Bearer "), 401, 401, 0},
			"another scheme of authentication":     {s.Anyone().With("Authorization", "Digest x"), 401, 401, 0},
			"nobody":                               {s.Anyone(), 401, 401, 0},
			"an admin's session without a key":     {s.Admin(), 401, 401, 0},
			"a secret that is another's name also": {basic(s, key, key), 401, 401, 0},
		} {
			answer := one.client.Post("/api/v1/echo", hello).Want(one.echo)
			one.client.Post("/api/v1/servers", hello).Want(one.servers)
			if one.echo == 200 && answer.Int("kind") != int64(one.kind) {
				t.Errorf("%s is taken for %d", name, answer.Int("kind"))
			}
			if one.echo == 401 && one.client != nil && answer.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: pages may read the refusal", name)
			}
		}
		s.Gate.AppKey = ""
		s.Anyone().With("Authorization", "Bearer ").Post("/api/v1/echo", hello).Want(401)
		s.Exec("UPDATE partners SET deleted_at = ? WHERE id = 7", clock.Now())
		server(s).Post("/api/v1/echo", hello).Want(401)
	})
}

func TestSecretOfAnotherRow(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		server(s).Post("/api/v1/echo", said{}).Want(200)
		// Both partners have the same secret, so only the binding to its row tells the two sealed texts apart.
		s.Exec("UPDATE partners SET api_secret = (SELECT o.api_secret FROM partners AS o WHERE o.id = 8) WHERE id = 7")
		server(s).Post("/api/v1/echo", said{}).Want(401)
	})
}

func TestPagesOfTheWhitelistMayReadTheAnswer(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		asked := s.Anyone().With("Origin", "https://harbour.example").With("Access-Control-Request-Method", "POST").
			Do("OPTIONS", "/api/v1/echo", nil).Want(204)
		if asked.Header.Get("Access-Control-Allow-Origin") != "https://harbour.example" ||
			!strings.Contains(asked.Header.Get("Access-Control-Allow-Headers"), "X-Api-Key") ||
			asked.Header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("a page that asks first is told %v", asked.Header)
		}
		for origin, want := range map[string]string{
			"https://harbour.example": "https://harbour.example",
			"https://evil.example":    "",
		} {
			answer := browser(s, origin).Post("/api/v1/echo", map[string]any{"text": "x"})
			if got := answer.Header.Get("Access-Control-Allow-Origin"); got != want {
				t.Errorf("%s may read it: %q", origin, got)
			}
			if !strings.Contains(answer.Header.Get("Vary"), "Origin") {
				t.Error("a cache could mix answers up")
			}
		}
		if refused := browser(s, "https://harbour.example").Post("/api/v1/echo", "{"); refused.Status != 400 ||
			refused.Header.Get("Access-Control-Allow-Origin") == "" {
			t.Errorf("the page can't read why it was refused: %d", refused.Status)
		}
	})
}

func TestWhomACallMayName(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		for uid, may := range map[string][3]bool{ // a partner, a partner where advisors may be named, the app
			"UAna000000": {true, true, true}, "UBen000000": {false, false, true}, "UTom000000": {false, true, true},
			"UDee000000": {}, "UEve000000": {}, "UGus000000": {}, "nobody": {}, "'; --": {},
		} {
			for i, answer := range []*kittest.Answer{
				server(s).Post("/api/v1/echo", map[string]any{"uid": uid}), server(s).Post("/api/v1/servers",
					map[string]any{"uid": uid}), s.App().Post("/api/v1/echo", map[string]any{"uid": uid}),
			} {
				if may[i] {
					answer.Want(200)
				} else {
					answer.Refused("uid")
				}
			}
		}
	})
}

// written waits until the log has so many calls.
func written(t *testing.T, s *kittest.Server, n int64) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for s.Count("SELECT count(*) FROM api_logs") < n {
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d calls are in the log", s.Count("SELECT count(*) FROM api_logs"), n)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestEveryCallIsInTheLog(t *testing.T) {
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
		written(t, s, 6)
		if err := s.Gate.Log.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string]int64{
			"SELECT count(*) FROM api_logs": 6,
			"SELECT count(*) FROM api_logs WHERE status_code = 200 AND path = '/api/v1/echo' AND partner_id = 7 AND user_id = 91 AND results = 3 AND user_agent = 'harbour/1.0' AND ip_address = '127.0.0.1' AND parameters_count = 4": 1,
			"SELECT count(*) FROM api_logs WHERE status_code = 404 AND path = '/api/v1/nowhere' AND partner_id = 7 AND parameters_count = 2 AND results IS NULL":                                                                       1,
			"SELECT count(*) FROM api_logs WHERE status_code = 405 AND partner_id = 7":                                                                                                                                                 1,
			"SELECT count(*) FROM api_logs WHERE status_code = 404 AND partner_id IS NULL":                                                                                                                                             1,
			"SELECT count(*) FROM api_logs WHERE status_code = 401 AND partner_id IS NULL AND user_id IS NULL":                                                                                                                         1,
			"SELECT count(*) FROM api_logs WHERE status_code = 200 AND path = '/api/v1/servers' AND partner_id IS NULL AND user_id = 93":                                                                                               1,
			"SELECT count(*) FROM api_logs WHERE CAST(parameters AS TEXT) LIKE '%hush%' OR search_text LIKE '%hush%' OR path LIKE '%hush%'":                                                                                            0,
			"SELECT count(*) FROM api_logs WHERE CAST(parameters AS TEXT) LIKE '%good morning%' AND CAST(parameters AS TEXT) LIKE '%3 entries%'":                                                                                       1,
			"SELECT count(*) FROM api_logs WHERE length(CAST(parameters AS TEXT)) > 1200":                                                                                                                                              0,
			"SELECT count(*) FROM user_active_days WHERE (user_id, day) IN ((91, " + fmt.Sprint(clock.Day(before)) + "), (93, " +
				fmt.Sprint(clock.Day(before)) + "))": 2,
			"SELECT count(*) FROM user_active_days": 2,
			"SELECT count(*) FROM partners WHERE id = 7 AND last_api_activity_at IS NOT NULL AND last_login_at IS NOT NULL":   1,
			"SELECT count(*) FROM partners WHERE id <> 7 AND (last_api_activity_at IS NOT NULL OR last_login_at IS NOT NULL)": 0,
			"SELECT count(*) FROM users WHERE id IN (91, 93) AND active_at IS NOT NULL":                                       2,
			"SELECT count(*) FROM users WHERE id NOT IN (91, 93) AND active_at IS NOT NULL":                                   0,
			"SELECT count(*) FROM live_counts WHERE list = 'api_logs' AND facet = '' AND n = 6":                               1,
			"SELECT count(*) FROM api_logs WHERE duration < 0 OR duration > 60000":                                            0,
		} {
			if got := s.Count(query); got != want {
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
	})
}

func TestACallThatFailsIsInTheLogToo(t *testing.T) {
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
			t.Errorf("answered %d", response.StatusCode)
		}
		written(t, s, 1)
		if n := s.Count("SELECT count(*) FROM api_logs WHERE status_code = 500 AND partner_id = 7"); n != 1 {
			t.Errorf("told %d times", n)
		}
	})
}

// Two nodes are two gates on one database.
func TestALimitHoldsOnAllNodesTogether(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		one := serve(t, d)
		two := kittest.Serve(t, d, echo)
		one.Gate.PerMinute, two.Gate.PerMinute = 100, 100
		var lock sync.Mutex
		var wait sync.WaitGroup
		counts := map[int]int{}
		for i := range 8 {
			client := server([]*kittest.Server{one, two}[i%2])
			wait.Go(func() {
				for range 40 {
					answer := client.Post("/api/v1/echo", map[string]any{"text": "x"})
					if answer.Status == 429 && (answer.Header.Get("Retry-After") == "" || answer.Header.Get("Retry-After") == "0") {
						t.Error("nobody tells how long to wait")
					}
					lock.Lock()
					counts[answer.Status]++
					lock.Unlock()
				}
			})
		}
		wait.Wait()
		if counts[200] != 100 || counts[429] != 220 {
			t.Errorf("of 320 calls, %v", counts)
		}
		if n := one.Count("SELECT count(*) FROM limits WHERE key LIKE 'api partner%'"); n != 1 {
			t.Errorf("%d rows count", n)
		}
		one.App().Post("/api/v1/echo", map[string]any{"text": "x"}).Want(200) // the app has its own
		one.Exec("UPDATE limits SET resets_at = ?", clock.Now().Add(-time.Second))
		three := kittest.Serve(t, d, echo)
		three.Gate.PerMinute = 100
		server(three).Post("/api/v1/echo", map[string]any{"text": "x"}).Want(200) // the next minute
	})
}

func TestWhoTriesManyKeysHasToWait(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		counts := map[int]int{}
		for i := range 70 {
			counts[basic(s, key, fmt.Sprint("guess ", i)).Post("/api/v1/echo", map[string]any{"text": "x"}).Status]++
		}
		if counts[401] != 60 || counts[429] != 10 {
			t.Errorf("70 wrong keys: %v", counts)
		}
		server(s).Post("/api/v1/echo", map[string]any{"text": "x"}).Want(200) // who has the right one is let in
	})
}

// A database that can't be written to makes calls wait and then turns them away; what was accepted is written down later, all of it.
func TestTheLogIsBoundedAndLosesNothing(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	s := serve(t, d)
	s.App().Post("/api/v1/echo", map[string]any{"text": "first"}).Want(200) // takes a block of the limit
	written(t, s, 1)
	release := make(chan struct{})
	held := make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- d.Write(context.Background(), func(*db.Tx) error {
			close(held)
			<-release
			return nil
		})
	}()
	<-held
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
				over := counts[503] > 3
				lock.Unlock()
				if over {
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
		t.Fatalf("answered %v", counts)
	}
	if err := s.Gate.Log.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := s.Count("SELECT count(*) FROM api_logs"); n != counts[404]+1 {
		t.Errorf("%d calls were answered and %d are in the log", counts[404]+1, n)
	}
}

func TestOldTrafficIsForgotten(t *testing.T) {
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
			if err := gate.Forget(t.Context(), s.Kit.Store, 0); err != nil {
				t.Fatal(err)
			}
			if logs, searches := s.Count("SELECT count(*) FROM api_logs"),
				s.Count("SELECT count(*) FROM search_history"); logs != 4 || searches != 25 {
				t.Errorf("%d calls and %d searches are left", logs, searches)
			}
		})
		if err := gate.Forget(t.Context(), s.Kit.Store, 90*24*time.Hour); err != nil {
			t.Fatal(err)
		}
		if logs, searches := s.Count("SELECT count(*) FROM api_logs"),
			s.Count("SELECT count(*) FROM search_history"); logs != 2 || searches != 22 {
			t.Errorf("%d calls and %d searches are left", logs, searches)
		}
		if n := s.Count("SELECT n FROM live_counts WHERE list = 'api_logs' AND facet = ''"); n != 2 {
			t.Errorf("the list says %d", n)
		}
	})
}
