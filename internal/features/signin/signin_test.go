package signin_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/signin"
	"waymark/internal/features/staff"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

type fields = map[string]any

const password = "correct horse"

// each runs a test on each engine with a server that has one admin.
func each(t *testing.T, run func(t *testing.T, s *kittest.Server)) {
	t.Helper()
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) { run(t, serve(t, d)) })
}

func serve(t *testing.T, d *db.DB) *kittest.Server {
	t.Helper()
	s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
		service := &signin.Service{
			API: s.Kit.API, Store: s.Kit.Store, Sessions: s.Sessions, Key: s.Kit.Key, Mail: s.Mail,
			PublicURL: "https://console.example", Product: "Waymark",
		}
		service.Mount()
		service.Jobs(set)
	})
	if _, err := staff.Add(t.Context(), s.Kit.Store, "Ada", "Admin", "Ada@Example.com", auth.Admin, password); err != nil {
		t.Fatal(err)
	}
	return s
}

func login(s *kittest.Server, email, password string) *kittest.Response {
	return s.Anyone().Post("/api/auth/login", fields{"email": email, "password": password})
}

// as returns a client with the session that a response has started.
func as(s *kittest.Server, answer *kittest.Response) *kittest.Client {
	cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	return s.Anyone().With("Cookie", cookie)
}

func TestSignIn(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		in := login(s, " ADA@example.com ", password).Want(200)
		if in.String("item.full_name") != "Ada Admin" || in.String("item.initials") != "AA" ||
			in.String("item.staff_role") != "admin" || in.String("item.email") != "ada@example.com" {
			t.Errorf("got %s", in.Text)
		}
		if strings.Contains(in.Text, "password") || strings.Contains(in.Text, "argon") {
			t.Error("the response contains the password")
		}
		cookie := in.Header.Get("Set-Cookie")
		for _, part := range []string{"HttpOnly", "SameSite=Lax", "Path=/"} {
			if !strings.Contains(cookie, part) {
				t.Errorf("the cookie %q lacks %s", cookie, part)
			}
		}
		ada := as(s, in)
		ada.Get("/api/auth/me").Want(200)
		s.Anyone().Get("/api/auth/me").Want(401)
		s.Anyone().With("Cookie", auth.Cookie+"=made-up").Get("/api/auth/me").Want(401)
		token := strings.TrimPrefix(strings.Split(cookie, ";")[0], auth.Cookie+"=")
		if n := s.Count("SELECT count(*) FROM sessions WHERE token_hash = ?", token); n != 0 {
			t.Error("the token is stored unhashed")
		}
		ada.Post("/api/auth/logout", nil).Want(204)
		ada.Get("/api/auth/me").Want(401)
	})
}

func TestSignIn_WrongCredentials(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		wrongPassword := login(s, "ada@example.com", "wrong horse").Refused("email")
		wrongEmail := login(s, "bob@example.com", password).Refused("email")
		if wrongPassword.Text != wrongEmail.Text {
			t.Error("the responses for a wrong password and an unknown account differ")
		}
		login(s, "", "").Refused("email", "password")
		s.Anyone().Post("/api/auth/login", fields{"email": 5, "password": []int{}}).Refused("email", "password")
		s.Anyone().Post("/api/auth/login", "nonsense").Want(400)
		login(s, "ada\x00@example.com", "x\x00").Refused("email", "password")
		s.Anyone().With("User-Agent", "caf\xe9").Post("/api/auth/login", fields{
			"email":    "ada@example.com",
			"password": password,
		}).Want(200)
		login(s, "ada@example.com", strings.Repeat("x", 100_000)).Refused("email")
	})
}

func TestSignIn_RateLimit(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		for range 10 {
			login(s, "ada@example.com", "guess").Refused("email")
		}
		stopped := login(s, "ada@example.com", password).Want(429)
		if stopped.Header.Get("Retry-After") == "" {
			t.Error("the response has no Retry-After header")
		}
		s.Exec("UPDATE limits SET resets_at = ?", clock.Now().Add(-time.Second))
		login(s, "ada@example.com", password).Want(200)
	})
}

func TestSession_End(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		fresh := func() *kittest.Client { return as(s, login(s, "ada@example.com", password).Want(200)) }
		assertEnded := func(name string, ada *kittest.Client) {
			t.Helper()
			if got := ada.Get("/api/auth/me").Status; got != http.StatusUnauthorized {
				t.Errorf("%s: got status %d, want 401", name, got)
			}
		}
		ada := fresh()
		s.Exec("UPDATE sessions SET expires_at = ?", clock.Now().Add(-time.Second))
		assertEnded("expired", ada)
		ada = fresh()
		s.Exec("UPDATE users SET deactivated_at = ?", clock.Now())
		assertEnded("deactivated", ada)
		login(s, "ada@example.com", password).Refused("email")
		s.Exec("UPDATE users SET deactivated_at = NULL, deleted_at = ?", clock.Now())
		assertEnded("deleted", ada)
		s.Exec("UPDATE users SET deleted_at = NULL, internal = FALSE")
		assertEnded("no longer staff", ada)
		s.Exec("UPDATE users SET internal = TRUE")
		ada.Get("/api/auth/me").Want(200)

		t.Run("a new password ends all sessions and starts a new one", func(t *testing.T) {
			other := fresh()
			changed := ada.Put("/api/auth/password", fields{
				"current_password": password, "password": "battery staple",
				"password_confirmation": "battery staple",
			}).Want(204)
			assertEnded("another session", other)
			assertEnded("the old cookie", ada)
			as(s, changed).Get("/api/auth/me").Want(200)
			login(s, "ada@example.com", password).Refused("email")
			login(s, "ada@example.com", "battery staple").Want(200)
		})
	})
}

