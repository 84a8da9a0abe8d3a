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

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

// fillTables fills tables, in bulk if there are enough rows. The first table gets n rows, the others the rows that
// belong to them. A bulk load rebuilds all indexes, so it is slower than row by row if it adds few rows to many.
func (f *filler) fillTables(ctx context.Context, tables []string, n int, fill func(*load) error) error {
	if n < f.bulkThreshold {
		return fill(nil)
	}
	count, err := db.Value[int](ctx, f.store.DB.Read(), "SELECT count(*) FROM "+tables[0])
	if err != nil {
		return err
	}
	if count > 8*n {
		return fill(nil)
	}
	return f.load(ctx, tables, fill)
}

// load is a transaction that drops the triggers, indexes and foreign keys of some tables, fills the tables, counts and
// numbers what the triggers would have reported, and restores everything. Both engines roll back schema changes with
// the transaction, so an interrupted load leaves nothing behind. Other processes wait for the tables.
type load struct {
	engine db.Engine
	conn   *sql.Conn
	tx     *sql.Tx
	tables []string
	// first is the first new id in each table, next the id after the last.
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
		restore, err := l.enlargeCache(ctx)
		if err != nil {
			return err
		}
		defer restore()
	}
	if l.tx, err = conn.BeginTx(ctx, nil); err != nil {
		return err
	}
	defer func() { _ = l.tx.Rollback() }() // Does nothing after a commit.
	restore, err := l.dropObjects(ctx)
	if err != nil {
		return fmt.Errorf("drop indexes and triggers: %w", err)
	}
	if err := fill(l); err != nil {
		return err
	}
	numbers := changes.Loaded{
		Now: clock.Now(), FirstContent: l.first[schema.Content.Name], FirstCollection: l.first[schema.Collections.Name],
	}
	for _, statement := range slices.Concat(
		l.countStatements(), restore, l.totalStatements(), numbers.Statements(l.engine),
	) {
		if _, err := l.tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return l.tx.Commit()
}

