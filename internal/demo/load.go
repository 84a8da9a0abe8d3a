package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
	"waymark/internal/platform/schema"
)

// into fills tables, in bulk when that many rows are worth it: the first table gets n rows, the others what belongs to them.
// Indexes are made anew after a bulk, so one that adds little to much is slower than row by row.
func (f *filler) into(ctx context.Context, tables []string, n int, fill func(*load) error) error {
	if n < f.bulkFrom {
		return fill(nil)
	}
	there, err := db.Value[int](ctx, f.store.DB.Read(), "SELECT count(*) FROM "+tables[0])
	if err != nil {
		return err
	}
	if there > 8*n {
		return fill(nil)
	}
	return f.load(ctx, tables, fill)
}

// A load is one transaction that lays the triggers, indexes and foreign keys of some tables aside, fills the tables, counts what
// the triggers would have counted, and puts everything back. Both engines undo changes of the schema with the transaction, so
// one that is cut off leaves nothing behind. Others wait for the tables meanwhile.
type load struct {
	engine db.Engine
	conn   *sql.Conn
	tx     *sql.Tx
	tables []string
	// first is the first new id of a table, and next the one after the last.
	first, next map[string]int64
	statements  map[string]*sql.Stmt
}

func (f *filler) load(ctx context.Context, tables []string, fill func(*load) error) (err error) {
	conn, err := f.store.DB.Handle().Conn(ctx)
	if err != nil {
		return err
	}
	l := &load{
		engine: f.store.DB.Engine, conn: conn, tables: tables, first: map[string]int64{}, next: map[string]int64{},
		statements: map[string]*sql.Stmt{},
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if l.engine == db.SQLite {
		restore, err := l.roomy(ctx)
		if err != nil {
			return err
		}
		defer restore()
	}
	if l.tx, err = conn.BeginTx(ctx, nil); err != nil {
		return err
	}
	defer func() { _ = l.tx.Rollback() }() // after a commit this does nothing
	back, err := l.layAside(ctx)
	if err != nil {
		return fmt.Errorf("lay aside: %w", err)
	}
	if err := fill(l); err != nil {
		return err
	}
	for _, statement := range slices.Concat(l.counts(), back, l.totals()) {
		if _, err := l.tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return l.tx.Commit()
}

// roomy gives the one SQLite connection more memory to sort indexes in, and takes it back.
func (l *load) roomy(ctx context.Context) (restore func(), err error) {
	var size int
	if err := l.conn.QueryRowContext(ctx, "PRAGMA cache_size").Scan(&size); err != nil {
		return nil, err
	}
	if _, err := l.conn.ExecContext(ctx, "PRAGMA cache_size = -131072; PRAGMA threads = 2"); err != nil {
		return nil, err
	}
	return func() {
		_, _ = l.conn.ExecContext(context.WithoutCancel(ctx),
			fmt.Sprintf("PRAGMA threads = 0; PRAGMA cache_size = %d; PRAGMA wal_checkpoint(TRUNCATE)", size))
	}, nil
}

// layAside takes away what makes single rows slow, and tells the statements that bring it back.
func (l *load) layAside(ctx context.Context) (back []string, err error) {
	names := "'" + strings.Join(l.tables, "', '") + "'"
	query := `SELECT 'DROP ' || type || ' ' || name, sql FROM sqlite_master WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name IN (` + names + `) ORDER BY rowid`
	if l.engine == db.Postgres {
		for _, statement := range []string{
			"LOCK TABLE " + strings.Join(l.tables, ", ") + " IN ACCESS EXCLUSIVE MODE",
			"SET LOCAL maintenance_work_mem = '256MB'",
		} {
			if _, err := l.tx.ExecContext(ctx, statement); err != nil {
				return nil, err
			}
		}
		// Keys that others refer to stay. Foreign keys come back after the indexes.
		query = `SELECT away, back FROM (
			SELECT 2 AS place, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS away,
				format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS back
				FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text IN (` + names + `)
			UNION ALL SELECT 1, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
				FROM pg_index WHERE indrelid::regclass::text IN (` + names +
			`) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
			UNION ALL SELECT 3, format('ALTER TABLE %s DISABLE TRIGGER USER', name), format('ALTER TABLE %s ENABLE TRIGGER USER', name)
				FROM unnest(ARRAY[` + names + `]) AS name
			) AS parts ORDER BY place, back`
	}
	rows, err := l.tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	away := []string{}
	for rows.Next() {
		var there, here string
		if err := rows.Scan(&there, &here); err != nil {
			return nil, err
		}
		away, back = append(away, there), append(back, here)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	for _, statement := range away {
		if _, err := l.tx.ExecContext(ctx, statement); err != nil {
			return nil, fmt.Errorf("%s: %w", statement, err)
		}
	}
	return back, nil
}

func (l *load) insert(ctx context.Context, table, columns string, rows [][]any) ([]int64, error) {
	if _, begun := l.first[table]; !begun {
		query := fmt.Sprintf("SELECT max(coalesce(max(id), 0), coalesce((SELECT seq FROM sqlite_sequence WHERE name = '%s'), 0)) + 1 FROM %s", table, table)
		if l.engine == db.Postgres {
			query = fmt.Sprintf("SELECT greatest(coalesce(max(id), 0) + 1, nextval(pg_get_serial_sequence('%s', 'id'))) FROM %s",
				table, table)
		}
		var first int64
		if err := l.tx.QueryRowContext(ctx, query).Scan(&first); err != nil {
			return nil, err
		}
		l.first[table], l.next[table] = first, first
	}
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = l.next[table]
		rows[i] = slices.Insert(row, 0, any(ids[i]))
		l.next[table]++
	}
	return ids, l.copy(ctx, table, "id, "+columns, rows)
}

// link leaves out rows that are given twice: those that are there are of other records.
func (l *load) link(ctx context.Context, table, columns string, rows [][]any) error {
	seen, once := make(map[[2]any]bool, len(rows)), rows[:0]
	for _, row := range rows {
		if pair := [2]any{row[0], row[1]}; !seen[pair] {
			seen[pair] = true
			once = append(once, row)
		}
	}
	return l.copy(ctx, table, columns, once)
}

func (l *load) run(ctx context.Context, statement string) error {
	_, err := l.tx.ExecContext(ctx, statement)
	return err
}

func (l *load) copy(ctx context.Context, table, columns string, rows [][]any) error {
	if l.engine == db.Postgres {
		return l.conn.Raw(func(driver any) error {
			c, ok := driver.(*stdlib.Conn)
			if !ok {
				return fmt.Errorf("a %T takes no copies", driver)
			}
			_, err := c.Conn().CopyFrom(ctx, pgx.Identifier{table}, strings.Fields(strings.ReplaceAll(columns, ",", " ")),
				pgx.CopyFromRows(rows))
			return err
		})
	}
	for part := range slices.Chunk(rows, 50) {
		marks, args := listed(part)
		query := "INSERT INTO " + table + " (" + columns + ") VALUES " + marks
		if len(part) < 50 {
			if _, err := l.tx.ExecContext(ctx, query, moments(args)...); err != nil {
				return err
			}
			continue
		}
		statement, ready := l.statements[table]
		if !ready {
			var err error
			if statement, err = l.tx.PrepareContext(ctx, query); err != nil {
				return err
			}
			l.statements[table] = statement
		}
		if _, err := statement.ExecContext(ctx, moments(args)...); err != nil {
			return err
		}
	}
	return nil
}

// moments are arguments as SQLite keeps them.
func moments(args []any) []any {
	for i, arg := range args {
		switch v := arg.(type) {
		case time.Time:
			args[i] = v.UnixMicro()
		case *time.Time:
			args[i] = nil
			if v != nil {
				args[i] = v.UnixMicro()
			}
		}
	}
	return args
}

// given are counters that come with the row that has them: what belongs to a content item is known before it is
// written.
var given = []string{
	schema.ContentTagsCount.Name(), schema.ContentDestinationsCount.Name(), schema.ContentLibrariesCount.Name(),
	schema.ContentPublishersCount.Name(), schema.SharedCollectionPersonalisationsCount.Name(),
}

// pairs are the links that are filled with the records they belong to.
var pairs = []table.Link{
	schema.ContentTags, schema.ContentDestinations, schema.ContentLibraries, schema.ContentPublishers,
	schema.ContentLanguages, schema.CollectionContent, schema.CollectionTags,
}

// added is a condition on a table that only the new rows meet. Pairs are new when the record they belong to is.
func (l *load) added(rows string) (condition string, filled bool) {
	owner, column := rows, "id"
	if i := slices.IndexFunc(pairs, func(p table.Link) bool { return p.Table == rows }); i >= 0 {
		owner, column = pairs[i].From.Name, pairs[i].OwnColumn
	}
	first, filled := l.first[owner]
	return fmt.Sprintf("%s >= %d", column, first), filled && slices.Contains(l.tables, rows)
}

// counts are the statements that count the new rows, and on SQLite make them searchable. All new rows are live.
func (l *load) counts() []string {
	statements := []string{}
	for _, table := range l.tables { // counting would be planned for as few rows as there were, and take hours for many
		statements = append(statements, "ANALYZE "+table)
	}
	for _, c := range schema.Counters() {
		if condition, filled := l.added(c.Rows()); filled && !slices.Contains(given, c.Name()) {
			statements = append(statements, c.Add(condition))
		}
	}
	if slices.Contains(l.tables, schema.CollectionContent.Table) {
		statements = append(statements, schema.ContentAddedAt.Refresh...)
	}
	for _, search := range schema.Searches() {
		if first, ok := l.first[search.Table.Name]; ok {
			statements = append(statements, search.Fill(l.engine, first)...)
		}
	}
	if l.engine == db.Postgres {
		for table, next := range l.next {
			statements = append(statements, fmt.Sprintf("SELECT setval(pg_get_serial_sequence('%s', 'id'), %d)", table, next-1))
		}
	}
	return statements
}

// totals are the statements that count all rows of the filled tables, along their indexes.
func (l *load) totals() []string {
	statements := []string{}
	for _, total := range schema.Totals() {
		if _, filled := l.first[total.Table.Name]; filled {
			statements = append(statements, total.Rebuild(l.engine)...)
		}
	}
	return statements
}
