package kittest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/db"
)

// Replication is a PostgreSQL server with a migrated database and a standby that streams from it.
type Replication struct {
	Primary string // URL of the database
	Standby string // URL of its copy

	t        testing.TB
	programs string // the folder of PostgreSQL's programs
	folder   string
	ports    map[string]string // of the servers, by their folder
}

// The folders of the servers.
const (
	primaryFolder = "primary"
	standbyFolder = "standby"
)

// NewReplication starts both servers for the test. It needs the programs of PostgreSQL where tests run on PostgreSQL.
func NewReplication(t testing.TB) *Replication {
	t.Helper()
	RequirePostgres(t)
	r := &Replication{t: t, programs: postgresPrograms(t), ports: map[string]string{}}
	r.createFolder()
	for _, name := range []string{primaryFolder, standbyFolder} {
		_, r.ports[name], _ = net.SplitHostPort(FreeAddress(t))
	}
	r.run("initdb", "-D", r.path(primaryFolder), "-U", "waymark", "--auth=trust", "--no-sync", "-E", "UTF8",
		"--locale=C.UTF-8")
	t.Cleanup(func() {
		for _, name := range []string{standbyFolder, primaryFolder} {
			_ = r.command("pg_ctl", "-D", r.path(name), "-m", "immediate", "stop").Run() // it may have been stopped
		}
		_ = os.RemoveAll(r.folder)
	})
	r.start(primaryFolder)
	r.Primary, r.Standby = r.url(primaryFolder), r.url(standbyFolder)
	if err := migrate(r.Primary); err != nil {
		t.Fatal(err)
	}
	r.run("pg_basebackup", "-D", r.path(standbyFolder), "-d", r.Primary, "-R", "-X", "stream", "--no-sync", "-c", "fast")
	r.start(standbyFolder)
	return r
}

// postgresPrograms returns the folder of initdb and its companions.
func postgresPrograms(t testing.TB) string {
	t.Helper()
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path)
		}
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		t.Fatalf("no initdb found (%v): install PostgreSQL's server", err)
	}
	return filepath.Dir(slices.Max(found))
}

// createFolder creates the folder of the servers. The test's own is not used: PostgreSQL refuses to run as root, and
// other users can't open that one.
func (r *Replication) createFolder() {
	r.t.Helper()
	var err error
	if r.folder, err = os.MkdirTemp("", "waymark-replication-"); err != nil {
		r.t.Fatal(err)
	}
	if os.Getuid() != 0 {
		return
	}
	owner, err := user.Lookup("postgres")
	if err != nil {
		r.t.Fatal(err)
	}
	uid, uidErr := strconv.Atoi(owner.Uid)
	gid, gidErr := strconv.Atoi(owner.Gid)
	if uidErr != nil || gidErr != nil {
		r.t.Fatalf("the user postgres has the ids %s and %s", owner.Uid, owner.Gid)
	}
	if err := os.Chown(r.folder, uid, gid); err != nil {
		r.t.Fatal(err)
	}
}

func (r *Replication) path(name string) string { return filepath.Join(r.folder, name) }

func (r *Replication) url(name string) string {
	return fmt.Sprintf("postgres://waymark@127.0.0.1:%s/postgres?sslmode=disable", r.ports[name])
}

func (r *Replication) start(name string) {
	r.t.Helper()
	options := fmt.Sprintf("-p %s -k %s -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=100",
		r.ports[name], r.folder)
	r.run("pg_ctl", "-D", r.path(name), "-o", options, "-l", r.path(name+".log"), "-w", "start")
}

// command returns a command that runs one of PostgreSQL's programs, as another user if this one is root.
func (r *Replication) command(program string, args ...string) *exec.Cmd {
	words := append([]string{filepath.Join(r.programs, program)}, args...)
	if os.Getuid() == 0 {
		for i, word := range words {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		words = []string{"su", "postgres", "-s", "/bin/sh", "-c", strings.Join(words, " ")}
	}
	command := exec.CommandContext(context.Background(), words[0], words[1:]...) //nolint:gosec // of the test
	command.Dir = r.folder
	return command
}

func (r *Replication) run(program string, args ...string) {
	r.t.Helper()
	if text, err := r.command(program, args...).CombinedOutput(); err != nil {
		r.t.Fatalf("%s: %v\n%s", program, err, text)
	}
}

// StopStandby stops the standby at once, like a server that has crashed.
func (r *Replication) StopStandby() {
	r.t.Helper()
	r.run("pg_ctl", "-D", r.path(standbyFolder), "-m", "immediate", "stop")
}

// StartStandby starts it again.
func (r *Replication) StartStandby() {
	r.t.Helper()
	r.start(standbyFolder)
}

// Pause keeps the standby from replaying what it receives.
func (r *Replication) Pause() { r.onStandby("SELECT pg_wal_replay_pause()") }

// Resume makes the standby replay everything that it has received.
func (r *Replication) Resume() { r.onStandby("SELECT pg_wal_replay_resume()") }

func (r *Replication) onStandby(statement string) {
	r.t.Helper()
	d := r.openStandby()
	defer func() { _ = d.Close() }()
	if _, err := d.Read().Exec(context.Background(), statement); err != nil {
		r.t.Fatal(err)
	}
}

func (r *Replication) openStandby() *db.DB {
	r.t.Helper()
	d, err := db.OpenForReading(context.Background(), r.Standby)
	if err != nil {
		r.t.Fatal(err)
	}
	return d
}

// CatchUp waits until the standby has replayed everything that has been committed on the primary, and until a check of
// d has found that out.
func (r *Replication) CatchUp(d *db.DB) {
	r.t.Helper()
	ctx := context.Background()
	target, err := db.Value[string](ctx, d.Read(), "SELECT pg_current_wal_insert_lsn()::text")
	if err != nil {
		r.t.Fatal(err)
	}
	standby := r.openStandby()
	defer func() { _ = standby.Close() }()
	deadline := time.Now().Add(20 * time.Second)
	for time.Now().Before(deadline) {
		done, err := db.Value[bool](ctx, standby.Read(), "SELECT pg_last_wal_replay_lsn() >= CAST(? AS pg_lsn)", target)
		if err != nil {
			r.t.Fatal(err)
		}
		if done {
			d.CheckReplicas(ctx)
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	r.t.Fatal("the standby did not catch up within 20 seconds")
}
