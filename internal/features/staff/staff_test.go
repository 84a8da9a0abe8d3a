package staff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/features/signin"
	"waymark/internal/features/staff"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/trash"
	"waymark/internal/platform/people"
)

type fields = map[string]any

// each runs a test on each engine with a server that has one admin.
func each(t *testing.T, run func(t *testing.T, s *kittest.Server, admin *kittest.Client)) {
	t.Helper()
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
			staff.Mount(s.Kit)
			service := &signin.Service{
				API: s.Kit.API, Store: s.Kit.Store, Sessions: s.Sessions, Key: s.Kit.Key, Mail: s.Mail,
				Product: "Waymark",
			}
			service.Mount()
			service.Jobs(set)
		})
		run(t, s, s.Admin())
	})
}

func TestStaff_CRUD(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		created := admin.Post("staff", fields{
			"first_name": "Eva", "last_name": "Ek", "email": "EVA@example.com",
			"password": "correct horse", "password_confirmation": "correct horse",
		}).Want(201)
		if created.String("item.email") != "eva@example.com" || created.String("item.staff_role") != "editor" ||
			created.String("item.full_name") != "Eva Ek" || created.String("item.initials") != "EE" {
			t.Errorf("got %s", created.Text)
		}
		stored := s.Count(`
			SELECT count(*)
			FROM users
			WHERE email = 'eva@example.com' AND internal AND partner_id = 1 AND length(alt_id) = 10`)
		if strings.Contains(created.Text, "hash") || stored != 1 {
			t.Error("the member is not stored as staff, or the response contains the password hash")
		}
		path := fmt.Sprintf("staff/%d", created.Int("item.id"))
		s.Anyone().Post("/api/auth/login", fields{"email": "eva@example.com", "password": "correct horse"}).Want(200)

		t.Run("reports wrong input per field", func(t *testing.T) {
			admin.Post("staff", fields{"first_name": "Eva", "email": "eva@EXAMPLE.com"}).Refused("email")
			admin.Post("staff", fields{"email": "x"}).Refused("first_name", "email")
			admin.Post("staff", fields{
				"first_name": "A", "email": "a@example.com", "password": "short",
				"password_confirmation": "short",
			}).Refused("password")
			admin.Post("staff", fields{"first_name": "A", "email": "a@example.com", "staff_role": "owner"}).Refused("staff_role")
			admin.Put(path, fields{"internal": true}).Refused("internal")
			admin.Put(path, fields{"password_hash": "x"}).Refused("password_hash")
		})
		t.Run("finds members by name and e-mail", func(t *testing.T) {
			if got := admin.Get("staff?query=eva").Column("email"); !slices.Equal(got, []string{"eva@example.com"}) {
				t.Errorf("got %v", got)
			}
		})
		t.Run("a password set by an admin replaces the old one", func(t *testing.T) {
			admin.Put(path+"/password", fields{"password": "battery staple", "password_confirmation": "battery staple"}).
				Want(204)
			s.Anyone().Post("/api/auth/login", fields{"email": "eva@example.com", "password": "correct horse"}).Refused("email")
			s.Anyone().Post("/api/auth/login", fields{"email": "eva@example.com", "password": "battery staple"}).Want(200)
			admin.Put("staff/999/password", fields{"password": "battery staple", "password_confirmation": "battery staple"}).
				Want(404)
		})
		t.Run("sends a link to a member without a password", func(t *testing.T) {
			admin.Post("staff", fields{"first_name": "Ola", "email": "ola@example.com"}).Want(201)
			s.RunJobs()
			if len(s.Mail.Messages) != 1 || s.Mail.Messages[0].To.Address != "ola@example.com" {
				t.Errorf("got messages %v", s.Mail.Messages)
			}
		})
	})
}

func TestStaff_List(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		editor := s.Editor()
		deactivated := admin.Post("staff", fields{"first_name": "Gus", "last_name": "Gone", "email": "gus@example.com"}).
			Want(201).Int("item.id")
		admin.Put(fmt.Sprintf("staff/%d", deactivated), fields{"deactivated_at": "2030-01-01T00:00:00Z"}).Want(200)
		s.Exec("UPDATE users SET active_at = NULL")
		s.Exec("UPDATE users SET active_at = ? WHERE id = ?", clock.Now(), editor.UserID)
		a, e, g := fmt.Sprint(admin.UserID), fmt.Sprint(editor.UserID), fmt.Sprint(deactivated)
		for query, want := range map[string][]string{
			"status=all&sort=id":                      {a, e, g},
			"status=active&sort=id":                   {a, e},
			"status=deactivated":                      {g},
			"staff_role=editor&sort=id":               {e, g},
			"staff_role=admin&status=deactivated":     {},
			"sort=staff_role":                         {a, e, g},
			"sort=-active_at":                         {e, g, a},
			"status=deactivated&query=gus":            {g},
			"status=active&query=gus&sort=-active_at": {},
		} {
			if got := admin.Get("staff?" + query).Want(200).Column("id"); !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", query, got, want)
			}
		}
		admin.Get("staff?status=asleep").Refused("status")
		admin.Get("staff?staff_role=owner").Refused("staff_role")

		t.Run("the counts of tabs respect the other filters", func(t *testing.T) {
			list := admin.Get("staff?counts=1&status=active&staff_role=editor").Want(200)
			for status, want := range map[string]int64{"all": 2, "active": 1, "deactivated": 1} {
				if got := list.Int("meta.counts." + status + ".total"); got != want {
					t.Errorf("%s: got %d, want %d", status, got, want)
				}
			}
		})
	})
}

