package auth_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/secret"
)

// newSessions returns the sessions of a table of staff with one person, whose id is 1.
func newSessions(t *testing.T, d *db.DB, secure bool) *auth.Sessions {
	t.Helper()
	ctx := t.Context()
	for _, statement := range []string{
		"DELETE FROM users",
		`INSERT INTO users (id, email, alt_id, internal, staff_role, created_at, updated_at)
			VALUES (1, 'ada@example.com', 'UAda', TRUE, 'admin', ?, ?)`,
	} {
		args := []any{}
		if strings.Contains(statement, "?") {
			args = append(args, clock.Now(), clock.Now())
		}
		if _, err := d.Writer().Exec(ctx, statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	return &auth.Sessions{DB: d, Secure: secure, Accounts: auth.Accounts{
		Query: "SELECT id, session_epoch, email, staff_role FROM users WHERE internal",
		SetActive: func(ctx context.Context, c db.Conn, userID int64, now time.Time) error {
			_, err := c.Exec(ctx, "UPDATE users SET active_at = ? WHERE id = ?", now, userID)
			return err
		},
	}}
}

func requestWith(cookies ...*http.Cookie) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for _, cookie := range cookies {
		r.AddCookie(cookie)
	}
	return r
}

func TestSessions(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		sessions, ctx := newSessions(t, d, false), t.Context()
		exec := func(query string, args ...any) {
			t.Helper()
			if _, err := d.Writer().Exec(ctx, query, args...); err != nil {
				t.Fatal(err)
			}
		}
		start := func() *http.Cookie {
			t.Helper()
			cookie, err := sessions.Start(ctx, 1, 0, "192.0.2.1", strings.Repeat("x", 299)+"é")
			if err != nil {
				t.Fatal(err)
			}
			return cookie
		}
		find := func(cookies ...*http.Cookie) *auth.User {
			t.Helper()
			user, err := sessions.FromRequest(ctx, requestWith(cookies...))
			if err != nil {
				t.Fatal(err)
			}
			return user
		}
		wantNone := func(t *testing.T, cookies ...*http.Cookie) {
			t.Helper()
			if user := find(cookies...); user != nil {
				t.Errorf("found %s", user.Email)
			}
		}
		cookie := start()
		user := find(cookie)
		if user == nil || user.Email != "ada@example.com" || user.Role != auth.Admin {
			t.Fatalf("found %v", user)
		}
		if err := auth.RequireConfirmed(auth.WithUser(ctx, user)); err != nil {
			t.Errorf("a new session is not confirmed: %v", err)
		}
		t.Run("nobody without a valid cookie", func(t *testing.T) {
			wantNone(t)
			wantNone(t, &http.Cookie{Name: cookie.Name, Value: ""})
			wantNone(t, &http.Cookie{Name: cookie.Name, Value: secret.Token()})
		})
		t.Run("is confirmed for a while", func(t *testing.T) {
			exec("UPDATE sessions SET confirmed_at = ?", clock.Now().Add(-auth.ConfirmedFor))
			if auth.RequireConfirmed(auth.WithUser(ctx, find(cookie))) == nil {
				t.Error("still confirmed")
			}
			if err := sessions.Confirm(ctx, d.Writer(), user.Session, clock.Now()); err != nil {
				t.Fatal(err)
			}
			if err := auth.RequireConfirmed(auth.WithUser(ctx, find(cookie))); err != nil {
				t.Error(err)
			}
			if err := auth.RequireConfirmed(ctx); err != nil {
				t.Errorf("without a session: %v", err)
			}
		})
		t.Run("is extended by use, up to its lifetime", func(t *testing.T) {
			expires := func() time.Time {
				at, err := db.Value[time.Time](ctx, d.Read(), "SELECT expires_at FROM sessions WHERE token_hash = ?",
					user.Session.TokenHash)
				if err != nil {
					t.Fatal(err)
				}
				return at
			}
			first := expires()
			if find(cookie); !expires().Equal(first) {
				t.Error("extended within the hour")
			}
			exec("UPDATE sessions SET seen_at = ?, expires_at = ?", clock.Now().Add(-2*time.Hour), first.Add(-time.Hour))
			if find(cookie); !expires().After(first.Add(-time.Minute)) {
				t.Errorf("expires %v, want about %v", expires(), first)
			}
			began := clock.Now().Add(-29 * 24 * time.Hour)
			exec("UPDATE sessions SET seen_at = ?, created_at = ?", clock.Now().Add(-2*time.Hour), began)
			if find(cookie); !expires().Equal(began.Add(30 * 24 * time.Hour)) {
				t.Errorf("expires %v, want 30 days after %v", expires(), began)
			}
		})
		t.Run("ends when it expires, and is swept", func(t *testing.T) {
			exec("UPDATE sessions SET expires_at = ?", clock.Now().Add(-time.Second))
			wantNone(t, cookie)
			if err := sessions.Sweep(ctx); err != nil {
				t.Fatal(err)
			}
			if n, err := db.Value[int](ctx, d.Read(), "SELECT count(*) FROM sessions"); n != 0 || err != nil {
				t.Errorf("%d sessions are left (%v)", n, err)
			}
		})
		t.Run("ends by signing out", func(t *testing.T) {
			one, two := start(), start()
			if err := sessions.EndIn(ctx, d.Writer(), find(one).Session); err != nil {
				t.Fatal(err)
			}
			if wantNone(t, one); find(two) == nil {
				t.Error("another session ended too")
			}
			exec("UPDATE users SET session_epoch = session_epoch + 1")
			wantNone(t, two)
		})
	})
}

