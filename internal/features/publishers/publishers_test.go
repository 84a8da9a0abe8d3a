package publishers_test

import (
	"strconv"
	"testing"

	"waymark/internal/features/publishers"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestPublishersKeepWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	resourcetest.Try(t, publishers.Mount, resourcetest.Sample{
		Path: "publishers", Kind: "publisher", Name: "name",
		Create: map[string]any{"name": "Éditions du Phare"}, Update: map[string]any{"name": "Harbour Press"},
		Required: []string{"name"}, Unique: []string{"name"}, Longest: map[string]int{"name": 160},
	})
}

func TestContentIsAddedToAPublisherOnce(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(publishers.Mount))
		admin := s.Admin()
		now := clock.Now()
		s.Exec(`INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at, deleted_at) VALUES
			(11, 'A', 'a', 2, 1, ?, ?, NULL), (12, 'B', 'b', 2, 1, ?, ?, NULL), (13, 'C', 'c', 2, 1, ?, ?, ?)`, now, now, now, now, now, now, now)
		id := admin.Post("publishers", map[string]any{"name": "Harbour Press"}).Want(201).Int("item.id")
		path := "publishers/" + itoa(id)

		added := admin.Post(path+"/content", map[string]any{"content_ids": []int{11}}).Want(200)
		if added.Int("added") != 1 || added.Int("skipped") != 0 {
			t.Errorf("first time: %s", added.Text)
		}
		added = admin.Post(path+"/content", map[string]any{"content_ids": []int{11, 12}}).Want(200)
		if added.Int("added") != 1 || added.Int("skipped") != 1 {
			t.Errorf("second time: %s", added.Text)
		}
		t.Run("the count follows, also through the trash", func(t *testing.T) {
			count := func() int64 { return admin.Get(path).Want(200).Int("item.content_count") }
			if got := count(); got != 2 {
				t.Errorf("counts %d, want 2", got)
			}
			s.Exec("UPDATE content SET deleted_at = ? WHERE id = 11", now)
			if got := count(); got != 1 {
				t.Errorf("counts %d with one in the trash, want 1", got)
			}
			s.Exec("UPDATE content SET deleted_at = NULL WHERE id = 11")
			s.Exec("DELETE FROM content WHERE id = 12")
			if got := count(); got != 1 {
				t.Errorf("counts %d after one came back and one went, want 1", got)
			}
		})
		t.Run("what is not there is named, and nothing is added", func(t *testing.T) {
			admin.Post(path+"/content", map[string]any{"content_ids": []int{11, 999}}).Refused("content_ids.1")
			admin.Post(path+"/content", map[string]any{"content_ids": []int{13}}).Refused("content_ids.0")
			admin.Post(path+"/content", map[string]any{"content_ids": []int{}}).Refused("content_ids")
			admin.Post(path+"/content", map[string]any{"content_ids": "11"}).Refused("content_ids")
			admin.Post(path+"/content", map[string]any{}).Refused("content_ids")
			admin.Post("publishers/999/content", map[string]any{"content_ids": []int{11}}).Want(404)
		})
		t.Run("a deleted publisher leaves the content", func(t *testing.T) {
			admin.Delete(path).Want(204)
			if n := s.Count("SELECT count(*) FROM content WHERE id = 11 AND publishers_count = 0"); n != 1 {
				t.Error("the content is gone, or still counts the publisher")
			}
		})
	})
}

func itoa(id int64) string { return strconv.FormatInt(id, 10) }
