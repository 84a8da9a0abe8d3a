package partners

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/branding"
)

// CustomisationsAnswer contains the settings a partner has chosen and the defaults of all settings.
type CustomisationsAnswer struct {
	Customisations *branding.Customisations `json:"customisations" nullable:"false"`
	Defaults       map[string]any           `json:"defaults" doc:"The default of each setting, as a CSS value: inherit, 16px."`
}

// respond converts an appearance to its JSON representation.
func respond(ctx context.Context, c db.Conn, a *branding.Appearance) (*CustomisationsAnswer, error) {
	customisations, err := a.Customisations(ctx, c)
	if err != nil {
		return nil, err
	}
	return &CustomisationsAnswer{Customisations: customisations, Defaults: branding.Defaults()}, nil
}

// auditValues returns the values of an appearance for the audit log.
func auditValues(a *branding.Appearance) map[string]any {
	values := map[string]any{}
	for name, value := range a.Settings {
		values[name] = value
	}
	for name, id := range a.Images() {
		if *id != nil {
			values[name] = **id
		}
	}
	return values
}

// appearanceChange is a request to change an appearance. Each value has been validated by itself.
type appearanceChange struct {
	version  *int64
	settings branding.Values
	images   map[string]*int64 // nil removes the image
}

func parseChange(ctx context.Context, kit resource.Kit, object map[string]json.RawMessage) (*appearanceChange, error) {
	var problems apierr.Fields
	change := &appearanceChange{settings: branding.TakeSettings(object, &problems), images: map[string]*int64{}}
	for _, name := range branding.ImageNames {
		raw, sent := object[name]
		delete(object, name)
		if !sent {
			continue
		}
		id, err := kit.Media.ReadChoice(ctx, name, raw, &problems)
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
func (c *appearanceChange) apply(ctx context.Context, tx *write.Tx, partner *Partner) (*branding.Appearance, error) {
	before, err := branding.Find(ctx, tx.Conn, partner.ID)
	if err != nil {
		return nil, err
	}
	if c.version != nil && *c.version != before.Version {
		current, err := respond(ctx, tx.Conn, before)
		if err != nil {
			return nil, err
		}
		return nil, apierr.Stale(current.Customisations)
	}
	after := *before
	var problems apierr.Fields
	after.Settings = before.Settings.With(c.settings)
	after.Settings.CheckFonts(before.Settings, c.settings, &problems)
	for name, id := range c.images {
		*after.Images()[name] = id
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
	if reflect.DeepEqual(auditValues(before), auditValues(&after)) {
		return before, nil
	}
	for name, id := range before.Images() {
		if now := *after.Images()[name]; *id != nil && (now == nil || *now != **id) {
			if err := media.Release(ctx, tx, **id); err != nil {
				return nil, err
			}
		}
	}
	after.Version++
	if err := storeAppearance(ctx, tx, partner.ID, &after); err != nil {
		return nil, err
	}
	record := write.Change{
		Action: "customised", Kind: "partner", ID: partner.ID, Name: partner.Name,
		Before: auditValues(before), After: auditValues(&after),
	}
	if err := showImages(ctx, tx.Conn, record); err != nil {
		return nil, err
	}
	return &after, tx.Record(ctx, record)
}

// showImages replaces the ids of images that have changed by the images, so that Activity can show them.
func showImages(ctx context.Context, c db.Conn, change write.Change) error {
	changed := slices.DeleteFunc(slices.Clone(branding.ImageNames), func(name string) bool {
		return change.Before[name] == change.After[name]
	})
	ids := []int64{}
	for _, name := range changed {
		for _, value := range []any{change.Before[name], change.After[name]} {
			if id, ok := value.(int64); ok {
				ids = append(ids, id)
			}
		}
	}
	images, err := media.Images(ctx, c, ids)
	if err != nil {
		return err
	}
	for _, name := range changed {
		for _, values := range []map[string]any{change.Before, change.After} {
			if id, ok := values[name].(int64); ok {
				values[name] = images[id]
			}
		}
	}
	return nil
}

func storeAppearance(ctx context.Context, tx *write.Tx, partner int64, a *branding.Appearance) error {
	brand, _ := a.Settings["brand_color"].(string)
	rest := a.Settings.With(branding.Values{"brand_color": nil})
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
	deleted, err := branding.Find(ctx, tx.Conn, id)
	if err != nil {
		return err
	}
	for _, image := range deleted.Images() {
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
		found, err := branding.Find(ctx, c, id)
		if err != nil {
			return nil, err
		}
		return respond(ctx, c, found)
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
			response, err = respond(ctx, tx.Conn, after)
			return err
		})
		return response, err
	})
}

func changeSchema() *huma.Schema {
	body := api.BodyOf[branding.Customisations]()
	body.Required = nil
	for _, s := range branding.Settings {
		property := body.Properties[s.Name]
		property.Minimum, property.Maximum = s.Lowest, s.Highest
		for _, word := range s.Words {
			property.Enum = append(property.Enum, word)
		}
		if s.Words != nil {
			property.Enum = append(property.Enum, nil)
		}
	}
	for _, name := range branding.ImageNames {
		body.Properties[name] = media.ChoiceSchema()
	}
	return body
}
