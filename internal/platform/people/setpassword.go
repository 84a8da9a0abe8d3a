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

// SetPassword validates and stores a new password and ends all sessions of the user. It returns the epoch in which new
// sessions start.
func SetPassword(
	ctx context.Context, store *write.Store, userID int64, password auth.NewPassword,
) (epoch int64, err error) {
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

type passwordUser struct {
	FirstName string `db:"first_name"`
	LastName  string `db:"last_name"`
	Epoch     int64  `db:"session_epoch"`
}

// SetHash stores the hash of a new password within a transaction and ends all sessions of the user.
func SetHash(ctx context.Context, tx *write.Tx, userID int64, hash string) (int64, error) {
	user, err := db.One[passwordUser](ctx, tx.Conn, `
		UPDATE users SET password_hash = ?, session_epoch = session_epoch + 1, updated_at = ?
		WHERE id = ? AND deleted_at IS NULL
		RETURNING first_name, last_name, session_epoch`, hash, tx.Now, userID)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, apierr.NotFound()
	}
	if err != nil {
		return 0, fmt.Errorf("set password of user %d: %w", userID, err)
	}
	if _, err := tx.Exec(ctx, "DELETE FROM password_resets WHERE user_id = ?", userID); err != nil {
		return 0, fmt.Errorf("set password of user %d: %w", userID, err)
	}
	// Impersonation links created before the password changed, by or for this user, must not remain valid.
	const deleteImpersonations = "DELETE FROM impersonation_tokens WHERE user_id = ? OR staff_id = ?"
	if _, err := tx.Exec(ctx, deleteImpersonations, userID, userID); err != nil {
		return 0, fmt.Errorf("set password of user %d: %w", userID, err)
	}
	return user.Epoch, tx.Record(ctx, write.Change{
		Action: "changed the password of", Kind: "user", ID: userID, Name: auth.FullName(user.FirstName, user.LastName),
		Before: map[string]any{"password": write.Redacted}, After: map[string]any{"password": "new"},
		Secret: []string{"password"},
	})
}

// Unverify marks a user's e-mail address as unverified. Call it when the address changes.
func Unverify(ctx context.Context, tx *write.Tx, userID int64) error {
	if _, err := tx.Exec(ctx, "UPDATE users SET email_verified_at = NULL WHERE id = ?", userID); err != nil {
		return fmt.Errorf("unverify user %d: %w", userID, err)
	}
	return nil
}

// SendLink is the job that e-mails a link for setting a password. The job creates the link itself, so that no valid
// link is stored in the queue.
type SendLink struct {
	Email string `json:"email"`
	// Request and IP identify the request for the link in the audit log. They are empty for links sent by an admin.
	Request string `json:"request,omitempty"`
	IP      string `json:"ip,omitempty"`
}

// Kind returns the name of the job.
func (SendLink) Kind() string { return "send-password-link" }