func TestStaff_Editors(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		editor := s.Editor()
		own := fmt.Sprintf("staff/%d", editor.UserID)
		for _, answer := range []*kittest.Response{
			editor.Get("staff"), editor.Get(own), editor.Post("staff", fields{}),
			editor.Put(own, fields{"staff_role": "admin"}), editor.Delete(own),
			editor.Put(own+"/password", fields{"password": "correct horse", "password_confirmation": "correct horse"}),
		} {
			answer.Want(403)
		}
		const query = "SELECT count(*) FROM users WHERE id = ? AND staff_role = 'editor' AND deleted_at IS NULL"
		if n := s.Count(query, editor.UserID); n != 1 {
			t.Error("a refused request changed the editor")
		}
	})
}

func TestStaff_LastAdmin(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		own := fmt.Sprintf("staff/%d", admin.UserID)
		admin.Put(own, fields{"staff_role": "editor"}).Want(409)
		admin.Put(own, fields{"deactivated_at": "2030-01-01T00:00:00Z"}).Want(409)
		admin.Delete(own).Want(409)
		second := s.Admin()
		t.Run("with parallel requests of two admins", func(t *testing.T) {
			statuses := make(chan int, 2)
			go func() { statuses <- admin.Put(own, fields{"staff_role": "editor"}).Status }()
			go func() {
				statuses <- second.Put(fmt.Sprintf("staff/%d", second.UserID), fields{"staff_role": "editor"}).Status
			}()
			<-statuses
			<-statuses
			if n := s.Count("SELECT count(*) FROM users WHERE staff_role = 'admin'"); n != 1 {
				t.Errorf("got %d admins, want 1", n)
			}
		})
	})
}

func TestStaff_DeactivateAndDelete(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		editor := s.Editor()
		path := fmt.Sprintf("staff/%d", editor.UserID)
		changed := admin.Put(path, fields{"deactivated_at": "1999-01-01T00:00:00Z"}).Want(200)
		if strings.HasPrefix(changed.String("item.deactivated_at"), "1999") {
			t.Error("the time of the request was stored")
		}
		editor.Get("/api/auth/me").Want(401)
		admin.Put(path, fields{"deactivated_at": nil}).Want(200)
		editor.Get("/api/auth/me").Want(401) // the old session stays invalid

		other := s.Admin()
		path = fmt.Sprintf("staff/%d", other.UserID)
		other.Get("/api/auth/me").Want(200)
		admin.Delete(path).Want(204)
		other.Get("/api/auth/me").Want(401)
		if got := admin.Get("staff").Column("id"); slices.Contains(got, fmt.Sprint(other.UserID)) {
			t.Error("the deleted member is still listed")
		}
		bin := &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{people.Trash}}
		if err := bin.Restore(t.Context(), s.Count("SELECT id FROM trash")); err != nil {
			t.Fatal(err)
		}
		admin.Get(path).Want(200)
		other.Get("/api/auth/me").Want(401) // the session from before the deletion stays invalid
	})
}

func TestStaff_Options(t *testing.T) {
	each(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		add := func(first, last string) int64 {
			return admin.Post("staff", fields{
				"first_name": first, "last_name": last, "email": first + "@example.com",
				"password": "correct horse", "password_confirmation": "correct horse",
			}).Want(201).Int("item.id")
		}
		eva, zoe, deleted := add("Eva", "Ek"), add("Zoe", "Bergström"), add("Gone", "Girl")
		admin.Delete(fmt.Sprintf("staff/%d", deleted)).Want(204)

		all := admin.Get("options/staff").Want(200)
		if got := all.Column("name"); !slices.Equal(got, []string{"Test admin", "Zoe Bergström", "Eva Ek"}) ||
			strings.Contains(all.Text, "@") {
			t.Errorf("got %s", all.Text)
		}
		for query, want := range map[string][]string{
			"query=bergstrom": {"Zoe Bergström"},
			fmt.Sprintf("ids=%d,%d,%d", eva, deleted, zoe): {"Zoe Bergström", "Eva Ek"},
			"per_page=1&page=2":                            {"Zoe Bergström"},
			"query=nobody":                                 {},
		} {
			if got := admin.Get("options/staff?" + query).Want(200).Column("name"); !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", query, got, want)
			}
		}
		admin.Get("options/staff?ids=x").Refused("ids")
		admin.Get("options/staff?per_page=101").Refused("per_page")
		s.Editor().Get("options/staff").Want(403)
	})
}
