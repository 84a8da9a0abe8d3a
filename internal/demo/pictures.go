package demo

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
)

const (
	sceneWidth  = 640
	sceneHeight = 400
	ranges      = 4 // number of hill ranges, one behind the other
	logoSize    = 200
)

// hours are the colours of a landscape at different hours: the sky from top to horizon, the sun,
// the hills from far to near.
var hours = []struct{ top, horizon, sun, far, near color.NRGBA }{
	{rgb(0x2b5876), rgb(0xf6d7b0), rgb(0xfff4dc), rgb(0x9db4c0), rgb(0x253f4b)},
	{rgb(0x6fb1d6), rgb(0xe9f3f5), rgb(0xffffff), rgb(0xa9c9b8), rgb(0x2f5d50)},
	{rgb(0x3a2a5d), rgb(0xf29a76), rgb(0xffe2b8), rgb(0xb5738c), rgb(0x2b1d3a)},
	{rgb(0x0f2a43), rgb(0x5f8ea8), rgb(0xf4f1de), rgb(0x4f7488), rgb(0x0b1b2b)},
	{rgb(0xf2c48d), rgb(0xfbeed5), rgb(0xfffaf0), rgb(0xe0a878), rgb(0x8a4b38)},
	{rgb(0x4a8fa8), rgb(0xd8efe3), rgb(0xfffbe6), rgb(0x7fb7a8), rgb(0x1f5560)},
	{rgb(0x8e7cc3), rgb(0xfbdde0), rgb(0xfff3f0), rgb(0xc4a1c9), rgb(0x4b3b66)},
}

// scene draws a landscape of hills, peaks or waves. The same number produces the same picture.
func scene(n int) ([]byte, error) {
	random := rand.New(rand.NewPCG(uint64(n), 640))
	hour, ridge := hours[n%len(hours)], ridges[n%len(ridges)]
	var tops [ranges][sceneWidth]float64
	for i := range ranges {
		line := ridge(random, i)
		for x := range sceneWidth {
			tops[i][x] = sceneHeight * (0.5 + 0.13*float64(i) - 0.16*line(float64(x)/sceneWidth))
		}
	}
	sunX := sceneWidth * (0.2 + 0.6*random.Float64())
	sunY := sceneHeight * (0.22 + 0.2*random.Float64())
	radius := 24 + 20*random.Float64()
	var land [ranges]color.NRGBA
	for i := range ranges {
		land[i] = mix(hour.far, hour.near, float64(i)/(ranges-1))
	}
	picture := image.NewRGBA(image.Rect(0, 0, sceneWidth, sceneHeight)) // The JPEG encoder is much faster with RGBA.
	for y := range sceneHeight {
		sky := mix(hour.top, hour.horizon, float64(y)/(sceneHeight*0.6))
		for x := range sceneWidth {
			behind := ranges - 1 // the nearest range that covers this point completely, or -1 for the sky
			for behind >= 0 && float64(y)-tops[behind][x] < 0.5 {
				behind--
			}
			var c color.NRGBA
			if behind >= 0 {
				c = land[behind]
			} else {
				distance := math.Hypot(float64(x)-sunX, float64(y)-sunY)
				c = mix(sky, hour.sun, 0.35*math.Exp(-distance/(radius*2))) // glow
				c = mix(c, hour.sun, radius-distance+0.5)
			}
			for i := behind + 1; i < ranges; i++ { // blurred edges of nearer ranges
				c = mix(c, land[i], float64(y)-tops[i][x]+0.5)
			}
			picture.SetRGBA(x, y, color.RGBA(c))
		}
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: 92})
	return b.Bytes(), err
}

// ridges are functions that return the line of a range: a height from 0 to 1 for each position from 0 to 1.
var ridges = []func(dice *rand.Rand, nearness int) func(float64) float64{
	func(dice *rand.Rand, _ int) func(float64) float64 { // hills
		a, b := dice.Float64()*6, dice.Float64()*6
		return func(x float64) float64 { return 0.5 + 0.35*math.Sin(5*x+a) + 0.15*math.Sin(13*x+b) }
	},
	func(dice *rand.Rand, nearness int) func(float64) float64 { // peaks
		a := dice.Float64()
		return func(x float64) float64 {
			height, part := 0.0, 0.62/float64(1+nearness/2)
			for step, share := 1.3, part; step < 40; step, share = step*2.1, share/2 {
				_, at := math.Modf(x*step + a*step)
				height += share * (1 - math.Abs(2*at-1))
			}
			return height * 1.2
		}
	},
	func(dice *rand.Rand, nearness int) func(float64) float64 { // waves
		a, length := dice.Float64()*6, 26-5*float64(nearness)
		return func(x float64) float64 { return 0.1 + 0.12*math.Sin(length*x+a) + 0.08*math.Sin(length*0.37*x-a) }
	},
}

var colours = []color.NRGBA{
	rgb(0x1f6f78), rgb(0xb5533c), rgb(0x3d5a80), rgb(0x7a4e7e), rgb(0x2f6b4f), rgb(0xc08a2b), rgb(0x8c2f39), rgb(0x4a5759),
	rgb(0x5b5ea6), rgb(0x0f4c5c),
}

