package trash_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/staff"
	trashfeature "waymark/internal/features/trash"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/trash"
	"waymark/internal/platform/people"
)

func TestTrash_RestoreAndPurge(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
			bin := &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{people.Trash}}
			staff.Mount(s.Kit)
			trashfeature.Mount(s.Kit.API, bin)
			trashfeature.Jobs(set, bin)
		})
		admin, editor, deleted := s.Admin(), s.Editor(), s.Editor()
		path := fmt.Sprintf("staff/%d", deleted.UserID)
		admin.Delete(path).Want(204)
		list := editor.Get("trash").Want(200)
		if list.Int("meta.total") != 1 || list.String("items.0.name") != "Test editor" ||
			list.String("items.0.kind") != "user" || list.String("items.0.deleted_by_name") != "Test admin" ||
			list.Value("items.0.purges_at") == nil {
			t.Errorf("got %s", list.Text)
		}
		entry := fmt.Sprintf("trash/%d", list.Int("items.0.id"))

		t.Run("editors can restore records other than staff, but not purge", func(t *testing.T) {
			editor.Delete(entry).Want(403)
			editor.Post(entry+"/restore", nil).Want(403)
			s.Exec("UPDATE users SET internal = FALSE WHERE id = ?", deleted.UserID)
			editor.Post(entry+"/restore", nil).Want(204)
			s.Exec("UPDATE users SET internal = TRUE WHERE id = ?", deleted.UserID)
			editor.Post(entry+"/restore", nil).Want(404)
			admin.Get(path).Want(200)
		})
		t.Run("refuses to restore an e-mail that is in use", func(t *testing.T) {
			address := admin.Get(path).String("item.email")
			admin.Delete(path).Want(204)
			s.Exec("UPDATE users SET email = ? WHERE id = ?", address, editor.UserID)
			entry := fmt.Sprintf("trash/%d", s.Count("SELECT id FROM trash"))
			admin.Post(entry+"/restore", nil).Refused("email")
			admin.Delete(entry).Want(204)
			admin.Delete(entry).Want(404)
			if n := s.Count("SELECT count(*) FROM users WHERE id = ?", deleted.UserID); n != 0 {
				t.Error("the user still exists after the purge")
			}
		})
		t.Run("the job purges old entries", func(t *testing.T) {
			another := s.Editor()
			admin.Delete(fmt.Sprintf("staff/%d", another.UserID)).Want(204)
			s.Exec("UPDATE trash SET deleted_at = ?", clock.Now().Add(-2*trash.Retention))
			s.Exec("UPDATE content SET created_by_id = NULL")
			err := s.Kit.Store.DB.Write(t.Context(), func(tx *db.Tx) error {
				return s.Queue.Insert(t.Context(), tx, trashfeature.Purge{})
			})
			if err != nil {
				t.Fatal(err)
			}
			s.RunJobs()
			users := s.Count("SELECT count(*) FROM users WHERE id = ?", another.UserID)
			entries := s.Count("SELECT count(*) FROM trash")
			if users+entries != 0 {
				t.Errorf("got %d users and %d trash entries, want none", users, entries)
			}
			if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'purged' AND user_name = 'System'"); n != 1 {
				t.Errorf("got %d audit entries, want 1", n)
			}
		})
	})
}

func TestTrash_List(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
			kinds := []trash.Kind{people.Trash, {Name: "partner", Table: "partners"}}
			trashfeature.Mount(s.Kit.API, &trash.Bin{Store: s.Kit.Store, Kinds: kinds})
		})
		editor := s.Editor()
		for i, name := range []string{"Zoë Bergström", "Noor Haddad", "Bergen & Sons", "Berg 100%"} {
			s.Exec("INSERT INTO trash (kind, record_id, name, deleted_at) VALUES (?, ?, ?, ?)",
				[]string{"user", "user", "partner", "partner"}[i], i+1, name, clock.Now().Add(-time.Duration(i)*time.Hour))
		}
		for query, want := range map[string][]string{
			"":                             {"Zoë Bergström", "Noor Haddad", "Bergen & Sons", "Berg 100%"},
			"kind=partner":                 {"Bergen & Sons", "Berg 100%"},
			"kind=partner&record_id=3":     {"Bergen & Sons"},
			"kind=user&record_id=3":        {},
			"query=zoe":                    {"Zoë Bergström"},
			"query=berg":                   {"Zoë Bergström", "Bergen & Sons", "Berg 100%"},
			"query=STROM+zo":               {"Zoë Bergström"},
			"query=100%25":                 {"Berg 100%"},
			"query=berg&kind=partner":      {"Bergen & Sons", "Berg 100%"},
			"query=berg&per_page=2&page=2": {"Berg 100%"},
			"query=berg&page=9":            {},
			"query=nothing":                {},
		} {
			list := editor.Get("trash?" + query).Want(200)
			if got := list.Column("name"); !slices.Equal(got, want) {
				t.Errorf("%q: got %v, want %v", query, got, want)
			}
		}
		if got := editor.Get("trash?query=berg&per_page=2").Int("meta.total"); got != 3 {
			t.Errorf("got a total of %d, want 3", got)
		}
		editor.Get("trash?kind=planet").Refused("kind")
		editor.Get("trash?record_id=three").Refused("record_id")
		editor.Get("trash?query=" + strings.Repeat("x", 201)).Refused("query")
	})
}
