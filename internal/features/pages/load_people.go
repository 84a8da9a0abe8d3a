package pages

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"strings"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/platform/schema"
)

// The values of display_contact_info_on_links.
const (
	showPersonal = "personal"
	showCompany  = "company"
)

// advisor is the user whose contact details a page shows.
type advisor struct {
	ID           int64      `db:"id"`
	UID          string     `db:"alt_id"`
	FirstName    string     `db:"first_name"`
	LastName     string     `db:"last_name"`
	Company      string     `db:"company_name"`
	Email        string     `db:"email"`
	Phone        string     `db:"phone"`
	BookingEmail string     `db:"booking_email"`
	BookingPhone string     `db:"booking_phone_number"`
	Show         string     `db:"display_contact_info_on_links"`
	PartnerID    *int64     `db:"partner_id"`
	Logo         *int64     `db:"logo_id"`
	LogoLight    *int64     `db:"logo_light_id"`
	Photo        *int64     `db:"personal_photo_id"`
	Internal     bool       `db:"internal"`
	Deactivated  *time.Time `db:"deactivated_at"`
	DeletedAt    *time.Time `db:"deleted_at"`
}

const advisorColumns = `id, alt_id, first_name, last_name, company_name, email, phone, booking_email,
	booking_phone_number, display_contact_info_on_links, partner_id, logo_id, logo_light_id, personal_photo_id, internal,
	deactivated_at, deleted_at`

// readContact reads the contact details that the page shows: those of the advisor who personalised it, or of whom the
// link names.
func (l *loader) readContact(ctx context.Context, s *subject, o *owner) error {
	switch {
	case s.personal != nil:
		return l.readAdvisor(ctx, "id = ?", s.personal.UserID, s, o)
	case l.at.uid != "":
		return l.readAdvisor(ctx, "alt_id = ?", l.at.uid, s, o)
	case l.at.pid == o.PID:
		l.Contact = &Contact{Name: o.Name, Email: o.Email, Phone: o.Phone}
	}
	return nil
}

func (l *loader) readAdvisor(ctx context.Context, condition string, value any, s *subject, o *owner) error {
	a, err := db.One[advisor](ctx, l.c, "SELECT "+advisorColumns+" FROM users WHERE "+condition, value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	l.dependOn(schema.ChangedUser, a.ID)
	gone := a.DeletedAt != nil || a.Deactivated != nil || a.Internal
	if gone && s.personal != nil {
		l.Kind = Gone
		return nil
	}
	if gone {
		return nil
	}
	belongs, err := l.belongs(ctx, &a, s)
	if err != nil || !belongs {
		return err
	}
	l.user = &a.ID
	l.UID = a.UID
	l.showAdvisor(&a, o)
	return nil
}

// belongs reports whether a user may appear on the page of a collection: its owner, the people of its partner, and
// those who have accepted it. Without this check a link could put any user's name on any partner's page.
func (l *loader) belongs(ctx context.Context, a *advisor, s *subject) (bool, error) {
	if s.personal != nil || (s.UserID != nil && *s.UserID == a.ID) {
		return true, nil
	}
	if a.PartnerID != nil && *a.PartnerID == s.PartnerID {
		return true, nil
	}
	return db.Exists(ctx, l.c, `
		SELECT 1 FROM shared_collections WHERE user_id = ? AND collection_id = ? AND deleted_at IS NULL`, a.ID, s.ID)
}

// showAdvisor shows the details that the user has chosen to show on links.
func (l *loader) showAdvisor(a *advisor, o *owner) {
	name := auth.FullName(a.FirstName, a.LastName)
	email, phone := orDefault(a.BookingEmail, a.Email), orDefault(a.BookingPhone, a.Phone)
	switch a.Show {
	case showPersonal:
		l.Contact = &Contact{Name: name, Company: a.Company, Email: email, Phone: phone}
		l.want(a.Photo, &l.Contact.Photo)
	case showCompany:
		company := Contact{Name: orDefault(a.Company, o.Name), Email: email, Phone: phone}
		if a.PartnerID != nil && *a.PartnerID == o.ID {
			company.Email, company.Phone = orDefault(o.Email, email), orDefault(o.Phone, phone)
		}
		l.Contact = &company
		l.want(a.Logo, &l.Contact.Logo)
	}
}

// texts are what a partner shows to visitors in one language.
type texts struct {
	Subject string `db:"advisor_email_subject"`
	Body    string `db:"advisor_email_body"`
	Label   string `db:"cta_label"`
}

// readTexts sets the call to action and the lead form.
func (l *loader) readTexts(ctx context.Context, s *subject, o *owner) error {
	words := wordsIn(s.Language)
	if l.Accept != nil {
		l.Accept.Label = words.Accept
		return nil
	}
	if !o.AllowCTAs || (s.personal != nil && s.personal.CTA == "none") {
		return nil
	}
	found, err := db.All[texts](ctx, l.c, `
		SELECT advisor_email_subject, advisor_email_body, cta_label
		FROM partner_languages
		WHERE partner_id = ? AND language_id = ?`, o.ID, s.LanguageID)
	if err != nil {
		return err
	}
	found = append(found, texts{})
	t := &found[0]
	l.CallToAction = CallToAction{Kind: CTAForm, Label: orDefault(t.Label, words.FormTitle)}
	if s.personal != nil {
		l.CallToAction.Label = orDefault(t.Label, words.callToAction(s.personal.CTA))
	}
	if o.PremiumForms {
		l.LeadForm = &LeadForm{Action: "/" + l.at.id + "/enquiry", Sent: l.at.sent, Hidden: map[string]string{}}
		for name, values := range l.at.query() {
			l.LeadForm.Hidden[name] = values[0]
		}
		delete(l.LeadForm.Hidden, "page")
	}
	l.addDirectContact(s, o, t)
	return nil
}

// addDirectContact lets the call to action write an e-mail or call, if there is no form or the advisor chose a call.
func (l *loader) addDirectContact(s *subject, o *owner, t *texts) {
	email, phone, name := o.Email, o.Phone, o.Name
	if l.Contact != nil {
		email, phone, name = orDefault(l.Contact.Email, email), orDefault(l.Contact.Phone, phone), l.Contact.Name
	}
	if s.personal != nil && s.personal.CTA == "call" && phone != "" {
		l.CallToAction.Kind, l.CallToAction.URL = CTACall, phone
		return
	}
	if l.LeadForm != nil {
		return
	}
	if email == "" {
		l.CallToAction = CallToAction{}
		return
	}
	replace := strings.NewReplacer("%advisorName%", name, "%partnerName%", o.Name, "%pageTitle%", s.Name,
		"%pageUrl%", l.canonical)
	l.CallToAction.Kind = CTAMail
	l.CallToAction.URL = mailto(email, replace.Replace(t.Subject), replace.Replace(t.Body))
}

// maxMailto is the length of a mailto: URL that all browsers and mail programs can open.
const maxMailto = 2000

// mailto returns a mailto: URL. A text that is too long for it is cut.
func mailto(email, subject, body string) string {
	for {
		values := url.Values{}
		if subject != "" {
			values.Set("subject", subject)
		}
		if body != "" {
			values.Set("body", body)
		}
		address := "mailto:" + url.PathEscape(email)
		if len(values) > 0 {
			address += "?" + strings.ReplaceAll(values.Encode(), "+", "%20")
		}
		if len(address) <= maxMailto || body == "" {
			return address
		}
		runes := []rune(body)
		body = string(runes[:len(runes)*9/10])
	}
}
