package signin_test

import (
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"

	"waymark/internal/features/signin"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/kittest"
)

func newLink(t *testing.T, s *kittest.Server, userID int64) string {
	t.Helper()
	link, err := signin.NewLink(t.Context(), s.Kit.Store, "", userID)
	if err != nil {
		t.Fatal(err)
	}
	return link[strings.LastIndex(link, "/")+1:]
}

func TestConfirm(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		client := as(s, login(s, ada, password).Want(200))
		expire := func() { s.Exec("UPDATE sessions SET confirmed_at = ?", clock.Now().Add(-auth.ConfirmedFor)) }
		confirm := func(password string) *kittest.Response {
			return client.Post("/api/auth/confirm", fields{"password": password})
		}
		changeEmail := func(email string) *kittest.Response {
			return client.Put("/api/auth/profile", fields{"email": email})
		}
		t.Run("a fresh sign-in counts as confirmed", func(t *testing.T) {
			changeEmail("ada.admin@example.com").Want(200)
			changeEmail(ada).Want(200)
		})
		t.Run("an older session must confirm the password to change the e-mail address", func(t *testing.T) {
			expire()
			changeEmail("thief@example.com").NotConfirmed()
			client.Put("/api/auth/profile", fields{"phone": "+44 20 7946 0000", "email": ada}).Want(200)
			confirm(password).Want(204)
			changeEmail("ada.admin@example.com").Want(200)
			changeEmail(ada).Want(200)
		})
		t.Run("confirming applies to one session only", func(t *testing.T) {
			other := as(s, login(s, ada, password).Want(200))
			expire()
			confirm(password).Want(204)
			other.Put("/api/auth/profile", fields{"email": "thief@example.com"}).NotConfirmed()
		})
		t.Run("a session from before the column exists is not confirmed", func(t *testing.T) {
			s.Exec("UPDATE sessions SET confirmed_at = NULL")
			changeEmail("thief@example.com").NotConfirmed()
		})
		t.Run("a wrong password is refused under its field", func(t *testing.T) {
			confirm("wrong").Refused("password")
			confirm("").Refused("password")
			confirm("x\x00").Refused("password")
			changeEmail("thief@example.com").NotConfirmed()
			s.Anyone().Post("/api/auth/confirm", fields{"password": password}).Want(401)
		})
		t.Run("ten attempts are allowed, including those to change the password", func(t *testing.T) {
			confirm(password).Want(204)
			for range 5 {
				confirm("wrong").Refused("password")
				client.Put("/api/auth/password", fields{
					"current_password": "wrong", "password": "battery staple",
					"password_confirmation": "battery staple",
				}).Refused("current_password")
			}
			if confirm(password).Want(429).Header.Get("Retry-After") == "" {
				t.Error("the response has no Retry-After header")
			}
			client.Put("/api/auth/password", fields{
				"current_password": password, "password": "battery staple",
				"password_confirmation": "battery staple",
			}).Want(429)
			// Another session is not affected.
			as(s, login(s, ada, password).Want(200)).Post("/api/auth/confirm", fields{"password": password}).Want(204)
		})
	})
}

func TestSignIn_AuditLog(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		id := s.Count("SELECT id FROM users WHERE email = ?", ada)
		rows := func(action, who string) int64 {
			return s.Count(`
				SELECT count(*)
				FROM audit_log
				WHERE kind = 'user' AND record_id = ? AND record_name = 'Ada Admin' AND action = ? AND user_name = ?
					AND ip_address = '198.51.100.1' AND request_id <> ''`, id, action, who)
		}
		all := func() int64 { return s.Count("SELECT count(*) FROM audit_log WHERE action <> 'created'") }
		client := func(cookie string) *kittest.Client { return from(s, "198.51.100.1", cookie) }

		attempt(client(""), "nobody@example.com", "guess").Refused("email")
		client("").Post("/api/auth/forgot-password", fields{"email": "nobody@example.com"}).Want(204)
		client("").Post("/api/auth/logout", nil).Want(204)
		s.RunJobs()
		if n := all(); n != 0 {
			t.Errorf("got %d audit entries of unknown accounts, want none", n)
		}
		attempt(client(""), ada, "guess").Refused("email")
		session := cookies(attempt(client(""), ada, password).Want(200), auth.Cookie)
		client(session).Post("/api/auth/confirm", fields{"password": "wrong"}).Refused("password")
		client(session).Post("/api/auth/logout", nil).Want(204)
		client(session).Post("/api/auth/logout", nil).Want(204)
		client("").Post("/api/auth/forgot-password", fields{"email": ada}).Want(204)
		s.RunJobs()
		client("").Post("/api/auth/reset-password", fields{
			"token": newLink(t, s, id), "password": "battery staple",
			"password_confirmation": "battery staple",
		}).Want(204)
		for action, who := range map[string]string{
			"failed to sign in": "Anonymous", "signed in": "Ada Admin", "failed to confirm the password": "Ada Admin",
			"signed out":                "Ada Admin",
			"requested a password link": "Anonymous", "used a password link": "Anonymous",
			"changed the password of": "Anonymous",
		} {
			if n := rows(action, who); n != 1 {
				t.Errorf("%q by %s: got %d audit entries, want 1", action, who, n)
			}
		}
		if n := all(); n != 7 {
			t.Errorf("got %d audit entries, want 7", n)
		}
		t.Run("records attempts of a deactivated user", func(t *testing.T) {
			s.Exec("UPDATE users SET deactivated_at = ? WHERE id = ?", clock.Now(), id)
			attempt(client(""), ada, "battery staple").Refused("email")
			if n := rows("failed to sign in", "Anonymous"); n != 2 {
				t.Errorf("got %d audit entries, want 2", n)
			}
		})
	})
}

