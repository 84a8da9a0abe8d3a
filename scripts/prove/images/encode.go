package main

import (
	"bytes"
	"compress/flate"
	"compress/lzw"
	"encoding/binary"
	"hash/crc32"
	"strconv"
)

func checksum(data []byte) uint32 { return crc32.ChecksumIEEE(data) }

// rawPNG is a PNG whose pixels are compressed already.
func rawPNG(w, h int, depth, colours, interlace byte, pixels []byte, chunks ...[]byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	head = append(head, depth, colours, 0, 0, interlace)
	return bytes.Join([][]byte{
		[]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", head), bytes.Join(chunks, nil),
		chunk("IDAT", pixels), chunk("IEND", nil),
	}, nil)
}

// flatPNG is a PNG of zeros.
func flatPNG(w, h int, depth, colours, interlace byte, chunks ...[]byte) []byte {
	channels := map[byte]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colours]
	size := func(w, h int) int {
		if w == 0 || h == 0 {
			return 0
		}
		return h * (1 + (w*channels*int(depth)+7)/8)
	}
	length := size(w, h)
	if interlace == 1 {
		length = 0
		for _, p := range [][4]int{
			{8, 8, 0, 0},
			{8, 8, 4, 0},
			{4, 8, 0, 4},
			{4, 4, 2, 0},
			{2, 4, 0, 2},
			{2, 2, 1, 0},
			{1, 2, 0, 1},
		} {
			length += size((w-p[2]+p[0]-1)/p[0], (h-p[3]+p[1]-1)/p[1])
		}
	}
	return rawPNG(w, h, depth, colours, interlace, zeros(length), chunks...)
}

// zeros is what compresses n zero bytes, made of one piece that is repeated, so that nobody has to hold them.
func zeros(n int) []byte {
	const size = 1 << 20
	squeeze := func(n int, last bool) []byte {
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
	out := append([]byte{0x78, 0xda}, bytes.Repeat(squeeze(size, false), n/size)...)
	out = append(out, squeeze(n%size, true)...)
	return binary.BigEndian.AppendUint32(out, uint32(n%65521)<<16|1)
}

// flatJPEG is a JPEG without any details: two bits for each block. sampling has the factors of its components in hex.
func flatJPEG(w, h int, frame byte, sampling string, segments ...[]byte) []byte {
	var b bytes.Buffer
	b.Write([]byte{0xff, 0xd8})
	b.Write(bytes.Join(segments, nil))
	b.Write(segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)))
	head := []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), byte(len(fields(sampling)))}
	factors := []int{}
	for i, text := range fields(sampling) {
		factor, _ := strconv.ParseUint(text, 16, 8)
		factors = append(factors, int(factor))
		head = append(head, byte(i+1), byte(factor), 0)
	}
	b.Write(segment(frame, head))
	b.Write(segment(0xc4, []byte{0x00, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}))
	b.Write(segment(0xc4, []byte{0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}))
	across, down := factors[0]>>4, factors[0]&15
	if len(factors) == 1 {
		across, down, factors = 1, 1, []int{0x11}
	}
	units := ((w + 8*across - 1) / (8 * across)) * ((h + 8*down - 1) / (8 * down))
	all, scan := 0, []byte{byte(len(factors))}
	for i, factor := range factors {
		all += (factor >> 4) * (factor & 15)
		scan = append(scan, byte(i+1), 0)
	}
	if frame != 0xc2 {
		b.Write(segment(0xda, append(scan, 0, 63, 0)))
		b.Write(make([]byte, units*all/4+1))
	} else {
		b.Write(segment(0xda, append(scan, 0, 0, 0)))
		b.Write(make([]byte, units*all/8+1))
		for i, factor := range factors {
			b.Write(segment(0xda, []byte{1, byte(i + 1), 0, 1, 63, 0}))
			b.Write(make([]byte, units*(factor>>4)*(factor&15)/8+1))
		}
	}
	b.Write([]byte{0xff, 0xd9})
	return b.Bytes()
}

// manyScans is a grey JPEG that is refined so many times: a few bytes each, though every pixel is visited each time.
func manyScans(w, h, scans int) []byte {
	var b bytes.Buffer
	b.Write([]byte{0xff, 0xd8})
	b.Write(segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)))
	b.Write(segment(0xc2, []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), 1, 1, 0x11, 0}))
	// The only code says: nothing changes in the next 2¹⁴ blocks, and as many more as the 14 bits behind it say.
	b.Write(segment(0xc4, []byte{0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0}))
	bits := &bitWriter{}
	for left := ((w + 7) / 8) * ((h + 7) / 8); left > 0; left -= 1<<14 + 0x2aaa {
		for _, bit := range "010101010101010" {
			bits.high(int(bit - '0'))
		}
	}
	for bits.count%8 != 0 {
		bits.high(1)
	}
	for range scans {
		b.Write(segment(0xda, []byte{1, 1, 0, 1, 63, 0x10}))
		b.Write(bytes.ReplaceAll(bits.bytes, []byte{0xff}, []byte{0xff, 0}))
	}
	b.Write([]byte{0xff, 0xd9})
	return b.Bytes()
}

