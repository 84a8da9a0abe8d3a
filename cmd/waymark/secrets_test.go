package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSecrets runs a command with the configuration file only, as an operator does on the machine of a server whose
// unit also has a file with secrets.
func TestSecrets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		secrets   string // of secrets.env next to the configuration file; empty if there is none
		config    string
		args      []string
		variables []string
		used      string // the folder of the database that is used
		problem   string
	}{
		{name: "none", used: "configured"},
		{name: "next to the file", secrets: "WAYMARK_DATABASE=sqlite:secret/waymark.db\n", used: "secret"},
		{name: "quoted", secrets: "# one\n; two\n\n WAYMARK_DATABASE = x\n", problem: "line 4"},
		{name: "single", secrets: "WAYMARK_DATABASE='sqlite:secret/waymark.db'\r\n", used: "secret"},
		{name: "double", secrets: `WAYMARK_DATABASE="sqlite:sec\"ret/waymark.db"`, used: `sec"ret`},
		{name: "not closed", secrets: `WAYMARK_DATABASE="sqlite:x`, problem: "line 1"},
		{name: "continued", secrets: "WAYMARK_DATABASE=sqlite:\\\nx", problem: "line 1"},
		{
			name: "a variable first", secrets: "WAYMARK_DATABASE=sqlite:secret/waymark.db",
			variables: []string{"WAYMARK_DATABASE=sqlite:variable/waymark.db"}, used: "variable",
		},
		{name: "named by the flag", args: []string{"--secrets", "nowhere"}, problem: "nowhere"},
		{name: "named by the variable", variables: []string{"WAYMARK_SECRETS=nowhere"}, problem: "nowhere"},
		{name: "named by the file", config: "secrets = nowhere\n", problem: "nowhere"},
		{name: "unreadable", secrets: "folder", problem: "read the secrets"},
	} {
		folder := t.TempDir()
		write := func(name, text string) {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write("waymark.conf", "database = sqlite:configured/waymark.db\n"+c.config)
		switch c.secrets {
		case "":
		case "folder": // Not even root can read it.
			if err := os.Mkdir(filepath.Join(folder, "secrets.env"), 0o700); err != nil {
				t.Fatal(err)
			}
		default:
			write("secrets.env", c.secrets)
		}
		cmd := command(t, folder, append([]string{"migrate", "--config", "waymark.conf"}, c.args...)...)
		cmd.Env = append(cmd.Env, c.variables...)
		output, err := cmd.CombinedOutput()
		made, _ := filepath.Glob(filepath.Join(folder, "*", "waymark.db"))
		if c.problem != "" {
			if err == nil || !strings.Contains(string(output), c.problem) || len(made) != 0 {
				t.Errorf("%s: got %v: %s and %v, want %s and no database", c.name, err, output, made, c.problem)
			}
			continue
		}
		want := filepath.Join(folder, c.used, "waymark.db")
		if err != nil || len(made) != 1 || made[0] != want {
			t.Errorf("%s: got %v: %s and %v, want %s", c.name, err, output, made, want)
		}
		if !strings.HasPrefix(string(output), "Database: sqlite:"+want+"\n") {
			t.Errorf("%s: got %s, want the name of the database first", c.name, output)
		}
	}
}

// TestCommands_NameDatabase walks all commands: those that change something say first which database they use.
func TestCommands_NameDatabase(t *testing.T) {
	t.Parallel()
	const address = "postgres://ada:hunter22@127.0.0.1:1/waymark?connect_timeout=1"
	silent := map[string]bool{}
	for _, name := range []string{
		"health", "staff list", "jobs list", "backup", "verify", "verify-audit", "openapi", "notices", "version",
	} {
		silent[name] = true
	}
	for _, args := range [][]string{
		{"serve"},
		{"health", "--addr", "127.0.0.1:1"},
		{"migrate"},
		{"staff", "add", "a@example.com"},
		{"staff", "list"},
		{"staff", "reset-password", "a@example.com"},
		{"staff", "role", "a@example.com", "admin"},
		{"staff", "deactivate", "a@example.com"},
		{"staff", "activate", "a@example.com"},
		{"demo"},
		{"jobs", "list"},
		{"jobs", "retry", "1"},
		{"backup", "x.backup"},
		{"verify", "x.backup"},
		{"restore", "x.backup"},
		{"move", "--to", address},
		{"rotate-key"},
		{"verify-audit"},
		{"forget-audit", "--before", "2026-01-01"},
		{"openapi"},
		{"notices"},
		{"version"},
	} {
		cmd := command(t, t.TempDir(), args...)
		cmd.Env = append(cmd.Env, "WAYMARK_DATABASE="+address, "WAYMARK_SECRET_KEY=a secret key of some length",
			"WAYMARK_STORAGE=file:files", "WAYMARK_SINGLE_NODE=true")
		output, _ := cmd.CombinedOutput()
		text := string(output)
		name := strings.Join(args[:1], " ")
		if name == "staff" || name == "jobs" {
			name = strings.Join(args[:2], " ")
		}
		named := strings.HasPrefix(text, "Database: postgres://ada@127.0.0.1:1/waymark?connect_timeout=1\n")
		if named == silent[name] || strings.Contains(text, "hunter22") {
			t.Errorf("%s: got %.300s", name, text)
		}
		if name == "move" && !strings.Contains(text, "\nTo: postgres://ada@127.0.0.1:1/waymark?") {
			t.Errorf("%s: got %.300s, want both databases", name, text)
		}
	}
}
