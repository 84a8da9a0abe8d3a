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

// Customisations is how a partner's pages look. What is null was never chosen: the default holds.
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

// setting is one thing a partner can choose.
type setting struct {
	name string
	// read takes a value as it was sent; what is empty goes back to the default. The text is what is wrong with it.
	read            func(raw json.RawMessage) (value any, problem string)
	words           []string // the values it takes; any when nil
	lowest, highest *float64 // of a number
	standard        any      // the default, as style sheets would say it
}

const (
	websafe    = "websafe-font"
	googleFont = "google-font"
)

var (
	fontGroups = []string{"collection_title_", "content_title_", "body_text_"}
	sizes      = []string{"xs", "sm", "base", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl", "7xl", "8xl", "9xl"}
)

// settings are all there is to choose, beside images, with what holds until somebody does.
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
		word("header_overlay", "centered", "none", "centered", "full"), //nolint:misspell // the word of style sheets
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
				return "There is no such font."
			}
			return ""
		}),
		text(prefix+"google_font_weight", func(string) string { return "" }), // held against its font later
		word(prefix+"font_size", size, sizes...),
	}
}

// text is a setting that is nothing by default.
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

func word(name, standard string, words ...string) setting {
	s := text(name, func(chosen string) string {
		if !slices.Contains(words, chosen) {
			return "Must be one of: " + strings.Join(words, ", ") + "."
		}
		return ""
	})
	s.standard, s.words = standard, words
	return s
}

var colourShape = regexp.MustCompile(`^#(?:[0-9a-f]{3}|[0-9a-f]{6})$`)

// colour takes inherit for empty, as style sheets do.
func colour(name, standard string) setting {
	plain := text(name, func(string) string { return "" })
	read := plain.read
	plain.standard = standard
	plain.read = func(raw json.RawMessage) (any, string) {
		value, problem := read(raw)
		chosen, ok := value.(string)
		if !ok || problem != "" {
			return nil, problem
		}
		chosen = strings.ToLower(chosen)
		if chosen == "inherit" {
			return nil, ""
		}
		if !colourShape.MatchString(chosen) {
			return nil, "Must be a colour, like #0f6b5c."
		}
		return chosen, ""
	}
	return plain
}

// The smallest and the largest letters, in pixels.
const smallest, largest = 8, 200

// pixels takes a number, or one as style sheets have it: 16px.
func pixels(name, standard string) setting {
	s := number(name, smallest, largest)
	s.standard = standard
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

func percent(name string, standard int64) setting {
	s := number(name, 0, 100)
	s.standard = standard
	return s
}

func number(name string, lowest, highest int64) setting {
	least, most := float64(lowest), float64(highest)
	return setting{
		name: name, lowest: &least, highest: &most,
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

// toggle is on by default.
func toggle(name string) setting {
	return setting{
		name: name, standard: true,
		read: func(raw json.RawMessage) (any, string) {
			var on bool
			if json.Unmarshal(raw, &on) != nil {
				return nil, "Must be true or false."
			}
			return on, ""
		},
	}
}

// chosen are settings by their names: those somebody has set.
type chosen map[string]any

// takeSettings reads the settings out of what was sent, and leaves the rest in it. Nil goes back to the default.
func takeSettings(object map[string]json.RawMessage, problems *apierr.Fields) chosen {
	taken := chosen{}
	for _, s := range settings {
		raw, sent := object[s.name]
		delete(object, s.name)
		if !sent {
			continue
		}
		if bytes.Equal(raw, []byte("null")) {
			taken[s.name] = nil
			continue
		}
		value, problem := s.read(raw)
		if problem != "" {
			problems.Add(s.name, "%s", problem)
		}
		taken[s.name] = value
	}
	return taken
}

// with is what is chosen after a change.
func (c chosen) with(change chosen) chosen {
	after := maps.Clone(c)
	for name, value := range change {
		after[name] = value
		if value == nil {
			delete(after, name)
		}
	}
	return after
}

// settle sees that fonts and weights fit: another font has other weights, so its weight goes unless one is sent with it.
func (c chosen) settle(before, change chosen, problems *apierr.Fields) {
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
		if wanted, _ := c[weight].(string); !ok || !slices.Contains(font.Weights, wanted) {
			problems.Add(weight, "The font has no such weight.")
		}
	}
}

// defaults are what holds where nothing was chosen.
func defaults() map[string]any {
	all := map[string]any{}
	for _, s := range settings {
		all[s.name] = s.standard
	}
	for _, name := range pictures {
		all[name] = nil
	}
	return all
}
