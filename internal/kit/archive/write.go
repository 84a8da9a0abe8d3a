package archive

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"
)

// Writer writes an archive to a stream. Entries are added in the order of the format.
type Writer struct {
	out      io.Writer // the destination and the digest
	target   io.Writer
	digest   hash.Hash
	gzip     *gzip.Writer
	tar      *tar.Writer
	manifest *spool
	last     string
	created  time.Time
}

// NewWriter starts an archive. The manifest is collected in a temporary file in scratch.
func NewWriter(target io.Writer, info Info, scratch string) (*Writer, error) {
	info.Format, info.CreatedAt = Format, info.CreatedAt.UTC().Truncate(time.Second)
	encoded, err := json.Marshal(info)
	if err != nil {
		return nil, err
	}
	manifest, err := newSpool(scratch)
	if err != nil {
		return nil, err
	}
	w := &Writer{target: target, digest: sha256.New(), manifest: manifest, created: info.CreatedAt}
	w.out = io.MultiWriter(target, w.digest)
	// Most bytes are images, which don't compress, and the server shares its processors with the backup.
	if w.gzip, err = gzip.NewWriterLevel(w.out, gzip.BestSpeed); err != nil {
		return nil, err
	}
	w.tar = tar.NewWriter(w.gzip)
	if err := w.add(context.Background(), infoName, int64(len(encoded)), bytes.NewReader(encoded)); err != nil {
		w.Discard()
		return nil, err
	}
	return w, nil
}

// ErrChanged is returned by Add when content is shorter than its size: the file was changed while it was read.
var ErrChanged = errors.New("the file changed while it was read")

// Add writes an entry with exactly size bytes of content. The rest of a file that has grown is left out.
func (w *Writer) Add(ctx context.Context, name string, size int64, content io.Reader) error {
	if !ValidName(name) {
		return fmt.Errorf("%q can't be the name of a file in a backup", name)
	}
	return w.add(ctx, name, size, content)
}

func (w *Writer) add(ctx context.Context, name string, size int64, content io.Reader) error {
	key := order(name)
	if name != infoName && key <= w.last {
		return fmt.Errorf("%q is out of order", name)
	}
	w.last = key
	if err := w.header(name, size); err != nil {
		return err
	}
	sum := sha256.New()
	copied, err := io.Copy(io.MultiWriter(w.tar, sum), io.LimitReader(withContext(ctx, content), size))
	if err != nil {
		return err
	}
	if copied != size {
		return fmt.Errorf("%s: %w", name, ErrChanged)
	}
	return w.manifest.add(entry{Name: name, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))})
}

func (w *Writer) header(name string, size int64) error {
	return w.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: w.created})
}

// Close writes the manifest and the digest. It doesn't close the destination.
func (w *Writer) Close() error {
	defer w.Discard()
	size, err := w.manifest.rewind()
	if err != nil {
		return err
	}
	if err := w.header(manifestName, size); err != nil {
		return err
	}
	if _, err := io.Copy(w.tar, w.manifest.file); err != nil {
		return err
	}
	if err := w.tar.Close(); err != nil {
		return err
	}
	if err := w.gzip.Close(); err != nil {
		return err
	}
	_, err = w.target.Write(trailer(w.digest.Sum(nil)))
	return err
}

// Discard removes the temporary file of an archive that is not completed. After Close it does nothing.
func (w *Writer) Discard() { w.manifest.close() }

// withContext returns a reader that fails once ctx is done, so that a long copy can be interrupted.
func withContext(ctx context.Context, r io.Reader) io.Reader { return contextReader{ctx, r} }

type contextReader struct {
	ctx context.Context //nolint:containedctx // the reader lives as long as one call
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
