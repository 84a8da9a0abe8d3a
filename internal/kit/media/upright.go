package media

import (
	"bufio"
	"fmt"
	"image"
	"io"
	"slices"
)

// rotation corrects an EXIF orientation: a transposition, which swaps rows and columns, followed by mirroring.
type rotation struct{ transpose, mirror, flip bool }

var rotations = [9]rotation{
	2: {mirror: true}, 3: {mirror: true, flip: true}, 4: {flip: true},
	5: {transpose: true}, 6: {transpose: true, mirror: true}, 7: {transpose: true, mirror: true, flip: true},
	8: {transpose: true, flip: true},
}

// plane contains rows of pixels, each of size bytes.
type plane struct {
	pix                 []byte
	stride              int
	width, height, size int
}

// upright rotates a picture according to its EXIF orientation. It needs no memory for a second picture.
func upright(picture image.Image, orientation int) (image.Image, error) {
	t := rotations[orientation]
	if t == (rotation{}) {
		return picture, nil
	}
	size := picture.Bounds().Size()
	switch p := picture.(type) {
	case *image.Gray:
		rotated, err := t.apply(plane{p.Pix, p.Stride, size.X, size.Y, 1})
		return &image.Gray{Pix: rotated.pix, Stride: rotated.stride, Rect: rotated.rect()}, err
	case *image.Paletted:
		rotated, err := t.apply(plane{p.Pix, p.Stride, size.X, size.Y, 1})
		return &image.Paletted{Pix: rotated.pix, Stride: rotated.stride, Rect: rotated.rect(), Palette: p.Palette}, err
	case *image.RGBA:
		rotated, err := t.apply(plane{p.Pix, p.Stride, size.X, size.Y, 4})
		return &image.RGBA{Pix: rotated.pix, Stride: rotated.stride, Rect: rotated.rect()}, err
	case *image.NRGBA:
		rotated, err := t.apply(plane{p.Pix, p.Stride, size.X, size.Y, 4})
		return &image.NRGBA{Pix: rotated.pix, Stride: rotated.stride, Rect: rotated.rect()}, err
	case *image.YCbCr:
		return t.applyYCbCr(p)
	}
	return nil, fmt.Errorf("can't rotate %T", picture)
}

// swapped maps subsampling ratios to those after rows and columns are swapped.
var swapped = map[image.YCbCrSubsampleRatio]image.YCbCrSubsampleRatio{
	image.YCbCrSubsampleRatio444: image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio420: image.YCbCrSubsampleRatio420,
	image.YCbCrSubsampleRatio422: image.YCbCrSubsampleRatio440, image.YCbCrSubsampleRatio440: image.YCbCrSubsampleRatio422,
}

// pixelsPerSample is how many pixels share a colour sample, horizontally and vertically.
var pixelsPerSample = map[image.YCbCrSubsampleRatio]image.Point{
	image.YCbCrSubsampleRatio444: {X: 1, Y: 1}, image.YCbCrSubsampleRatio422: {X: 2, Y: 1},
	image.YCbCrSubsampleRatio420: {X: 2, Y: 2},
	image.YCbCrSubsampleRatio440: {X: 1, Y: 2}, image.YCbCrSubsampleRatio411: {X: 4, Y: 1},
	image.YCbCrSubsampleRatio410: {X: 4, Y: 2},
}

func (t rotation) applyYCbCr(p *image.YCbCr) (image.Image, error) {
	if _, ok := swapped[p.SubsampleRatio]; !ok && t.transpose {
		p = expand(p)
	}
	w, h, by := p.Rect.Dx(), p.Rect.Dy(), pixelsPerSample[p.SubsampleRatio]
	cw, ch := (w+by.X-1)/by.X, (h+by.Y-1)/by.Y
	planes := []plane{{p.Y, p.YStride, w, h, 1}, {p.Cb, p.CStride, cw, ch, 1}, {p.Cr, p.CStride, cw, ch, 1}}
	for i := range planes {
		var err error
		if planes[i], err = t.apply(planes[i]); err != nil {
			return nil, err
		}
	}
	rotated := &image.YCbCr{
		Y: planes[0].pix, Cb: planes[1].pix, Cr: planes[2].pix, YStride: planes[0].stride, CStride: planes[1].stride,
		Rect: planes[0].rect(), SubsampleRatio: p.SubsampleRatio,
	}
	if t.transpose {
		rotated.SubsampleRatio = swapped[p.SubsampleRatio]
	}
	return rotated, nil
}

// expand returns a picture in which every pixel has its own colour sample. It is needed for ratios that have no swapped
// counterpart in package image.
func expand(p *image.YCbCr) *image.YCbCr {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	full := &image.YCbCr{
		Y: p.Y, YStride: p.YStride, Cb: make([]byte, w*h), Cr: make([]byte, w*h), CStride: w, Rect: p.Rect,
		SubsampleRatio: image.YCbCrSubsampleRatio444,
	}
	for y := range h {
		for x := range w {
			from := p.COffset(p.Rect.Min.X+x, p.Rect.Min.Y+y)
			full.Cb[y*w+x], full.Cr[y*w+x] = p.Cb[from], p.Cr[from]
		}
	}
	return full
}

func (t rotation) apply(p plane) (plane, error) {
	if t.transpose {
		var err error
		if p, err = p.transposed(); err != nil {
			return p, err
		}
	}
	if t.mirror {
		p.mirror()
	}
	if t.flip {
		p.flip()
	}
	return p, nil
}

func (p plane) rect() image.Rectangle { return image.Rect(0, 0, p.width, p.height) }

func (p plane) row(y int) []byte { return p.pix[y*p.stride:][:p.width*p.size] }

func (p plane) mirror() {
	for y := range p.height {
		row := p.row(y)
		slices.Reverse(row)
		if p.size > 1 {
			for x := 0; x < len(row); x += p.size {
				slices.Reverse(row[x : x+p.size])
			}
		}
	}
}

func (p plane) flip() {
	for y := range p.height / 2 {
		upper, lower := p.row(y), p.row(p.height-1-y)
		for i := range upper {
			upper[i], lower[i] = lower[i], upper[i]
		}
	}
}

// maxPanel is how many bytes of the transposed plane are in memory in addition to the plane itself.
const maxPanel = 2 << 20

// transposed swaps rows and columns. The result goes through a temporary file and replaces the pixels in place.
func (p plane) transposed() (plane, error) {
	file, err := newTempFile()
	if err != nil {
		return p, err
	}
	defer func() { _ = file.Close() }()
	across := min(p.width, max(1, maxPanel/(p.height*p.size)))
	panel := make([]byte, across*p.height*p.size)
	for left := 0; left < p.width; left += across {
		columns := min(across, p.width-left)
		for y := range p.height {
			row := p.row(y)[left*p.size:]
			for x := range columns {
				copy(panel[(x*p.height+y)*p.size:][:p.size], row[x*p.size:])
			}
		}
		if _, err := file.Write(panel[:columns*p.height*p.size]); err != nil {
			return p, fmt.Errorf("rotate: %w", err)
		}
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return p, fmt.Errorf("rotate: %w", err)
	}
	p.width, p.height = p.height, p.width
	p.stride = p.width * p.size
	p.pix = p.pix[:p.height*p.stride]
	if _, err := io.ReadFull(bufio.NewReaderSize(file, 256<<10), p.pix); err != nil {
		return p, fmt.Errorf("rotate: %w", err)
	}
	return p, nil
}
