package app_test

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
)

type export struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	State   string `json:"state"`
	Problem string `json:"problem"`
	Done    int64  `json:"done"`
	URL     string `json:"url"`
}

// Every list of the console can be exported, and no export contains credentials.
func TestExports_Lists(t *testing.T) {
	t.Parallel()
	secrets := regexp.MustCompile(`(?i)secret|password|token|api key`)
	onEach(t, func(t *testing.T, h *harness) {
		admin := h.session(auth.Admin)
		if err := h.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = h.Queue.Stop(context.Background()) })
		h.do("POST", "/api/admin/collaborators", admin, `{"name":"Harbour Books"}`)
		count := 0
		for _, route := range h.API.Paths() {
			path, ok := strings.CutPrefix(route, "GET /api/admin/")
			if !ok {
				continue
			}
			path = strings.NewReplacer("{partner_id}", "1", "{country_id}", "1", "{account_type_id}", "11").Replace(path)
			if _, ok := h.API.ListAt(path); !ok || strings.Contains(path, "{") {
				continue
			}
			count++
			var answer struct {
				Item export `json:"item"`
			}
			started := h.do("POST", "/api/admin/exports", admin, fmt.Sprintf(`{"path":%q}`, path))
			if err := json.NewDecoder(started.Body).Decode(&answer); err != nil || started.StatusCode != http.StatusAccepted {
				t.Errorf("%s: %d (%v)", path, started.StatusCode, err)
				continue
			}
			deadline := time.Now().Add(20 * time.Second)
			for answer.Item.State == "working" && time.Now().Before(deadline) {
				response := h.do("GET", fmt.Sprintf("/api/admin/exports/%d", answer.Item.ID), admin, "")
				if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
					t.Fatal(err)
				}
				time.Sleep(20 * time.Millisecond)
			}
			if answer.Item.State != "done" {
				t.Errorf("%s is %s: %s", path, answer.Item.State, answer.Item.Problem)
				continue
			}
			rows, err := csv.NewReader(h.do("GET", answer.Item.URL, admin, "").Body).ReadAll()
			if err != nil || int64(len(rows)) != answer.Item.Done+1 || len(rows[0]) < 2 {
				t.Errorf("%s: got %d rows with the header, want %d and the header (%v)", path, len(rows), answer.Item.Done, err)
				continue
			}
			if head := strings.Join(rows[0], ", "); secrets.MatchString(head) {
				t.Errorf("%s has %s", path, head)
			}
		}
		if count < 25 {
			t.Errorf("only %d lists", count)
		}
	})
}

// Clients that accept compression must notice too when a download breaks off.
func TestExports_CompressedDownloadBreaksOff(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		now := clock.Now()
		for id := 1; id <= 700; id++ {
			if _, err := h.DB.Writer().Exec(t.Context(),
				`INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at)
				VALUES (?, ?, '', 2, 1, ?, ?)`, id, fmt.Sprint("Item ", id), now, now); err != nil {
				t.Fatal(err)
			}
		}
		editor := h.session(auth.Editor)
		var answer struct {
			Addresses map[string]string `json:"signed_urls"`
		}
		if err := json.NewDecoder(h.do("GET", "/api/admin/export/signed-urls", editor, "").Body).Decode(&answer); err != nil {
			t.Fatal(err)
		}
		read := func() (string, error) {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+answer.Addresses["all-content"], nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Host = ownHost
			request.Header.Set("Accept-Encoding", "gzip")
			request.AddCookie(&http.Cookie{Name: h.Sessions.CookieName(), Value: editor})
			response, err := http.DefaultTransport.RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = response.Body.Close() }()
			if response.Header.Get("Content-Encoding") != "gzip" {
				t.Fatal("the download is not compressed")
			}
			plain, err := gzip.NewReader(response.Body)
			if err != nil {
				return "", err
			}
			text, err := io.ReadAll(plain)
			if err == nil {
				_, err = io.Copy(io.Discard, response.Body)
			}
			return string(text), err
		}
		if text, err := read(); err != nil || !strings.Contains(text, "Item 700") {
			t.Errorf("%d bytes: %v", len(text), err)
		}
		if _, err := h.DB.Writer().Exec(t.Context(), "UPDATE content SET added_at = 'infinity' WHERE id = 650"); err != nil {
			t.Fatal(err)
		}
		if text, err := read(); err == nil {
			t.Errorf("%d bytes were read without an error", len(text))
		}
	})
}
