package leads

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// The longest texts of a form, in characters. Package auth limits e-mail addresses.
const (
	MaxName    = 200
	MaxPhone   = 60
	MaxMessage = 5000
	maxURL     = 2000
)

// Service stores, e-mails and deletes leads.
type Service struct {
	Store *write.Store
	Mail  mail.Sender
	// Keep is how long leads are kept; 0 means for ever.
	Keep time.Duration
	// Added is called for each new lead, in its transaction.
	Added func(ctx context.Context, tx *write.Tx, id int64, form Submission) error
}

// Submission is a lead form as a visitor sent it.
type Submission struct {
	PartnerID    int64
	UserID       *int64 // the advisor the page belongs to
	CollectionID *int64
	Name         string
	Email        string
	Phone        string
	Message      string
	PageURL      string // left out if it is not an http or https URL
}

// Submit stores a lead and queues its e-mail. The error has the problems of each field: name, email, phone, message.
// A form that is sent twice on the same day (UTC), with the same e-mail address and message for the same partner and
// collection, is stored once: added is then false, and id is that of the existing lead.
func (s *Service) Submit(ctx context.Context, form Submission) (id int64, added bool, err error) {
	if err := form.validate(); err != nil {
		return 0, false, err
	}
	// The address of a visitor is personal data, which the audit log does not need.
	ctx = write.WithActor(ctx, write.Actor{Name: "Visitor", RequestID: api.RequestID(ctx)})
	err = s.Store.Do(ctx, func(tx *write.Tx) (err error) {
		id, added, err = form.insert(ctx, tx)
		if err != nil || !added {
			return err
		}
		from := origin{PartnerID: form.PartnerID, CollectionID: form.CollectionID}
		if err := from.record(ctx, tx, "created", id); err != nil {
			return err
		}
		if s.Added != nil {
			if err := s.Added(ctx, tx, id, form); err != nil {
				return err
			}
		}
		return tx.Enqueue(ctx, SendLead{LeadID: id})
	})
	if _, ok := db.AsViolation(err); ok { // the partner, user or collection has just been deleted permanently
		return 0, false, apierr.NotFound()
	}
	return id, added, err
}

func (form *Submission) validate() error {
	var problems apierr.Fields
	form.Email = auth.NormaliseEmail(form.Email)
	form.Message = strings.ReplaceAll(strings.ReplaceAll(form.Message, "\r\n", "\n"), "\r", "\n")
	for _, text := range []struct {
		field     string
		value     *string
		limit     int
		required  bool
		multiline bool
	}{
		{field: "name", value: &form.Name, limit: MaxName, required: true},
		{field: "phone", value: &form.Phone, limit: MaxPhone},
		{field: "message", value: &form.Message, limit: MaxMessage, multiline: true},
	} {
		*text.value = strings.TrimSpace(norm.NFC.String(*text.value))
		switch {
		case *text.value == "" && text.required:
			problems.Add(text.field, "This field is required.")
		case !storable(*text.value, text.multiline):
			problems.Add(text.field, "Contains characters that can't be stored.")
		case utf8.RuneCountInString(*text.value) > text.limit:
			problems.Add(text.field, "Must have at most %d characters.", text.limit)
		}
	}
	if problem := auth.EmailProblem(form.Email); problem != "" {
		problems.Add("email", "%s", problem)
	}
	if !validURL(form.PageURL) {
		form.PageURL = ""
	}
	return problems.Err()
}

// storable reports whether a text has no control characters. A text of several lines may have line breaks and tabs.
func storable(text string, multiline bool) bool {
	return api.Storable(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) && (!multiline || (r != '\n' && r != '\t'))
	})
}

func validURL(text string) bool {
	parsed, err := url.Parse(text)
	return err == nil && parsed.Host != "" && (parsed.Scheme == "http" || parsed.Scheme == "https") &&
		len(text) <= maxURL && storable(text, false)
}

// insert stores the lead unless it exists already.
func (form *Submission) insert(ctx context.Context, tx *write.Tx) (id int64, added bool, err error) {
	key := form.key(tx.Now)
	ids, err := db.All[int64](ctx, tx.Conn, `
		INSERT INTO leads (partner_id, user_id, collection_id, name, email, phone, message, page_url, submission_key,
			search_text, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (submission_key) DO NOTHING
		RETURNING id`,
		form.PartnerID, form.UserID, form.CollectionID, form.Name, form.Email, form.Phone, form.Message, form.PageURL, key,
		fold.SearchText(form.Name, form.Email), tx.Now)
	if err != nil {
		return 0, false, fmt.Errorf("insert lead: %w", err)
	}
	if len(ids) > 0 {
		return ids[0], true, nil
	}
	if ids, err = db.All[int64](ctx, tx.Conn, "SELECT id FROM leads WHERE submission_key = ?", key); err != nil {
		return 0, false, fmt.Errorf("find submitted lead: %w", err)
	}
	if len(ids) > 0 { // otherwise it was deleted a moment ago
		id = ids[0]
	}
	return id, false, nil
}

// key identifies forms that count once.
func (form *Submission) key(now time.Time) string {
	collection := int64(0)
	if form.CollectionID != nil {
		collection = *form.CollectionID
	}
	// JSON separates the parts unambiguously. Encoding numbers and texts does not fail.
	parts, _ := json.Marshal([]any{form.PartnerID, collection, form.Email, form.Message, now.Format(time.DateOnly)})
	return secret.Hash(string(parts))
}
