package pages

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"waymark/internal/platform/branding"
)

// look is the appearance of a page. All values are from fixed lists or have been parsed, so that nothing that staff
// have typed reaches the style sheet as it is.
type look struct {
	Theme    string
	Columns  int
	Overlay  string // as in the setting header_overlay
	Gradient bool
	Dark     bool // whether the header is dark
	LogoBar  bool // whether the logo is in the contact bar
	Scrim    string
	fonts    []FontFile // the files that the page loads

	variables markup
	hash      string // of the style sheet

	lock sync.Mutex
	// starts are the compressed beginnings of pages with this look.
	starts map[string][]byte
}

var themes = map[string]bool{"default": true, "classic-grid": true, "modernello": true}

var columns = map[string]int{"one-column": 1, "two-columns": 2, "three-columns": 3}

// The background colours of the header.
const (
	lightHeader   = "#eef2f5"
	darkHeader    = "#17202b"
	averageHeader = "#7d8590" // the brightness of a picture is unknown, so below an overlay it counts as medium
)

// overlayPanel is the overlay that covers the panel with the title only.
const overlayPanel = "centered" //nolint:misspell // spelled as in CSS

// minVeil is the opacity, in percent, below which an overlay does not make text on a picture readable.
const minVeil = 50

// newLook derives the appearance from a branding. Values that are not valid are replaced by their defaults.
func newLook(b, defaults *branding.Branding, available map[string]bool) *look {
	l := &look{
		Theme: b.Theme, Columns: columns[b.ContentLayout], Overlay: b.HeaderOverlay,
		Gradient: b.HeaderOverlayBackgroundStyle == "linear-gradient", Dark: b.HeaderStyle == "dark",
		LogoBar: b.LogoLocation == "contact-bar",
	}
	if !themes[l.Theme] {
		l.Theme = "default"
	}
	if l.Columns == 0 {
		l.Columns = columns[defaults.ContentLayout]
	}
	if l.Overlay != "none" && l.Overlay != "full" {
		l.Overlay = overlayPanel
	}
	css := &strings.Builder{}
	brand := l.colours(css, b, defaults)
	l.header(css, b, defaults, brand)
	for _, size := range []struct {
		name                string
		value, defaultValue int64
	}{
		{"message", b.HeaderMessageFontSize, defaults.HeaderMessageFontSize},
		{"heading", b.HeadingBlockFontSize, defaults.HeadingBlockFontSize},
		{"inspires", b.InspiresCollectionTitleFontSize, defaults.InspiresCollectionTitleFontSize},
	} {
		fmt.Fprintf(css, "--%s-size:%s;", size.name, rem(inRange(size.value, 8, 200, size.defaultValue)))
	}
	faces := ""
	for _, group := range fontGroups(b) {
		variables, face, file := group.css(available)
		css.WriteString(variables)
		if face != "" && !strings.Contains(faces, face) {
			faces += face
			l.fonts = append(l.fonts, file)
		}
	}
	l.variables = markup(":root{" + strings.TrimSuffix(css.String(), ";") + "}" + faces)
	var w writer
	l.write(&w)
	l.hash = styleHash(w.out)
	return l
}

// colours writes the variables of colours, and returns the brand colour.
func (l *look) colours(css *strings.Builder, b, defaults *branding.Branding) rgb {
	valid := func(value, defaultValue string) string {
		if hexColour.MatchString(value) {
			return strings.ToLower(value)
		}
		return defaultValue
	}
	brand, hover := valid(b.BrandColor, defaults.BrandColor), valid(b.BrandHoverColor, defaults.BrandHoverColor)
	brandColour, _ := parseColour(brand)
	hoverColour, _ := parseColour(hover)
	fmt.Fprintf(css, "--brand:%s;--brand-ink:%s;--brand-hover:%s;--brand-hover-ink:%s;", brand,
		readableOn(brandColour, white, black), hover, readableOn(hoverColour, white, black))
	fmt.Fprintf(css, "--link:%s;--link-hover:%s;--heading:%s;--body:%s;",
		valid(b.LinkColor, defaults.LinkColor), valid(b.LinkHoverColor, defaults.LinkHoverColor),
		valid(b.HeadingColor, defaults.HeadingColor), valid(b.BodyColor, defaults.BodyColor))
	return brandColour
}

// header writes the variables of the header. Its text is readable on the background with the overlay over it.
func (l *look) header(css *strings.Builder, b, defaults *branding.Branding, brand rgb) {
	opacity := inRange(b.HeaderOverlayOpacity, 0, 100, defaults.HeaderOverlayOpacity)
	background := lightHeader
	if l.Dark {
		background = darkHeader
	}
	hasImage := b.HeaderBackgroundImage != nil
	veil := opacity
	if l.Overlay == "none" {
		veil = 0
	}
	if hasImage && veil >= minVeil {
		background = averageHeader
	}
	below, _ := parseColour(background)
	ink := readableOn(brand.over(below, float64(veil)/100), white, darkText, black)
	if hasImage && (veil < minVeil || l.Gradient) {
		l.Scrim = "light"
		if ink == white {
			l.Scrim = "dark"
		}
	}
	fmt.Fprintf(css, "--opacity:%d%%;--header-ink:%s;", opacity, ink)
}

func inRange(n, lowest, highest, defaultValue int64) int64 {
	if n < lowest || n > highest {
		return defaultValue
	}
	return n
}

//go:embed page.css
var pageCSS string

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cssSpace   = regexp.MustCompile(`\s+`)
	cssSigns   = regexp.MustCompile(` ?([{};,>]) ?|(:) `)
)

// themeCSS has the style sheet of each theme.
var themeCSS = sync.OnceValue(func() map[string]markup {
	sheets := map[string]markup{}
	for theme := range themes {
		sheets[theme] = markup(compactCSS(pageCSS, theme))
	}
	return sheets
})

// compactCSS removes the rules of other themes, comments and spaces. Each rule is on a line of its own. Spaces before
// colons and around + and - have a meaning.
func compactCSS(css, theme string) string {
	rules := []string{}
	for line := range strings.Lines(css) {
		name, isTheme := strings.CutPrefix(strings.TrimSpace(line), "[data-theme=")
		if !isTheme || strings.HasPrefix(name, theme+"]") {
			rules = append(rules, line)
		}
	}
	css = cssSpace.ReplaceAllString(cssComment.ReplaceAllString(strings.Join(rules, ""), ""), " ")
	return strings.TrimSpace(strings.ReplaceAll(cssSigns.ReplaceAllString(css, "$1$2"), ";}", "}"))
}

// write writes the content of the page's style element.
func (l *look) write(w *writer) {
	w.markup(l.variables)
	w.markup(themeCSS()[l.Theme])
}

// styleHash returns the source expression that allows a style element.
func styleHash(style []byte) string {
	sum := sha256.Sum256(style)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
