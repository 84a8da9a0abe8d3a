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

// CustomisationsAnswer is what a partner has chosen, and what holds where it has not.
type CustomisationsAnswer struct {
	Customisations *Customisations `json:"customisations"`
	Defaults       map[string]any  `json:"defaults" doc:"By the same names, as style sheets say it: inherit, 16px."`
}

// CustomisationImages are the pictures of a partner's pages.
type CustomisationImages struct {
	Version               int64        `json:"version" doc:"Increases with each change. A save that sends an older version is refused."`
	Logo                  *media.Image `json:"logo"`
	LogoLight             *media.Image `json:"logo_light"`
	Favicon               *media.Image `json:"favicon"`
	HeaderBackgroundImage *media.Image `json:"header_background_image"`
}

var pictures = []string{"logo", "logo_light", "favicon", "header_background_image"}

// look is how a partner's pages look, as it is stored.
type look struct {
	Version  int64  `db:"version"`
	Settings chosen `db:"settings"`
	Brand    string `db:"brand_color"`

	Logo      *int64 `db:"logo_id"`
	LogoLight *int64 `db:"logo_light_id"`
	Favicon   *int64 `db:"favicon_id"`
	Header    *int64 `db:"header_background_image_id"`
}

// images are the columns of a look with pictures, by the names of its fields.
func (l *look) images() map[string]**int64 {
	return map[string]**int64{
		"logo": &l.Logo, "logo_light": &l.LogoLight, "favicon": &l.Favicon,
		"header_background_image": &l.Header,
	}
}

// lookOf reads what a partner has chosen; nothing yet is version 0.
func lookOf(ctx context.Context, c db.Conn, partner int64) (*look, error) {
	found, err := db.One[look](ctx, c, `
		SELECT version, settings, brand_color, logo_id, logo_light_id, favicon_id, header_background_image_id
		FROM partner_customisations
		WHERE partner_id = ?`, partner)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read the customisations of partner %d: %w", partner, err)
	}
	if found.Settings == nil {
		found.Settings = chosen{}
	}
	if found.Brand != "" { // has a column of its own: lists show it
		found.Settings["brand_color"] = found.Brand
	}
	for name, value := range found.Settings {
		if n, ok := value.(float64); ok {
			found.Settings[name] = int64(n)
		}
	}
	return &found, nil
}

// answer is a look as it reads in answers.
func (l *look) answer(ctx context.Context, c db.Conn) (*CustomisationsAnswer, error) {
	shown := &Customisations{CustomisationImages: CustomisationImages{Version: l.Version}}
	encoded, err := json.Marshal(l.Settings)
	if err != nil {
		return nil, fmt.Errorf("show customisations: %w", err)
	}
	if err := json.Unmarshal(encoded, shown); err != nil {
		return nil, fmt.Errorf("show customisations: %w", err)
	}
	shown.Version = l.Version
	ids := []int64{}
	for _, id := range l.images() {
		if *id != nil {
			ids = append(ids, **id)
		}
	}
	images, err := media.Images(ctx, c, ids)
	if err != nil {
		return nil, err
	}
	pictures := map[string]**media.Image{
		"logo": &shown.Logo, "logo_light": &shown.LogoLight, "favicon": &shown.Favicon,
		"header_background_image": &shown.HeaderBackgroundImage,
	}
	for name, id := range l.images() {
		if *id != nil {
			*pictures[name] = images[**id]
		}
	}
	return &CustomisationsAnswer{Customisations: shown, Defaults: defaults()}, nil
}

// told is a look as the audit log tells it.
func (l *look) told() map[string]any {
	told := map[string]any{}
	for name, value := range l.Settings {
		told[name] = value
	}
	for name, id := range l.images() {
		if *id != nil {
			told[name] = **id
		}
	}
	return told
}

// restyle is a request to change a look, checked value by value.
type restyle struct {
	version  *int64
	settings chosen
	images   map[string]*int64 // nil takes a picture away
}

