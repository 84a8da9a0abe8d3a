package people

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// Sessions returns the session store of staff. Set secure if the console is served over https.
func Sessions(d *db.DB, secure bool) *auth.Sessions {
	return &auth.Sessions{DB: d, Secure: secure, Accounts: auth.Accounts{Query: accountQuery, SetActive: setActive}}
}

const accountQuery = `
	SELECT u.id, u.first_name, u.last_name, u.email, u.staff_role, u.session_epoch,
		coalesce(p.color_scheme, 'auto') AS color_scheme, coalesce(p.sidebar_style, 'default') AS sidebar_style,
		coalesce(p.density, 'comfortable') AS density, coalesce(p.page_size, 25) AS page_size,
		coalesce(p.attention_email, FALSE) AS attention_email
	FROM users u
	LEFT JOIN staff_settings p ON p.user_id = u.id
	WHERE u.internal AND u.staff_role IS NOT NULL AND u.deactivated_at IS NULL AND u.deleted_at IS NULL`

func setActive(ctx context.Context, c db.Conn, userID int64, now time.Time) error {
	if _, err := c.Exec(ctx, "UPDATE users SET active_at = ? WHERE id = ?", now, userID); err != nil {
		return fmt.Errorf("update last activity of user %d: %w", userID, err)
	}
	return nil
}

// DeleteExpiredLinks deletes expired links for setting a password or impersonating a user.
func DeleteExpiredLinks(ctx context.Context, c db.Conn) error {
	now := clock.Now()
	for _, table := range []string{"password_resets", "impersonation_tokens"} {
		if _, err := c.Exec(ctx, "DELETE FROM "+table+" WHERE expires_at < ?", now); err != nil {
			return fmt.Errorf("delete expired rows of %s: %w", table, err)
		}
	}
	return nil
}
