// Package guide reads the code blocks of docs/adding-an-entity.md, so that tests can do what the page says.
package guide

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Change is a file that the page creates, or lines that it adds to a file.
type Change struct {
	Path  string
	New   bool
	Added int // lines
	Text  string
}

// Read returns the changes of a page, applied to the tree at root. Nothing is written.
func Read(root, page string) ([]Change, error) {
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		return nil, err
	}
	number, err := nextMigration(root)
	if err != nil {
		return nil, err
	}
	changes := []Change{}
	for _, b := range blocks(string(text)) {
		c := Change{Path: strings.Replace(b.path, "NNNNN", number, 1)}
		before, err := os.ReadFile(filepath.Join(root, c.Path))
		switch {
		case b.language != "diff" && errors.Is(err, os.ErrNotExist):
			c.New, c.Added, c.Text = true, strings.Count(b.text, "\n"), b.text
		case b.language != "diff" && err == nil:
			return nil, fmt.Errorf("%s already exists", c.Path)
		case err != nil:
			return nil, err
		default:
			if c.Text, c.Added, err = insert(string(before), b.text); err != nil {
				return nil, fmt.Errorf("%s: %w", c.Path, err)
			}
		}
		changes = append(changes, c)
	}
	return changes, nil
}

// Write writes the changes to the tree at root.
func Write(root string, changes []Change) error {
	for _, c := range changes {
		path := filepath.Join(root, c.Path)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(c.Text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

type block struct{ language, path, text string }

// blocks returns the fenced code blocks that name a file after their language.
func blocks(page string) []block {
	found := []block{}
	for i, part := range strings.Split(page, "```") {
		heading, text, _ := strings.Cut(part, "\n")
		if language, path, ok := strings.Cut(heading, " "); ok && i%2 == 1 {
			found = append(found, block{language, path, text})
		}
	}
	return found
}

// insert adds the lines of a diff that start with + to a file, and returns their number. The other lines say where:
// each part of the diff, separated by @@, must match the file in exactly one place.
func insert(file, diff string) (string, int, error) {
	added := 0
	for part := range strings.SplitSeq(diff, "@@\n") {
		before, after := []string{}, []string{}
		for line := range strings.Lines(part) {
			after = append(after, line[1:])
			if line[0] == '+' {
				added++
			} else {
				before = append(before, line[1:])
			}
		}
		// The line break before the first line keeps a match from starting within a line.
		old, text := "\n"+strings.Join(before, ""), "\n"+file
		if n := strings.Count(text, old); n != 1 {
			return "", 0, fmt.Errorf("found %d times, want once:%s", n, old)
		}
		file = strings.Replace(text, old, "\n"+strings.Join(after, ""), 1)[1:]
	}
	return file, added, nil
}

// nextMigration returns the number after the last migration, with five digits.
func nextMigration(root string) (string, error) {
	files, err := filepath.Glob(filepath.Join(root, "migrations/*.sql"))
	if err != nil || len(files) == 0 {
		return "", errors.Join(errors.New("no migrations found"), err)
	}
	last, number := filepath.Base(slices.Max(files)), 0
	if _, err := fmt.Sscanf(last, "%05d_", &number); err != nil {
		return "", fmt.Errorf("%s has no number: %w", last, err)
	}
	return fmt.Sprintf("%05d", number+1), nil
}
