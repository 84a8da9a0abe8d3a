package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/write"
	"waymark/internal/platform/gate"
)

func TestLog_RedactsSecrets(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		names := []string{
			"key", "api_key", "apiKey", "apikey", "APIKEY", "appKey", "X-Api-Key", "keys", "secret",
			"clientSecret", "password", "passwd", "pwd", "pass", "passphrase", "token", "jwt", "bearer", "auth", "Authorization",
			"credentials", "session", "cookie", "signature",
		}
		for _, name := range names {
			server(s).Post("/api/v1/echo?"+name+"=hush-hush", map[string]any{"text": "x"})
			server(s).Post("/api/v1/echo", map[string]any{name: "hush-hush"})
		}
		nested := map[string]any{
			"user": map[string]any{"name": "x", "password": "hush-hush"},
			"list": []any{map[string]any{"token": "hush-hush"}},
		}
		server(s).Post("/api/v1/echo", nested).Refused("user", "list")
		server(s).Post("/api/v1/echo", map[string]any{"text": "of monkeys", "uid": "UAna000000"}).Want(200)
		s.CloseLog()
		if n := s.Leaks(); n != 0 {
			t.Errorf("%d of %d log entries contain a secret", n, s.Count("SELECT count(*) FROM api_logs"))
		}
		logged := s.Count(`
			SELECT count(*)
			FROM api_logs
			WHERE CAST(parameters AS TEXT) LIKE '%monkeys%' AND CAST(parameters AS TEXT) LIKE '%UAna000000%'`)
		if logged != 1 {
			t.Errorf("got %d log entries with ordinary values, want 1", logged)
		}
	})
}

func TestLog_ListParameters(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		numbers := []any{}
		for i := range 32 {
			numbers = append(numbers, i)
		}
		deep := any("deep")
		for range 50 {
			deep = []any{deep}
		}
		long := strings.Repeat("ä", 5000)
		server(s).Post("/api/v1/echo?tag=a&tag=b", map[string]any{"text": "x"}).Refused("tag")
		server(s).Post("/api/v1/echo", map[string]any{
			"list": numbers, "few": []any{"Lisbon", true, nil, 1.5}, "none": []any{}, "objects": []any{map[string]any{
				"id": "e1", "token": "hush-hush", "user": map[string]any{"password": "hush-hush", "name": "Ana"},
				"page": "https://ana:hush-hush@x.example/a?api_key=hush-hush&b=2#token=hush-hush",
			}},
			"page": "https://ana:hush-hush@x.example/a?secret=hush-hush", "deep": deep,
			"long": []any{long, long, long, long, long, long, long, long},
		}).Refused("few", "none", "objects", "page", "deep", "long")
		s.CloseLog()
		parameters, err := db.All[map[string]string](t.Context(), d.Read(), "SELECT parameters FROM api_logs ORDER BY id")
		if err != nil || len(parameters) != 2 {
			t.Fatalf("got %d log entries (%v), want 2", len(parameters), err)
		}
		if got := parameters[0]["tag"]; got != "a, b" {
			t.Errorf("a parameter that is sent twice: got %q", got)
		}
		for name, want := range map[string]string{
			"list": "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 and 12 more",
			"few":  "Lisbon, true, null, 1.5", "none": "[]", "deep": `[[[["…"]]]]`,
			"objects": `{"id":"e1","page":"https://•••@x.example/a?api_key=•••&b=2#token=•••","token":"•••",` +
				`"user":{"name":"Ana","password":"•••"}}`,
			"page": "https://•••@x.example/a?secret=•••",
		} {
			if got := parameters[1][name]; got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
		if n := len([]rune(parameters[1]["long"])); n != 1000 {
			t.Errorf("a long list: got %d characters, want 1000", n)
		}
		if n := s.Leaks(); n != 0 {
			t.Errorf("%d log entries contain a secret", n)
		}
	})
}

