package resourcetest

import (
	"fmt"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
)

// RunAdd tests the endpoint that adds content to a record that counts it: POST publishers/{id}/content.
func RunAdd(t *testing.T, mount func(resource.Kit), records string, create map[string]any) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(mount))
		admin, now := s.Admin(), clock.Now()
		s.Exec(`INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at, deleted_at) VALUES
			(11, 'A', 'a', 2, 1, ?, ?, NULL), (12, 'B', 'b', 2, 1, ?, ?, NULL), (13, 'C', 'c', 2, 1, ?, ?, ?)`, now, now, now,
			now, now, now, now)
		one := fmt.Sprintf("%s/%d", records, admin.Post(records, create).Want(201).Int("item.id"))
		path := one + "/content"
		count := func() int64 { return admin.Get(one).Want(200).Int("item.content_count") }

		added := admin.Post(path, map[string]any{"content_ids": []int{11}}).Want(200)
		if added.Int("added") != 1 || added.Int("skipped") != 0 {
			t.Errorf("first time: %s", added.Text)
		}
		added = admin.Post(path, map[string]any{"content_ids": []int{11, 12}}).Want(200)
		if added.Int("added") != 1 || added.Int("skipped") != 1 {
			t.Errorf("second time: %s", added.Text)
		}
		t.Run("refuses records that do not exist and adds nothing", func(t *testing.T) {
			admin.Post(path, map[string]any{"content_ids": []int{11, 999}}).Refused("content_ids.1")
			admin.Post(path, map[string]any{"content_ids": []int{13}}).Refused("content_ids.0")
			admin.Post(path, map[string]any{"content_ids": []int{}}).Refused("content_ids")
			admin.Post(path, map[string]any{"content_ids": "11"}).Refused("content_ids")
			admin.Post(path, map[string]any{}).Refused("content_ids")
			admin.Post(records+"/999/content", map[string]any{"content_ids": []int{11}}).Want(404)
			s.Anyone().Post(path, map[string]any{"content_ids": []int{11}}).Want(401)
			if got := count(); got != 2 {
				t.Errorf("counts %d, want 2", got)
			}
		})
		t.Run("counts live content only", func(t *testing.T) {
			if first := admin.Get(records + "?sort=-content_count").Want(200).Int("items.0.content_count"); first != 2 {
				t.Errorf("the first by count has %d", first)
			}
			s.Exec("UPDATE content SET deleted_at = ? WHERE id = 11", now)
			if got := count(); got != 1 {
				t.Errorf("counts %d with one in the trash, want 1", got)
			}
			s.Exec("UPDATE content SET deleted_at = NULL WHERE id = 11")
			s.Exec("DELETE FROM content WHERE id = 12")
			if got := count(); got != 1 {
				t.Errorf("counts %d after one was restored and one deleted, want 1", got)
			}
		})
		t.Run("keeps the content of a deleted record", func(t *testing.T) {
			admin.Delete(one).Want(204)
			if n := s.Count("SELECT count(*) FROM content WHERE id = 11 AND deleted_at IS NULL AND " + records +
				"_count = 0"); n != 1 {
				t.Error("the content is gone, or still counts the record")
			}
		})
	})
}
