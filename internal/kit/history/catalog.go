package history

import (
	"context"
	"fmt"

	"waymark/internal/kit/db"
)

// reference is a foreign key of one column.
type reference struct {
	Table    string `db:"child"`
	Column   string `db:"child_column"`
	Parent   string `db:"parent"`
	OnDelete string `db:"on_delete"`
}

const (
	cascades = "CASCADE"
	setsNull = "SET NULL"
)

// catalog is what the database says about its tables.
type catalog struct {
	byTable  map[string][]reference // the references of a table
	byParent map[string][]reference // the references to a table
	types    map[string]string      // of columns, as TABLE.COLUMN, on PostgreSQL
}

// load reads the catalog once: migrations run before the server starts.
func (u *Undoer) load(ctx context.Context, c db.Conn) (*catalog, error) {
	u.once.Do(func() { u.catalog, u.catalogErr = readCatalog(context.WithoutCancel(ctx), c) })
	return u.catalog, u.catalogErr
}

func readCatalog(ctx context.Context, c db.Conn) (*catalog, error) {
	query := `SELECT m.name AS child, f."from" AS child_column, f."table" AS parent, f.on_delete
		FROM sqlite_master AS m JOIN pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'`
	if isPostgres(c) {
		query = `SELECT f.conrelid::regclass::text AS child, a.attname AS child_column, f.confrelid::regclass::text AS parent,
				CASE f.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE '' END AS on_delete
			FROM pg_constraint AS f JOIN pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
			WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace AND array_length(f.conkey, 1) = 1`
	}
	references, err := db.All[reference](ctx, c, query)
	if err != nil {
		return nil, fmt.Errorf("read the foreign keys: %w", err)
	}
	found := &catalog{map[string][]reference{}, map[string][]reference{}, map[string]string{}}
	for _, r := range references {
		found.byTable[r.Table] = append(found.byTable[r.Table], r)
		found.byParent[r.Parent] = append(found.byParent[r.Parent], r)
	}
	if !isPostgres(c) {
		return found, nil
	}
	columns, err := db.All[struct {
		Name string `db:"name"`
		Type string `db:"type"`
	}](ctx, c, `SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
		FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`)
	if err != nil {
		return nil, fmt.Errorf("read the types of columns: %w", err)
	}
	for _, column := range columns {
		found.types[column.Name] = column.Type
	}
	return found, nil
}
