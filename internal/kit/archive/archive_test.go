package archive_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"waymark/internal/kit/archive"
)

type file struct{ name, content string }

var sample = []file{
	{archive.Database, "the database"},
	{archive.Key, "the secret key"},
	{"files/a/b.jpg", "picture"},
	{"files/a/c.jpg", ""},
	{"files/a-b.jpg", strings.Repeat("x", 3000)},
}

// write returns an archive that contains the files.
func write(t *testing.T, files []file) []byte {
	t.Helper()
	var out bytes.Buffer
	includesKey := len(files) > 1 && files[1].name == archive.Key
	w, err := archive.NewWriter(
		&out, archive.Info{Version: "1.2.3", Schema: 8, CreatedAt: time.Now(), IncludesKey: includesKey}, t.TempDir(),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := w.Add(t.Context(), f.name, int64(len(f.content)), strings.NewReader(f.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func check(t *testing.T, content []byte) error {
	t.Helper()
	_, _, err := archive.Read(t.Context(), bytes.NewReader(content), t.TempDir(), nil)
	return err
}

func TestRead(t *testing.T) {
	t.Parallel()
	content := write(t, sample)
	t.Run("returns what was written", func(t *testing.T) {
		for name, from := range map[string]io.Reader{
			"at once": bytes.NewReader(content), "byte by byte": iotest.OneByteReader(bytes.NewReader(content)),
		} {
			got := []file{}
			info, summary, err := archive.Read(t.Context(), from, t.TempDir(), func(e archive.Entry) error {
				text, err := io.ReadAll(e.Content)
				got = append(got, file{e.Name, string(text)})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(got) != fmt.Sprint(sample) || info.Version != "1.2.3" || info.Schema != 8 ||
				info.Format != archive.Format || !info.IncludesKey || summary.Files != 5 {
				t.Errorf("%s: got %v, %+v, %+v", name, got, info, summary)
			}
		}
	})
	t.Run("checks content the caller does not read", func(t *testing.T) {
		_, summary, err := archive.Read(
			t.Context(), bytes.NewReader(content), t.TempDir(), func(archive.Entry) error { return nil },
		)
		if err != nil || summary.Bytes != 3033 {
			t.Errorf("%+v %v", summary, err)
		}
	})
	t.Run("returns the caller's error", func(t *testing.T) {
		full := errors.New("disk full")
		if _, _, err := archive.Read(
			t.Context(), bytes.NewReader(content), t.TempDir(), func(archive.Entry) error { return full },
		); !errors.Is(err, full) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("does not call an unreadable file damaged", func(t *testing.T) {
		broken := errors.New("input/output error")
		from := io.MultiReader(bytes.NewReader(content[:len(content)/2]), iotest.ErrReader(broken))
		if _, _, err := archive.Read(t.Context(), from, t.TempDir(), nil); !errors.Is(err, broken) ||
			errors.Is(err, archive.ErrDamaged) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("ends with its context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, err := archive.Read(ctx, bytes.NewReader(content), t.TempDir(), nil); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("leaves no temporary files", func(t *testing.T) {
		scratch := t.TempDir()
		_, _, _ = archive.Read(t.Context(), bytes.NewReader(content), scratch, nil)
		if left, _ := filepath.Glob(filepath.Join(scratch, ".*")); len(left) > 0 {
			t.Errorf("left %v", left)
		}
	})
	t.Run("standard tools unpack it", func(t *testing.T) {
		gzip, err := exec.LookPath("gzip")
		if err != nil {
			t.Skip("needs gzip")
		}
		unpack := exec.Command(gzip, "-dc")
		unpack.Stdin = bytes.NewReader(content)
		var warnings bytes.Buffer
		unpack.Stderr = &warnings
		unpacked, err := unpack.Output()
		if err != nil || warnings.Len() > 0 || !bytes.Contains(unpacked, []byte("the secret key")) {
			t.Errorf("%v: %s", err, warnings.String())
		}
	})
}

func TestRead_FlippedBits(t *testing.T) {
	t.Parallel()
	content, scratch := write(t, sample[:4]), t.TempDir()
	for i := range len(content) * 8 {
		flipped := bytes.Clone(content)
		flipped[i/8] ^= 1 << (i % 8)
		if _, _, err := archive.Read(t.Context(), bytes.NewReader(flipped), scratch, nil); err == nil {
			t.Fatalf("a flipped bit %d of byte %d of %d was not detected", i%8, i/8, len(content))
		}
	}
	t.Logf("%d bits", len(content)*8)
}

func TestRead_WrongLength(t *testing.T) {
	t.Parallel()
	content, scratch := write(t, sample[:4]), t.TempDir()
	for length := range content {
		if _, _, err := archive.Read(t.Context(), bytes.NewReader(content[:length]), scratch, nil); err == nil {
			t.Fatalf("accepted after %d of %d bytes", length, len(content))
		}
	}
	for _, more := range [][]byte{{0}, []byte("x"), make([]byte, 1024), content, content[len(content)-58:]} {
		if _, _, err := archive.Read(
			t.Context(), bytes.NewReader(append(bytes.Clone(content), more...)), scratch, nil,
		); err == nil {
			t.Errorf("accepted with %d bytes appended", len(more))
		}
	}
}

func TestWriter_Add(t *testing.T) {
	t.Parallel()
	w, err := archive.NewWriter(io.Discard, archive.Info{}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	for _, name := range []string{
		"", "x", "files", "files/", "files/.", "files/..", "files/../x", "/files/x", "files//x", "files/a/./b", "files/a/",
		"../waymark.db", "backup.json", "manifest.jsonl", "files/\xff",
	} {
		if err := w.Add(t.Context(), name, 0, strings.NewReader("")); err == nil {
			t.Errorf("%q was accepted", name)
		}
	}
	if err := w.Add(
		t.Context(), archive.Database, 8, strings.NewReader("12345678 and more that was appended"),
	); err != nil {
		t.Error(err)
	}
	if err := w.Add(t.Context(), archive.Database, 0, strings.NewReader("")); err == nil {
		t.Error("a second database was accepted")
	}
	if err := w.Add(t.Context(), "files/x", 8, strings.NewReader("1234")); !errors.Is(err, archive.ErrChanged) {
		t.Errorf("a file that became shorter while it was read: got %v, want ErrChanged", err)
	}
}

// pack returns a tar.gz of zeros, without the manifest and the digest that Writer adds.
func pack(t *testing.T, entries ...*tar.Header) []byte {
	t.Helper()
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	packed := tar.NewWriter(compressed)
	for _, header := range entries {
		if err := packed.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(packed, zeros{}, header.Size); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(packed.Close(), compressed.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestReadWithoutManifest(t *testing.T) {
	t.Parallel()
	database, key, upload := &tar.Header{Name: archive.Database, Size: 10}, &tar.Header{Name: archive.Key, Size: 10},
		&tar.Header{Name: "files/x", Size: 10}
	read := func(content []byte) error {
		_, err := archive.ReadWithoutManifest(t.Context(), bytes.NewReader(content), nil)
		return err
	}
	good := pack(t, database, key, upload)
	if err := read(good); err != nil {
		t.Fatal(err)
	}
	if err := check(t, good); !errors.Is(err, archive.ErrNoManifest) {
		t.Errorf("got %v", err)
	}
	for length := range good {
		if err := read(good[:length]); err == nil {
			t.Errorf("accepted after %d of %d bytes", length, len(good))
		}
	}
	for name, content := range map[string][]byte{
		"empty": pack(t), "key only": pack(t, key), "twice": pack(t, database, database),
		"elsewhere":      pack(t, database, &tar.Header{Name: "../x"}),
		"absolute":       pack(t, database, &tar.Header{Name: "/etc/x"}),
		"link":           pack(t, database, &tar.Header{Name: "files/x", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}),
		"folder":         pack(t, database, &tar.Header{Name: "files/x/", Typeflag: tar.TypeDir}),
		"bytes after it": append(bytes.Clone(good), 0), "archive after it": append(bytes.Clone(good), good...),
		"new format": write(t, sample), "junk": []byte("junk"), "nothing": nil,
	} {
		if err := read(content); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
