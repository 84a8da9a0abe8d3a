// Package fonts knows the fonts a partner's pages can be set in: the Google Fonts catalogue, as it was when the program
// was built, and those every browser has.
package fonts

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed catalogue.tsv
var file string

// Font is a family of the catalogue.
type Font struct {
	ID, Family, Category string
	Weights              []string // 100 to 900
}

var catalogue = sync.OnceValue(func() []Font {
	all := []Font{}
	for line := range strings.Lines(file) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		all = append(all, Font{ID: cells[0], Family: cells[1], Category: cells[2], Weights: strings.Fields(cells[3])})
	}
	return all
})

var byID = sync.OnceValue(func() map[string]Font {
	found := map[string]Font{}
	for _, font := range catalogue() {
		found[font.ID] = font
	}
	return found
})

// Google are the fonts of the catalogue, by family.
func Google() []Font { return catalogue() }

// Find is a font of the catalogue by its id.
func Find(id string) (Font, bool) {
	font, ok := byID()[id]
	return font, ok
}

// Websafe are the families that need no download. The first leaves it to the page.
var Websafe = []string{
	"inherit", "Arial", "Arial Black", "Gill Sans", "Helvetica", "Impact", "Tahoma", "Trebuchet MS", "Verdana",
	"Baskerville", "Georgia", "Palatino",
	"Times New Roman", "Courier", "Lucida", "Monaco", "Bradley Hand", "Brush Script MT",
}
