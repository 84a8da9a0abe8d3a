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

// site adds a partner's site.
func (w *world) site(id, partner int, domain string) {
	w.t.Helper()
	now := clock.Now()
	w.Exec("INSERT INTO sites (id, partner_id, domain, created_at, updated_at) VALUES (?, ?, ?, ?, ?)", id, partner,
		domain, now, now)
}

func TestATableIsExportedAsItIsFilteredAndSorted(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.items(1, 620)
		w.item(701, "Zebra, \"striped\"", 4)
		w.item(702, "Ápple", 4)
		w.item(703, "=Mango", 4)
		w.Exec("INSERT INTO content_publishers (content_id, publisher_id) VALUES (701, 5), (701, 6), (702, 5)")
		w.Exec("UPDATE content SET deleted_at = ? WHERE id = 3", clock.Now())
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
			head, rows := w.exported(w.editor, "content", query)
			want, address := []string{}, "content?per_page=100"
			for name, value := range query {
				if value != nil && name != "page" && name != "per_page" {
					address += fmt.Sprintf("&%s=%v", name, strings.ReplaceAll(fmt.Sprint(value), " ", "+"))
				}
			}
			for page := 1; ; page++ {
				ids := w.editor.Get(fmt.Sprintf("%s&page=%d", address, page)).Want(200).Column("id")
				if want = append(want, ids...); len(ids) < 100 {
					break
				}
			}
			if got := column(t, head, rows, "ID"); !slices.Equal(got, want) {
				t.Errorf("%v: %d rows, want %d; %.60v, want %.60v", query, len(got), len(want), got, want)
			}
		}
		head, rows := w.exported(w.editor, "content", map[string]any{"type_id": 4, "sort": "id"})
		for name, want := range map[string][]string{
			"Title": {"Zebra, \"striped\"", "Ápple", "'=Mango"}, "Type": {"Video", "Video", "Video"},
			"Publishers": {"'=Alpha; Éditions, du Sud", "Éditions, du Sud", ""},
			"Status":     {"published", "published", "published"}, "Collections count": {"0", "0", "0"}, "Expires": {"", "", ""},
		} {
			if got := column(t, head, rows, name); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
		for _, name := range []string{"Version", "Type ID", "Publisher IDs"} {
			if slices.Contains(head, name) {
				t.Errorf("%s is in the file", name)
			}
		}
		if n := w.Count("SELECT count(*) FROM audit_log WHERE action = 'exported' AND kind = 'export' AND record_name = 'Content' AND CAST(changes AS TEXT) LIKE '%type_id=4%'"); n != 2 {
			t.Errorf("%d rows in the log", n)
		}
	})
}

func TestWhatGoesToTheTrashMeanwhileIsLeftOut(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.items(1, 3)
		table := w.Kit.Exports.At("/api/admin/content")
		ids, err := table.IDs(t.Context(), "content", url.Values{"sort": {"title"}})
		if err != nil || !slices.Equal(ids, []int64{1, 2, 3}) {
			t.Fatalf("the ids are %v (%v)", ids, err)
		}
		w.Exec("UPDATE content SET deleted_at = created_at WHERE id = 2")
		rows, err := table.Rows(t.Context(), "content", ids)
		found, ok := rows.([]*content.ItemRow)
		if err != nil || !ok || len(found) != 2 || found[0].ID != 1 || found[1].ID != 3 {
			t.Errorf("got %v (%v)", rows, err)
		}
	})
}

