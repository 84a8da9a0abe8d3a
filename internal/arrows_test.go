package internal_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A room may import what stands on the right, and nothing else of this module. Features never import each other.
var arrows = map[string][]string{
	"cmd":               {"internal/app"},
	"internal/app":      {"internal/app", "internal/features", "internal/platform", "internal/kit", "migrations", "web"},
	"internal/features": {"internal/platform", "internal/kit"},
	"internal/platform": {"internal/platform", "internal/kit"},
	"internal/kit":      {"internal/kit"},
	"migrations":        {"internal/kit/db", "internal/kit/fold"}, // steps written in Go
	"web":               {},
	"bench":             {"internal/kit"},
}

// Test harnesses of the kit also need the schema.
var exceptions = map[string][]string{"internal/kit/kittest": {"internal/platform/schema", "migrations"}}

func TestImportsFollowTheArrows(t *testing.T) {
	t.Parallel()
	seen := 0
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		room := roomOf(path)
		if room == "" {
			return nil
		}
		seen++
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", path), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			target, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "waymark/")
			if ok && !allowed(room, filepath.Dir(path), target) {
				t.Errorf("%s imports %s: against the arrow", path, target)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 40 {
		t.Errorf("only %d files were looked at", seen)
	}
}

func roomOf(path string) string {
	for room := range arrows {
		if strings.HasPrefix(path, room+"/") {
			return room
		}
	}
	return ""
}

func allowed(room, folder, target string) bool {
	if slices.Contains(exceptions[folder], target) {
		return true
	}
	for _, prefix := range arrows[room] {
		if target == prefix || strings.HasPrefix(target, prefix+"/") {
			return true
		}
	}
	return false
}
