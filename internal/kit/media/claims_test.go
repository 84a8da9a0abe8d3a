package media_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
	"waymark/internal/kit/unavailable"
	"waymark/internal/kit/write"
)

func TestClaimAndRelease(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := library(t, d, nil)
		claimed, released, used := s.add(photo(t, 40, 30)), s.add(photo(t, 40, 30)), s.add(photo(t, 40, 30))
		now := clock.Now()
		err := s.Store.Do(t.Context(), func(tx *write.Tx) error {
			for _, upload := range []*media.Uploaded{claimed, released} {
				if found, err := media.Claim(t.Context(), tx, upload.ID); err != nil || !found {
					t.Errorf("an upload was not claimed (%v)", err)
				}
			}
			if found, err := media.Claim(t.Context(), tx, 999_999); err != nil || found {
				t.Errorf("an upload that does not exist was claimed (%v)", err)
			}
			return media.Release(t.Context(), tx, released.ID)
		})
		if err != nil {
			t.Fatal(err)
		}
		// This record uses its image although the image was released.
		s.Exec(
			`INSERT INTO tags (tag, tag_key, featured_image_id, created_at, updated_at) VALUES ('a', 'a', ?, ?, ?)`, used.ID,
			now, now,
		)
		s.Exec("UPDATE uploads SET created_at = ?", now.Add(-25*time.Hour))
		s.sweep()
		s.RunJobs()
		s.file(released.FullURL) // the change that released it can still be undone
		s.Exec("UPDATE uploads SET kept_until = ? WHERE id = ?", now.Add(-time.Minute), released.ID)
		s.sweep()
		s.RunJobs()
		s.Anyone().Get(released.FullURL).Want(404)
		s.file(claimed.FullURL)
		s.file(used.FullURL)
		if n := s.Count("SELECT count(*) FROM uploads WHERE claimed_at IS NOT NULL"); n != 2 {
			t.Errorf("%d uploads are claimed, want the one in use to be claimed again", n)
		}
	})
}

func TestAddFrom(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	content := photo(t, 60, 40)
	t.Run("stores an image that arrives byte by byte", func(t *testing.T) {
		uploaded, err := s.AddFrom(t.Context(), "file", iotest.OneByteReader(bytes.NewReader(content)))
		if err != nil || uploaded.Width != 60 || uploaded.Height != 40 {
			t.Fatalf("got %+v (%v)", uploaded, err)
		}
		if got := cornersOf(s.picture(uploaded.FullURL)); got != "RGBY" {
			t.Errorf("the corners are %s", got)
		}
	})
	t.Run("refuses a file of more than 10 MB", func(t *testing.T) {
		large := io.MultiReader(bytes.NewReader(content), bytes.NewReader(make([]byte, media.MaxBytes)))
		if _, err := s.AddFrom(t.Context(), "file", large); !errors.Is(err, media.ErrTooLarge) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("reports a client that disconnects", func(t *testing.T) {
		disconnected := errors.New("connection reset")
		_, err := s.AddFrom(
			t.Context(), "file", io.MultiReader(bytes.NewReader(content[:100]), iotest.ErrReader(disconnected)),
		)
		if source := (*media.SourceError)(nil); !errors.As(err, &source) || !errors.Is(err, disconnected) {
			t.Errorf("got %v", err)
		}
	})
	if n := s.Count("SELECT count(*) FROM uploads"); n != 1 {
		t.Errorf("%d uploads, want 1", n)
	}
}

func TestAdd_Refusals(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	content := photo(t, 60, 40)
	lossless := bytes.Replace(content, []byte{0xff, 0xc0}, []byte{0xff, 0xc3}, 1)
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"an empty file": {nil, "The file is empty."},
		"a text": {
			[]byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), "Must be a JPEG, PNG, GIF or WebP image.",
		},
		"a file that was cut":    {content[:len(content)/2], "This JPEG file is damaged or incomplete."},
		"only a header":          {content[:20], "This JPEG file is damaged or incomplete."},
		"a lossless JPEG":        {lossless, "JPEG"},
		"a PNG without a header": {[]byte("\x89PNG\r\n\x1a\n"), "This PNG file is damaged or incomplete."},
	} {
		_, err := s.Add(t.Context(), "picture", c.content)
		refused, ok := apierr.As(err)
		if !ok || refused.GetStatus() != 422 || !strings.Contains(strings.Join(refused.Errors["picture"], ""), c.want) {
			t.Errorf("%s: got %v %+v, want %q", name, err, refused, c.want)
		}
	}
	if n := s.Count("SELECT count(*) FROM uploads"); n != 0 {
		t.Errorf("%d uploads were stored", n)
	}
}

func TestRunConvert(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	t.Run("does nothing for an upload that was deleted", func(t *testing.T) {
		if err := s.RunConvert(t.Context(), jobs.Job[media.Convert]{Args: media.Convert{UploadID: 999_999}}); err != nil {
			t.Errorf("got %v", err)
		}
	})
	t.Run("fails without the original, and leaves the upload unconverted", func(t *testing.T) {
		uploaded := s.add(photo(t, 60, 40))
		if err := s.Storage.Delete(t.Context(), strings.Split(uploaded.FullURL, "/")[2]); err != nil {
			t.Fatal(err)
		}
		err := s.RunConvert(t.Context(), jobs.Job[media.Convert]{Args: media.Convert{UploadID: uploaded.ID}})
		if !errors.Is(err, media.ErrNoFile) || unavailable.Is(err) {
			t.Errorf("got %v", err)
		}
		if n := s.Count("SELECT count(*) FROM uploads WHERE converted_at IS NULL"); n != 1 {
			t.Errorf("%d uploads are not converted, want 1", n)
		}
	})
}