func TestTablesOfEveryKind(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.site(31, 2, "b.example")
		w.site(32, 2, "a.example")
		w.site(33, 3, "c.example")
		t.Run("below another record", func(t *testing.T) {
			head, rows := w.exported(w.editor, "partners/2/sites", map[string]any{"sort": "name"})
			if got := column(t, head, rows, "Domain"); !slices.Equal(got, []string{"a.example", "b.example"}) {
				t.Errorf("got %v", got)
			}
			if got := w.editor.Get("exports").Want(200).String("items.0.name"); got != "Partners 2 · Sites" {
				t.Errorf("it is called %s", got)
			}
		})
		t.Run("written by hand, over many pages", func(t *testing.T) {
			w.items(1, 230)
			now := clock.Now()
			w.Exec(`INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, created_at, updated_at) VALUES (21, 'CSummer000', 'Summer', 'summer', 2, 1, ?, ?)`, now, now)
			w.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) SELECT 21, id, created_at FROM content")
			head, rows := w.exported(w.editor, "collections/21/content", map[string]any{"sort": "-title"})
			got := column(t, head, rows, "Title")
			if len(got) != 230 || got[0] != "Item 00230" || got[229] != "Item 00001" {
				t.Errorf("%d rows from %s", len(got), got[0])
			}
			if types := column(t, head, rows, "Type"); types[0] != "Article" {
				t.Errorf("the type reads %s", types[0])
			}
			head, rows = w.exported(w.editor, "partners/2/collections-folders", nil)
			if got := column(t, head, rows, "Name"); !slices.Equal(got, []string{"Summer"}) {
				t.Errorf("the browser has %v", got)
			}
		})
		t.Run("with secrets, which stay here", func(t *testing.T) {
			w.editor.Post("collaborators", map[string]any{"name": "Harbour Books"}).Want(201)
			head, rows := w.exported(w.editor, "collaborators", nil)
			if len(rows) != 1 || slices.ContainsFunc(head, func(h string) bool {
				return strings.Contains(strings.ToLower(h), "key") || strings.Contains(strings.ToLower(h), "secret")
			}) {
				t.Errorf("%d rows with %q", len(rows), head)
			}
		})
		t.Run("of people, by admins", func(t *testing.T) {
			head, rows := w.exported(w.admin, "users", map[string]any{"sort": "last_name"})
			if got := column(t, head, rows, "Last name"); !slices.Contains(got, "editor") || !slices.IsSorted(got) {
				t.Errorf("got %v", got)
			}
			head, _ = w.exported(w.admin, "activity", nil)
			if !slices.Contains(head, "User name") {
				t.Errorf("got %v", head)
			}
		})
	})
}

func TestWhatCantBeExportedIsRefused(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		ask := func(client *kittest.Client, path string, query any) *kittest.Answer {
			return client.Post("exports", map[string]any{"path": path, "query": query})
		}
		w.Anyone().Post("exports", map[string]any{"path": "content"}).Want(401)
		w.Anyone().Get("exports").Want(401)
		for _, path := range []string{
			"", "nothing", "content/1", "export/signed-urls", "exports", "options/publishers", "search/users", "../admin/users",
			"content/../users", "Content", "/content", "content/", "content?x=1", "users%2f", "content/1/duplicate",
			strings.Repeat("a", 10_000),
		} {
			ask(w.admin, path, nil).Refused("path")
		}
		w.admin.Post("exports", `{"path":7}`).Refused("path")
		w.admin.Post("exports", `{"path":"content","more":1}`).Refused("more")
		for _, query := range []any{"x", []int{1}, 7} {
			ask(w.admin, "content", query).Refused("query")
		}
		ask(w.admin, "content", map[string]any{"nothing": "1"}).Refused("query.nothing")
		ask(w.admin, "content", map[string]any{"type_id": "x", "sort": "secret"}).Refused("query.type_id", "query.sort")
		ask(w.admin, "content", map[string]any{"published": "sometimes"}).Refused("query.published")
		ask(w.admin, "content", map[string]any{"query": strings.Repeat("x", 10_000)}).Refused("query")
		ask(w.admin, "content", map[string]any{"type_id": []int{1}}).Refused("query.type_id")
		ask(w.admin, "content", map[string]any{"query": "a\u0000b"}).Refused("query")
		ask(w.editor, "users", nil).Want(403)
		ask(w.editor, "activity", nil).Want(403)
		ask(w.admin, "partners/999/sites", nil).Want(404)
		ask(w.admin, "partners/x/sites", nil).Want(404)
		w.site(31, 2, "b.example")
		ask(w.admin, "partners/3/sites/31/redirects", nil).Want(404)
		if n := w.Count("SELECT count(*) FROM exports") +
			w.Count("SELECT count(*) FROM river_job WHERE kind = 'write-export'"); n != 0 {
			t.Errorf("%d were begun", n)
		}
	})
}

