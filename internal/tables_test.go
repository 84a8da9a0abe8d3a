package internal_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// The tables of the kit's own mechanisms. Every other table belongs to the business, and the kit learns its name from a caller.
var kitTables = []string{"audit_log", "derived_objects", "installation", "limits", "live_counts", "sessions", "tasks", "trash", "uploads"}

// Tables that libraries create for themselves.
var libraryTables = regexp.MustCompile(`^(river|goose|sqlite)_`)

// Test harnesses sign people in and look at records.
var harnesses = []string{"internal/kit/kittest", "internal/kit/resourcetest"}

// Words that are also the name of a table.
var otherMeanings = map[string]string{
	"internal/kit/media/orphans.go": "folders", // in the storage, in a line of the log
	"internal/kit/webpage/tags.go":  "content", // the attribute of a meta element
}

func TestKitNamesNoBusinessTable(t *testing.T) {
	t.Parallel()
	named := tableNames(businessTables(t))
	checked := 0
	err := fs.WalkDir(os.DirFS(".."), "internal/kit", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			slices.Contains(harnesses, filepath.Dir(path)) {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, filepath.Join("..", path), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		checked++
		for position, text := range stringsOf(file) {
			if name := named(text); name != "" && otherMeanings[path] != text {
				t.Errorf("%s names the business table %s", files.Position(position), name)
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

func TestTableNames(t *testing.T) {
	t.Parallel()
	named := tableNames([]string{"users", "content", "content_tags"})
	for text, want := range map[string]string{
		"SELECT 1 FROM users WHERE id = ?":             "users",
		"UPDATE users SET active_at = ?":               "users",
		"SELECT 1 FROM a JOIN\n\t\tcontent c ON c.a=1": "content",
		"select id from content":                       "content",
		"users":                                        "users", // a table as a value
		"SELECT (SELECT count(*) FROM content) AS n":   "content",
		"x.id IN content_tags":                         "content_tags",
		"INSERT INTO user_settings (a) VALUES (?)":     "",
		"DELETE FROM ":                                 "",
		"The content was taken from users.":            "",
		"content_type":                                 "",
	} {
		if got := named(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// businessTables are the tables of a migrated database that are neither the kit's nor a library's.
func businessTables(t *testing.T) []string {
	t.Helper()
	all, err := db.All[string](context.Background(), kittest.SQLite(t).Read(), "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range kitTables {
		if !slices.Contains(all, table) {
			t.Errorf("the kit's table %s does not exist", table)
		}
	}
	business := slices.DeleteFunc(all, func(table string) bool {
		return slices.Contains(kitTables, table) || libraryTables.MatchString(table)
	})
	if len(business) < 40 {
		t.Fatalf("only %d business tables: %v", len(business), business)
	}
	return business
}

// tableNames returns a function that finds one of the tables in a string: as the whole string, after a keyword of SQL, or
// anywhere if its name has an underscore, which no word of a message has.
func tableNames(tables []string) func(text string) string {
	joined := []string{}
	for _, table := range tables {
		if strings.Contains(table, "_") {
			joined = append(joined, table)
		}
	}
	all, underscored := strings.Join(tables, "|"), strings.Join(joined, "|")
	inSQL := regexp.MustCompile(`(?i)\b(?:FROM|INTO|UPDATE|JOIN|TABLE)\s+(` + all + `)\b(?:\s*$|\s*[();,]|\s+[A-Za-z]+\b)`)
	anywhere := regexp.MustCompile(`\b(` + underscored + `)\b`)
	return func(text string) string {
		if slices.Contains(tables, text) {
			return text
		}
		for _, pattern := range []*regexp.Regexp{inSQL, anywhere} {
			if found := pattern.FindStringSubmatch(text); found != nil {
				return found[1]
			}
		}
		return ""
	}
}

// stringsOf returns the string literals of a file, except for import paths and struct tags.
func stringsOf(file *ast.File) map[token.Pos]string {
	found := map[token.Pos]string{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			n.Tag = nil
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				found[n.Pos()] = text
			}
		}
		return true
	})
	return found
}
