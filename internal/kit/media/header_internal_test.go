package media

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"
)

func pngChunk(name string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// pngHead returns a PNG with a header and without pixels.
func pngHead(w, h int, depth, colours, interlace byte, chunks ...[]byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	head = append(head, depth, colours, 0, 0, interlace)
	return bytes.Join(
		[][]byte{
			[]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", head), bytes.Join(chunks, nil), pngChunk("IDAT", []byte{0x78}),
		},
		nil,
	)
}

func jpegSegment(marker byte, data ...byte) []byte {
	return append([]byte{0xff, marker, byte((len(data) + 2) >> 8), byte(len(data) + 2)}, data...)
}

// jpegHead returns a JPEG with a header and scans without pixels.
func jpegHead(frame byte, w, h, scans int, factors ...byte) []byte {
	data := []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), byte(len(factors))}
	for i, factor := range factors {
		data = append(data, byte(i+1), factor, 0)
	}
	return bytes.Join(
		[][]byte{{0xff, 0xd8}, jpegSegment(frame, data...), bytes.Repeat(jpegSegment(0xda, 1, 1, 0, 0, 63, 0), scans)}, nil,
	)
}

func webpOf(chunks ...any) []byte {
	body := []byte("WEBP")
	for i := 0; i+1 < len(chunks); i += 2 {
		name, _ := chunks[i].(string)
		data, _ := chunks[i+1].([]byte)
		body = binary.LittleEndian.AppendUint32(append(body, name...), uint32(len(data)))
		body = append(append(body, data...), make([]byte, len(data)%2)...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func vp8l(w, h int) []byte {
	return append([]byte{0x2f}, binary.LittleEndian.AppendUint32(nil, uint32(w-1)|uint32(h-1)<<14)...)
}

func TestHeader_Memory(t *testing.T) {
	t.Parallel()
	const mega = 1000 * 1000
	palette, transparent := pngChunk("PLTE", []byte{1, 2, 3}), pngChunk("tRNS", []byte{0, 0})
	adobeRGB := jpegSegment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...)
	extended := []byte{16, 0, 0, 0, 0xe7, 3, 0, 0xe7, 3, 0}
	for name, c := range map[string]struct {
		content []byte
		want    int64
	}{
		"grey with one bit":                 {pngHead(1000, 1000, 1, 0, 0), mega},
		"grey at 16 bits":                   {pngHead(1000, 1000, 16, 0, 0), 2 * mega},
		"grey with a transparent colour":    {pngHead(1000, 1000, 8, 0, 0, transparent), 4 * mega},
		"16 bits with a transparent colour": {pngHead(1000, 1000, 16, 0, 0, transparent), 8 * mega},
		"colours":                           {pngHead(1000, 1000, 8, 2, 0), 4 * mega},
		"colours at 16 bits":                {pngHead(1000, 1000, 16, 2, 0), 8 * mega},
		"grey and alpha at 16 bits":         {pngHead(1000, 1000, 16, 4, 0), 8 * mega},
		"colours and alpha":                 {pngHead(1000, 1000, 8, 6, 0), 4 * mega},
		"a palette":                         {pngHead(1000, 1000, 8, 3, 0, palette), mega},
		"interlaced":                        {pngHead(1000, 1000, 8, 6, 1), 8 * mega},
		"interlaced at 16 bits":             {pngHead(1000, 1000, 16, 6, 1), 16 * mega},
		"JPEG 4:2:0":                        {jpegHead(0xc0, 1600, 1600, 1, 0x22, 0x11, 0x11), 1600 * 1600 * 3 / 2},
		"JPEG 4:4:4":                        {jpegHead(0xc0, 1600, 1600, 1, 0x11, 0x11, 0x11), 1600 * 1600 * 3},
		"JPEG grey":                         {jpegHead(0xc0, 1600, 1600, 1, 0x11), 1600 * 1600},
		"JPEG rounded up to blocks":         {jpegHead(0xc0, 1601, 1, 1, 0x22, 0x11, 0x11), 1616 * 16 * 3 / 2},
		"JPEG progressive":                  {jpegHead(0xc2, 1600, 1600, 3, 0x22, 0x11, 0x11), 1600 * 1600 * 15 / 2},
		"JPEG CMYK":                         {jpegHead(0xc0, 1600, 1600, 1, 0x11, 0x11, 0x11, 0x11), 1600 * 1600 * 8},
		"JPEG RGB": {
			append(jpegHead(0xc0, 1600, 1600, 1, 0x11, 0x11, 0x11), adobeRGB...), 1600 * 1600 * 7,
		},
		"GIF":                    {append([]byte("GIF89a\xe8\x03\xe8\x03\x80\x00\x00"), make([]byte, 6)...), 2 * mega},
		"WebP lossless":          {webpOf("VP8L", vp8l(1000, 1000)), 6 * mega},
		"WebP with alpha":        {webpOf("VP8X", extended, "ALPH", []byte{0, 0}), 5 * mega},
		"WebP with packed alpha": {webpOf("VP8X", extended, "ALPH", []byte{1, 0}), 7 * mega},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			head, err := readHeader(bytes.NewReader(c.content))
			if err != nil || head.memory != c.want {
				t.Errorf("got %+v (%v), want %d bytes", head, err, c.want)
			}
		})
	}
}

func TestHeader_Refusals(t *testing.T) {
	t.Parallel()
	long := webpOf("VP8L", vp8l(1000, 1000))
	binary.LittleEndian.PutUint32(long[16:], 100<<20)
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"a progressive JPEG": {
			jpegHead(0xc2, 5000, 5000, 10, 0x22, 0x11, 0x11),
			"5000 × 5000 pixels as a progressive JPEG need 179 MB. " +
				"The limit is 96 MB, about 13 megapixels as a progressive JPEG.",
		},
		"RGB that is declared at the end": {
			append(
				jpegHead(0xc0, 6000, 6000, 1, 0x22, 0x11, 0x11),
				jpegSegment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...)...,
			),
			"need 189 MB",
		},
		"a JPEG of many scans":         {jpegHead(0xc0, 3000, 3000, 50, 0x22, 0x11, 0x11), "takes too long"},
		"a chunk longer than the file": {long, "damaged or incomplete"},
		"an animated WebP":             {webpOf("VP8X", []byte{2, 0, 0, 0, 9, 0, 0, 9, 0, 0}), "Animated WebP"},
		"an empty file":                {nil, "The file is empty."},
		"interlaced at 16 bits":        {pngHead(3000, 3000, 16, 6, 1), "at 16 bits in an interlaced PNG need 137 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := readHeader(bytes.NewReader(c.content))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	t.Run("a camera's JPEG of 48 megapixels is fine", func(t *testing.T) {
		t.Parallel()
		if _, err := readHeader(bytes.NewReader(jpegHead(0xc0, 8000, 6000, 1, 0x22, 0x11, 0x11))); err != nil {
			t.Error(err)
		}
	})
}
