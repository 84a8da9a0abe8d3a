package guide_test

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"waymark/scripts/guide"
)

const page = "docs/adding-an-entity.md"

// The rest of the page, up to the browser test, takes minutes: make prove guide.
func TestGuide_Server(t *testing.T) {
	t.Parallel()
	changes, err := guide.Read("../..", page)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, folder := range []string{"internal/kit", "internal/platform", "migrations"} {
		if err := os.CopyFS(filepath.Join(root, folder), os.DirFS(filepath.Join("../..", folder))); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, file), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := guide.Write(root, changes); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "go", "test", "-tags", "sqlite_fts5", "-ldflags=-s -w", "-vet=off",
		"-v", "./internal/features/ports/")
	command.Dir = root
	command.Env = append(os.Environ(), "WAYMARK_TEST_TEMPLATES=") // the copy has a migration of its own
	out, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestPorts_CRUD") {
		t.Errorf("the entity's test: %v\n%s", err, out)
	}
}

func TestGuide_Size(t *testing.T) {
	t.Parallel()
	changes, err := guide.Read("../..", page)
	if err != nil {
		t.Fatal(err)
	}
	files, lines := 0, 0
	for _, c := range changes {
		lines += c.Added
		if c.New {
			files++
		}
		if strings.HasSuffix(c.Path, ".go") {
			if formatted, err := format.Source([]byte(c.Text)); err != nil || string(formatted) != c.Text {
				t.Errorf("%s is not formatted (%v)", c.Path, err)
			}
		}
	}
	if files > 5 || lines > 125 {
		t.Errorf("an entity takes %d new files and %d lines, want at most 5 and 125", files, lines)
	}
	t.Logf("%d new files, %d lines in %d files", files, lines, len(changes))
}
