package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/auth"
)

// importStatus is the part of an import that the test below reads.
type importStatus struct {
	Item struct {
		ID         int64           `json:"id"`
		State      string          `json:"state"`
		Problem    string          `json:"problem"`
		Created    int64           `json:"created"`
		Changed    int64           `json:"changed"`
		Unchanged  int64           `json:"unchanged"`
		Rejected   int64           `json:"rejected"`
		Rejections json.RawMessage `json:"rejections"`
	} `json:"item"`
}

// TestImports_ExportedLists imports the export of every list that can be imported. Nothing changes.
func TestImports_ExportedLists(t *testing.T) {
	t.Parallel()
	onEachDemo(t, func(t *testing.T, h *harness) {
		admin := h.session(auth.Admin)
		if err := h.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = h.Queue.Stop(context.Background()) })
		imported, unchanged := []string{}, int64(0)
		for _, path := range h.lists() {
			if response := h.do("GET", "/api/admin/imports/sample?path="+path, admin, ""); response.StatusCode != http.StatusOK {
				continue
			}
			imported = append(imported, path)
			status := h.checkImport(admin, path, h.exported(admin, path))
			unchanged += status.Item.Unchanged
			if item := status.Item; item.State != "checked" || item.Created+item.Changed+item.Rejected > 0 {
				t.Errorf("%s: got %s, %d created, %d changed, %d rejected: %s %.500s", path, item.State, item.Created,
					item.Changed, item.Rejected, item.Problem, item.Rejections)
			}
		}
		if unchanged < 500 {
			t.Errorf("only %d rows were compared", unchanged)
		}
		for _, path := range []string{"publishers", "content", "users", "partners", "collections", "partners/1/sites"} {
			if !slices.Contains(imported, path) {
				t.Errorf("%s can't be imported; only %v can", path, imported)
			}
		}
	})
}

// TestImports_UndoRights undoes an import of records that only admins may write.
func TestImports_UndoRights(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		admin, editor := h.session(auth.Admin), h.session(auth.Editor)
		if err := h.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = h.Queue.Stop(context.Background()) })
		for path, status := range map[string]int{"account-types": http.StatusForbidden, "publishers": http.StatusOK} {
			checked := h.checkImport(admin, path, []byte("Name\nFirst\nSecond\n"))
			at := fmt.Sprintf("/api/admin/imports/%d", checked.Item.ID)
			change := h.do("POST", at+"/start", admin, `{"rows":"all"}`).Header.Get("Waymark-Change")
			h.waitFor(func() bool {
				h.decode(h.do("GET", at, admin, ""), &checked)
				return checked.Item.State == "done"
			})
			undo := h.do("POST", "/api/admin/activity/"+change+"/undo", editor, "")
			if undo.StatusCode != status {
				text, _ := io.ReadAll(undo.Body)
				t.Errorf("%s: got %d, want %d: %s", path, undo.StatusCode, status, text)
			}
		}
	})
}

// lists returns the paths of all lists.
func (h *harness) lists() []string {
	paths := []string{}
	for _, route := range h.API.Paths() {
		path, ok := strings.CutPrefix(route, "GET /api/admin/")
		path = strings.NewReplacer("{partner_id}", "1", "{country_id}", "1", "{account_type_id}", "11", "{user_id}", "1",
			"{site_id}", "1").Replace(path)
		if _, known := h.API.ListAt(path); ok && known && !strings.Contains(path, "{") {
			paths = append(paths, path)
		}
	}
	return paths
}

// exported returns the file of an exported list.
func (h *harness) exported(session, path string) []byte {
	h.t.Helper()
	query := map[string]string{}
	if path == "content" {
		query["block_type"] = "content" // images are another kind of record
	}
	body, _ := json.Marshal(map[string]any{"path": path, "query": query})
	var answer struct {
		Item export `json:"item"`
	}
	h.decode(h.do("POST", "/api/admin/exports", session, string(body)), &answer)
	h.waitFor(func() bool {
		h.decode(h.do("GET", fmt.Sprintf("/api/admin/exports/%d", answer.Item.ID), session, ""), &answer)
		return answer.Item.State != "working"
	})
	file, err := io.ReadAll(h.do("GET", answer.Item.URL, session, "").Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return file
}

// checkImport uploads a file and checks it.
func (h *harness) checkImport(session, path string, file []byte) importStatus {
	h.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, _ := form.CreateFormFile("file", "export.csv")
	_, _ = part.Write(file)
	_ = form.Close()
	var status importStatus
	upload := h.send("POST", "/api/admin/imports?path="+path, session, form.FormDataContentType(), body.String())
	h.decode(upload, &status)
	at := fmt.Sprintf("/api/admin/imports/%d", status.Item.ID)
	h.decode(h.do("POST", at+"/check", session, ""), &status)
	h.waitFor(func() bool {
		h.decode(h.do("GET", at, session, ""), &status)
		return status.Item.State != "checking"
	})
	return status
}

func (h *harness) decode(response *http.Response, into any) {
	h.t.Helper()
	text, err := io.ReadAll(response.Body)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil || response.StatusCode >= http.StatusBadRequest {
		h.t.Fatalf("%s: got %d %s (%v)", response.Request.URL, response.StatusCode, text, err)
	}
}

// waitFor calls done until it returns true.
func (h *harness) waitFor(done func() bool) {
	h.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			h.t.Fatal("the job takes too long")
		}
	}
}
