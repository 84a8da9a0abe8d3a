// Package branding reads the appearance of partners' pages: 41 settings and images, each of which has a default.
package branding

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
)

// CustomisationImages are the images of a partner's pages.
type CustomisationImages struct {
	Version               int64        `json:"version" doc:"Increases with each change. Saving with an older version fails with 409."`
	Logo                  *media.Image `json:"logo"`
	LogoLight             *media.Image `json:"logo_light"`
	Favicon               *media.Image `json:"favicon"`
	HeaderBackgroundImage *media.Image `json:"header_background_image"`
}

// ImageNames are the names of the images.
var ImageNames = []string{"logo", "logo_light", "favicon", "header_background_image"}

// Appearance is the stored appearance of a partner's pages.
type Appearance struct {
	Version  int64  `db:"version"`
	Settings Values `db:"settings"`
	Brand    string `db:"brand_color"`

	Logo      *int64 `db:"logo_id"`
	LogoLight *int64 `db:"logo_light_id"`
	Favicon   *int64 `db:"favicon_id"`
	Header    *int64 `db:"header_background_image_id"`
}

// Images returns the image columns by the names of their fields.
func (a *Appearance) Images() map[string]**int64 {
	return map[string]**int64{
		"logo": &a.Logo, "logo_light": &a.LogoLight, "favicon": &a.Favicon, "header_background_image": &a.Header,
	}
}

// Find returns the appearance of a partner. If the partner has none yet, the version is 0.
func Find(ctx context.Context, c db.Conn, partner int64) (*Appearance, error) {
	found, err := db.One[Appearance](ctx, c, `
		SELECT version, settings, brand_color, logo_id, logo_light_id, favicon_id, header_background_image_id
		FROM partner_customisations
		WHERE partner_id = ?`, partner)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("find customisations of partner %d: %w", partner, err)
	}
	if found.Settings == nil {
		found.Settings = Values{}
	}
	if found.Brand != "" { // stored in a separate column, since lists show it
		found.Settings["brand_color"] = found.Brand
	}
	for name, value := range found.Settings {
		if n, ok := value.(float64); ok {
			found.Settings[name] = int64(n)
		}
	}
	return &found, nil
}

// Customisations returns the settings that have been chosen, and the images.
func (a *Appearance) Customisations(ctx context.Context, c db.Conn) (*Customisations, error) {
	customisations := &Customisations{}
	if err := convert(a.Settings, customisations); err != nil {
		return nil, err
	}
	var err error
	customisations.CustomisationImages, err = a.loadImages(ctx, c)
	return customisations, err
}

func (a *Appearance) loadImages(ctx context.Context, c db.Conn) (CustomisationImages, error) {
	found := CustomisationImages{Version: a.Version}
	ids := []int64{}
	for _, id := range a.Images() {
		if *id != nil {
			ids = append(ids, **id)
		}
	}
	images, err := media.Images(ctx, c, ids)
	if err != nil {
		return found, err
	}
	fields := map[string]**media.Image{
		"logo": &found.Logo, "logo_light": &found.LogoLight, "favicon": &found.Favicon,
		"header_background_image": &found.HeaderBackgroundImage,
	}
	for name, id := range a.Images() {
		if *id != nil {
			*fields[name] = images[**id]
		}
	}
	return found, nil
}

// Branding returns all settings, with their defaults applied, and the images.
func (a *Appearance) Branding(ctx context.Context, c db.Conn) (*Branding, error) {
	images, err := a.loadImages(ctx, c)
	if err != nil {
		return nil, err
	}
	branding, err := a.Settings.Branding()
	if err != nil {
		return nil, err
	}
	branding.Logo, branding.LogoLight, branding.Favicon = images.Logo, images.LogoLight, images.Favicon
	branding.HeaderBackgroundImage = images.HeaderBackgroundImage
	return branding, nil
}

// Branding applies the defaults to settings.
func (v Values) Branding() (*Branding, error) {
	complete := Values{}
	for _, s := range Settings {
		value := v[s.Name]
		if value == nil {
			value = s.defaultValue
		}
		if text, ok := value.(string); ok && s.Lowest != nil { // a number whose default is a CSS length
			n, err := strconv.ParseInt(strings.TrimSuffix(text, "px"), 10, 64)
			if err != nil {
				return nil, fmt.Errorf("default of %s: %w", s.Name, err)
			}
			value = n
		}
		if value != nil {
			complete[s.Name] = value
		}
	}
	complete.addDerived()
	branding := &Branding{}
	return branding, convert(complete, branding)
}

// addDerived adds the colours that have not been set and follow from others: links have the brand colour, and whatever
// is under the pointer is darker.
func (v Values) addDerived() {
	add := func(name string, from any, derive func(string) string) {
		if colour, ok := from.(string); ok && v[name] == nil {
			v[name] = derive(colour)
		}
	}
	add("brand_hover_color", v["brand_color"], darker)
	add("link_color", v["brand_color"], func(colour string) string { return colour })
	add("link_hover_color", v["link_color"], darker)
}

// hoverShare is how much of a colour is left when it is mixed with black. The console shows the same mixture.
const hoverShare = 0.74

// darker returns a darker shade of a colour: #abc or #aabbcc.
func darker(colour string) string {
	digits := strings.TrimPrefix(colour, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return colour
	}
	shade := func(shift uint) uint64 { return uint64(math.Round(float64(n>>shift&0xff) * hoverShare)) }
	return fmt.Sprintf("#%02x%02x%02x", shade(16), shade(8), shade(0))
}

func convert(values Values, to any) error {
	encoded, err := json.Marshal(values)
	if err != nil {
		return fmt.Errorf("convert customisations: %w", err)
	}
	if err := json.Unmarshal(encoded, to); err != nil {
		return fmt.Errorf("convert customisations: %w", err)
	}
	return nil
}
