package app_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/app"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
	tables "waymark/internal/platform/schema"
)

// filledDatabase returns a copy of a SQLite database with records of every kind: demo data, and what a successful
// request to every operation leaves.
func filledDatabase(t *testing.T) (app.Config, *fuzzer) {
	t.Helper()
	c := demoOnSQLite(t)
	c.AllowPrivateURLs = true
	f := newFuzzer(t, openConfig(t, c), fuzzSeed, watchLog(t))
	made := 0
	for _, op := range f.writingOperations() {
		if _, err := f.reach(op, op.credentials[0]); err == nil {
			made++
		}
	}
	if made < 150 {
		t.Fatalf("only %d operations succeeded", made)
	}
	path := filepath.Join(t.TempDir(), "waymark.db")
	if err := f.h.DB.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	c.Database = "sqlite:" + path
	return c, f
}

// fileHash returns the SHA-256 of a file.
func fileHash(t *testing.T, path string) [32]byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(content)
}

// moveTo moves a database to a new one and the files to a bucket, and returns its settings.
func moveTo(t *testing.T, source app.Config) app.Config {
	t.Helper()
	target := source
	target.Database, target.Storage = kittest.EmptyPostgresURL(t), kittest.Bucket(t)
	report, err := app.Move(t.Context(), source, app.MoveOptions{
		To: target.Database, StorageTo: target.Storage, Report: func(app.MoveStep) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	if report.Rows < 30_000 || report.Files < 100 || report.Corrected != 0 {
		t.Errorf("got %d rows, %d files and %d corrected totals", report.Rows, report.Files, report.Corrected)
	}
	return target
}

func TestMove(t *testing.T) {
	t.Parallel()
	kittest.EmptyPostgresURL(t) // skips the test without PostgreSQL
	source, f := filledDatabase(t)
	before := fileHash(t, strings.TrimPrefix(source.Database, "sqlite:"))
	target := moveTo(t, source)
	if fileHash(t, strings.TrimPrefix(source.Database, "sqlite:")) != before {
		t.Error("the move changed the source")
	}
	from, to := openConfig(t, source), openConfig(t, target)
	t.Run("copies every row of every table", func(t *testing.T) { compareTables(t, from.DB, to.DB) })
	t.Run("copies every file into the bucket", func(t *testing.T) { compareFiles(t, source.Storage, target.Storage) })
	t.Run("leaves counters, totals and seals that can be verified", func(t *testing.T) {
		if err := app.VerifyDerived(t.Context(), to.DB); err != nil {
			t.Error(err)
		}
		seals, err := to.VerifyAudit(t.Context(), nil)
		if err != nil || seals.Damaged() {
			t.Errorf("got %v, %v", seals, err)
		}
	})
	t.Run("lists the same records", func(t *testing.T) { compareLists(t, f, from, to) })
	t.Run("keeps sessions and API keys", func(t *testing.T) {
		if got := to.do("GET", "/api/auth/me", f.admin, "").StatusCode; got != http.StatusOK {
			t.Errorf("the session: got %d", got)
		}
		r := &request{method: "GET", path: "/api/v1/content", header: http.Header{}}
		f.authorise(r, "keyAndSecret")
		f := &fuzzer{t: t, h: to}
		if a := f.send(r); a.status != http.StatusOK {
			t.Errorf("the API key: %s", f.report(r, a))
		}
	})
	t.Run("undoes what was changed before", func(t *testing.T) { compareUndo(t, f.admin, from, to) })
	t.Run("continues after the highest id", func(t *testing.T) {
		used := from.count("SELECT seq FROM sqlite_sequence WHERE name = 'publishers'")
		created := to.do("POST", "/api/admin/publishers", f.admin, `{"name":"After the move"}`)
		var answer struct {
			Item struct{ ID int64 } `json:"item"`
		}
		if err := json.NewDecoder(created.Body).Decode(&answer); err != nil || answer.Item.ID != used+1 {
			t.Errorf("got id %d, want %d (%d, %v)", answer.Item.ID, used+1, created.StatusCode, err)
		}
	})
}

// compareTables compares all rows, read in the way the server reads them.
func compareTables(t *testing.T, from, to *db.DB) {
	t.Helper()
	skipped := []string{
		"derived_objects", "counter_deltas", "live_count_deltas", "live_counts", "pending_search", "nodes",
	}
	for table, columns := range tables.Columns() {
		if slices.Contains(skipped, table) {
			continue
		}
		types := columnTypes(t, to, table)
		list := []string{}
		for _, column := range columns {
			name := strings.TrimSuffix(column, "*")
			if table == "change_rows" && name == "data" { // has a form of its own on each engine; undo needs it
				continue
			}
			list = append(list, name)
		}
		want, got := rowsOf(t, from, table, list, types), rowsOf(t, to, table, list, types)
		if len(want) != len(got) {
			t.Errorf("%s: got %d rows, want %d", table, len(got), len(want))
		}
		if i := firstMismatch(want, got); i >= 0 {
			t.Errorf("%s: got %s\nwant %s", table, got[i], want[i])
		}
	}
	const jobs = "SELECT kind || ' ' || state || ' ' || queue || ' ' || attempt FROM river_job ORDER BY id"
	want, errWant := db.All[string](t.Context(), from.Read(), jobs)
	got, errGot := db.All[string](t.Context(), to.Read(), jobs)
	for i, job := range want {
		want[i] = strings.Replace(job, " running ", " available ", 1)
	}
	if errWant != nil || errGot != nil || !slices.Equal(want, got) {
		t.Errorf("jobs: got %v\nwant %v (%v, %v)", got, want, errGot, errWant)
	}
}

// compareFiles compares the files of a folder with those of a bucket.
func compareFiles(t *testing.T, from, to string) {
	t.Helper()
	folder := os.DirFS(strings.TrimPrefix(from, "file:"))
	bucket, err := media.OpenBucket(to)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	err = fs.WalkDir(folder, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		want, err := fs.ReadFile(folder, path)
		if err != nil {
			return err
		}
		file, err := bucket.Open(t.Context(), path)
		if err != nil {
			return err
		}
		got, err := io.ReadAll(file)
		if !bytes.Equal(want, got) {
			t.Errorf("%s: the bucket has other %d bytes than the folder", path, len(got))
		}
		compared++
		return errors.Join(err, file.Close())
	})
	if err != nil || compared < 100 {
		t.Errorf("compared %d files: %v", compared, err)
	}
}

func firstMismatch(want, got []string) int {
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			return i
		}
	}
	return -1
}

