package uploads_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/uploads"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
	"waymark/internal/kit/write"
)

// fixture is a server that stores uploads in a folder.
type fixture struct {
	*kittest.Server
	t      *testing.T
	folder string
}

func serve(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	f := &fixture{t: t, folder: t.TempDir()}
	storage, err := media.OpenStorage("file:" + f.folder)
	if err != nil {
		t.Fatal(err)
	}
	f.Server = kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		s.Kit.Media.Storage = storage
		uploads.Mount(s.Kit.API, s.Kit.Media)
	})
	return f
}

// upload sends a file in a form, with a file name that must be ignored.
func upload(client *kittest.Client, content []byte) *kittest.Response {
	return sendForm(client, part{name: "file", file: "../../evil.php", content: content})
}

type part struct {
	name, file string
	content    []byte
}

func sendForm(client *kittest.Client, parts ...part) *kittest.Response {
	kind, body := form(parts...)
	return client.With("Content-Type", kind).Do("POST", "uploads", body)
}

func form(parts ...part) (kind string, body []byte) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		disposition := fmt.Sprintf(`form-data; name=%q`, p.name)
		if p.file != "" {
			disposition += fmt.Sprintf(`; filename=%q`, p.file)
		}
		in, _ := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {disposition},
			"Content-Type":        {"application/x-php"},
		})
		_, _ = in.Write(p.content)
	}
	_ = w.Close()
	return w.FormDataContentType(), b.Bytes()
}

// files returns the content of all stored files by their keys.
func (f *fixture) files() map[string]string {
	f.t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(f.folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		key, _ := filepath.Rel(f.folder, name)
		found[filepath.ToSlash(key)] = string(content)
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return found
}

func (f *fixture) assertEmpty() {
	f.t.Helper()
	if n := f.Count("SELECT count(*) FROM uploads"); n != 0 {
		f.t.Errorf("got %d uploads, want none", n)
	}
	if n := f.Count("SELECT count(*) FROM river_job"); n != 0 {
		f.t.Errorf("got %d jobs, want none", n)
	}
	if stored := f.files(); len(stored) != 0 {
		f.t.Errorf("got %d stored files, want none", len(stored))
	}
}

func (f *fixture) picture(address string) image.Image {
	f.t.Helper()
	picture, _, err := image.Decode(strings.NewReader(f.Anyone().Get(address).Want(200).Text))
	if err != nil {
		f.t.Fatalf("%s: %v", address, err)
	}
	return picture
}

func (f *fixture) image(id int64) *media.Image {
	f.t.Helper()
	images, err := media.Images(context.Background(), f.DB.Read(), []int64{id})
	if err != nil || images[id] == nil {
		f.t.Fatalf("image %d: %v", id, err)
	}
	return images[id]
}

func (f *fixture) run(job jobs.Args) {
	f.t.Helper()
	err := f.Kit.Store.Do(context.Background(), func(tx *write.Tx) error { return tx.Enqueue(context.Background(), job) })
	if err != nil {
		f.t.Fatal(err)
	}
	f.RunJobs()
	if n := f.Count("SELECT count(*) FROM river_job WHERE state NOT IN ('completed', 'running', 'available')"); n != 0 {
		f.t.Errorf("got %d failed jobs, want none", n)
	}
}

func TestUploads_Formats(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		editor := f.Editor()
		for name, c := range map[string]struct {
			content   []byte
			w, h      int
			extension string
		}{
			"JPEG":             {asJPEG(scene(60, 40)), 60, 40, "jpg"},
			"progressive JPEG": {progressive(64, 48, 12), 64, 48, "jpg"},
			"PNG":              {asPNG(scene(60, 40)), 60, 40, "jpg"},
			"transparent PNG":  {asPNG(halfTransparent(60, 40)), 60, 40, "png"},
			"GIF":              {asGIF(60, 40, false), 60, 40, "jpg"},
			"transparent GIF":  {asGIF(60, 40, true), 60, 40, "png"},
			"WebP":             {lossyWebP, 1, 1, "jpg"},
			"lossless WebP":    {losslessWebP, 1, 1, "png"},
			"the smallest":     {asPNG(scene(1, 1)), 1, 1, "jpg"},
			"the longest side": {asPNG(scene(16_000, 1)), 16_000, 1, "jpg"},
		} {
			t.Run(name, func(t *testing.T) {
				answer := upload(editor, c.content).Want(201)
				full := answer.String("item.full_url")
				if path.Dir(path.Dir(full)) != "/files" || path.Base(full) != "original."+c.extension ||
					strings.Contains(full, "evil") {
					t.Errorf("got URL %s", full)
				}
				if answer.String("item.thumb_url") != full || answer.Int("item.width") != int64(c.w) ||
					answer.Int("item.height") != int64(c.h) {
					t.Errorf("got %s", answer.Text)
				}
				served := f.Anyone().Get(full).Want(200)
				want := map[string]string{"jpg": "image/jpeg", "png": "image/png"}[c.extension]
				if served.Header.Get("Content-Type") != want || http.DetectContentType([]byte(served.Text)) != want {
					t.Errorf("got content type %s, want %s", served.Header.Get("Content-Type"), want)
				}
				if int64(len(served.Text)) != answer.Int("item.bytes") {
					t.Errorf("got %d bytes, want %d", len(served.Text), answer.Int("item.bytes"))
				}
				picture := f.picture(full)
				if picture.Bounds().Dx() != c.w || picture.Bounds().Dy() != c.h {
					t.Errorf("got size %v", picture.Bounds())
				}
				if _, _, _, alpha := picture.At(0, 0).RGBA(); (alpha != 0xffff) != (c.extension == "png") {
					t.Errorf("transparent corner: got %v", alpha != 0xffff)
				}
				const query = "SELECT count(*) FROM uploads WHERE id = ? AND created_by_id = ? AND claimed_at IS NULL"
				if n := f.Count(query, answer.Int("item.id"), editor.UserID); n != 1 {
					t.Error("the upload is not stored as unclaimed and created by the editor")
				}
			})
		}
	})
}

