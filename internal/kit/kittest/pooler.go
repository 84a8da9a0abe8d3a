package kittest

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// PgBouncerURL starts PgBouncer with a pool mode in front of the server of a URL, and returns the URL that goes through
// it.
func PgBouncerURL(t testing.TB, address, mode string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // not in the path of every user
	}
	server, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	r := &Replication{t: t, programs: filepath.Dir(program)}
	r.createFolder()
	t.Cleanup(func() { _ = os.RemoveAll(r.folder) })
	through := *server
	through.Host = FreeAddress(t)
	_, port, _ := net.SplitHostPort(through.Host)
	users := r.path("users.txt")
	settings := fmt.Sprintf("[databases]\n* = host=%s port=%s\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %s\n"+
		"pidfile = %s\nunix_socket_dir =\nauth_type = trust\nauth_file = %s\npool_mode = %s\n",
		server.Hostname(), server.Port(), port, r.path("pid"), users, mode)
	for name, text := range map[string]string{users: `"waymark" ""` + "\n", r.path("pgbouncer.ini"): settings} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil { //nolint:gosec // another user reads it
			t.Fatal(err)
		}
	}
	command := r.command("pgbouncer", "-q", r.path("pgbouncer.ini"))
	if err := command.Start(); err != nil {
		t.Fatalf("pgbouncer: %v (install it)", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	t.Cleanup(func() {
		var id int // of a child, if another user runs it
		text, err := os.ReadFile(r.path("pid"))
		if _, scanErr := fmt.Sscan(string(text), &id); err != nil || scanErr != nil {
			t.Errorf("the process of pgbouncer is not known: %v, %v", err, scanErr)
			return
		}
		_ = syscall.Kill(id, syscall.SIGKILL)
		<-ended
	})
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		if conn, err := net.Dial("tcp", through.Host); err == nil { //nolint:noctx // a test
			_ = conn.Close()
			return through.String()
		}
		select {
		case err := <-ended:
			t.Fatalf("pgbouncer ended: %v", err)
		default:
		}
	}
	t.Fatal("pgbouncer did not start within 20 seconds")
	return ""
}
