package media_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
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

// The four corners of a test picture, upright: top left, top right, bottom left, bottom right.
var corners = [4]color.RGBA{{R: 220, A: 255}, {G: 200, A: 255}, {B: 220, A: 255}, {R: 220, G: 220, A: 255}}

// quarters is a picture with each corner in its colour.
func quarters(w, h int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			picture.Set(x, y, corners[2*(2*y/h)+2*x/w])
		}
	}
	return picture
}

func photo(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, quarters(w, h), &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// cornersOf names the colours found in the corners of a picture.
func cornersOf(picture image.Image) string {
	b := picture.Bounds()
	names := ""
	for i := range 4 {
		x, y := b.Min.X+b.Dx()*(1+2*(i%2))/4, b.Min.Y+b.Dy()*(1+2*(i/2))/4
		r, g, bl, _ := picture.At(x, y).RGBA()
		best, name := uint32(1<<31), "?"
		for j, c := range corners {
			distance := apart(r>>8, uint32(c.R)) + apart(g>>8, uint32(c.G)) + apart(bl>>8, uint32(c.B))
			if distance < best {
				best, name = distance, string("RGBY"[j])
			}
		}
		if best > 60 {
			name = "?"
		}
		names += name
	}
	return names
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }

// withEXIF puts metadata into a JPEG: an orientation, the place it was taken at, and what else is given.
func withEXIF(content []byte, order binary.AppendByteOrder, orientation uint16, more ...[]byte) []byte {
	const ifd0 = 8
	n := 2 + len(more)
	gps := uint32(ifd0 + 2 + 12*n + 4)
	tiff := []byte("MM")
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		tiff = []byte("II")
	}
	tiff = order.AppendUint16(tiff, 42)
	tiff = order.AppendUint32(tiff, ifd0)
	tiff = order.AppendUint16(tiff, uint16(n))
	tiff = entry(tiff, order, 0x0112, 3, 1, uint32(orientation))
	for _, raw := range more {
		tiff = append(tiff, raw...)
	}
	tiff = entry(tiff, order, 0x8825, 4, 1, gps)
	tiff = order.AppendUint32(tiff, 0)
	tiff = order.AppendUint16(tiff, 1)
	tiff = entry(tiff, order, 0x001d, 2, 11, gps+2+12+4) // the GPS date
	tiff = order.AppendUint32(tiff, 0)
	tiff = append(tiff, "2026:03:01\x00"...)
	segment := append([]byte("Exif\x00\x00"), tiff...)
	out := append([]byte{}, content[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(segment)+2))
	out = append(out, segment...)
	return append(out, content[2:]...)
}

// entry is one entry of a directory of metadata. A short stands in the first two of its four bytes.
func entry(to []byte, order binary.AppendByteOrder, tag, kind uint16, count, value uint32) []byte {
	to = order.AppendUint16(to, tag)
	to = order.AppendUint16(to, kind)
	to = order.AppendUint32(to, count)
	if kind == 3 {
		return order.AppendUint16(order.AppendUint16(to, uint16(value)), 0)
	}
	return order.AppendUint32(to, value)
}

// shelf is a library on a database and storage of its own.
type shelf struct {
	*kittest.Server
	*media.Library
	t *testing.T
}

func library(t *testing.T, d *db.DB, storage media.Storage) *shelf {
	t.Helper()
	s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		if storage != nil {
			s.Kit.Media.Storage = storage
		}
	})
	return &shelf{Server: s, Library: s.Kit.Media, t: t}
}

func (s *shelf) take(content []byte) *media.Uploaded {
	s.t.Helper()
	uploaded, err := s.Add(context.Background(), "file", content)
	if err != nil {
		s.t.Fatal(err)
	}
	return uploaded
}

func (s *shelf) image(id int64) *media.Image {
	s.t.Helper()
	images, err := media.Images(context.Background(), s.DB.Read(), []int64{id, 999_999})
	if err != nil || len(images) != 1 || images[id] == nil {
		s.t.Fatalf("images %v (%v)", images, err)
	}
	return images[id]
}

// file is what is served at an address.
func (s *shelf) file(address string) []byte {
	s.t.Helper()
	return []byte(s.Anyone().Get(address).Want(200).Text)
}

