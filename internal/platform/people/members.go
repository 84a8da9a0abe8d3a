package people

import (
	"context"
	"fmt"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

// Trash is how users are deleted and restored, staff among them.
var Trash = trash.Kind{
	Name: "user", Table: "users", Fields: map[string]string{"email": "email"}, Images: Pictures, Dependents: WithUsers,
	BeforeRestore: restoring,
}

// Pictures are the columns with images of a user.
var Pictures = []string{"logo_id", "logo_light_id", "header_background_image_id", "personal_photo_id"}

// WithUsers is what goes to the trash with a user.
var WithUsers = []trash.Dependent{
	{Table: "collections", Key: "user_id", Dependents: []trash.Dependent{{
		Table: "shared_collections",
		Key:   "collection_id",
	}}},
	{Table: "shared_collections", Key: "user_id"},
}

// restoring keeps editors from restoring staff that an admin has removed, and refuses to restore a user whose partner is in
// the trash. Sessions from before the deletion do not become valid again.
func restoring(ctx context.Context, tx *write.Tx, id int64) error {
	user, err := db.One[struct {
		Internal bool `db:"internal"`
		Gone     bool `db:"gone"`
	}](ctx, tx.Conn, "SELECT u.internal, p.deleted_at IS NOT NULL AS gone FROM users AS u LEFT JOIN partners AS p ON p.id = u.partner_id WHERE u.id = ?", id)
	if err != nil {
		return fmt.Errorf("look who user %d is: %w", id, err)
	}
	if user.Internal && !auth.IsAdmin(ctx) {
		return apierr.NotAllowed("Only admins may restore staff.")
	}
	if user.Internal {
		if err := auth.RequireConfirmed(ctx); err != nil {
			return err
		}
	}
	if user.Gone {
		return apierr.Conflict("Their partner is in the trash. Restore the partner first.")
	}
	return EndSessions(ctx, tx, id)
}

// ChangingStaff refuses changes of staff by anyone but admins.
func ChangingStaff(ctx context.Context) error {
	if auth.IsAdmin(ctx) {
		return nil
	}
	return apierr.NotAllowed("Only admins can change staff.")
}

// KeepAnAdmin refuses to take an admin's rights away when nobody else has them. Locking the admins makes two such changes take turns.
func KeepAnAdmin(ctx context.Context, tx *write.Tx, id int64) error {
	admins, err := db.All[int64](ctx, tx.Conn,
		`SELECT id FROM users WHERE internal AND staff_role = 'admin' AND deactivated_at IS NULL AND deleted_at IS NULL ORDER BY id`+tx.ForUpdate())
	if err != nil {
		return fmt.Errorf("find the admins: %w", err)
	}
	if len(admins) == 1 && admins[0] == id {
		return apierr.Conflict("This is the last admin. Make someone else an admin first.")
	}
	return nil
}

// EndSessions signs a user out wherever they are signed in.
func EndSessions(ctx context.Context, tx *write.Tx, id int64) error {
	if _, err := tx.Exec(ctx, "UPDATE users SET session_epoch = session_epoch + 1 WHERE id = ?", id); err != nil {
		return fmt.Errorf("end the sessions of user %d: %w", id, err)
	}
	return nil
}
