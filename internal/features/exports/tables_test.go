package exports_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/content"
	"waymark/internal/features/exports"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
)

// insertSite inserts a site of a partner.
func (f *fixture) insertSite(id, partner int, domain string) {
	f.t.Helper()
	now := clock.Now()
	f.Exec("INSERT INTO sites (id, partner_id, domain, created_at, updated_at) VALUES (?, ?, ?, ?, ?)", id, partner,
		domain, now, now)
}

func TestExports_FiltersAndSort(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.insertItems(1, 620)
		f.insertItem(701, "Zebra, \"striped\"", 4)
		f.insertItem(702, "Ápple", 4)
		f.insertItem(703, "=Mango", 4)
		f.Exec("INSERT INTO content_publishers (content_id, publisher_id) VALUES (701, 5), (701, 6), (702, 5)")
		f.Exec("UPDATE content SET deleted_at = ? WHERE id = 3", clock.Now())
		for _, query := range []map[string]any{
			{},
			{"sort": "title"},
			{"sort": "-title", "type_id": 4},
			{"publisher_id": "5", "sort": "title"},
			{"query": "item 004", "sort": "-title"},
			{"query": "item"},
			{"published": "draft"},
			{"type_id": 7},
			{"sort": "title", "page": 3, "per_page": 5, "counts": 1, "depth_id": nil, "library_id": ""},
		} {
			header, rows := f.export(f.editor, "content", query)
			want, address := []string{}, "content?per_page=100"
			for name, value := range query {
				if value != nil && name != "page" && name != "per_page" {
					address += fmt.Sprintf("&%s=%v", name, strings.ReplaceAll(fmt.Sprint(value), " ", "+"))
				}
			}
			for page := 1; ; page++ {
				ids := f.editor.Get(fmt.Sprintf("%s&page=%d", address, page)).Want(200).Column("id")
				if want = append(want, ids...); len(ids) < 100 {
					break
				}
			}
			if got := column(t, header, rows, "ID"); !slices.Equal(got, want) {
				t.Errorf("%v: got %d rows, want %d; got %.60v, want %.60v", query, len(got), len(want), got, want)
			}
		}
		header, rows := f.export(f.editor, "content", map[string]any{"type_id": 4, "sort": "id"})
		for name, want := range map[string][]string{
			"Title": {"Zebra, \"striped\"", "Ápple", "'=Mango"}, "Type": {"Video", "Video", "Video"},
			"Publishers": {"'=Alpha; Éditions, du Sud", "Éditions, du Sud", ""},
			"Status":     {"published", "published", "published"}, "Collections count": {"0", "0", "0"}, "Expires": {"", "", ""},
		} {
			if got := column(t, header, rows, name); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
		for _, name := range []string{"Version", "Type ID", "Publisher IDs"} {
			if slices.Contains(header, name) {
				t.Errorf("the file has the column %s", name)
			}
		}
		n := f.Count(`SELECT count(*) FROM audit_log
			WHERE action = 'exported' AND kind = 'export' AND record_name = 'Content'
				AND CAST(changes AS TEXT) LIKE '%type_id=4%'`)
		if n != 2 {
			t.Errorf("audit entries: got %d, want 2", n)
		}
	})
}

func TestExports_TrashedDuringExport(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.insertItems(1, 3)
		table := f.Kit.Exports.At("/api/admin/content")
		ids, err := table.IDs(t.Context(), "content", url.Values{"sort": {"title"}})
		if err != nil || !slices.Equal(ids, []int64{1, 2, 3}) {
			t.Fatalf("ids: got %v (%v)", ids, err)
		}
		f.Exec("UPDATE content SET deleted_at = created_at WHERE id = 2")
		rows, err := table.Rows(t.Context(), "content", ids)
		found, ok := rows.([]*content.ItemRow)
		if err != nil || !ok || len(found) != 2 || found[0].ID != 1 || found[1].ID != 3 {
			t.Errorf("got %v (%v)", rows, err)
		}
	})
}