func (s *shelf) picture(address string) image.Image {
	s.t.Helper()
	picture, _, err := image.Decode(bytes.NewReader(s.file(address)))
	if err != nil {
		s.t.Fatalf("%s: %v", address, err)
	}
	return picture
}

func TestImagesAreKeptConvertedAndServedFromAnyStorage(t *testing.T) {
	t.Parallel()
	for name, address := range addresses(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := library(t, kittest.SQLite(t), open(t, address))
			uploaded := s.take(photo(t, 700, 350))
			if got := s.image(uploaded.ID); got.FullURL != uploaded.FullURL || got.ThumbURL != got.FullURL || got.Conversions == nil || len(got.Conversions) != 0 {
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
				t.Error("the picture is another")
			}
			t.Run("in parts, where only a part is asked for", func(t *testing.T) {
				whole := s.file(got.FullURL)
				part := s.Anyone().With("Range", "bytes=10-19").Get(got.FullURL).Want(206)
				if part.Text != string(whole[10:20]) || part.Header.Get("Content-Range") != fmt.Sprintf("bytes 10-19/%d", len(whole)) {
					t.Errorf("got %q, %s", part.Text, part.Header.Get("Content-Range"))
				}
			})
			t.Run("until they are swept", func(t *testing.T) {
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

func (s *shelf) sweep() {
	s.t.Helper()
	if err := s.RunSweep(context.Background(), jobs.Job[media.Sweep]{}); err != nil {
		s.t.Fatal(err)
	}
}

func TestTurnedPhotosAreMadeUprightAndForgetWhereTheyWereTaken(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	// How the camera held the corners R G / B Y, in the rows it stored them in, for each value of the tag.
	held := []string{1: "RGBY", 2: "GRYB", 3: "YBGR", 4: "BYRG", 5: "RBGY", 6: "GYRB", 7: "YGBR", 8: "BRYG"}
	for orientation := uint16(1); orientation <= 8; orientation++ {
		for name, order := range map[string]binary.AppendByteOrder{"MM": binary.BigEndian, "II": binary.LittleEndian} {
			w, h := 96, 64
			if orientation >= 5 {
				w, h = h, w
			}
			stored := image.NewRGBA(image.Rect(0, 0, w, h))
			for y := range h {
				for x := range w {
					stored.Set(x, y, corners[strings.IndexByte("RGBY", held[orientation][2*(2*y/h)+2*x/w])])
				}
			}
			var b bytes.Buffer
			if err := jpeg.Encode(&b, stored, &jpeg.Options{Quality: 95}); err != nil {
				t.Fatal(err)
			}
			content := withEXIF(b.Bytes(), order, orientation)
			uploaded := s.take(content)
			if uploaded.Width != 96 || uploaded.Height != 64 {
				t.Errorf("orientation %d %s: kept as %d × %d", orientation, name, uploaded.Width, uploaded.Height)
			}
			kept := s.file(uploaded.FullURL)
			if got := cornersOf(s.picture(uploaded.FullURL)); got != "RGBY" {
				t.Errorf("orientation %d %s: the corners are %s", orientation, name, got)
			}
			for _, private := range []string{"Exif", "2026:03:01", "MM\x00*", "II*\x00"} {
				if bytes.Contains(kept, []byte(private)) {
					t.Errorf("orientation %d %s: the file still holds %q", orientation, name, private)
				}
			}
			if !bytes.Contains(content, []byte("2026:03:01")) {
				t.Fatal("the test has no metadata to lose")
			}
		}
	}
}

func TestBrokenMetadataDoesNotKeepAPhotoOut(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	plain := photo(t, 96, 64)
	unknown := entry(nil, binary.BigEndian, 0x0150, 77, 1, 0) // a type there is not
	for name, c := range map[string]struct {
		content []byte
		corners string
		width   int
	}{
		"an orientation there is not":     {withEXIF(plain, binary.BigEndian, 9), "RGBY", 96},
		"orientation nought":              {withEXIF(plain, binary.BigEndian, 0), "RGBY", 96},
		"something unknown after the one": {withEXIF(plain, binary.BigEndian, 6, unknown), "BRYG", 64},
		"a directory that leads nowhere":  {bytes.Replace(withEXIF(plain, binary.BigEndian, 1), []byte("\x00*\x00\x00\x00\x08"), []byte("\x00*\xff\xff\xff\xf0"), 1), "RGBY", 96},
		"a directory that leads to itself": {
			withEXIF(plain, binary.BigEndian, 1, entry(nil, binary.BigEndian, 0x8769, 4, 1, 8)), "RGBY", 96,
		},
	} {
		t.Run(name, func(t *testing.T) {
			uploaded := s.take(c.content)
			if got := cornersOf(s.picture(uploaded.FullURL)); got != c.corners || uploaded.Width != c.width {
				t.Errorf("the corners are %s, the width is %d; want %s and %d", got, uploaded.Width, c.corners, c.width)
			}
		})
	}
}

func TestAClaimDuringTheSweepIsHonoured(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := library(t, d, nil)
		first, second := s.take(photo(t, 40, 30)), s.take(photo(t, 40, 30))
		s.RunJobs()
		s.Exec("UPDATE uploads SET created_at = ? WHERE id = ?", clock.Now().Add(-49*time.Hour), first.ID)
		s.Exec("UPDATE uploads SET created_at = ? WHERE id = ?", clock.Now().Add(-48*time.Hour), second.ID)
		// While the sweep forgets the first, a form that shows the second is saved.
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
			t.Error("the image that is shown was forgotten")
		}
		s.file(second.FullURL) // and its file is there
	})
}

type inserter func(ctx context.Context, tx *db.Tx, args ...jobs.Args) error

func (i inserter) Insert(ctx context.Context, tx *db.Tx, args ...jobs.Args) error {
	return i(ctx, tx, args...)
}

// noting is a storage that remembers what was put into it.
type noting struct {
	media.Storage
	keys []string
}

func (n *noting) PutFrom(ctx context.Context, key, contentType string, content io.Reader) (int64, error) {
	n.keys = append(n.keys, key)
	return n.Storage.PutFrom(ctx, key, contentType, content)
}

func TestAnUploadThatCantBeNotedLeavesNoFile(t *testing.T) {
	t.Parallel()
	for name, address := range addresses(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storage := &noting{Storage: open(t, address)}
			s := library(t, kittest.SQLite(t), storage)
			errQueue := errors.New("the queue is gone")
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			for _, fail := range []func() error{
				func() error { return errQueue },
				func() error { cancel(); return ctx.Err() }, // whoever sent it is gone
			} {
				s.Store.Jobs = inserter(func(context.Context, *db.Tx, ...jobs.Args) error { return fail() })
				if _, err := s.Add(ctx, "file", photo(t, 40, 30)); err == nil {
					t.Error("it was taken")
				}
			}
			if n := s.Count("SELECT count(*) FROM uploads"); n != 0 || len(storage.keys) != 2 {
				t.Errorf("%d uploads are noted, %d files were written", n, len(storage.keys))
			}
			for _, key := range storage.keys {
				holds(t, storage, key, "")
			}
		})
	}
}

