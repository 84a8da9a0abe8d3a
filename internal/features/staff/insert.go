package staff

import (
	"context"
	"fmt"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

func insert(ctx context.Context, tx *write.Tx, first, last, email string, role auth.Role, hash string) (int64, error) {
	id, err := tx.Insert(ctx, `
		INSERT INTO users (first_name, first_name_key, last_name, last_name_key, email, email_verified_at,
			password_hash, alt_id, internal, staff_role, partner_id, signup_source, search_text, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, TRUE, ?, ?, 'admin', ?, ?, ?)`,
		first, fold.Key(first), last, fold.Key(last), email, tx.Now, hash, secret.AltID(), string(role), houseID,
		fold.SearchText(first, last, email), tx.Now, tx.Now)
	if violation, ok := db.AsViolation(err); ok && violation.On("email") {
		return 0, fmt.Errorf("%s is already taken", email)
	}
	if err != nil {
		return 0, fmt.Errorf("insert staff member %s: %w", email, err)
	}
	return id, tx.Record(ctx, write.Change{
		Action: "created", Kind: "user", ID: id, Name: auth.FullName(first, last),
		After: map[string]any{"first_name": first, "last_name": last, "email": email, "staff_role": string(role)},
	})
}

// None reports whether there are no members of staff yet.
func None(ctx context.Context, c db.Conn) (bool, error) {
	found, err := db.Exists(ctx, c, "SELECT 1 FROM users WHERE internal AND staff_role IS NOT NULL AND deleted_at IS NULL")
	return !found, err
}
