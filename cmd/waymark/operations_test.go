package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"waymark/internal/kit/kittest"
)

// runFailing runs a command that must fail, and returns its standard error.
func runFailing(t *testing.T, c *exec.Cmd, words ...string) string {
	t.Helper()
	var printed bytes.Buffer
	c.Stderr = &printed
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	// A server that starts although it should not would run for ever.
	defer time.AfterFunc(time.Minute, func() { _ = c.Process.Signal(syscall.SIGTERM) }).Stop()
	err := c.Wait()
	for _, word := range words {
		if err == nil || !strings.Contains(printed.String(), word) {
			t.Errorf("%s: %v: %s, want %q", strings.Join(c.Args[1:], " "), err, printed.String(), word)
		}
	}
	return printed.String()
}

// await waits until the log contains a text.
func (s *server) await(text string) {
	s.t.Helper()
	for range 1000 {
		if strings.Contains(s.output(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatalf("no %q in %s", text, s.output())
}

func TestCommandLine_Mistakes(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	t.Run("prints one line and a hint to the help", func(t *testing.T) {
		for _, example := range []struct {
			args  []string
			words []string
		}{
			{[]string{"nonsense"}, []string{"nonsense", "waymark --help"}},
			{[]string{"serve", "--nonsense"}, []string{"unknown flag --nonsense", "waymark serve --help"}},
			{[]string{"staff", "add"}, []string{"<email>", "waymark staff add --help"}},
			{[]string{"serve", "--workers", "many"}, []string{"--workers", "waymark serve --help"}},
			{nil, []string{"serve", "waymark --help"}},
		} {
			printed := runFailing(t, command(t, folder, example.args...), example.words...)
			if strings.Count(printed, "\n") != 2 {
				t.Errorf("%v: %s", example.args, printed)
			}
		}
	})
	t.Run("prints one line for an invalid setting", func(t *testing.T) {
		for _, setting := range []string{
			"--workers=0", "--workers=-2", "--api-rate=0", "--public-url=nonsense",
			"--keep-traffic-days=-1", "--keep-leads-days=-1", "--keep-activity-days=-1", "--product-name=", "--smtp-url=x",
			"--storage=x", "--backup-every=soon", "--backup-every=-1h", "--backup-keep=0", "--addr=nonsense", "--addr=",
			"--addr=127.0.0.1:99999", "--pages-addr=8081", "--metrics-addr=:x", "--drain=-1s", "--drain=25h",
			"--replica-lag=-1s", "--workers=100000", "--check-links-every=-1h",
		} {
			name, _, _ := strings.Cut(setting, "=")
			if name == "--smtp-url" {
				name = "smtp"
			}
			if printed := runFailing(t, command(t, folder, "serve", setting), name); strings.Count(printed, "\n") != 1 {
				t.Errorf("%s: %s", setting, printed)
			}
		}
		if _, err := os.Stat(filepath.Join(folder, "data")); err == nil {
			t.Error("a folder was created before the settings were checked")
		}
	})
	t.Run("creates nothing if its address is in use", func(t *testing.T) {
		taken, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = taken.Close() }()
		runFailing(t, command(t, folder, "serve", "--addr", taken.Addr().String()), "address already in use")
		if made, _ := filepath.Glob(filepath.Join(folder, "data", "*")); len(made) > 0 {
			t.Errorf("got %v", made)
		}
	})
	t.Run("refuses impossible sizes of other commands", func(t *testing.T) {
		runFailing(t, command(t, folder, "demo", "--publishers=-1"), "--publishers -1: use 0 or more")
		runFailing(t, command(t, folder, "jobs", "list", "--limit=0"), "--limit 0: use 1 or more")
	})
	t.Run("prints JSON if the log is JSON", func(t *testing.T) {
		byVariable := command(t, folder, "serve", "--workers=0")
		byVariable.Env = append(byVariable.Env, "WAYMARK_LOG_JSON=true")
		unparsed := command(t, folder, "serve", "--nonsense")
		unparsed.Env = byVariable.Env
		for _, c := range []*exec.Cmd{
			command(t, folder, "serve", "--log-json", "--workers=0"),
			command(t, folder, "serve", "--nonsense", "--log-json"),
			byVariable,
			unparsed,
		} {
			var line struct{ Level, Msg string }
			printed := runFailing(t, c, "")
			if err := json.Unmarshal([]byte(printed), &line); err != nil || line.Level != "ERROR" || line.Msg == "" {
				t.Errorf("%v: %s", c.Args[1:], printed)
			}
		}
	})
}

func TestServe_OnePerDatabase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := start(t, folder)
	runFailing(t, command(t, folder, "serve", "--addr", "127.0.0.1:0"), fmt.Sprint(s.Process.Pid), "stop it first")
	runFailing(t, command(t, folder, "demo", "--publishers", "20000"), "stop it first")
	runFailing(t, command(t, folder, "restore", "none.backup"), "stop it first")
	for _, args := range [][]string{
		{"staff", "list"},
		{"staff", "add", "eva@example.com"},
		{"backup", "copy.backup"},
		{"jobs", "list"},
		{"migrate"},
	} {
		if output, err := run(t, folder, args...); err != nil {
			t.Errorf("%v: %v: %s", args, err, output)
		}
	}
	t.Run("survives SIGHUP", func(t *testing.T) {
		if err := s.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		s.await("SIGHUP ignored")
		response, err := http.Get(s.url + "/healthz")
		if err != nil || response.StatusCode != http.StatusOK {
			t.Errorf("%v %v", response, err)
		}
	})
	t.Run("starts after another server was killed", func(t *testing.T) {
		_ = s.Process.Kill()
		<-s.ended
		s = start(t, folder)
		if err := s.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := <-s.ended; err != nil {
			t.Error(err)
		}
		if locks, _ := filepath.Glob(filepath.Join(folder, "data", "*.lock")); len(locks) > 0 {
			t.Errorf("left %v", locks)
		}
	})
	t.Run("does not create another key", func(t *testing.T) {
		key := filepath.Join(folder, "data", "secret.key")
		if err := os.Rename(key, key+".away"); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"staff", "list"}, {"serve"}, {"jobs", "list"}, {"demo"}, {"backup", "x.backup"}} {
			runFailing(t, command(t, folder, args...), "secret key of this database is missing")
		}
		if _, err := os.Stat(key); err == nil {
			t.Error("a key was written")
		}
		if _, err := os.Stat(filepath.Join(folder, "x.backup")); err == nil {
			t.Error("a backup was written")
		}
	})
	t.Run("commands do not create a database", func(t *testing.T) {
		runFailing(t, command(t, folder, "staff", "list", "--database", "sqlite:typo/waymark.db"), "no database")
		if _, err := os.Stat(filepath.Join(folder, "typo")); err == nil {
			t.Error("a folder was created")
		}
	})
}

