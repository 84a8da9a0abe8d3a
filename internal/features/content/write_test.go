package content_test

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// The response of a change is partly made of what was read before it, and of what was written.
func TestContent_ResponseOfChange(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		picture := map[string]any{"id": s.Picture()}
		created := admin.Post("content", article(map[string]any{
			"publisher_ids": []int{3, 2}, "tag_ids": []int{3}, "destination_ids": []int{20, 2}, "collection_ids": []int{2},
		})).Want(201)
		path := fmt.Sprintf("content/%d", created.Int("item.id"))
		same := func(change *kittest.Response) {
			t.Helper()
			if got, want := change.Value("item"), admin.Get(path).Want(200).Value("item"); !reflect.DeepEqual(got, want) {
				t.Errorf("got the response\n%v, want what is read:\n%v", got, want)
			}
		}
		same(created)
		for _, change := range []map[string]any{
			{"title": "Another title"},
			{"featured_image": picture},
			{"title": "A title with a picture"},
			{"tag_ids": []int{2}, "collection_ids": []int{}},
			{"type_id": 2, "partner_id": 3},
			{"published_at": nil},
			{"title": "A title with a picture"},
		} {
			same(admin.Put(path, change).Want(200))
		}
	})
}

// Each update reads the item before its transaction, in which others may have changed it.
func TestContent_ConcurrentUpdates(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		id := create(admin, nil)
		path := fmt.Sprintf("content/%d", id)
		const updates = 24
		var running sync.WaitGroup
		for i := range updates {
			running.Go(func() { admin.Put(path, map[string]any{"title": fmt.Sprintf("Title %d", i)}).Want(200) })
		}
		running.Wait()
		if version := admin.Get(path).Want(200).Int("item.version"); version != updates+1 {
			t.Errorf("got version %d, want %d", version, updates+1)
		}
		titles, err := db.All[struct {
			Before string `db:"before"`
			After  string `db:"after"`
		}](t.Context(), d.Read(), titleChanges(d), id)
		if err != nil || len(titles) != updates {
			t.Fatalf("got %d changes of the title (%v), want %d", len(titles), err, updates)
		}
		for i, title := range titles[1:] {
			if title.Before != titles[i].After {
				t.Errorf("change %d is from %q, want %q", i+2, title.Before, titles[i].After)
			}
		}
	})
}

func titleChanges(d *db.DB) string {
	value := "changes -> 'title' ->> "
	if d.Engine == db.Postgres {
		value = "changes::jsonb -> 'title' ->> "
	}
	return "SELECT " + value + "'before' AS before, " + value + `'after' AS after FROM audit_log
		WHERE kind = 'content' AND record_id = ? AND action = 'updated' ORDER BY id`
}
