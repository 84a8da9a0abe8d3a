package pages

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// Text colours of the header.
const (
	white    = "#ffffff"
	darkText = "#17202b"
	black    = "#000000"
)

// minContrast is the contrast that WCAG requires of text.
const minContrast = 4.5

var hexColour = regexp.MustCompile(`^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)

// rgb is a colour with channels from 0 to 255.
type rgb [3]float64

// parseColour reads #abc or #aabbcc.
func parseColour(text string) (rgb, bool) {
	if !hexColour.MatchString(text) {
		return rgb{}, false
	}
	digits := text[1:]
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	var c rgb
	for i := range c {
		n, err := strconv.ParseUint(digits[2*i:2*i+2], 16, 8)
		if err != nil {
			return rgb{}, false
		}
		c[i] = float64(n)
	}
	return c, true
}

func (c rgb) String() string {
	return fmt.Sprintf("#%02x%02x%02x", int(math.Round(c[0])), int(math.Round(c[1])), int(math.Round(c[2])))
}

// over blends the colour over another one.
func (c rgb) over(background rgb, opacity float64) rgb {
	var sum rgb
	for i := range sum {
		sum[i] = math.Round(background[i]*(1-opacity) + c[i]*opacity)
	}
	return sum
}

// luminance returns the relative luminance, from 0 to 1.
func (c rgb) luminance() float64 {
	linear := func(channel float64) float64 {
		if channel /= 255; channel <= 0.04045 {
			return channel / 12.92
		}
		return math.Pow((channel+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
}

// contrast returns the WCAG contrast ratio of two colours.
func contrast(a, b rgb) float64 {
	bright, dark := max(a.luminance(), b.luminance()), min(a.luminance(), b.luminance())
	return (bright + 0.05) / (dark + 0.05)
}

// readableOn returns the first of the colours that is readable on a background, or else the last one. Black is readable
// where white is not.
func readableOn(background rgb, colours ...string) string {
	for _, text := range colours {
		if c, ok := parseColour(text); ok && contrast(c, background) >= minContrast {
			return text
		}
	}
	return colours[len(colours)-1]
}
