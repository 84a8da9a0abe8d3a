package pages

import (
	"fmt"
	"html/template"
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

// attribute returns an attribute with its value escaped.
func attribute(name, value string) string {
	return ` ` + name + `="` + template.HTMLEscapeString(value) + `"`
}

// target is a link's href, and the attributes of links that open in a new tab. It is empty if the link has no safe URL.
func (v *view) target(address string, sameTab bool) template.HTMLAttr {
	address = safeURL(address)
	if address == "" || v.Preview {
		return ""
	}
	attributes := attribute("href", address)
	if !sameTab && strings.HasPrefix(strings.ToLower(address), "http") {
		attributes += ` rel="noopener" target="_blank"`
	}
	return template.HTMLAttr(attributes[1:]) //nolint:gosec // the value is escaped and its scheme allowed
}

var notDialled = regexp.MustCompile(`[^0-9+]`)

// phoneTarget is the href of a phone number.
func (v *view) phoneTarget(phone string) template.HTMLAttr {
	number := notDialled.ReplaceAllString(phone, "")
	if number == "" || v.Preview {
		return ""
	}
	return template.HTMLAttr(attribute("href", "tel:"+number)[1:]) //nolint:gosec // digits only
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
func (v *view) image(img *media.Image, class, alt, sizes string) template.HTML {
	if !v.firstLoaded {
		found := v.element(img, class, alt, sizes, ` fetchpriority="high"`)
		v.firstLoaded = found != ""
		return found
	}
	return v.element(img, class, alt, sizes, ` loading="lazy"`)
}

// element returns an img element. Browsers choose among its sizes with sizes, and reserve its place by width and
// height.
func (v *view) element(img *media.Image, class, alt, sizes, loading string) template.HTML {
	if img == nil {
		return ""
	}
	src, candidates, width, height := v.sources(img)
	if src == "" {
		return ""
	}
	tag := "<img"
	if class != "" {
		tag += attribute("class", class)
	}
	tag += attribute("src", src)
	if len(candidates) > 1 && sizes != "" {
		tag += attribute("srcset", strings.Join(candidates, ",")) + attribute("sizes", sizes)
	}
	if width > 0 && height > 0 {
		tag += fmt.Sprintf(` width="%d" height="%d"`, width, height)
	}
	return template.HTML(tag + loading + attribute("alt", alt) + ">") //nolint:gosec // all values are escaped
}

// smallWidth is the width that is offered to browsers beside the largest one: phones have several pixels to a point. A
// third one would add three kilobytes to a page with 50 items.
const smallWidth = 640

// sources returns the URL of an image in its largest size, and its candidates for srcset.
func (v *view) sources(img *media.Image) (src string, candidates []string, width, height int) {
	src, width, height = v.imageURL(img.FullURL), img.Width, img.Height
	for _, c := range img.Conversions {
		if c.Name != "wide" || !c.HasConversion || v.imageURL(c.URL) == "" || strings.ContainsAny(c.URL, " ,") {
			continue
		}
		dot := strings.LastIndexByte(c.URL, '.')
		if slices.Contains(c.Sizes, smallWidth) && dot > 0 {
			small := strconv.Itoa(smallWidth)
			candidates = append(candidates, c.URL[:dot]+"-"+small+c.URL[dot:]+" "+small+"w")
		}
		candidates = append(candidates, c.URL+" "+strconv.Itoa(c.Meta.Width)+"w")
		src, width, height = c.URL, c.Meta.Width, c.Meta.Height
	}
	return src, candidates, width, height
}

// smallest returns the smallest image that is sharp at a width of about 100 points.
func (v *view) smallest(img *media.Image) *media.Image {
	if img == nil || v.imageURL(img.ThumbURL) == "" {
		return img
	}
	return &media.Image{FullURL: img.ThumbURL, Width: img.Width, Height: img.Height}
}
