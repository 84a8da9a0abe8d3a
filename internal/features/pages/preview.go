package pages

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/branding"
	"waymark/internal/platform/sites"
)

// PagePreview is a sample page with unsaved customisations.
type PagePreview struct {
	HTML string `json:"html" doc:"A complete page, to be shown in a sandboxed frame."`
	URL  string `json:"url" doc:"Where the pages of this partner are."`
}

// MountPreview registers the preview of customisations.
func MountPreview(kit resource.Kit, links sites.Sites) {
	body := api.BodyOf[branding.Customisations]()
	body.Required = nil
	for _, name := range branding.ImageNames {
		body.Properties[name] = media.ChoiceSchema()
	}
	api.Handle(kit.API, api.Op{
		Method: "POST", Path: "/api/admin/partners/{id}/customisations/preview", ReadOnly: true,
		ID:  "previewPartnerCustomisations",
		Tag: "Partner", Summary: "Preview the customisations of a partner", Body: body,
		Description: "Returns a page with sample content, as visitors would see it with these customisations. " +
			"Saves nothing. Settings that are absent, null or invalid have their defaults.",
	}, func(ctx context.Context, call *api.Call) (*PagePreview, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		c := kit.Store.DB.Read()
		p := samplePage()
		domain, err := addPartner(ctx, c, id, p)
		if err != nil {
			return nil, err
		}
		object, err := call.Object()
		if err != nil {
			return nil, err
		}
		if p.Branding, err = previewBranding(ctx, c, object); err != nil {
			return nil, err
		}
		html, _, err := Render(p)
		if err != nil {
			return nil, err
		}
		return &PagePreview{HTML: string(html), URL: links.LandingPage(domain, "")}, nil
	})
}

// addPartner adds the details of a partner to a sample page, and returns the domain of its pages, if it has one.
func addPartner(ctx context.Context, c db.Conn, id int64, p *Page) (domain string, err error) {
	partner, err := db.One[struct {
		Name   string `db:"name"`
		PID    string `db:"alt_id"`
		Email  string `db:"email"`
		Phone  string `db:"phone"`
		URL    string `db:"url"`
		Domain string `db:"landing_page_domain"`
	}](ctx, c, `SELECT name, alt_id, email, phone, url, landing_page_domain FROM partners
		WHERE id = ? AND deleted_at IS NULL`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", apierr.NotFound()
	}
	if err != nil {
		return "", fmt.Errorf("find partner %d: %w", id, err)
	}
	p.Partner = Partner{Name: partner.Name, PID: partner.PID, URL: partner.URL, AllowCTAs: true}
	p.Contact = &Contact{
		Name:  "Your travel advisor",
		Email: cmp.Or(partner.Email, "hello@partner.example"), Phone: cmp.Or(partner.Phone, "+1 555 010 0100"),
	}
	return partner.Domain, nil
}

// previewBranding reads the body of a request to change customisations. Unlike the request itself, it tolerates values
// that are not complete yet.
func previewBranding(ctx context.Context, c db.Conn, object map[string]json.RawMessage) (*branding.Branding, error) {
	var invalid, problems apierr.Fields
	settings := branding.TakeSettings(object, &invalid)
	for name := range invalid {
		settings[name] = nil
	}
	ids := map[string]int64{}
	for _, name := range branding.ImageNames {
		raw, sent := object[name]
		delete(object, name)
		if !sent {
			continue
		}
		var choice *struct {
			ID int64 `json:"id"`
		}
		if json.Unmarshal(raw, &choice) != nil {
			problems.Add(name, "Must be an image.")
		} else if choice != nil {
			ids[name] = choice.ID
		}
	}
	delete(object, "version")
	for name := range object {
		problems.Add(name, "Is not a field of this form.")
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	found, err := branding.Values{}.With(settings).Branding()
	if err != nil {
		return nil, err
	}
	return found, addImages(ctx, c, found, ids)
}

// addImages adds uploaded images by their ids. Those that don't exist are left out.
func addImages(ctx context.Context, c db.Conn, b *branding.Branding, ids map[string]int64) error {
	wanted := []int64{}
	for _, id := range ids {
		wanted = append(wanted, id)
	}
	images, err := media.Images(ctx, c, wanted)
	if err != nil {
		return err
	}
	b.Logo, b.LogoLight, b.Favicon = images[ids["logo"]], images[ids["logo_light"]], images[ids["favicon"]]
	b.HeaderBackgroundImage = images[ids["header_background_image"]]
	return nil
}