// TestServe_BackupNeverWorked checks that the status, the metrics and an alert say that a scheduled backup fails.
func TestServe_BackupNeverWorked(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "backups")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	metrics := kittest.FreeAddress(t)
	s := start(t, folder, "--backup-every", "24h", "--backup-to", file, "--metrics-addr", metrics)
	s.await("scheduled backup failed")
	s.signIn()
	waitFor(t, "the failure in the status", func() bool {
		backups, _ := s.request("GET", "/api/admin/status", nil, 200)["backups"].(map[string]any)
		problem, _ := backups["problem"].(string)
		return backups["state"] == "failed" && strings.Contains(problem, "There is no backup yet. The last attempt failed")
	})
	response, err := http.Get("http://" + metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || !bytes.Contains(text, []byte("\nwaymark_backup_failing 1\n")) {
		t.Errorf("the metrics don't say that the backup failed: %v", err)
	}
	alerts, err := os.ReadFile(filepath.Join(deployFolder, "monitoring", "alerts.yml"))
	if err != nil || !bytes.Contains(alerts, []byte("expr: waymark_backup_failing == 1\n")) ||
		!bytes.Contains(alerts, []byte("expr: waymark_mail_up == 0\n")) {
		t.Errorf("an alert is missing: %v", err)
	}
}

