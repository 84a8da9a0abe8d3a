package collections

import (
	"context"
	"fmt"

	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/write"
)

// otherOwner is the condition that a record and another one, each with an alias, do not have the same owner.
const otherOwner = `(coalesce(a.partner_id, 0) <> coalesce(b.partner_id, 0)
	OR coalesce(a.user_id, 0) <> coalesce(b.user_id, 0))`

// checkUndo refuses collections that an undo would leave without an owner, or in a folder of another one, and copies
// their owners to their acceptances.
func checkUndo(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	ids := changes.Setting("type", "partner_id", "user_id", "folder_id")
	err := changes.RefuseAll(ctx, tx.Conn, ids, `
		SELECT id
		FROM collections
		WHERE (type = 'partner') <> (partner_id IS NOT NULL AND user_id IS NULL)
			AND `+tx.OneOf("id"), "type", "Only one partner or one user can own a collection.")
	if err != nil {
		return err
	}
	err = changes.RefuseAll(ctx, tx.Conn, ids, `
		SELECT a.id
		FROM collections AS a
		JOIN folders AS b ON b.id = a.folder_id
		WHERE `+otherOwner+" AND "+tx.OneOf("a.id"), "folder_id", "It is not a folder of this owner.")
	if err != nil || len(ids) == 0 {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE shared_collections
		SET partner_id = c.partner_id
		FROM collections AS c
		WHERE c.id = shared_collections.collection_id
			AND coalesce(c.partner_id, 0) <> coalesce(shared_collections.partner_id, 0)
			AND `+tx.OneOf("c.id"), db.IDs(ids))
	if err != nil {
		return fmt.Errorf("set the partners of acceptances: %w", err)
	}
	return nil
}

// checkFolders refuses folders that an undo would put into themselves or into a folder of another owner, and folders
// whose owner is in the trash.
func checkFolders(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	ids := changes.Setting("name", "parent_id")
	err := changes.RefuseAll(ctx, tx.Conn, ids, `
		SELECT a.id
		FROM folders AS a
		JOIN folders AS b ON b.id = a.parent_id
		WHERE `+otherOwner+" AND "+tx.OneOf("a.id"), "parent_id", "It is not a folder of this owner.")
	if err != nil {
		return err
	}
	err = changes.RefuseAll(ctx, tx.Conn, ids, "SELECT id FROM folders WHERE NOT ("+liveOwner+") AND "+tx.OneOf("id"), "",
		"Its owner is in the trash.")
	if err != nil {
		return err
	}
	return tree.CheckUndo(ctx, tx, changes)
}
