package savedviews

import (
	"context"
	"fmt"
	"strconv"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/write"
)

// ownership says who may see and change a view.
type ownership struct {
	ID      int64  `db:"id"`
	OwnerID *int64 `db:"owner_id"`
	Shared  bool   `db:"shared"`
}

// mayUndo refuses people who may not change the views: private ones belong to their owners, shared ones to admins.
func mayUndo(ctx context.Context, c db.Conn, changes []history.RowChange) error {
	ids := []int64{}
	for _, change := range changes {
		ids = append(ids, change.ID)
	}
	present, err := db.All[ownership](ctx, c, "SELECT id, owner_id, shared FROM saved_views WHERE "+c.OneOf("id"),
		db.IDs(ids))
	if err != nil {
		return fmt.Errorf("find saved views: %w", err)
	}
	for _, view := range present {
		if err := mayChange(ctx, view); err != nil {
			return err
		}
	}
	for _, change := range changes {
		restored := ownership{}
		if owner, err := strconv.ParseInt(string(change.Values["owner_id"]), 10, 64); err == nil {
			restored.OwnerID = &owner
		}
		shared := string(change.Values["shared"])
		restored.Shared = shared == "true" || shared == "1" // truth values are numbers on SQLite
		if err := mayChange(ctx, restored); err != nil {
			return err
		}
	}
	return nil
}

func mayChange(ctx context.Context, view ownership) error {
	if view.Shared && !auth.IsAdmin(ctx) {
		return errAdmins
	}
	if view.OwnerID != nil && *view.OwnerID != auth.Current(ctx).ID {
		return apierr.NotAllowed("Only its owner can change a private view.")
	}
	return nil
}

// checkUndo refuses views that would be one too many.
func checkUndo(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	return changes.RefuseAll(ctx, tx.Conn, changes.Setting("owner_id", "shared"), fmt.Sprintf(`
		SELECT v.id
		FROM saved_views AS v
		WHERE %s AND (
			SELECT count(*)
			FROM saved_views AS o
			WHERE o.table_name = v.table_name AND coalesce(o.owner_id, 0) = coalesce(v.owner_id, 0)
		) > %d`, tx.OneOf("v.id"), maxViews), "name", "There are too many views of this table.")
}
