// Package table describes database tables and the links between them to the packages that build SQL.
package table

import (
	"cmp"
	"context"
	"fmt"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
)

// Table is a table whose rows have an id.
type Table struct {
	Name string
	// Trash says that rows can be in the trash: they then have a deleted_at and are not live.
	Trash bool
	// Title is the column with the text that names a row. It has a folded copy, which ends in _key. The default is name.
	Title string
	// Named is an SQL expression for the name of a row, if no column has it.
	Named string
	// Key is the column with the folded text by which people find a row. The default is the folded copy of the title.
	Key string
	// IDOrder says that the order of ids is the order of creation, that the index TABLE_id covers the live ids, and that
	// the live rows are counted by blocks of ids.
	IDOrder bool
}

// Quote quotes the name of a column, which may be a keyword such as order.
func Quote(column string) string { return `"` + column + `"` }

// TitleColumn returns the column with the text that names a row.
func (t Table) TitleColumn() string { return cmp.Or(t.Title, "name") }

// KeyColumn returns the column with the folded text by which people find a row.
func (t Table) KeyColumn() string { return cmp.Or(t.Key, t.TitleColumn()+"_key") }

// AndLive returns a condition that leaves out rows in the trash, to be appended to a WHERE clause.
func (t Table) AndLive() string {
	if t.Trash {
		return " AND deleted_at IS NULL"
	}
	return ""
}

// Existing returns which of the ids belong to live rows.
func (t Table) Existing(ctx context.Context, c db.Conn, ids []int64) (map[int64]bool, error) {
	if len(ids) == 0 {
		return map[int64]bool{}, nil
	}
	found, err := db.All[int64](ctx, c, "SELECT id FROM "+t.Name+" WHERE id IN (?)"+t.AndLive(), ids)
	if err != nil {
		return nil, fmt.Errorf("find %s by id: %w", t.Name, err)
	}
	existing := map[int64]bool{}
	for _, id := range found {
		existing[id] = true
	}
	return existing, nil
}

// RequireExisting refuses each id without a live row, under the field the ids were sent in.
func (t Table) RequireExisting(ctx context.Context, c db.Conn, field string, ids []int64) error {
	existing, err := t.Existing(ctx, c, ids)
	if err != nil {
		return err
	}
	return Missing(field, ids, existing, "This record doesn't exist.")
}

// Missing refuses each id that is not among the existing ones, under its position in the field.
func Missing(field string, ids []int64, existing map[int64]bool, problem string) error {
	var problems apierr.Fields
	for i, id := range ids {
		if !existing[id] {
			problems.Add(fmt.Sprintf("%s.%d", field, i), "%s", problem)
		}
	}
	return problems.Err()
}
