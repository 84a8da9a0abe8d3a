package media

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"slices"
)

// Limits of an image. The limit on pixels bounds the time that an image takes, the limit on memory what it needs at once.
const (
	maxSide   = 16_000
	maxPixels = 50_000_000
	maxMemory = 96 << 20
	// maxVisits is how many pixels a JPEG may visit in all its scans. A scan can be a few bytes long and still visit every
	// pixel. Progressive photos have about ten scans.
	maxVisits = 400_000_000
)

// problem is a reason to refuse an image, in a sentence for the person who uploads it.
type problem string

func (p problem) Error() string { return string(p) }

const (
	errEmpty      problem = "The file is empty."
	errNotAnImage problem = "Must be a JPEG, PNG, GIF or WebP image."
	errTooSlow    problem = "This image takes too long to decode. Save it again with default settings and upload that copy."
	errTooMuch    problem = "This image needs too much memory to decode. Save it again with default settings and upload that copy."
	errAnimated   problem = "Animated WebP images are not supported. Upload a still image."
)

func damaged(format string) problem {
	return problem(fmt.Sprintf("This %s file is damaged or incomplete. Save the image again and upload that copy.", format))
}

func unsupported(format string) problem {
	return problem(fmt.Sprintf("This kind of %s is not supported. Save it as a standard JPEG or PNG and upload that copy.", format))
}

var formats = map[string]string{"image/jpeg": "JPEG", "image/png": "PNG", "image/gif": "GIF", "image/webp": "WebP"}

// header is what is known of an image before any of its pixels are decoded.
type header struct {
	format        string // JPEG, PNG, GIF or WebP
	width, height int
	memory        int64  // bytes that decoding allocates
	variant       string // what makes it need more memory than others: "at 16 bits"
	orientation   int    // as EXIF numbers them, from 1 to 8
	visits        int64  // pixels that all scans visit together
}

// readHeader finds out what an image is and how much memory decoding it takes. The bytes decide, not a name or a content
// type, and images that exceed a limit are refused here.
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
		h.memory = 2 * h.pixels() // an interlaced picture is copied once
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

// readSize reads the width and the height and refuses those no image may have.
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
		return problem(fmt.Sprintf("This image is too large: %d × %d pixels. Each side can have up to 16,000 pixels.", h.width, h.height))
	}
	if h.pixels() > maxPixels {
		return problem(fmt.Sprintf("This image is too large: %d × %d pixels are %.1f megapixels. The limit is 50 megapixels.", h.width, h.height, float64(h.pixels())/1e6))
	}
	return nil
}

func (h *header) pixels() int64 { return int64(h.width) * int64(h.height) }

func (h *header) check() error {
	if h.visits > maxVisits {
		return errTooSlow
	}
	if h.memory <= maxMemory {
		return nil
	}
	variant := h.variant
	if variant != "" {
		variant = " " + variant
	}
	fits := h.pixels() * maxMemory / h.memory / 1_000_000
	return problem(fmt.Sprintf("This image is too large: %d × %d pixels%s need %d MB. The limit is 96 MB, about %d megapixels%s.",
		h.width, h.height, variant, (h.memory+1<<19)>>20, fits, variant))
}

// readJPEG goes through the segments of a JPEG to its end: there may be more scans, and an Adobe segment that changes how
// the pixels are converted, anywhere.
func (h *header) readJPEG(r *bufio.Reader) error {
	var frame, exif []byte
	var adobeRGB bool
	scans := int64(0)
	progressive := false
	err := eachSegment(r, func(marker byte, length int) error {
		switch {
		case marker >= 0xc0 && marker <= 0xc2 && frame == nil:
			progressive = marker == 0xc2
			frame = make([]byte, length)
			_, err := io.ReadFull(r, frame)
			return err
		case marker == 0xda:
			scans++
		case marker == 0xee && length >= 12:
			adobe := make([]byte, 12)
			if _, err := io.ReadFull(r, adobe); err != nil {
				return err
			}
			adobeRGB = adobeRGB || (bytes.HasPrefix(adobe, []byte("Adobe")) && adobe[11] == 0)
			length -= 12
		case marker == 0xe1 && exif == nil:
			segment := make([]byte, length)
			if _, err := io.ReadFull(r, segment); err != nil {
				return err
			}
			if data, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok {
				exif = data
			}
			return nil
		}
		_, err := r.Discard(length)
		return err
	})
	if err != nil {
		return refusalOf(h.format, err)
	}
	h.orientation = orientation(exif)
	h.visits = scans * h.pixels()
	return h.measureJPEG(frame, progressive, adobeRGB)
}

