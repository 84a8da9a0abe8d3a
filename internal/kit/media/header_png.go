package media

import (
	"bufio"
	"encoding/binary"
	"io"
)

// pngBytes is how many bytes image/png allocates per pixel, by colour type: with up to 8 bits, and with 16.
var pngBytes = map[byte][2]int64{0: {1, 2}, 2: {4, 8}, 3: {1, 1}, 4: {4, 8}, 6: {4, 8}}

// readPNG reads the chunks of a PNG.
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
	h.measurePNG(ihdr, transparent)
	h.orientation = orientation(exif)
	return nil
}

// measurePNG computes what image/png allocates.
func (h *header) measurePNG(ihdr []byte, transparent bool) {
	depth, colours, interlaced := ihdr[8], ihdr[9], ihdr[12] != 0
	perPixel := pngBytes[colours][0]
	if depth == 16 {
		perPixel, h.variant = pngBytes[colours][1], "at 16 bits"
	}
	if transparent && colours == 0 {
		perPixel = pngBytes[6][map[bool]int{true: 1}[depth == 16]]
	}
	h.memory = perPixel * h.pixels()
	if interlaced { // each of the seven passes is decoded into a picture of its own
		h.memory *= 2
		h.variant = "in an interlaced PNG"
		if depth == 16 {
			h.variant = "at 16 bits in an interlaced PNG"
		}
	}
}
