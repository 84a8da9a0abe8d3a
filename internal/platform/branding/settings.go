package branding

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"waymark/internal/kit/media"
	"waymark/internal/platform/fonts"
)

// Customisations holds the appearance of a partner's pages. A setting that is null has its default.
type Customisations struct {
	CustomisationImages

	BrandColor      *string `json:"brand_color"`
	BrandHoverColor *string `json:"brand_hover_color"`
	LinkColor       *string `json:"link_color"`
	LinkHoverColor  *string `json:"link_hover_color"`
	HeadingColor    *string `json:"heading_color"`
	BodyColor       *string `json:"body_color"`

	CollectionTitleFontType          *string `json:"collection_title_font_type"`
	CollectionTitleWebsafeFontFamily *string `json:"collection_title_websafe_font_family"`
	CollectionTitleGoogleFontID      *string `json:"collection_title_google_font_id"`
	CollectionTitleGoogleFontWeight  *string `json:"collection_title_google_font_weight"`
	CollectionTitleFontSize          *string `json:"collection_title_font_size"`

	ContentTitleFontType          *string `json:"content_title_font_type"`
	ContentTitleWebsafeFontFamily *string `json:"content_title_websafe_font_family"`
	ContentTitleGoogleFontID      *string `json:"content_title_google_font_id"`
	ContentTitleGoogleFontWeight  *string `json:"content_title_google_font_weight"`
	ContentTitleFontSize          *string `json:"content_title_font_size"`

	BodyTextFontType          *string `json:"body_text_font_type"`
	BodyTextWebsafeFontFamily *string `json:"body_text_websafe_font_family"`
	BodyTextGoogleFontID      *string `json:"body_text_google_font_id"`
	BodyTextGoogleFontWeight  *string `json:"body_text_google_font_weight"`
	BodyTextFontSize          *string `json:"body_text_font_size"`

	HeaderMessageFontSize           *int64 `json:"header_message_font_size" doc:"Pixels."`
	HeadingBlockFontSize            *int64 `json:"heading_block_font_size" doc:"Pixels."`
	InspiresCollectionTitleFontSize *int64 `json:"inspires_collection_title_font_size" doc:"Pixels."`

	LogoLocation                 *string `json:"logo_location"`
	HeaderStyle                  *string `json:"header_style"`
	HeaderOverlay                *string `json:"header_overlay"`
	HeaderOverlayBackgroundStyle *string `json:"header_overlay_background_style"`
	HeaderOverlayOpacity         *int64  `json:"header_overlay_opacity" doc:"Percent."`

	Theme                  *string `json:"theme"`
	ContentLayout          *string `json:"content_layout"`
	ContentTitleEnabled    *bool   `json:"content_title_enabled"`
	ContentLeadInEnabled   *bool   `json:"content_lead_in_enabled"`
	ContentRuntimeEnabled  *bool   `json:"content_runtime_enabled"`
	ContentAuthorEnabled   *bool   `json:"content_author_enabled"`
	ContentSynopsisEnabled *bool   `json:"content_synopsis_enabled"`
	ContentImageEnabled    *bool   `json:"content_image_enabled"`
}