// marks are shapes in the middle of a logo, whose edges are at -1 and 1.
var marks = []func(x, y float64) bool{
	func(x, y float64) bool { return math.Sqrt(math.Abs(x))+math.Sqrt(math.Abs(y)) < 0.8 }, // a compass star
	func(x, y float64) bool { // two peaks
		return y < 0.4 && (y > 2*math.Abs(x+0.18)-0.5 || y > 2*math.Abs(x-0.28)-0.2)
	},
	func(x, y float64) bool { // waves
		return math.Abs(x) < 0.6 && math.Abs(y) < 0.5 && math.Abs(math.Mod(y+0.08*math.Sin(9*x)+2.1, 0.36)-0.18) < 0.08
	},
	func(x, y float64) bool { r := math.Hypot(x, y); return (r > 0.36 && r < 0.56) || r < 0.14 },          // a ring
	func(x, y float64) bool { return math.Hypot(x+0.3, y-0.3) < 0.68 && math.Hypot(x-0.3, y+0.3) < 0.68 }, // a leaf
	func(x, y float64) bool { // a sun over the sea
		return (y < 0.05 && math.Hypot(x, y-0.05) < 0.45) || (y > 0.16 && y < 0.26 && math.Abs(x) < 0.55) ||
			(y > 0.37 && y < 0.47 && math.Abs(x) < 0.35)
	},
}

// logo draws a light mark on a coloured disc or tile.
func logo(n int) ([]byte, error) {
	ground, mark := colours[n%len(colours)], marks[n%len(marks)]
	tile := func(x, y float64) bool { return math.Hypot(x, y) < 0.98 }
	if n%2 == 0 {
		tile = func(x, y float64) bool { return x*x*x*x*x*x+y*y*y*y*y*y < 0.9 }
	}
	picture := image.NewNRGBA(image.Rect(0, 0, logoSize, logoSize))
	for py := range logoSize {
		for px := range logoSize {
			inside, light := 0, 0
			for i := range 4 { // Four samples per pixel smooth the edges.
				x, y := (float64(px)+float64(i%2)/2)/logoSize*2-1, (float64(py)+float64(i/2)/2)/logoSize*2-1
				if tile(x, y) {
					inside++
					if mark(x, y) {
						light++
					}
				}
			}
			if inside > 0 {
				c := mix(ground, rgb(0xfffaf2), float64(light)/float64(inside))
				c.A = uint8(255 * inside / 4)
				picture.SetNRGBA(px, py, c)
			}
		}
	}
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, picture)
	return b.Bytes(), err
}

// portrait draws a head and shoulders on a coloured background.
func portrait(n int) ([]byte, error) {
	ground, cloth := mix(colours[n%len(colours)], rgb(0xffffff), 0.55), colours[(n*7+3)%len(colours)]
	skin, hair := skins[n%len(skins)], hairs[(n*3)%len(hairs)]
	oval := func(x, y, width, height float64) bool { return x*x/(width*width)+y*y/(height*height) < 1 }
	hairLength := 0.12 + 0.32*float64(n%3)
	at := func(x, y float64) color.NRGBA {
		switch {
		case oval(x, y+0.12, 0.27, 0.34) && y > -0.3-0.12*math.Sin(3*x+float64(n)):
			return skin
		case oval(x, y+0.2, 0.35, 0.4) && y < 0:
			return hair
		case math.Abs(x) < 0.1 && y > 0 && y < 0.46:
			return mix(skin, rgb(0x000000), 0.12)
		case oval(x, y-1.02, 0.74, 0.66):
			return cloth
		case math.Abs(x) < 0.3 && y >= 0 && y < hairLength:
			return hair
		}
		return ground
	}
	picture := image.NewNRGBA(image.Rect(0, 0, logoSize, logoSize))
	for py := range logoSize {
		for px := range logoSize {
			x, y := float64(px)/logoSize*2-1, float64(py)/logoSize*2-1
			const half = 1.0 / logoSize
			upper, lower := mix(at(x, y), at(x+half, y), 0.5), mix(at(x, y+half), at(x+half, y+half), 0.5)
			picture.SetNRGBA(px, py, mix(upper, lower, 0.5))
		}
	}
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, picture)
	return b.Bytes(), err
}

var (
	skins = []color.NRGBA{rgb(0xf1c9a5), rgb(0x8d5a3c), rgb(0xd9a066), rgb(0x5c3a28), rgb(0xe8b48c)}
	hairs = []color.NRGBA{
		rgb(0x2b1d14), rgb(0x6b4226), rgb(0xb98b4e), rgb(0x1a1a1e), rgb(0x9a9a9a), rgb(0x8a3b1e), rgb(0xd8d2c8),
	}
)

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// mix blends two colours. A share of 0 is the first, of 1 the second.
func mix(from, to color.NRGBA, share float64) color.NRGBA {
	if share <= 0 {
		return from
	}
	if share >= 1 {
		return to
	}
	between := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*share) }
	return color.NRGBA{between(from.R, to.R), between(from.G, to.G), between(from.B, to.B), 255}
}