func TestUploads_Refused(t *testing.T) {
	t.Parallel()
	f := serve(t, kittest.SQLite(t))
	admin := f.Admin()
	jpg, png, gif := asJPEG(scene(300, 200)), asPNG(scene(300, 200)), asGIF(300, 200, false)
	for name, content := range map[string][]byte{
		"text":                   []byte("hello"),
		"one byte":               {0xff},
		"HTML":                   []byte("<!DOCTYPE html><html><script>alert(1)</script></html>"),
		"SVG":                    []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
		"SVG with a declaration": []byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`),
		"PDF":                    []byte("%PDF-1.7\n"),
		"BMP":                    append([]byte("BM"), make([]byte, 200)...),
		"TIFF":                   append([]byte("II*\x00\x08\x00\x00\x00"), make([]byte, 200)...),
		"icon":                   append([]byte("\x00\x00\x01\x00"), make([]byte, 200)...),
		"AVIF":                   append([]byte("\x00\x00\x00\x1cftypavif"), make([]byte, 200)...),
	} {
		t.Run(name, func(t *testing.T) {
			refused := upload(admin, content).Refused("file")
			if !strings.Contains(refused.Text, "Must be a JPEG, PNG, GIF or WebP image.") {
				t.Errorf("got %s", refused.Text)
			}
		})
	}
	for name, content := range map[string][]byte{
		"HTML that begins like JPEG":  append([]byte("\xff\xd8\xff\xe0"), "<html><script>alert(1)</script></html>"...),
		"HTML that begins like PNG":   append([]byte("\x89PNG\r\n\x1a\n"), "<html>"...),
		"half a JPEG":                 jpg[:len(jpg)/2],
		"half a PNG":                  png[:len(png)/2],
		"half a GIF":                  gif[:len(gif)/2],
		"half a WebP":                 lossyWebP[:len(lossyWebP)/2],
		"a JPEG's beginning":          jpg[:20],
		"a PNG without its end":       png[:len(png)-16],
		"a PNG with a wrong byte":     broken(png),
		"a PNG without pixels":        pngOf(0, 0, 8, 2, nil),
		"a GIF with an empty picture": emptyGIF(),
		"a JPEG without pixels":       progressive(0, 0, 1),
	} {
		t.Run(name, func(t *testing.T) {
			refused := upload(admin, content).Refused("file")
			if !strings.Contains(refused.Text, "file is damaged or incomplete.") {
				t.Errorf("got %s", refused.Text)
			}
		})
	}
	for name, c := range map[string]struct {
		content []byte
		message string
	}{
		"a PNG that claims 2³¹": {pngOf(0x7fffffff, 0x7fffffff, 8, 6, nil), "This kind of PNG is not supported."},
		"a PNG that claims 30,000 × 30,000": {
			pngOf(30_000, 30_000, 8, 6, nil),
			"This image is too large: 30000 × 30000 pixels. Each side can have up to 16,000 pixels.",
		},
		"a PNG of 56 megapixels": {
			pngOf(8000, 7000, 8, 6, nil),
			"This image is too large: 8000 × 7000 pixels are 56.0 megapixels. The limit is 50 megapixels.",
		},
		"a PNG at 16 bits": {
			pngOf(7000, 7000, 16, 2, nil),
			"This image is too large: 7000 × 7000 pixels at 16 bits need 374 MB. " +
				"The limit is 96 MB, about 12 megapixels at 16 bits.",
		},
		"a PNG that needs 97 MB": {
			pngOf(5000, 5100, 8, 6, nil),
			"This image is too large: 5000 × 5100 pixels need 97 MB. The limit is 96 MB, about 25 megapixels.",
		},
		"a picture that is too long": {asPNG(scene(16_001, 1)), "This image is too large: 16001 × 1 pixels."},
		"a picture that is too tall": {asPNG(scene(1, 16_001)), "This image is too large: 1 × 16001 pixels."},
		"a GIF that claims 65,535 × 65,535": {
			append([]byte("GIF89a\xff\xff\xff\xff\x80\x00\x00"), make([]byte, 100)...),
			"This image is too large: 65535 × 65535 pixels.",
		},
		"HTML that begins like GIF": {
			append([]byte("GIF89a"), "<html><script>alert(1)</script>"...),
			"This image is too large: 26684 × 28020 pixels.",
		},
		"a WebP that claims 16,384 × 8,192": {
			[]byte{
				'R', 'I', 'F', 'F', 26, 0, 0, 0, 'W', 'E', 'B', 'P', 'V', 'P', '8', 'L', 13, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff,
				0x07, 0, 0, 0, 0, 0, 0, 0, 0, 0,
			},
			"This image is too large: 16384 × 8192 pixels.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if refused := upload(admin, c.content).Refused("file"); !strings.Contains(refused.Text, c.message) {
				t.Errorf("got %s, want %s", refused.Text, c.message)
			}
		})
	}
	f.assertEmpty()
}

// This test is not parallel, because it measures the memory allocated by the whole process.
func TestUploads_DecompressionBombs(t *testing.T) {
	f := serve(t, kittest.SQLite(t))
	admin := f.Admin()
	for name, bomb := range map[string][]byte{
		"a PNG of 3.6 gigabytes":           pngOf(30_000, 30_000, 8, 6, zeros(30_000*(1+4*30_000))),
		"a PNG with a text of 3 gigabytes": withText(asPNG(scene(16_001, 1)), zeros(3<<30)),
		"a JPEG that is drawn 600 times":   progressive(7000, 7000, 600),
	} {
		t.Run(name, func(t *testing.T) {
			if len(bomb) > 5<<20 {
				t.Fatalf("got a file of %d bytes, want a small one", len(bomb))
			}
			before, started := allocated(), time.Now()
			upload(admin, bomb).Refused("file")
			if grown := allocated() - before; grown > 100<<20 {
				t.Errorf("got %d MB allocated", grown>>20)
			}
			if took := time.Since(started); took > 2*time.Second {
				t.Errorf("got a duration of %v", took)
			}
		})
	}
	t.Run("ignores a text that is not read", func(t *testing.T) {
		before := allocated()
		upload(admin, withText(asPNG(scene(30, 20)), zeros(3<<30))).Want(201)
		if grown := allocated() - before; grown > 100<<20 {
			t.Errorf("got %d MB allocated", grown>>20)
		}
	})
}

func TestUploads_MaxSize(t *testing.T) {
	t.Parallel()
	f := serve(t, kittest.SQLite(t))
	admin := f.Admin()
	sized := func(n int) []byte { return append(asJPEG(scene(60, 40)), make([]byte, n)...)[:n] }
	for name, parts := range map[string][]part{
		"a byte too large": {{name: "file", file: "a.jpg", content: sized(media.MaxBytes + 1)}},
		"far too large":    {{name: "file", file: "a.jpg", content: sized(media.MaxBytes + 3<<20)}},
		"too much beside the file": {
			{name: "note", content: sized(media.MaxBytes + 1<<20)},
			{name: "file", file: "a.jpg", content: sized(5000)},
		},
		"too large and not an image": {{name: "file", file: "a.txt", content: make([]byte, media.MaxBytes+1)}},
	} {
		t.Run(name, func(t *testing.T) {
			if refused := sendForm(admin, parts...).Want(413); !strings.Contains(refused.String("message"), "10 MB") {
				t.Errorf("got %s", refused.Text)
			}
		})
	}
	f.assertEmpty()
	t.Run("accepts exactly 10 MB", func(t *testing.T) {
		answer := upload(admin, sized(media.MaxBytes)).Want(201)
		if n := answer.Int("item.bytes"); n > 100_000 {
			t.Errorf("got %d stored bytes, want only the picture", n)
		}
	})
}

func TestUploads_Form(t *testing.T) {
	t.Parallel()
	f := serve(t, kittest.SQLite(t))
	admin := f.Admin()
	validFile := part{name: "file", file: "a.jpg", content: asJPEG(scene(60, 40))}
	t.Run("empty or missing", func(t *testing.T) {
		if answer := upload(admin, nil); !strings.Contains(answer.Refused("file").Text, "The file is empty.") {
			t.Errorf("got %s", answer.Text)
		}
		for _, answer := range []*kittest.Response{
			sendForm(admin),
			sendForm(admin, part{name: "image", file: "a.jpg", content: validFile.content}),
		} {
			if !strings.Contains(answer.Refused("file").Text, "This field is required.") {
				t.Errorf("got %s", answer.Text)
			}
		}
		sendForm(admin, part{name: "file", content: []byte("a.jpg")}).Refused("file") // a field, not a file
	})
	t.Run("not a form", func(t *testing.T) {
		admin.Post("uploads", map[string]any{"file": "a.jpg"}).Want(415)
		admin.With("Content-Type", "image/jpeg").Do("POST", "uploads", validFile.content).Want(415)
		admin.With("Content-Type", "application/x-www-form-urlencoded").Do("POST", "uploads", "file=a.jpg").Want(415)
		admin.With("Content-Type", "multipart/form-data").Do("POST", "uploads", validFile.content).Want(415)
		admin.With("Content-Type", "nonsense").Do("POST", "uploads", validFile.content).Want(415)
		admin.Do("POST", "uploads", nil).Want(415)
	})
	t.Run("an incomplete form", func(t *testing.T) {
		kind, body := form(validFile)
		admin.With("Content-Type", kind).Do("POST", "uploads", body[:len(body)/2]).Want(400)
	})
	t.Run("without a session, or from another site", func(t *testing.T) {
		upload(f.Anyone(), validFile.content).Want(401)
		upload(admin.With("Sec-Fetch-Site", "cross-site"), validFile.content).Want(403)
	})
	f.assertEmpty()
	t.Run("skips other parts before the file", func(t *testing.T) {
		sendForm(admin, part{name: "note", content: []byte("hello")}, validFile).Want(201)
	})
}

func TestUploads_StripsMetadata(t *testing.T) {
	t.Parallel()
	f := serve(t, kittest.SQLite(t))
	const script = "<script>alert(document.cookie)</script>"
	comment := append([]byte("\xff\xfe\x00\x29"), script...) // a JPEG comment, whose length includes itself
	jpg := asJPEG(scene(60, 40))
	for name, content := range map[string][]byte{
		"behind a JPEG": append(asJPEG(scene(60, 40)), script...),
		"in a JPEG":     bytes.Join([][]byte{jpg[:2], comment, jpg[2:]}, nil),
		"behind a PNG":  append(asPNG(halfTransparent(60, 40)), script...),
		"in a PNG":      withText(asPNG(halfTransparent(60, 40)), []byte(script)),
		"behind a GIF":  append(asGIF(60, 40, true), script...),
	} {
		t.Run(name, func(t *testing.T) {
			if !bytes.Contains(content, []byte("alert")) {
				t.Fatal("the file does not contain the script")
			}
			stored := f.Anyone().Get(upload(f.Admin(), content).Want(201).String("item.full_url")).Want(200)
			if strings.Contains(stored.Text, "alert") {
				t.Error("the stored file contains the script")
			}
		})
	}
}

func TestUploads_Conversions(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		admin := f.Admin()
		add := func(content []byte) (id int64, folder string) {
			answer := upload(admin, content).Want(201)
			return answer.Int("item.id"), path.Dir(answer.String("item.full_url"))
		}
		wide, wideFolder := add(asJPEG(scene(1500, 90)))
		middle, middleFolder := add(asJPEG(scene(640, 64)))
		small, smallFolder := add(asPNG(halfTransparent(150, 80)))
		before := f.image(wide)
		if before.ThumbURL != before.FullURL || before.Conversions == nil || len(before.Conversions) != 0 {
			t.Errorf("got %+v before the job", before)
		}
		f.RunJobs()

		for _, c := range []struct {
			id   int64
			want string
		}{
			{wide, `{"id": ` + itoa(wide) + `, "full_url": "` + wideFolder + `/original.jpg", "thumb_url": "` + wideFolder +
				`/thumb.jpg", "width": 1500, "height": 90, "generated_conversions": [
				{"name": "thumb", "url": "` + wideFolder +
				`/thumb.jpg", "has_conversion": true, "has_responsive": false, "meta": {"width": 200, "height": 12}},
				{"name": "card", "url": "` + wideFolder +
				`/card.jpg", "has_conversion": true, "has_responsive": false, "meta": {"width": 600, "height": 36}},
				{"name": "wide", "url": "` + wideFolder +
				`/wide.jpg", "has_conversion": true, "has_responsive": true, "meta": {"width": 1200, "height": 72},
					"sizes": [320, 640, 960]}]}`},
			{middle, `{"id": ` + itoa(middle) + `, "full_url": "` + middleFolder + `/original.jpg", "thumb_url": "` +
				middleFolder + `/thumb.jpg", "width": 640, "height": 64, "generated_conversions": [
				{"name": "thumb", "url": "` + middleFolder +
				`/thumb.jpg", "has_conversion": true, "has_responsive": false, "meta": {"width": 200, "height": 20}},
				{"name": "card", "url": "` + middleFolder +
				`/card.jpg", "has_conversion": true, "has_responsive": false, "meta": {"width": 600, "height": 60}},
				{"name": "wide", "url": "` + middleFolder +
				`/wide.jpg", "has_conversion": true, "has_responsive": true, "meta": {"width": 640, "height": 64},
					"sizes": [320]}]}`},
			{small, `{"id": ` + itoa(small) + `, "full_url": "` + smallFolder + `/original.png", "thumb_url": "` + smallFolder +
				`/thumb.png", "width": 150, "height": 80, "generated_conversions": [
				{"name": "thumb", "url": "` + smallFolder +
				`/thumb.png", "has_conversion": true, "has_responsive": false, "meta": {"width": 150, "height": 80}},
				{"name": "card", "url": "` + smallFolder +
				`/card.png", "has_conversion": true, "has_responsive": false, "meta": {"width": 150, "height": 80}},
				{"name": "wide", "url": "` + smallFolder +
				`/wide.png", "has_conversion": true, "has_responsive": false, "meta": {"width": 150, "height": 80}}]}`},
		} {
			if got, want := plain(t, f.image(c.id)), plain(t, json.RawMessage(c.want)); !reflect.DeepEqual(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
			for _, conversion := range f.image(c.id).Conversions {
				size := f.picture(conversion.URL).Bounds().Size()
				if size.X != conversion.Meta.Width || size.Y != conversion.Meta.Height {
					t.Errorf("%s: got size %v", conversion.URL, size)
				}
				for _, width := range conversion.Sizes {
					url := strings.Replace(conversion.URL, "/wide.", fmt.Sprintf("/wide-%d.", width), 1)
					if got := f.picture(url).Bounds().Dx(); got != width {
						t.Errorf("%s: got width %d", url, got)
					}
				}
			}
		}
		if _, _, _, alpha := f.picture(smallFolder+"/thumb.png").At(0, 0).RGBA(); alpha == 0xffff {
			t.Error("the transparent corner is filled")
		}
		stored := f.files()
		if len(stored) != 7+5+4 {
			t.Errorf("got %d stored files, want 7, 5 and 4", len(stored))
		}
		t.Run("repeating the job changes nothing", func(t *testing.T) {
			before := f.image(wide)
			f.run(media.Convert{UploadID: wide})
			if !reflect.DeepEqual(f.image(wide), before) || !reflect.DeepEqual(f.files(), stored) {
				t.Error("files or conversions have changed")
			}
		})
		t.Run("ignores a missing image", func(t *testing.T) {
			f.run(media.Convert{UploadID: 999_999})
			if !reflect.DeepEqual(f.files(), stored) {
				t.Error("files or conversions have changed")
			}
		})
	})
}

