package migrations_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/migrations"
)

var update = flag.Bool("update", false, "add new migrations to testdata/released.txt")

// TestReleased refuses changes of released migrations: databases that have run them would differ from new ones. The
// file lists the SHA-256 of what each engine runs, and of the data that the migration written in Go inserts.
func TestReleased(t *testing.T) {
	t.Parallel()
	const list = "testdata/released.txt"
	content, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	released := map[string]string{}
	for line := range strings.Lines(string(content)) {
		hash, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		released[name] = hash
	}
	current := map[string]string{}
	hashFiles(t, current, os.DirFS("."), "iso/*.tsv", "")
	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		hashFiles(t, current, migrations.Files(engine), "*.sql", string(engine))
	}
	for name, hash := range current {
		switch {
		case released[name] == "" && *update:
			released[name] = hash
		case released[name] == "":
			t.Errorf("%s is not in %s: run the test with -update", name, list)
		case released[name] != hash:
			t.Errorf("%s has changed: write a new migration instead", name)
		}
	}
	for name := range released {
		if current[name] == "" {
			t.Errorf("%s was removed", name)
		}
	}
	if len(current) < 50 {
		t.Errorf("only %d files were compared", len(current))
	}
	if !*update {
		return
	}
	text := ""
	for _, name := range slices.Sorted(maps.Keys(released)) {
		text += released[name] + "  " + name + "\n"
	}
	if err := os.WriteFile(list, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// hashFiles adds the SHA-256 of files, by their names in a folder.
func hashFiles(t *testing.T, hashes map[string]string, files fs.FS, pattern, folder string) {
	t.Helper()
	names, err := fs.Glob(files, pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(content)
		hashes[path.Join(folder, name)] = hex.EncodeToString(sum[:])
	}
}
