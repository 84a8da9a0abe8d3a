package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	_ "image/gif" // decoders register themselves
	"image/jpeg"
	"image/png"
	"net/http"

	"github.com/bep/imagemeta"
	xdraw "golang.org/x/image/draw"
	_ "golang.org/x/image/webp"
)

const (
	maxSide   = 16_000
	maxPixels = 50_000_000
	maxVisits = 20 * maxPixels // a JPEG may go over its pixels many times; ten times are usual
	quality   = 86
)

var (
	errNotAnImage = errors.New("Must be a JPEG, PNG, GIF or WebP image.")
	errTooBig     = errors.New("Has too many pixels. Up to 50 megapixels are fine.")
)

// A decoded picture can take hundreds of megabytes; more than two at once would be felt elsewhere.
var decoding = make(chan struct{}, 2)

var formats = map[string]imagemeta.ImageFormat{
	"image/jpeg": imagemeta.JPEG, "image/png": imagemeta.PNG, "image/webp": imagemeta.WebP, "image/gif": 0,
}

// decode turns bytes into an upright picture and holds a place for it while it is used. The bytes, not the
// name or the header, say what it is, and its size is read before anything is unpacked.
func decode(ctx context.Context, content []byte, use func(image.Image) error) error {
	kind := http.DetectContentType(content)
	format, ok := formats[kind]
	if !ok {
		return errNotAnImage
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || size.Width <= 0 || size.Height <= 0 {
		return errNotAnImage
	}
	if size.Width > maxSide || size.Height > maxSide || size.Width*size.Height > maxPixels {
		return errTooBig
	}
	if kind == "image/jpeg" && scans(content)*size.Width*size.Height > maxVisits {
		return errNotAnImage
	}
	select {
	case decoding <- struct{}{}:
		defer func() { <-decoding }()
	case <-ctx.Done():
		return ctx.Err()
	}
	picture, _, err := image.Decode(bytes.NewReader(content))
	if err != nil || picture.Bounds().Empty() { // the first picture of a GIF may be smaller than the GIF
		return errNotAnImage
	}
	return use(upright(picture, orientation(content, format)))
}

// scans counts how often a JPEG goes over its pixels. A few bytes are enough for each time, and an hour of work for a few thousand.
func scans(content []byte) int {
	n := 0
	for at := 2; at+3 < len(content); {
		marker := content[at+1]
		if content[at] != 0xff || marker < 0xc0 || marker == 0xff || (marker >= 0xd0 && marker <= 0xd7) {
			at++ // pixels, or filling
			continue
		}
		switch marker {
		case 0xd9: // the end
			return n
		case 0xda: // a scan
			n++
		}
		at += 2 + int(content[at+2])<<8 + int(content[at+3])
	}
	return n
}

func orientation(content []byte, format imagemeta.ImageFormat) int {
	turned := 1
	if format == 0 {
		return turned
	}
	_, err := imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(content), ImageFormat: format, Sources: imagemeta.EXIF,
		HandleTag: func(tag imagemeta.TagInfo) error {
			if value, ok := tag.Value.(uint16); ok && tag.Tag == "Orientation" {
				turned = int(value)
				return imagemeta.ErrStopWalking // nothing else of it is wanted, and the rest may be broken
			}
			return nil
		},
	})
	if err != nil {
		return 1 // broken metadata is dropped with the rest of it
	}
	return turned
}

// upright undoes the turn a camera noted in its metadata: values 1 to 8 of EXIF.
func upright(picture image.Image, turned int) image.Image {
	if turned < 2 || turned > 8 {
		return picture
	}
	b := picture.Bounds()
	w, h := b.Dx(), b.Dy()
	source := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.Draw(source, source.Bounds(), picture, b.Min, draw.Src)
	tw, th := w, h
	if turned >= 5 {
		tw, th = h, w
	}
	target := image.NewNRGBA(image.Rect(0, 0, tw, th))
	for y := range h {
		for x := range w {
			tx, ty := place(turned, x, y, w, h)
			copy(target.Pix[target.PixOffset(tx, ty):][:4], source.Pix[source.PixOffset(x, y):][:4])
		}
	}
	return target
}

func place(turned, x, y, w, h int) (int, int) {
	switch turned {
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
	default: // 8
		return y, w - 1 - x
	}
}

// encode writes a picture anew, so that nothing but pixels is kept: JPEG, or PNG where something shows through.
func encode(picture image.Image) (content []byte, contentType, extension string, err error) {
	var b bytes.Buffer
	if opaque, ok := picture.(interface{ Opaque() bool }); ok && !opaque.Opaque() {
		if err := png.Encode(&b, picture); err != nil {
			return nil, "", "", fmt.Errorf("encode: %w", err)
		}
		return b.Bytes(), "image/png", "png", nil
	}
	if err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: quality}); err != nil {
		return nil, "", "", fmt.Errorf("encode: %w", err)
	}
	return b.Bytes(), "image/jpeg", "jpg", nil
}

// resize makes a picture as wide as asked, never wider than it is.
func resize(picture image.Image, width int) image.Image {
	b := picture.Bounds()
	if b.Dx() <= width {
		return picture
	}
	height := max(1, b.Dy()*width/b.Dx())
	target := image.NewNRGBA(image.Rect(0, 0, width, height))
	xdraw.CatmullRom.Scale(target, target.Bounds(), picture, b, xdraw.Src, nil)
	return target
}
