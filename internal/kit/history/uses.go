package history

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/table"
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
	used := map[int64]string{}
	for _, ref := range references {
		found, err := db.All[struct {
			ID      int64 `db:"id"`
			Uses    int64 `db:"uses"`
			Trashed int64 `db:"trashed"`
		}](ctx, v.conn, v.countUses(ref), db.IDs(ids))
		if err != nil {
			return nil, fmt.Errorf("find uses in %s: %w", ref.Table, err)
		}
		for _, f := range found {
			switch {
			case f.Uses-f.Trashed > v.simulated.released(ref, f.ID):
				used[f.ID] = "It has been used since."
			case f.Trashed > 0 && ref.OnDelete != cascades && ref.OnDelete != setsNull && used[f.ID] == "":
				used[f.ID] = "It is used by a record in the trash."
			}
		}
	}
	return slices.DeleteFunc(rows, func(r *keptRow) bool {
		id, _ := r.id()
		if used[id] != "" {
			v.refuse(r, "", nil, nil, used[id])
		}
		return used[id] != ""
	}), nil
}

// countUses returns a query that counts the rows that refer to ids, and those of them that are in the trash or part of
// a record there.
func (v *reversal) countUses(ref reference) string {
	trashed := []string{"1 = 0"}
	if slices.Contains(v.undoer.table(ref.Table).Columns, "deleted_at") && ref.Parent != trashTable {
		trashed = append(trashed, ref.Table+".deleted_at IS NOT NULL")
	}
	for _, owner := range v.catalog.byTable[ref.Table] {
		if owner.Column != ref.Column && owner.OnDelete == cascades && v.undoer.hasTrash(owner.Parent) {
			trashed = append(trashed, fmt.Sprintf(
				"EXISTS (SELECT 1 FROM %s AS o WHERE o.id = %s.%s AND o.deleted_at IS NOT NULL)",
				owner.Parent, ref.Table, table.Quote(owner.Column)))
		}
	}
	column := ref.Table + "." + table.Quote(ref.Column)
	return "SELECT " + column + " AS id, count(*) AS uses, sum(CASE WHEN " + strings.Join(trashed, " OR ") +
		" THEN 1 ELSE 0 END) AS trashed FROM " + ref.Table + " WHERE " + v.conn.OneOf(column) + " GROUP BY " + column
}
