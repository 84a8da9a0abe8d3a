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

// serve has Ana (91) of the house's partner, Tom (92) who is an advisor, Dee (93) who is deactivated, and Gus (94) in the trash.
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

func TestAnAdminSeesThePlatformAsAUserDoes(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		made := admin.Post("users/91/impersonate", map[string]any{"reason": " She can't find her folder "}).Want(200)
		token := made.String("token")
		if made.String("url") != "https://app.test.example/impersonate/"+token {
			t.Errorf("leads to %s", made.String("url"))
		}
		if n := s.Count("SELECT count(*) FROM impersonation_tokens WHERE token_hash LIKE ?", "%"+token[:10]+"%"); n != 0 {
			t.Error("the token itself is kept")
		}
		taken := s.App().Post("/api/v1/impersonation", map[string]any{"token": token}).Want(200)
		if taken.String("item.user.uid") != "UAna000000" || taken.String("item.user.full_name") != "Ana Lopes" ||
			taken.String("item.user.partner.name") != "House" || taken.Int("item.impersonated_by.id") != admin.UserID {
			t.Errorf("got %s", taken.Text)
		}
		s.App().Post("/api/v1/impersonation", map[string]any{"token": token}).Refused("token")
		advisor := admin.Post("users/92/impersonate", nil).Want(200).String("token")
		if got := s.App().Post("/api/v1/impersonation", map[string]any{"token": advisor}).
			Want(200); got.Value("item.user.partner") != nil {
			t.Errorf("an advisor: %s", got.Text)
		}
		for action, want := range map[string]int64{"asked to impersonate": 1, "impersonated": 1} {
			if n := s.Count(`
				SELECT count(*)
				FROM audit_log
				WHERE kind = 'user' AND record_id = 91 AND action = ? AND user_id = ? AND record_name = 'Ana Lopes'`,
				action, admin.UserID); n != want {
				t.Errorf("%s is told %d times", action, n)
			}
		}
		if n := s.Count(`
			SELECT count(*)
			FROM audit_log
			WHERE CAST(changes AS TEXT) LIKE '%She can''t find her folder%'`); n != 1 {
			t.Errorf("the reason is told %d times", n)
		}
		if n := s.Count("SELECT count(*) FROM audit_log WHERE CAST(changes AS TEXT) LIKE ?", "%"+token[:20]+"%"); n != 0 {
			t.Error("the audit log has the token")
		}
	})
}

func TestWhoMayNotImpersonate(t *testing.T) {
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
		admin.Get("users/91/impersonate").Want(403) // an address that a browser was made to follow
		admin.With("Sec-Fetch-Site", "cross-site").With("Sec-Fetch-Mode", "no-cors").Get("users/91/impersonate").Want(403)
		admin.With("Sec-Fetch-Site", "same-origin").With("Sec-Fetch-Mode", "cors").Get("users/91/impersonate").Want(200)
		admin.With("Origin", "https://elsewhere.example").With("Sec-Fetch-Site", "cross-site").Post("users/91/impersonate",
			nil).Want(403)
		if n := s.Count("SELECT count(*) FROM impersonation_tokens"); n != 1 {
			t.Errorf("%d tokens were made", n)
		}
	})
}

func TestATokenIsTakenOnceAlsoWhenManyTryAtTheSameMoment(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		for range 5 {
			token := admin.Post("users/91/impersonate", nil).Want(200).String("token")
			begin, statuses := make(chan struct{}), make([]int, 20)
			var all sync.WaitGroup
			for i := range statuses {
				all.Go(func() {
					<-begin
					statuses[i] = s.App().Post("/api/v1/impersonation", map[string]any{"token": token}).Status
				})
			}
			close(begin)
			all.Wait()
			won := 0
			for _, status := range statuses {
				if status == http.StatusOK {
					won++
				} else if status != http.StatusUnprocessableEntity {
					t.Errorf("somebody got %d", status)
				}
			}
			if won != 1 {
				t.Fatalf("%d of 20 have redeemed it", won)
			}
		}
		if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'impersonated'"); n != 5 {
			t.Errorf("told %d times", n)
		}
	})
}

func TestATokenThatIsNotGoodOpensNothing(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		ask := func() string { return admin.Post("users/91/impersonate", nil).Want(200).String("token") }
		redeem := func(token string) *kittest.Answer {
			return s.App().Post("/api/v1/impersonation", map[string]any{"token": token})
		}
		token := ask()
		for about, wrong := range map[string]string{
			"nothing": "", "a word": "x",
			"without its signature": strings.Split(token, ".")[0], "another signature": token + "x", "a dot": ".",
			"long": strings.Repeat("x", 100_000),
		} {
			t.Run(about, func(*testing.T) { redeem(wrong).Refused("token") })
		}
		for about, wrong := range map[string]*kittest.Client{
			"no key": s.Anyone(), "another key": s.Anyone().With("Authorization", "Bearer other"), "an empty key": s.Anyone().
					With("Authorization", "Bearer "),
			"the key otherwise": s.Anyone().With("Authorization", "Basic "+kittest.AppKey), "an admin's session": admin,
		} {
			t.Run(about, func(*testing.T) { wrong.Post("/api/v1/impersonation", map[string]any{"token": token}).Want(401) })
		}
		s.App().Post("/api/v1/impersonation", map[string]any{"token": token, "user_id": 92}).Refused("user_id")
		s.App().Get("/api/v1/impersonation").Want(405)
		redeem(token).Want(200) // all that did not use it up

		for about, after := range map[string]string{
			"its minute is over":        "UPDATE impersonation_tokens SET expires_at = created_at WHERE redeemed_at IS NULL",
			"the user is deactivated":   "UPDATE users SET deactivated_at = created_at WHERE id = 91",
			"the user has become staff": "UPDATE users SET internal = TRUE WHERE id = 91",
			"the user is in the trash":  "UPDATE users SET deleted_at = created_at WHERE id = 91",
			"the admin has left": "UPDATE users SET deactivated_at = created_at WHERE id = " +
				strconv.FormatInt(admin.UserID, 10),
			"the admin is one no more": "UPDATE users SET staff_role = 'editor' WHERE id = " + strconv.FormatInt(admin.UserID,
				10),
		} {
			t.Run(about, func(*testing.T) {
				token := ask()
				s.Exec(after)
				redeem(token).Refused("token")
				s.Exec("UPDATE users SET deactivated_at = NULL, deleted_at = NULL WHERE id IN (91, " +
					strconv.FormatInt(admin.UserID, 10) + ")")
				s.Exec("UPDATE users SET internal = FALSE WHERE id = 91")
				s.Exec("UPDATE users SET staff_role = 'admin' WHERE id = " + strconv.FormatInt(admin.UserID, 10))
			})
		}
	})
}

func TestWithoutAnAppKeyNobodyRedeems(t *testing.T) {
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
			t.Errorf("%d tokens", n)
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