func TestTheSameIsNotDoneTwiceAndNotTooMuch(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		ask := func(client *kittest.Client, depth int) *kittest.Answer {
			return client.Post("exports", map[string]any{"path": "content", "query": map[string]any{
				"depth_id": depth,
				"sort":     "title",
			}})
		}
		first := ask(w.editor, 1).Want(202)
		if first.String("item.state") != "working" || first.String("item.url") != "" || first.Value("item.total") != nil {
			t.Errorf("got %s", first.Text)
		}
		if again := ask(w.editor, 1).Want(202); again.Int("item.id") != first.Int("item.id") {
			t.Error("the same was begun twice")
		}
		if other := ask(w.admin, 1).Want(202); other.Int("item.id") == first.Int("item.id") {
			t.Error("two people share one")
		}
		w.admin.Get(fmt.Sprintf("exports/%d", first.Int("item.id"))).Want(404)
		for depth := 2; depth <= 5; depth++ {
			ask(w.editor, depth).Want(202)
		}
		refused := ask(w.editor, 6).Want(429)
		if !strings.Contains(refused.Text, "5 of your exports") || refused.Header.Get("Retry-After") == "" {
			t.Errorf("got %s", refused.Text)
		}
		ask(w.editor, 5).Want(202)
		if list := w.editor.Get("exports").Want(200).Column("id"); len(list) != 5 || !slices.IsSortedFunc(list,
			func(a, b string) int { return number(b) - number(a) }) {
			t.Errorf("the list has %v", list)
		}
		w.RunJobs()
		if again := ask(w.editor, 1).Want(202); again.Int("item.id") == first.Int("item.id") {
			t.Error("a new one is the old one")
		}
	})
}

func TestAFileIsWrittenWithTheRightsOfTheMoment(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		another := w.Admin()
		id := another.Post("exports", map[string]any{"path": "users"}).Want(202).Int("item.id")
		w.Exec("UPDATE users SET staff_role = 'editor' WHERE id = ?", another.UserID)
		w.RunJobs()
		failed := another.Get(fmt.Sprintf("exports/%d", id)).Want(200)
		if failed.String("item.state") != "failed" || failed.String("item.problem") != "Only admins can do this." {
			t.Errorf("got %s", failed.Text)
		}
		w.Exec("UPDATE users SET staff_role = 'admin' WHERE id = ?", another.UserID)
		id = another.Post("exports", map[string]any{"path": "users"}).Want(202).Int("item.id")
		w.RunJobs()
		address := another.Get(fmt.Sprintf("exports/%d", id)).String("item.url")
		w.table(address)
		w.Exec("UPDATE users SET staff_role = 'editor' WHERE id = ?", another.UserID)
		if response, text, _ := w.fetch(address); response.StatusCode != http.StatusForbidden {
			t.Errorf("%d %.100s", response.StatusCode, text)
		}
		id = another.Post("exports", map[string]any{"path": "content"}).Want(202).Int("item.id")
		w.Exec("UPDATE users SET deactivated_at = created_at WHERE id = ?", another.UserID)
		w.RunJobs()
		if n := w.Count("SELECT count(*) FROM exports WHERE id = ? AND problem <> '' AND finished_at IS NOT NULL",
			id); n != 1 {
			t.Error("it was written for somebody who has left")
		}
	})
}

// unsteady is a storage that breaks in the middle of a file.
type unsteady struct {
	media.Storage
	breaks int
}

func (u *unsteady) PutFrom(ctx context.Context, key, contentType string, content io.Reader) (int64, error) {
	if u.breaks > 0 {
		u.breaks--
		content = io.MultiReader(io.LimitReader(content, 2000), broken{})
	}
	return u.Storage.PutFrom(ctx, key, contentType, content)
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestAnInterruptedExportBeginsAnew(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"folder", "bucket"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			kittest.Each(t, func(t *testing.T, d *db.DB) {
				w := serve(t, d)
				if kind == "bucket" {
					w.inBucket()
				}
				w.items(1, 1500)
				storage := &unsteady{w.Kit.Media.Storage, 1}
				w.Kit.Media.Storage = storage
				id := w.admin.Post("exports", map[string]any{"path": "content", "query": map[string]any{"sort": "title"}}).
					Want(202).Int("item.id")
				address := fmt.Sprintf("exports/%d", id)
				w.RunJobs() // breaks; the next try is a moment off
				w.Exec("UPDATE river_job SET state = 'available' WHERE state = 'retryable'")
				w.RunJobs()
				done := w.admin.Get(address).Want(200)
				if storage.breaks != 0 || done.String("item.state") != "done" || done.Int("item.total") != 1500 {
					t.Fatalf("got %s", done.Text)
				}
				head, rows := w.table(done.String("item.url"))
				if got := column(t, head, rows, "Title"); len(got) != 1500 || got[0] != "Item 00001" || got[1499] != "Item 01500" {
					t.Errorf("%d rows", len(got))
				}
				// The same job once more changes nothing.
				before := done.String("item.finished_at")
				if err := d.Write(t.Context(), func(tx *db.Tx) error {
					return w.Queue.Insert(t.Context(), tx,
						exports.WriteExport{Export: id})
				}); err != nil {
					t.Fatal(err)
				}
				w.RunJobs()
				if after := w.admin.Get(address).String("item.finished_at"); after != before {
					t.Error("it was written again")
				}
			})
		})
	}
}

