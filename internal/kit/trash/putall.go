package trash

import (
	"context"
	"fmt"
	"slices"

	"waymark/internal/kit/write"
)

// PutAll moves many records to the trash with few statements, each with an entry of its own. Their names are in
// nameColumn. Records of a kind with dependents are moved one by one.
func PutAll(ctx context.Context, tx *write.Tx, kind Kind, nameColumn string, ids []int64) error {
	if len(kind.Dependents) > 0 {
		return fmt.Errorf("%s has dependents", kind.Name)
	}
	if err := kind.MayChange(ctx); err != nil {
		return err
	}
	for batch := range slices.Chunk(ids, putBatch) {
		if err := putBatchOf(ctx, tx, kind, nameColumn, batch); err != nil {
			return err
		}
	}
	return nil
}

// putBatch is the number of rows that one statement moves to the trash. PostgreSQL updates the counters of all linked
// records row by row, which must not take longer than the time limit of a statement.
const putBatch = 250

func putBatchOf(ctx context.Context, tx *write.Tx, kind Kind, nameColumn string, ids []int64) error {
	actor := write.ActorOf(ctx)
	var by *int64
	if actor.UserID != 0 {
		by = &actor.UserID
	}
	_, err := tx.Exec(ctx, `INSERT INTO trash (kind, record_id, name, deleted_at, deleted_by_id, deleted_by_name)
		SELECT ?, id, `+nameColumn+", ?, ?, ? FROM "+kind.Table+" WHERE id IN (?) AND deleted_at IS NULL ORDER BY id",
		kind.Name, tx.Now, by, actor.Name, ids)
	if err != nil {
		return fmt.Errorf("write trash entries: %w", err)
	}
	// A record has one entry: that of an earlier deletion is gone since the record was restored.
	_, err = tx.Exec(ctx, "UPDATE "+kind.Table+` SET deleted_at = ?, trash_id = trash.id FROM trash
		WHERE trash.kind = ? AND trash.record_id IN (?) AND trash.record_id = `+kind.Table+".id AND "+
		kind.Table+".id IN (?) AND "+kind.Table+".deleted_at IS NULL", tx.Now, kind.Name, ids, ids)
	if err != nil {
		return fmt.Errorf("trash %s: %w", kind.Table, err)
	}
	return nil
}
