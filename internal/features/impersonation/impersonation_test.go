package impersonation_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"waymark/internal/features/impersonation"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// serve starts a server with Ana (91) of partner 1, Tom (92), an advisor, Dee (93), who is deactivated, and Gus (94),
// who is in the trash.
func serve(t *testing.T, d *db.DB) *kittest.Server {
	t.Helper()
	s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		service := &impersonation.Service{Store: s.Kit.Store, Key: s.Kit.Key, AppURL: "https://app.test.example/"}
		service.Mount(s.Kit.API)
		service.MountPublic(s.Public)
	})
	now := clock.Now()
	s.Exec(`
		INSERT INTO users (id, first_name, last_name, email, alt_id, partner_id, deactivated_at, deleted_at,
			created_at, updated_at)
		VALUES (91, 'Ana', 'Lopes', 'ana@x.example', 'UAna000000', 1, NULL, NULL, ?, ?),
			(92, '', '', 'tom@x.example', 'UTom000000', NULL, NULL, NULL, ?, ?),
			(93, 'Dee', '', 'dee@x.example', 'UDee000000', NULL, ?, NULL, ?, ?),
			(94, 'Gus', '', 'gus@x.example', 'UGus000000', NULL, NULL, ?, ?, ?)`,
		now, now, now, now, now, now, now, now, now, now)
	return s
}

func TestImpersonation(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		ticket := admin.Post("users/91/impersonate", map[string]any{"reason": " She can't find her folder "}).Want(200)
		token := ticket.String("token")
		if ticket.String("url") != "https://app.test.example/impersonate/"+token {
			t.Errorf("got URL %s", ticket.String("url"))
		}
		if n := s.Count("SELECT count(*) FROM impersonation_tokens WHERE token_hash LIKE ?", "%"+token[:10]+"%"); n != 0 {
			t.Error("the token is stored unhashed")
		}
		redeemed := s.App().Post("/api/v1/impersonation", map[string]any{"token": token}).Want(200)
		if redeemed.String("item.user.uid") != "UAna000000" || redeemed.String("item.user.full_name") != "Ana Lopes" ||
			redeemed.String("item.user.partner.name") != "House" || redeemed.Int("item.impersonated_by.id") != admin.UserID {
			t.Errorf("got %s", redeemed.Text)
		}
		s.App().Post("/api/v1/impersonation", map[string]any{"token": token}).Refused("token")
		advisor := admin.Post("users/92/impersonate", nil).Want(200).String("token")
		got := s.App().Post("/api/v1/impersonation", map[string]any{"token": advisor}).Want(200)
		if got.Value("item.user.partner") != nil {
			t.Errorf("got %s, want no partner for an advisor", got.Text)
		}
		for action, want := range map[string]int64{"asked to impersonate": 1, "impersonated": 1} {
			if n := s.Count(`
				SELECT count(*)
				FROM audit_log
				WHERE kind = 'user' AND record_id = 91 AND action = ? AND user_id = ? AND record_name = 'Ana Lopes'`,
				action, admin.UserID); n != want {
				t.Errorf("%s: got %d audit entries, want %d", action, n, want)
			}
		}
		if n := s.Count(`
			SELECT count(*)
			FROM audit_log
			WHERE CAST(changes AS TEXT) LIKE '%She can''t find her folder%'`); n != 1 {
			t.Errorf("got %d audit entries with the reason, want 1", n)
		}
		if n := s.Count("SELECT count(*) FROM audit_log WHERE CAST(changes AS TEXT) LIKE ?", "%"+token[:20]+"%"); n != 0 {
			t.Error("the audit log contains the token")
		}
	})
}

func TestImpersonation_Refused(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, editor := s.Admin(), s.Editor()
		editor.Post("users/91/impersonate", nil).Want(403)
		editor.With("X-Requested-With", "fetch").Get("users/91/impersonate").Want(403)
		s.Anyone().Post("users/91/impersonate", nil).Want(401)
		for _, staff := range []*kittest.Client{admin, editor} {
			path := "users/" + strconv.FormatInt(staff.UserID, 10) + "/impersonate"
			admin.Post(path, nil).Want(403)
			admin.With("X-Requested-With", "fetch").Get(path).Want(403)
		}
		admin.Post("users/93/impersonate", nil).Want(409)
		for _, missing := range []string{"users/94/impersonate", "users/999/impersonate", "users/x/impersonate"} {
			admin.Post(missing, nil).Want(404)
		}
		admin.Post("users/91/impersonate", map[string]any{"reason": strings.Repeat("é", 301)}).Refused("reason")
		admin.Post("users/91/impersonate", map[string]any{"reason": 7}).Refused("reason")
		admin.Post("users/91/impersonate", map[string]any{"user_id": 92}).Refused("user_id")
		admin.Post("users/91/impersonate", "{").Want(400)
		admin.Get("users/91/impersonate").Want(403) // a link followed by a browser
		admin.With("Sec-Fetch-Site", "cross-site").With("Sec-Fetch-Mode", "no-cors").Get("users/91/impersonate").Want(403)
		admin.With("Sec-Fetch-Site", "same-origin").With("Sec-Fetch-Mode", "cors").Get("users/91/impersonate").Want(200)
		admin.With("Origin", "https://elsewhere.example").With("Sec-Fetch-Site", "cross-site").
			Post("users/91/impersonate", nil).Want(403)
		if n := s.Count("SELECT count(*) FROM impersonation_tokens"); n != 1 {
			t.Errorf("got %d tokens, want 1", n)
		}
	})
}

