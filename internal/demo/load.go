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
	l := &load{engine: f.store.DB.Engine, conn: conn, tables: tables, first: map[string]int64{}, next: map[string]int64{}, statements: map[string]*sql.Stmt{}}
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
	for _, statement := range slices.Concat(l.counts(), back) {
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
		_, _ = l.conn.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf("PRAGMA threads = 0; PRAGMA cache_size = %d; PRAGMA wal_checkpoint(TRUNCATE)", size))
	}, nil
}

// layAside takes away what makes single rows slow, and tells the statements that bring it back.
func (l *load) layAside(ctx context.Context) (back []string, err error) {
	names := "'" + strings.Join(l.tables, "', '") + "'"
	query := `SELECT 'DROP ' || type || ' ' || name, sql FROM sqlite_master WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name IN (` + names + `) ORDER BY rowid`
	if l.engine == db.Postgres {
		for _, statement := range []string{"LOCK TABLE " + strings.Join(l.tables, ", ") + " IN ACCESS EXCLUSIVE MODE", "SET LOCAL maintenance_work_mem = '256MB'"} {
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
				FROM pg_index WHERE indrelid::regclass::text IN (` + names + `) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
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
			query = fmt.Sprintf("SELECT greatest(coalesce(max(id), 0) + 1, nextval(pg_get_serial_sequence('%s', 'id'))) FROM %s", table, table)
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
			_, err := c.Conn().CopyFrom(ctx, pgx.Identifier{table}, strings.Fields(strings.ReplaceAll(columns, ",", " ")), pgx.CopyFromRows(rows))
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

// A counter is a column of one table that counts rows of another by a key of theirs. The new rows are found by their first column.
type counter struct {
	rows, own, key string
	table, column  string
	// given counters come with the row that has them: what belongs to a content item is known before it is written.
	given bool
	// latest is a moment of the rows of which the counted record keeps the last.
	latest string
}

// counters are what the triggers of bulk-filled tables count. A test compares them with the triggers.
var counters = []counter{
	{rows: "users", own: "id", key: "user_template_id", table: "user_templates", column: "users_count"},
	{rows: "users", own: "id", key: "partner_id", table: "partners", column: "users_count"},
	{rows: "users", own: "id", key: "country_id", table: "countries", column: "users_count"},
	{rows: "users", own: "id", key: "country_region_id", table: "country_regions", column: "users_count"},
	{rows: "content", own: "id", key: "type_id", table: "content_types", column: "content_count"},
	{rows: "content", own: "id", key: "depth_id", table: "content_depths", column: "content_count"},
	{rows: "content_tags", own: "content_id", key: "tag_id", table: "tags", column: "content_count"},
	{rows: "content_destinations", own: "content_id", key: "destination_id", table: "destinations", column: "content_count"},
	{rows: "content_libraries", own: "content_id", key: "library_id", table: "libraries", column: "content_count"},
	{rows: "content_publishers", own: "content_id", key: "publisher_id", table: "publishers", column: "content_count"},
	{rows: "content_languages", own: "content_id", key: "language_id", table: "languages", column: "content_count"},
	{rows: "content_tags", own: "content_id", key: "content_id", table: "content", column: "tags_count", given: true},
	{rows: "content_destinations", own: "content_id", key: "content_id", table: "content", column: "destinations_count", given: true},
	{rows: "content_libraries", own: "content_id", key: "content_id", table: "content", column: "libraries_count", given: true},
	{rows: "content_publishers", own: "content_id", key: "content_id", table: "content", column: "publishers_count", given: true},
	{rows: "collections", own: "id", key: "partner_id", table: "partners", column: "collections_count"},
	{rows: "collections", own: "id", key: "user_id", table: "users", column: "collections_count"},
	{rows: "collections", own: "id", key: "folder_id", table: "folders", column: "collections_count"},
	{rows: "folders", own: "id", key: "parent_id", table: "folders", column: "folders_count"},
	{rows: "collection_tags", own: "collection_id", key: "collection_id", table: "collections", column: "tags_count"},
	{rows: "collection_content", own: "collection_id", key: "collection_id", table: "collections", column: "contents_count"},
	{rows: "collection_content", own: "collection_id", key: "content_id", table: "content", column: "collections_count", latest: "added_at"},
	{rows: "shared_collections", own: "id", key: "user_id", table: "users", column: "shared_collections_count"},
	{rows: "shared_collections", own: "id", key: "collection_id", table: "collections", column: "shared_collections_count"},
	{rows: "shared_collections", own: "id", key: "partner_id", table: "partners", column: "shared_collections_count"},
	{rows: "personalisations", own: "shared_collection_id", key: "shared_collection_id", table: "shared_collections", column: "personalisations_count", given: true},
}

// typed tables have a count of each type of their live rows.
var typed = []string{"collections", "shared_collections"}

// faceted tables have counts of their live rows by several facets, which a view tells.
var faceted = map[string]string{"users": "user_facets"}

// counts are the statements that count the new rows, and on SQLite make them searchable. All new rows are live.
func (l *load) counts() []string {
	statements := []string{}
	for _, table := range l.tables { // counting would be planned for as few rows as there were, and take hours for many
		statements = append(statements, "ANALYZE "+table)
	}
	begun := func(table, own string) (int64, bool) { // the first id of the rows a table belongs to
		if owner, found := strings.CutSuffix(own, "_id"); found {
			table = map[string]string{"content": "content", "collection": "collections", "shared_collection": "shared_collections"}[owner]
		}
		first, ok := l.first[table]
		return first, ok
	}
	for _, c := range counters {
		if first, ok := begun(c.rows, c.own); ok && !c.given && slices.Contains(l.tables, c.rows) {
			statements = append(statements, c.count(first))
		}
	}
	for _, table := range l.tables {
		first, ok := l.first[table]
		if !ok {
			continue
		}
		statements = append(statements, fmt.Sprintf("UPDATE live_counts SET n = n + %d WHERE list = '%s' AND facet = '' AND value = ''", l.next[table]-first, table))
		if slices.Contains(typed, table) {
			statements = append(statements, fmt.Sprintf("UPDATE live_counts SET n = (SELECT count(*) FROM %s WHERE deleted_at IS NULL AND type = value) WHERE list = '%s' AND facet = 'type'", table, table))
		}
		if view, ok := faceted[table]; ok {
			statements = append(statements, fmt.Sprintf("DELETE FROM live_counts WHERE list = '%s' AND facet <> ''", table),
				fmt.Sprintf("INSERT INTO live_counts (list, facet, value, n) SELECT '%s', facet, value, count(*) FROM %s GROUP BY facet, value", table, view))
		}
		if l.engine == db.Postgres {
			statements = append(statements, fmt.Sprintf("SELECT setval(pg_get_serial_sequence('%s', 'id'), %d)", table, l.next[table]-1))
		} else if slices.Contains(searched, table) {
			statements = append(statements, fmt.Sprintf("INSERT INTO %s_search (rowid, search_text) SELECT id, search_text FROM %s WHERE id >= %d ORDER BY id", table, table, first))
		}
	}
	return statements
}

// count is the statement that counts the rows from an id on.
func (c counter) count(first int64) string {
	also, moment := "", ""
	if c.latest != "" {
		also = fmt.Sprintf(", %s = CASE WHEN parent.%s > fresh.latest THEN parent.%s ELSE fresh.latest END", c.latest, c.latest, c.latest)
		moment = ", max(" + c.latest + ") AS latest"
	}
	return fmt.Sprintf(`UPDATE %s AS parent SET %s = parent.%s + fresh.n%s
		FROM (SELECT %s AS parent_id, count(*) AS n%s FROM %s WHERE %s >= %d AND %s IS NOT NULL GROUP BY 1) AS fresh WHERE parent.id = fresh.parent_id`,
		c.table, c.column, c.column, also, c.key, moment, c.rows, c.own, first, c.key)
}

// searched are the bulk-filled tables with a search of their own on SQLite.
var searched = []string{"publishers", "content", "users", "folders", "collections", "shared_collections", "personalisations", "api_logs", "search_history"}