func parseRestyle(ctx context.Context, kit resource.Kit, object map[string]json.RawMessage) (*restyle, error) {
	var problems apierr.Fields
	change := &restyle{settings: takeSettings(object, &problems), images: map[string]*int64{}}
	for _, name := range pictures {
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

// apply changes a look in the transaction that has locked its partner.
func (r *restyle) apply(ctx context.Context, tx *write.Tx, partner *Partner) (*look, error) {
	before, err := lookOf(ctx, tx.Conn, partner.ID)
	if err != nil {
		return nil, err
	}
	if r.version != nil && *r.version != before.Version {
		current, err := before.answer(ctx, tx.Conn)
		if err != nil {
			return nil, err
		}
		return nil, apierr.Stale(current.Customisations)
	}
	after := *before
	var problems apierr.Fields
	after.Settings = before.Settings.with(r.settings)
	after.Settings.settle(before.Settings, r.settings, &problems)
	for name, id := range r.images {
		*after.images()[name] = id
		if id == nil {
			continue
		}
		found, err := media.Claim(ctx, tx, *id)
		if err != nil {
			return nil, err
		}
		if !found {
			problems.Add(name, "There is no such image.")
		}
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if reflect.DeepEqual(before.told(), after.told()) {
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
		Before: before.told(), After: after.told(),
	})
}

func (l *look) store(ctx context.Context, tx *write.Tx, partner int64) error {
	brand, _ := l.Settings["brand_color"].(string)
	rest := l.Settings.with(chosen{"brand_color": nil})
	_, err := tx.Exec(ctx, `
		INSERT INTO partner_customisations (partner_id, settings, brand_color, logo_id, logo_light_id, favicon_id,
			header_background_image_id, version, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (partner_id) DO UPDATE SET settings = excluded.settings, brand_color = excluded.brand_color,
			logo_id = excluded.logo_id, logo_light_id = excluded.logo_light_id, favicon_id = excluded.favicon_id,
			header_background_image_id = excluded.header_background_image_id, version = excluded.version,
			updated_at = excluded.updated_at`,
		partner, db.JSON(rest), brand, l.Logo, l.LogoLight, l.Favicon, l.Header, l.Version, tx.Now)
	if err != nil {
		return fmt.Errorf("store the customisations of partner %d: %w", partner, err)
	}
	return nil
}

// releaseImages lets go of the pictures of a partner that goes for good.
func releaseImages(ctx context.Context, tx *write.Tx, id int64) error {
	gone, err := lookOf(ctx, tx.Conn, id)
	if err != nil {
		return err
	}
	for _, image := range gone.images() {
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
		found, err := lookOf(ctx, c, id)
		if err != nil {
			return nil, err
		}
		return found.answer(ctx, c)
	})
	api.Handle(kit.API, api.Op{
		Method: "PUT", Path: path, Tag: "Partner", Summary: "Change the customisations of a partner", Body: restyleSchema(),
		Description: "Changes only the fields that are sent; null restores the default. A new Google font clears its weight unless one is sent.",
	}, func(ctx context.Context, call *api.Call) (*CustomisationsAnswer, error) {
		id, _, object, err := partners.Target(ctx, call)
		if err != nil {
			return nil, err
		}
		change, err := parseRestyle(ctx, kit, object)
		if err != nil {
			return nil, err
		}
		var answer *CustomisationsAnswer
		err = kit.Store.Do(ctx, func(tx *write.Tx) error {
			partner, err := partners.Lock(ctx, tx, id, nil)
			if err != nil {
				return err
			}
			after, err := change.apply(ctx, tx, partner)
			if err != nil {
				return err
			}
			answer, err = after.answer(ctx, tx.Conn)
			return err
		})
		return answer, err
	})
}

func restyleSchema() *huma.Schema {
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
	for _, name := range pictures {
		body.Properties[name] = resource.ImageSchema()
	}
	return body
}
