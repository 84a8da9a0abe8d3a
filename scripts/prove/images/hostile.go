package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	goimage "image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strings"
)

type image struct {
	name    string
	content []byte
	repeat  bool // is also sent many times concurrently
}

// hostileImages returns images that are large, broken or malicious.
func hostileImages() []image {
	list := []image{}
	add := func(name string, content []byte) { list = append(list, image{name: name, content: content}) }
	repeat := func(name string, content []byte) { list = append(list, image{name, content, true}) }
	pngs(add, repeat)
	jpegs(add, repeat)
	gifs(add)
	webps(add, repeat)
	otherFiles(add)
	return list
}

func pngs(add, repeat func(string, []byte)) {
	repeat("PNG 7000² at 16 bits", flatPNG(7000, 7000, 16, 2, 0))
	add("PNG 7000² at 16 bits with alpha", flatPNG(7000, 7000, 16, 6, 0))
	add("PNG 7000² with alpha", flatPNG(7000, 7000, 8, 6, 0))
	repeat("PNG 5000² transparent, at the limit", flatPNG(5000, 5000, 8, 6, 0))
	add("PNG 5000² opaque, at the limit", flatPNG(5000, 5000, 8, 2, 0))
	add("PNG 1550 × 16000 transparent, at the limit", flatPNG(1550, 16000, 8, 6, 0))
	add("PNG 1250 × 16000 opaque", flatPNG(1250, 16000, 8, 2, 0))
	add("PNG 3500² at 16 bits, at the limit", flatPNG(3500, 3500, 16, 2, 0))
	add("PNG 3500² at 16 bits with alpha, at the limit", flatPNG(3500, 3500, 16, 6, 0))
	add("PNG 7000² interlaced", flatPNG(7000, 7000, 8, 6, 1))
	repeat("PNG 3540² interlaced, at the limit", flatPNG(3540, 3540, 8, 6, 1))
	add("PNG 2500² interlaced at 16 bits, at the limit", flatPNG(2500, 2500, 16, 6, 1))
	add("PNG 7000² of one bit", flatPNG(7000, 7000, 1, 0, 0))
	palette := chunk("PLTE", []byte{200, 0, 0, 0, 0, 200})
	add("PNG 7000² of a palette", flatPNG(7000, 7000, 1, 3, 0, palette))
	add("PNG 7000² of a transparent palette", flatPNG(7000, 7000, 1, 3, 0, palette, chunk("tRNS", []byte{0})))
	add("PNG 7000² grey at 16 bits, at the limit", flatPNG(7000, 7000, 16, 0, 0))
	add("PNG 7000² grey with a transparent grey", flatPNG(7000, 7000, 8, 0, 0, chunk("tRNS", []byte{0, 0})))
	add("PNG 5000² grey with a transparent grey, at the limit", flatPNG(5000, 5000, 8, 0, 0, chunk("tRNS", []byte{0, 0})))
	add("PNG 3500² grey and alpha at 16 bits", flatPNG(3500, 3500, 16, 4, 0))
	add("PNG of 30000²: 3.6 GB of pixels", newPNG(30_000, 30_000, 8, 6, 0, compressedZeros(30_000*(1+4*30_000))))
	add("PNG that claims 2³¹", newPNG(0x7fffffff, 0x7fffffff, 8, 6, 0, compressedZeros(100)))
	add("PNG of 10² with 3 GB of pixels", newPNG(10, 10, 8, 6, 0, compressedZeros(3<<30)))
	add("PNG that claims 100² and has 7000²", newPNG(100, 100, 8, 6, 0, compressedZeros(7000*(1+4*7000))))
	add("PNG that claims 4800² and has 100²", newPNG(4800, 4800, 8, 6, 0, compressedZeros(100*401)))
	small := flatPNG(300, 200, 8, 6, 0)
	add("PNG with 3 GB of zTXt", insert(small, chunk("zTXt", append([]byte("Raw profile type exif\x00\x00"),
		compressedZeros(3<<30)...))))
	add("PNG with 3 GB of iCCP", insert(small, chunk("iCCP", append([]byte("icc\x00\x00"), compressedZeros(3<<30)...))))
	add("PNG with 3 GB of iTXt", insert(small, chunk("iTXt", append([]byte("XML:com.adobe.xmp\x00\x01\x00\x00\x00"),
		compressedZeros(3<<30)...))))
	add("PNG with 9 MB of EXIF", insert(small, chunk("eXIf", append([]byte("MM\x00*\x00\x00\x00\x08\xff\xff"),
		make([]byte, 9<<20)...))))
	add("PNG of 800,000 chunks", insert(small, bytes.Repeat(chunk("aaAa", nil), 800_000)))
	add("PNG cut in half", small[:len(small)/2])
	add("PNG with a wrong checksum", flipBytes(flatPNG(300, 200, 8, 6, 0), 35))
	add("PNG with a depth of 3", flatPNG(300, 200, 3, 2, 0))
	add("PNG without a size", newPNG(0, 0, 8, 2, 0, compressedZeros(10)))
	add("PNG without pixels", append(append([]byte{}, small[:33]...), chunk("IEND", nil)...))
	add("PNG that is rotated, at the limit", insert(flatPNG(5000, 5000, 8, 2, 0), chunk("eXIf", exif(6))))
	add("PNG of noise", encodePNG(noise(1500, 1500)))
	one := compressedZeros(200 * (1 + 4*300))
	pieces := []byte{}
	for _, b := range one {
		pieces = append(pieces, chunk("IDAT", []byte{b})...)
	}
	add("PNG of IDAT chunks with a byte each", bytes.Join([][]byte{small[:33], pieces, chunk("IEND", nil)}, nil))
}

