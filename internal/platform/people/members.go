package people

import (
	"context"
	"fmt"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// Trash describes how users, including staff, are deleted and restored.
var Trash = trash.Kind{
	Name: "user", Table: "users", Fields: map[string]string{"email": "email"},
	Images: ImageColumns, Dependents: Dependents, BeforeRestore: beforeRestore,
}

// PublishedContent is the content that a member of staff has published.
var PublishedContent = uses.Use{
	Kind: "published content", Table: schema.Content, Column: "admin_id", Path: "/content?admin_id={id}",
	OnDelete: uses.Keeps,
}

// ImageColumns lists the columns that refer to a user's images.
var ImageColumns = []string{"logo_id", "logo_light_id", "header_background_image_id", "personal_photo_id"}

// Dependents lists the records that move to the trash together with a user.
var Dependents = []trash.Dependent{
	{Table: "collections", Key: "user_id", Dependents: []trash.Dependent{
		{Table: "shared_collections", Key: "collection_id"},
	}},
	{Table: "shared_collections", Key: "user_id"},
}

// beforeRestore prevents editors from restoring staff whom an admin has removed, and refuses to restore a user whose
// partner is in the trash. Sessions from before the deletion do not become valid again.
func beforeRestore(ctx context.Context, tx *write.Tx, id int64) error {
	user, err := db.One[struct {
		Internal       bool `db:"internal"`
		PartnerDeleted bool `db:"partner_deleted"`
	}](ctx, tx.Conn, `
		SELECT u.internal, p.deleted_at IS NOT NULL AS partner_deleted
		FROM users AS u
		LEFT JOIN partners AS p ON p.id = u.partner_id
		WHERE u.id = ?`, id)
	if err != nil {
		return fmt.Errorf("find user %d to restore: %w", id, err)
	}
	if user.Internal && !auth.IsAdmin(ctx) {
		return apierr.NotAllowed("Only admins may restore staff.")
	}
	if user.Internal {
		if err := auth.RequireConfirmed(ctx); err != nil {
			return err
		}
	}
	if user.PartnerDeleted {
		return apierr.Conflict("Their partner is in the trash. Restore the partner first.")
	}
	return EndSessions(ctx, tx, id)
}

// RequireAdminToChangeStaff returns an error unless the caller is an admin.
func RequireAdminToChangeStaff(ctx context.Context) error {
	if auth.IsAdmin(ctx) {
		return nil
	}
	return apierr.NotAllowed("Only admins can change staff.")
}

// RequireAnotherAdmin returns an error if the user is the only admin who can sign in.
func RequireAnotherAdmin(ctx context.Context, tx *write.Tx, id int64) error {
	admins, err := LockAdmins(ctx, tx)
	if err != nil {
		return err
	}
	if len(admins) == 1 && admins[0] == id {
		return apierr.Conflict("This is the last admin. Make someone else an admin first.")
	}
	return nil
}

// LockAdmins returns the admins who can sign in. It locks them, so that two changes of admins can't happen at the same
// time.
func LockAdmins(ctx context.Context, tx *write.Tx) ([]int64, error) {
	admins, err := db.All[int64](ctx, tx.Conn, `
		SELECT id
		FROM users
		WHERE internal AND staff_role = 'admin' AND deactivated_at IS NULL AND deleted_at IS NULL
		ORDER BY id`+tx.ForUpdate())
	if err != nil {
		return nil, fmt.Errorf("lock admins: %w", err)
	}
	return admins, nil
}

// EndSessions signs a user out on all devices.
func EndSessions(ctx context.Context, tx *write.Tx, id int64) error {
	if _, err := tx.Exec(ctx, "UPDATE users SET session_epoch = session_epoch + 1 WHERE id = ?", id); err != nil {
		return fmt.Errorf("end sessions of user %d: %w", id, err)
	}
	return nil
}
