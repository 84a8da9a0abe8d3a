package app_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
)

// firstPage is what a page tells the browser to load before the app runs.
type firstPage struct {
	Icons        map[string]string `json:"icons"`
	FirstRequest string            `json:"first_request"`
	links        int
}

func (h *harness) firstPage(t *testing.T, path, token string) firstPage {
	t.Helper()
	text := read(t, h.do("GET", path, token, ""))
	start := regexp.MustCompile(`(?s)id="start"[^>]*>(.*?)</script>`).FindStringSubmatch(text)
	if start == nil {
		t.Fatalf("%s: the page has no data", path)
	}
	var page firstPage
	if err := json.Unmarshal([]byte(start[1]), &page); err != nil {
		t.Fatal(err)
	}
	page.links = strings.Count(text, `rel="modulepreload"`)
	return page
}

func TestPages_FirstLoad(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		admin, editor := h.session(auth.Admin), h.session(auth.Editor)
		signedOut := h.firstPage(t, "/publishers", "")
		if signedOut.FirstRequest != "" || len(signedOut.Icons) > 0 {
			t.Errorf("signed out: got %+v", signedOut)
		}
		if signedOut.links == 0 {
			t.Skip("the web app has not been built")
		}
		const publishers = "/api/admin/publishers?page=1&per_page=25&sort=name"
		for _, c := range []struct{ path, token, want string }{
			{"/publishers", admin, publishers},
			{"/publishers", editor, publishers},
			{"/publishers?query=press", admin, ""},
			{"/content/5/edit", admin, ""},
			{"/staff", editor, ""},
			{"/partners/2/nothing", admin, ""},
		} {
			if got := h.firstPage(t, c.path, c.token).FirstRequest; got != c.want {
				t.Errorf("%s: got %q, want %q", c.path, got, c.want)
			}
		}
		if h.firstPage(t, "/staff", admin).FirstRequest == "" {
			t.Error("the list of an admin's screen is not requested")
		}
		for path, want := range map[string]bool{"/content": true, "/content/5/edit": true, "/partners/2/nothing": false} {
			if got := h.firstPage(t, path, admin).links > signedOut.links; got != want {
				t.Errorf("%s names the files of its screen: got %v, want %v", path, got, want)
			}
		}
		picture := h.firstPage(t, "/content", admin).Icons["newspaper"]
		if !strings.HasPrefix(picture, "<svg") || strings.Contains(picture, "<!--") {
			t.Errorf("the icon is %q", picture)
		}
	})
}