func jpegs(add, repeat func(string, []byte)) {
	repeat("JPEG of noise, 9.7 MB", padJPEG(encodeJPEG(noise(3200, 2600), 88)))
	repeat("JPEG 8000 × 6000, rotated", rotated(flatJPEG(8000, 6000, 0xc0, "22 11 11"), 6))
	repeat("detailed JPEG 8000 × 6000, rotated", rotated(encodeJPEG(detailed(8000, 6000), 40), 8))
	add("JPEG 7000² in 4:4:4", flatJPEG(7000, 7000, 0xc0, "11 11 11"))
	add("JPEG 5700² in 4:4:4, at the limit", flatJPEG(5700, 5700, 0xc0, "11 11 11"))
	add("JPEG 1250 × 16000", flatJPEG(1250, 16000, 0xc0, "22 11 11"))
	add("JPEG 7000² in grey", flatJPEG(7000, 7000, 0xc0, "11"))
	add("JPEG 7000² progressive", flatJPEG(7000, 7000, 0xc2, "22 11 11"))
	repeat("JPEG 3600² progressive, at the limit", flatJPEG(3600, 3600, 0xc2, "22 11 11"))
	add("JPEG 5000² progressive in 4:4:4", flatJPEG(5000, 5000, 0xc2, "11 11 11"))
	add("JPEG 7000² in 600 scans", manyScans(7000, 7000, 600))
	add("JPEG 1000² in 10,000 scans", manyScans(1000, 1000, 10_000))
	repeat("JPEG 4300² in grey in 20 scans, at the limit", manyScans(4300, 4300, 20))
	add("JPEG 5000² in CMYK", flatJPEG(5000, 5000, 0xc0, "11 11 11 11", adobe(0)))
	add("JPEG 3500² in CMYK, at the limit", flatJPEG(3500, 3500, 0xc0, "11 11 11 11", adobe(0)))
	add("JPEG 3500² in YCCK, at the limit", flatJPEG(3500, 3500, 0xc0, "22 11 11 22", adobe(2)))
	add("JPEG 3000² in CMYK, progressive", flatJPEG(3000, 3000, 0xc2, "11 11 11 11", adobe(0)))
	add("JPEG in CMYK without Adobe's marker", flatJPEG(500, 500, 0xc0, "11 11 11 11"))
	add("JPEG 7000² in RGB", flatJPEG(7000, 7000, 0xc0, "11 11 11", adobe(0)))
	late := flatJPEG(7000, 7000, 0xc0, "22 11 11")
	add("JPEG 7000² that becomes RGB after its pixels",
		bytes.Join([][]byte{late[:len(late)-2], adobe(0), late[len(late)-2:]}, nil))
	add("JPEG 3500² in 4:1:1, rotated", rotated(flatJPEG(3500, 3500, 0xc0, "41 11 11"), 5))
	add("JPEG 65535²", flatJPEG(65535, 65535, 0xc0, "11")[:2000])
	add("JPEG that claims 7000² and ends", flatJPEG(7000, 7000, 0xc0, "22 11 11")[:700])
	photo := encodeJPEG(noise(600, 400), 80)
	add("JPEG cut in half", photo[:len(photo)/2])
	add("JPEG with wrong bytes", flipBytes(photo, len(photo)/3, len(photo)/2))
	grey := flatJPEG(500, 500, 0xc0, "11")
	add("JPEG of twelve bits",
		bytes.Replace(grey, []byte{0xff, 0xc0, 0, 11, 8}, []byte{0xff, 0xc0, 0, 11, 12}, 1))
	add("JPEG in arithmetic coding", bytes.Replace(grey, []byte{0xff, 0xc0}, []byte{0xff, 0xc9}, 1))
	large := segment(0xe1, append([]byte("Exif\x00\x00"), bytes.Repeat([]byte{0xff}, 65000)...))
	add("JPEG with 9.6 MB of EXIF", bytes.Join([][]byte{photo[:2], bytes.Repeat(large, 148), photo[2:]}, nil))
	cyclic := segment(0xe1, append([]byte("Exif\x00\x00"),
		"II*\x00\x08\x00\x00\x00\xff\xff\x69\x87\x04\x00\x01\x00\x00\x00\x08\x00\x00\x00"...))
	add("JPEG with EXIF that points to itself", bytes.Join([][]byte{photo[:2], cyclic, photo[2:]}, nil))
	add("JPEG with two frames", bytes.Join([][]byte{photo[:2], flatJPEG(500, 500, 0xc0, "11")[2:], photo[2:]}, nil))
	add("JPEG of 10 MB of 0xff", append([]byte{0xff, 0xd8, 0xff, 0xe0}, bytes.Repeat([]byte{0xff}, 9<<20)...))
	markers := bytes.Repeat([]byte{0xff, 0xd0}, 4<<20)
	add("JPEG of restart markers", append([]byte{0xff, 0xd8, 0xff, 0xe0, 0, 2}, markers...))
}

