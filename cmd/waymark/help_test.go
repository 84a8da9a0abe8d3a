package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"waymark/internal/kit/kittest"
)

// TestHelp checks that the help of each command has the settings that it uses, and no others.
func TestHelp(t *testing.T) {
	t.Parallel()
	flags := func(text string) string {
		names := []string{}
		flag := regexp.MustCompile(`(?m)^  (?:-h, |    )--(?:\[no-\])?([a-z-]+)`)
		for _, match := range flag.FindAllStringSubmatch(text, -1) {
			names = append(names, match[1])
		}
		return strings.Join(names, " ")
	}
	const (
		source   = "help config secrets log-level log-json"
		database = "help config secrets database secret-key old-secret-key log-level log-json"
		files    = "help config secrets database storage secret-key old-secret-key single-node log-level log-json"
		admin    = "help config secrets database public-url secret-key old-secret-key admin-email admin-password " +
			"log-level log-json"
	)
	all := "help config secrets database storage public-url app-url inspires-url landing-url product-name secret-key " +
		"old-secret-key timezone smtp-url trusted-proxies workers app-key api-rate keep-traffic-days keep-leads-days " +
		"keep-activity-days single-node allow-private-urls admin-email admin-password log-level log-json addr "
	for command, want := range map[string]string{
		"":                     source + " version",
		"serve":                all,
		"health":               source + " addr",
		"migrate":              "help config secrets database log-level log-json",
		"staff":                admin,
		"staff add":            admin + " first last role password",
		"staff list":           admin + " json",
		"staff reset-password": admin,
		"jobs list":            database + " limit",
		"jobs retry":           database,
		"backup":               files,
		"verify":               database + " without-manifest",
		"restore":              files + " without-manifest as-copy",
		"move":                 files + " to storage-to json",
		"rotate-key":           database,
		"verify-audit":         database + " expect",
		"forget-audit":         database + " before",
		"openapi":              "help config secrets product-name log-level log-json",
		"notices":              source,
		"version":              source,
	} {
		text, err := run(t, t.TempDir(), append(strings.Fields(command), "--help")...)
		got := flags(text)
		if err != nil || got != want && (command != "serve" || !strings.HasPrefix(got, want)) {
			t.Errorf("%q: got %v, %s, want %s", command, err, got, want)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	flag, err := run(t, t.TempDir(), "--version")
	if err != nil {
		t.Fatal(err, flag)
	}
	if word, err := run(t, t.TempDir(), "version"); err != nil || word != flag || strings.TrimSpace(word) == "" {
		t.Errorf("got %q and %q, %v", flag, word, err)
	}
}

// TestCommands_WithoutStorage runs commands that use no files on PostgreSQL, without settings of the storage.
func TestCommands_WithoutStorage(t *testing.T) {
	t.Parallel()
	if os.Getenv(kittest.PostgresVariable) == "" {
		t.Skip("there is no PostgreSQL server")
	}
	folder := t.TempDir()
	database := []string{"--database", kittest.PostgresURL(t), "--secret-key", "a secret key of some length"}
	for _, args := range [][]string{
		{"migrate"},
		{"staff", "add", "eva@example.com"},
		{"staff", "list"},
		{"staff", "reset-password", "eva@example.com"},
		{"staff", "deactivate", "eva@example.com"},
		{"jobs", "list"},
		{"verify-audit"},
		{"forget-audit", "--before", "2020-01-01"},
	} {
		if output, err := run(t, folder, append(args, database...)...); err != nil {
			t.Errorf("%v: %v: %s", args, err, output)
		}
	}
	if made, _ := filepath.Glob(filepath.Join(folder, "*")); len(made) > 0 {
		t.Errorf("got %v, want no files", made)
	}
	runFailing(t, command(t, folder, append([]string{"serve"}, database...)...), "--storage s3://")
}
