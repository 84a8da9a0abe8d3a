package pages

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"waymark/internal/kit/media"
)

// The longest texts of a page, in characters. The forms allow fewer.
const (
	maxName = 300
	maxText = 6000
)

// shorten cuts a text that is longer than a number of characters.
func shorten(text string, limit int) string {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return strings.TrimRightFunc(string([]rune(text)[:limit-1]), unicode.IsSpace) + "…"
}

// safeURL returns an http, https or mailto URL or a path of this site, and "" for anything else.
func safeURL(address string) string {
	if isPlainPath(address) {
		return address
	}
	address = strings.TrimSpace(address)
	if len(address) > 4000 || strings.ContainsFunc(address, unicode.IsControl) || strings.Contains(address, `\`) {
		return ""
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	switch parsed.Scheme {
	case "http", "https":
		if parsed.Host != "" {
			return address
		}
	case "mailto":
		return address
	case "":
		if parsed.Host == "" && (strings.HasPrefix(address, "/") || strings.HasPrefix(address, "#")) {
			return address
		}
	}
	return ""
}

// isPlainPath reports whether an address is a path of this site without special characters, as most are: those of
// images.
func isPlainPath(address string) bool {
	if len(address) > 1000 || !strings.HasPrefix(address, "/") || strings.HasPrefix(address, "//") {
		return false
	}
	for i := range len(address) {
		switch c := address[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '/', c == '-', c == '.', c == '_':
		default:
			return false
		}
	}
	return true
}

// target is where a link leads. It is empty if the link has no safe URL.
type target struct {
	href   string
	newTab bool
}

func (v *view) target(address string, sameTab bool) target {
	if v.Preview {
		return target{}
	}
	address = safeURL(address)
	return target{address, !sameTab && len(address) > 4 && strings.EqualFold(address[:4], "http")}
}

var notDialled = regexp.MustCompile(`[^0-9+]`)

// phoneTarget is the href of a phone number.
func (v *view) phoneTarget(phone string) target {
	number := notDialled.ReplaceAllString(phone, "")
	if number == "" || v.Preview {
		return target{}
	}
	return target{href: "tel:" + number}
}

// imageURL returns the URL of an image. Sample images of a preview are data URLs.
func (v *view) imageURL(address string) string {
	if v.Preview && strings.HasPrefix(address, "data:image/svg+xml,") {
		return address
	}
	address = safeURL(address)
	if strings.HasPrefix(address, "mailto:") || strings.HasPrefix(address, "#") {
		return ""
	}
	return address
}

// image returns an image of the content. The first one of a page is loaded at once, all others when they are about to
// be seen.
func (v *view) image(img *media.Image, class, alt, sizes string) *picture {
	if !v.firstLoaded {
		found := v.picture(img, class, alt, sizes, ` fetchpriority="high"`)
		v.firstLoaded = found != nil
		return found
	}
	return v.picture(img, class, alt, sizes, ` loading="lazy"`)
}

// picture is an image as it is shown.
type picture struct {
	class, src, srcset, sizes, alt string
	width, height                  int // 0 if unknown
	loading                        markup
}

// picture returns an image, or nil if there is none that can be shown.
func (v *view) picture(img *media.Image, class, alt, sizes string, loading markup) *picture {
	if img == nil {
		return nil
	}
	found := &picture{class: class, alt: alt, loading: loading}
	v.addSources(found, img)
	if found.src == "" {
		return nil
	}
	if found.srcset != "" && sizes != "" {
		found.sizes = sizes
	} else {
		found.srcset = ""
	}
	return found
}

// smallWidth is the width that is offered to browsers beside the largest one: phones have several pixels to a point. A
// third one would add three kilobytes to a page with 50 items.
const smallWidth = 640

// addSources adds the URL of an image in its largest size, and the sizes that a browser can choose from.
func (v *view) addSources(p *picture, img *media.Image) {
	for i := range img.Conversions {
		c := &img.Conversions[i]
		if c.Name != "wide" || !c.HasConversion || v.imageURL(c.URL) == "" || strings.ContainsAny(c.URL, " ,") {
			continue
		}
		p.src, p.width, p.height = c.URL, c.Meta.Width, c.Meta.Height
		dot := strings.LastIndexByte(c.URL, '.')
		if slices.Contains(c.Sizes, smallWidth) && dot > 0 {
			small := strconv.Itoa(smallWidth)
			p.srcset = c.URL[:dot] + "-" + small + c.URL[dot:] + " " + small + "w," + c.URL + " " + strconv.Itoa(p.width) + "w"
		}
		return
	}
	p.src, p.width, p.height = v.imageURL(img.FullURL), img.Width, img.Height
}

// smallest returns the smallest image that is sharp at a width of about 100 points.
func (v *view) smallest(img *media.Image) *media.Image {
	if img == nil || v.imageURL(img.ThumbURL) == "" {
		return img
	}
	return &media.Image{FullURL: img.ThumbURL, Width: img.Width, Height: img.Height}
}