// plain converts a value to its generic JSON representation.
func plain(t *testing.T, v any) any {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var got any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func itoa(id int64) string { return fmt.Sprint(id) }

func TestUploads_Sweep(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		admin := f.Admin()
		now := clock.Now()
		content := asJPEG(scene(300, 200))
		type entry struct {
			id  int64
			url string
		}
		all := map[string]entry{}
		for name, age := range map[string]time.Duration{
			"forgotten": 24*time.Hour + time.Minute, "young": 24*time.Hour - time.Minute, "claimed": 48 * time.Hour,
			"released": 48 * time.Hour, "released but shown": 48 * time.Hour, "shown by two": 48 * time.Hour,
		} {
			answer := upload(admin, content).Want(201)
			all[name] = entry{answer.Int("item.id"), answer.String("item.full_url")}
			f.Exec("UPDATE uploads SET created_at = ? WHERE id = ?", now.Add(-age), all[name].id)
		}
		change := func(fn func(tx *write.Tx) error) {
			t.Helper()
			if err := f.Kit.Store.Do(context.Background(), fn); err != nil {
				t.Fatal(err)
			}
		}
		// The uploads are claimed before jobs run for the first time, because the first job is a sweep.
		for name, one := range all {
			if name == "forgotten" || name == "young" {
				continue
			}
			change(func(tx *write.Tx) error {
				if found, err := media.Claim(context.Background(), tx, one.id); err != nil || !found {
					return fmt.Errorf("claim %s: %v, %w", name, found, err)
				}
				return nil
			})
		}
		for i, image := range []int64{all["released but shown"].id, all["shown by two"].id, all["shown by two"].id} {
			f.Exec(`
				INSERT INTO tags (id, tag, tag_key, featured_image_id, created_at, updated_at)
				VALUES (?, ?, ?, ?, ?, ?)`,
				900+i, fmt.Sprint("t", i), fmt.Sprint("t", i), image, now, now)
		}
		for _, name := range []string{"released", "released but shown", "shown by two"} {
			change(func(tx *write.Tx) error { return media.Release(context.Background(), tx, all[name].id) })
		}
		// The changes that released them can't be undone any longer.
		f.Exec("UPDATE uploads SET kept_until = created_at")
		f.run(media.Sweep{})
		check := func(deleted ...string) {
			t.Helper()
			stored := f.files()
			for name, one := range all {
				rows, files := f.Count("SELECT count(*) FROM uploads WHERE id = ?", one.id), 0
				for key := range stored {
					if strings.HasPrefix("/files/"+key, path.Dir(one.url)+"/") {
						files++
					}
				}
				isDeleted := false
				for _, other := range deleted {
					isDeleted = isDeleted || other == name
				}
				if isDeleted && (rows != 0 || files != 0) {
					t.Errorf("%s: got %d rows and %d files, want none", name, rows, files)
				}
				if !isDeleted && (rows != 1 || files != 4) {
					t.Errorf("%s: got %d rows and %d files, want 1 and the original with 3 sizes", name, rows, files)
				}
			}
		}
		t.Run("keeps released images that are still in use", func(t *testing.T) {
			check("forgotten", "released")
			if n := f.Count("SELECT count(*) FROM tags WHERE featured_image_id IS NOT NULL"); n != 3 {
				t.Errorf("got %d tags with an image, want 3", n)
			}
		})
		t.Run("repeating the sweep changes nothing", func(t *testing.T) {
			f.run(media.Sweep{})
			check("forgotten", "released")
		})
		t.Run("deletes images after their last use", func(t *testing.T) {
			f.Exec("DELETE FROM tags WHERE id IN (900, 901)")
			for _, name := range []string{"released but shown", "shown by two"} {
				change(func(tx *write.Tx) error { return media.Release(context.Background(), tx, all[name].id) })
			}
			f.Exec("UPDATE uploads SET kept_until = created_at")
			f.run(media.Sweep{})
			check("forgotten", "released", "released but shown")
		})
		t.Run("a deleted image can't be claimed", func(t *testing.T) {
			change(func(tx *write.Tx) error {
				if found, err := media.Claim(context.Background(), tx, all["forgotten"].id); err != nil || found {
					t.Errorf("got found %v (%v), want false", found, err)
				}
				return nil
			})
		})
	})
}

