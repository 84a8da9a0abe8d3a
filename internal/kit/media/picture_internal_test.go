package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	xdraw "golang.org/x/image/draw"
)

func pngChunk(name string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// pngHead is a PNG that claims a size and has no pixels.
func pngHead(w, h int, depth, colours, interlace byte, chunks ...[]byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	head = append(head, depth, colours, 0, 0, interlace)
	return bytes.Join([][]byte{[]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", head), bytes.Join(chunks, nil), pngChunk("IDAT", []byte{0x78})}, nil)
}

func jpegSegment(marker byte, data ...byte) []byte {
	return append([]byte{0xff, marker, byte((len(data) + 2) >> 8), byte(len(data) + 2)}, data...)
}

// jpegHead is a JPEG that claims a size and has scans without pixels.
func jpegHead(frame byte, w, h, scans int, factors ...byte) []byte {
	data := []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), byte(len(factors))}
	for i, factor := range factors {
		data = append(data, byte(i+1), factor, 0)
	}
	return bytes.Join([][]byte{{0xff, 0xd8}, jpegSegment(frame, data...), bytes.Repeat(jpegSegment(0xda, 1, 1, 0, 0, 63, 0), scans)}, nil)
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
		"grey of one bit":             {pngHead(1000, 1000, 1, 0, 0), mega},
		"grey at 16 bits":             {pngHead(1000, 1000, 16, 0, 0), 2 * mega},
		"grey with a transparent one": {pngHead(1000, 1000, 8, 0, 0, transparent), 4 * mega},
		"16 bits with a transparent":  {pngHead(1000, 1000, 16, 0, 0, transparent), 8 * mega},
		"colours":                     {pngHead(1000, 1000, 8, 2, 0), 4 * mega},
		"colours at 16 bits":          {pngHead(1000, 1000, 16, 2, 0), 8 * mega},
		"grey and alpha at 16 bits":   {pngHead(1000, 1000, 16, 4, 0), 8 * mega},
		"colours and alpha":           {pngHead(1000, 1000, 8, 6, 0), 4 * mega},
		"a palette":                   {pngHead(1000, 1000, 8, 3, 0, palette), mega},
		"interlaced":                  {pngHead(1000, 1000, 8, 6, 1), 8 * mega},
		"interlaced at 16 bits":       {pngHead(1000, 1000, 16, 6, 1), 16 * mega},
		"JPEG 4:2:0":                  {jpegHead(0xc0, 1600, 1600, 1, 0x22, 0x11, 0x11), 1600 * 1600 * 3 / 2},
		"JPEG 4:4:4":                  {jpegHead(0xc0, 1600, 1600, 1, 0x11, 0x11, 0x11), 1600 * 1600 * 3},
		"JPEG grey":                   {jpegHead(0xc0, 1600, 1600, 1, 0x11), 1600 * 1600},
		"JPEG filled up to blocks":    {jpegHead(0xc0, 1601, 1, 1, 0x22, 0x11, 0x11), 1616 * 16 * 3 / 2},
		"JPEG progressive":            {jpegHead(0xc2, 1600, 1600, 3, 0x22, 0x11, 0x11), 1600 * 1600 * 15 / 2},
		"JPEG CMYK":                   {jpegHead(0xc0, 1600, 1600, 1, 0x11, 0x11, 0x11, 0x11), 1600 * 1600 * 8},
		"JPEG RGB":                    {append(jpegHead(0xc0, 1600, 1600, 1, 0x11, 0x11, 0x11), adobeRGB...), 1600 * 1600 * 7},
		"GIF":                         {append([]byte("GIF89a\xe8\x03\xe8\x03\x80\x00\x00"), make([]byte, 6)...), 2 * mega},
		"WebP lossless":               {webpOf("VP8L", vp8l(1000, 1000)), 6 * mega},
		"WebP with alpha":             {webpOf("VP8X", extended, "ALPH", []byte{0, 0}), 5 * mega},
		"WebP with packed alpha":      {webpOf("VP8X", extended, "ALPH", []byte{1, 0}), 7 * mega},
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
		says    string
	}{
		"a progressive JPEG":              {jpegHead(0xc2, 5000, 5000, 10, 0x22, 0x11, 0x11), "5000 × 5000 pixels as a progressive JPEG need 179 MB. The limit is 96 MB, about 13 megapixels as a progressive JPEG."},
		"RGB that is declared at the end": {append(jpegHead(0xc0, 6000, 6000, 1, 0x22, 0x11, 0x11), jpegSegment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...)...), "need 189 MB"},
		"a JPEG of many scans":            {jpegHead(0xc0, 3000, 3000, 50, 0x22, 0x11, 0x11), "takes too long"},
		"a chunk longer than the file":    {long, "damaged or incomplete"},
		"an animated WebP":                {webpOf("VP8X", []byte{2, 0, 0, 0, 9, 0, 0, 9, 0, 0}), "Animated WebP"},
		"an empty file":                   {nil, "The file is empty."},
		"interlaced at 16 bits":           {pngHead(3000, 3000, 16, 6, 1), "at 16 bits in an interlaced PNG need 137 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := readHeader(bytes.NewReader(c.content))
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %q", err, c.says)
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

func TestDecode_Turn(t *testing.T) {
	t.Parallel()
	content := pngHead(10, 10, 8, 6, 0)
	release, err := decoding.Acquire(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = decode(ctx, bytes.NewReader(content), func(image.Image) error { return nil })
	release()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a second image did not wait for its turn: %v", err)
	}
}

// endless is a reader that never ends, of which nothing must be kept.
type endless struct{}

func (endless) Read(into []byte) (int, error) { return len(into), nil }

func TestDecode_Watch(t *testing.T) {
	t.Parallel()
	t.Run("ends when nobody waits", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := io.Copy(io.Discard, &watchedReader{Reader: endless{}, ctx: ctx, memory: 1 << 60}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("ends when it takes too long", func(t *testing.T) {
		t.Parallel()
		if _, err := io.Copy(io.Discard, &watchedReader{Reader: endless{}, ctx: t.Context(), memory: 1 << 60}); !errors.Is(err, errTooSlow) {
			t.Errorf("got %v", err)
		}
	})
}

// corners is a picture with a different colour in each corner: red, green, blue, yellow.
func corners(w, h int) *image.NRGBA {
	colours := []color.NRGBA{{220, 0, 0, 255}, {0, 200, 0, 255}, {0, 0, 220, 255}, {220, 220, 0, 255}}
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			p.SetNRGBA(x, y, colours[2*(2*y/h)+2*x/w])
		}
	}
	return p
}

// sameColours compares two pictures in the middle of their quarters, where no edge blurs them.
func sameColours(t *testing.T, got, want image.Image, tolerance int) {
	t.Helper()
	if got.Bounds().Size() != want.Bounds().Size() {
		t.Fatalf("the size is %v, want %v", got.Bounds().Size(), want.Bounds().Size())
	}
	size := want.Bounds().Size()
	for _, at := range []image.Point{{size.X / 4, size.Y / 4}, {3 * size.X / 4, size.Y / 4}, {size.X / 4, 3 * size.Y / 4}, {3 * size.X / 4, 3 * size.Y / 4}} {
		r1, g1, b1, a1 := got.At(got.Bounds().Min.X+at.X, got.Bounds().Min.Y+at.Y).RGBA()
		r2, g2, b2, a2 := want.At(at.X, at.Y).RGBA()
		for _, pair := range [][2]uint32{{r1, r2}, {g1, g2}, {b1, b2}, {a1, a2}} {
			if difference := int(pair[0]>>8) - int(pair[1]>>8); difference > tolerance || difference < -tolerance {
				t.Errorf("at %v: %v, want %v", at, got.At(at.X, at.Y), want.At(at.X, at.Y))
				break
			}
		}
	}
}

// place is where a pixel of a stored picture belongs, as the EXIF standard describes it.
func place(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	case 8:
		return y, w - 1 - x
	}
	return x, y
}

func TestUpright(t *testing.T) {
	t.Parallel()
	const w, h = 46, 32
	kinds := map[string]func() image.Image{
		"NRGBA": func() image.Image { return corners(w, h) },
		"RGBA": func() image.Image {
			p := corners(w, h)
			return &image.RGBA{Pix: p.Pix, Stride: p.Stride, Rect: p.Rect}
		},
		"Gray": func() image.Image {
			p := image.NewGray(image.Rect(0, 0, w, h))
			xdraw.Draw(p, p.Rect, corners(w, h), image.Point{}, xdraw.Src)
			return p
		},
		"Paletted": func() image.Image {
			p := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.NRGBA{220, 0, 0, 255}, color.NRGBA{0, 200, 0, 255}, color.NRGBA{0, 0, 220, 255}, color.NRGBA{220, 220, 0, 255}})
			xdraw.Draw(p, p.Rect, corners(w, h), image.Point{}, xdraw.Src)
			return p
		},
	}
	for name, ratio := range map[string]image.YCbCrSubsampleRatio{
		"4:4:4": image.YCbCrSubsampleRatio444, "4:2:2": image.YCbCrSubsampleRatio422, "4:2:0": image.YCbCrSubsampleRatio420,
		"4:4:0": image.YCbCrSubsampleRatio440, "4:1:1": image.YCbCrSubsampleRatio411, "4:1:0": image.YCbCrSubsampleRatio410,
	} {
		kinds[name] = func() image.Image {
			// As the decoder has it: planes of whole blocks, of which a part is shown.
			p := image.NewYCbCr(image.Rect(0, 0, 64, 32), ratio)
			source := corners(w, h)
			for y := range h {
				for x := range w {
					c := source.NRGBAAt(x, y)
					p.Y[p.YOffset(x, y)], p.Cb[p.COffset(x, y)], p.Cr[p.COffset(x, y)] = color.RGBToYCbCr(c.R, c.G, c.B)
				}
			}
			return p.SubImage(image.Rect(0, 0, w, h))
		}
	}
	for name, kind := range kinds {
		for orientation := 1; orientation <= 8; orientation++ {
			stored := kind()
			size := image.Pt(w, h)
			if orientation >= 5 {
				size = image.Pt(h, w)
			}
			want := image.NewNRGBA(image.Rectangle{Max: size})
			for y := range h {
				for x := range w {
					tx, ty := place(orientation, x, y, w, h)
					want.Set(tx, ty, stored.At(x, y))
				}
			}
			t.Run(name+" "+string(rune('0'+orientation)), func(t *testing.T) {
				t.Parallel()
				got, err := upright(stored, orientation)
				if err != nil {
					t.Fatal(err)
				}
				sameColours(t, got, want, 2)
			})
		}
	}
}

