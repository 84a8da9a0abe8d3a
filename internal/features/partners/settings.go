package partners

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"waymark/internal/kit/apierr"
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

// setting describes a setting of a partner's pages.
type setting struct {
	name string
	// read decodes a sent value. A nil value restores the default. If the value is invalid, problem describes why.
	read            func(raw json.RawMessage) (value any, problem string)
	words           []string // the allowed values, or nil for any
	lowest, highest *float64 // the range of a number
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

// settings lists all settings except images, with their defaults.
var settings = slices.Concat(
	[]setting{
		colour("brand_color", "#0f6b5c"), colour("brand_hover_color", "#0b4f44"), colour("link_color", "#0f6b5c"),
		colour("link_hover_color", "#0b4f44"), colour("heading_color", "inherit"), colour("body_color", "inherit"),
	},
	fontGroup("collection_title_", "Georgia", "4xl"), fontGroup("content_title_", "Georgia", "xl"),
	fontGroup("body_text_", "Helvetica", "base"),
	[]setting{
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

func fontGroup(prefix, family, size string) []setting {
	return []setting{
		word(prefix+"font_type", websafe, websafe, googleFont),
		word(prefix+"websafe_font_family", family, fonts.Websafe...),
		text(prefix+"google_font_id", func(id string) string {
			if _, ok := fonts.Find(id); !ok {
				return "This font doesn't exist."
			}
			return ""
		}),
		text(prefix+"google_font_weight", func(string) string { return "" }), // validated by checkFonts
		word(prefix+"font_size", size, sizes...),
	}
}

// text returns a text setting that is empty by default.
func text(name string, problem func(string) string) setting {
	return setting{name: name, read: func(raw json.RawMessage) (any, string) {
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

func word(name, defaultValue string, words ...string) setting {
	s := text(name, func(value string) string {
		if !slices.Contains(words, value) {
			return "Must be one of: " + strings.Join(words, ", ") + "."
		}
		return ""
	})
	s.defaultValue, s.words = defaultValue, words
	return s
}

var colourPattern = regexp.MustCompile(`^#(?:[0-9a-f]{3}|[0-9a-f]{6})$`)

// colour returns a colour setting. The CSS value "inherit" is equivalent to an empty value.
func colour(name, defaultValue string) setting {
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

// The range of font sizes in pixels.
const minFontSize, maxFontSize = 8, 200

// pixels returns a setting that accepts a number or a CSS length in pixels: 16px.
func pixels(name, defaultValue string) setting {
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

func percent(name string, defaultValue int64) setting {
	s := number(name, 0, 100)
	s.defaultValue = defaultValue
	return s
}

func number(name string, lowest, highest int64) setting {
	minimum, maximum := float64(lowest), float64(highest)
	return setting{
		name: name, lowest: &minimum, highest: &maximum,
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
func toggle(name string) setting {
	return setting{
		name: name, defaultValue: true,
		read: func(raw json.RawMessage) (any, string) {
			var on bool
			if json.Unmarshal(raw, &on) != nil {
				return nil, "Must be true or false."
			}
			return on, ""
		},
	}
}

// settingValues holds the values of the settings that have been set, by name.
type settingValues map[string]any

// takeSettings decodes the settings of a request body and removes them from it. Nil restores the default.
func takeSettings(object map[string]json.RawMessage, problems *apierr.Fields) settingValues {
	values := settingValues{}
	for _, s := range settings {
		raw, sent := object[s.name]
		delete(object, s.name)
		if !sent {
			continue
		}
		if bytes.Equal(raw, []byte("null")) {
			values[s.name] = nil
			continue
		}
		value, problem := s.read(raw)
		if problem != "" {
			problems.Add(s.name, "%s", problem)
		}
		values[s.name] = value
	}
	return values
}

// with returns the values after a change.
func (c settingValues) with(change settingValues) settingValues {
	after := maps.Clone(c)
	for name, value := range change {
		after[name] = value
		if value == nil {
			delete(after, name)
		}
	}
	return after
}

// checkFonts checks that each weight is available in its font. Changing the font clears the weight, unless a new
// weight is sent with it.
func (c settingValues) checkFonts(before, change settingValues, problems *apierr.Fields) {
	for _, group := range fontGroups {
		id, weight := group+"google_font_id", group+"google_font_weight"
		if _, sent := change[weight]; !sent && c[id] != before[id] {
			delete(c, weight)
		}
		if c[id] == nil && c[group+"font_type"] == googleFont {
			problems.Add(id, "Choose a font.")
		}
		if c[weight] == nil {
			continue
		}
		family, _ := c[id].(string)
		font, ok := fonts.Find(family)
		if value, _ := c[weight].(string); !ok || !slices.Contains(font.Weights, value) {
			problems.Add(weight, "This font doesn't have this weight.")
		}
	}
}

// defaults returns the default of each setting.
func defaults() map[string]any {
	values := map[string]any{}
	for _, s := range settings {
		values[s.name] = s.defaultValue
	}
	for _, name := range imageNames {
		values[name] = nil
	}
	return values
}
