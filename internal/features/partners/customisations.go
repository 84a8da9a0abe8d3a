package partners

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// CustomisationsAnswer contains the settings a partner has chosen and the defaults of all settings.
type CustomisationsAnswer struct {
	Customisations *Customisations `json:"customisations"`
	Defaults       map[string]any  `json:"defaults" doc:"The default of each setting, as a CSS value: inherit, 16px."`
}

// CustomisationImages are the images of a partner's pages.
type CustomisationImages struct {
	Version               int64        `json:"version" doc:"Increases with each change. Saving with an older version fails with 409."`
	Logo                  *media.Image `json:"logo"`
	LogoLight             *media.Image `json:"logo_light"`
	Favicon               *media.Image `json:"favicon"`
	HeaderBackgroundImage *media.Image `json:"header_background_image"`
}

var imageNames = []string{"logo", "logo_light", "favicon", "header_background_image"}

// appearance is the stored appearance of a partner's pages.
type appearance struct {
	Version  int64         `db:"version"`
	Settings settingValues `db:"settings"`
	Brand    string        `db:"brand_color"`

	Logo      *int64 `db:"logo_id"`
	LogoLight *int64 `db:"logo_light_id"`
	Favicon   *int64 `db:"favicon_id"`
	Header    *int64 `db:"header_background_image_id"`
}

// images returns the image columns by the names of their fields.
func (a *appearance) images() map[string]**int64 {
	return map[string]**int64{
		"logo": &a.Logo, "logo_light": &a.LogoLight, "favicon": &a.Favicon, "header_background_image": &a.Header,
	}
}