func TestExports_KindsOfTables(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.insertSite(31, 2, "b.example")
		f.insertSite(32, 2, "a.example")
		f.insertSite(33, 3, "c.example")
		t.Run("list of a parent record", func(t *testing.T) {
			header, rows := f.export(f.editor, "partners/2/sites", map[string]any{"sort": "name"})
			if got := column(t, header, rows, "Domain"); !slices.Equal(got, []string{"a.example", "b.example"}) {
				t.Errorf("got %v", got)
			}
			if got := f.editor.Get("exports").Want(200).String("items.0.name"); got != "Partners 2 · Sites" {
				t.Errorf("name: got %s", got)
			}
		})
		t.Run("hand-written list with many pages", func(t *testing.T) {
			f.insertItems(1, 230)
			now := clock.Now()
			f.Exec(`INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, created_at, updated_at)
				VALUES (21, 'CSummer000', 'Summer', 'summer', 2, 1, ?, ?)`, now, now)
			f.Exec(`INSERT INTO collection_content (collection_id, content_id, added_at)
				SELECT 21, id, created_at FROM content`)
			header, rows := f.export(f.editor, "collections/21/content", map[string]any{"sort": "-title"})
			got := column(t, header, rows, "Title")
			if len(got) != 230 || got[0] != "Item 00230" || got[229] != "Item 00001" {
				t.Errorf("got %d rows from %s", len(got), got[0])
			}
			if types := column(t, header, rows, "Type"); types[0] != "Article" {
				t.Errorf("type: got %s", types[0])
			}
			header, rows = f.export(f.editor, "partners/2/collections-folders", nil)
			if got := column(t, header, rows, "Name"); !slices.Equal(got, []string{"Summer"}) {
				t.Errorf("folder browser: got %v", got)
			}
		})
		t.Run("list with secrets, which are not exported", func(t *testing.T) {
			f.editor.Post("collaborators", map[string]any{"name": "Harbour Books"}).Want(201)
			header, rows := f.export(f.editor, "collaborators", nil)
			secret := slices.ContainsFunc(header, func(h string) bool {
				return strings.Contains(strings.ToLower(h), "key") || strings.Contains(strings.ToLower(h), "secret")
			})
			if len(rows) != 1 || secret {
				t.Errorf("got %d rows with the columns %q", len(rows), header)
			}
		})
		t.Run("list of users, for admins", func(t *testing.T) {
			header, rows := f.export(f.admin, "users", map[string]any{"sort": "last_name"})
			if got := column(t, header, rows, "Last name"); !slices.Contains(got, "editor") || !slices.IsSorted(got) {
				t.Errorf("got %v", got)
			}
			header, _ = f.export(f.admin, "activity", nil)
			if !slices.Contains(header, "User name") {
				t.Errorf("got %v", header)
			}
		})
	})
}

func TestExports_InvalidRequests(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		request := func(client *kittest.Client, path string, query any) *kittest.Response {
			return client.Post("exports", map[string]any{"path": path, "query": query})
		}
		f.Anyone().Post("exports", map[string]any{"path": "content"}).Want(401)
		f.Anyone().Get("exports").Want(401)
		for _, path := range []string{
			"", "nothing", "content/1", "export/signed-urls", "exports", "options/publishers", "search/users", "../admin/users",
			"content/../users", "Content", "/content", "content/", "content?x=1", "users%2f", "content/1/duplicate",
			strings.Repeat("a", 10_000),
		} {
			request(f.admin, path, nil).Refused("path")
		}
		f.admin.Post("exports", `{"path":7}`).Refused("path")
		f.admin.Post("exports", `{"path":"content","more":1}`).Refused("more")
		for _, query := range []any{"x", []int{1}, 7} {
			request(f.admin, "content", query).Refused("query")
		}
		request(f.admin, "content", map[string]any{"nothing": "1"}).Refused("query.nothing")
		request(f.admin, "content", map[string]any{"type_id": "x", "sort": "secret"}).Refused("query.type_id", "query.sort")
		request(f.admin, "content", map[string]any{"published": "sometimes"}).Refused("query.published")
		request(f.admin, "content", map[string]any{"query": strings.Repeat("x", 10_000)}).Refused("query")
		request(f.admin, "content", map[string]any{"type_id": []int{1}}).Refused("query.type_id")
		request(f.admin, "content", map[string]any{"query": "a\u0000b"}).Refused("query")
		request(f.editor, "users", nil).Want(403)
		request(f.editor, "activity", nil).Want(403)
		request(f.admin, "partners/999/sites", nil).Want(404)
		request(f.admin, "partners/x/sites", nil).Want(404)
		f.insertSite(31, 2, "b.example")
		request(f.admin, "partners/3/sites/31/redirects", nil).Want(404)
		stored := f.Count("SELECT count(*) FROM exports")
		if queued := f.Count("SELECT count(*) FROM river_job WHERE kind = 'write-export'"); stored+queued != 0 {
			t.Errorf("refused requests left %d exports and %d jobs", stored, queued)
		}
	})
}