// flatGIF is a GIF of one colour.
func flatGIF(screenW, screenH, w, h int, flags byte) []byte {
	var b, packed bytes.Buffer
	short := func(values ...int) {
		for _, v := range values {
			b.Write(binary.LittleEndian.AppendUint16(nil, uint16(v)))
		}
	}
	b.WriteString("GIF89a")
	short(screenW, screenH)
	b.Write([]byte{0x80, 0, 0, 200, 0, 0, 0, 0, 200, ','})
	short(0, 0, w, h)
	b.Write([]byte{flags, 2})
	writer := lzw.NewWriter(&packed, lzw.LSB, 2)
	_, _ = writer.Write(make([]byte, w*h))
	_ = writer.Close()
	for packed.Len() > 0 {
		block := packed.Next(255)
		b.WriteByte(byte(len(block)))
		b.Write(block)
	}
	b.Write([]byte{0, ';'})
	return b.Bytes()
}

// bitWriter writes bits from the highest of a byte, as JPEG does, or from the lowest, as WebP does.
type bitWriter struct {
	bytes []byte
	count int
}

func (w *bitWriter) put(bit, place int) {
	if w.count%8 == 0 {
		w.bytes = append(w.bytes, 0)
	}
	w.bytes[len(w.bytes)-1] |= byte(bit << place)
	w.count++
}

func (w *bitWriter) high(bit int) { w.put(bit, 7-w.count%8) }

func (w *bitWriter) low(value, bits int) {
	for i := range bits {
		w.put(value>>i&1, w.count%8)
	}
}

// code writes a Huffman code, whose highest bit comes first.
func (w *bitWriter) code(value, bits int) {
	for i := bits - 1; i >= 0; i-- {
		w.low(value>>i&1, 1)
	}
}

// single is a Huffman code with one symbol, which takes no bits.
func (w *bitWriter) single(symbol int) {
	w.low(0b101, 3) // simple, one symbol, of eight bits
	w.low(symbol, 8)
}

func losslessHeader(w, h int) *bitWriter {
	bits := &bitWriter{}
	bits.low(0x2f, 8)
	bits.low(w-1, 14)
	bits.low(h-1, 14)
	bits.low(0, 4)
	return bits
}

// losslessWebP is a WebP of one colour: its pixels take no bits at all.
func losslessWebP(w, h int) []byte {
	bits := losslessHeader(w, h)
	bits.low(0, 3) // no transformation, no cache of colours, one group of codes
	for _, symbol := range []int{90, 30, 60, 255, 0} {
		bits.single(symbol)
	}
	return append(bits.bytes, 0, 0, 0, 0)
}

// The order in which VP8L lists the lengths of the codes for lengths.
var lengthOrder = []int{17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

// lengths begins a Huffman code that is described by the lengths of its codes, which are described in turn.
func (w *bitWriter) lengths(of map[int]int) {
	w.low(0, 1)
	w.low(len(lengthOrder)-4, 4)
	for _, symbol := range lengthOrder {
		w.low(of[symbol], 3)
	}
	w.low(0, 1) // as many as the alphabet has
}

// even is a code in which 256 symbols have eight bits, and the others of an alphabet none.
func (w *bitWriter) even(alphabet int) {
	w.lengths(map[int]int{0: 1, 8: 1})
	for i := range alphabet {
		w.code(map[bool]int{true: 1}[i < 256], 1)
	}
}

// repeated writes a length, and repeats it as often as needed: with 16, which repeats three to six times.
func (w *bitWriter) repeated(code, bits, times int) {
	w.code(code, bits)
	for times--; times >= 3; {
		n := min(times, 6)
		w.code(0, 1)
		w.low(n-3, 2)
		times -= n
	}
	for range times {
		w.code(code, bits)
	}
}

// treesWebP has 2,600 groups of the largest Huffman trees, and ends there: half a megabyte that takes 140 to decode.
func treesWebP(w, h int) []byte {
	const groups, tileBits = 2600, 5
	bits := losslessHeader(w, h)
	bits.low(0, 1)  // no transformation
	bits.low(1, 1)  // a cache of colours
	bits.low(11, 4) // of 2,048
	bits.low(1, 1)  // many groups of codes
	bits.low(tileBits-2, 3)
	bits.low(0, 1) // which group each tile has is a picture of its own, without a cache
	bits.even(280)
	bits.even(256)
	for range 3 {
		bits.single(0)
	}
	tiles := ((w + 1<<tileBits - 1) >> tileBits) * ((h + 1<<tileBits - 1) >> tileBits)
	for i := range tiles {
		group := min(i, groups-1)
		bits.code(group&255, 8) // green
		bits.code(group>>8, 8)  // red
	}
	for range groups {
		bits.lengths(map[int]int{16: 1, 11: 2, 12: 2})
		bits.repeated(0b10, 2, 1768)
		bits.repeated(0b11, 2, 560)
		for range 3 {
			bits.lengths(map[int]int{16: 1, 8: 1})
			w := bits
			w.code(0, 1) // 8
			for left := 255; left > 0; {
				n := min(left, 6)
				if n < 3 {
					w.code(0, 1)
					left--
					continue
				}
				w.code(1, 1)
				w.low(n-3, 2)
				left -= n
			}
		}
		bits.single(0)
	}
	return bits.bytes
}
