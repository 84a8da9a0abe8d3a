package media

import (
	"bufio"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
)

const (
	quality = 86
	// Larger pictures are compressed less, because png takes several seconds for them otherwise.
	quickPNG = 4_000_000
)

// normalise turns a decoded picture into one of five kinds: YCbCr, Gray, Paletted, RGBA without transparency and NRGBA
// with it. All have at most eight bits for a colour. Pixels are converted in place, because there is no room for a second
// copy of them.
func normalise(picture image.Image) image.Image {
	switch p := picture.(type) {
	case *image.YCbCr, *image.Gray, *image.Paletted, *image.RGBA:
		return picture
	case *image.NRGBA:
		return opaqueOrNot(p)
	case *image.Gray16:
		halve(p.Pix)
		return &image.Gray{Pix: p.Pix, Stride: p.Stride / 2, Rect: p.Rect}
	case *image.RGBA64: // of PNG, where it has no transparency
		halve(p.Pix)
		return &image.RGBA{Pix: p.Pix, Stride: p.Stride / 2, Rect: p.Rect}
	case *image.NRGBA64:
		halve(p.Pix)
		return opaqueOrNot(&image.NRGBA{Pix: p.Pix[:len(p.Pix)/2], Stride: p.Stride / 2, Rect: p.Rect})
	case *image.CMYK:
		for i := 0; i+3 < len(p.Pix); i += 4 {
			pix := p.Pix[i : i+4 : i+4]
			pix[0], pix[1], pix[2] = color.CMYKToRGB(pix[0], pix[1], pix[2], pix[3])
			pix[3] = 255
		}
		return &image.RGBA{Pix: p.Pix, Stride: p.Stride, Rect: p.Rect}
	case *image.NYCbCrA:
		return mergeAlpha(p)
	}
	// No decoder returns anything else.
	copied := image.NewNRGBA(image.Rect(0, 0, picture.Bounds().Dx(), picture.Bounds().Dy()))
	draw.Draw(copied, copied.Rect, picture, picture.Bounds().Min, draw.Src)
	return opaqueOrNot(copied)
}

// halve moves the upper bytes of 16-bit values to the front.
func halve(pix []byte) {
	for i := range len(pix) / 2 {
		pix[i] = pix[2*i]
	}
}

// opaqueOrNot makes RGBA of pixels without transparency: they are the same there, and jpeg is fastest with it.
func opaqueOrNot(p *image.NRGBA) image.Image {
	if p.Opaque() {
		return &image.RGBA{Pix: p.Pix, Stride: p.Stride, Rect: p.Rect}
	}
	return p
}

func mergeAlpha(p *image.NYCbCrA) image.Image {
	if p.Opaque() {
		return &p.YCbCr
	}
	w, h := p.Rect.Dx(), p.Rect.Dy()
	merged := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		row := merged.Pix[y*merged.Stride:]
		for x := range w {
			yi, ci := p.YOffset(p.Rect.Min.X+x, p.Rect.Min.Y+y), p.COffset(p.Rect.Min.X+x, p.Rect.Min.Y+y)
			row[4*x], row[4*x+1], row[4*x+2] = color.YCbCrToRGB(p.Y[yi], p.Cb[ci], p.Cr[ci])
			row[4*x+3] = p.A[y*p.AStride+x]
		}
	}
	return merged
}

// isOpaque reports whether a picture is stored as JPEG.
func isOpaque(picture image.Image) bool {
	known, ok := picture.(interface{ Opaque() bool })
	return !ok || known.Opaque()
}

// encode writes a picture, and nothing but its pixels: as JPEG, or as PNG where it has transparency.
func encode(w io.Writer, picture image.Image) (contentType, extension string, err error) {
	contentType, extension = "image/jpeg", "jpg"
	out := bufio.NewWriterSize(w, 64<<10)
	if isOpaque(picture) {
		err = jpeg.Encode(out, picture, &jpeg.Options{Quality: quality})
	} else {
		contentType, extension = "image/png", "png"
		encoder := png.Encoder{}
		if picture.Bounds().Dx()*picture.Bounds().Dy() > quickPNG {
			encoder.CompressionLevel = png.BestSpeed
		}
		err = encoder.Encode(out, picture)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return "", "", fmt.Errorf("encode: %w", err)
	}
	return contentType, extension, nil
}
