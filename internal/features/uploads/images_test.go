package uploads_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
)

// scene returns an opaque picture in which all areas differ.
func scene(w, h int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			picture.SetRGBA(x, y, color.RGBA{R: uint8(x), G: uint8(y), B: uint8(x * y / 7), A: 255})
		}
	}
	return picture
}

// halfTransparent returns a picture whose left half is transparent.
func halfTransparent(w, h int) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := w / 2; x < w; x++ {
			picture.SetNRGBA(x, y, color.NRGBA{R: 200, G: uint8(y), B: 40, A: 255})
		}
	}
	return picture
}

func asJPEG(picture image.Image) []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, picture, nil)
	return b.Bytes()
}

func asPNG(picture image.Image) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, picture)
	return b.Bytes()
}

// asGIF returns a GIF with two frames, of which only the first is used.
func asGIF(w, h int, transparent bool) []byte {
	colours := color.Palette{color.RGBA{R: 200, A: 255}, color.RGBA{B: 200, A: 255}}
	if transparent {
		colours[0] = color.RGBA{}
	}
	first, second := image.NewPaletted(image.Rect(0, 0, w, h), colours), image.NewPaletted(image.Rect(0, 0, w, h), colours)
	for i := range first.Pix {
		first.Pix[i] = uint8(i / 3 % 2)
	}
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{first, second}, Delay: []int{5, 5}})
	return b.Bytes()
}

// emptyGIF returns a valid GIF whose only frame has no pixels.
func emptyGIF() []byte {
	return []byte("GIF89a\x0a\x00\x0a\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff," +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x01\x2c\x00;")
}

// Two WebP pictures of one pixel.
var (
	lossyWebP, _    = base64.StdEncoding.DecodeString("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
	losslessWebP, _ = base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
)

// broken returns a copy of a file with one wrong byte in the middle.
func broken(content []byte) []byte {
	content = bytes.Clone(content)
	content[len(content)/2] ^= 0x55
	return content
}

func chunk(name string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// pngOf returns a PNG with the given size in its header and the given compressed pixels.
func pngOf(w, h uint32, depth, kind byte, pixels []byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	head = append(head, depth, kind, 0, 0, 0)
	signature := []byte("\x89PNG\r\n\x1a\n")
	return bytes.Join([][]byte{signature, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", nil)}, nil)
}

// withText inserts a compressed text chunk, as used for metadata, before the pixels of a PNG.
func withText(content, compressed []byte) []byte {
	const upToHeader = 8 + 25
	text := chunk("zTXt", append([]byte("Raw profile type exif\x00\x00"), compressed...))
	return bytes.Join([][]byte{content[:upToHeader], text, content[upToHeader:]}, nil)
}

// zeros returns n zero bytes in compressed form. It repeats one compressed block, so the zeros are never in memory.
func zeros(n int) []byte {
	const size = 1 << 20
	compress := func(n int, last bool) []byte {
		var b bytes.Buffer
		w, _ := flate.NewWriter(&b, flate.BestCompression)
		_, _ = w.Write(make([]byte, n))
		if last {
			_ = w.Close()
		} else {
			_ = w.Flush()
		}
		return b.Bytes()
	}
	out := append([]byte{0x78, 0xda}, bytes.Repeat(compress(size, false), n/size)...)
	out = append(out, compress(n%size, true)...)
	return binary.BigEndian.AppendUint32(out, uint32(n%65521)<<16|1)
}

// progressive returns a grey JPEG with the given number of scans. Each scan is a few bytes long, but visits every
// pixel.
func progressive(w, h, scans int) []byte {
	var b bytes.Buffer
	segment := func(marker byte, data ...byte) {
		b.Write([]byte{0xff, marker, byte((len(data) + 2) >> 8), byte(len(data) + 2)})
		b.Write(data)
	}
	b.Write([]byte{0xff, 0xd8})
	segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	segment(0xc2, 8, byte(h>>8), byte(h), byte(w>>8), byte(w), 1, 1, 0x11, 0)
	// The only code of the table means that nothing changes in the next 2¹⁴ blocks, plus the number in the 14 bits that
	// follow it.
	segment(0xc4, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0)
	var bits []byte
	for left := ((w + 7) / 8) * ((h + 7) / 8); left > 0; left -= 1<<14 + 0x2aaa {
		bits = append(bits, "010101010101010"...)
	}
	for len(bits)%8 != 0 {
		bits = append(bits, '1')
	}
	for range scans {
		segment(0xda, 1, 1, 0, 1, 63, 0x10)
		for at := 0; at < len(bits); at += 8 {
			var value byte
			for _, bit := range bits[at : at+8] {
				value = value<<1 | (bit - '0')
			}
			b.WriteByte(value)
			if value == 0xff {
				b.WriteByte(0)
			}
		}
	}
	b.Write([]byte{0xff, 0xd9})
	return b.Bytes()
}

func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}
