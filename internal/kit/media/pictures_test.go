package media_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"testing"
)

// The four corners of a test picture, upright: top left, top right, bottom left, bottom right.
var corners = [4]color.RGBA{{R: 220, A: 255}, {G: 200, A: 255}, {B: 220, A: 255}, {R: 220, G: 220, A: 255}}

// quarters returns a picture with each quarter in the colour of its corner.
func quarters(w, h int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			picture.Set(x, y, corners[2*(2*y/h)+2*x/w])
		}
	}
	return picture
}

func photo(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, quarters(w, h), &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// cornersOf returns the first letters of the colours in the corners of a picture.
func cornersOf(picture image.Image) string {
	b := picture.Bounds()
	names := ""
	for i := range 4 {
		x, y := b.Min.X+b.Dx()*(1+2*(i%2))/4, b.Min.Y+b.Dy()*(1+2*(i/2))/4
		r, g, bl, _ := picture.At(x, y).RGBA()
		best, name := uint32(1<<31), "?"
		for j, c := range corners {
			distance := apart(r>>8, uint32(c.R)) + apart(g>>8, uint32(c.G)) + apart(bl>>8, uint32(c.B))
			if distance < best {
				best, name = distance, string("RGBY"[j])
			}
		}
		if best > 60 {
			name = "?"
		}
		names += name
	}
	return names
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }

// withEXIF inserts metadata into a JPEG: an orientation, a GPS directory, and more entries.
func withEXIF(content []byte, order binary.AppendByteOrder, orientation uint16, more ...[]byte) []byte {
	const ifd0 = 8
	n := 2 + len(more)
	gps := uint32(ifd0 + 2 + 12*n + 4)
	tiff := []byte("MM")
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		tiff = []byte("II")
	}
	tiff = order.AppendUint16(tiff, 42)
	tiff = order.AppendUint32(tiff, ifd0)
	tiff = order.AppendUint16(tiff, uint16(n))
	tiff = entry(tiff, order, 0x0112, 3, 1, uint32(orientation))
	for _, raw := range more {
		tiff = append(tiff, raw...)
	}
	tiff = entry(tiff, order, 0x8825, 4, 1, gps)
	tiff = order.AppendUint32(tiff, 0)
	tiff = order.AppendUint16(tiff, 1)
	tiff = entry(tiff, order, 0x001d, 2, 11, gps+2+12+4) // the GPS date
	tiff = order.AppendUint32(tiff, 0)
	tiff = append(tiff, "2026:03:01\x00"...)
	segment := append([]byte("Exif\x00\x00"), tiff...)
	out := append([]byte{}, content[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(segment)+2))
	out = append(out, segment...)
	return append(out, content[2:]...)
}

// entry appends an entry of an EXIF directory. A value of type short uses the first two of the four bytes.
func entry(to []byte, order binary.AppendByteOrder, tag, kind uint16, count, value uint32) []byte {
	to = order.AppendUint16(to, tag)
	to = order.AppendUint16(to, kind)
	to = order.AppendUint32(to, count)
	if kind == 3 {
		return order.AppendUint16(order.AppendUint16(to, uint16(value)), 0)
	}
	return order.AppendUint32(to, value)
}
