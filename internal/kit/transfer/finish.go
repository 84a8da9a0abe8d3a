package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
)

// Restore creates the indexes and foreign keys, each in a transaction of its own, and collects statistics for the
// planner. report is called before each.
func (t *Target) Restore(ctx context.Context, report func(done, total int)) error {
	if _, err := t.conn.ExecContext(ctx, "UPDATE "+stateTable+" SET restored = TRUE"); err != nil {
		return err
	}
	ids, statements, err := t.missingObjects(ctx)
	if err != nil {
		return fmt.Errorf("read the indexes to create: %w", err)
	}
	for i, statement := range statements {
		report(i, len(statements))
		err := t.inTx(ctx, func(tx *sql.Tx) error {
			for _, step := range []string{"SET LOCAL maintenance_work_mem = '256MB'", statement} {
				if _, err := tx.ExecContext(ctx, step); err != nil {
					return fmt.Errorf("%s: %w", step, err)
				}
			}
			_, err := tx.ExecContext(ctx, "DELETE FROM "+statementTable+" WHERE id = $1", ids[i])
			return err
		})
		if err != nil {
			return err
		}
	}
	_, err = t.conn.ExecContext(ctx, "ANALYZE")
	return err
}

// missingObjects returns the statements that have not been run yet.
func (t *Target) missingObjects(ctx context.Context) (ids []int64, statements []string, err error) {
	rows, err := t.conn.QueryContext(ctx, "SELECT id, statement FROM "+statementTable+" ORDER BY id")
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id int64
		var statement string
		if err := rows.Scan(&id, &statement); err != nil {
			return nil, nil, err
		}
		ids, statements = append(ids, id), append(statements, statement)
	}
	return ids, statements, errors.Join(rows.Err(), rows.Close())
}

const sequencesQuery = `
	SELECT c.relname, a.attname, pg_get_serial_sequence(quote_ident(c.relname), a.attname)
	FROM pg_class c
	JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
	WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
		AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL`

// SetSequences makes new rows continue after the ids of the source, including those of rows that have been deleted.
func (t *Target) SetSequences(ctx context.Context, from *db.Snapshot) error {
	used, err := usedIDs(ctx, from)
	if err != nil {
		return fmt.Errorf("read the sequences of the source: %w", err)
	}
	rows, err := t.conn.QueryContext(ctx, sequencesQuery)
	if err != nil {
		return fmt.Errorf("read the sequences of the target: %w", err)
	}
	defer func() { _ = rows.Close() }()
	statements := []string{}
	for rows.Next() {
		var owner, column, sequence string
		if err := rows.Scan(&owner, &column, &sequence); err != nil {
			return err
		}
		if t.schema.tables[owner] != nil {
			statements = append(statements, fmt.Sprintf(
				"SELECT setval('%s', greatest(n, 1), n > 0) FROM (SELECT greatest(max(%s), %d) AS n FROM %s) AS used",
				sequence, table.Quote(column), used[owner], table.Quote(owner)))
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := t.conn.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// usedIDs returns the highest id that each table of the source has ever had. Tables that reuse ids are missing.
func usedIDs(ctx context.Context, from *db.Snapshot) (map[string]int64, error) {
	rows, err := from.Query(ctx, "SELECT name, seq FROM sqlite_sequence")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	used := map[string]int64{}
	for rows.Next() {
		var name string
		var id int64
		if err := rows.Scan(&name, &id); err != nil {
			return nil, err
		}
		used[name] = id
	}
	return used, errors.Join(rows.Err(), rows.Close())
}

// Finish prepares the tables for reading and removes the record of the transfer. Servers can use the database
// afterwards.
func (t *Target) Finish(ctx context.Context) error {
	for _, statement := range []string{
		"VACUUM (ANALYZE)", // so that indexes are enough for queries that need no other columns
		"DROP TABLE " + strings.Join([]string{stateTable, copiedTable, statementTable}, ", "),
	} {
		if _, err := t.conn.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
