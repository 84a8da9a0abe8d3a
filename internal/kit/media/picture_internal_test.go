package media

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"testing"

	xdraw "golang.org/x/image/draw"
)

func TestDecode_Slot(t *testing.T) {
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
		t.Errorf("a second image did not wait for the slot: %v", err)
	}
}

// endless is a reader that never ends.
type endless struct{}

func (endless) Read(into []byte) (int, error) { return len(into), nil }

func TestLimitedReader(t *testing.T) {
	t.Parallel()
	t.Run("fails when the context ends", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := io.Copy(
			io.Discard, &limitedReader{Reader: endless{}, ctx: ctx, maxHeap: 1 << 60},
		); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("fails after the deadline", func(t *testing.T) {
		t.Parallel()
		if _, err := io.Copy(
			io.Discard, &limitedReader{Reader: endless{}, ctx: t.Context(), maxHeap: 1 << 60},
		); !errors.Is(err, errTooSlow) {
			t.Errorf("got %v", err)
		}
	})
}

// corners returns a picture with a different colour in each quarter: red, green, blue, yellow.
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

// sameColours compares the middles of the quarters of two pictures, where the colours are not blurred.
func sameColours(t *testing.T, got, want image.Image, tolerance int) {
	t.Helper()
	if got.Bounds().Size() != want.Bounds().Size() {
		t.Fatalf("the size is %v, want %v", got.Bounds().Size(), want.Bounds().Size())
	}
	size := want.Bounds().Size()
	for _, at := range []image.Point{
		{size.X / 4, size.Y / 4},
		{3 * size.X / 4, size.Y / 4},
		{size.X / 4, 3 * size.Y / 4},
		{3 * size.X / 4, 3 * size.Y / 4},
	} {
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

// place returns where a pixel of a stored picture is displayed, according to the EXIF standard.
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
			p := image.NewPaletted(
				image.Rect(0, 0, w, h),
				color.Palette{
					color.NRGBA{220, 0, 0, 255},
					color.NRGBA{0, 200, 0, 255},
					color.NRGBA{0, 0, 220, 255},
					color.NRGBA{220, 220, 0, 255},
				},
			)
			xdraw.Draw(p, p.Rect, corners(w, h), image.Point{}, xdraw.Src)
			return p
		},
	}
	for name, ratio := range map[string]image.YCbCrSubsampleRatio{
		"4:4:4": image.YCbCrSubsampleRatio444, "4:2:2": image.YCbCrSubsampleRatio422, "4:2:0": image.YCbCrSubsampleRatio420,
		"4:4:0": image.YCbCrSubsampleRatio440, "4:1:1": image.YCbCrSubsampleRatio411, "4:1:0": image.YCbCrSubsampleRatio410,
	} {
		kinds[name] = func() image.Image {
			// Like the decoder, with planes of whole blocks that are larger than the picture.
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
			yi, ci := alpha.YOffset(x, y), alpha.COffset(x, y)
			alpha.Y[yi], alpha.Cb[ci], alpha.Cr[ci] = color.RGBToYCbCr(c.R, c.G, c.B)
			alpha.A[alpha.AOffset(x, y)] = c.A
		}
	}
	for name, c := range map[string]struct {
		from, want image.Image
		opaque     bool
	}{
		"16 bits":                   {opaque64, want, true},
		"16 bits with alpha":        {deep(half), half, false},
		"16 bits with opaque alpha": {deep(want), want, true},
		"CMYK":                      {cmyk, want, true},
		"YCbCr with alpha":          {alpha, half, false},
		"opaque alpha":              {corners(w, h), want, true},
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
	// A gradient with a pattern, in which a wrong weight is visible.
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
		t.Error("a picture that is small enough was not returned itself")
	}
}

func TestEncode(t *testing.T) {
	t.Parallel()
	transparent := corners(20, 10)
	transparent.Pix[3] = 0
	for name, c := range map[string]struct {
		picture   image.Image
		extension string
	}{"opaque": {normalise(corners(20, 10)), "jpg"}, "transparent": {transparent, "png"}} {
		var b bytes.Buffer
		_, extension, err := encodePicture(&b, c.picture)
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