func TestExports_DuplicatesAndLimit(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		request := func(client *kittest.Client, depth int) *kittest.Response {
			query := map[string]any{"depth_id": depth, "sort": "title"}
			return client.Post("exports", map[string]any{"path": "content", "query": query})
		}
		first := request(f.editor, 1).Want(202)
		if first.String("item.state") != "working" || first.String("item.url") != "" || first.Value("item.total") != nil {
			t.Errorf("got %s", first.Text)
		}
		if again := request(f.editor, 1).Want(202); again.Int("item.id") != first.Int("item.id") {
			t.Error("the same export was started twice")
		}
		if other := request(f.admin, 1).Want(202); other.Int("item.id") == first.Int("item.id") {
			t.Error("two users share an export")
		}
		f.admin.Get(fmt.Sprintf("exports/%d", first.Int("item.id"))).Want(404)
		for depth := 2; depth <= 5; depth++ {
			request(f.editor, depth).Want(202)
		}
		refused := request(f.editor, 6).Want(429)
		if !strings.Contains(refused.Text, "5 of your exports") || refused.Header.Get("Retry-After") == "" {
			t.Errorf("got %s", refused.Text)
		}
		request(f.editor, 5).Want(202)
		list := f.editor.Get("exports").Want(200).Column("id")
		if len(list) != 5 || !slices.IsSortedFunc(list, func(a, b string) int { return number(b) - number(a) }) {
			t.Errorf("list: got %v", list)
		}
		f.RunJobs()
		if again := request(f.editor, 1).Want(202); again.Int("item.id") == first.Int("item.id") {
			t.Error("a finished export was returned instead of a new one")
		}
	})
}

func TestExports_ChangedPermissions(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		another := f.Admin()
		id := another.Post("exports", map[string]any{"path": "users"}).Want(202).Int("item.id")
		f.Exec("UPDATE users SET staff_role = 'editor' WHERE id = ?", another.UserID)
		f.RunJobs()
		failed := another.Get(fmt.Sprintf("exports/%d", id)).Want(200)
		if failed.String("item.state") != "failed" || failed.String("item.problem") != "Only admins can do this." {
			t.Errorf("got %s", failed.Text)
		}
		f.Exec("UPDATE users SET staff_role = 'admin' WHERE id = ?", another.UserID)
		id = another.Post("exports", map[string]any{"path": "users"}).Want(202).Int("item.id")
		f.RunJobs()
		address := another.Get(fmt.Sprintf("exports/%d", id)).String("item.url")
		f.table(address)
		f.Exec("UPDATE users SET staff_role = 'editor' WHERE id = ?", another.UserID)
		if response, text, _ := f.fetch(address); response.StatusCode != http.StatusForbidden {
			t.Errorf("got %d %.100s", response.StatusCode, text)
		}
		id = another.Post("exports", map[string]any{"path": "content"}).Want(202).Int("item.id")
		f.Exec("UPDATE users SET deactivated_at = created_at WHERE id = ?", another.UserID)
		f.RunJobs()
		n := f.Count("SELECT count(*) FROM exports WHERE id = ? AND problem <> '' AND finished_at IS NOT NULL", id)
		if n != 1 {
			t.Error("the export of a deactivated user did not fail")
		}
	})
}

// failingStorage fails in the middle of a file, the given number of times.
type failingStorage struct {
	media.Storage
	failures int
}

func (s *failingStorage) PutFrom(ctx context.Context, key, contentType string, content io.Reader) (int64, error) {
	if s.failures > 0 {
		s.failures--
		content = io.MultiReader(io.LimitReader(content, 2000), failingReader{})
	}
	return s.Storage.PutFrom(ctx, key, contentType, content)
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestExports_Retry(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"folder", "bucket"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			kittest.Each(t, func(t *testing.T, d *db.DB) {
				f := newFixture(t, d)
				if kind == "bucket" {
					f.useBucket()
				}
				f.insertItems(1, 1500)
				storage := &failingStorage{f.Kit.Media.Storage, 1}
				f.Kit.Media.Storage = storage
				input := map[string]any{"path": "content", "query": map[string]any{"sort": "title"}}
				id := f.admin.Post("exports", input).Want(202).Int("item.id")
				address := fmt.Sprintf("exports/%d", id)
				f.RunJobs() // The first attempt fails and is scheduled again.
				f.Exec("UPDATE river_job SET state = 'available' WHERE state = 'retryable'")
				f.RunJobs()
				done := f.admin.Get(address).Want(200)
				if storage.failures != 0 || done.String("item.state") != "done" || done.Int("item.total") != 1500 {
					t.Fatalf("got %s", done.Text)
				}
				header, rows := f.table(done.String("item.url"))
				got := column(t, header, rows, "Title")
				if len(got) != 1500 || got[0] != "Item 00001" || got[1499] != "Item 01500" {
					t.Errorf("got %d rows", len(got))
				}
				// Running the same job again changes nothing.
				before := done.String("item.finished_at")
				err := d.Write(t.Context(), func(tx *db.Tx) error {
					return f.Queue.Insert(t.Context(), tx, exports.WriteExport{Export: id})
				})
				if err != nil {
					t.Fatal(err)
				}
				f.RunJobs()
				if after := f.admin.Get(address).String("item.finished_at"); after != before {
					t.Error("the file was written again")
				}
			})
		})
	}
}