// Branding holds the appearance of a partner's pages, with the defaults of settings that the partner has not chosen.
type Branding struct {
	Logo                  *media.Image `json:"logo" doc:"Logo, or null."`
	LogoLight             *media.Image `json:"logo_light" doc:"Logo for dark backgrounds, or null."`
	Favicon               *media.Image `json:"favicon" doc:"Icon in the browser tab, or null."`
	HeaderBackgroundImage *media.Image `json:"header_background_image" doc:"Picture behind the header, or null."`

	BrandColor      string `json:"brand_color" doc:"Colour of buttons and accents, as a CSS colour." example:"#0f6b5c"`
	BrandHoverColor string `json:"brand_hover_color" doc:"Colour of buttons under the pointer, as a CSS colour." example:"#0b4f44"`
	LinkColor       string `json:"link_color" doc:"Colour of links, as a CSS colour." example:"#0f6b5c"`
	LinkHoverColor  string `json:"link_hover_color" doc:"Colour of links under the pointer, as a CSS colour." example:"#0b4f44"`
	HeadingColor    string `json:"heading_color" doc:"Colour of headings, as a CSS colour." example:"inherit"`
	BodyColor       string `json:"body_color" doc:"Colour of text, as a CSS colour." example:"inherit"`

	CollectionTitleFontType          string `json:"collection_title_font_type" doc:"Kind of font of collection titles: websafe-font or google-font." example:"websafe-font"`
	CollectionTitleWebsafeFontFamily string `json:"collection_title_websafe_font_family" doc:"Font family of collection titles, if the font type is websafe-font." example:"Georgia"`
	CollectionTitleGoogleFontID      string `json:"collection_title_google_font_id" doc:"Google Font of collection titles. Empty unless the font type is google-font." example:""`
	CollectionTitleGoogleFontWeight  string `json:"collection_title_google_font_weight" doc:"Weight of the Google Font of collection titles. Empty for the regular weight." example:""`
	CollectionTitleFontSize          string `json:"collection_title_font_size" doc:"Size of collection titles, from xs to 9xl." example:"4xl"`

	ContentTitleFontType          string `json:"content_title_font_type" doc:"Kind of font of content titles: websafe-font or google-font." example:"websafe-font"`
	ContentTitleWebsafeFontFamily string `json:"content_title_websafe_font_family" doc:"Font family of content titles, if the font type is websafe-font." example:"Georgia"`
	ContentTitleGoogleFontID      string `json:"content_title_google_font_id" doc:"Google Font of content titles. Empty unless the font type is google-font." example:""`
	ContentTitleGoogleFontWeight  string `json:"content_title_google_font_weight" doc:"Weight of the Google Font of content titles. Empty for the regular weight." example:""`
	ContentTitleFontSize          string `json:"content_title_font_size" doc:"Size of content titles, from xs to 9xl." example:"xl"`

	BodyTextFontType          string `json:"body_text_font_type" doc:"Kind of font of texts: websafe-font or google-font." example:"websafe-font"`
	BodyTextWebsafeFontFamily string `json:"body_text_websafe_font_family" doc:"Font family of texts, if the font type is websafe-font." example:"Helvetica"`
	BodyTextGoogleFontID      string `json:"body_text_google_font_id" doc:"Google Font of texts. Empty unless the font type is google-font." example:""`
	BodyTextGoogleFontWeight  string `json:"body_text_google_font_weight" doc:"Weight of the Google Font of texts. Empty for the regular weight." example:""`
	BodyTextFontSize          string `json:"body_text_font_size" doc:"Size of texts, from xs to 9xl." example:"base"`

	HeaderMessageFontSize           int64 `json:"header_message_font_size" doc:"Size of the message in the header, in pixels." example:"18"`
	HeadingBlockFontSize            int64 `json:"heading_block_font_size" doc:"Size of headings between items, in pixels." example:"24"`
	InspiresCollectionTitleFontSize int64 `json:"inspires_collection_title_font_size" doc:"Size of collection titles on Inspires, in pixels." example:"32"`

	LogoLocation                 string `json:"logo_location" doc:"Where the logo is: header or contact-bar." example:"header"`
	HeaderStyle                  string `json:"header_style" doc:"Colours of the header: light or dark." example:"light"`
	HeaderOverlay                string `json:"header_overlay" doc:"Box behind the text in the header: none, centered or full." example:"centered"` //nolint:misspell,lll // spelled as in CSS
	HeaderOverlayBackgroundStyle string `json:"header_overlay_background_style" doc:"Fill of that box: solid or linear-gradient." example:"solid"`
	HeaderOverlayOpacity         int64  `json:"header_overlay_opacity" doc:"Opacity of that box in percent." example:"60"`

	Theme                  string `json:"theme" doc:"Theme: default, classic-grid or modernello." example:"default"`
	ContentLayout          string `json:"content_layout" doc:"Layout of the content: one-column, two-columns or three-columns." example:"two-columns"`
	ContentTitleEnabled    bool   `json:"content_title_enabled" doc:"Whether the title of items is shown." example:"true"`
	ContentLeadInEnabled   bool   `json:"content_lead_in_enabled" doc:"Whether the lead-in of items is shown." example:"true"`
	ContentRuntimeEnabled  bool   `json:"content_runtime_enabled" doc:"Whether the running time of items is shown." example:"true"`
	ContentAuthorEnabled   bool   `json:"content_author_enabled" doc:"Whether the author of items is shown." example:"true"`
	ContentSynopsisEnabled bool   `json:"content_synopsis_enabled" doc:"Whether the synopsis of items is shown." example:"true"`
	ContentImageEnabled    bool   `json:"content_image_enabled" doc:"Whether the picture of items is shown." example:"true"`
}

// Setting describes a setting of a partner's pages.
type Setting struct {
	Name string
	// read decodes a sent value. A nil value restores the default. If the value is invalid, problem describes why.
	read            func(raw json.RawMessage) (value any, problem string)
	Words           []string // the allowed values, or nil for any
	Lowest, Highest *float64 // the range of a number
	defaultValue    any      // as a CSS value
}

const (
	websafe    = "websafe-font"
	googleFont = "google-font"
)

