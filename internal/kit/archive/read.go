package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Entry is a file of an archive while it is read. Its content must not be used before Read has returned without an
// error: the digests come last.
type Entry struct {
	Name    string
	Size    int64
	Content io.Reader
}

// Read reads an archive to its last byte and checks all of it. It calls each, unless nil, for every file in order.
// Memory use does not depend on the archive's size: scratch is a folder for a temporary file.
func Read(ctx context.Context, from io.Reader, scratch string, each func(Entry) error) (Info, Summary, error) {
	r := newReader(ctx, from, trailerSize, each)
	if err := r.open(); err != nil {
		return Info{}, Summary{}, err
	}
	info, err := r.info()
	if err != nil {
		return Info{}, Summary{}, err
	}
	if r.manifest, err = newSpool(scratch); err != nil {
		return Info{}, Summary{}, err
	}
	defer r.manifest.close()
	// backup.json is in the manifest as well.
	if err := r.manifest.add(r.first); err != nil {
		return Info{}, Summary{}, err
	}
	if err := r.entries(); err != nil {
		return Info{}, Summary{}, err
	}
	if r.key != info.IncludesKey {
		return Info{}, Summary{}, invalid("%s and its description disagree about the key", infoName)
	}
	if err := r.end(); err != nil {
		return Info{}, Summary{}, err
	}
	if !bytes.Equal(r.tail.rest(), trailer(r.tail.digest.Sum(nil))) {
		return Info{}, Summary{}, damaged("the checksum of the whole file does not match")
	}
	return info, r.summary, nil
}

// ReadWithoutManifest reads an archive in the format of earlier versions. It can check only what that format has:
// gzip's checksum, and that nothing follows.
func ReadWithoutManifest(ctx context.Context, from io.Reader, each func(Entry) error) (Summary, error) {
	r := newReader(ctx, from, 0, each)
	if err := r.open(); err != nil {
		return Summary{}, err
	}
	if err := r.entries(); err != nil {
		return Summary{}, err
	}
	return r.summary, r.end()
}

type reader struct {
	tail     *tailReader
	buffered *bufio.Reader
	gzip     *gzip.Reader
	tar      *tar.Reader
	each     func(Entry) error
	manifest *spool // nil without a manifest
	first    entry
	last     string
	database bool
	key      bool
	summary  Summary
}

func newReader(ctx context.Context, from io.Reader, tail int, each func(Entry) error) *reader {
	r := &reader{tail: &tailReader{from: withContext(ctx, from), size: tail, digest: sha256.New()}, each: each}
	// gzip would read ahead by itself if this were not an io.ByteReader, and hide what follows the stream.
	r.buffered = bufio.NewReaderSize(r.tail, 64<<10)
	return r
}

// problem translates an error of the decoders. Whatever the decoder reports, the file differs from what was written.
func (r *reader) problem(err error) error {
	switch {
	case err == nil:
		return nil
	case r.tail.failed != nil: // reading failed, which says nothing about the content
		return r.tail.failed
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return damaged("it ends too early")
	}
	return damaged("%s", strings.TrimPrefix(err.Error(), "archive/tar: "))
}

func (r *reader) open() error {
	var err error
	if r.gzip, err = gzip.NewReader(r.buffered); err != nil {
		if r.tail.failed != nil {
			return r.tail.failed
		}
		return invalid("it is not a compressed archive")
	}
	r.gzip.Multistream(false)
	r.tar = tar.NewReader(r.gzip)
	return nil
}

// info reads the first entry.
func (r *reader) info() (Info, error) {
	header, err := r.tar.Next()
	if errors.Is(err, io.EOF) {
		return Info{}, invalid("it is empty")
	}
	if err != nil {
		return Info{}, r.problem(err)
	}
	if header.Name != infoName {
		return Info{}, ErrNoManifest
	}
	if err := plainFile(header); err != nil {
		return Info{}, err
	}
	if header.Size > maxInfoSize {
		return Info{}, invalid("%s is too large", infoName)
	}
	content, err := io.ReadAll(r.tar)
	if err != nil {
		return Info{}, r.problem(err)
	}
	sum := sha256.Sum256(content)
	r.first = entry{Name: infoName, Size: header.Size, SHA256: hex.EncodeToString(sum[:])}
	return decodeInfo(content)
}

