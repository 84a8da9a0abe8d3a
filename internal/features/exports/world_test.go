package exports_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

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

// world is a server with a little of everything that is exported.
type world struct {
	*kittest.Server
	t             *testing.T
	admin, editor *kittest.Client
}

const site = "https://console.example"

func serve(t *testing.T, d *db.DB) *world {
	t.Helper()
	s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
		content.Mount(s.Kit)
		collections.Mount(s.Kit, kittest.Sites)
		collaborators.Mount(s.Kit)
		users.Mount(s.Kit)
		partnersites.Mount(s.Kit)
		publishers.Mount(s.Kit)
		activity.Mount(s.Kit)
		service := &exports.Service{Kit: s.Kit, Site: site}
		service.Mount()
		service.Jobs(set)
	})
	w := &world{Server: s, t: t, admin: s.Admin(), editor: s.Editor()}
	now := clock.Now()
	s.Exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at) VALUES
		(2, 11, 'Compass', 'compass', 'compass', 'PCompass00', ?, ?), (3, 11, 'Lantern', 'lantern', 'lantern', 'PLantern00', ?, ?)`, now, now, now, now)
	s.Exec(`INSERT INTO publishers (id, name, name_key, created_at, updated_at) VALUES (5, 'Éditions, du Sud', 'editions, du sud', ?, ?), (6, '=Alpha', '=alpha', ?, ?)`, now, now, now, now)
	s.Exec(`INSERT INTO tags (id, tag, tag_key, created_at, updated_at) VALUES (5, 'Beaches', 'beaches', ?, ?)`, now, now)
	s.Exec(`INSERT INTO destinations (id, name, name_key, label, label_key, path, created_at, updated_at) VALUES (5, 'Faro', 'faro', 'Portugal > Faro', 'portugal > faro', '5/', ?, ?)`, now, now)
	return w
}

// item adds an item of content.
func (w *world) item(id int, title string, typeID int) {
	w.t.Helper()
	now := clock.Now().Add(time.Duration(id) * time.Second)
	w.Exec(`INSERT INTO content (id, title, title_key, search_text, content_url, type_id, depth_id, partner_id, published_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 2, 1, ?, ?, ?)`,
		id, title, strings.ToLower(title), " "+strings.ToLower(title), fmt.Sprintf("https://example.org/%d", id), typeID,
		clock.Now().Add(-time.Hour), now, now)
}

// items adds many.
func (w *world) items(first, last int) {
	w.t.Helper()
	err := w.DB.Write(context.Background(), func(tx *db.Tx) error {
		for id := first; id <= last; id++ {
			if _, err := tx.Exec(context.Background(),
				"INSERT INTO content (id, title, title_key, search_text, type_id, partner_id, created_at, updated_at) VALUES (?, ?, ?, ?, 2, 1, ?, ?)",
				id, fmt.Sprintf("Item %05d", id), fmt.Sprintf("item %05d", id), fmt.Sprintf(" item %05d", id), clock.Now(),
				clock.Now()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// fetch reads an address with a session of the person it was made for. The error is that of a body that was cut off.
func (w *world) fetch(address string) (*http.Response, string, error) {
	w.t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, w.URL+address, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	id, err := strconv.ParseInt(request.URL.Query().Get("by"), 10, 64)
	if err != nil {
		w.t.Fatalf("%s is for nobody: %v", address, err)
	}
	cookie, err := w.Sessions.Start(context.Background(), id, 0, "", "")
	if err != nil {
		w.t.Fatal(err)
	}
	request.AddCookie(cookie)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	return response, string(text), err
}

// table reads a file and gives its head and rows.
func (w *world) table(address string) (head []string, rows [][]string) {
	w.t.Helper()
	response, text, err := w.fetch(address)
	if err != nil || response.StatusCode != http.StatusOK {
		w.t.Fatalf("%s: %d %v: %.300s", address, response.StatusCode, err, text)
	}
	if got := response.Header.Get("Content-Type"); got != "text/csv; charset=utf-8" {
		w.t.Errorf("%s is %s", address, got)
	}
	text, marked := strings.CutPrefix(text, "\ufeff")
	if !marked {
		w.t.Errorf("%s has no mark", address)
	}
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(all) == 0 {
		w.t.Fatalf("%s is no table: %v: %.300s", address, err, text)
	}
	return all[0], all[1:]
}

// column is one column of a table by its head.
func column(t *testing.T, head []string, rows [][]string, name string) []string {
	t.Helper()
	for i, h := range head {
		if h == name {
			cells := []string{}
			for _, row := range rows {
				cells = append(cells, row[i])
			}
			return cells
		}
	}
	t.Fatalf("no column %q in %q", name, head)
	return nil
}

func (w *world) signed(client *kittest.Client, key string) string {
	w.t.Helper()
	return client.Get("export/signed-urls").Want(200).String("signed_urls." + key)
}

// exported asks for a table, lets the job run, and reads the file.
func (w *world) exported(client *kittest.Client, path string, query map[string]any) (head []string, rows [][]string) {
	w.t.Helper()
	id := client.Post("exports", map[string]any{"path": path, "query": query}).Want(202).Int("item.id")
	w.RunJobs()
	done := client.Get(fmt.Sprintf("exports/%d", id)).Want(200)
	if done.String("item.state") != "done" {
		w.t.Fatalf("%s: %s", path, done.Text)
	}
	head, rows = w.table(done.String("item.url"))
	if total := done.Int("item.total"); int(total) != len(rows) || done.Int("item.done") != total ||
		done.Int("item.bytes") == 0 {
		w.t.Errorf("%s has %d rows and says %s", path, len(rows), done.Text)
	}
	return head, rows
}

// inBucket keeps files in an S3 server in memory from now on.
func (w *world) inBucket() {
	w.t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("waymark"); err != nil {
		w.t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Start()
	w.t.Cleanup(server.Close)
	storage, err := media.OpenStorage("s3://KEY:SECRET@" + strings.TrimPrefix(server.URL, "http://") +
		"/waymark?insecure=1")
	if err != nil {
		w.t.Fatal(err)
	}
	w.Kit.Media.Storage = storage
}
