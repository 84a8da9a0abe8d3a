package merge

import (
	"context"
	"fmt"

	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// Remember records that the rows of a table with the given ids were merged into another. Those that were merged into
// them before are now in the other, too.
func Remember(ctx context.Context, tx *write.Tx, table string, ids []int64, into int64) error {
	statements := []struct {
		query string
		args  []any
	}{
		{"UPDATE merged_records SET new_id = ? WHERE kind = ? AND new_id IN (?)", []any{into, table, ids}},
		// A record that was restored from the trash may be merged again, or others into it.
		{"DELETE FROM merged_records WHERE kind = ? AND old_id IN (?)", []any{table, append([]int64{into}, ids...)}},
	}
	for _, id := range ids {
		statements = append(statements, struct {
			query string
			args  []any
		}{"INSERT INTO merged_records (kind, old_id, new_id) VALUES (?, ?, ?)", []any{table, id, into}})
	}
	for _, statement := range statements {
		if _, err := tx.Exec(ctx, statement.query, statement.args...); err != nil {
			return fmt.Errorf("remember merged %s: %w", table, err)
		}
	}
	return nil
}

// Into returns the id of the record that another was merged into, or 0 if it was not merged.
func Into(ctx context.Context, c db.Conn, table string, id int64) (int64, error) {
	found, err := db.All[int64](ctx, c, "SELECT new_id FROM merged_records WHERE kind = ? AND old_id = ?", table, id)
	if err != nil {
		return 0, fmt.Errorf("find merged %s %d: %w", table, id, err)
	}
	if len(found) == 0 {
		return 0, nil
	}
	return found[0], nil
}
