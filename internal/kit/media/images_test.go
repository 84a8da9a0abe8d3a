package media_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/encode"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
)

// TestImages_Cache checks that an image is cached once it has been converted, and written like encoding/json does.
func TestImages_Cache(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := library(t, d, nil)
		id := s.add(photo(t, 700, 350)).ID
		statements := func() int64 {
			before := d.Statements()
			s.image(id)
			return d.Statements() - before
		}
		if statements(); statements() != 2 {
			t.Error("an image was cached before it was converted")
		}
		s.RunJobs()
		first := s.image(id)
		if len(first.Conversions) != 3 || statements() != 1 {
			t.Errorf("got %d conversions, want 3 and later reads from the cache", len(first.Conversions))
		}
		for name, image := range map[string]*media.Image{"cached": s.image(id), "other": {ID: 7, FullURL: "/<files>"}} {
			var want bytes.Buffer
			encoder := json.NewEncoder(&want)
			encoder.SetEscapeHTML(false)
			if err := encoder.Encode(image); err != nil {
				t.Fatal(err)
			}
			if got, err := encode.JSON(nil, image); err != nil || string(got)+"\n" != want.String() {
				t.Errorf("%s: got %s, want %s (%v)", name, got, want.String(), err)
			}
		}
		t.Run("an origin is not cached", func(t *testing.T) {
			const origin = "https://go.example"
			images, err := media.Images(media.WithOrigin(t.Context(), origin), d.Read(), []int64{id})
			if err != nil {
				t.Fatal(err)
			}
			text, err := encode.JSON(nil, images[id])
			if err != nil || strings.Count(string(text), origin) != 5 {
				t.Errorf("got %s, want five URLs with the origin (%v)", text, err)
			}
			if text, err = encode.JSON(nil, s.image(id)); err != nil || strings.Contains(string(text), origin) {
				t.Errorf("the cached image has the origin: %s (%v)", text, err)
			}
		})
	})
}
