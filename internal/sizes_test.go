package internal_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"waymark/internal/kit/resource"
)

const (
	maxFileLines     = 350
	maxFunctionLines = 60
	maxSQLLines      = 2600
)

// TestSizes_Migrations counts the lines of all migrations.
func TestSizes_Migrations(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../migrations/*.sql")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no migrations (%v)", err)
	}
	lines := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines += bytes.Count(text, []byte("\n"))
	}
	if lines > maxSQLLines {
		t.Errorf("the migrations have %d lines; the limit is %d", lines, maxSQLLines)
	}
}

// TestSizes checks code that is neither generated nor a test.
func TestSizes(t *testing.T) {
	t.Parallel()
	checked := 0
	report := func(name string, lines, limit int) {
		t.Errorf("%s has %d lines; the limit is %d", name, lines, limit)
	}
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "node_modules" || (len(entry.Name()) > 1 && entry.Name()[0] == '.')) {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(filepath.Join("..", path))
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		checked++
		if lines := bytes.Count(text, []byte("\n")); lines > maxFileLines {
			report(path, lines, maxFileLines)
		}
		for _, declaration := range file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			lines := files.Position(function.End()).Line - files.Position(function.Pos()).Line + 1
			if lines > maxFunctionLines {
				report(path+" "+function.Name.Name, lines, maxFunctionLines)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 100 {
		t.Errorf("only %d files were checked", checked)
	}
}

// maxDeclarationNames is how many exported names a reader may have to know to declare a record.
const maxDeclarationNames = 129

// TestSizes_DeclarationNames counts the exported names of the packages that records are declared with, without methods
// and fields. Mechanisms that are more than declaring and writing belong into packages of their own.
func TestSizes_DeclarationNames(t *testing.T) {
	t.Parallel()
	total, counts := 0, map[string]int{}
	for _, name := range []string{"resource", "listing", "bulk", "lookup"} {
		counts[name] = exportedNames(t, filepath.Join("kit", name))
		total += counts[name]
		if counts[name] == 0 {
			t.Errorf("kit/%s has no exported names", name)
		}
	}
	if total > maxDeclarationNames {
		t.Errorf("%d exported names %v; the limit is %d", total, counts, maxDeclarationNames)
	}
}

// exportedNames counts the exported functions, types, constants and variables of a package.
func exportedNames(t *testing.T, folder string) int {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	count := func(name *ast.Ident) {
		if name.IsExported() {
			n++
		}
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				if declaration.Recv == nil {
					count(declaration.Name)
				}
			case *ast.GenDecl:
				for _, spec := range declaration.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						count(spec.Name)
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							count(name)
						}
					}
				}
			}
		}
	}
	return n
}

// TestSizes_Definition limits what can be said about a declared record: an option with a single user belongs to that
// user.
func TestSizes_Definition(t *testing.T) {
	t.Parallel()
	const limit = 26
	if got := reflect.TypeFor[resource.Definition[struct{}]]().NumField(); got > limit {
		t.Errorf("resource.Definition has %d fields, want at most %d", got, limit)
	}
}
