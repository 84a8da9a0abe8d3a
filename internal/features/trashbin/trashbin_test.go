package trashbin_test

import (
	"fmt"
	"testing"

	"waymark/internal/features/staff"
	"waymark/internal/features/trashbin"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/trash"
)

func TestTheTrashGivesBackAndLetsGo(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
			bin := &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{staff.Trash}}
			staff.Mount(s.Kit)
			trashbin.Mount(s.Kit.API, bin)
			trashbin.Jobs(set, bin)
		})
		admin, editor, gone := s.Admin(), s.Editor(), s.Editor()
		path := fmt.Sprintf("staff/%d", gone.UserID)
		admin.Delete(path).Want(204)
		list := editor.Get("trash").Want(200)
		if list.Int("meta.total") != 1 || list.String("items.0.name") != "Test editor" || list.String("items.0.kind") != "user" || list.String("items.0.deleted_by_name") != "Test admin" || list.Value("items.0.purges_at") == nil {
			t.Errorf("got %s", list.Text)
		}
		entry := fmt.Sprintf("trash/%d", list.Int("items.0.id"))

		t.Run("editors restore but do not purge", func(t *testing.T) {
			editor.Delete(entry).Want(403)
			editor.Post(entry+"/restore", nil).Want(204)
			editor.Post(entry+"/restore", nil).Want(404)
			admin.Get(path).Want(200)
		})
		t.Run("a restore into a taken address is told under it", func(t *testing.T) {
			address := admin.Get(path).String("item.email")
			admin.Delete(path).Want(204)
			s.Exec("UPDATE users SET email = ? WHERE id = ?", address, editor.UserID)
			entry := fmt.Sprintf("trash/%d", s.Count("SELECT id FROM trash"))
			editor.Post(entry+"/restore", nil).Refused("email")
			admin.Delete(entry).Want(204)
			admin.Delete(entry).Want(404)
			if n := s.Count("SELECT count(*) FROM users WHERE id = ?", gone.UserID); n != 0 {
				t.Error("still there after a purge")
			}
		})
		t.Run("what is old goes by itself", func(t *testing.T) {
			another := s.Editor()
			admin.Delete(fmt.Sprintf("staff/%d", another.UserID)).Want(204)
			s.Exec("UPDATE trash SET deleted_at = ?", clock.Now().Add(-2*trash.Kept))
			s.Exec("UPDATE content SET created_by_id = NULL")
			if err := s.Kit.Store.DB.Write(t.Context(), func(tx *db.Tx) error { return s.Queue.Insert(t.Context(), tx, trashbin.Purge{}) }); err != nil {
				t.Fatal(err)
			}
			s.RunJobs()
			if n := s.Count("SELECT count(*) FROM users WHERE id = ?", another.UserID) + s.Count("SELECT count(*) FROM trash"); n != 0 {
				t.Error("it did not")
			}
			if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'purged' AND user_name = 'System'"); n != 1 {
				t.Error("the audit log does not tell")
			}
		})
	})
}
