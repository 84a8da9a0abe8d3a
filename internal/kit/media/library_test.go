package media_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
	"waymark/internal/kit/write"
)

// testLibrary is a library with its own database and storage.
type testLibrary struct {
	*kittest.Server
	*media.Library
	t *testing.T
}

func library(t *testing.T, d *db.DB, storage media.Storage) *testLibrary {
	t.Helper()
	s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		if storage != nil {
			s.Kit.Media.Storage = storage
		}
	})
	return &testLibrary{Server: s, Library: s.Kit.Media, t: t}
}

func (s *testLibrary) add(content []byte) *media.Uploaded {
	s.t.Helper()
	uploaded, err := s.Add(context.Background(), "file", content)
	if err != nil {
		s.t.Fatal(err)
	}
	return uploaded
}

func (s *testLibrary) image(id int64) *media.Image {
	s.t.Helper()
	images, err := media.Images(context.Background(), s.DB.Read(), []int64{id, 999_999})
	if err != nil || len(images) != 1 || images[id] == nil {
		s.t.Fatalf("images %v (%v)", images, err)
	}
	return images[id]
}

// file returns the content that is served at a URL.
func (s *testLibrary) file(address string) []byte {
	s.t.Helper()
	return []byte(s.Anyone().Get(address).Want(200).Text)
}

func (s *testLibrary) picture(address string) image.Image {
	s.t.Helper()
	picture, _, err := image.Decode(bytes.NewReader(s.file(address)))
	if err != nil {
		s.t.Fatalf("%s: %v", address, err)
	}
	return picture
}

func TestLibrary_Storages(t *testing.T) {
	t.Parallel()
	for name, address := range addresses(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := library(t, kittest.SQLite(t), open(t, address))
			uploaded := s.add(photo(t, 700, 350))
			if got := s.image(uploaded.ID); got.FullURL != uploaded.FullURL || got.ThumbURL != got.FullURL ||
				got.Conversions == nil || len(got.Conversions) != 0 {
				t.Errorf("before the job: %+v", got)
			}
			s.RunJobs()
			got := s.image(uploaded.ID)
			widths := map[string]int{}
			for _, c := range got.Conversions {
				widths[c.Name] = s.picture(c.URL).Bounds().Dx()
			}
			if !reflect.DeepEqual(widths, map[string]int{"thumb": 200, "card": 600, "wide": 700}) {
				t.Errorf("widths %v", widths)
			}
			if s.picture(got.FullURL).Bounds().Dx() != 700 || cornersOf(s.picture(got.ThumbURL)) != "RGBY" {
				t.Error("the picture changed")
			}
			t.Run("serves byte ranges", func(t *testing.T) {
				whole := s.file(got.FullURL)
				part := s.Anyone().With("Range", "bytes=10-19").Get(got.FullURL).Want(206)
				if part.Text != string(whole[10:20]) ||
					part.Header.Get("Content-Range") != fmt.Sprintf("bytes 10-19/%d", len(whole)) {
					t.Errorf("got %q, %s", part.Text, part.Header.Get("Content-Range"))
				}
			})
			t.Run("serves nothing after the sweep", func(t *testing.T) {
				s.Exec("UPDATE uploads SET created_at = ?", clock.Now().Add(-25*time.Hour))
				s.sweep()
				s.RunJobs()
				for _, address := range []string{got.FullURL, got.ThumbURL, strings.Replace(got.ThumbURL, "thumb", "wide-320", 1)} {
					s.Anyone().Get(address).Want(404)
				}
			})
		})
	}
}

func (s *testLibrary) sweep() {
	s.t.Helper()
	if err := s.RunSweep(context.Background(), jobs.Job[media.Sweep]{}); err != nil {
		s.t.Fatal(err)
	}
}

