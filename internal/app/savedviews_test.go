package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
)

// TestSavedViews_Default checks that the console gets default views with the user: in its page, and at sign-in.
func TestSavedViews_Default(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		admin, editor := h.session(auth.Admin), h.session(auth.Editor)
		body := `{"table":"content","name":"</script>","shared":true,"params":{"sort":"title"},"columns":["title"],"default":true}`
		if got := h.do("POST", "/api/admin/views", admin, body); got.StatusCode != http.StatusCreated {
			t.Fatalf("got %d", got.StatusCode)
		}
		for token, want := range map[string]string{admin: "title", editor: ""} {
			var me struct {
				Item struct {
					Views map[string]struct{ Params map[string]string } `json:"default_views"`
				}
			}
			if err := json.NewDecoder(h.do("GET", "/api/auth/me", token, "").Body).Decode(&me); err != nil {
				t.Fatal(err)
			}
			if got := me.Item.Views["content"].Params["sort"]; got != want {
				t.Errorf("the default view sorts by %q, want %q", got, want)
			}
			page, err := io.ReadAll(h.do("GET", "/content", token, "").Body)
			if err != nil {
				t.Fatal(err)
			}
			view := `"default_views":{"content":{"id":1,"name":"\u003c/script\u003e","params":{"sort":"title"},"columns":["title"]}}`
			if got := strings.Contains(string(page), view); got != (want != "") {
				t.Errorf("the page of the console has the view: %v", got)
			}
		}
	})
}
