package partnerapi_test

import (
	"fmt"
	"strings"
	"testing"
)

// merged makes an id one of a record that was merged into another.
func (f *fixture) merged(table string, from, into int64) {
	f.t.Helper()
	f.Exec("INSERT INTO merged_records (kind, old_id, new_id) VALUES (?, ?, ?)", table, from, into)
}

func TestMergedIDs(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		const unknown = 9999
		filters := map[string]int64{"destination_id": 2, "publisher_id": 6, "tag_id": 5}
		for name := range filters {
			f.assertFinds("before the merge", f.harbour, fmt.Sprintf("content?%s=%d&sort=title", name, unknown), "title")
		}
		f.merged("destinations", unknown, 2)
		f.merged("publishers", unknown, 6)
		f.merged("tags", unknown, 5)
		for name, into := range filters {
			path := fmt.Sprintf("content?per_page=50&%s=", name)
			want := f.harbour.Get("/api/v1/search/" + path + fmt.Sprint(into)).Want(200).Column("title")
			if len(want) == 0 {
				t.Fatalf("%s finds nothing", path)
			}
			f.assertFinds("after the merge", f.harbour, path+fmt.Sprint(unknown), "title", want...)
		}
		f.assertFinds("other filters stay", f.harbour, fmt.Sprintf("content?publisher_id=%d&type_id=2", unknown), "title")
		f.merged("content", unknown, f.ids["Beaches"])
		merged := f.harbour.Get(fmt.Sprint("/api/v1/content/", unknown)).Want(200)
		if got := merged.String("item.title"); got != "Beaches" || merged.Int("merged_into") != f.ids["Beaches"] {
			t.Errorf("got %s, want the item that it was merged into", merged.Text)
		}
		found := f.harbour.Get(fmt.Sprint("/api/v1/content/", f.ids["Beaches"])).Want(200)
		if strings.Contains(found.Text, "merged_into") {
			t.Errorf("got %s without a merge", found.Text)
		}
		f.meridian.Get(fmt.Sprint("/api/v1/content/", unknown)).Want(404)
		f.CloseLog()
		const sent = "SELECT count(*) FROM search_history WHERE CAST(filters AS TEXT) LIKE '%9999%'"
		if got := f.Count(sent); got != 7 {
			t.Errorf("searches with the id that was sent: got %d, want 7", got)
		}
	})
}
