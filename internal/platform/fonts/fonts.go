// Package fonts lists the fonts available for a partner's pages: the Google Fonts catalogue, as of build time, and
// web-safe fonts.
package fonts

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed catalogue.tsv
var catalogueFile string

// Font is a font family of the catalogue.
type Font struct {
	ID, Family, Category string
	Weights              []string // 100 to 900
}

var catalogue = sync.OnceValue(func() []Font {
	fonts := []Font{}
	for line := range strings.Lines(catalogueFile) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		fonts = append(fonts, Font{ID: cells[0], Family: cells[1], Category: cells[2], Weights: strings.Fields(cells[3])})
	}
	return fonts
})

var byID = sync.OnceValue(func() map[string]Font {
	index := map[string]Font{}
	for _, font := range catalogue() {
		index[font.ID] = font
	}
	return index
})

// Google returns the fonts of the catalogue, sorted by family.
func Google() []Font { return catalogue() }

// Find returns the font of the catalogue with the given id.
func Find(id string) (Font, bool) {
	font, ok := byID()[id]
	return font, ok
}

// Websafe lists the families that need no download. The first one inherits the font of the surrounding page.
var Websafe = []string{
	"inherit", "Arial", "Arial Black", "Gill Sans", "Helvetica", "Impact", "Tahoma", "Trebuchet MS", "Verdana",
	"Baskerville", "Georgia", "Palatino", "Times New Roman", "Courier", "Lucida", "Monaco", "Bradley Hand",
	"Brush Script MT",
}
