package app_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/kittest"
)

var update = flag.Bool("update", false, "write testdata/operations.txt")

// Clients are generated from the documents and call operations by their ids, so a changed id is a change of the API.
func TestDocuments_OperationIDs(t *testing.T) {
	t.Parallel()
	h := open(t, "sqlite:"+kittest.SQLite(t).Path)
	golden := strings.Builder{}
	for _, section := range []struct {
		title    string
		document func() ([]byte, error)
	}{{"Admin API", h.API.Document}, {"Public API", h.Public.Document}} {
		text, err := section.document()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&golden, "# %s\n%s\n", section.title, strings.Join(listOperations(t, text), "\n"))
	}
	const file = "testdata/operations.txt"
	if *update {
		if err := os.WriteFile(file, []byte(golden.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if golden.String() != string(want) {
		t.Errorf("The operations are not those of %s. If that is intended: "+
			"go test -tags sqlite_fts5 ./internal/app/ -run OperationIDs -update\n%s",
			file, difference(string(want), golden.String()))
	}
}

// listOperations returns the operations of a document as "METHOD path id", ordered by path.
func listOperations(t *testing.T, text []byte) []string {
	t.Helper()
	var document struct {
		Paths map[string]map[string]struct {
			ID string `json:"operationId"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	lines, ids := []string{}, map[string]bool{}
	camelCase := regexp.MustCompile(`^[a-z]+([A-Z][a-z0-9]+)*$`)
	for path, methods := range document.Paths {
		for method, operation := range methods {
			if !camelCase.MatchString(operation.ID) || ids[operation.ID] {
				t.Errorf("%s %s: the operation id %q is not in camel case or not unique", method, path, operation.ID)
			}
			ids[operation.ID] = true
			lines = append(lines, fmt.Sprintf("%-6s %-85s %s", strings.ToUpper(method), path, operation.ID))
		}
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[7:], b[7:]) })
	return lines
}

// difference returns the lines that only one of two texts has.
func difference(want, got string) string {
	before, after, out := strings.Split(want, "\n"), strings.Split(got, "\n"), ""
	for _, line := range before {
		if !slices.Contains(after, line) {
			out += "- " + line + "\n"
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			out += "+ " + line + "\n"
		}
	}
	return out
}