func TestExports_Retention(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		root := t.TempDir()
		storage, err := media.OpenStorage("file:" + root)
		if err != nil {
			t.Fatal(err)
		}
		f.Kit.Media.Storage = storage
		sweep := func() {
			t.Helper()
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				return f.Queue.Insert(t.Context(), tx, exports.Sweep{})
			})
			if err != nil {
				t.Fatal(err)
			}
			f.RunJobs()
		}
		files := func() int {
			found, err := filepath.Glob(filepath.Join(root, "exports", "*", "*"))
			if err != nil {
				t.Fatal(err)
			}
			return len(found)
		}
		f.export(f.admin, "publishers", nil)
		lost := f.admin.Post("exports", map[string]any{"path": "content"}).Want(202).Int("item.id")
		f.Exec("DELETE FROM river_job WHERE kind = 'write-export'")
		sweep()
		if files() != 1 || f.admin.Get(fmt.Sprintf("exports/%d", lost)).String("item.state") != "working" {
			t.Error("the export was swept too early")
		}
		address := f.admin.Get("exports").String("items.1.url")
		yesterday := clock.Now().Add(-25 * time.Hour)
		f.Exec("UPDATE exports SET finished_at = ?, created_at = ? WHERE finished_at IS NOT NULL", yesterday, yesterday)
		f.Exec("UPDATE exports SET created_at = ? WHERE finished_at IS NULL", yesterday)
		sweep()
		list := f.admin.Get("exports").Want(200)
		if files() != 0 || list.String("items.1.state") != "done" || list.String("items.1.url") != "" ||
			list.String("items.0.state") != "failed" {
			t.Errorf("got %d files, %s", files(), list.Text)
		}
		if response, _, _ := f.fetch(address); response.StatusCode != http.StatusNotFound {
			t.Errorf("deleted file: got %d, want 404", response.StatusCode)
		}
		f.Exec("UPDATE exports SET finished_at = ?", clock.Now().AddDate(0, 0, -31))
		sweep()
		sweep() // The first run may only delete files; the second deletes the rows.
		if n := f.Count("SELECT count(*) FROM exports"); n != 0 {
			t.Errorf("%d exports are left", n)
		}
		if _, err := os.Stat(root); err != nil {
			t.Error(err)
		}
	})
}

func TestExports_Orphans(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		root := t.TempDir()
		storage, err := media.OpenStorage("file:" + root)
		if err != nil {
			t.Fatal(err)
		}
		f.Kit.Media.Storage = storage
		f.export(f.admin, "publishers", nil)
		working := f.admin.Post("exports", map[string]any{"path": "content"}).Want(202).Int("item.id")
		inProgress := queryText(t, f, "SELECT file FROM exports WHERE id = ?", working)
		const orphan, other = "exports/000000000000000000000001/table.csv", "exports/notes/table.csv"
		for _, key := range []string{orphan, other, inProgress + ".0123abcd.partial"} {
			if err := storage.Put(t.Context(), key, "text/csv", []byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		old := time.Now().Add(-25 * time.Hour)
		folders, err := filepath.Glob(filepath.Join(root, "exports", "*"))
		if err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(root, "exports", "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range append(folders, files...) {
			if strings.HasSuffix(name, ".partial") { // Still being written.
				continue
			}
			if err := os.Chtimes(name, old, old); err != nil {
				t.Fatal(err)
			}
		}
		f.Exec("DELETE FROM river_job")
		err = d.Write(t.Context(), func(tx *db.Tx) error {
			return f.Queue.Insert(t.Context(), tx, exports.Sweep{})
		})
		if err != nil {
			t.Fatal(err)
		}
		f.RunJobs()
		left, err := filepath.Glob(filepath.Join(root, "exports", "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		names := strings.Join(left, " ")
		if len(left) != 3 || strings.Contains(names, orphan) || !strings.Contains(names, other) ||
			!strings.Contains(names, inProgress) {
			t.Errorf("files after the sweep: got %s", names)
		}
	})
}

// queryText returns the text that a query selects.
func queryText(t *testing.T, f *fixture, query string, args ...any) string {
	t.Helper()
	text, err := db.Value[string](t.Context(), f.DB.Read(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