func TestSession_Extend(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		ada := as(s, login(s, "ada@example.com", password).Want(200))
		before := s.Count("SELECT count(*) FROM sessions WHERE seen_at < expires_at")
		s.Exec("UPDATE sessions SET seen_at = ?, expires_at = ?", clock.Now().Add(-2*time.Hour), clock.Now().Add(time.Hour))
		ada.Get("/api/auth/me").Want(200)
		if n := s.Count("SELECT count(*) FROM sessions WHERE expires_at > ?", clock.Now().Add(24*time.Hour)); n != before {
			t.Error("a session in use was not extended")
		}
		s.Exec("UPDATE sessions SET seen_at = ?, created_at = ?",
			clock.Now().Add(-2*time.Hour), clock.Now().Add(-30*24*time.Hour))
		ada.Get("/api/auth/me").Want(200)
		ada.Get("/api/auth/me").Want(401) // sessions last 30 days at most
	})
}

func TestSession_ActiveAt(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		active := func() int64 {
			return s.Count("SELECT count(*) FROM users WHERE active_at > ?", clock.Now().Add(-time.Minute))
		}
		ada := as(s, login(s, "ada@example.com", password).Want(200))
		if n := active(); n != 1 {
			t.Errorf("got %d active users after signing in, want 1", n)
		}
		earlier := clock.Now().Add(-2 * time.Hour)
		s.Exec("UPDATE users SET active_at = ?", earlier)
		ada.Get("/api/auth/me").Want(200)
		if n := active(); n != 0 {
			t.Error("a request within the hour updated active_at")
		}
		s.Exec("UPDATE sessions SET seen_at = ?", earlier)
		ada.Get("/api/auth/me").Want(200)
		if n := active(); n != 1 {
			t.Error("active_at was not updated")
		}
	})
}

func TestPassword_Change(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		ada := as(s, login(s, "ada@example.com", password).Want(200))
		change := func(current, fresh, confirmation string) *kittest.Response {
			return ada.Put("/api/auth/password", fields{
				"current_password": current, "password": fresh, "password_confirmation": confirmation,
			})
		}
		change("wrong", "battery staple", "battery staple").Refused("current_password")
		change(password, "short", "short").Refused("password")
		change(password, "battery staple", "battery stable").Refused("password_confirmation")
		change("", "", "").Refused("current_password", "password")
		ada.Get("/api/auth/me").Want(200)
	})
}

func TestProfile(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		ada := as(s, login(s, "ada@example.com", password).Want(200))
		s.Admin() // someone else
		read := ada.Get("/api/auth/profile").Want(200)
		changed := ada.Put("/api/auth/profile", fields{
			"first_name": " Adèle ", "phone": "+44 20 7946 0000",
			"version": read.Int("item.version"),
		}).Want(200)
		if changed.String("item.first_name") != "Adèle" || !strings.HasPrefix(changed.String("item.initials"), "A") ||
			changed.Int("item.version") != read.Int("item.version")+1 {
			t.Errorf("got %s", changed.Text)
		}
		ada.Put("/api/auth/profile", fields{"first_name": "Zoë", "version": read.Int("item.version")}).Want(409)
		ada.Put("/api/auth/profile", fields{"first_name": ""}).Refused("first_name")
		ada.Put("/api/auth/profile", fields{"first_name": strings.Repeat("x", 81), "phone": "a\tb", "email": "no address"}).
			Refused("first_name", "phone", "email")
		t.Run("can't be used to gain permissions", func(t *testing.T) {
			for _, key := range []string{"internal", "password_hash", "partner_id", "session_epoch"} {
				ada.Put("/api/auth/profile", fields{key: "admin"}).Refused(key)
			}
			// Read-only fields are ignored.
			same := ada.Put("/api/auth/profile", fields{"staff_role": "editor", "id": 999, "full_name": "Someone Else"}).
				Want(200)
			if same.String("item.staff_role") != "admin" || same.String("item.full_name") != "Adèle Admin" ||
				s.Count("SELECT count(*) FROM users WHERE staff_role = 'admin'") != 2 {
				t.Errorf("got %s", same.Text)
			}
		})
		t.Run("refuses an e-mail that is in use", func(t *testing.T) {
			s.Exec("UPDATE users SET email = 'eve@example.com' WHERE first_name = 'Test'")
			ada.Put("/api/auth/profile", fields{"email": "EVE@example.com"}).Refused("email")
		})
		t.Run("a new e-mail is unverified", func(t *testing.T) {
			ada.Put("/api/auth/profile", fields{"email": "adele@example.com"}).Want(200)
			if n := s.Count(`
				SELECT count(*)
				FROM users
				WHERE email = 'adele@example.com' AND email_verified_at IS NULL`); n != 1 {
				t.Error("the new e-mail is verified")
			}
		})
		if n := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'user' AND action = 'updated'"); n != 2 {
			t.Errorf("got %d audit entries, want 2", n)
		}
	})
}

