package media

import (
	"bufio"
	"context"
	"errors"
	"image"
	_ "image/gif" // decoders register themselves
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"net/http"
	"runtime"
	"runtime/metrics"
	"strings"
	"time"

	_ "golang.org/x/image/webp"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/memory"
	"waymark/internal/kit/slots"
)

const (
	// decodeWait is how long an upload waits for another one's pixels to be gone.
	decodeWait = 3 * time.Second
	// decodeTime is how long one image may take. Waiting and decoding together stay below ten seconds.
	decodeTime = 5 * time.Second
	// slack is what decoding may allocate beyond the memory computed from the header.
	slack = 24 << 20
	// largePicture is the size from which a picture's memory is returned before the next picture is decoded.
	largePicture = 4 << 20
	// growth is how much garbage may be on the heap beside a picture, in percent.
	growth        = 20
	sampledMemory = "/memory/classes/heap/objects:bytes"
)

// One picture at a time is in memory, in the whole process.
var decoding = slots.New(1, decodeWait)

// decode decodes an image and gives its upright pixels to use. It waits for its turn, and the pixels must not be kept.
func decode(ctx context.Context, file io.ReadSeeker, use func(image.Image) error) error {
	head, err := readHeader(file)
	if err != nil {
		return err
	}
	release, err := decoding.Acquire(ctx, "")
	if err != nil {
		return err
	}
	defer release()
	return head.hold(func() error { return head.decode(ctx, file, use) })
}

// decodePatiently is decode for jobs, which have all the time they need.
func decodePatiently(ctx context.Context, file io.ReadSeeker, use func(image.Image) error) error {
	for {
		err := decode(ctx, file, use)
		if busy, ok := apierr.As(err); ok && busy.GetStatus() == http.StatusServiceUnavailable {
			continue
		}
		return err
	}
}

// hold keeps the heap small while fn has a picture in memory.
func (h *header) hold(fn func() error) error {
	if h.memory < largePicture {
		defer memory.FreeSoon()
		return fn()
	}
	defer memory.LimitGrowth(growth)()
	defer memory.FreeNow()
	return fn()
}

func (h *header) decode(ctx context.Context, file io.ReadSeeker, use func(image.Image) error) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	watch := &watchedReader{Reader: file, ctx: ctx, until: time.Now().Add(decodeTime), memory: heapInUse() + uint64(h.memory) + slack}
	picture, _, err := image.Decode(bufio.NewReader(watch))
	if watch.failed != nil {
		return watch.failed
	}
	if err != nil || picture.Bounds().Empty() { // the first picture of a GIF may be smaller than the GIF
		return refusalOf(h.format, err)
	}
	turned, err := upright(normalise(picture), h.orientation)
	if err != nil {
		return err
	}
	return use(turned)
}

// watchedReader ends decoding when it takes too long or too much memory, or when nobody waits for it any more.
type watchedReader struct {
	io.Reader
	ctx    context.Context //nolint:containedctx // decoders take a reader and no context
	until  time.Time
	memory uint64
	failed error // decoders don't wrap all errors they get
}

func (w *watchedReader) Read(into []byte) (int, error) {
	switch {
	case w.ctx.Err() != nil:
		w.failed = w.ctx.Err()
	case time.Now().After(w.until):
		w.failed = errTooSlow
	case heapInUse() > w.memory:
		runtime.GC() // what other requests have left behind does not count
		if heapInUse() > w.memory {
			w.failed = errTooMuch
		}
	}
	if w.failed != nil {
		return 0, w.failed
	}
	n, err := w.Reader.Read(into)
	if err != nil && !errors.Is(err, io.EOF) {
		w.failed = err
	}
	return n, err
}

func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: sampledMemory}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// diskError is an error of the file itself, not of what is in it.
func diskError(err error) error {
	var disk *fs.PathError
	if errors.As(err, &disk) {
		return err
	}
	return nil
}

// refusalOf explains why a file that begins like an image can't be decoded.
func refusalOf(format string, err error) error {
	if disk := diskError(err); disk != nil {
		return disk
	}
	var inJPEG jpeg.UnsupportedError
	var inPNG png.UnsupportedError
	if (errors.As(err, &inJPEG) && !strings.Contains(string(inJPEG), "marker")) || errors.As(err, &inPNG) {
		return unsupported(format)
	}
	return damaged(format)
}