func TestAdd_OrientationAndMetadata(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	// The corners R G / B Y as the camera stores them, for each value of the orientation tag.
	storedCorners := []string{1: "RGBY", 2: "GRYB", 3: "YBGR", 4: "BYRG", 5: "RBGY", 6: "GYRB", 7: "YGBR", 8: "BRYG"}
	for orientation := uint16(1); orientation <= 8; orientation++ {
		for name, order := range map[string]binary.AppendByteOrder{"MM": binary.BigEndian, "II": binary.LittleEndian} {
			w, h := 96, 64
			if orientation >= 5 {
				w, h = h, w
			}
			stored := image.NewRGBA(image.Rect(0, 0, w, h))
			for y := range h {
				for x := range w {
					stored.Set(x, y, corners[strings.IndexByte("RGBY", storedCorners[orientation][2*(2*y/h)+2*x/w])])
				}
			}
			var b bytes.Buffer
			if err := jpeg.Encode(&b, stored, &jpeg.Options{Quality: 95}); err != nil {
				t.Fatal(err)
			}
			content := withEXIF(b.Bytes(), order, orientation)
			uploaded := s.add(content)
			if uploaded.Width != 96 || uploaded.Height != 64 {
				t.Errorf("orientation %d %s: stored as %d × %d", orientation, name, uploaded.Width, uploaded.Height)
			}
			kept := s.file(uploaded.FullURL)
			if got := cornersOf(s.picture(uploaded.FullURL)); got != "RGBY" {
				t.Errorf("orientation %d %s: the corners are %s", orientation, name, got)
			}
			for _, private := range []string{"Exif", "2026:03:01", "MM\x00*", "II*\x00"} {
				if bytes.Contains(kept, []byte(private)) {
					t.Errorf("orientation %d %s: the file still contains %q", orientation, name, private)
				}
			}
			if !bytes.Contains(content, []byte("2026:03:01")) {
				t.Fatal("the test picture has no metadata")
			}
		}
	}
}

func TestAdd_InvalidMetadata(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	plain := photo(t, 96, 64)
	unknown := entry(nil, binary.BigEndian, 0x0150, 77, 1, 0) // an unknown type
	for name, c := range map[string]struct {
		content []byte
		corners string
		width   int
	}{
		"an invalid orientation":                 {withEXIF(plain, binary.BigEndian, 9), "RGBY", 96},
		"orientation 0":                          {withEXIF(plain, binary.BigEndian, 0), "RGBY", 96},
		"an unknown entry after the orientation": {withEXIF(plain, binary.BigEndian, 6, unknown), "BRYG", 64},
		"a directory outside of the data": {
			bytes.Replace(
				withEXIF(plain, binary.BigEndian, 1), []byte("\x00*\x00\x00\x00\x08"), []byte("\x00*\xff\xff\xff\xf0"), 1,
			),
			"RGBY", 96,
		},
		"a directory that refers to itself": {
			withEXIF(plain, binary.BigEndian, 1, entry(nil, binary.BigEndian, 0x8769, 4, 1, 8)), "RGBY", 96,
		},
	} {
		t.Run(name, func(t *testing.T) {
			uploaded := s.add(c.content)
			if got := cornersOf(s.picture(uploaded.FullURL)); got != c.corners || uploaded.Width != c.width {
				t.Errorf("the corners are %s, the width is %d; want %s and %d", got, uploaded.Width, c.corners, c.width)
			}
		})
	}
}

func TestSweep_ConcurrentClaim(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := library(t, d, nil)
		first, second := s.add(photo(t, 40, 30)), s.add(photo(t, 40, 30))
		s.RunJobs()
		s.Exec("UPDATE uploads SET created_at = ? WHERE id = ?", clock.Now().Add(-49*time.Hour), first.ID)
		s.Exec("UPDATE uploads SET created_at = ? WHERE id = ?", clock.Now().Add(-48*time.Hour), second.ID)
		// While the sweep deletes the first, a form that uses the second is saved.
		queue := s.Store.Jobs
		s.Store.Jobs = inserter(func(ctx context.Context, tx *db.Tx, args ...jobs.Args) error {
			if _, err := tx.Exec(ctx, "UPDATE uploads SET claimed_at = ? WHERE id = ?", clock.Now(), second.ID); err != nil {
				return err
			}
			return queue.Insert(ctx, tx, args...)
		})
		s.sweep()
		s.Store.Jobs = queue
		s.RunJobs()
		s.Anyone().Get(first.FullURL).Want(404)
		if n := s.Count("SELECT count(*) FROM uploads WHERE id = ?", second.ID); n != 1 {
			t.Error("an image in use was deleted")
		}
		s.file(second.FullURL) // its file still exists
	})
}

