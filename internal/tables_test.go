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

// kitTables are the tables of the kit's own mechanisms. All other tables belong to the business, and callers pass their
// names to the kit.
var kitTables = []string{
	"audit_log", "counter_deltas", "current_counts", "derived_objects", "installation", "limits", "live_count_deltas",
	"live_counts", "merged_records", "pending_changes", "pending_search", "change_sets", "change_rows", "sessions",
	"tasks", "trash", "uploads",
}

// libraryTables matches the tables that libraries create.
var libraryTables = regexp.MustCompile(`^(river|goose|sqlite)_`)

// harnesses are packages for tests, which create and read business records.
var harnesses = []string{"internal/kit/kittest", "internal/kit/resourcetest"}

// otherMeanings contains strings that are only by coincidence the name of a table.
var otherMeanings = map[string]string{
	"internal/kit/media/orphans.go": "folders", // folders of the file storage, in a log message
	"internal/kit/webpage/tags.go":  "content", // the attribute of a meta element
}

func TestKit_BusinessTables(t *testing.T) {
	t.Parallel()
	findTable := tableNames(businessTables(t))
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
		for position, text := range stringLiterals(file) {
			if name := findTable(text); name != "" && otherMeanings[path] != text {
				t.Errorf("%s contains the business table %s", files.Position(position), name)
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
	findTable := tableNames([]string{"users", "content", "content_tags"})
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
		if got := findTable(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// businessTables returns the tables of a migrated database that belong neither to the kit nor to a library.
func businessTables(t *testing.T) []string {
	t.Helper()
	all, err := db.All[string](context.Background(), kittest.SQLite(t).Read(),
		"SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
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

// tableNames returns a function that finds one of the tables in a string: as the whole string, after an SQL keyword, or
// anywhere if its name contains an underscore, which words in messages do not.
func tableNames(tables []string) func(text string) string {
	joined := []string{}
	for _, table := range tables {
		if strings.Contains(table, "_") {
			joined = append(joined, table)
		}
	}
	all, underscored := strings.Join(tables, "|"), strings.Join(joined, "|")
	inSQL := regexp.MustCompile(
		`(?i)\b(?:FROM|INTO|UPDATE|JOIN|TABLE)\s+(` + all + `)\b(?:\s*$|\s*[();,]|\s+[A-Za-z]+\b)`)
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

// stringLiterals returns the string literals of a file, except for import paths and struct tags.
func stringLiterals(file *ast.File) map[token.Pos]string {
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
