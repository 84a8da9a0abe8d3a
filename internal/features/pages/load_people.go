package pages

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// readContact reads the contact details that the page shows: those of the advisor who personalised it, or of whom the
// link names.
func (l *loader) readContact(ctx context.Context, s *subject, o *owner) error {
	switch {
	case s.personal != nil:
		a, err := people.FindAdvisor(ctx, l.c, s.personal.UserID)
		return l.readAdvisor(ctx, &a, err, s, o)
	case l.at.uid != "":
		a, err := people.FindAdvisorByUID(ctx, l.c, l.at.uid)
		return l.readAdvisor(ctx, &a, err, s, o)
	case l.at.pid == o.PID:
		l.Contact = &Contact{Name: o.Name, Email: o.Email, Phone: o.Phone}
	}
	return nil
}

func (l *loader) readAdvisor(ctx context.Context, a *people.Advisor, err error, s *subject, o *owner) error {
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
	belongs, err := l.belongs(ctx, a, s)
	if err != nil || !belongs {
		return err
	}
	l.user = &a.ID
	l.UID = a.UID
	l.showAdvisor(a, o)
	return nil
}

// belongs reports whether a user may appear on the page of a collection: its owner, the people of its partner, and
// those who have accepted it. Without this check a link could put any user's name on any partner's page.
func (l *loader) belongs(ctx context.Context, a *people.Advisor, s *subject) (bool, error) {
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
func (l *loader) showAdvisor(a *people.Advisor, o *owner) {
	name, email, phone := a.Name(), a.ContactEmail(), a.ContactPhone()
	switch a.Show {
	case people.ShowPersonal:
		l.Contact = &Contact{Name: name, Company: a.Company, Email: email, Phone: phone}
		l.want(a.PhotoID, &l.Contact.Photo)
	case people.ShowCompany:
		company := Contact{Name: orDefault(a.Company, o.Name), Email: email, Phone: phone}
		if a.PartnerID != nil && *a.PartnerID == o.ID {
			company.Email, company.Phone = orDefault(o.Email, email), orDefault(o.Phone, phone)
		}
		l.Contact = &company
		l.want(a.LogoID, &l.Contact.Logo)
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
