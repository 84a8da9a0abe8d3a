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

// layers contains the folders of this module that each layer may import. Features may not import each other.
var layers = map[string][]string{
	"cmd": {"internal/app"},
	"internal/app": {
		"internal/app", "internal/demo", "internal/features", "internal/platform", "internal/kit", "migrations", "web",
	},
	"internal/demo":     {"internal/features", "internal/platform", "internal/kit"},
	"internal/features": {"internal/platform", "internal/kit"},
	"internal/platform": {"internal/platform", "internal/kit"},
	"internal/kit":      {"internal/kit"},
	"migrations":        {"internal/kit/db", "internal/kit/fold"}, // migration steps written in Go
	"web":               {},
	"bench":             {"bench", "internal/kit"},
	"scripts":           {"scripts", "bench/response", "internal/app", "internal/kit"},
}

// exceptions contains further imports of single folders. The test server in kittest is used by the tests of all
// layers, so it needs the schema and the gate of the public API.
var exceptions = map[string][]string{"internal/kit/kittest": {"migrations", "internal/platform"}}

func TestImports_Directions(t *testing.T) {
	t.Parallel()
	checked := 0
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		layer := layerOf(path)
		if layer == "" {
			return nil
		}
		checked++
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", path), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			target, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "waymark/")
			if ok && !allowed(layer, filepath.Dir(path), target) {
				t.Errorf("%s imports %s, which %s may not import", path, target, layer)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 40 {
		t.Errorf("only %d files were checked", checked)
	}
}

func layerOf(path string) string {
	for layer := range layers {
		if strings.HasPrefix(path, layer+"/") {
			return layer
		}
	}
	return ""
}

func allowed(layer, folder, target string) bool {
	return slices.ContainsFunc(slices.Concat(layers[layer], exceptions[folder]), func(folder string) bool {
		return target == folder || strings.HasPrefix(target, folder+"/")
	})
}

// Each feature folder of the web app must have the same name as one on the server: web/src/features/media-types
// belongs to internal/features/mediatypes.
func TestFeatures_FolderNames(t *testing.T) {
	t.Parallel()
	folders, err := os.ReadDir("../web/src/features")
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) < 20 {
		t.Errorf("only %d folders were checked", len(folders))
	}
	for _, folder := range folders {
		name := strings.ReplaceAll(folder.Name(), "-", "")
		if _, err := os.Stat(filepath.Join("features", name)); err != nil {
			t.Errorf("web/src/features/%s has no internal/features/%s", folder.Name(), name)
		}
	}
}
