package pages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"waymark/internal/platform/branding"
	"waymark/internal/platform/fonts"
)

// FontFile is a font file that is served at /fonts/NAME.woff2.
type FontFile struct{ ID, Weight string }

// Name returns the file name without its extension, such as lora-700.
func (f FontFile) Name() string { return f.ID + "-" + f.Weight }

// FontFiles returns the files of the Google fonts that a branding uses.
func FontFiles(b *branding.Branding) []FontFile {
	files := []FontFile{}
	for _, group := range fontGroups(b) {
		if file, _, ok := group.google(); ok && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// fontGroup is the font of one kind of text.
type fontGroup struct {
	variable                         string // the prefix of its CSS variables
	kind, websafe, id, weight, size  string
	defaultFamily, defaultSize, bold string
}

func fontGroups(b *branding.Branding) []fontGroup {
	return []fontGroup{
		{
			"title", b.CollectionTitleFontType, b.CollectionTitleWebsafeFontFamily, b.CollectionTitleGoogleFontID,
			b.CollectionTitleGoogleFontWeight, b.CollectionTitleFontSize, "Georgia", "4xl", "700",
		},
		{
			"item", b.ContentTitleFontType, b.ContentTitleWebsafeFontFamily, b.ContentTitleGoogleFontID,
			b.ContentTitleGoogleFontWeight, b.ContentTitleFontSize, "Georgia", "xl", "700",
		},
		{
			"body", b.BodyTextFontType, b.BodyTextWebsafeFontFamily, b.BodyTextGoogleFontID,
			b.BodyTextGoogleFontWeight, b.BodyTextFontSize, "Helvetica", "base", "400",
		},
	}
}

// google returns the file of a Google font: the chosen weight, or the one that is closest to the usual weight.
func (g fontGroup) google() (FontFile, fonts.Font, bool) {
	font, ok := fonts.Find(g.id)
	if g.kind != "google-font" || !ok {
		return FontFile{}, fonts.Font{}, false
	}
	weight := g.weight
	if !slices.Contains(font.Weights, weight) {
		weight = closestWeight(font.Weights, g.bold)
	}
	return FontFile{font.ID, weight}, font, true
}

func closestWeight(weights []string, wanted string) string {
	distance := func(weight string) int {
		a, _ := strconv.Atoi(weight)
		b, _ := strconv.Atoi(wanted)
		return max(a-b, b-a)
	}
	if len(weights) == 0 {
		return wanted
	}
	return slices.MinFunc(weights, func(a, b string) int { return cmp.Compare(distance(a), distance(b)) })
}

// stacks are the web-safe families with their substitutes, which have similar widths. Not every system has every
// family.
var stacks = map[string]string{
	"inherit":         "inherit",
	"Arial":           `Arial,"Liberation Sans",sans-serif`,
	"Arial Black":     `"Arial Black",Arial,sans-serif`,
	"Gill Sans":       `"Gill Sans","Gill Sans MT",Calibri,Carlito,sans-serif`,
	"Helvetica":       `Helvetica,"Helvetica Neue",Arial,"Liberation Sans",sans-serif`,
	"Impact":          `Impact,"Arial Narrow Bold",sans-serif`,
	"Tahoma":          `Tahoma,Verdana,"DejaVu Sans",sans-serif`,
	"Trebuchet MS":    `"Trebuchet MS","Lucida Grande",sans-serif`,
	"Verdana":         `Verdana,"DejaVu Sans",sans-serif`,
	"Baskerville":     `Baskerville,"Baskerville Old Face",Georgia,Gelasio,serif`,
	"Georgia":         `Georgia,Gelasio,serif`,
	"Palatino":        `Palatino,"Palatino Linotype","Book Antiqua",serif`,
	"Times New Roman": `"Times New Roman",Times,"Liberation Serif",serif`,
	"Courier":         `Courier,"Courier New","Liberation Mono",monospace`,
	"Lucida":          `Lucida,"Lucida Sans","Lucida Grande","Lucida Sans Unicode",sans-serif`,
	"Monaco":          `Monaco,Menlo,Consolas,"DejaVu Sans Mono",monospace`,
	"Bradley Hand":    `"Bradley Hand","Segoe Print",cursive`,
	"Brush Script MT": `"Brush Script MT","Segoe Script",cursive`,
}

// substitutes are shown until a Google font is loaded, by its category.
var substitutes = map[string]string{
	"serif":       "Georgia,serif",
	"monospace":   `Consolas,Menlo,monospace`,
	"handwriting": "cursive",
}

// fontSizes are in pixels.
var fontSizes = map[string]int{
	"xs": 12, "sm": 14, "base": 16, "lg": 18, "xl": 20, "2xl": 24, "3xl": 30, "4xl": 36, "5xl": 48, "6xl": 60,
	"7xl": 72, "8xl": 96, "9xl": 128,
}

// css returns the variables of a font, and the rule that loads its file if it is available.
func (g fontGroup) css(available map[string]bool) (variables, face string, file FontFile) {
	family, weight := stacks[g.websafe], g.bold
	if family == "" {
		family = stacks[g.defaultFamily]
	}
	if chosen, font, ok := g.google(); ok {
		weight = chosen.Weight
		family = quoteFamily(font.Family) + "," + cmp.Or(substitutes[font.Category], "Arial,sans-serif")
		if available[chosen.Name()] {
			file = chosen
			face = fmt.Sprintf(`@font-face{font-family:%s;font-weight:%s;font-display:swap;`+
				`src:url(/fonts/%s.woff2) format("woff2")}`,
				quoteFamily(font.Family), chosen.Weight, chosen.Name())
		}
	}
	size := fontSizes[g.size]
	if size == 0 {
		size = fontSizes[g.defaultSize]
	}
	return fmt.Sprintf("--%[1]s-family:%[2]s;--%[1]s-weight:%[3]s;--%[1]s-size:%[4]s;", g.variable, family, weight,
		rem(int64(size))), face, file
}

// rem converts pixels, so that texts grow with the font size that visitors have set in their browser.
func rem(pixels int64) string {
	return strconv.FormatFloat(float64(pixels)/16, 'f', -1, 64) + "rem"
}

// quoteFamily quotes a family of the catalogue.
func quoteFamily(name string) string {
	return `"` + strings.Map(func(r rune) rune {
		if r == '"' || r == '\\' || r == '<' || r < ' ' {
			return -1
		}
		return r
	}, name) + `"`
}
