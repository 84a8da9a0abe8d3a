package attention

import (
	"context"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	kitmail "waymark/internal/kit/mail"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// SendAssignment is the job that tells a member of staff about rows that someone else has assigned to them.
type SendAssignment struct {
	UserID int64  `json:"user_id"`
	By     string `json:"by"`
	Rows   int64  `json:"rows"`
}

// Kind returns the name of the job.
func (SendAssignment) Kind() string { return "send-assignment" }

// SendDigest is the job that sends the weekly e-mail to one person.
type SendDigest struct {
	UserID int64 `json:"user_id"`
}

// Kind returns the name of the job.
func (SendDigest) Kind() string { return "send-attention-digest" }

// QueueDigests is the job that queues the weekly e-mails on Monday morning.
type QueueDigests struct{}

// Kind returns the name of the job.
func (QueueDigests) Kind() string { return "queue-attention-digests" }

const (
	// digestKey is where the last week is stored in which e-mails were sent.
	digestKey = "attention_digest"
	// digestHour is the hour of Monday from which e-mails are sent.
	digestHour = 7
	// maxListed is the number of rows that an e-mail lists.
	maxListed = 20
)

// Jobs registers the jobs.
func (s *Service) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Default, s.sendAssignment)
	jobs.Add(set, jobs.Default, s.sendDigest)
	jobs.Add(set, jobs.Default, func(ctx context.Context, _ jobs.Job[QueueDigests]) error { return s.QueueDigests(ctx) })
	set.Every(15*time.Minute, QueueDigests{})
}

// notifyAssignee queues one e-mail for all rows of a request.
func (s *Service) notifyAssignee(ctx context.Context, tx *write.Tx, target bulk.Target, values map[string]any) error {
	actor := write.ActorOf(ctx)
	if target.ID == 0 || target.ID == actor.UserID {
		return nil
	}
	rows, _ := values["ids"].(int64) // of many rows there is only the number
	if ids, ok := values["ids"].([]int64); ok {
		rows = int64(len(ids))
	}
	return tx.Enqueue(ctx, SendAssignment{UserID: target.ID, By: actor.Name, Rows: rows})
}

func (s *Service) sendAssignment(ctx context.Context, job jobs.Job[SendAssignment]) error {
	user, err := people.FindStaff(ctx, s.Kit.Store.DB.Read(), job.Args.UserID)
	if err != nil || user == nil {
		return err
	}
	text := fmt.Sprintf("%s has assigned %s to you.\n", job.Args.By, items(job.Args.Rows))
	mine, err := s.assigned(ctx, user.ID)
	if err != nil {
		return err
	}
	return s.send(ctx, user, fmt.Sprintf("%s assigned to you", items(job.Args.Rows)), text+mine)
}

// items returns a number of items in words.
func items(n int64) string {
	if n == 1 {
		return "1 item"
	}
	return fmt.Sprintf("%d items", n)
}

func (s *Service) send(ctx context.Context, user *auth.User, subject, text string) error {
	return s.Mail.Send(ctx, kitmail.Message{
		To:      mail.Address{Name: auth.FullName(user.FirstName, user.LastName), Address: user.Email},
		Subject: s.Product + ": " + subject,
		Text:    fmt.Sprintf("Hello %s,\n\n%s\n%s\n", user.FirstName, text, s.PublicURL+"/attention?assignee=me"),
	})
}

// reasonWords are the reasons in e-mails.
var reasonWords = map[string]string{
	broken: "broken link", moved: "moved link", expiring: "expires soon", expired: "expired, but in a public collection",
	duplicate: "likely duplicate", noImage: "no image", noSynopsis: "no synopsis", noDestination: "no destination",
	noSubjectArea: "no subject area", noLibrary: "in no library",
}

// assigned lists the rows that are assigned to a person, or returns nothing.
func (s *Service) assigned(ctx context.Context, userID int64) (string, error) {
	rows, err := db.All[struct {
		Reason string `db:"reason"`
		Title  string `db:"title"`
	}](ctx, s.Kit.Store.DB.Read(), `SELECT reason, title FROM attention
		JOIN content ON content.id = content_id
		WHERE assignee_id = ? AND tab <> 'snoozed' AND deleted_at IS NULL
		ORDER BY since, attention.id LIMIT ?`, userID, maxListed)
	if err != nil || len(rows) == 0 {
		return "", err
	}
	var b strings.Builder
	b.WriteString("\nAssigned to you:\n\n")
	for _, row := range rows {
		fmt.Fprintf(&b, "- %s (%s)\n", row.Title, reasonWords[row.Reason])
	}
	return b.String(), nil
}

// QueueDigests queues the weekly e-mails, once: the week is stored with the jobs.
func (s *Service) QueueDigests(ctx context.Context) error {
	zone := s.Kit.Zone
	if zone == nil {
		zone = time.UTC
	}
	now := s.now().In(zone)
	if now.Weekday() != time.Monday || now.Hour() < digestHour {
		return nil
	}
	return s.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		first, err := tx.Exec(ctx, `INSERT INTO installation (key, value) VALUES (?, ?)
			ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE installation.value <> excluded.value`,
			digestKey, now.Format(time.DateOnly))
		if err != nil || first == 0 {
			return err
		}
		users, err := db.All[int64](ctx, tx.Conn, "SELECT user_id FROM staff_settings WHERE attention_email ORDER BY user_id")
		if err != nil {
			return fmt.Errorf("find who gets the weekly e-mail: %w", err)
		}
		for _, id := range users {
			if err := tx.Enqueue(ctx, SendDigest{UserID: id}); err != nil {
				return err
			}
		}
		return nil
	})
}

// sendDigest sends the weekly e-mail, unless nothing needs attention.
func (s *Service) sendDigest(ctx context.Context, job jobs.Job[SendDigest]) error {
	user, err := people.FindStaff(ctx, s.Kit.Store.DB.Read(), job.Args.UserID)
	if err != nil || user == nil {
		return err
	}
	counts, err := s.counts(ctx, user.ID)
	if err != nil || counts.Counts[all] == 0 {
		return err
	}
	var b strings.Builder
	b.WriteString("This needs attention:\n\n")
	for _, reason := range reasons {
		if n := counts.Counts[reason]; n > 0 {
			fmt.Fprintf(&b, "- %s: %d\n", reasonWords[reason], n)
		}
	}
	mine, err := s.assigned(ctx, user.ID)
	if err != nil {
		return err
	}
	return s.send(ctx, user, fmt.Sprintf("%d reasons to look at content", counts.Counts[all]), b.String()+mine)
}
