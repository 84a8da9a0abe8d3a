package media

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

// readWebP reads the chunks of a WebP. It refuses chunks that are longer than the file, for which the decoder would
// allocate memory.
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
		h.memory += 5 * h.pixels() // the alpha plane, and the merged pixels
		h.variant = "in a WebP with transparency"
	}
	if packedAlpha {
		h.memory += 2 * h.pixels() // a lossless image, which is freed before the pixels are merged
	}
	h.orientation = orientation(exif)
	return nil
}
