package db

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestReaders(t *testing.T) {
	t.Parallel()
	d, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	take := func() *reader {
		t.Helper()
		taken, err := d.readers.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return taken
	}
	first, second := take(), take()
	d.readers.putBack(second)
	d.readers.putBack(first)
	if third := take(); third != first {
		t.Error("the connection that was used last is not used next")
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d.readers.putBack(first)
	if _, err := d.readers.take(t.Context()); !errors.Is(err, errClosed) || len(d.readers.idle) > 0 {
		t.Errorf("after closing: got %v and %d idle connections, want %v and none", err, len(d.readers.idle), errClosed)
	}
}
