package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"waymark/internal/kit/kittest"
)

// build builds the binary once, with the same tags as make build.
var build = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "waymark-test-")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(folder, "waymark")
	output, err := exec.Command("go", "build", "-buildvcs=false", "-tags", "sqlite_fts5", "-o", binary, ".").
		CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w: %s", err, output)
	}
	return binary, nil
})

func TestMain(m *testing.M) {
	status := m.Run()
	if binary, err := build(); err == nil {
		_ = os.RemoveAll(filepath.Dir(binary))
	}
	os.Exit(status)
}

func command(t *testing.T, folder string, args ...string) *exec.Cmd {
	t.Helper()
	binary, err := build()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(binary, args...)
	c.Dir = folder
	c.Env = append(os.Environ(), "WAYMARK_ADMIN_EMAIL=ada@example.com", "WAYMARK_ADMIN_PASSWORD=correct horse")
	return c
}

// run runs a command and returns its output.
func run(t *testing.T, folder string, args ...string) (string, error) {
	t.Helper()
	output, err := command(t, folder, args...).CombinedOutput()
	return string(output), err
}

type server struct {
	*exec.Cmd
	t      *testing.T
	url    string
	client *http.Client
	log    *bytes.Buffer
	stdout *bufio.Reader
	writes sync.Mutex
	ended  chan error
}

// output returns the log so far.
func (s *server) output() string {
	s.writes.Lock()
	defer s.writes.Unlock()
	return s.log.String()
}

// start runs `serve` on a free port and waits until it listens.
func start(t *testing.T, folder string, args ...string) *server {
	t.Helper()
	c := command(t, folder, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	output, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	jar, _ := cookiejar.New(nil)
	s := &server{
		Cmd: c, t: t, client: &http.Client{Jar: jar}, log: &bytes.Buffer{}, stdout: bufio.NewReader(stdout),
		ended: make(chan error, 1),
	}
	listening := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(output)
		for lines.Scan() {
			s.writes.Lock()
			s.log.WriteString(lines.Text() + "\n")
			s.writes.Unlock()
			if _, rest, ok := strings.Cut(lines.Text(), "address=http://"); ok {
				listening <- "http://" + strings.Fields(rest)[0]
			}
		}
		s.ended <- c.Wait()
		close(listening)
	}()
	t.Cleanup(func() { _ = c.Process.Kill() })
	s.url = <-listening
	if s.url == "" {
		t.Fatalf("the server did not start: %s", s.log)
	}
	return s
}

func (s *server) post(path string, body any) (int, map[string]any, error) {
	encoded, _ := json.Marshal(body)
	response, err := s.client.Post(s.url+path, "application/json", bytes.NewReader(encoded))
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	var answer map[string]any
	_ = json.NewDecoder(response.Body).Decode(&answer)
	return response.StatusCode, answer, nil
}

func (s *server) signIn() {
	s.t.Helper()
	status, answer, err := s.post("/api/auth/login", map[string]any{
		"email":    "ada@example.com",
		"password": "correct horse",
	})
	if err != nil || status != http.StatusOK {
		s.t.Fatalf("sign in: %d %v %v", status, answer, err)
	}
}

func databases(t *testing.T) map[string][]string {
	t.Helper()
	list := map[string][]string{"sqlite": {"--database", "sqlite:data/waymark.db"}}
	if os.Getenv(kittest.PostgresVariable) != "" {
		list["postgres"] = []string{
			"--database", kittest.PostgresURL(t), "--secret-key", "a secret key of some length",
			"--single-node", "--storage", "file:files",
		}
	}
	return list
}

func TestServe_KilledDuringWrites(t *testing.T) {
	t.Parallel()
	for name, flags := range databases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			s := start(t, folder, flags...)
			s.signIn()
			var mutex sync.Mutex
			acknowledged := map[string]bool{}
			var writers sync.WaitGroup
			for w := range 4 {
				writers.Go(func() {
					for i := range 10_000 {
						name := fmt.Sprintf("Publisher %d-%d", w, i)
						status, _, err := s.post("/api/admin/publishers", map[string]any{"name": name})
						if err != nil {
							return // The server was killed.
						}
						if status == http.StatusCreated {
							mutex.Lock()
							acknowledged[name] = true
							mutex.Unlock()
						}
					}
				})
			}
			enough := func() bool {
				mutex.Lock()
				defer mutex.Unlock()
				return len(acknowledged) >= 100
			}
			for !enough() {
				time.Sleep(time.Millisecond)
			}
			_ = s.Process.Kill() // Other writes are in progress.
			writers.Wait()
			<-s.ended

			s = start(t, folder, flags...)
			s.signIn()
			for name := range acknowledged {
				status, answer, err := s.post("/api/admin/publishers", map[string]any{"name": name})
				if err != nil || status != http.StatusUnprocessableEntity {
					t.Fatalf("%s was lost: %d %v %v", name, status, answer, err)
				}
			}
			t.Logf("all %d acknowledged writes were kept", len(acknowledged))
		})
	}
}