func TestSettings(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		in := login(s, "ada@example.com", password).Want(200)
		if in.String("item.settings.sidebar_style") != "default" || in.String("item.settings.color_scheme") != "auto" ||
			in.Int("item.settings.page_size") != 25 {
			t.Errorf("got default settings %s", in.Text)
		}
		ada := as(s, in)
		ada.Put("/api/auth/settings", fields{"sidebar_style": "compact"}).Want(200)
		ada.Put("/api/auth/settings", fields{"page_size": 50}).Want(200)
		again := login(s, "ada@example.com", password).Want(200)
		if again.String("item.settings.sidebar_style") != "compact" || again.Int("item.settings.page_size") != 50 ||
			again.String("item.settings.density") != "comfortable" {
			t.Errorf("got saved settings %s", again.Text)
		}
		ada.Put("/api/auth/settings", fields{"sidebar_style": "huge", "color_scheme": "pink", "density": "", "page_size": 7}).
			Refused("sidebar_style", "color_scheme", "density", "page_size")
		s.Anyone().Put("/api/auth/settings", fields{"sidebar_style": "compact"}).Want(401)
	})
}

func TestPassword_Reset(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		anyone := s.Anyone()
		ada := as(s, login(s, "ada@example.com", password).Want(200))
		anyone.Post("/api/auth/forgot-password", fields{"email": "nobody@example.com"}).Want(204)
		anyone.Post("/api/auth/forgot-password", fields{"email": "Ada@example.com"}).Want(204)
		anyone.Post("/api/auth/forgot-password", fields{"email": "not an address"}).Refused("email")
		s.RunJobs()
		if len(s.Mail.Messages) != 1 || s.Mail.Messages[0].To.Address != "ada@example.com" {
			t.Fatalf("got messages %v", s.Mail.Messages)
		}
		_, rest, _ := strings.Cut(s.Mail.Messages[0].Text, "https://console.example/reset-password/")
		token := strings.Fields(rest)[0]
		if n := s.Count("SELECT count(*) FROM river_job WHERE CAST(args AS TEXT) LIKE ?", "%"+token+"%"); n != 0 {
			t.Error("the queue contains the token")
		}
		reset := func(token, password string) *kittest.Response {
			return anyone.Post("/api/auth/reset-password", fields{
				"token": token, "password": password, "password_confirmation": password,
			})
		}
		reset("made-up", "battery staple").Refused("token")
		reset(token, "short").Refused("password")
		reset(token, "battery staple").Want(204)
		reset(token, "battery staple again").Refused("token")
		ada.Get("/api/auth/me").Want(401)
		login(s, "ada@example.com", "battery staple").Want(200)

		t.Run("links expire after a day", func(t *testing.T) {
			id := s.Count("SELECT id FROM users WHERE email = 'ada@example.com'")
			link, err := signin.NewLink(t.Context(), s.Kit.Store, "https://console.example/", id)
			if err != nil {
				t.Fatal(err)
			}
			s.Exec("UPDATE password_resets SET expires_at = ?", clock.Now().Add(-time.Second))
			reset(link[strings.LastIndex(link, "/")+1:], "battery staple").Refused("token")
		})
		if n := s.Count(`
			SELECT count(*)
			FROM audit_log
			WHERE CAST(changes AS TEXT) LIKE '%staple%' OR CAST(changes AS TEXT) LIKE '%argon%'`); n != 0 {
			t.Error("the audit log contains a password")
		}
	})
}

func TestPassword_ResetOnce(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		link, err := signin.NewLink(t.Context(), s.Kit.Store, "", s.Count("SELECT id FROM users"))
		if err != nil {
			t.Fatal(err)
		}
		token := link[strings.LastIndex(link, "/")+1:]
		statuses := make(chan int, 8)
		for i := range 8 {
			go func() {
				fresh := fmt.Sprintf("battery staple %d", i)
				statuses <- s.Anyone().Post("/api/auth/reset-password", fields{
					"token": token, "password": fresh, "password_confirmation": fresh,
				}).Status
			}()
		}
		done := 0
		for range 8 {
			if <-statuses == http.StatusNoContent {
				done++
			}
		}
		if done != 1 {
			t.Errorf("got %d successful requests of 8, want 1", done)
		}
	})
}
