package signin_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/features/staff"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/secret"
)

const ada = "ada@example.com"

// cookies returns the given cookies of a response as a Cookie header.
func cookies(answer *kittest.Response, names ...string) string {
	found := []string{}
	for _, cookie := range (&http.Response{Header: answer.Header}).Cookies() {
		for _, name := range names {
			if strings.TrimPrefix(cookie.Name, "__Host-") == name && cookie.MaxAge > 0 {
				found = append(found, cookie.Name+"="+cookie.Value)
			}
		}
	}
	return strings.Join(found, "; ")
}

// from returns a client with an IP address and cookies.
func from(s *kittest.Server, address, cookies string) *kittest.Client {
	client := s.Anyone().With("X-Forwarded-For", address)
	if cookies != "" {
		client = client.With("Cookie", cookies)
	}
	return client
}

func attempt(client *kittest.Client, email, password string) *kittest.Response {
	return client.Post("/api/auth/login", fields{"email": email, "password": password})
}

func accountKey(email string) string { return "sign-in account " + secret.Hash(email) }

func TestSignIn_DeviceCookie(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		const home, elsewhere, attacker = "198.51.100.1", "198.51.100.2", "203.0.113.66"
		if _, err := staff.Add(t.Context(), s.Kit.Store, "Bob", "", "bob@example.com", auth.Editor, password); err != nil {
			t.Fatal(err)
		}
		signedIn := attempt(from(s, home, ""), ada, password).Want(200)
		knownDevice := cookies(signedIn, "waymark_device")
		if knownDevice == "" {
			t.Fatalf("got no device cookie: %v", signedIn.Header["Set-Cookie"])
		}
		line := signedIn.Header["Set-Cookie"][1]
		for _, part := range []string{"waymark_device=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"} {
			if !strings.Contains(line, part) {
				t.Errorf("the cookie %q lacks %s", line, part)
			}
		}
		otherDevice := cookies(attempt(from(s, home, ""), "bob@example.com", password).Want(200), "waymark_device")

		for range 10 {
			attempt(from(s, attacker, ""), ada, "guess").Refused("email")
		}
		stopped := attempt(from(s, attacker, ""), ada, password).Want(429)
		if stopped.Header.Get("Retry-After") == "" {
			t.Error("the response has no Retry-After header")
		}
		for range 5 {
			attempt(from(s, attacker, ""), ada, "guess").Want(429)
		}
		if n := s.Count("SELECT count FROM limits WHERE key = ?", accountKey(ada)); n != 10 {
			t.Errorf("one attacker has used up %d of the limit shared by unknown browsers, want 10", n)
		}
		t.Run("an attacker does not lock out other addresses", func(t *testing.T) {
			attempt(from(s, elsewhere, ""), ada, password).Want(200)
		})
		t.Run("many attackers lock out unknown browsers, but not the owner's", func(t *testing.T) {
			s.Exec("UPDATE limits SET count = 100 WHERE key = ?", accountKey(ada))
			attempt(from(s, elsewhere, ""), ada, password).Want(429)
			attempt(from(s, elsewhere, knownDevice), ada, password).Want(200)
			attempt(from(s, attacker, knownDevice), ada, password).Want(200) // even at the attacker's address
			attempt(from(s, elsewhere, ""), "bob@example.com", password).Want(200)
		})
		t.Run("ignores forged cookies and those of other accounts", func(t *testing.T) {
			id := s.Count("SELECT id FROM users WHERE email = ?", ada)
			_, value, _ := strings.Cut(knownDevice, "=")
			parts := strings.Split(value, ".")
			for _, cookie := range []string{
				otherDevice, "waymark_device=", "waymark_device=1", "waymark_device=..", fmt.Sprintf("waymark_device=%d.x.y", id),
				fmt.Sprintf("waymark_device=%d.%s.%s", id+1, parts[1], parts[2]),
				fmt.Sprintf("waymark_device=%d.%s.%s", id, parts[1]+"x", parts[2]),
				fmt.Sprintf("waymark_device=%d.%s", id, parts[2]),
				strings.Replace(otherDevice, "="+strings.Split(strings.TrimPrefix(otherDevice, "waymark_device="), ".")[0]+".",
					fmt.Sprintf("=%d.", id), 1),
			} {
				attempt(from(s, elsewhere, cookie), ada, password).Want(429)
			}
		})
		t.Run("a known browser is treated as unknown after ten wrong passwords", func(t *testing.T) {
			for range 10 {
				attempt(from(s, home, knownDevice), ada, "guess").Refused("email")
			}
			attempt(from(s, home, knownDevice), ada, password).Want(429)
			s.Exec("UPDATE limits SET count = 0 WHERE key = ?", accountKey(ada))
			fresh := attempt(from(s, home, knownDevice), ada, password).Want(200)
			s.Exec("UPDATE limits SET count = 100 WHERE key = ?", accountKey(ada))
			// The new cookie has its own limit.
			attempt(from(s, home, cookies(fresh, "waymark_device")), ada, password).Want(200)
		})
		t.Run("a password link makes the browser known", func(t *testing.T) {
			link := newLink(t, s, s.Count("SELECT id FROM users WHERE email = ?", ada))
			reset := from(s, elsewhere, "").Post("/api/auth/reset-password", fields{
				"token": link, "password": "battery staple",
				"password_confirmation": "battery staple",
			}).Want(204)
			attempt(from(s, elsewhere, cookies(reset, "waymark_device")), ada, "battery staple").Want(200)
			attempt(from(s, elsewhere, ""), ada, "battery staple").Want(429)
		})
	})
}

