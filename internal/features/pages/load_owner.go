package pages

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/platform/branding"
)

// owner is the partner that a page belongs to.
type owner struct {
	ID            int64      `db:"id"`
	PID           string     `db:"alt_id"`
	Name          string     `db:"name"`
	Email         string     `db:"email"`
	Phone         string     `db:"phone"`
	URL           string     `db:"url"`
	Domain        string     `db:"landing_page_domain"`
	Whitelist     []string   `db:"whitelist_domains"`
	SameTab       []string   `db:"same_tab_domains"`
	Details       string     `db:"inspires_partner_details"`
	AllowCTAs     bool       `db:"inspires_allow_ctas"`
	InspiresBrand bool       `db:"inspires_customisations_enabled"`
	PremiumSEO    bool       `db:"has_premium_seo"`
	PremiumForms  bool       `db:"has_premium_forms"`
	DeletedAt     *time.Time `db:"deleted_at"`
}

const ownerColumns = `id, alt_id, name, email, phone, url, landing_page_domain, whitelist_domains, same_tab_domains,
	inspires_partner_details, inspires_allow_ctas, inspires_customisations_enabled, has_premium_seo, has_premium_forms,
	deleted_at`

// readOwner reads the partner of a page and its branding.
func (l *loader) readOwner(ctx context.Context, s *subject) (*owner, error) {
	if s.PartnerID == 0 {
		return &owner{}, nil
	}
	found, err := l.readBrand(ctx, s.PartnerID)
	if err != nil {
		return nil, fmt.Errorf("find partner %d: %w", s.PartnerID, err)
	}
	l.brand = found
	o := found.owner
	l.depends = append(l.depends, found.depends...)
	if !found.until.IsZero() {
		l.dates(l.now, &found.until)
	}
	if o.DeletedAt != nil && !l.Kind.isError() {
		l.Kind = Gone
	}
	if o.DeletedAt != nil { // nothing of a deleted partner is shown
		return &o, nil
	}
	l.partner = o.ID
	l.Partner = Partner{
		Name: o.Name, PID: o.PID, URL: o.URL, Details: o.Details, AllowCTAs: o.AllowCTAs, PremiumSEO: o.PremiumSEO,
		PremiumForms: o.PremiumForms,
	}
	if !l.Kind.isError() {
		l.address(s, &o)
	}
	if l.at.kind != Invitation || o.InspiresBrand {
		l.Branding, l.Fonts, l.look = found.branding, found.fonts, found.look
	}
	return &o, nil
}

// address sets the names and addresses of the page.
func (l *loader) address(s *subject, o *owner) {
	switch l.at.kind {
	case Invitation:
		l.canonical = l.sites.Invite(s.AltID)
		l.Accept = &Link{URL: l.sites.Accept(s.AltID)}
	case Embed:
		l.FrameAncestors = o.Whitelist
	case Landing, Personalised:
		l.canonical = l.sites.LandingPage(l.domain(s, o), l.at.id)
	case Missing, Gone, Unavailable:
	}
	if s.list {
		return
	}
	if s.personal != nil {
		l.Message = s.personal.Message
	}
	l.Collection = Collection{
		AltID: s.AltID, Name: s.Name, Language: s.Language,
		CanonicalURL: l.sites.LandingPage(l.domain(s, o), s.AltID),
	}
}

// domain is the domain of a collection's landing page. Those of users are on the platform's domain.
func (l *loader) domain(s *subject, o *owner) string {
	if s.UserID != nil {
		return ""
	}
	return o.Domain
}

func (l *loader) readBranding(ctx context.Context, o *owner) error {
	appearance, err := branding.Find(ctx, l.c, o.ID)
	if err != nil {
		return err
	}
	if l.Branding, err = appearance.Settings.Branding(); err != nil {
		return err
	}
	b := l.Branding
	l.want(appearance.Logo, &b.Logo)
	l.want(appearance.LogoLight, &b.LogoLight)
	l.want(appearance.Favicon, &b.Favicon)
	l.want(appearance.Header, &b.HeaderBackgroundImage)
	l.Fonts, err = l.fonts.available(ctx, l.c, FontFiles(b))
	return err
}
