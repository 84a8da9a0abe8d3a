package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestOperatorsGuide_Flags checks that the guide for operators has every flag of the server with its variable.
func TestOperatorsGuide_Flags(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	help, err := run(t, t.TempDir(), "serve", "--help")
	if err != nil {
		t.Fatal(err, help)
	}
	flags := regexp.MustCompile(`(?m)^ +(?:-\w, )?--(?:\[no-\])?([a-z-]+)`).FindAllStringSubmatch(help, -1)
	if len(flags) < 20 {
		t.Fatalf("got %d flags in %s", len(flags), help)
	}
	for _, flag := range flags {
		name := flag[1]
		variable := "WAYMARK_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
		if name != "help" && !strings.Contains(string(guide), "| `--"+name+"`, `"+variable+"` |") {
			t.Errorf("docs/operations.md has no row for --%s, %s", name, variable)
		}
	}
}
