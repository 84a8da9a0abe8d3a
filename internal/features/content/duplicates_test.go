package content_test

import (
	"fmt"
	"strings"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// groups describes the groups of a response: "url: A, B; spelling: C, D".
func groups(found *kittest.Response) string {
	texts := []string{}
	list, _ := found.Value("groups").([]any)
	for i := range list {
		names := []string{}
		records, _ := found.Value(fmt.Sprintf("groups.%d.records", i)).([]any)
		for j := range records {
			names = append(names, found.String(fmt.Sprintf("groups.%d.records.%d.name", i, j)))
		}
		texts = append(texts, found.String(fmt.Sprintf("groups.%d.reason", i))+": "+strings.Join(names, ", "))
	}
	return strings.Join(texts, "; ")
}

func TestContent_Duplicates(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		for i, item := range [][2]string{
			{"Walks in Lisbon", "https://a.example/1"},
			{"Another title", "http://www.a.example/1/"},
			{"Beaches", "https://a.example/2"},
			{"BEACHES", "https://a.example/3"},
			{"Walks in Lisboa", "https://a.example/4"},
			{"Something else", "https://a.example/5"},
			{"Something elses", "https://a.example/6"},
		} {
			body := map[string]any{"title": item[0], "content_url": item[1], "type_id": 2}
			if got := admin.Post("content", body); got.Status != 201 {
				t.Fatalf("item %d: %s", i, got.Text)
			}
		}
		admin.Delete(fmt.Sprint("content/", s.Count("SELECT id FROM content WHERE title = 'Something elses'"))).Want(204)
		for query, want := range map[string]string{
			"":                      "url: Walks in Lisbon, Another title; name: Beaches, BEACHES",
			"?begins_with=B%C3%89A": "name: Beaches, BEACHES",
			"?begins_with=zz":       "",
		} {
			found := admin.Get("content/duplicates" + query).Want(200)
			if got := groups(found); got != want || found.Value("is_complete") != true {
				t.Errorf("%q: got %s", query, found.Text)
			}
		}
		s.Exec("DELETE FROM content WHERE title = 'Another title'")
		want := "name: Beaches, BEACHES; spelling: Walks in Lisbon, Walks in Lisboa"
		if got := groups(admin.Get("content/duplicates").Want(200)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		s.Exec(`WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
			INSERT INTO content (title, title_key, type_id, partner_id, created_at, updated_at)
			SELECT 'Many', 'many ' || n, 2, 1, ?, ? FROM numbers`, clock.Now(), clock.Now())
		found := admin.Get("content/duplicates").Want(200)
		if got := groups(found); got != "name: Beaches, BEACHES" || found.Value("is_complete") != false {
			t.Errorf("with many items: got %s", found.Text)
		}
		if got := groups(admin.Get("content/duplicates?begins_with=walks").Want(200)); !strings.HasPrefix(got, "spelling") {
			t.Errorf("with many items and a prefix: got %s", got)
		}
	})
}

func TestContent_Merge(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, ids := s.Admin(), []int64{}
		for i, links := range []map[string]any{
			{"publisher_ids": []int{2}, "destination_ids": []int{3}},
			{"publisher_ids": []int{2, 3}, "destination_ids": []int{20}, "tag_ids": []int{2}, "library_ids": []int{2}},
		} {
			links["title"], links["type_id"] = fmt.Sprint("Item ", i), 2
			links["content_url"] = fmt.Sprint("https://a.example/", i)
			ids = append(ids, admin.Post("content", links).Want(201).Int("item.id"))
			s.Exec("INSERT INTO content_links (content_id, url, host, due_at) VALUES (?, ?, 'a.example', ?)", ids[i],
				links["content_url"], clock.Now())
		}
		kept, merged := ids[0], ids[1]
		for _, collection := range []int64{2, 3} {
			s.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) VALUES (?, ?, ?)", collection, merged,
				clock.Now())
		}
		s.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) VALUES (2, ?, ?)", kept, clock.Now())
		path := fmt.Sprintf("content/%d/merge", kept)
		s.Editor().Post(path, map[string]any{"ids": []int64{merged}}).Want(403)
		admin.Post(path, map[string]any{"ids": []int64{merged}}).Want(200)
		for query, want := range map[string]int64{
			"SELECT count(*) FROM collection_content WHERE content_id = ?":                         2,
			"SELECT count(*) FROM content_publishers WHERE content_id = ?":                         2,
			"SELECT count(*) FROM content_destinations WHERE content_id = ?":                       2,
			"SELECT count(*) FROM content_libraries WHERE library_id = 2 AND content_id = ?":       1,
			"SELECT count(*) FROM content_links WHERE url LIKE '%/0' AND content_id = ?":           1,
			"SELECT count(*) FROM content WHERE deleted_at IS NULL AND version > 1 AND id = ?":     1,
			"SELECT count(*) FROM merged_records WHERE kind = 'content' AND new_id = ?":            1,
			"SELECT count(*) FROM collections WHERE id IN (2, 3) AND contents_count = 1 AND ? > 0": 2,
		} {
			if got := s.Count(query, kept); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
		if got := admin.Get(fmt.Sprint("content/", merged)).Want(404).Int("merged_into"); got != kept {
			t.Errorf("merged into %d, want %d", got, kept)
		}
		// The item in the trash keeps its own links, so that it can be restored.
		if got := s.Count("SELECT count(*) FROM content_publishers WHERE content_id = ?", merged); got != 2 {
			t.Errorf("publishers of the merged item: got %d, want 2", got)
		}
	})
}