// Anybody can claim to be a partner. All refused calls that do are logged, but only some of them under the partner.
func TestLog_Flood(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		for i := range 100 {
			s.Anyone().With("X-Api-Key", key).With("Origin", "https://evil.example").
				With("X-Forwarded-For", fmt.Sprint("192.0.2.", i)).
				Post("/api/v1/echo?"+strings.Repeat("x", 2000)+"=1", strings.Repeat("x", 2000)).Want(403)
		}
		server(s).Post("/api/v1/echo", map[string]any{"text": 1}).Refused("text")
		s.CloseLog()
		for query, want := range map[string]int64{
			"SELECT count(*) FROM api_logs":                                               101,
			"SELECT count(*) FROM api_logs WHERE partner_id = 7 AND caller = 'anonymous'": 60,
			"SELECT count(*) FROM api_logs WHERE partner_id = 7 AND caller = 'server'":    1,
			"SELECT count(*) FROM api_logs WHERE length(CAST(parameters AS TEXT)) > 200":  0,
			"SELECT count(*) FROM partners WHERE last_api_activity_at IS NOT NULL":        1, // because of the last one
		} {
			if got := s.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
	})
}

func TestIdentify_MalformedCredentials(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		now := clock.Now()
		for i, pair := range [][2]any{{"KeyWithoutSecret", nil}, {"KeyWithEmptySecret", ""}} {
			s.Exec(`
				INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, api_key, api_secret,
					created_at, updated_at)
				VALUES (?, 11, 'Half', 'half', ?, ?, ?, ?, ?, ?)`,
				20+i, fmt.Sprint("half", i), fmt.Sprint("PHalf", i), pair[0], pair[1], now, now)
			for _, secret := range []string{"", "x"} {
				basic(s, fmt.Sprint(pair[0]), secret).Post("/api/v1/echo", map[string]any{"text": "x"}).Want(401)
			}
		}
		basic(s, "", "").Post("/api/v1/echo", map[string]any{"text": "x"}).Want(401)
		s.Anyone().With("Authorization", "bearer "+kittest.AppKey).Post("/api/v1/echo", map[string]any{"text": "x"}).
			Want(200) // the authentication scheme is case-insensitive
		s.Anyone().With("Authorization", "Bearer").Post("/api/v1/echo", map[string]any{"text": "x"}).Want(401)
		s.Anyone().With("Authorization", "Bearer "+kittest.AppKey+" ").With("X-Api-Key", "").
			Post("/api/v1/echo", map[string]any{"text": "x"})
	})
}

func TestLog_Document(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	s := serve(t, d)
	s.Anyone().Get("/api/v1/openapi.json")
	s.Anyone().Get("/api/v1/anything/openapi.json").Want(404)
	s.CloseLog()
	if n := s.Count("SELECT count(*) FROM api_logs"); n != 1 {
		t.Errorf("got %d log entries, want 1", n)
	}
}

func TestVisit_As(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		caller gate.Caller
		want   string
	}{
		{gate.Caller{Kind: gate.Server, PartnerID: 7, Partner: "Harbour"}, "Ana Lopes, through Harbour (API)"},
		{gate.Caller{Kind: gate.App}, "Ana Lopes, through the app"},
	} {
		v := &gate.Visit{Caller: test.caller}
		person := gate.Person{ID: 91, FirstName: "Ana", LastName: "Lopes"}
		if actor := write.ActorOf(v.As(t.Context(), person)); actor.Name != test.want || actor.UserID != 91 {
			t.Errorf("got actor %+v, want %s", actor, test.want)
		}
	}
	v := &gate.Visit{Caller: gate.Caller{Kind: gate.App}}
	person := gate.Person{ID: 93, Email: "tom@x.example"}
	if actor := write.ActorOf(v.As(t.Context(), person)); !strings.HasPrefix(actor.Name, "tom@x.example,") {
		t.Errorf("got actor %+v, want the e-mail as name", actor)
	}
}
