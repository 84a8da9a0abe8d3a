package table

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"waymark/internal/kit/db"
)

// NameSQL returns an SQL expression for the name of a row.
func (t Table) NameSQL() string { return cmp.Or(t.Named, `"`+t.TitleColumn()+`"`) }

// Rows are some rows of a table.
type Rows struct {
	Table Table
	IDs   []int64
	Live  bool // without those in the trash
}

// Names returns the names of rows by their ids, for each list of rows, with one statement. Rows that don't exist are
// left out.
func Names(ctx context.Context, c db.Conn, lists []Rows) ([]map[int64]string, error) {
	names, parts, args := make([]map[int64]string, len(lists)), []string{}, []any{}
	for i, rows := range lists {
		if names[i] = map[int64]string{}; len(rows.IDs) == 0 {
			continue
		}
		live := ""
		if rows.Live {
			live = rows.Table.AndLive()
		}
		parts = append(parts, fmt.Sprintf("SELECT %d AS list, id, %s AS name FROM %s WHERE id IN (?)%s", i,
			rows.Table.NameSQL(), rows.Table.Name, live))
		args = append(args, rows.IDs)
	}
	if len(parts) == 0 {
		return names, nil
	}
	found, err := db.All[struct {
		List int    `db:"list"`
		ID   int64  `db:"id"`
		Name string `db:"name"`
	}](ctx, c, strings.Join(parts, " UNION ALL "), args...)
	if err != nil {
		return nil, fmt.Errorf("read names: %w", err)
	}
	for _, row := range found {
		names[row.List][row.ID] = row.Name
	}
	return names, nil
}

// maxNames limits the names that an audit entry has of a long list of ids.
const maxNames = 100

// Names returns the names of the first rows of a list, for an audit entry.
func (t Table) Names(ctx context.Context, c db.Conn, ids []int64) (map[int64]string, error) {
	names, err := Names(ctx, c, []Rows{{Table: t, IDs: ids[:min(len(ids), maxNames)]}})
	if err != nil {
		return nil, err
	}
	return names[0], nil
}