// enlargeCache gives the SQLite connection more memory for sorting indexes. The returned function resets it.
func (l *load) enlargeCache(ctx context.Context) (restore func(), err error) {
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

// dropObjects drops the objects that slow down single rows, and returns the statements that restore them.
func (l *load) dropObjects(ctx context.Context) (restore []string, err error) {
	names := "'" + strings.Join(l.tables, "', '") + "'"
	query := `SELECT 'DROP ' || type || ' ' || name, sql
		FROM sqlite_master
		WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name IN (` + names + `)
		ORDER BY rowid`
	if l.engine == db.Postgres {
		for _, statement := range []string{
			"LOCK TABLE " + strings.Join(l.tables, ", ") + " IN ACCESS EXCLUSIVE MODE",
			"SET LOCAL maintenance_work_mem = '256MB'",
		} {
			if _, err := l.tx.ExecContext(ctx, statement); err != nil {
				return nil, err
			}
		}
		// Indexes of constraints stay, because foreign keys refer to them. Foreign keys are restored after the indexes.
		query = `SELECT away, back FROM (
			SELECT 2 AS place, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS away,
				format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS back
				FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text IN (` + names + `)
			UNION ALL SELECT 1, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
				FROM pg_index WHERE indrelid::regclass::text IN (` + names + `)
					AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
			UNION ALL SELECT 3, format('ALTER TABLE %s DISABLE TRIGGER USER', name),
					format('ALTER TABLE %s ENABLE TRIGGER USER', name)
				FROM unnest(ARRAY[` + names + `]) AS name
			) AS parts ORDER BY place, back`
	}
	rows, err := l.tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	drop := []string{}
	for rows.Next() {
		var dropOne, restoreOne string
		if err := rows.Scan(&dropOne, &restoreOne); err != nil {
			return nil, err
		}
		drop, restore = append(drop, dropOne), append(restore, restoreOne)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	for _, statement := range drop {
		if _, err := l.tx.ExecContext(ctx, statement); err != nil {
			return nil, fmt.Errorf("%s: %w", statement, err)
		}
	}
	return restore, nil
}

func (l *load) insert(ctx context.Context, table, columns string, rows [][]any) ([]int64, error) {
	if _, known := l.first[table]; !known {
		query := `SELECT max(coalesce(max(id), 0), coalesce((SELECT seq FROM sqlite_sequence WHERE name = '%s'), 0)) + 1
			FROM %s`
		if l.engine == db.Postgres {
			query = "SELECT greatest(coalesce(max(id), 0) + 1, nextval(pg_get_serial_sequence('%s', 'id'))) FROM %s"
		}
		var first int64
		if err := l.tx.QueryRowContext(ctx, fmt.Sprintf(query, table, table)).Scan(&first); err != nil {
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

// link skips duplicates among the rows. Existing rows can't conflict, because they belong to other records.
func (l *load) link(ctx context.Context, table, columns string, rows [][]any) error {
	known, unique := make(map[[2]any]bool, len(rows)), rows[:0]
	for _, row := range rows {
		if pair := [2]any{row[0], row[1]}; !known[pair] {
			known[pair] = true
			unique = append(unique, row)
		}
	}
	return l.copy(ctx, table, columns, unique)
}

func (l *load) run(ctx context.Context, statement string) error {
	_, err := l.tx.ExecContext(ctx, statement)
	return err
}

func (l *load) copy(ctx context.Context, table, columns string, rows [][]any) error {
	if l.engine == db.Postgres {
		return l.conn.Raw(func(driver any) error {
			conn, err := db.PgxConn(driver)
			if err != nil {
				return err
			}
			names := strings.Fields(strings.ReplaceAll(columns, ",", " "))
			_, err = conn.CopyFrom(ctx, pgx.Identifier{table}, names, pgx.CopyFromRows(rows))
			return err
		})
	}
	for part := range slices.Chunk(rows, 50) {
		marks, args := placeholders(part)
		query := "INSERT INTO " + table + " (" + columns + ") VALUES " + marks
		if len(part) < 50 {
			if _, err := l.tx.ExecContext(ctx, query, sqliteArgs(args)...); err != nil {
				return err
			}
			continue
		}
		statement, prepared := l.statements[table]
		if !prepared {
			var err error
			if statement, err = l.tx.PrepareContext(ctx, query); err != nil {
				return err
			}
			l.statements[table] = statement
		}
		if _, err := statement.ExecContext(ctx, sqliteArgs(args)...); err != nil {
			return err
		}
	}
	return nil
}

// sqliteArgs converts times to the format in which SQLite stores them.
func sqliteArgs(args []any) []any {
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

// givenCounters are the counters that are inserted with their row, because the linked records are known by then.
var givenCounters = []string{
	schema.ContentTagsCount.Name(), schema.ContentDestinationsCount.Name(), schema.ContentLibrariesCount.Name(),
	schema.ContentPublishersCount.Name(), schema.SharedCollectionPersonalisationsCount.Name(),
}

// linkTables are the link tables that are filled together with the records they belong to.
var linkTables = []table.Link{
	schema.ContentTags, schema.ContentDestinations, schema.ContentLibraries, schema.ContentPublishers,
	schema.ContentLanguages, schema.CollectionContent, schema.CollectionTags,
}

// newRows returns a condition that only the new rows of a table meet. Rows of a link table are new if their record
// is. It also reports whether the table is part of this load.
func (l *load) newRows(rows string) (condition string, filled bool) {
	owner, column := rows, "id"
	if i := slices.IndexFunc(linkTables, func(p table.Link) bool { return p.Table == rows }); i >= 0 {
		owner, column = linkTables[i].From.Name, linkTables[i].OwnColumn
	}
	first, filled := l.first[owner]
	return fmt.Sprintf("%s >= %d", column, first), filled && slices.Contains(l.tables, rows)
}

// countStatements returns the statements that count the new rows, and on SQLite add them to the search index. No new
// row is in the trash.
func (l *load) countStatements() []string {
	statements := []string{}
	// With the old statistics, counting would be planned for few rows and take hours.
	for _, table := range l.tables {
		statements = append(statements, "ANALYZE "+table)
	}
	for _, c := range schema.Counters() {
		if condition, filled := l.newRows(c.Rows()); filled && !slices.Contains(givenCounters, c.Name()) {
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

// totalStatements returns the statements that rebuild the totals of the filled tables. They need the indexes.
func (l *load) totalStatements() []string {
	statements := []string{}
	for _, total := range schema.Totals() {
		if _, filled := l.first[total.Table.Name]; filled {
			statements = append(statements, total.Rebuild(l.engine)...)
		}
	}
	return statements
}