func TestSignIn_ParallelAttempts(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		knownDevice := cookies(attempt(from(s, "198.51.100.1", ""), ada, password).Want(200), "waymark_device")
		for name, cookie := range map[string]string{"an unknown browser": "", "a known browser": knownDevice} {
			s.Exec("DELETE FROM limits")
			if cookie != "" {
				s.Exec("INSERT INTO limits (key, count, resets_at) VALUES (?, 100, ?)", accountKey(ada), clock.Now().Add(time.Hour))
			}
			var group sync.WaitGroup
			statuses := make([]int, 50)
			for i := range statuses {
				group.Go(func() { statuses[i] = attempt(from(s, "198.51.100.2", cookie), ada, "guess").Status })
			}
			group.Wait()
			checked := 0
			for _, status := range statuses {
				switch status {
				case http.StatusUnprocessableEntity:
					checked++
				case http.StatusTooManyRequests:
				default:
					t.Errorf("%s: got status %d", name, status)
				}
			}
			if checked != 10 {
				t.Errorf("%s: got %d of 50 passwords checked, want 10", name, checked)
			}
			if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'failed to sign in'"); n > 20 {
				t.Errorf("got %d audit entries, want at most 20", n)
			}
		}
	})
}

func TestSignIn_AddressLimit(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server) {
		t.Run("successful sign-ins don't count", func(t *testing.T) {
			for range 3 {
				attempt(from(s, "198.51.100.9", ""), ada, password).Want(200)
			}
			if n := s.Count("SELECT coalesce(sum(count), 0) FROM limits"); n != 0 {
				t.Errorf("got %d counted attempts, want none", n)
			}
		})
		t.Run("an IPv6 address counts as its /64", func(t *testing.T) {
			attempt(from(s, "2001:db8:1:2::1", ""), "nobody@example.com", "guess").Refused("email")
			s.Exec("UPDATE limits SET count = 60 WHERE key = 'sign-in address 2001:db8:1:2::/64'")
			for _, neighbour := range []string{"2001:db8:1:2::1", "2001:db8:1:2:ffff:1:2:3"} {
				attempt(from(s, neighbour, ""), ada, password).Want(429)
				from(s, neighbour, "").Post("/api/auth/forgot-password", fields{"email": ada}).Want(429)
				from(s, neighbour, "").Post("/api/auth/reset-password", fields{
					"token": "x", "password": "battery staple",
					"password_confirmation": "battery staple",
				}).Want(429)
			}
			attempt(from(s, "2001:db8:1:3::1", ""), ada, password).Want(200)
		})
		t.Run("limits one address across accounts", func(t *testing.T) {
			attempt(from(s, "203.0.113.5", ""), "nobody@example.com", "guess").Refused("email")
			s.Exec("UPDATE limits SET count = 60 WHERE key = 'sign-in address 203.0.113.5'")
			attempt(from(s, "203.0.113.5", ""), ada, password).Want(429)
			attempt(from(s, "::ffff:203.0.113.5", ""), ada, password).Want(429)
			if n := s.Count("SELECT count FROM limits WHERE key = ?", accountKey("nobody@example.com")); n != 2 {
				t.Errorf("got %d counted attempts of the account, want 2", n)
			}
		})
		t.Run("refused attempts don't use up the account's limit", func(t *testing.T) {
			for range 5 {
				attempt(from(s, "203.0.113.5", ""), "nobody@example.com", "guess").Want(429)
			}
			if n := s.Count("SELECT count FROM limits WHERE key = ?", accountKey("nobody@example.com")); n != 2 {
				t.Errorf("got %d counted attempts of the account, want 2", n)
			}
		})
		t.Run("limits password links per account", func(t *testing.T) {
			for i := range 10 {
				from(s, fmt.Sprintf("192.0.2.%d", i), "").Post("/api/auth/forgot-password", fields{"email": "nobody@example.com"}).
					Want(204)
			}
			from(s, "192.0.2.100", "").Post("/api/auth/forgot-password", fields{"email": "nobody@example.com"}).Want(429)
		})
	})
}
