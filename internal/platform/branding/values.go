package branding

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"waymark/internal/kit/apierr"
	"waymark/internal/platform/fonts"
)

// Values holds the values of the settings that have been set, by name.
type Values map[string]any

// TakeSettings decodes the settings of a request body and removes them from it. Nil restores the default.
func TakeSettings(object map[string]json.RawMessage, problems *apierr.Fields) Values {
	values := Values{}
	for _, s := range Settings {
		raw, sent := object[s.Name]
		delete(object, s.Name)
		if !sent {
			continue
		}
		if bytes.Equal(raw, []byte("null")) {
			values[s.Name] = nil
			continue
		}
		value, problem := s.read(raw)
		if problem != "" {
			problems.Add(s.Name, "%s", problem)
		}
		values[s.Name] = value
	}
	return values
}

// With returns the values after a change.
func (c Values) With(change Values) Values {
	after := maps.Clone(c)
	for name, value := range change {
		after[name] = value
		if value == nil {
			delete(after, name)
		}
	}
	return after
}

// CheckFonts checks that each weight is available in its font. Changing the font clears the weight, unless a new
// weight is sent with it.
func (c Values) CheckFonts(before, change Values, problems *apierr.Fields) {
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

// Defaults returns the default of each setting.
func Defaults() map[string]any {
	values := map[string]any{}
	for _, s := range Settings {
		values[s.Name] = s.defaultValue
	}
	for _, name := range ImageNames {
		values[name] = nil
	}
	return values
}