func TestSessions_CookieNames(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	sessions, ctx := newSessions(t, d, true), t.Context()
	cookie, err := sessions.Start(ctx, 1, 0, "", "")
	if err != nil {
		t.Fatal(err)
	}
	if cookie.Name != "__Host-waymark_session" || !cookie.Secure || !cookie.HttpOnly || cookie.Path != "/" {
		t.Errorf("got %v", cookie)
	}
	plain := &http.Cookie{Name: auth.Cookie, Value: cookie.Value}
	find := func() *auth.User {
		user, err := sessions.FromRequest(ctx, requestWith(plain))
		if err != nil {
			t.Fatal(err)
		}
		return user
	}
	if find() != nil {
		t.Error("a confirmed session is accepted under the plain name")
	}
	if _, err := d.Writer().Exec(ctx, "UPDATE sessions SET confirmed_at = NULL"); err != nil {
		t.Fatal(err)
	}
	user := find()
	if user == nil {
		t.Fatal("a session from before the prefix is not accepted")
	}
	renamed := sessions.RenamedCookies(requestWith(plain), user.Session)
	if len(renamed) != 2 || renamed[0].Name != cookie.Name || renamed[0].Value != plain.Value || renamed[1].MaxAge >= 0 {
		t.Errorf("renamed to %v", renamed)
	}
	if again := sessions.RenamedCookies(requestWith(cookie), user.Session); again != nil {
		t.Errorf("renamed again to %v", again)
	}
	if cleared := sessions.ClearCookies(requestWith(plain, cookie)); len(cleared) != 2 || cleared[0].MaxAge >= 0 {
		t.Errorf("cleared %v", cleared)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		limits, ctx := auth.Limits{DB: d}, t.Context()
		own := auth.Limit{Key: "own", Allowed: 2, Per: time.Minute}
		shared := auth.Limit{Key: "shared", Allowed: 10, Per: time.Hour}
		hit := func() time.Duration {
			t.Helper()
			wait, err := limits.Hit(ctx, own, shared)
			if err != nil {
				t.Fatal(err)
			}
			return wait
		}
		count := func(key string) int64 {
			t.Helper()
			n, err := db.Value[int64](ctx, d.Read(), "SELECT count FROM limits WHERE key = ?", key)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		if first, second, third := hit(), hit(), hit(); first != 0 || second != 0 || third <= 0 || third > time.Minute {
			t.Errorf("wait %v, %v, %v", first, second, third)
		}
		if n := count("shared"); n != 2 {
			t.Errorf("a refused attempt counts against the shared limit: %d, want 2", n)
		}
		if err := auth.Uncount(ctx, d.Writer(), own, shared); err != nil || count("own") != 2 || count("shared") != 1 {
			t.Errorf("own %d, shared %d (%v)", count("own"), count("shared"), err)
		}
		if err := auth.ResetLimit(ctx, d.Writer(), "own"); err != nil || hit() != 0 || count("own") != 1 {
			t.Errorf("own %d after a reset (%v)", count("own"), err)
		}
		if _, err := d.Writer().Exec(ctx, "UPDATE limits SET count = 99, resets_at = ?", clock.Now()); err != nil {
			t.Fatal(err)
		}
		if hit() != 0 || count("own") != 1 {
			t.Errorf("own %d after the period", count("own"))
		}
	})
}

func TestDevices(t *testing.T) {
	t.Parallel()
	key, err := secret.Parse(strings.Repeat("test key ", 8))
	if err != nil {
		t.Fatal(err)
	}
	devices := auth.Devices{Key: key, Secure: true}
	cookie := devices.Issue(7)
	if device := devices.Find(requestWith(cookie), 7); device == "" {
		t.Error("the device is not recognised")
	}
	forged := *cookie
	forged.Value = strings.Replace(cookie.Value, "7.", "8.", 1)
	plain := *cookie
	plain.Name = strings.TrimPrefix(cookie.Name, "__Host-")
	for name, found := range map[string]string{
		"another account": devices.Find(requestWith(cookie), 8),
		"a forged cookie": devices.Find(requestWith(&forged), 8),
		"a plain name":    devices.Find(requestWith(&plain), 7),
		"no signature":    devices.Find(requestWith(&http.Cookie{Name: cookie.Name, Value: "7"}), 7),
		"no cookie":       devices.Find(requestWith(), 7),
	} {
		if found != "" {
			t.Errorf("%s is recognised", name)
		}
	}
}