func TestFiles_Headers(t *testing.T) {
	t.Parallel()
	f := serve(t, kittest.SQLite(t))
	full := upload(f.Admin(), asJPEG(scene(60, 40))).Want(201).String("item.full_url")
	t.Run("public, cached and without active content", func(t *testing.T) {
		served := f.Anyone().Get(full).Want(200)
		for header, want := range map[string]string{
			"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff",
			"Cache-Control":           "public, max-age=31536000, immutable",
			"Content-Security-Policy": "default-src 'none'; sandbox", "Set-Cookie": "",
		} {
			if got := served.Header.Get(header); got != want {
				t.Errorf("%s: got %q, want %q", header, got, want)
			}
		}
	})
	t.Run("refuses paths outside the storage", func(t *testing.T) {
		if err := os.WriteFile(filepath.Join(filepath.Dir(f.folder), "secret.key"), []byte("the key"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{
			"/files/", "/files/../secret.key", "/files/%2e%2e/secret.key", "/files/..%2fsecret.key",
			path.Dir(full) + "/../../secret.key", path.Dir(full) + "/..%2f..%2fsecret.key",
			"/files//etc/passwd", "/files/%2fetc%2fpasswd", "/files" + f.folder, path.Dir(full), full + ".partial", full + "%00",
			strings.ToUpper(full),
		} {
			response, err := http.Get(f.URL + address) // follows redirects to the cleaned path
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if err != nil || response.StatusCode != http.StatusNotFound || bytes.Contains(text, []byte("key")) {
				t.Errorf("%s: got %d %.60q (%v), want 404", address, response.StatusCode, text, err)
			}
		}
	})
}
