package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waymark/internal/kit/table"
)

// column is a column of a table.
type column struct {
	name string
	valueType
}

// tableInfo is a table of the target, which the source has too.
type tableInfo struct {
	name    string
	columns []column
}

// index returns the position of a column, or -1.
func (t *tableInfo) index(name string) int {
	return slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })
}

func (t *tableInfo) columnNames() []string {
	names := []string{}
	for _, c := range t.columns {
		names = append(names, c.name)
	}
	return names
}

// sourceQuery reads a table on SQLite. Some columns of the job queue have JSON in SQLite's binary form.
func (t *tableInfo) sourceQuery() string {
	expressions := []string{}
	for _, c := range t.columns {
		expression := table.Quote(c.name)
		if c.normalise != nil {
			expression = strings.ReplaceAll("CASE WHEN typeof($) = 'blob' THEN json($) ELSE $ END", "$", expression)
		}
		expressions = append(expressions, expression)
	}
	return "SELECT " + strings.Join(expressions, ", ") + " FROM " + table.Quote(t.name)
}

// targetQuery reads a table on PostgreSQL. All values are texts.
func (t *tableInfo) targetQuery() string {
	expressions := []string{}
	for _, c := range t.columns {
		expressions = append(expressions, strings.ReplaceAll(c.read, "$", table.Quote(c.name)))
	}
	return "SELECT " + strings.Join(expressions, ", ") + " FROM " + table.Quote(t.name)
}

// schema is the tables of the target.
type schema struct{ tables map[string]*tableInfo }

// names returns the names of the tables that are copied, in order.
func (s *schema) names(skip map[string]string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.tables)), func(name string) bool { return skip[name] != "" })
}

const columnsQuery = `
	SELECT c.relname, a.attname, CASE t.typtype WHEN 'e' THEN 'text' ELSE t.typname END
	FROM pg_class c
	JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
	JOIN pg_type t ON t.oid = a.atttypid
	WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND NOT c.relname = ANY($1)
	ORDER BY c.relname, a.attnum`

// readSchema reads the tables of the target, except those in which this package keeps its progress.
func readSchema(ctx context.Context, conn *sql.Conn, skip map[string]string) (*schema, error) {
	rows, err := conn.QueryContext(ctx, columnsQuery, []string{stateTable, copiedTable, statementTable})
	if err != nil {
		return nil, fmt.Errorf("read the tables of the target: %w", err)
	}
	defer func() { _ = rows.Close() }()
	s := &schema{tables: map[string]*tableInfo{}}
	for rows.Next() {
		var owner, name, typeName string
		if err := rows.Scan(&owner, &name, &typeName); err != nil {
			return nil, err
		}
		if skip[owner] != "" {
			continue
		}
		converted, known := valueTypes[typeName]
		if !known {
			return nil, fmt.Errorf("column %s of table %s has the type %s, which can't be moved", name, owner, typeName)
		}
		if s.tables[owner] == nil {
			s.tables[owner] = &tableInfo{name: owner}
		}
		s.tables[owner].columns = append(s.tables[owner].columns, column{name, converted})
	}
	return s, errors.Join(rows.Err(), rows.Close())
}