// eachSegment calls each for the segments of a JPEG, with the length of what is left to read of them. What lies between
// them are pixels.
func eachSegment(r *bufio.Reader, each func(marker byte, length int) error) error {
	if _, err := r.Discard(2); err != nil {
		return err
	}
	for {
		marker, err := nextMarker(r)
		if errors.Is(err, io.EOF) || marker == 0xd9 {
			return nil // a missing end is for the decoder to judge
		}
		if err != nil {
			return err
		}
		var length [2]byte
		if _, err := io.ReadFull(r, length[:]); err != nil {
			return nilAtEnd(err)
		}
		n := int(binary.BigEndian.Uint16(length[:])) - 2
		if n < 0 {
			return nil
		}
		if err := each(marker, n); err != nil {
			return nilAtEnd(err)
		}
	}
}

func nextMarker(r *bufio.Reader) (byte, error) {
	for {
		if _, err := r.ReadSlice(0xff); errors.Is(err, bufio.ErrBufferFull) {
			continue
		} else if err != nil {
			return 0, err
		}
		marker := byte(0xff)
		for marker == 0xff { // any number of them may come first
			var err error
			if marker, err = r.ReadByte(); err != nil {
				return 0, err
			}
		}
		if marker >= 0xc0 && (marker < 0xd0 || marker > 0xd7) {
			return marker, nil
		}
	}
}

// nilAtEnd leaves a file that ends too early to the decoder, whose message is better.
func nilAtEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// measureJPEG computes what image/jpeg allocates: planes that are filled up to whole blocks, four bytes for each
// coefficient of a progressive image, and a copy in RGB or CMYK for the rarer kinds.
func (h *header) measureJPEG(frame []byte, progressive, adobeRGB bool) error {
	if len(frame) < 6 || len(frame) < 6+3*int(frame[5]) ||
		int(binary.BigEndian.Uint16(frame[1:])) != h.height || int(binary.BigEndian.Uint16(frame[3:])) != h.width {
		return damaged(h.format)
	}
	components := int(frame[5])
	factors := func(i int) (int64, int64) {
		if components == 1 {
			return 1, 1
		}
		return int64(frame[7+3*i] >> 4), int64(frame[7+3*i] & 15)
	}
	across, down := factors(0)
	if across == 0 || down == 0 {
		return damaged(h.format)
	}
	blocks := ceil(int64(h.width), 8*across) * ceil(int64(h.height), 8*down)
	samples, ids := int64(0), []byte{}
	for i := range components {
		a, d := factors(i)
		samples += 64 * blocks * a * d
		ids = append(ids, frame[6+3*i])
	}
	h.memory = samples
	if progressive {
		h.memory += 4 * samples
		h.variant = "as a progressive JPEG"
	}
	switch {
	case components == 4:
		h.memory += 4 * h.pixels()
		h.variant = "in CMYK"
	case components == 3 && (adobeRGB || bytes.Equal(ids, []byte("RGB"))):
		h.memory += 4 * h.pixels()
	case components == 3 && across == 4: // expanded when it is turned
		h.memory += 2 * h.pixels()
	}
	return nil
}

func ceil(n, by int64) int64 { return (n + by - 1) / by }

// The bytes image/png allocates for a pixel, by colour type: at up to 8 bits, and at 16.
var pngBytes = map[byte][2]int64{0: {1, 2}, 2: {4, 8}, 3: {1, 1}, 4: {4, 8}, 6: {4, 8}}

const maxEXIF = 64 << 10