func TestServe_ScheduledBackups(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	metrics := kittest.FreeAddress(t)
	s := start(t, folder, "--backup-every", "24h", "--metrics-addr", metrics)
	s.await("backup written and verified")
	backups, _ := filepath.Glob(filepath.Join(folder, "data", "backups", "waymark-*.backup"))
	if len(backups) != 1 {
		t.Fatalf("got %v", backups)
	}
	if output, err := run(t, folder, "verify", backups[0]); err != nil {
		t.Errorf("%v: %s", err, output)
	}
	if response, err := http.Get("http://" + metrics + "/metrics"); err != nil {
		t.Error(err)
	} else {
		text, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if !bytes.Contains(text, []byte("\nwaymark_last_backup_timestamp_seconds 1.")) {
			t.Errorf("the metric is missing: %s", text)
		}
		if !regexp.MustCompile(`\nwaymark_database_statements_total [1-9]`).Match(text) {
			t.Errorf("the number of statements is missing: %s", text)
		}
	}
	runFailing(t, command(t, folder, "serve", "--database", "postgres://x", "--secret-key", "a secret key of some length",
		"--single-node", "--backup-every", "24h"), "pg_dump")
}

// smtpServer starts a mail server that reports each message it receives.
func smtpServer(t *testing.T) (address string, received chan struct{}) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	received = make(chan struct{}, 10)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = connection.Close() }()
				lines := bufio.NewScanner(connection)
				_, _ = fmt.Fprint(connection, "220 test\r\n")
				for lines.Scan() {
					answer := "250 ok"
					switch word, _, _ := strings.Cut(lines.Text(), " "); word {
					case "DATA":
						_, _ = fmt.Fprint(connection, "354 go\r\n")
						for lines.Scan() && lines.Text() != "." {
							continue
						}
						received <- struct{}{}
					case "QUIT":
						answer = "221 bye"
					}
					_, _ = fmt.Fprint(connection, answer+"\r\n")
				}
			}()
		}
	}()
	return listener.Addr().String(), received
}

func TestServe_HoldMail(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	address, received := smtpServer(t)
	mail := []string{"--smtp-url", "smtp://" + address + "?from=console@example.com"}
	forgot := func(s *server) {
		t.Helper()
		if status, answer, err := s.post("/api/auth/forgot-password",
			map[string]any{"email": "ada@example.com"}); err != nil || status >= 300 {
			t.Fatalf("%d %v %v", status, answer, err)
		}
	}
	stop := func(s *server) {
		t.Helper()
		_ = s.Process.Signal(syscall.SIGTERM)
		<-s.ended
	}
	s := start(t, folder, append(mail, "--hold-mail")...)
	forgot(s)
	s.await("mail held")
	if log := s.output(); strings.Contains(log, "reset-password/") {
		t.Errorf("the link is in the log: %s", log)
	}
	stop(s)
	for _, args := range [][]string{
		{"backup", "x.backup"},
		{"restore", "x.backup", "--as-copy", "--database", "sqlite:copy/waymark.db"},
	} {
		if output, err := run(t, folder, args...); err != nil {
			t.Fatalf("%v: %s", err, output)
		}
	}
	mail = append(mail, "--database", "sqlite:copy/waymark.db")
	s = start(t, folder, mail...)
	s.await("restored as a copy")
	forgot(s)
	s.await("mail held")
	stop(s)
	select {
	case <-received:
		t.Error("a message was sent")
	default:
	}
	s = start(t, folder, append(mail, "--hold-mail=false")...)
	forgot(s)
	<-received
	stop(s)
}

func TestDemo_Confirmation(t *testing.T) {
	t.Parallel()
	for name, flags := range databases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			with := func(args ...string) *exec.Cmd { return command(t, folder, append(args, flags...)...) }
			succeed := func(args ...string) {
				t.Helper()
				if output, err := with(args...).CombinedOutput(); err != nil {
					t.Errorf("%v: %v: %s", args, err, output)
				}
			}
			succeed("migrate")
			succeed("staff", "add", "eva@example.com")
			runFailing(t, with("demo", "--publishers", "3"), "not demo data", "--yes")
			runFailing(t, with("serve", "--demo", "--addr", "127.0.0.1:0", "--pages-addr", "127.0.0.1:0"),
				"not demo data", "without --demo")
			succeed("demo", "--publishers", "3", "--yes")
			runFailing(t, with("demo", "--publishers", "3"), "--yes")
		})
	}
	t.Run("is not needed for a new database", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		for range 2 {
			if output, err := run(t, folder, "demo", "--publishers", "3"); err != nil {
				t.Errorf("%v: %s", err, output)
			}
		}
	})
}