func gifs(add func(string, []byte)) {
	frames := &gif.GIF{}
	palette := color.Palette{color.Black, color.White}
	for range 400 {
		frames.Image = append(frames.Image, goimage.NewPaletted(goimage.Rect(0, 0, 500, 500), palette))
		frames.Delay = append(frames.Delay, 1)
	}
	var animated bytes.Buffer
	_ = gif.EncodeAll(&animated, frames)
	add("GIF of 400 pictures", animated.Bytes())
	large := flatGIF(6900, 6900, 6900, 6900, 0)
	add("GIF 6900²", large)
	add("GIF 6900² interlaced", flatGIF(6900, 6900, 6900, 6900, 0x40))
	add("GIF 7090² interlaced, at the limit", flatGIF(7090, 7090, 7090, 7090, 0x40))
	add("GIF 15000 × 3000 with a small picture", flatGIF(15000, 3000, 10, 10, 0))
	add("GIF of 50 large pictures",
		bytes.Join([][]byte{large[:len(large)-1], bytes.Repeat(large[19:len(large)-1], 50), {';'}}, nil))
	add("GIF 65535²", flatGIF(65535, 65535, 10, 10, 0))
	add("GIF cut in half", large[:len(large)/2])
	add("GIF with a picture outside of it", flatGIF(10, 10, 5000, 5000, 0))
	comments := bytes.Repeat(append([]byte{255}, make([]byte, 255)...), 36_000)
	add("GIF with 9 MB of comments",
		bytes.Join([][]byte{large[:19], {'!', 0xfe}, comments, {0}, large[19:]}, nil))
	add("GIF without colours", bytes.Join([][]byte{large[:10], {0, 0, 0}, large[19:]}, nil))
}