func TestImpersonation_RedeemOnce(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		for range 5 {
			token := admin.Post("users/91/impersonate", nil).Want(200).String("token")
			start, statuses := make(chan struct{}), make([]int, 20)
			var all sync.WaitGroup
			for i := range statuses {
				all.Go(func() {
					<-start
					statuses[i] = s.App().Post("/api/v1/impersonation", map[string]any{"token": token}).Status
				})
			}
			close(start)
			all.Wait()
			succeeded := 0
			for _, status := range statuses {
				if status == http.StatusOK {
					succeeded++
				} else if status != http.StatusUnprocessableEntity {
					t.Errorf("got status %d", status)
				}
			}
			if succeeded != 1 {
				t.Fatalf("got %d of 20 requests that redeemed the token, want 1", succeeded)
			}
		}
		if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'impersonated'"); n != 5 {
			t.Errorf("got %d audit entries, want 5", n)
		}
	})
}

func TestImpersonation_InvalidToken(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		newToken := func() string { return admin.Post("users/91/impersonate", nil).Want(200).String("token") }
		redeem := func(token string) *kittest.Response {
			return s.App().Post("/api/v1/impersonation", map[string]any{"token": token})
		}
		token := newToken()
		for name, wrong := range map[string]string{
			"empty": "", "a word": "x",
			"without its signature": strings.Split(token, ".")[0], "another signature": token + "x", "a dot": ".",
			"long": strings.Repeat("x", 100_000),
		} {
			t.Run(name, func(*testing.T) { redeem(wrong).Refused("token") })
		}
		for name, client := range map[string]*kittest.Client{
			"no key":             s.Anyone(),
			"another key":        s.Anyone().With("Authorization", "Bearer other"),
			"an empty key":       s.Anyone().With("Authorization", "Bearer "),
			"another scheme":     s.Anyone().With("Authorization", "Basic "+kittest.AppKey),
			"an admin's session": admin,
		} {
			t.Run(name, func(*testing.T) { client.Post("/api/v1/impersonation", map[string]any{"token": token}).Want(401) })
		}
		s.App().Post("/api/v1/impersonation", map[string]any{"token": token, "user_id": 92}).Refused("user_id")
		s.App().Get("/api/v1/impersonation").Want(405)
		redeem(token).Want(200) // failed attempts did not use it up

		adminID := strconv.FormatInt(admin.UserID, 10)
		for name, change := range map[string]string{
			"the token has expired":        "UPDATE impersonation_tokens SET expires_at = created_at WHERE redeemed_at IS NULL",
			"the user is deactivated":      "UPDATE users SET deactivated_at = created_at WHERE id = 91",
			"the user has become staff":    "UPDATE users SET internal = TRUE WHERE id = 91",
			"the user is in the trash":     "UPDATE users SET deleted_at = created_at WHERE id = 91",
			"the admin is deactivated":     "UPDATE users SET deactivated_at = created_at WHERE id = " + adminID,
			"the admin is no longer admin": "UPDATE users SET staff_role = 'editor' WHERE id = " + adminID,
		} {
			t.Run(name, func(*testing.T) {
				token := newToken()
				s.Exec(change)
				redeem(token).Refused("token")
				s.Exec("UPDATE users SET deactivated_at = NULL, deleted_at = NULL WHERE id IN (91, " + adminID + ")")
				s.Exec("UPDATE users SET internal = FALSE WHERE id = 91")
				s.Exec("UPDATE users SET staff_role = 'admin' WHERE id = " + adminID)
			})
		}
	})
}

func TestImpersonation_NoAppKey(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		s.Gate.AppKey = ""
		token := s.Admin().Post("users/91/impersonate", nil).Want(200).String("token")
		for _, header := range []string{"Bearer ", "Bearer", "Bearer x"} {
			s.Anyone().With("Authorization", header).Post("/api/v1/impersonation", map[string]any{"token": token}).Want(401)
		}
	})
}

func TestImpersonation_Reauthentication(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		old := admin.Unconfirmed().With("X-Requested-With", "fetch")
		old.Post("users/91/impersonate", nil).NotConfirmed()
		old.Get("users/91/impersonate").NotConfirmed()
		old.Get("users/999/impersonate").Want(404)
		if n := s.Count("SELECT count(*) FROM impersonation_tokens"); n != 0 {
			t.Errorf("got %d tokens, want none", n)
		}
		admin.With("X-Requested-With", "fetch").Get("users/91/impersonate").Want(200)
	})
}

func TestImpersonation_PasswordChange(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, other := s.Admin(), s.Admin()
		setPassword := func(id int64) {
			t.Helper()
			err := s.Kit.Store.Do(t.Context(), func(tx *write.Tx) error {
				_, err := people.SetHash(t.Context(), tx, id, "new")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		ofUser := admin.Post("users/91/impersonate", nil).Want(200).String("token")
		byAdmin := admin.Post("users/92/impersonate", nil).Want(200).String("token")
		byOther := other.Post("users/92/impersonate", nil).Want(200).String("token")
		setPassword(91)
		s.App().Post("/api/v1/impersonation", map[string]any{"token": ofUser}).Refused("token")
		setPassword(admin.UserID)
		s.App().Post("/api/v1/impersonation", map[string]any{"token": byAdmin}).Refused("token")
		s.App().Post("/api/v1/impersonation", map[string]any{"token": byOther}).Want(200)
	})
}
