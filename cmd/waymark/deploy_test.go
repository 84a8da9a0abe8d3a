package main_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var deployFolder = filepath.Join("..", "..", "deploy")

func deployFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(deployFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestDeploy_Settings checks that the files in deploy use only variables and settings that exist.
func TestDeploy_Settings(t *testing.T) {
	t.Parallel()
	help, err := run(t, t.TempDir(), "serve", "--help")
	if err != nil {
		t.Fatal(err, help)
	}
	known := map[string]bool{
		"WAYMARK_VERSION":    true, // of the image
		"WAYMARK_PURGE_DATA": true, // of the package
	}
	for _, name := range regexp.MustCompile(`\$(WAYMARK_[A-Z_]+)`).FindAllStringSubmatch(help, -1) {
		known[name[1]] = true
	}
	used := map[string]bool{}
	err = filepath.WalkDir(deployFolder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, name := range regexp.MustCompile(`WAYMARK_[A-Z_]+`).FindAllString(string(content), -1) {
			used[name] = true
			if !known[strings.TrimSuffix(name, "_FILE")] {
				t.Errorf("%s uses %s, which does not exist", path, name)
			}
		}
		return nil
	})
	if err != nil || len(used) < 15 {
		t.Errorf("found %d variables (%v)", len(used), err)
	}
}

func TestDeploy_ConfigurationFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	// The examples are settings that are commented out.
	example := regexp.MustCompile(`(?m)^# ([a-z-]+ = )`)
	config := example.ReplaceAllString(deployFile(t, "waymark.conf"), "$1")
	if examples := strings.Count(config, "\n") - strings.Count(config, "\n#"); examples < 8 {
		t.Errorf("the file has %d settings", examples)
	}
	if err := os.WriteFile(filepath.Join(folder, "waymark.conf"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := run(t, folder, "--config", "waymark.conf", "version"); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

func TestDeploy_Service(t *testing.T) {
	t.Parallel()
	unit := deployFile(t, "waymark.service")
	start := regexp.MustCompile(`(?m)^ExecStart=/usr/bin/waymark (.*) --config (\S+)$`).FindStringSubmatch(unit)
	if start == nil || start[1] != "serve" || start[2] != "/etc/waymark/waymark.conf" {
		t.Errorf("the unit starts %v", start)
	}
	stop := regexp.MustCompile(`(?m)^TimeoutStopSec=(\d+)$`).FindStringSubmatch(unit)
	if stop == nil {
		t.Fatal("the unit has no TimeoutStopSec")
	}
	// The server drains for 5 seconds, and waits 30 seconds each for requests and jobs.
	if seconds, _ := strconv.Atoi(stop[1]); seconds <= 65 {
		t.Errorf("the unit is killed after %d seconds, want more than 65", seconds)
	}
	for _, want := range []string{
		"Restart=on-failure", "ProtectSystem=strict", "StateDirectory=waymark", "NoNewPrivileges=true",
	} {
		if !strings.Contains(unit, "\n"+want+"\n") {
			t.Errorf("the unit does not have %s", want)
		}
	}
}

// TestDeploy_Secrets checks that the documented command line can read the secrets of the server. Without them it would
// use another database.
func TestDeploy_Secrets(t *testing.T) {
	t.Parallel()
	unit, install := deployFile(t, "waymark.service"), deployFile(t, "debian/postinst")
	for _, want := range []string{
		"\nUser=waymark\n", "\nGroup=waymark\n", "\nEnvironmentFile=-/etc/waymark/secrets.env\n",
	} {
		if !strings.Contains(unit, want) {
			t.Errorf("the unit does not have %q", want)
		}
	}
	for _, want := range []string{
		"\nchown root:waymark /etc/waymark/secrets.env\n", "\nchmod 640 /etc/waymark/secrets.env\n",
		"runuser -u waymark -- waymark --config /etc/waymark/waymark.conf ",
	} {
		if !strings.Contains(install, want) {
			t.Errorf("postinst does not have %q", want)
		}
	}
}

func TestDeploy_Containers(t *testing.T) {
	t.Parallel()
	dockerfile := deployFile(t, "Dockerfile")
	for _, want := range []string{
		"\nUSER waymark\n", `CMD ["waymark", "health"]`, "-X main.version=$VERSION", "\nARG VERSION", "FROM node:24-",
	} {
		if !strings.Contains(dockerfile, want) {
			t.Errorf("the Dockerfile does not have %q", want)
		}
	}
	compose := deployFile(t, "compose.yaml")
	services, _, _ := strings.Cut(compose[strings.Index(compose, "\nservices:"):], "\nvolumes:")
	for _, service := range regexp.MustCompile(`(?m)^  [a-z0-9]+:$`).Split(services, -1)[1:] {
		if !strings.Contains(service, "\n    restart: ") {
			t.Errorf("a service has no restart policy:%s", service)
		}
	}
	ports := regexp.MustCompile(`(?m)^    ports: \["(.*)"\]$`).FindAllStringSubmatch(compose, -1)
	if len(ports) != 1 || !strings.HasPrefix(ports[0][1], "127.0.0.1:") {
		t.Errorf("open ports: %v", ports)
	}
	example := deployFile(t, "compose.env.example")
	for _, required := range regexp.MustCompile(`\$\{([A-Z_0-9]+):\?\}`).FindAllStringSubmatch(compose, -1) {
		if !strings.Contains(example, "\n"+required[1]+"=") {
			t.Errorf("compose.env.example does not have %s", required[1])
		}
	}
}
