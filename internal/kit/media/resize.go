package media

import (
	"image"
	"image/color"
	"math"
)

// resize returns a smaller copy of a picture, or the picture itself if it is not wider than width. It reads the rows
// once and keeps only a few of them in memory. The scaler of x/image needs 32 bytes for each pixel of a picture that is
// as wide as the copy and as high as the original, which are hundreds of megabytes for a photo.
func resize(picture image.Image, width int) image.Image {
	b := picture.Bounds()
	if b.Dx() <= width {
		return picture
	}
	height := max(1, b.Dy()*width/b.Dx())
	source := newRows(picture)
	target := newTarget(source.channels, width, height)
	across, down := newKernel(width, b.Dx()), newKernel(height, b.Dy())
	row := make([]float32, b.Dx()*source.channels)
	scaled := make([]float32, width*source.channels)
	sums := make([][]float32, height) // rows of the copy; only the few that are incomplete are in memory
	var free [][]float32
	first := 0
	for y := range b.Dy() {
		source.read(y, row)
		across.apply(row, scaled, source.channels)
		for out := first; out < height && down[out].start <= y; out++ {
			if sums[out] == nil {
				if len(free) == 0 {
					free = append(free, make([]float32, len(scaled)))
				}
				sums[out], free = free[len(free)-1], free[:len(free)-1]
				clear(sums[out])
			}
			weights := down[out].weights
			if i := y - down[out].start; i < len(weights) {
				add(sums[out], scaled, weights[i])
			}
		}
		for first < height && down[first].start+len(down[first].weights) <= y+1 {
			target.write(first, sums[first])
			free, sums[first] = append(free, sums[first]), nil
			first++
		}
	}
	return target.picture
}

func add(sum, row []float32, weight float32) {
	row = row[:len(sum)]
	for i := range sum {
		sum[i] += weight * row[i]
	}
}

// kernel contains, for each sample of the copy, the weights of the original samples it is computed from.
type kernel []struct {
	start   int
	weights []float32
}

// newKernel returns a Catmull-Rom kernel, widened so that every sample of the original contributes.
func newKernel(to, from int) kernel {
	k := make(kernel, to)
	scale := float64(from) / float64(to)
	for i := range k {
		centre := (float64(i)+0.5)*scale - 0.5
		start, end := max(0, int(math.Floor(centre-2*scale))), min(from, int(math.Ceil(centre+2*scale))+1)
		weights, total := make([]float32, end-start), 0.0
		for j := range weights {
			weight := catmullRom(math.Abs(centre-float64(start+j)) / scale)
			weights[j] = float32(weight)
			total += weight
		}
		for j := range weights {
			weights[j] /= float32(total)
		}
		k[i].start, k[i].weights = start, weights
	}
	return k
}

func catmullRom(t float64) float64 {
	switch {
	case t < 1:
		return (1.5*t-2.5)*t*t + 1
	case t < 2:
		return ((-0.5*t+2.5)*t-4)*t + 2
	}
	return 0
}

func (k kernel) apply(row, into []float32, channels int) {
	switch channels {
	case 1:
		for i, at := range k {
			var v float32
			for j, weight := range at.weights {
				v += weight * row[at.start+j]
			}
			into[i] = v
		}
	case 3:
		for i, at := range k {
			var r, g, b float32
			from := row[3*at.start:]
			for _, weight := range at.weights {
				r, g, b = r+weight*from[0], g+weight*from[1], b+weight*from[2]
				from = from[3:]
			}
			into[3*i], into[3*i+1], into[3*i+2] = r, g, b
		}
	default:
		for i, at := range k {
			var r, g, b, a float32
			from := row[4*at.start:]
			for _, weight := range at.weights {
				r, g, b, a = r+weight*from[0], g+weight*from[1], b+weight*from[2], a+weight*from[3]
				from = from[4:]
			}
			into[4*i], into[4*i+1], into[4*i+2], into[4*i+3] = r, g, b, a
		}
	}
}

// rows reads the rows of a picture as numbers from 0 to 255: one channel for grey, three for colours, and four for
// colours with alpha, which are premultiplied.
type rows struct {
	channels int
	read     func(y int, into []float32)
}

func newRows(picture image.Image) rows {
	b := picture.Bounds()
	switch p := picture.(type) {
	case *image.Gray:
		return rows{1, func(y int, into []float32) {
			for x, v := range p.Pix[y*p.Stride:][:b.Dx()] {
				into[x] = float32(v)
			}
		}}
	case *image.RGBA:
		return rows{3, func(y int, into []float32) {
			from := p.Pix[y*p.Stride:]
			for x := range b.Dx() {
				into[3*x], into[3*x+1], into[3*x+2] = float32(from[4*x]), float32(from[4*x+1]), float32(from[4*x+2])
			}
		}}
	case *image.YCbCr:
		return rows{3, func(y int, into []float32) {
			for x := range b.Dx() {
				yi, ci := p.YOffset(b.Min.X+x, b.Min.Y+y), p.COffset(b.Min.X+x, b.Min.Y+y)
				red, green, blue := color.YCbCrToRGB(p.Y[yi], p.Cb[ci], p.Cr[ci])
				into[3*x], into[3*x+1], into[3*x+2] = float32(red), float32(green), float32(blue)
			}
		}}
	case *image.NRGBA:
		return rows{4, func(y int, into []float32) {
			from := p.Pix[y*p.Stride:]
			for x := range b.Dx() {
				alpha := float32(from[4*x+3])
				part := alpha / 255
				into[4*x], into[4*x+1], into[4*x+2], into[4*x+3] = part*float32(from[4*x]), part*float32(from[4*x+1]),
					part*float32(from[4*x+2]), alpha
			}
		}}
	}
	channels := 4
	if isOpaque(picture) {
		channels = 3
	}
	return rows{channels, func(y int, into []float32) { // a palette; RGBA returns premultiplied colours
		for x := range b.Dx() {
			red, green, blue, alpha := picture.At(b.Min.X+x, b.Min.Y+y).RGBA()
			into[channels*x], into[channels*x+1], into[channels*x+2] = float32(red)/257, float32(green)/257, float32(blue)/257
			if channels == 4 {
				into[4*x+3] = float32(alpha) / 257
			}
		}
	}}
}

// target is the smaller copy.
type target struct {
	picture image.Image
	write   func(y int, row []float32)
}

func newTarget(channels, width, height int) target {
	bounds := image.Rect(0, 0, width, height)
	switch channels {
	case 1:
		p := image.NewGray(bounds)
		return target{p, func(y int, row []float32) {
			for x, v := range row {
				p.Pix[y*p.Stride+x] = toByte(v)
			}
		}}
	case 3:
		p := image.NewRGBA(bounds)
		return target{p, func(y int, row []float32) {
			to := p.Pix[y*p.Stride:]
			for x := range width {
				to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = toByte(row[3*x]), toByte(row[3*x+1]), toByte(row[3*x+2]), 255
			}
		}}
	default:
		p := image.NewNRGBA(bounds)
		return target{p, func(y int, row []float32) {
			to := p.Pix[y*p.Stride:]
			for x := range width {
				alpha := toByte(row[4*x+3])
				if alpha == 0 {
					continue
				}
				whole := 255 / row[4*x+3]
				to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = toByte(whole*row[4*x]), toByte(whole*row[4*x+1]),
					toByte(whole*row[4*x+2]), alpha
			}
		}}
	}
}

func toByte(v float32) byte {
	switch {
	case v <= 0:
		return 0
	case v >= 255:
		return 255
	}
	return byte(v + 0.5)
}
