package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConfiguration gets settings from a file, from files named by variables, and from their usual places.
func TestConfiguration(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	config := write("waymark.conf", `# Settings

database = sqlite:configured/waymark.db
product-name = "Way \"mark\""
`)
	write("address", "sqlite:secret/waymark.db\n")
	for _, c := range []struct {
		name      string
		variables []string
		args      []string
		made      string // the database that was created
		problem   string
	}{
		{name: "the file of a flag", args: []string{"--config", config}, made: "configured"},
		{name: "the file of a variable", variables: []string{"WAYMARK_CONFIG=" + config}, made: "configured"},
		{
			name: "a variable before the file", variables: []string{"WAYMARK_DATABASE=sqlite:variable/waymark.db"},
			args: []string{"--config=" + config}, made: "variable",
		},
		{
			name: "a flag before all", variables: []string{"WAYMARK_DATABASE_FILE=address"},
			args: []string{"--config", config, "--database", "sqlite:flag/waymark.db"}, made: "flag",
		},
		{
			name: "a secret from a file", variables: []string{"WAYMARK_DATABASE_FILE=address"},
			args: []string{"--config", config}, made: "secret",
		},
		{
			name:      "both",
			variables: []string{"WAYMARK_DATABASE_FILE=address", "WAYMARK_DATABASE=sqlite:x.db"},
			problem:   "WAYMARK_DATABASE and WAYMARK_DATABASE_FILE are both set",
		},
		{name: "no such secret", variables: []string{"WAYMARK_DATABASE_FILE=nowhere"}, problem: "nowhere"},
		{name: "no such file", args: []string{"--config", "nowhere"}, problem: "nowhere"},
		{name: "unknown", args: []string{"--config", write("unknown", "colour = red")}, problem: `no setting "colour"`},
		{name: "no value", args: []string{"--config", write("broken", "\ndatabase\n")}, problem: "line 2"},
		{name: "twice", args: []string{"--config", write("twice", "workers = 2\nworkers = 3\n")}, problem: "line 2"},
		{name: "no number", args: []string{"--config", write("number", "workers = many\n")}, problem: "workers"},
	} {
		cmd := command(t, folder, append([]string{"migrate"}, c.args...)...)
		cmd.Env = append(cmd.Env, c.variables...)
		output, err := cmd.CombinedOutput()
		if c.problem != "" {
			if err == nil || !strings.Contains(string(output), c.problem) {
				t.Errorf("%s: want %s, got %v: %s", c.name, c.problem, err, output)
			}
			continue
		}
		if _, missing := os.Stat(filepath.Join(folder, c.made, "waymark.db")); err != nil || missing != nil {
			t.Errorf("%s: %v: %s", c.name, err, output)
		}
		_ = os.RemoveAll(filepath.Join(folder, c.made))
	}
}