func TestNormalise(t *testing.T) {
	t.Parallel()
	const w, h = 32, 24
	want := corners(w, h)
	half := corners(w, h)
	for i := 3; i < len(half.Pix); i += 4 {
		half.Pix[i] = 128
	}
	deep := func(from *image.NRGBA) image.Image {
		p := image.NewNRGBA64(from.Rect)
		xdraw.Draw(p, p.Rect, from, image.Point{}, xdraw.Src)
		return p
	}
	opaque64 := image.NewRGBA64(want.Rect)
	xdraw.Draw(opaque64, opaque64.Rect, want, image.Point{}, xdraw.Src)
	cmyk := image.NewCMYK(want.Rect)
	xdraw.Draw(cmyk, cmyk.Rect, want, image.Point{}, xdraw.Src)
	alpha := image.NewNYCbCrA(want.Rect, image.YCbCrSubsampleRatio420)
	for y := range h {
		for x := range w {
			c := half.NRGBAAt(x, y)
			alpha.Y[alpha.YOffset(x, y)], alpha.Cb[alpha.COffset(x, y)], alpha.Cr[alpha.COffset(x, y)] = color.RGBToYCbCr(c.R, c.G, c.B)
			alpha.A[alpha.AOffset(x, y)] = c.A
		}
	}
	for name, c := range map[string]struct {
		from, want image.Image
		opaque     bool
	}{
		"16 bits":                    {opaque64, want, true},
		"16 bits with alpha":         {deep(half), half, false},
		"16 bits with nothing in it": {deep(want), want, true},
		"CMYK":                       {cmyk, want, true},
		"YCbCr with alpha":           {alpha, half, false},
		"alpha of nothing":           {corners(w, h), want, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := normalise(c.from)
			sameColours(t, got, c.want, 3)
			if isOpaque(got) != c.opaque {
				t.Errorf("%T is opaque: %v", got, isOpaque(got))
			}
		})
	}
	t.Run("grey at 16 bits", func(t *testing.T) {
		t.Parallel()
		p := image.NewGray16(image.Rect(0, 0, 3, 2))
		p.SetGray16(2, 1, color.Gray16{Y: 0xabcd})
		got, ok := normalise(p).(*image.Gray)
		if !ok || got.GrayAt(2, 1).Y != 0xab || got.GrayAt(1, 1).Y != 0 {
			t.Errorf("got %+v", got)
		}
	})
}