func TestAnUploadIsNotedUnderWhoMadeIt(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	ctx := write.WithActor(context.Background(), write.Actor{UserID: 7, Name: "Zoë"})
	uploaded, err := s.Add(ctx, "file", photo(t, 40, 30))
	if err != nil {
		t.Fatal(err)
	}
	nobody := s.take(photo(t, 40, 30))
	if s.Count("SELECT count(*) FROM uploads WHERE id = ? AND created_by_id = 7", uploaded.ID) != 1 || s.Count("SELECT count(*) FROM uploads WHERE id = ? AND created_by_id IS NULL", nobody.ID) != 1 {
		t.Error("it is noted under someone else")
	}
}

func TestImagesAreTakenFromAddresses(t *testing.T) {
	t.Parallel()
	s := library(t, kittest.SQLite(t), nil)
	content := photo(t, 60, 40)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path.Base(r.URL.Path) {
		case "photo.html": // the bytes say what it is, not the name or the type
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
	refused := func(l *media.Library, address, words string) {
		t.Helper()
		_, err := l.AddURL(ctx, "image_url", address)
		problem, ok := apierr.As(err)
		if !ok || problem.GetStatus() != 422 || len(problem.Errors) != 1 || !strings.Contains(strings.Join(problem.Errors["image_url"], ""), words) {
			t.Errorf("%s: %v %+v, want %q", address, err, problem, words)
		}
	}
	refused(s.Library, server.URL+"/page.jpg", "Must be a JPEG")
	refused(s.Library, server.URL+"/large.jpg", "larger than 10 MB")
	refused(s.Library, server.URL+"/missing.jpg", "could not be fetched")
	refused(s.Library, "file:///etc/hostname", "could not be fetched")
	refused(s.Library, "", "could not be fetched")
	guarded := *s.Library
	guarded.Fetch = fetch.New(false)
	refused(&guarded, server.URL+"/photo.html", "could not be fetched")
	if n := s.Count("SELECT count(*) FROM uploads"); n != 1 {
		t.Errorf("%d images were kept, want the good one", n)
	}
}

func TestFilesAreServedAsTheyAreAndNothingElse(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret.key"), []byte("the key"), 0o600); err != nil {
		t.Fatal(err)
	}
	storage := open(t, "file:"+filepath.Join(outside, "files"))
	const folder = "abcdefghijklmnopqrstuvwx"
	put(t, storage, folder+"/original.jpg", "a photo")
	put(t, storage, folder+"/wide-320.png", "a drawing")
	put(t, storage, folder+"/page.html", "<script>")
	put(t, storage, folder+"/original.jpg.partial", "half")
	put(t, storage, "secret.jpg", "not below a folder")
	server := httptest.NewServer(&media.Library{Storage: storage}) // without a mux that would tidy addresses up
	t.Cleanup(server.Close)
	ask := func(method, address string) (*http.Response, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(context.Background(), method, server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.URL.Opaque = address // sent as it is written here
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response, string(text)
	}
	for name, want := range map[string]struct{ kind, text string }{
		"original.jpg": {"image/jpeg", "a photo"},
		"wide-320.png": {"image/png", "a drawing"},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			response, text := ask(method, "/files/"+folder+"/"+name)
			if response.StatusCode != http.StatusOK || (method == "GET" && text != want.text) || response.ContentLength != int64(len(want.text)) {
				t.Errorf("%s %s: %d %q", method, name, response.StatusCode, text)
			}
			for header, value := range map[string]string{
				"Content-Type": want.kind, "X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=31536000, immutable",
				"Content-Security-Policy": "default-src 'none'; sandbox",
			} {
				if got := response.Header.Get(header); got != value {
					t.Errorf("%s %s: %s is %q, want %q", method, name, header, got, value)
				}
			}
		}
	}
	for _, address := range []string{
		"/files/", "/files", "/files/" + folder, "/files/" + folder + "/", "/files/" + folder + "/missing.jpg", "/files/" + folder + "/page.html", "/files/" + folder + "/original.jpg.partial", "/files/" + folder + "/ORIGINAL.JPG",
		"/files/secret.jpg", "/files/../secret.key", "/files/%2e%2e/secret.key", "/files/..%2fsecret.key", "/files/..%2Fsecret.key", "/files/%2e%2e%2fsecret.key", "/files/..%5csecret.key", "/files/" + folder + "/../../secret.key",
		"/files/" + folder + "/..%2f..%2fsecret.key", "/files//etc/passwd", "/files/%2fetc%2fpasswd", "/files" + outside + "/secret.key", "/files/" + folder + "/original.jpg%00.html", "/files/" + folder + "/original.jpg/", "/files/" + folder + "//original.jpg",
		"/files/" + folder + "/original.jpg%0a", "/files/./" + folder + "/original.jpg", "/other/" + folder + "/original.jpg", "/files/files/" + folder + "/original.jpg",
	} {
		response, text := ask("GET", address)
		if response.StatusCode != http.StatusNotFound || strings.Contains(text, "key") || strings.Contains(text, "photo") {
			t.Errorf("%s: %d %q", address, response.StatusCode, text)
		}
		if kept := response.Header.Get("Cache-Control"); kept != "" {
			t.Errorf("%s: that nothing is there is kept: %s", address, kept)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE"} {
		if response, _ := ask(method, "/files/"+folder+"/original.jpg"); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", method, response.StatusCode)
		}
	}
	holds(t, storage, folder+"/original.jpg", "a photo")
}
