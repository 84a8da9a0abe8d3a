package media

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
)

// Limits of an image. The number of pixels determines how long decoding takes, memory how much is needed at the same
// time.
const (
	maxSide   = 16_000
	maxPixels = 50_000_000
	maxMemory = 96 << 20
	// maxScannedPixels limits the pixels of all scans of a JPEG together. A scan of a few bytes can still cover every
	// pixel. Progressive photos have about ten scans.
	maxScannedPixels = 400_000_000
)

// refusal is a reason to refuse an image, as a message for the person who uploads it.
type refusal string

func (r refusal) Error() string { return string(r) }

const (
	saveAgain = "Save it again with default settings and upload that copy."

	errEmpty         refusal = "The file is empty."
	errNotAnImage    refusal = "Must be a JPEG, PNG, GIF or WebP image."
	errTooSlow       refusal = "This image takes too long to decode. " + saveAgain
	errTooMuchMemory refusal = "This image needs too much memory to decode. " + saveAgain
	errAnimated      refusal = "Animated WebP images are not supported. Upload a still image."
)

func damaged(format string) refusal {
	return refusal(
		fmt.Sprintf("This %s file is damaged or incomplete. Save the image again and upload that copy.", format),
	)
}

func unsupported(format string) refusal {
	return refusal(
		fmt.Sprintf("This kind of %s is not supported. Save it as a standard JPEG or PNG and upload that copy.", format),
	)
}

var formats = map[string]string{"image/jpeg": "JPEG", "image/png": "PNG", "image/gif": "GIF", "image/webp": "WebP"}

// header contains what is known about an image before its pixels are decoded.
type header struct {
	format        string // JPEG, PNG, GIF or WebP
	width, height int
	memory        int64  // bytes that decoding allocates
	variant       string // why it needs more memory than others: "at 16 bits"
	orientation   int    // the value of the EXIF tag, from 1 to 8
	scanned       int64  // pixels of all scans together
}

// readHeader determines the format of an image from its bytes and how much memory decoding it takes. It refuses images
// that exceed a limit.
func readHeader(file io.ReadSeeker) (*header, error) {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	if size == 0 {
		return nil, errEmpty
	}
	start := make([]byte, min(size, 512))
	if err := readAt(file, start); err != nil {
		return nil, err
	}
	h := &header{format: formats[http.DetectContentType(start)], orientation: 1}
	if h.format == "" {
		return nil, errNotAnImage
	}
	if err := h.readSize(file); err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	content := bufio.NewReaderSize(file, 32<<10)
	switch h.format {
	case "JPEG":
		err = h.readJPEG(content)
	case "PNG":
		err = h.readPNG(content)
	case "WebP":
		err = h.readWebP(content, size)
	case "GIF":
		h.memory = 2 * h.pixels() // the decoder copies interlaced pictures
	}
	if ioErr := diskError(err); ioErr != nil {
		return nil, ioErr
	}
	if err != nil {
		return nil, err
	}
	return h, h.check()
}

func readAt(file io.ReadSeeker, into []byte) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.ReadFull(file, into)
	return err
}

// readSize reads the width and the height and refuses images that exceed a limit.
func (h *header) readSize(file io.ReadSeeker) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	config, _, err := image.DecodeConfig(file)
	if ioErr := diskError(err); ioErr != nil {
		return ioErr
	}
	if err != nil || config.Width <= 0 || config.Height <= 0 {
		return refusalOf(h.format, err)
	}
	h.width, h.height = config.Width, config.Height
	if h.width > maxSide || h.height > maxSide {
		return refusal(
			fmt.Sprintf("This image is too large: %d × %d pixels. Each side can have up to 16,000 pixels.", h.width, h.height),
		)
	}
	if h.pixels() > maxPixels {
		return refusal(
			fmt.Sprintf(
				"This image is too large: %d × %d pixels are %.1f megapixels. The limit is 50 megapixels.", h.width, h.height,
				float64(h.pixels())/1e6,
			),
		)
	}
	return nil
}

func (h *header) pixels() int64 { return int64(h.width) * int64(h.height) }

func (h *header) check() error {
	if h.scanned > maxScannedPixels {
		return errTooSlow
	}
	if h.memory <= maxMemory {
		return nil
	}
	variant := h.variant
	if variant != "" {
		variant = " " + variant
	}
	possible := h.pixels() * maxMemory / h.memory / 1_000_000
	return refusal(fmt.Sprintf("This image is too large: %d × %d pixels%s need %d MB. "+
		"The limit is 96 MB, about %d megapixels%s.",
		h.width, h.height, variant, (h.memory+1<<19)>>20, possible, variant))
}

// nilAtEnd ignores that a file ends too early, because the decoder reports that with a better message.
func nilAtEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

func ceil(n, by int64) int64 { return (n + by - 1) / by }

const maxEXIF = 64 << 10
