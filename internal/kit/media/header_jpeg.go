package media

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// readJPEG reads all segments of a JPEG, because scans, and an Adobe segment that determines the colour space, can be
// anywhere in the file.
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
	h.scanned = scans * h.pixels()
	return h.measureJPEG(frame, progressive, adobeRGB)
}

// eachSegment calls each for every segment of a JPEG with the length of its data, and skips the pixels between them.
func eachSegment(r *bufio.Reader, each func(marker byte, length int) error) error {
	if _, err := r.Discard(2); err != nil {
		return err
	}
	for {
		marker, err := nextMarker(r)
		if errors.Is(err, io.EOF) || marker == 0xd9 {
			return nil // the decoder reports a missing end
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
		for marker == 0xff { // any number of fill bytes may precede a marker
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

// measureJPEG computes what image/jpeg allocates: planes that are rounded up to whole blocks, four bytes for each
// coefficient of a progressive image, and a copy for images in RGB or CMYK.
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
	case components == 3 && across == 4: // expanded when it is rotated
		h.memory += 2 * h.pixels()
	}
	return nil
}
