package leads

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	kitmail "waymark/internal/kit/mail"
)

// SendLead is the job that e-mails a lead. It has the id alone, so that the queue contains no personal data.
type SendLead struct {
	LeadID int64 `json:"lead_id"`
}

// Kind returns the name of the job.
func (SendLead) Kind() string { return "send-lead" }

// DeleteOldLeads is the job that deletes leads after their retention period.
type DeleteOldLeads struct{}

// Kind returns the name of the job.
func (DeleteOldLeads) Kind() string { return "forget-leads" }

// Jobs registers the jobs.
func (s *Service) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Default, s.send)
	jobs.Add(set, jobs.Analytics, func(ctx context.Context, _ jobs.Job[DeleteOldLeads]) error {
		if s.Keep == 0 {
			return nil
		}
		return s.Store.Prune(ctx, "leads", "created_at", clock.Now().Add(-s.Keep))
	})
	set.Every(24*time.Hour, DeleteOldLeads{})
}

// message is a lead with those who can be notified of it.
type message struct {
	Name         string `db:"name"`
	Email        string `db:"email"`
	Phone        string `db:"phone"`
	Message      string `db:"message"`
	PageURL      string `db:"page_url"`
	Collection   string `db:"collection"`
	Partner      string `db:"partner"`
	PartnerEmail string `db:"partner_email"`
	UserEmail    string `db:"user_email"` // empty if the user is not notified
	FirstName    string `db:"first_name"`
	LastName     string `db:"last_name"`
}

// send sends a lead by e-mail to its user or, if the user does not want notifications, to its partner. The recipient is
// looked up here and not when the lead is stored, because the user may have been deactivated since then.
func (s *Service) send(ctx context.Context, job jobs.Job[SendLead]) error {
	m, err := db.One[message](ctx, s.Store.DB.Read(), `
		SELECT l.name, l.email, l.phone, l.message, l.page_url, coalesce(c.name, '') AS collection, p.name AS partner,
			CASE WHEN p.deleted_at IS NULL THEN p.email ELSE '' END AS partner_email,
			CASE WHEN u.lead_generation_notifications AND u.deactivated_at IS NULL AND u.deleted_at IS NULL
				THEN coalesce(nullif(u.booking_email, ''), u.email) ELSE '' END AS user_email,
			coalesce(u.first_name, '') AS first_name, coalesce(u.last_name, '') AS last_name
		FROM leads AS l
		JOIN partners AS p ON p.id = l.partner_id
		LEFT JOIN users AS u ON u.id = l.user_id
		LEFT JOIN collections AS c ON c.id = l.collection_id
		WHERE l.id = ?`, job.Args.LeadID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // it has been deleted
	}
	if err != nil {
		return fmt.Errorf("find lead %d: %w", job.Args.LeadID, err)
	}
	to, greeting := m.recipient()
	if to.Address == "" {
		return nil
	}
	return s.Mail.Send(ctx, kitmail.Message{
		To: to, ReplyTo: mail.Address{Address: m.replyTo()}, Subject: m.subject(), Text: m.text(greeting),
	})
}

// replyTo returns the visitor's address if it is ASCII. Many servers refuse other letters in headers.
func (m message) replyTo() string {
	if strings.ContainsFunc(m.Email, func(r rune) bool { return r > unicode.MaxASCII }) {
		return ""
	}
	return m.Email
}

func (m message) recipient() (to mail.Address, greeting string) {
	if m.UserEmail == "" {
		return mail.Address{Name: m.Partner, Address: m.PartnerEmail}, "Hello"
	}
	to = mail.Address{Name: auth.FullName(m.FirstName, m.LastName), Address: m.UserEmail}
	return to, strings.TrimSpace("Hello " + m.FirstName)
}

// maxSubject keeps the encoded subject below the limit of 998 characters per line.
const maxSubject = 60

// subject does not name the visitor, because subjects are logged if mail is held.
func (m message) subject() string {
	origin := []rune(m.origin())
	if len(origin) > maxSubject {
		origin = append(origin[:maxSubject-1], '…')
	}
	return "New lead: " + string(origin)
}

// origin returns the name of the collection or, if the lead has none, of the partner.
func (m message) origin() string {
	if m.Collection != "" {
		return m.Collection
	}
	return m.Partner
}

func (m message) text(greeting string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s,\n\n%s has sent the form on the page of %s.\n\nName: %s\nE-mail: %s\n",
		greeting, m.Name, m.origin(), m.Name, m.Email)
	if m.Phone != "" {
		fmt.Fprintf(&b, "Phone: %s\n", m.Phone)
	}
	if m.PageURL != "" {
		fmt.Fprintf(&b, "Page: %s\n", m.PageURL)
	}
	if m.Message != "" {
		fmt.Fprintf(&b, "\nMessage:\n\n%s\n", m.Message)
	}
	if m.replyTo() != "" {
		b.WriteString("\nReply to this message to answer them.\n")
	}
	return b.String()
}
