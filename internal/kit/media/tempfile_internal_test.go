package media

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// Not parallel: the folder for temporary files belongs to the whole process.
func TestTempFiles(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	left := func() []string {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		return names
	}
	t.Run("have no name while they are used", func(t *testing.T) {
		file, err := spool(strings.NewReader("hello"), 10)
		if err != nil {
			t.Fatal(err)
		}
		if names := left(); len(names) != 0 {
			t.Errorf("found %v", names)
		}
		var content [5]byte
		if err := readAt(file, content[:]); err != nil || string(content[:]) != "hello" {
			t.Errorf("got %q (%v)", content, err)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Run("refuse more than the limit", func(t *testing.T) {
		if _, err := spool(strings.NewReader("hello world"), 10); !errors.Is(err, ErrTooLarge) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("report an error of the source as SourceError", func(t *testing.T) {
		var source *SourceError
		if _, err := spool(
			io.MultiReader(strings.NewReader("he"), &limitedReader{Reader: endless{}, ctx: t.Context()}), 10,
		); !errors.As(err, &source) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("are removed after a process was killed, but no other files", func(t *testing.T) {
		before := time.Now().Add(-time.Hour)
		for _, name := range []string{"waymark-image-1", "waymark-image-2", "other"} {
			if err := os.WriteFile(folder+"/"+name, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if name != "waymark-image-2" {
				if err := os.Chtimes(folder+"/"+name, before.Add(-1), before.Add(-1)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := removeTempFiles(before); err != nil {
			t.Error(err)
		}
		if names := left(); strings.Join(names, " ") != "other waymark-image-2" {
			t.Errorf("left %v", names)
		}
	})
}
