package copilotconfig

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/pathpattern"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
	"waymark/internal/platform/sites"
)

// question is what a configuration is asked for: the pages of a host, the visitors of a user, in a language.
type question struct {
	partner  int64
	host     string
	uid      string
	language language
}

// loaded is a configuration that has been read from the database.
type loaded struct {
	CopilotConfig
	cacheMinutes int64
	// problem says why there is no advisor, and unknownUser that there is no such user at all.
	problem     string
	unknownUser bool
	hidden      bool        // the advisor has chosen that pages don't show who they are
	subject     gate.Person // the advisor, for the log of the public API
	depends     []changes.Dependency
}

func (l *loaded) dependOn(kind string, id int64) {
	l.depends = append(l.depends, changes.Dependency{Kind: kind, ID: id})
}

type partnerRow struct {
	Name         string   `db:"name"`
	Branding     string   `db:"copilot_advisor_branding"`
	CacheMinutes int64    `db:"copilot_cache_duration"`
	Whitelist    []string `db:"whitelist_domains"`
}

type siteRow struct {
	ID                 int64  `db:"id"`
	Domain             string `db:"domain"`
	CSS                string `db:"copilot_css"`
	DisclaimerEnabled  bool   `db:"copilot_disclaimer_enabled"`
	DisclaimerText     string `db:"copilot_disclaimer_text"`
	DisclaimerSelector string `db:"copilot_disclaimer_selector"`
}

// load reads a configuration. A host that is neither in the partner's whitelist nor a Copilot domain is refused.
func load(ctx context.Context, c db.Conn, q question) (*loaded, error) {
	l := &loaded{CopilotConfig: CopilotConfig{
		Language: q.language.code, Redirects: []CopilotRedirect{}, Transformations: []CopilotTransformation{},
	}}
	l.dependOn(schema.ChangedPartner, q.partner)
	l.dependOn(schema.ChangedPartnerSites, q.partner)
	partner, err := db.One[partnerRow](ctx, c, `
		SELECT name, copilot_advisor_branding, copilot_cache_duration, whitelist_domains
		FROM partners
		WHERE id = ? AND deleted_at IS NULL`, q.partner)
	if errors.Is(err, sql.ErrNoRows) { // deleted since the key was checked
		return nil, gate.ErrOrigin
	}
	if err != nil {
		return nil, fmt.Errorf("find partner %d: %w", q.partner, err)
	}
	l.Partner.Name, l.cacheMinutes = partner.Name, partner.CacheMinutes
	site, err := findSite(ctx, c, q)
	if err != nil {
		return nil, err
	}
	if site == nil && !gate.Whitelisted(q.host, partner.Whitelist) {
		return nil, gate.ErrOrigin
	}
	user, err := l.findUser(ctx, c, q)
	if err != nil || site == nil {
		return l, err
	}
	l.Site = &CopilotSite{ID: site.ID, Domain: site.Domain}
	l.dependOn(schema.ChangedSite, site.ID)
	if user == nil {
		return l, nil
	}
	if err := l.setAdvisor(ctx, c, user, &partner); err != nil {
		return nil, err
	}
	if !l.hidden {
		if err := l.setEmail(ctx, c, q); err != nil {
			return nil, err
		}
	}
	return l, l.setRules(ctx, c, site, q.language)
}

func findSite(ctx context.Context, c db.Conn, q question) (*siteRow, error) {
	id, err := sites.FindCopilot(ctx, c, q.partner, q.host)
	if err != nil || id == 0 {
		return nil, err
	}
	site, err := db.One[siteRow](ctx, c, `
		SELECT id, domain, copilot_css, copilot_disclaimer_enabled, copilot_disclaimer_text, copilot_disclaimer_selector
		FROM sites
		WHERE id = ? AND deleted_at IS NULL`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // deleted in the meantime, so there is no site
	}
	if err != nil {
		return nil, fmt.Errorf("find site %d: %w", id, err)
	}
	return &site, nil
}

// maxUID is longer than any public id.
const maxUID = 64

// findUser returns the user that the insider parameter names, or nil if Copilot does not work for them.
func (l *loaded) findUser(ctx context.Context, c db.Conn, q question) (*people.Advisor, error) {
	const missing = "This user doesn't exist."
	if q.uid == "" {
		l.problem = "There is no insider parameter."
		return nil, nil //nolint:nilnil // there is no user
	}
	if len(q.uid) > maxUID || !api.Storable(q.uid) {
		l.unknownUser, l.problem = true, missing
		return nil, nil //nolint:nilnil // there is no user
	}
	user, err := people.FindAdvisorByUID(ctx, c, q.uid)
	if errors.Is(err, sql.ErrNoRows) {
		l.unknownUser, l.problem = true, missing
		return nil, nil //nolint:nilnil // there is no user
	}
	if err != nil {
		return nil, fmt.Errorf("find user by UID: %w", err)
	}
	l.dependOn(schema.ChangedUser, user.ID)
	switch {
	case user.DeletedAt != nil:
		l.problem = "This user has been deleted."
	case user.Internal:
		l.problem = "This user is a member of staff."
	case user.Deactivated != nil:
		l.problem = "This user is deactivated."
	case user.PartnerID != nil && *user.PartnerID != q.partner:
		l.problem = "This user belongs to another partner."
	default:
		return &user, nil
	}
	return nil, nil //nolint:nilnil // there is a user, but not for Copilot
}

