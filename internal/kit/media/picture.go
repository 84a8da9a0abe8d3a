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
	jpegQuality = 86
	// maxSlowPNG is the number of pixels up to which PNGs are compressed well. For more, that takes several seconds.
	maxSlowPNG = 4_000_000
)

// normalise converts a decoded picture to one of five types with at most eight bits per colour: YCbCr, Gray, Paletted,
// RGBA without transparency, and NRGBA with transparency. It converts pixels in place, because memory is limited to one
// copy.
func normalise(picture image.Image) image.Image {
	switch p := picture.(type) {
	case *image.YCbCr, *image.Gray, *image.Paletted, *image.RGBA:
		return picture
	case *image.NRGBA:
		return rgbaIfOpaque(p)
	case *image.Gray16:
		halve(p.Pix)
		return &image.Gray{Pix: p.Pix, Stride: p.Stride / 2, Rect: p.Rect}
	case *image.RGBA64: // image/png uses it only for pictures without transparency
		halve(p.Pix)
		return &image.RGBA{Pix: p.Pix, Stride: p.Stride / 2, Rect: p.Rect}
	case *image.NRGBA64:
		halve(p.Pix)
		return rgbaIfOpaque(&image.NRGBA{Pix: p.Pix[:len(p.Pix)/2], Stride: p.Stride / 2, Rect: p.Rect})
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
	return rgbaIfOpaque(copied)
}

// halve converts 16-bit values to 8 bits in place: the upper bytes move to the first half of the slice.
func halve(pix []byte) {
	for i := range len(pix) / 2 {
		pix[i] = pix[2*i]
	}
}

// rgbaIfOpaque returns opaque pixels as RGBA. The bytes are the same, and image/jpeg is fastest with that type.
func rgbaIfOpaque(p *image.NRGBA) image.Image {
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

// isOpaque reports whether a picture has no transparency. Only such pictures can be stored as JPEG.
func isOpaque(picture image.Image) bool {
	known, ok := picture.(interface{ Opaque() bool })
	return !ok || known.Opaque()
}

// encodePicture writes a picture as JPEG, or as PNG if it has transparency. The file contains pixels only and no
// metadata.
func encodePicture(w io.Writer, picture image.Image) (contentType, extension string, err error) {
	contentType, extension = "image/jpeg", "jpg"
	out := bufio.NewWriterSize(w, 64<<10)
	if isOpaque(picture) {
		err = jpeg.Encode(out, picture, &jpeg.Options{Quality: jpegQuality})
	} else {
		contentType, extension = "image/png", "png"
		encoder := png.Encoder{}
		if picture.Bounds().Dx()*picture.Bounds().Dy() > maxSlowPNG {
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