func columnTypes(t *testing.T, d *db.DB, table string) map[string]string {
	t.Helper()
	list, err := db.All[struct {
		Name string `db:"column_name"`
		Type string `db:"data_type"`
	}](t.Context(), d.Read(), "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = ?", table)
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]string{}
	for _, column := range list {
		types[column.Name] = column.Type
	}
	return types
}

func rowsOf(t *testing.T, d *db.DB, table string, columns []string, types map[string]string) []string {
	t.Helper()
	rows, err := d.Read().Query(t.Context(), `SELECT "`+strings.Join(columns, `", "`)+`" FROM `+table)
	if err != nil {
		t.Fatal(table, err)
	}
	defer func() { _ = rows.Close() }()
	list := []string{}
	for rows.Next() {
		values, dest := make([]any, len(columns)), make([]any, len(columns))
		for i, column := range columns {
			switch types[column] {
			case "timestamp with time zone":
				values[i] = new(*time.Time)
			case "boolean":
				values[i] = new(*bool)
			case "bigint", "integer":
				values[i] = new(*int64)
			case "double precision":
				values[i] = new(*float64)
			case "bytea":
				values[i] = new([]byte)
			default:
				values[i] = new(*string)
			}
			dest[i] = db.Into(values[i])
		}
		if err := rows.Scan(dest...); err != nil {
			t.Fatal(table, err)
		}
		text := ""
		for i, column := range columns {
			encoded, err := json.Marshal(values[i])
			if err != nil {
				t.Fatal(err)
			}
			if types[column] == "jsonb" {
				encoded = sortedJSON(t, encoded)
			}
			text += column + "=" + string(encoded) + " "
		}
		list = append(list, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// sortedJSON decodes a JSON text in JSON, and encodes it with sorted keys.
func sortedJSON(t *testing.T, encoded []byte) []byte {
	t.Helper()
	var text *string
	var value any
	if err := json.Unmarshal(encoded, &text); err != nil {
		t.Fatal(err)
	}
	if text == nil {
		return encoded
	}
	if err := json.Unmarshal([]byte(*text), &value); err != nil {
		t.Fatal(err)
	}
	sorted, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return sorted
}

// compareLists compares the responses of all lists and figures of the console.
func compareLists(t *testing.T, f *fuzzer, from, to *harness) {
	t.Helper()
	compared := 0
	for _, name := range slices.Sorted(maps.Keys(f.operations)) {
		op := f.operations[name]
		if op.method != http.MethodGet || strings.Contains(op.path, "{") || !strings.HasPrefix(op.path, "/api/admin/") ||
			op.path == "/api/admin/dashboard/queue-status" || // interrupted jobs wait again
			op.path == "/api/admin/status" { // describes the database itself
			continue
		}
		want, got := from.do("GET", op.path, f.admin, ""), to.do("GET", op.path, f.admin, "")
		if want.StatusCode != got.StatusCode {
			t.Errorf("%s: got %d, want %d", op.path, got.StatusCode, want.StatusCode)
			continue
		}
		if want.StatusCode != http.StatusOK {
			continue
		}
		compared++
		if a, b := read(t, want), read(t, got); a != b {
			t.Errorf("%s:\n got %s\nwant %s", op.path, excerpt([]byte(b)), excerpt([]byte(a)))
		}
	}
	if compared < 50 {
		t.Errorf("only %d lists were compared", compared)
	}
}

// compareUndo undoes the change sets on both sides, newest first.
func compareUndo(t *testing.T, session string, from, to *harness) {
	t.Helper()
	ids, err := db.All[int64](t.Context(), from.DB.Read(), "SELECT id FROM change_sets ORDER BY id DESC")
	if err != nil {
		t.Fatal(err)
	}
	undone := 0
	for _, id := range ids {
		path := fmt.Sprintf("/api/admin/activity/%d/undo", id)
		want, got := from.do("POST", path, session, ""), to.do("POST", path, session, "")
		if got.StatusCode != want.StatusCode {
			t.Errorf("undo of change set %d: got %d %s\nwant %d %s", id, got.StatusCode, read(t, got), want.StatusCode,
				read(t, want))
		}
		if got.StatusCode == http.StatusOK {
			undone++
		}
	}
	if undone < 50 {
		t.Errorf("only %d change sets were undone", undone)
	}
}

func TestMove_Refusals(t *testing.T) {
	t.Parallel()
	target := kittest.EmptyPostgresURL(t)
	source := config(t, "sqlite:"+kittest.SQLite(t).Path)
	path := strings.TrimPrefix(source.Database, "sqlite:")
	a, err := app.New(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.DB.Close(); err != nil {
		t.Fatal(err)
	}
	move := func(c app.Config, to string) string {
		_, err := app.Move(t.Context(), c, app.MoveOptions{To: to, Report: func(app.MoveStep) {}})
		return fmt.Sprint(err)
	}
	expect := func(t *testing.T, got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	t.Run("a move from PostgreSQL", func(t *testing.T) {
		expect(t, move(app.Config{Database: target}, "sqlite:"+path), "only a SQLite database can be moved")
	})
	t.Run("a move to SQLite", func(t *testing.T) { expect(t, move(source, "sqlite:"+path), "to PostgreSQL only") })
	t.Run("a target that has tables", func(t *testing.T) {
		expect(t, move(source, kittest.PostgresURL(t)), "not empty")
	})
	t.Run("another secret key", func(t *testing.T) {
		other := source
		other.SecretKey = "another key of some length"
		expect(t, move(other, target), "does not belong to the source")
	})
	t.Run("a source that a server uses", func(t *testing.T) {
		lock, err := source.Lock()
		if err != nil {
			t.Fatal(err)
		}
		expect(t, move(source, target), "restart it with --read-only")
		if err := lock.Release(); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("a source with another schema", func(t *testing.T) {
		d, err := db.Open(t.Context(), source.Database)
		if err != nil {
			t.Fatal(err)
		}
		exec := func(statement string) {
			if _, err := d.Writer().Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		const newest = " WHERE version_id = (SELECT max(version_id) FROM goose_db_version)"
		exec("UPDATE goose_db_version SET version_id = version_id + 1" + newest)
		expect(t, move(source, target), "a later version of Waymark")
		exec("UPDATE goose_db_version SET version_id = version_id - 1" + newest)
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("servers and other sources while the target is not complete", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := app.Move(ctx, source, app.MoveOptions{To: target, Report: func(step app.MoveStep) {
			if step.Text == "content" {
				cancel()
			}
		}})
		if err == nil {
			t.Fatal("the move was not interrupted")
		}
		on := source
		on.Database = target
		if err := app.Migrate(t.Context(), on); err == nil || !strings.Contains(err.Error(), "has not finished") {
			t.Errorf("got %v", err)
		}
		other := config(t, "sqlite:"+filepath.Join(t.TempDir(), "other.db"))
		other.SecretKey = "another key of some length"
		b, err := app.New(t.Context(), other)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.DB.Close(); err != nil {
			t.Fatal(err)
		}
		expect(t, move(other, target), "of another database")
		expect(t, move(source, target), "<nil>")
		if err := app.Migrate(t.Context(), on); err != nil {
			t.Error(err)
		}
	})
}
