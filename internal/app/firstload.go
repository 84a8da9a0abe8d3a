package app

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"waymark/internal/features/signin"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
)

// firstLoad is what the browser needs for a screen that it opens first. The build of the web app writes the list, so
// that the page can name these files and requests before the app itself runs.
type firstLoad struct {
	Path    string   `json:"path"` // "/content/$id/edit"
	Admin   bool     `json:"admin"`
	Scripts []string `json:"scripts"`
	Styles  []string `json:"styles"`
	// Request is the URL of the list that the screen shows, with {page_size}, or empty.
	Request string `json:"request"`
}

type firstLoads []firstLoad

func readFirstLoads(data []byte) (firstLoads, error) {
	var list firstLoads
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("first loads: %w", err)
	}
	return list, nil
}

// find returns the entry of the screen at a path, or nil. Words win over ids: /content/new is not /content/$id.
func (l firstLoads) find(address string) *firstLoad {
	var found *firstLoad
	for i := range l {
		if l[i].Path == address {
			return &l[i]
		}
		if matchesPath(l[i].Path, address) {
			found = &l[i]
		}
	}
	return found
}

// matchesPath reports whether a path matches a pattern such as /partners/$id/sites.
func matchesPath(pattern, address string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(address, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		isID := strings.HasPrefix(want[i], "$")
		if isID && got[i] == "" || !isID && want[i] != got[i] {
			return false
		}
	}
	return true
}

// links returns the elements that load the files of the screen while the app itself is still loading.
func (f *firstLoad) links() string {
	var elements strings.Builder
	for _, file := range f.Styles {
		fmt.Fprintf(&elements, `<link rel="stylesheet" crossorigin href="/%s">`, html.EscapeString(file))
	}
	for _, file := range f.Scripts {
		fmt.Fprintf(&elements, `<link rel="modulepreload" crossorigin href="/%s">`, html.EscapeString(file))
	}
	return elements.String()
}

// requestFor returns the URL of the list that the app is going to request, or empty if that can't be known here: the
// parameters in the address and saved views are the app's own business.
func (f *firstLoad) requestFor(r *http.Request, me *signin.Me) string {
	if r.URL.RawQuery != "" || len(me.DefaultViews) > 0 || f.Admin && me.StaffRole != auth.Admin {
		return ""
	}
	return strings.ReplaceAll(f.Request, "{page_size}", strconv.Itoa(me.Settings.PageSize))
}

const maxIcons = 100

var svgComment = regexp.MustCompile(`(?s)<!--.*?-->`)

// usedIcons returns the pictures of the icons of media types and depths by name, so that lists need no request for
// each.
func usedIcons(ctx context.Context, c db.Conn, files fs.FS) (map[string]string, error) {
	names, err := db.All[string](ctx, c, `SELECT icon FROM content_types WHERE icon <> ''
UNION SELECT icon FROM content_depths WHERE icon <> '' ORDER BY icon LIMIT ?`, maxIcons)
	if err != nil {
		return nil, fmt.Errorf("list icons: %w", err)
	}
	icons := map[string]string{}
	for _, name := range names {
		picture, err := fs.ReadFile(files, "icons/"+name+".svg")
		if err != nil {
			continue // The browser requests the picture, and reports that there is none.
		}
		icons[name] = svgComment.ReplaceAllString(string(picture), "")
	}
	return icons, nil
}
