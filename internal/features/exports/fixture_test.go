package exports_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/activity"
	"waymark/internal/features/collaborators"
	"waymark/internal/features/collections"
	"waymark/internal/features/content"
	"waymark/internal/features/exports"
	"waymark/internal/features/partnersites"
	"waymark/internal/features/publishers"
	"waymark/internal/features/users"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
)

// fixture is a server with some records of everything that is exported.
type fixture struct {
	*kittest.Server
	t             *testing.T
	admin, editor *kittest.Client
}

const site = "https://console.example"

func newFixture(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
		content.Mount(s.Kit)
		collections.Mount(s.Kit, kittest.Sites)
		collaborators.Mount(s.Kit)
		users.Mount(s.Kit)
		partnersites.Mount(s.Kit)
		publishers.Mount(s.Kit)
		activity.Mount(s.Kit, kittest.Undoer(s))
		service := &exports.Service{Kit: s.Kit, Site: site}
		service.Mount()
		service.Jobs(set)
	})
	f := &fixture{Server: s, t: t, admin: s.Admin(), editor: s.Editor()}
	now := clock.Now()
	s.Exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at)
		VALUES (2, 11, 'Compass', 'compass', 'compass', 'PCompass00', ?, ?),
			(3, 11, 'Lantern', 'lantern', 'lantern', 'PLantern00', ?, ?)`, now, now, now, now)
	s.Exec(`INSERT INTO publishers (id, name, name_key, created_at, updated_at)
		VALUES (5, 'Éditions, du Sud', 'editions, du sud', ?, ?), (6, '=Alpha', '=alpha', ?, ?)`, now, now, now, now)
	s.Exec(`INSERT INTO tags (id, tag, tag_key, created_at, updated_at) VALUES (5, 'Beaches', 'beaches', ?, ?)`, now, now)
	s.Exec(`INSERT INTO destinations (id, name, name_key, label, label_key, path, created_at, updated_at)
		VALUES (5, 'Faro', 'faro', 'Portugal > Faro', 'portugal > faro', '5/', ?, ?)`, now, now)
	return f
}

// insertItem inserts an item of content.
func (f *fixture) insertItem(id int, title string, typeID int) {
	f.t.Helper()
	now := clock.Now().Add(time.Duration(id) * time.Second)
	f.Exec(`INSERT INTO content
			(id, title, title_key, search_text, content_url, type_id, depth_id, partner_id, published_at, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, 2, 1, ?, ?, ?)`,
		id, title, strings.ToLower(title), " "+strings.ToLower(title), fmt.Sprintf("https://example.org/%d", id), typeID,
		clock.Now().Add(-time.Hour), now, now)
}

// insertItems inserts items with the given range of ids.
func (f *fixture) insertItems(first, last int) {
	f.t.Helper()
	err := f.DB.Write(context.Background(), func(tx *db.Tx) error {
		for id := first; id <= last; id++ {
			title, key := fmt.Sprintf("Item %05d", id), fmt.Sprintf("item %05d", id)
			_, err := tx.Exec(context.Background(),
				`INSERT INTO content (id, title, title_key, search_text, type_id, partner_id, created_at, updated_at)
				VALUES (?, ?, ?, ?, 2, 1, ?, ?)`, id, title, key, " "+key, clock.Now(), clock.Now())
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		f.t.Fatal(err)
	}
}

// fetch requests a signed URL in a session of the user it was made for. The error is not nil if the body is incomplete.
func (f *fixture) fetch(address string) (*http.Response, string, error) {
	f.t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, f.URL+address, nil)
	if err != nil {
		f.t.Fatal(err)
	}
	id, err := strconv.ParseInt(request.URL.Query().Get("by"), 10, 64)
	if err != nil {
		f.t.Fatalf("%s names no user: %v", address, err)
	}
	cookie, err := f.Sessions.Start(context.Background(), id, 0, "", "")
	if err != nil {
		f.t.Fatal(err)
	}
	request.AddCookie(cookie)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		f.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	return response, string(text), err
}

// table fetches a file and returns its header and rows.
func (f *fixture) table(address string) (header []string, rows [][]string) {
	f.t.Helper()
	response, text, err := f.fetch(address)
	if err != nil || response.StatusCode != http.StatusOK {
		f.t.Fatalf("%s: got %d %v: %.300s", address, response.StatusCode, err, text)
	}
	if got := response.Header.Get("Content-Type"); got != "text/csv; charset=utf-8" {
		f.t.Errorf("content type of %s: got %s", address, got)
	}
	text, marked := strings.CutPrefix(text, "\ufeff")
	if !marked {
		f.t.Errorf("%s has no byte order mark", address)
	}
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(all) == 0 {
		f.t.Fatalf("%s is not a CSV file: %v: %.300s", address, err, text)
	}
	return all[0], all[1:]
}

// column returns the cells of a column.
func column(t *testing.T, header []string, rows [][]string, name string) []string {
	t.Helper()
	for i, h := range header {
		if h == name {
			cells := []string{}
			for _, row := range rows {
				cells = append(cells, row[i])
			}
			return cells
		}
	}
	t.Fatalf("no column %q in %q", name, header)
	return nil
}

// signedURL returns the URL of a download.
func (f *fixture) signedURL(client *kittest.Client, key string) string {
	f.t.Helper()
	return client.Get("export/signed-urls").Want(200).String("signed_urls." + key)
}

// export exports a table, runs the job, and fetches the file.
func (f *fixture) export(
	client *kittest.Client, path string, query map[string]any,
) (header []string, rows [][]string) {
	f.t.Helper()
	id := client.Post("exports", map[string]any{"path": path, "query": query}).Want(202).Int("item.id")
	f.RunJobs()
	done := client.Get(fmt.Sprintf("exports/%d", id)).Want(200)
	if done.String("item.state") != "done" {
		f.t.Fatalf("%s: got %s", path, done.Text)
	}
	header, rows = f.table(done.String("item.url"))
	total := done.Int("item.total")
	if int(total) != len(rows) || done.Int("item.done") != total || done.Int("item.bytes") == 0 {
		f.t.Errorf("%s: the file has %d rows, got %s", path, len(rows), done.Text)
	}
	return header, rows
}

// useBucket switches the storage to an in-memory S3 server.
func (f *fixture) useBucket() {
	f.t.Helper()
	storage, err := media.OpenStorage(kittest.Bucket(f.t))
	if err != nil {
		f.t.Fatal(err)
	}
	f.Kit.Media.Storage = storage
}