// plainFile refuses links, folders, devices and sparse files: their size is not that of their content.
func plainFile(header *tar.Header) error {
	if header.Typeflag != tar.TypeReg {
		return invalid("%q is not a plain file", header.Name)
	}
	for name := range header.PAXRecords {
		if strings.HasPrefix(name, "GNU.sparse.") {
			return invalid("%q is not a plain file", header.Name)
		}
	}
	return nil
}

// entries reads all entries after the first.
func (r *reader) entries() error {
	for {
		header, err := r.tar.Next()
		if errors.Is(err, io.EOF) {
			if r.manifest != nil {
				return invalid("it has no %s", manifestName)
			}
			break
		}
		if err != nil {
			return r.problem(err)
		}
		if err := plainFile(header); err != nil {
			return err
		}
		if header.Name == manifestName && r.manifest != nil {
			if err := r.compareManifest(); err != nil {
				return err
			}
			if _, err := r.tar.Next(); err == nil {
				return invalid("%s is not its last entry", manifestName)
			} else if !errors.Is(err, io.EOF) {
				return r.problem(err)
			}
			break
		}
		if err := r.file(header); err != nil {
			return err
		}
	}
	if !r.database {
		return invalid("it has no database")
	}
	return nil
}

func (r *reader) file(header *tar.Header) error {
	name, key := header.Name, order(header.Name)
	if !ValidName(name) {
		return invalid("it contains %q", name)
	}
	if key <= r.last {
		return invalid("%q is contained twice, or out of order", name)
	}
	r.last = key
	sum, count := sha256.New(), &countingReader{r: r.tar}
	content := io.TeeReader(count, sum)
	if r.each != nil {
		if err := r.each(Entry{Name: name, Size: header.Size, Content: content}); err != nil {
			if count.failed != nil {
				return r.problem(count.failed)
			}
			return err
		}
	}
	if _, err := io.Copy(io.Discard, content); err != nil {
		return r.problem(err)
	}
	if count.n != header.Size {
		return damaged("%s ends too early", name)
	}
	switch name {
	case Database:
		r.database = true
	case Key:
		r.key = true
	}
	r.summary.Files, r.summary.Bytes = r.summary.Files+1, r.summary.Bytes+count.n
	if r.manifest == nil {
		return nil
	}
	return r.manifest.add(entry{Name: name, Size: count.n, SHA256: hex.EncodeToString(sum.Sum(nil))})
}

// compareManifest compares the manifest, line by line, with what was read.
func (r *reader) compareManifest() error {
	if _, err := r.manifest.rewind(); err != nil {
		return err
	}
	found := bufio.NewReaderSize(r.manifest.file, maxManifestLine)
	listed := bufio.NewReaderSize(r.tar, maxManifestLine)
	for {
		have, err := found.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("compare the manifest: %w", err)
		}
		want, err := listed.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return invalid("%s has a line that is too long", manifestName)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return r.problem(err)
		}
		if !bytes.Equal(have, want) {
			return manifestDifference(have, want)
		}
		if len(have) == 0 {
			return nil
		}
	}
}

func manifestDifference(have, want []byte) error {
	var found, listed entry
	if len(want) == 0 || json.Unmarshal(want, &listed) != nil {
		_ = json.Unmarshal(have, &found)
		return invalid("%s does not list %q", manifestName, found.Name)
	}
	if len(have) == 0 || json.Unmarshal(have, &found) != nil {
		return invalid("%q is listed in %s, but missing", listed.Name, manifestName)
	}
	if found.Name == listed.Name {
		return damaged("the content of %q does not match %s", found.Name, manifestName)
	}
	if order(found.Name) < order(listed.Name) {
		return invalid("%s does not list %q", manifestName, found.Name)
	}
	return invalid("%q is listed in %s, but missing", listed.Name, manifestName)
}

// end makes sure that nothing follows the last entry. Reading gzip to its end compares its checksum.
func (r *reader) end() error {
	var one [1]byte
	if n, err := io.ReadFull(r.gzip, one[:]); n > 0 {
		return damaged("something follows its last entry")
	} else if !errors.Is(err, io.EOF) {
		return r.problem(err)
	}
	if _, err := r.buffered.ReadByte(); err == nil {
		return damaged("something follows its end")
	} else if !errors.Is(err, io.EOF) {
		return r.problem(err)
	}
	return nil
}