func TestResize(t *testing.T) {
	t.Parallel()
	// A gradient with a pattern in it, where a wrong weight shows.
	source := image.NewNRGBA(image.Rect(0, 0, 173, 91))
	for y := range 91 {
		for x := range 173 {
			source.SetNRGBA(x, y, color.NRGBA{uint8(x), uint8(2 * y), uint8(x * y / 64), uint8(255 - (x+y)%2*60 - y)})
		}
	}
	opaque := image.NewRGBA(source.Rect)
	for i := range opaque.Pix {
		opaque.Pix[i] = source.Pix[i] | map[bool]uint8{true: 255}[i%4 == 3]
	}
	grey := image.NewGray(source.Rect)
	xdraw.Draw(grey, grey.Rect, opaque, image.Point{}, xdraw.Src)
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, opaque, &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	ycbcr, err := jpeg.Decode(&photo)
	if err != nil {
		t.Fatal(err)
	}
	for name, picture := range map[string]image.Image{"NRGBA": source, "RGBA": opaque, "Gray": grey, "YCbCr": ycbcr} {
		for _, width := range []int{1, 7, 100, 172} {
			got := resize(picture, width)
			want := image.NewNRGBA(got.Bounds())
			xdraw.CatmullRom.Scale(want, want.Rect, picture, picture.Bounds(), xdraw.Src, nil)
			if got.Bounds().Dx() != width || got.Bounds().Dy() != max(1, 91*width/173) {
				t.Errorf("%s: the size is %v", name, got.Bounds())
			}
			worst := 0
			for y := range want.Rect.Dy() {
				for x := range want.Rect.Dx() {
					r1, g1, b1, a1 := got.At(x, y).RGBA()
					r2, g2, b2, a2 := want.At(x, y).RGBA()
					for _, pair := range [][2]uint32{{r1, r2}, {g1, g2}, {b1, b2}, {a1, a2}} {
						worst = max(worst, int(pair[0]>>8)-int(pair[1]>>8), int(pair[1]>>8)-int(pair[0]>>8))
					}
				}
			}
			if worst > 2 {
				t.Errorf("%s %d wide differs from the reference by %d", name, width, worst)
			}
		}
	}
	if resize(source, 173) != image.Image(source) || resize(source, 500) != image.Image(source) {
		t.Error("a picture that is small enough was copied")
	}
}

