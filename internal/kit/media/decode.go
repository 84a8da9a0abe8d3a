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
	// decodeWait is how long an upload waits for the decoding slot.
	decodeWait = 3 * time.Second
	// decodeTimeout is the time limit for one image. Waiting and decoding together must take less than ten seconds.
	decodeTimeout = 5 * time.Second
	// memoryMargin is how much decoding may allocate in addition to the memory computed from the header.
	memoryMargin = 24 << 20
	// largePicture is the size from which the memory of a picture is freed before the next picture is decoded.
	largePicture = 4 << 20
	// heapGrowth limits the garbage on the heap while a picture is in memory, in percent.
	heapGrowth = 20
	heapMetric = "/memory/classes/heap/objects:bytes"
)

// decoding has a single slot: the whole process has only one decoded picture in memory at a time.
var decoding = slots.New(1, decodeWait)

// decode waits for the decoding slot, decodes an image and passes its upright pixels to use, which must not keep them.
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
	return head.limitMemory(func() error { return head.decode(ctx, file, use) })
}

// decodeInJob is decode for jobs, which wait for the slot as long as necessary.
func decodeInJob(ctx context.Context, file io.ReadSeeker, use func(image.Image) error) error {
	for {
		err := decode(ctx, file, use)
		if busy, ok := apierr.As(err); ok && busy.GetStatus() == http.StatusServiceUnavailable {
			continue
		}
		return err
	}
}

// limitMemory keeps the heap small while fn has a picture in memory.
func (h *header) limitMemory(fn func() error) error {
	if h.memory < largePicture {
		defer memory.FreeSoon()
		return fn()
	}
	defer memory.LimitGrowth(heapGrowth)()
	defer memory.FreeNow()
	return fn()
}

func (h *header) decode(ctx context.Context, file io.ReadSeeker, use func(image.Image) error) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	limited := &limitedReader{
		Reader: file, ctx: ctx, deadline: time.Now().Add(decodeTimeout),
		maxHeap: heapInUse() + uint64(h.memory) + memoryMargin,
	}
	picture, _, err := image.Decode(bufio.NewReader(limited))
	if limited.failed != nil {
		return limited.failed
	}
	if err != nil || picture.Bounds().Empty() { // the first frame of a GIF may be smaller than the GIF
		return refusalOf(h.format, err)
	}
	rotated, err := upright(normalise(picture), h.orientation)
	if err != nil {
		return err
	}
	return use(rotated)
}

// limitedReader makes decoding fail when it takes too long or too much memory, or when its context ends.
type limitedReader struct {
	io.Reader
	ctx      context.Context //nolint:containedctx // decoders take a reader and no context
	deadline time.Time
	maxHeap  uint64
	failed   error // decoders don't wrap all errors of their reader
}

func (r *limitedReader) Read(into []byte) (int, error) {
	switch {
	case r.ctx.Err() != nil:
		r.failed = r.ctx.Err()
	case time.Now().After(r.deadline):
		r.failed = errTooSlow
	case heapInUse() > r.maxHeap:
		runtime.GC() // garbage of other requests does not count
		if heapInUse() > r.maxHeap {
			r.failed = errTooMuchMemory
		}
	}
	if r.failed != nil {
		return 0, r.failed
	}
	n, err := r.Reader.Read(into)
	if err != nil && !errors.Is(err, io.EOF) {
		r.failed = err
	}
	return n, err
}

func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: heapMetric}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// diskError returns err if reading the file failed, and nil if its content is invalid.
func diskError(err error) error {
	var disk *fs.PathError
	if errors.As(err, &disk) {
		return err
	}
	return nil
}

// refusalOf returns the reason why a file that starts like an image can't be decoded.
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
