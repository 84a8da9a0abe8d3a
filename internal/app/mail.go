package app

import (
	"context"
	"fmt"
	"log/slog"

	"waymark/internal/kit/db"
	"waymark/internal/kit/mail"
)

// holdMail marks a database as a copy, which must not send mail to real people.
func holdMail(ctx context.Context, d *db.DB) error {
	_, err := d.Writer().Exec(ctx,
		`INSERT INTO installation (key, value)
		VALUES ('mail', 'held')
		ON CONFLICT (key) DO UPDATE SET value = 'held'`)
	if err != nil {
		return fmt.Errorf("hold mail: %w", err)
	}
	return nil
}

// openMail returns the mail sender. Mail of a database that is marked as a copy is held until the operator releases it
// with --hold-mail=false.
func openMail(ctx context.Context, config Config, d *db.DB) (mail.Sender, error) {
	sender, err := mail.Open(config.SMTPURL, config.ProductName)
	if err != nil {
		return nil, err
	}
	marked, err := db.Exists(ctx, d.Read(), "SELECT 1 FROM installation WHERE key = 'mail' AND value = 'held'")
	if err != nil {
		return nil, fmt.Errorf("read whether mail is held: %w", err)
	}
	switch {
	case config.ReadOnly: // no job that sends mail runs
		return mail.Held{}, nil
	case config.HoldMail != nil && *config.HoldMail:
		slog.WarnContext(ctx, "mail is held: nothing is sent")
		return mail.Held{}, nil
	case config.HoldMail != nil && marked:
		if _, err := d.Writer().Exec(ctx, "DELETE FROM installation WHERE key = 'mail'"); err != nil {
			return nil, fmt.Errorf("release mail: %w", err)
		}
		slog.WarnContext(ctx, "this database is no longer marked as a copy: mail is sent again")
	case marked && config.MustExist: // Commands send no mail, so they print no warning.
		return mail.Held{}, nil
	case marked:
		slog.WarnContext(ctx, "this database was restored as a copy: mail is held, nothing is sent. "+
			"Start once with --hold-mail=false to send mail again")
		return mail.Held{}, nil
	}
	return sender, nil
}