// Not parallel: the folder for temporary files is that of the whole process.
func TestTempFiles(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	left := func() []string {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		return names
	}
	t.Run("have no name while they are used", func(t *testing.T) {
		file, err := spool(strings.NewReader("hello"), 10)
		if err != nil {
			t.Fatal(err)
		}
		if names := left(); len(names) != 0 {
			t.Errorf("found %v", names)
		}
		var content [5]byte
		if err := readAt(file, content[:]); err != nil || string(content[:]) != "hello" {
			t.Errorf("got %q (%v)", content, err)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Run("are refused above the limit", func(t *testing.T) {
		if _, err := spool(strings.NewReader("hello world"), 10); !errors.Is(err, ErrTooLarge) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("tell who failed", func(t *testing.T) {
		var source *SourceError
		if _, err := spool(io.MultiReader(strings.NewReader("he"), &watchedReader{Reader: endless{}, ctx: t.Context()}), 10); !errors.As(err, &source) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("of a killed process are removed, and no other files", func(t *testing.T) {
		before := time.Now().Add(-time.Hour)
		for _, name := range []string{"waymark-image-1", "waymark-image-2", "other"} {
			if err := os.WriteFile(folder+"/"+name, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if name != "waymark-image-2" {
				if err := os.Chtimes(folder+"/"+name, before.Add(-1), before.Add(-1)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := removeTempFiles(before); err != nil {
			t.Error(err)
		}
		if names := left(); strings.Join(names, " ") != "other waymark-image-2" {
			t.Errorf("left %v", names)
		}
	})
}

func TestEncode(t *testing.T) {
	t.Parallel()
	see := corners(20, 10)
	see.Pix[3] = 0
	for name, c := range map[string]struct {
		picture   image.Image
		extension string
	}{"opaque": {normalise(corners(20, 10)), "jpg"}, "transparent": {see, "png"}} {
		var b bytes.Buffer
		_, extension, err := encode(&b, c.picture)
		if err != nil || extension != c.extension {
			t.Errorf("%s: %s (%v)", name, extension, err)
		}
		if c.extension == "png" {
			if config, err := png.DecodeConfig(&b); err != nil || config.ColorModel != color.NRGBAModel {
				t.Errorf("%s: %v (%v)", name, config, err)
			}
		}
	}
}