// noBranding is the branding of pages that don't show whose visitors see them.
const noBranding = "none"

// brandings maps what advisors show on links to the branding that is chosen automatically.
var brandings = map[string]string{people.ShowPersonal: "advisor", people.ShowCompany: "agency"}

func (l *loaded) setAdvisor(ctx context.Context, c db.Conn, user *people.Advisor, partner *partnerRow) error {
	l.subject = gate.Person{ID: user.ID, PartnerID: user.PartnerID}
	l.Advisor = &CopilotAdvisor{
		UID: user.UID, Name: user.Name(), Company: strings.TrimSpace(user.Company),
		Email: user.ContactEmail(), Phone: user.ContactPhone(),
		Branding: cmp.Or(partner.Branding, brandings[user.Show], noBranding),
	}
	if l.Advisor.Branding == noBranding { // nothing shows it
		l.Advisor.Phone = ""
		if l.hidden = brandings[user.Show] == ""; l.hidden {
			l.Advisor.Name, l.Advisor.Email = "", ""
		}
	}
	if user.PartnerID != nil {
		l.Advisor.Company = orDefault(user.Company, partner.Name)
	}
	ids := []int64{}
	for _, id := range []*int64{user.PhotoID, user.LogoID} {
		if id != nil {
			ids = append(ids, *id)
			l.dependOn(schema.ChangedImage, *id)
		}
	}
	images, err := media.Images(ctx, c, ids)
	if err != nil {
		return err
	}
	thumb := func(id *int64) string {
		if id == nil || images[*id] == nil {
			return ""
		}
		return images[*id].ThumbURL
	}
	l.Advisor.PhotoURL, l.Advisor.LogoURL = thumb(user.PhotoID), thumb(user.LogoID)
	return nil
}

// setEmail uses the partner's texts in the language, or its English ones. What it has not written is in the language of
// the rest.
func (l *loaded) setEmail(ctx context.Context, c db.Conn, q question) error {
	list, err := db.All[struct {
		LanguageID int64  `db:"language_id"`
		Subject    string `db:"advisor_email_subject"`
		Body       string `db:"advisor_email_body"`
		Label      string `db:"cta_label"`
	}](ctx, c, `
		SELECT language_id, advisor_email_subject, advisor_email_body, cta_label
		FROM partner_languages
		WHERE partner_id = ? AND language_id IN (?)`, q.partner, []int64{q.language.id, q.language.englishID})
	if err != nil {
		return fmt.Errorf("find texts of partner %d: %w", q.partner, err)
	}
	words := wordsIn(q.language.code)
	l.Email = &CopilotEmail{To: l.Advisor.Email, Subject: "%pageTitle%", Body: words.EmailBody, Label: words.Label}
	if len(list) == 0 {
		return nil
	}
	texts := list[0]
	for _, t := range list {
		if t.LanguageID == q.language.id {
			texts = t
		}
	}
	if texts.LanguageID != q.language.id {
		words = wordsIn(english)
	}
	l.Email.Subject = orDefault(texts.Subject, l.Email.Subject)
	l.Email.Body, l.Email.Label = orDefault(texts.Body, words.EmailBody), orDefault(texts.Label, words.Label)
	return nil
}

// setRules sets what changes on the pages of the site.
func (l *loaded) setRules(ctx context.Context, c db.Conn, site *siteRow, in language) error {
	l.CSS = site.CSS
	if site.DisclaimerEnabled {
		text := orDefault(site.DisclaimerText, wordsIn(in.code).Disclaimer)
		l.Disclaimer = &CopilotDisclaimer{Text: text, Selector: site.DisclaimerSelector}
	}
	redirects, err := db.All[CopilotRedirect](ctx, c, `
		SELECT path_pattern, redirect_url, use_exact_match, ignore_previous_page
		FROM site_redirects
		WHERE site_id = ? AND enabled
		ORDER BY id`, site.ID)
	if err != nil {
		return fmt.Errorf("list redirects of site %d: %w", site.ID, err)
	}
	slices.SortStableFunc(redirects, func(a, b CopilotRedirect) int {
		return pathpattern.Compare(a.redirect().Pattern, b.redirect().Pattern)
	})
	l.Redirects = append(l.Redirects, redirects...)
	transformations, err := db.All[CopilotTransformation](ctx, c, `
		SELECT id, name, selector, href, text, advisor_cta, replace_element
		FROM site_transformations
		WHERE site_id = ? AND enabled AND (language_id IS NULL OR language_id = ?)
		ORDER BY id`, site.ID, in.id)
	if err != nil {
		return fmt.Errorf("list transformations of site %d: %w", site.ID, err)
	}
	l.Transformations = append(l.Transformations, transformations...)
	return nil
}

func orDefault(text, fallback string) string {
	return cmp.Or(strings.TrimSpace(text), strings.TrimSpace(fallback))
}