// findAppearance returns the appearance of a partner. If the partner has none yet, the version is 0.
func findAppearance(ctx context.Context, c db.Conn, partner int64) (*appearance, error) {
	found, err := db.One[appearance](ctx, c, `
		SELECT version, settings, brand_color, logo_id, logo_light_id, favicon_id, header_background_image_id
		FROM partner_customisations
		WHERE partner_id = ?`, partner)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("find customisations of partner %d: %w", partner, err)
	}
	if found.Settings == nil {
		found.Settings = settingValues{}
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

// response converts an appearance to its JSON representation.
func (a *appearance) response(ctx context.Context, c db.Conn) (*CustomisationsAnswer, error) {
	customisations := &Customisations{CustomisationImages: CustomisationImages{Version: a.Version}}
	encoded, err := json.Marshal(a.Settings)
	if err != nil {
		return nil, fmt.Errorf("convert customisations: %w", err)
	}
	if err := json.Unmarshal(encoded, customisations); err != nil {
		return nil, fmt.Errorf("convert customisations: %w", err)
	}
	customisations.Version = a.Version
	ids := []int64{}
	for _, id := range a.images() {
		if *id != nil {
			ids = append(ids, **id)
		}
	}
	images, err := media.Images(ctx, c, ids)
	if err != nil {
		return nil, err
	}
	fields := map[string]**media.Image{
		"logo": &customisations.Logo, "logo_light": &customisations.LogoLight, "favicon": &customisations.Favicon,
		"header_background_image": &customisations.HeaderBackgroundImage,
	}
	for name, id := range a.images() {
		if *id != nil {
			*fields[name] = images[**id]
		}
	}
	return &CustomisationsAnswer{Customisations: customisations, Defaults: defaults()}, nil
}

// auditValues returns the values of an appearance for the audit log.
func (a *appearance) auditValues() map[string]any {
	values := map[string]any{}
	for name, value := range a.Settings {
		values[name] = value
	}
	for name, id := range a.images() {
		if *id != nil {
			values[name] = **id
		}
	}
	return values
}

// appearanceChange is a request to change an appearance. Each value has been validated by itself.
type appearanceChange struct {
	version  *int64
	settings settingValues
	images   map[string]*int64 // nil removes the image
}

func parseChange(ctx context.Context, kit resource.Kit, object map[string]json.RawMessage) (*appearanceChange, error) {
	var problems apierr.Fields
	change := &appearanceChange{settings: takeSettings(object, &problems), images: map[string]*int64{}}
	for _, name := range imageNames {
		raw, sent := object[name]
		delete(object, name)
		if !sent {
			continue
		}
		id, err := resource.ReadImage(ctx, kit, name, raw, &problems)
		if err != nil {
			return nil, err
		}
		change.images[name] = id
	}
	if raw, sent := object["version"]; sent {
		delete(object, "version")
		if json.Unmarshal(raw, &change.version) != nil {
			problems.Add("version", "Must be a whole number.")
		}
	}
	for name := range object {
		problems.Add(name, "Is not a field of this form.")
	}
	return change, problems.Err()
}

// apply changes an appearance. The transaction must have locked the partner.
func (c *appearanceChange) apply(ctx context.Context, tx *write.Tx, partner *Partner) (*appearance, error) {
	before, err := findAppearance(ctx, tx.Conn, partner.ID)
	if err != nil {
		return nil, err
	}
	if c.version != nil && *c.version != before.Version {
		current, err := before.response(ctx, tx.Conn)
		if err != nil {
			return nil, err
		}
		return nil, apierr.Stale(current.Customisations)
	}
	after := *before
	var problems apierr.Fields
	after.Settings = before.Settings.with(c.settings)
	after.Settings.checkFonts(before.Settings, c.settings, &problems)
	for name, id := range c.images {
		*after.images()[name] = id
		if id == nil {
			continue
		}
		found, err := media.Claim(ctx, tx, *id)
		if err != nil {
			return nil, err
		}
		if !found {
			problems.Add(name, "This image doesn't exist.")
		}
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if reflect.DeepEqual(before.auditValues(), after.auditValues()) {
		return before, nil
	}
	for name, id := range before.images() {
		if now := *after.images()[name]; *id != nil && (now == nil || *now != **id) {
			if err := media.Release(ctx, tx, **id); err != nil {
				return nil, err
			}
		}
	}
	after.Version++
	if err := after.store(ctx, tx, partner.ID); err != nil {
		return nil, err
	}
	return &after, tx.Record(ctx, write.Change{
		Action: "customised", Kind: "partner", ID: partner.ID, Name: partner.Name,
		Before: before.auditValues(), After: after.auditValues(),
	})
}

func (a *appearance) store(ctx context.Context, tx *write.Tx, partner int64) error {
	brand, _ := a.Settings["brand_color"].(string)
	rest := a.Settings.with(settingValues{"brand_color": nil})
	_, err := tx.Exec(ctx, `
		INSERT INTO partner_customisations (partner_id, settings, brand_color, logo_id, logo_light_id, favicon_id,
			header_background_image_id, version, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (partner_id) DO UPDATE SET settings = excluded.settings, brand_color = excluded.brand_color,
			logo_id = excluded.logo_id, logo_light_id = excluded.logo_light_id, favicon_id = excluded.favicon_id,
			header_background_image_id = excluded.header_background_image_id, version = excluded.version,
			updated_at = excluded.updated_at`,
		partner, db.JSON(rest), brand, a.Logo, a.LogoLight, a.Favicon, a.Header, a.Version, tx.Now)
	if err != nil {
		return fmt.Errorf("store customisations of partner %d: %w", partner, err)
	}
	return nil
}

// releaseImages releases the images of a partner that is permanently deleted.
func releaseImages(ctx context.Context, tx *write.Tx, id int64) error {
	deleted, err := findAppearance(ctx, tx.Conn, id)
	if err != nil {
		return err
	}
	for _, image := range deleted.images() {
		if *image == nil {
			continue
		}
		if err := media.Release(ctx, tx, **image); err != nil {
			return err
		}
	}
	return nil
}

func mountCustomisations(kit resource.Kit, partners *resource.Resource[Partner]) {
	path := partners.Address() + "/{id}/customisations"
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: path, Tag: "Partner", Summary: "Get the customisations of a partner",
	}, func(ctx context.Context, call *api.Call) (*CustomisationsAnswer, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		c := kit.Store.DB.Read()
		if _, err := partners.Find(ctx, c, id, nil); err != nil {
			return nil, err
		}
		found, err := findAppearance(ctx, c, id)
		if err != nil {
			return nil, err
		}
		return found.response(ctx, c)
	})
	api.Handle(kit.API, api.Op{
		Method: "PUT", Path: path, Tag: "Partner", Summary: "Change the customisations of a partner", Body: changeSchema(),
		Description: "Changes only the fields that are sent; null restores the default. " +
			"A new Google font clears its weight unless one is sent.",
	}, func(ctx context.Context, call *api.Call) (*CustomisationsAnswer, error) {
		id, _, object, err := partners.Target(ctx, call)
		if err != nil {
			return nil, err
		}
		change, err := parseChange(ctx, kit, object)
		if err != nil {
			return nil, err
		}
		var response *CustomisationsAnswer
		err = kit.Store.Do(ctx, func(tx *write.Tx) error {
			partner, err := partners.Lock(ctx, tx, id, nil)
			if err != nil {
				return err
			}
			after, err := change.apply(ctx, tx, partner)
			if err != nil {
				return err
			}
			response, err = after.response(ctx, tx.Conn)
			return err
		})
		return response, err
	})
}

func changeSchema() *huma.Schema {
	body := api.BodyOf[Customisations]()
	body.Required = nil
	for _, s := range settings {
		property := body.Properties[s.name]
		property.Minimum, property.Maximum = s.lowest, s.highest
		for _, word := range s.words {
			property.Enum = append(property.Enum, word)
		}
		if s.words != nil {
			property.Enum = append(property.Enum, nil)
		}
	}
	for _, name := range imageNames {
		body.Properties[name] = resource.ImageSchema()
	}
	return body
}