type inserter func(ctx context.Context, tx *db.Tx, args ...jobs.Args) error

func (i inserter) Insert(ctx context.Context, tx *db.Tx, args ...jobs.Args) error {
	return i(ctx, tx, args...)
}

// recordingStorage records the keys that are stored.
type recordingStorage struct {
	media.Storage
	keys []string
}

func (s *recordingStorage) PutFrom(ctx context.Context, key, contentType string, content io.Reader) (int64, error) {
	s.keys = append(s.keys, key)
	return s.Storage.PutFrom(ctx, key, contentType, content)
}

func TestAdd_Rollback(t *testing.T) {
	t.Parallel()
	for name, address := range addresses(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storage := &recordingStorage{Storage: open(t, address)}
			s := library(t, kittest.SQLite(t), storage)
			errQueue := errors.New("the queue is not available")
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			for _, fail := range []func() error{
				func() error { return errQueue },
				func() error { cancel(); return ctx.Err() }, // the client has disconnected
			} {
				s.Store.Jobs = inserter(func(context.Context, *db.Tx, ...jobs.Args) error { return fail() })
				if _, err := s.Add(ctx, "file", photo(t, 40, 30)); err == nil {
					t.Error("the upload was accepted")
				}
			}
			if n := s.Count("SELECT count(*) FROM uploads"); n != 0 || len(storage.keys) != 2 {
				t.Errorf("%d uploads were inserted, %d files were written", n, len(storage.keys))
			}
			for _, key := range storage.keys {
				wantFile(t, storage, key, "")
			}
		})
	}
}

func TestAdd_CreatedBy(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	ctx := write.WithActor(context.Background(), write.Actor{UserID: 7, Name: "Zoë"})
	uploaded, err := s.Add(ctx, "file", photo(t, 40, 30))
	if err != nil {
		t.Fatal(err)
	}
	anonymous := s.add(photo(t, 40, 30))
	if s.Count("SELECT count(*) FROM uploads WHERE id = ? AND created_by_id = 7", uploaded.ID) != 1 ||
		s.Count("SELECT count(*) FROM uploads WHERE id = ? AND created_by_id IS NULL", anonymous.ID) != 1 {
		t.Error("the uploader was not recorded")
	}
}

func TestAddURL(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	content := photo(t, 60, 40)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path.Base(r.URL.Path) {
		case "photo.html": // the content decides, not the name or the content type
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write(content)
		case "page.jpg":
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = io.WriteString(w, "<html><title>Sorry</title>")
		case "large.jpg":
			_, _ = w.Write(append(slices.Clone(content), make([]byte, media.MaxBytes)...))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	ctx := context.Background()
	uploaded, err := s.AddURL(ctx, "image_url", server.URL+"/photo.html")
	if err != nil || uploaded.Width != 60 || cornersOf(s.picture(uploaded.FullURL)) != "RGBY" {
		t.Errorf("got %+v (%v)", uploaded, err)
	}
	wantRefused := func(l *media.Library, address, message string) {
		t.Helper()
		_, err := l.AddURL(ctx, "image_url", address)
		problem, ok := apierr.As(err)
		if !ok || problem.GetStatus() != 422 || len(problem.Errors) != 1 ||
			!strings.Contains(strings.Join(problem.Errors["image_url"], ""), message) {
			t.Errorf("%s: %v %+v, want %q", address, err, problem, message)
		}
	}
	wantRefused(s.Library, server.URL+"/page.jpg", "Must be a JPEG")
	wantRefused(s.Library, server.URL+"/large.jpg", "larger than 10 MB")
	wantRefused(s.Library, server.URL+"/missing.jpg", "could not be fetched")
	wantRefused(s.Library, "file:///etc/hostname", "could not be fetched")
	wantRefused(s.Library, "", "could not be fetched")
	guarded := *s.Library
	guarded.Fetch = fetch.New(false)
	wantRefused(&guarded, server.URL+"/photo.html", "could not be fetched")
	if n := s.Count("SELECT count(*) FROM uploads"); n != 1 {
		t.Errorf("%d images were stored, want 1", n)
	}
}