// readPNG goes through the chunks of a PNG.
func (h *header) readPNG(r *bufio.Reader) error {
	if _, err := r.Discard(8); err != nil {
		return refusalOf(h.format, err)
	}
	var ihdr, exif []byte
	transparent := false
	for {
		var start [8]byte
		if _, err := io.ReadFull(r, start[:]); err != nil {
			if err = nilAtEnd(err); err != nil {
				return err
			}
			break
		}
		length, name := int64(binary.BigEndian.Uint32(start[:])), string(start[4:])
		var into *[]byte
		switch {
		case name == "IHDR" && ihdr == nil:
			into = &ihdr
		case name == "eXIf" && exif == nil:
			into = &exif
		case name == "tRNS":
			transparent = true
		}
		if into != nil {
			*into = make([]byte, min(length, maxEXIF))
			if _, err := io.ReadFull(r, *into); err != nil {
				if err = nilAtEnd(err); err != nil {
					return err
				}
				break
			}
			length -= int64(len(*into))
		}
		if _, err := r.Discard(int(length) + 4); err != nil {
			if err = nilAtEnd(err); err != nil {
				return err
			}
			break
		}
	}
	if len(ihdr) < 13 {
		return damaged(h.format)
	}
	depth, colours, interlaced := ihdr[8], ihdr[9], ihdr[12] != 0
	perPixel := pngBytes[colours][0]
	if depth == 16 {
		perPixel, h.variant = pngBytes[colours][1], "at 16 bits"
	}
	if transparent && colours == 0 {
		perPixel = pngBytes[6][map[bool]int{true: 1}[depth == 16]]
	}
	h.memory = perPixel * h.pixels()
	if interlaced { // its seven passes are decoded beside the whole
		h.memory *= 2
		h.variant = "in an interlaced PNG"
		if depth == 16 {
			h.variant = "at 16 bits in an interlaced PNG"
		}
	}
	h.orientation = orientation(exif)
	return nil
}

// readWebP goes through the chunks of a WebP. One that claims to be longer than the file would be allocated in full.
func (h *header) readWebP(r *bufio.Reader, size int64) error {
	var start [12]byte
	if _, err := io.ReadFull(r, start[:]); err != nil {
		return refusalOf(h.format, err)
	}
	var exif []byte
	var lossy, lossless, alpha, packedAlpha bool
	for at := int64(12); at+8 <= size; {
		if _, err := io.ReadFull(r, start[:8]); err != nil {
			return refusalOf(h.format, err)
		}
		name, length := string(start[:4]), int64(binary.LittleEndian.Uint32(start[4:]))
		at += 8 + length + length%2
		if at-length%2 > size {
			return damaged(h.format)
		}
		read := make([]byte, min(length, map[string]int64{"VP8X": 1, "ALPH": 1, "EXIF": maxEXIF}[name]))
		if _, err := io.ReadFull(r, read); err != nil {
			return refusalOf(h.format, err)
		}
		switch name {
		case "VP8 ":
			lossy = true
		case "VP8L":
			lossless = true
		case "VP8X":
			if len(read) > 0 && read[0]&2 != 0 {
				return errAnimated
			}
		case "ALPH":
			alpha = true
			packedAlpha = packedAlpha || (len(read) > 0 && read[0]&3 == 1)
		case "EXIF":
			exif = bytes.TrimPrefix(read, []byte("Exif\x00\x00"))
		}
		if _, err := r.Discard(int(min(length+length%2, size) - int64(len(read)))); err != nil {
			if err = nilAtEnd(err); err != nil {
				return err
			}
			break
		}
	}
	if lossless {
		h.memory += 6 * h.pixels() // four bytes, and up to two more until a palette is applied
		h.variant = "in a lossless WebP"
	}
	if lossy {
		h.memory += 3 * 128 * ceil(int64(h.width), 16) * ceil(int64(h.height), 16)
	}
	if alpha {
		h.memory += 5 * h.pixels() // the alpha plane, and the pixels once they are put together
		h.variant = "in a WebP with transparency"
	}
	if packedAlpha {
		h.memory += 2 * h.pixels() // it is a lossless image of its own, and gone before the pixels are put together
	}
	h.orientation = orientation(exif)
	return nil
}

// orientation finds how the camera was held in EXIF data: from 1, upright, to 8. Data that can't be read count as upright.
func orientation(exif []byte) int {
	if len(exif) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if exif[0] == 'I' {
		order = binary.LittleEndian
	}
	if !slices.Contains([]string{"II*\x00", "MM\x00*"}, string(exif[:4])) {
		return 1
	}
	at := int64(order.Uint32(exif[4:]))
	if at+2 > int64(len(exif)) {
		return 1
	}
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < 12 {
			return 1
		}
		const tag, short = 0x0112, 3
		if order.Uint16(entries) == tag && order.Uint16(entries[2:]) == short {
			if value := int(order.Uint16(entries[8:])); value >= 1 && value <= 8 {
				return value
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}
