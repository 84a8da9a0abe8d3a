package auth

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// ConfirmedFor is how long a session counts as confirmed after its password was given.
const ConfirmedFor = 10 * time.Minute

// RequireConfirmed refuses an action unless the password of the session was given recently: whoever finds an open
// browser must not be able to take an account over or to read keys. The command line and jobs have no session and pass.
func RequireConfirmed(ctx context.Context) error {
	user := Current(ctx)
	if user == nil {
		return nil
	}
	if at := user.Session.ConfirmedAt; at != nil && clock.Now().Sub(*at) < ConfirmedFor {
		return nil
	}
	return apierr.ReauthenticationRequired()
}

// Confirm notes that the password of a session was given at this moment.
func (s *Sessions) Confirm(ctx context.Context, c db.Conn, session Session, now time.Time) error {
	if _, err := c.Exec(ctx, "UPDATE sessions SET confirmed_at = ? WHERE token_hash = ?", now,
		session.TokenHash); err != nil {
		return fmt.Errorf("confirm the session: %w", err)
	}
	return nil
}
