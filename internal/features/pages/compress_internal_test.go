package pages

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
)

func TestCompress(t *testing.T) {
	t.Parallel()
	var l look
	for range 2 { // the second time, the beginnings are known
		for _, page := range []string{"<html lang=en>one", "<html lang=en>two", "<html lang=de>", "<html lang=fr>ü🙂"} {
			html := []byte(page)
			const length = len("<html lang=en>")
			compressed := compress(l.compressed(html[:length]), html, length)
			r, err := gzip.NewReader(bytes.NewReader(compressed))
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			if err != nil || string(got) != page {
				t.Errorf("%q was read as %q (%v)", page, got, err)
			}
		}
	}
	if len(l.starts) != 3 {
		t.Errorf("%d beginnings are kept, want one for each language", len(l.starts))
	}
	for i := range 3 * maxStarts {
		l.compressed([]byte{byte(i)})
	}
	if len(l.starts) > maxStarts {
		t.Errorf("%d beginnings are kept, want at most %d", len(l.starts), maxStarts)
	}
}