func TestSession_Cookies(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		t.Run("a cookie without a session is deleted", func(t *testing.T) {
			old := from(s, "198.51.100.1", auth.Cookie+"=made-up")
			cleared := old.Get("/api/auth/me").Want(401).Header.Get("Set-Cookie")
			if !strings.HasPrefix(cleared, auth.Cookie+"=; Path=/; Max-Age=0") {
				t.Errorf("got %q", cleared)
			}
			if got := s.Anyone().Get("/api/auth/me").Want(401).Header["Set-Cookie"]; got != nil {
				t.Errorf("got %q for a request without a cookie, want none", got)
			}
			in := attempt(old, ada, password).Want(200)
			if got := in.Header["Set-Cookie"]; len(got) != 2 || cookies(in, auth.Cookie) == "" {
				t.Errorf("got %q after signing in", got)
			}
		})
		t.Run("with https", func(t *testing.T) {
			s.Sessions.Secure = true
			in := attempt(from(s, "198.51.100.1", ""), ada, password).Want(200)
			for i, name := range []string{"__Host-waymark_session=", "__Host-waymark_device="} {
				got := in.Header["Set-Cookie"][i]
				if !strings.HasPrefix(got, name) || !strings.Contains(got, "; Secure") || !strings.Contains(got, "Path=/") ||
					strings.Contains(got, "Domain") {
					t.Errorf("got %q", got)
				}
			}
			session := cookies(in, auth.Cookie)
			from(s, "198.51.100.1", session).Get("/api/auth/me").Want(200)
			plain := strings.TrimPrefix(session, "__Host-")
			cleared := from(s, "198.51.100.1", plain).Get("/api/auth/me").Want(401).Header.Get("Set-Cookie")
			if !strings.HasPrefix(cleared, auth.Cookie+"=;") {
				t.Errorf("got %q for a cookie without the prefix", cleared)
			}
			s.Exec("UPDATE sessions SET confirmed_at = NULL") // like sessions started before the prefix was introduced
			from(s, "198.51.100.1", plain).Get("/api/auth/me").Want(200)
			renamed := from(s, "198.51.100.1", plain).Post("/api/auth/confirm", fields{"password": password}).Want(204)
			if got := cookies(renamed, auth.Cookie); got != session || len(renamed.Header["Set-Cookie"]) != 2 {
				t.Errorf("got %q after confirming an old session", renamed.Header["Set-Cookie"])
			}
			from(s, "198.51.100.1", session).Get("/api/auth/me").Want(200)
			out := from(s, "198.51.100.1", plain+"; "+session).Post("/api/auth/logout", nil).Want(204)
			if got := out.Header["Set-Cookie"]; len(got) != 2 {
				t.Errorf("got %q after signing out, want both cookies deleted", got)
			}
		})
	})
}

// logBuffer is a log that tests can read while the server writes to it.
type logBuffer struct {
	sync.Mutex
	strings.Builder
}

func (l *logBuffer) Write(line []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.Builder.Write(line)
}

// This test is not parallel, because the default logger is global.
func TestSignIn_FailureLog(t *testing.T) {
	written, before := &logBuffer{}, slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(written, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	s := serve(t, kittest.SQLite(t))
	login(s, " ADA@example.com", "guess").Refused("email")
	login(s, "hunter2", "guess").Refused("email")
	login(s, "hunter2", "guess").Refused("email")
	login(s, "hunter3", "guess").Refused("email")
	log := written.String()
	if !strings.Contains(log, "account="+ada+" ip=127.0.0.1") {
		t.Errorf("the log does not contain the account: %s", log)
	}
	if strings.Contains(log, "hunter") {
		t.Errorf("the log contains user input: %s", log)
	}
	found := regexp.MustCompile(`account=(unknown:\S{12}) ip=127.0.0.1`).FindAllStringSubmatch(log, -1)
	if len(found) != 3 || found[0][1] != found[1][1] || found[0][1] == found[2][1] {
		t.Errorf("got %v", found)
	}
}