func TestServe_StopDuringWrites(t *testing.T) {
	t.Parallel()
	for name, flags := range databases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, t.TempDir(), flags...)
			s.signIn()
			failures, started := make(chan error, 4), make(chan struct{}, 4)
			for w := range 4 {
				go func() {
					for i := range 10_000 {
						status, _, err := s.post("/api/admin/publishers", map[string]any{"name": fmt.Sprintf("P %d-%d", w, i)})
						if err != nil {
							failures <- nil // The server no longer listens, as expected.
							return
						}
						if status != http.StatusCreated {
							failures <- fmt.Errorf("status %d while stopping", status)
							return
						}
						if i == 0 {
							started <- struct{}{}
						}
					}
				}()
			}
			for range 4 {
				<-started
			}
			if err := s.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-s.ended:
				if err != nil {
					t.Errorf("the server ended with %v: %s", err, s.log)
				}
			case <-time.After(30 * time.Second):
				t.Fatal("the server did not stop")
			}
			for range 4 {
				if err := <-failures; err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	must := func(want string, args ...string) string {
		t.Helper()
		output, err := run(t, folder, args...)
		if err != nil || !strings.Contains(output, want) {
			t.Errorf("waymark %s: %v: %s", strings.Join(args, " "), err, output)
		}
		return output
	}
	must("dev", "version")
	must("up to date", "migrate")
	must("Added eva@example.com", "staff", "add", "eva@example.com", "--role", "editor", "--first", "Eva", "--last", "Ek")
	must("eva@example.com", "staff", "list")
	must("/reset-password/", "staff", "reset-password", "EVA@example.com")
	must("is an admin now", "staff", "role", "Eva@example.com", "admin")
	must("eva@example.com has been deactivated", "staff", "deactivate", "eva@example.com")
	must("deactivated", "staff", "list")
	var members []struct {
		Email, Role   string
		DeactivatedAt *time.Time `json:"deactivated_at"`
	}
	list := must("[", "staff", "list", "--json")
	if err := json.Unmarshal([]byte(list), &members); err != nil || len(members) != 2 ||
		members[1].Email != "eva@example.com" || members[1].Role != "admin" ||
		members[1].DeactivatedAt == nil || members[0].DeactivatedAt != nil {
		t.Errorf("staff list --json: %v: %s", err, list)
	}
	if output, err := run(t, folder, "staff", "deactivate", "ada@example.com"); err == nil {
		t.Errorf("the last active admin was deactivated: %s", output)
	}
	must("eva@example.com can sign in again", "staff", "activate", "eva@example.com")
	must("0 failed", "jobs", "list")
	must("25 publishers", "demo", "--publishers", "25", "--yes")
	must(`"openapi": "3.1`, "openapi")
	must("SIL OPEN FONT LICENSE", "notices")
	must("Written and verified", "backup", "copy.backup")
	must("Verified", "verify", "copy.backup")
	must("Restored", "restore", "copy.backup", "--database", "sqlite:elsewhere/waymark.db")
	must("eva@example.com", "staff", "list", "--database", "sqlite:elsewhere/waymark.db")
	for _, wrong := range [][]string{
		{"restore", "copy.backup"},
		{"backup", "copy.backup"},
		{"staff", "add", "eva@example.com"},
		{"staff", "add", "nonsense"},
		{"staff", "reset-password", "nobody@example.com"},
		{"staff", "deactivate", "nobody@example.com"},
		{"staff", "role", "eva@example.com", "owner"},
		{"jobs", "retry", "7"},
		{"serve", "--database", "mysql://x"},
		{"serve", "--timezone", "Atlantis"},
		{"nonsense"},
	} {
		if output, err := run(t, folder, wrong...); err == nil || strings.Contains(output, "panic") {
			t.Errorf("waymark %s: %v: %s", strings.Join(wrong, " "), err, output)
		}
	}
}

func TestFirstAdmin_Password(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for i, want := range []bool{true, false} {
		c := command(t, folder, "demo")
		c.Env = os.Environ()
		output, err := c.CombinedOutput()
		if err != nil || strings.Contains(string(output), "password=") != want {
			t.Errorf("start %d: %v: %s", i+1, err, output)
		}
	}
	if info, err := os.Stat(filepath.Join(folder, "data", "secret.key")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the secret key can be read by others: %v", err)
	}
}
