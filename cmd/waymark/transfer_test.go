package main_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"waymark/internal/kit/kittest"
)

// blocker makes a statement of another process wait in PostgreSQL until it is released.
type blocker struct {
	t    *testing.T
	conn *sql.Conn
}

// blockNumber is the number of the advisory lock that a blocked statement waits for.
const blockNumber = 4711

func newBlocker(t *testing.T, url string) *blocker {
	t.Helper()
	d, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := d.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return &blocker{t, conn}
}

func (b *blocker) exec(statement string) {
	b.t.Helper()
	if _, err := b.conn.ExecContext(context.Background(), statement); err != nil {
		b.t.Fatalf("%s: %v", statement, err)
	}
}

// block makes inserts into a table wait: before the first row, or before the one with an id.
func (b *blocker) block(table, event string) {
	b.t.Helper()
	b.exec(fmt.Sprintf("SELECT pg_advisory_lock(%d)", blockNumber))
	b.exec(fmt.Sprintf(`CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		PERFORM pg_advisory_xact_lock(%d); RETURN NEW; END $$`, blockNumber))
	b.exec("CREATE TRIGGER wait_for_test BEFORE INSERT ON " + table + " " + event + " EXECUTE FUNCTION wait_for_test()")
}

// await waits until the statement of another process waits.
func (b *blocker) await() {
	b.t.Helper()
	for range 600 {
		var waiting bool
		err := b.conn.QueryRowContext(b.t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_locks
			WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
				AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`, blockNumber).Scan(&waiting)
		if err != nil {
			b.t.Fatal(err)
		}
		if waiting {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.t.Fatal("nothing has waited for 30 seconds")
}

func (b *blocker) release(table string) {
	b.t.Helper()
	b.exec(fmt.Sprintf("SELECT pg_advisory_unlock(%d)", blockNumber))
	b.exec("DROP TRIGGER wait_for_test ON " + table) // waits until PostgreSQL has noticed that the process is gone
}

func hashOf(t *testing.T, path string) [32]byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(content)
}

// TestMove_Killed kills a move before a table, within a table and while indexes are created. What it left is refused by
// the server, and the next move continues.
func TestMove_Killed(t *testing.T) {
	t.Parallel()
	target := kittest.EmptyPostgresURL(t)
	folder := t.TempDir()
	if output, err := run(t, folder, "demo", "--content", "3000"); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	before := hashOf(t, filepath.Join(folder, "data", "waymark.db"))
	onTarget := []string{
		"--database", target, "--storage", "file:data/files", "--single-node",
		"--secret-key", strings.TrimSpace(string(readFile(t, filepath.Join(folder, "data", "secret.key")))),
	}
	b := newBlocker(t, target)
	killed := func(table, event string) {
		t.Helper()
		b.block(table, event)
		move := command(t, folder, "move", "--to", target)
		progress := &bytes.Buffer{}
		move.Stderr = progress
		if err := move.Start(); err != nil {
			t.Fatal(err)
		}
		b.await()
		if err := move.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = move.Wait()
		b.release(table)
		output, err := run(t, folder, append([]string{"serve", "--addr", "127.0.0.1:0"}, onTarget...)...)
		if err == nil || !strings.Contains(output, "has not finished") {
			t.Errorf("a server on the target: got %q, %v", output, err)
		}
	}
	// The first run is interrupted before it has created any table that could be blocked.
	move := command(t, folder, "move", "--to", target)
	stderr, err := move.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := move.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	for lines.Scan() { // until the first table is done
		if text := lines.Text(); !strings.HasPrefix(text, "Database: ") && !strings.HasPrefix(text, "To: ") {
			break
		}
	}
	_ = move.Process.Kill()
	_ = move.Wait()
	killed("content", "FOR EACH STATEMENT")
	killed("content", "FOR EACH ROW WHEN (NEW.id = 1500)")
	killed("users", "FOR EACH ROW")
	output, err := run(t, folder, "move", "--to", target, "--json")
	if err != nil || !strings.Contains(output, `"copied_before": true`) {
		t.Fatalf("the last move: %v: %s", err, output)
	}
	if hashOf(t, filepath.Join(folder, "data", "waymark.db")) != before {
		t.Error("the source was changed")
	}
	s := start(t, folder, onTarget...)
	s.signIn()
	meta, _ := s.get("/api/admin/content")["meta"].(map[string]any)
	if meta["total"] != float64(3000) {
		t.Errorf("got %v items, want 3000", meta["total"])
	}
	if status, answer, err := s.post("/api/admin/publishers", map[string]any{"name": "After the move"}); err != nil ||
		status != http.StatusCreated {
		t.Errorf("create a record: got %d %v, %v", status, answer, err)
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestMove_ReadOnlyServer moves a database while a server that is read-only uses it.
func TestMove_ReadOnlyServer(t *testing.T) {
	t.Parallel()
	target := kittest.EmptyPostgresURL(t)
	folder := t.TempDir()
	if output, err := run(t, folder, "migrate"); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	writing := start(t, folder)
	if output, err := run(t, folder, "move", "--to", target); err == nil || !strings.Contains(output, "--read-only") {
		t.Errorf("with a server that writes: got %q, %v", output, err)
	}
	_ = writing.Process.Kill()
	<-writing.ended
	reading := start(t, folder, "--read-only")
	if output, err := run(t, folder, "move", "--to", target); err != nil {
		t.Errorf("with a server that is read-only: %v: %s", err, output)
	}
	reading.signIn()
	if got := reading.get("/api/auth/me"); got["item"] == nil {
		t.Errorf("got %v", got)
	}
	if status, answer, err := reading.post("/api/admin/publishers", map[string]any{"name": "No"}); err != nil ||
		status != http.StatusServiceUnavailable || answer["code"] != "read_only" {
		t.Errorf("a change: got %d %v, %v", status, answer, err)
	}
}