var (
	fontGroups = []string{"collection_title_", "content_title_", "body_text_"}
	sizes      = []string{"xs", "sm", "base", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl", "7xl", "8xl", "9xl"}
)

// Settings lists all settings except images, with their defaults.
var Settings = slices.Concat(
	[]Setting{
		colour("brand_color", "#0f6b5c"), derived("brand_hover_color"), derived("link_color"), derived("link_hover_color"),
		colour("heading_color", "inherit"), colour("body_color", "inherit"),
	},
	fontGroup("collection_title_", "Georgia", "4xl"), fontGroup("content_title_", "Georgia", "xl"),
	fontGroup("body_text_", "Helvetica", "base"),
	[]Setting{
		pixels("header_message_font_size", "18px"), pixels("heading_block_font_size", "24px"),
		pixels("inspires_collection_title_font_size", "32px"),
		word("logo_location", "header", "header", "contact-bar"),
		word("header_style", "light", "light", "dark"),
		word("header_overlay", "centered", "none", "centered", "full"), //nolint:misspell // spelled as in CSS
		word("header_overlay_background_style", "solid", "solid", "linear-gradient"),
		percent("header_overlay_opacity", 60),
		word("theme", "default", "default", "classic-grid", "modernello"),
		word("content_layout", "two-columns", "one-column", "two-columns", "three-columns"),
		toggle("content_title_enabled"), toggle("content_lead_in_enabled"), toggle("content_runtime_enabled"),
		toggle("content_author_enabled"), toggle("content_synopsis_enabled"), toggle("content_image_enabled"),
	},
)

func fontGroup(prefix, family, size string) []Setting {
	return []Setting{
		word(prefix+"font_type", websafe, websafe, googleFont),
		word(prefix+"websafe_font_family", family, fonts.Websafe...),
		text(prefix+"google_font_id", func(id string) string {
			if _, ok := fonts.Find(id); !ok {
				return "This font doesn't exist."
			}
			return ""
		}),
		text(prefix+"google_font_weight", func(string) string { return "" }), // validated by CheckFonts
		word(prefix+"font_size", size, sizes...),
	}
}

// text returns a text setting that is empty by default.
func text(name string, problem func(string) string) Setting {
	return Setting{Name: name, read: func(raw json.RawMessage) (any, string) {
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return nil, "Must be text."
		}
		if s = strings.TrimSpace(s); s == "" {
			return nil, ""
		}
		return s, problem(s)
	}}
}

func word(name, defaultValue string, words ...string) Setting {
	s := text(name, func(value string) string {
		if !slices.Contains(words, value) {
			return "Must be one of: " + strings.Join(words, ", ") + "."
		}
		return ""
	})
	s.defaultValue, s.Words = defaultValue, words
	return s
}

var colourPattern = regexp.MustCompile(`^#(?:[0-9a-f]{3}|[0-9a-f]{6})$`)

// colour returns a colour setting. The CSS value "inherit" is equivalent to an empty value.
func colour(name, defaultValue string) Setting {
	plain := text(name, func(string) string { return "" })
	read := plain.read
	plain.defaultValue = defaultValue
	plain.read = func(raw json.RawMessage) (any, string) {
		value, problem := read(raw)
		colour, ok := value.(string)
		if !ok || problem != "" {
			return nil, problem
		}
		colour = strings.ToLower(colour)
		if colour == "inherit" {
			return nil, ""
		}
		if !colourPattern.MatchString(colour) {
			return nil, "Must be a colour, such as #0f6b5c."
		}
		return colour, ""
	}
	return plain
}

// derived returns a colour setting that follows from other colours until it is set. See addDerived.
func derived(name string) Setting {
	s := colour(name, "")
	s.defaultValue = nil
	return s
}

// The range of font sizes in pixels.
const minFontSize, maxFontSize = 8, 200

// pixels returns a setting that accepts a number or a CSS length in pixels: 16px.
func pixels(name, defaultValue string) Setting {
	s := number(name, minFontSize, maxFontSize)
	s.defaultValue = defaultValue
	read := s.read
	s.read = func(raw json.RawMessage) (any, string) {
		var styled string
		if json.Unmarshal(raw, &styled) != nil {
			return read(raw)
		}
		digits, found := strings.CutSuffix(strings.TrimSpace(styled), "px")
		if digits == "" && !found {
			return nil, ""
		}
		if _, err := strconv.Atoi(digits); err != nil {
			return nil, "Must be a whole number."
		}
		return read(json.RawMessage(digits))
	}
	return s
}

func percent(name string, defaultValue int64) Setting {
	s := number(name, 0, 100)
	s.defaultValue = defaultValue
	return s
}

func number(name string, lowest, highest int64) Setting {
	minimum, maximum := float64(lowest), float64(highest)
	return Setting{
		Name: name, Lowest: &minimum, Highest: &maximum,
		read: func(raw json.RawMessage) (any, string) {
			var n int64
			if json.Unmarshal(raw, &n) != nil {
				return nil, "Must be a whole number."
			}
			if n < lowest || n > highest {
				return nil, fmt.Sprintf("Must be between %d and %d.", lowest, highest)
			}
			return n, ""
		},
	}
}

// toggle returns a boolean setting that is true by default.
func toggle(name string) Setting {
	return Setting{
		Name: name, defaultValue: true,
		read: func(raw json.RawMessage) (any, string) {
			var on bool
			if json.Unmarshal(raw, &on) != nil {
				return nil, "Must be true or false."
			}
			return on, ""
		},
	}
}
