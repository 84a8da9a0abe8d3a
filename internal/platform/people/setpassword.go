package people

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// SetPassword checks and stores a new password and ends all sessions of its user. It returns the epoch new sessions start in.
func SetPassword(ctx context.Context, store *write.Store, userID int64, password auth.NewPassword) (epoch int64,
	err error,
) {
	hash, err := password.Hash(ctx)
	if err != nil {
		return 0, err
	}
	err = store.Do(ctx, func(tx *write.Tx) error {
		epoch, err = SetHash(ctx, tx, userID, hash)
		return err
	})
	return epoch, err
}

type renamed struct {
	FirstName string `db:"first_name"`
	LastName  string `db:"last_name"`
	Epoch     int64  `db:"session_epoch"`
}

// SetHash stores the hash of a new password as part of a change, and ends all sessions of its user.
func SetHash(ctx context.Context, tx *write.Tx, userID int64, hash string) (int64, error) {
	user, err := db.One[renamed](ctx, tx.Conn,
		`UPDATE users SET password_hash = ?, session_epoch = session_epoch + 1, updated_at = ?
		WHERE id = ? AND deleted_at IS NULL RETURNING first_name, last_name, session_epoch`, hash, tx.Now, userID)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, apierr.NotFound()
	}
	if err != nil {
		return 0, fmt.Errorf("set the password: %w", err)
	}
	if _, err := tx.Exec(ctx, "DELETE FROM password_resets WHERE user_id = ?", userID); err != nil {
		return 0, fmt.Errorf("set the password: %w", err)
	}
	// An impersonation that was prepared with the old password, by this person or of them, must not outlive it.
	if _, err := tx.Exec(ctx, "DELETE FROM impersonation_tokens WHERE user_id = ? OR staff_id = ?", userID,
		userID); err != nil {
		return 0, fmt.Errorf("set the password: %w", err)
	}
	return user.Epoch, tx.Record(ctx, write.Change{
		Action: "changed the password of", Kind: "user", ID: userID, Name: auth.FullName(user.FirstName, user.LastName),
		Before: map[string]any{"password": write.Redacted}, After: map[string]any{"password": "new"},
		Secret: []string{"password"},
	})
}

// Unverify is for a changed e-mail address: nobody has shown yet that they read what is sent there.
func Unverify(ctx context.Context, tx *write.Tx, userID int64) error {
	if _, err := tx.Exec(ctx, "UPDATE users SET email_verified_at = NULL WHERE id = ?", userID); err != nil {
		return fmt.Errorf("unverify user %d: %w", userID, err)
	}
	return nil
}

// SendLink is the job that sends a link to set a password. The link is made where it is sent, so it never waits in a queue.
type SendLink struct {
	Email string `json:"email"`
	// Request and IP are of the request in which somebody asked for the link, for the audit log. Links that an admin causes
	// to be sent have neither.
	Request string `json:"request,omitempty"`
	IP      string `json:"ip,omitempty"`
}

// Kind names the job.
func (SendLink) Kind() string { return "send-password-link" }
