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

// newPNG returns a PNG with compressed pixels.
func newPNG(w, h int, depth, colours, interlace byte, pixels []byte, chunks ...[]byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	head = append(head, depth, colours, 0, 0, interlace)
	return bytes.Join([][]byte{
		[]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", head), bytes.Join(chunks, nil),
		chunk("IDAT", pixels), chunk("IEND", nil),
	}, nil)
}

// flatPNG returns a PNG whose pixels are all zero.
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
	return newPNG(w, h, depth, colours, interlace, compressedZeros(length), chunks...)
}

// compressedZeros returns n zero bytes in compressed form. It repeats one compressed piece, so that they
// need not fit into memory.
func compressedZeros(n int) []byte {
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

// flatJPEG returns a JPEG without any details, which takes two bits per block. sampling contains the sampling factors
// of its components in hex.
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

// manyScans returns a grey JPEG that is refined many times. Each scan takes a few bytes, but visits every pixel.
func manyScans(w, h, scans int) []byte {
	var b bytes.Buffer
	b.Write([]byte{0xff, 0xd8})
	b.Write(segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)))
	b.Write(segment(0xc2, []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), 1, 1, 0x11, 0}))
	// The only code means that nothing changes in the next 2¹⁴ blocks plus the number in the following 14 bits.
	b.Write(segment(0xc4, []byte{0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0}))
	bits := &bitWriter{}
	for left := ((w + 7) / 8) * ((h + 7) / 8); left > 0; left -= 1<<14 + 0x2aaa {
		for _, bit := range "010101010101010" {
			bits.writeHigh(int(bit - '0'))
		}
	}
	for bits.count%8 != 0 {
		bits.writeHigh(1)
	}
	for range scans {
		b.Write(segment(0xda, []byte{1, 1, 0, 1, 63, 0x10}))
		b.Write(bytes.ReplaceAll(bits.bytes, []byte{0xff}, []byte{0xff, 0}))
	}
	b.Write([]byte{0xff, 0xd9})
	return b.Bytes()
}

// flatGIF returns a GIF of one colour.
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

// bitWriter writes bits starting with the highest of a byte, as in JPEG, or with the lowest, as in WebP.
type bitWriter struct {
	bytes []byte
	count int
}

func (w *bitWriter) writeBit(bit, place int) {
	if w.count%8 == 0 {
		w.bytes = append(w.bytes, 0)
	}
	w.bytes[len(w.bytes)-1] |= byte(bit << place)
	w.count++
}

func (w *bitWriter) writeHigh(bit int) { w.writeBit(bit, 7-w.count%8) }

func (w *bitWriter) writeLow(value, bits int) {
	for i := range bits {
		w.writeBit(value>>i&1, w.count%8)
	}
}

// writeCode writes a Huffman code, the highest bit first.
func (w *bitWriter) writeCode(value, bits int) {
	for i := bits - 1; i >= 0; i-- {
		w.writeLow(value>>i&1, 1)
	}
}

// singleCode writes a Huffman code with one symbol, which takes no bits.
func (w *bitWriter) singleCode(symbol int) {
	w.writeLow(0b101, 3) // a simple code with one symbol of eight bits
	w.writeLow(symbol, 8)
}

func losslessHeader(w, h int) *bitWriter {
	bits := &bitWriter{}
	bits.writeLow(0x2f, 8)
	bits.writeLow(w-1, 14)
	bits.writeLow(h-1, 14)
	bits.writeLow(0, 4)
	return bits
}

// losslessWebP returns a WebP of one colour, whose pixels take no bits.
func losslessWebP(w, h int) []byte {
	bits := losslessHeader(w, h)
	bits.writeLow(0, 3) // no transformation, no colour cache, one group of codes
	for _, symbol := range []int{90, 30, 60, 255, 0} {
		bits.singleCode(symbol)
	}
	return append(bits.bytes, 0, 0, 0, 0)
}

// lengthOrder is the order in which VP8L lists the lengths of the codes for code lengths.
var lengthOrder = []int{17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

// codeLengths starts a Huffman code that is given by its code lengths, which are themselves
// encoded with a Huffman code.
func (w *bitWriter) codeLengths(of map[int]int) {
	w.writeLow(0, 1)
	w.writeLow(len(lengthOrder)-4, 4)
	for _, symbol := range lengthOrder {
		w.writeLow(of[symbol], 3)
	}
	w.writeLow(0, 1) // as many lengths as symbols
}

// evenCode writes a code in which 256 symbols have eight bits, and the others of the alphabet none.
func (w *bitWriter) evenCode(alphabet int) {
	w.codeLengths(map[int]int{0: 1, 8: 1})
	for i := range alphabet {
		w.writeCode(map[bool]int{true: 1}[i < 256], 1)
	}
}

// repeatLength writes a code length several times, with symbol 16, which repeats the previous
// length three to six times.
func (w *bitWriter) repeatLength(code, bits, times int) {
	w.writeCode(code, bits)
	for times--; times >= 3; {
		n := min(times, 6)
		w.writeCode(0, 1)
		w.writeLow(n-3, 2)
		times -= n
	}
	for range times {
		w.writeCode(code, bits)
	}
}

// treesWebP returns a WebP with 2,600 groups of the largest Huffman trees and no pixels: half a megabyte that takes
// 140 MB to decode.
func treesWebP(w, h int) []byte {
	const groups, tileBits = 2600, 5
	bits := losslessHeader(w, h)
	bits.writeLow(0, 1)  // no transformation
	bits.writeLow(1, 1)  // a colour cache
	bits.writeLow(11, 4) // with 2,048 entries
	bits.writeLow(1, 1)  // many groups of codes
	bits.writeLow(tileBits-2, 3)
	bits.writeLow(0, 1) // the picture that assigns a group to each tile has no colour cache
	bits.evenCode(280)
	bits.evenCode(256)
	for range 3 {
		bits.singleCode(0)
	}
	tiles := ((w + 1<<tileBits - 1) >> tileBits) * ((h + 1<<tileBits - 1) >> tileBits)
	for i := range tiles {
		group := min(i, groups-1)
		bits.writeCode(group&255, 8) // green
		bits.writeCode(group>>8, 8)  // red
	}
	for range groups {
		bits.codeLengths(map[int]int{16: 1, 11: 2, 12: 2})
		bits.repeatLength(0b10, 2, 1768)
		bits.repeatLength(0b11, 2, 560)
		for range 3 {
			bits.codeLengths(map[int]int{16: 1, 8: 1})
			w := bits
			w.writeCode(0, 1) // the code for length 8
			for left := 255; left > 0; {
				n := min(left, 6)
				if n < 3 {
					w.writeCode(0, 1)
					left--
					continue
				}
				w.writeCode(1, 1)
				w.writeLow(n-3, 2)
				left -= n
			}
		}
		bits.singleCode(0)
	}
	return bits.bytes
}