func TestFilesAreKeptForADayAndExportsForAMonth(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		root := t.TempDir()
		storage, err := media.OpenStorage("file:" + root)
		if err != nil {
			t.Fatal(err)
		}
		w.Kit.Media.Storage = storage
		sweep := func() {
			t.Helper()
			if err := d.Write(t.Context(), func(tx *db.Tx) error {
				return w.Queue.Insert(t.Context(), tx,
					exports.Sweep{})
			}); err != nil {
				t.Fatal(err)
			}
			w.RunJobs()
		}
		files := func() int {
			found, err := filepath.Glob(filepath.Join(root, "exports", "*", "*"))
			if err != nil {
				t.Fatal(err)
			}
			return len(found)
		}
		w.exported(w.admin, "publishers", nil)
		lost := w.admin.Post("exports", map[string]any{"path": "content"}).Want(202).Int("item.id")
		w.Exec("DELETE FROM river_job WHERE kind = 'write-export'")
		sweep()
		if files() != 1 || w.admin.Get(fmt.Sprintf("exports/%d", lost)).String("item.state") != "working" {
			t.Error("it was swept too early")
		}
		address := w.admin.Get("exports").String("items.1.url")
		w.Exec("UPDATE exports SET finished_at = ?, created_at = ? WHERE finished_at IS NOT NULL", clock.Now().
			Add(-25*time.Hour), clock.Now().Add(-25*time.Hour))
		w.Exec("UPDATE exports SET created_at = ? WHERE finished_at IS NULL", clock.Now().Add(-25*time.Hour))
		sweep()
		list := w.admin.Get("exports").Want(200)
		if files() != 0 || list.String("items.1.state") != "done" || list.String("items.1.url") != "" ||
			list.String("items.0.state") != "failed" {
			t.Errorf("%d files, %s", files(), list.Text)
		}
		if response, _, _ := w.fetch(address); response.StatusCode != http.StatusNotFound {
			t.Errorf("the file that is gone: %d", response.StatusCode)
		}
		w.Exec("UPDATE exports SET finished_at = ?", clock.Now().AddDate(0, 0, -31))
		sweep()
		sweep() // what had a file then is forgotten the next time
		if n := w.Count("SELECT count(*) FROM exports"); n != 0 {
			t.Errorf("%d are still there", n)
		}
		if _, err := os.Stat(root); err != nil {
			t.Error(err)
		}
	})
}

func TestExports_Orphans(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		root := t.TempDir()
		storage, err := media.OpenStorage("file:" + root)
		if err != nil {
			t.Fatal(err)
		}
		w.Kit.Media.Storage = storage
		w.exported(w.admin, "publishers", nil)
		working := w.admin.Post("exports", map[string]any{"path": "content"}).Want(202).Int("item.id")
		inProgress := value(t, w, "SELECT file FROM exports WHERE id = ?", working)
		const orphan, other = "exports/000000000000000000000001/table.csv", "exports/notes/table.csv"
		for _, key := range []string{orphan, other, inProgress + ".0123abcd.partial"} {
			if err := storage.Put(t.Context(), key, "text/csv", []byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		long := time.Now().Add(-25 * time.Hour)
		old, err := filepath.Glob(filepath.Join(root, "exports", "*"))
		if err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(root, "exports", "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range append(old, files...) {
			if strings.HasSuffix(name, ".partial") { // it is being written
				continue
			}
			if err := os.Chtimes(name, long, long); err != nil {
				t.Fatal(err)
			}
		}
		w.Exec("DELETE FROM river_job")
		if err := d.Write(t.Context(), func(tx *db.Tx) error {
			return w.Queue.Insert(t.Context(), tx,
				exports.Sweep{})
		}); err != nil {
			t.Fatal(err)
		}
		w.RunJobs()
		left, err := filepath.Glob(filepath.Join(root, "exports", "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		names := strings.Join(left, " ")
		if len(left) != 3 || strings.Contains(names, orphan) || !strings.Contains(names, other) ||
			!strings.Contains(names, inProgress) {
			t.Errorf("left %s", names)
		}
	})
}

// value is a text of the database.
func value(t *testing.T, w *world, query string, args ...any) string {
	t.Helper()
	text, err := db.Value[string](t.Context(), w.DB.Read(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