func webps(add, repeat func(string, []byte)) {
	lossy, _ := base64.StdEncoding.DecodeString("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
	add("WebP of one pixel", lossy)
	add("WebP lossless 6900²", riff("VP8L", losslessWebP(6900, 6900)))
	repeat("WebP lossless 4000², at the limit", riff("VP8L", losslessWebP(4000, 4000)))
	repeat("WebP lossless 4000² with the most Huffman trees", riff("VP8L", treesWebP(4000, 4000)))
	add("WebP lossless 16000 × 1000", riff("VP8L", losslessWebP(16000, 1000)))
	add("WebP that claims to be 2 GB long",
		binary.LittleEndian.AppendUint32(append([]byte{}, "RIFF\xf0\xff\xff\x7fWEBPVP8 "...), 0x7fffffe0))
	long := append([]byte{}, lossy...)
	binary.LittleEndian.PutUint32(long[4:], 200<<20)
	binary.LittleEndian.PutUint32(long[16:], 100<<20)
	add("WebP with a chunk of 100 MB that is not there", long)
	extended := func(flags byte, w, h int) []byte {
		return []byte{flags, 0, 0, 0, byte(w - 1), byte((w - 1) >> 8), 0, byte(h - 1), byte((h - 1) >> 8), 0}
	}
	add("WebP animated", riff("VP8X", extended(2, 3000, 3000), "ANIM", make([]byte, 6), "ANMF", make([]byte, 100)))
	add("WebP with alpha 3400²", riff("VP8X", extended(16, 3400, 3400), "ALPH",
		append([]byte{1}, losslessWebP(3400, 3400)[5:]...), "VP8 ", lossy[20:]))
	add("WebP with alpha 3400² of trees", riff("VP8X", extended(16, 3400, 3400), "ALPH",
		append([]byte{1}, treesWebP(3400, 3400)[5:]...), "VP8 ", lossy[20:]))
	add("WebP with raw alpha that is missing",
		riff("VP8X", extended(16, 4000, 4000), "ALPH", []byte{0, 1, 2}, "VP8 ", lossy[20:]))
	add("WebP that claims two sizes", riff("VP8X", extended(0, 10, 10), "VP8L", losslessWebP(6900, 6900)))
	add("WebP with 9 MB of EXIF", riff("VP8X", extended(8, 100, 100), "VP8L", losslessWebP(100, 100),
		"EXIF", bytes.Repeat([]byte("MM\x00*"), 9<<18)))
	add("WebP cut off", riff("VP8L", losslessWebP(4000, 4000))[:24])
	add("WebP without an image", riff("VP8X", extended(0, 4000, 4000)))
}

func otherFiles(add func(string, []byte)) {
	photo := encodeJPEG(noise(200, 100), 80)
	add("nothing", nil)
	add("text", []byte("hello"))
	add("HTML called a JPEG", []byte("<!DOCTYPE html><script>alert(1)</script>"))
	add("SVG", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`))
	add("PDF", []byte("%PDF-1.7\n"))
	add("ZIP", append([]byte("PK\x03\x04"), make([]byte, 1000)...))
	add("BMP of 20000²", append([]byte("BM\x36\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00"+
		"\x20\x4e\x00\x00\x20\x4e\x00\x00\x01\x00\x18\x00"), make([]byte, 100)...))
	add("TIFF", append([]byte("II*\x00\x08\x00\x00\x00"), make([]byte, 1000)...))
	add("10 MB of zeros", make([]byte, 10<<20))
	add("more than 10 MB", append(append([]byte{}, photo...), make([]byte, 11<<20)...))
	add("JPEG followed by HTML", append(append([]byte{}, photo...), "<script>alert(1)</script>"...))
}

func chunk(name string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, checksum(out[4:]))
}

// insert inserts chunks after the header of a PNG.
func insert(content []byte, chunks ...[]byte) []byte {
	const header = 8 + 25
	return bytes.Join([][]byte{content[:header], bytes.Join(chunks, nil), content[header:]}, nil)
}

func encodePNG(picture goimage.Image) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, picture)
	return b.Bytes()
}

func encodeJPEG(picture goimage.Image, quality int) []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, picture, &jpeg.Options{Quality: quality})
	return b.Bytes()
}

func noise(w, h int) *goimage.RGBA {
	picture := goimage.NewRGBA(goimage.Rect(0, 0, w, h))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range picture.Pix {
		picture.Pix[i] = byte(random.Uint32())
		if i%4 == 3 {
			picture.Pix[i] = 255
		}
	}
	return picture
}

// detailed returns a picture with as much detail as a photo, for JPEGs of 48 megapixels.
func detailed(w, h int) *goimage.YCbCr {
	picture := goimage.NewYCbCr(goimage.Rect(0, 0, w, h), goimage.YCbCrSubsampleRatio420)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range picture.Y {
		picture.Y[i] = 100 + byte(random.Uint32()%48)
	}
	for i := range picture.Cb {
		picture.Cb[i], picture.Cr[i] = 110+byte(i%32), 140
	}
	return picture
}

// padJPEG extends a JPEG to nearly the maximum size of an upload.
func padJPEG(content []byte) []byte {
	const length = 9_700_000
	if len(content) > length {
		return content
	}
	return append(content, make([]byte, length-len(content))...)
}

func flipBytes(content []byte, places ...int) []byte {
	content = bytes.Clone(content)
	for _, place := range places {
		content[place] ^= 0x55
	}
	return content
}

func exif(orientation byte) []byte {
	return []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) +
		"\x00\x00\x00\x00\x00\x00")
}

func rotated(content []byte, orientation byte) []byte {
	header := segment(0xe1, append([]byte("Exif\x00\x00"), exif(orientation)...))
	return bytes.Join([][]byte{content[:2], header, content[2:]}, nil)
}

func segment(marker byte, data []byte) []byte {
	return append([]byte{0xff, marker, byte((len(data) + 2) >> 8), byte(len(data) + 2)}, data...)
}

func adobe(transform byte) []byte {
	return segment(0xee, append([]byte("Adobe\x00\x64\x00\x00\x00\x00"), transform))
}

func riff(parts ...any) []byte {
	var body bytes.Buffer
	body.WriteString("WEBP")
	for i := 0; i+1 < len(parts); i += 2 {
		name, _ := parts[i].(string)
		data, _ := parts[i+1].([]byte)
		body.WriteString(name)
		body.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(data))))
		body.Write(data)
		if len(data)%2 == 1 {
			body.WriteByte(0)
		}
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(body.Len())), body.Bytes()...)
}

func fields(text string) []string { return strings.Fields(text) }
