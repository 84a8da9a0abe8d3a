package history

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
)

// withoutUsed leaves out rows that others refer to by now.
func (v *reversal) withoutUsed(ctx context.Context, table string, rows []*keptRow) ([]*keptRow, error) {
	// What triggers work out follows by itself.
	references := slices.DeleteFunc(slices.Clone(v.catalog.byParent[table]), func(r reference) bool {
		return !slices.ContainsFunc(v.undoer.Tables, func(t derived.History) bool { return t.Table == r.Table })
	})
	if len(references) == 0 || len(rows) == 0 {
		return rows, nil
	}
	ids, err := idsOf(rows)
	if err != nil {
		return nil, err
	}
	used := map[int64]bool{}
	for _, ref := range references {
		found, err := db.All[struct {
			ID   int64 `db:"id"`
			Uses int64 `db:"uses"`
		}](ctx, v.conn, v.countUses(ref), db.IDs(ids))
		if err != nil {
			return nil, fmt.Errorf("find uses in %s: %w", ref.Table, err)
		}
		for _, f := range found {
			used[f.ID] = used[f.ID] || f.Uses > v.simulated.released(ref, f.ID)
		}
	}
	return slices.DeleteFunc(rows, func(r *keptRow) bool {
		id, _ := r.id()
		if used[id] {
			v.refuse(r, "", nil, nil, "It has been used since.")
		}
		return used[id]
	}), nil
}

// countUses returns a query that counts the rows that refer to ids. Those that are part of a record in the trash don't
// count: they are deleted with what they refer to.
func (v *reversal) countUses(ref reference) string {
	column := ref.Table + "." + quote(ref.Column)
	conditions := []string{v.conn.OneOf(column)}
	for _, owner := range v.catalog.byTable[ref.Table] {
		if owner.Column != ref.Column && owner.OnDelete == cascades && v.undoer.hasTrash(owner.Parent) {
			conditions = append(conditions, fmt.Sprintf(
				"NOT EXISTS (SELECT 1 FROM %s AS o WHERE o.id = %s.%s AND o.deleted_at IS NOT NULL)",
				owner.Parent, ref.Table, quote(owner.Column)))
		}
	}
	return "SELECT " + column + " AS id, count(*) AS uses FROM " + ref.Table +
		" WHERE " + strings.Join(conditions, " AND ") + " GROUP BY " + column
}
