package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
)

// mergeState is what a merge of destinations changes, and what follows from it.
func (w *linkWalker) mergeState(ids ...int64) string {
	w.t.Helper()
	state := []string{}
	for _, id := range ids {
		state = append(state, fmt.Sprintf("%d: content %d, with places below %d, children %d, facades %d", id,
			w.total(fmt.Sprintf("/content?destination_exact=%d", id)), w.total(fmt.Sprintf("/content?destination_id=%d", id)),
			w.total(fmt.Sprintf("/destinations?parent_id=%d", id)), w.total(fmt.Sprintf("/facades?destination_id=%d", id))))
	}
	return strings.Join(append(state, fmt.Sprint(w.total("/destinations?query=mergeville"))), "; ")
}

func TestMerge_Undo(t *testing.T) {
	t.Parallel()
	onEachDemo(t, func(t *testing.T, h *harness) {
		w := &linkWalker{h, h.session(auth.Admin)}
		for _, body := range []string{
			`{"name": "Mergeville"}`, `{"name": "Mergeton"}`, `{"name": "Mergebury"}`,
		} {
			w.post("/destinations", body)
		}
		kept := h.count("SELECT id FROM destinations WHERE name = 'Mergeville'")
		second, third := kept+1, kept+2
		w.post("/destinations", fmt.Sprintf(`{"name": "Old town", "parent_id": %d}`, second))
		child := third + 1
		for _, pair := range [][2]int64{{kept, 2}, {second, 3}, {third, 4}, {child, 5}} {
			w.exec(`INSERT INTO content_destinations (content_id, destination_id)
				SELECT id, ? FROM content WHERE id % ? = 0`, pair[0], pair[1])
		}
		before := w.mergeState(kept, second, third, child)
		both := h.count(`SELECT count(*) FROM content
			WHERE deleted_at IS NULL AND (id % 2 = 0 OR id % 3 = 0 OR id % 4 = 0)`)
		response := w.do("POST", fmt.Sprintf("/api/admin/destinations/%d/merge", kept), w.token,
			fmt.Sprintf(`{"ids": [%d, %d]}`, second, third))
		if response.StatusCode != http.StatusOK {
			t.Fatalf("merge: %d %s", response.StatusCode, read(t, response))
		}
		if got := w.total(fmt.Sprintf("/content?destination_exact=%d", kept)); got != both {
			t.Errorf("content of the remaining destination: got %d, want %d", got, both)
		}
		after := w.mergeState(kept, second, third, child)
		undo := func(response *http.Response) *http.Response {
			undone := w.do("POST", "/api/admin/activity/"+response.Header.Get("Waymark-Change")+"/undo", w.token, "{}")
			if undone.StatusCode != http.StatusOK {
				t.Fatalf("undo: %d %s", undone.StatusCode, read(t, undone))
			}
			return undone
		}
		undone := undo(response)
		if got := w.mergeState(kept, second, third, child); got != before {
			t.Errorf("after the undo: got %s, want %s", got, before)
		}
		if got := h.count("SELECT count(*) FROM merged_records"); got != 0 {
			t.Errorf("merged records after the undo: got %d, want 0", got)
		}
		undo(undone)
		if got := w.mergeState(kept, second, third, child); got != after {
			t.Errorf("after the undo of the undo: got %s, want %s", got, after)
		}
		if wrong := h.count("SELECT count(*) FROM merged_records WHERE new_id <> " + fmt.Sprint(kept)); wrong != 0 {
			t.Errorf("got %d merged records that lead elsewhere", wrong)
		}
	})
}
