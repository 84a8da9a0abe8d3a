package derived

import (
	"fmt"

	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
)

// Search finds the rows of a table by any part of the words in their search_text: an FTS5 table with triggers on
// SQLite, an index on PostgreSQL. Both are made of trigrams and named after the table, with _search appended.
type Search struct {
	Table table.Table
	// URL is a column with a URL to find rows by parts of it instead, whatever their case. It is part of the name.
	URL string
	// PerCommit has SQLite update the search table once for all rows of a commit, not after each of them. FTS5 writes
	// to the disk at each savepoint, and many statements have one.
	PerCommit bool
}

// Name is the name of the search table.
func (s Search) Name() string {
	if s.URL != "" {
		return s.Table.Name + "_" + s.URL + "_search"
	}
	return s.Table.Name + "_search"
}

// Tables is the searched table.
func (s Search) Tables() []string { return []string{s.Table.Name} }

func (s Search) expand(sql string) string {
	column, text, options := "search_text", "search_text", " case_sensitive 1"
	if s.URL != "" {
		column, text, options = s.URL, "lower("+s.URL+")", ""
	}
	return expand(sql,
		"$name", s.Name(), "$table", s.Table.Name, "$column", column, "$options", options, "$text", text)
}

// index is written as both engines report it, so that an existing one can be compared with it.
func (s Search) index(engine db.Engine) string {
	if engine == db.Postgres {
		return s.expand("CREATE INDEX $name ON $table USING gin ($text gin_trgm_ops)")
	}
	return s.expand("CREATE VIRTUAL TABLE $name USING fts5 " +
		"($column, content = '$table', content_rowid = 'id', tokenize = 'trigram$options')")
}

// Create returns the statements that create an empty search table and keep it up to date.
func (s Search) Create(engine db.Engine) []string {
	return append([]string{s.index(engine)}, s.Adopt(engine)...)
}

// Adopt returns the statements that keep an existing search table up to date.
func (s Search) Adopt(engine db.Engine) []string {
	if engine == db.Postgres {
		return nil
	}
	if s.PerCommit {
		return s.perCommit()
	}
	add := s.expand("INSERT INTO $name (rowid, $column) VALUES (new.id, new.$column)")
	remove := s.expand("INSERT INTO $name ($name, rowid, $column) VALUES ('delete', old.id, old.$column)")
	return s.triggers(add, remove, []string{remove, add})
}

func (s Search) triggers(add, remove string, change []string) []string {
	return []string{
		sqliteTrigger(s.Name()+"_insert", s.expand("AFTER INSERT ON $table"), always, add),
		sqliteTrigger(s.Name()+"_delete", s.expand("AFTER DELETE ON $table"), always, remove),
		sqliteTrigger(s.Name()+"_update", s.expand("AFTER UPDATE OF $column ON $table"),
			s.expand("old.$column <> new.$column"), change...),
	}
}

// perCommit collects the ids of changed rows, with the texts that the search table has of them, in the table
// pending_search. It is emptied before each commit (see db.Write), and its trigger updates the search table.
func (s Search) perCommit() []string {
	add := s.expand("INSERT INTO pending_search (list, row_id) VALUES ('$name', new.id) ON CONFLICT DO NOTHING")
	change := s.expand(`INSERT INTO pending_search (list, row_id, old_text) VALUES ('$name', old.id, old.$column)
        ON CONFLICT DO NOTHING`)
	return append(s.triggers(add, change, []string{change}),
		sqliteTrigger(s.Name()+"_apply", "AFTER DELETE ON pending_search", s.expand("old.list = '$name'"),
			s.expand(`INSERT INTO $name ($name, rowid, $column)
        SELECT 'delete', old.row_id, old.old_text WHERE old.old_text IS NOT NULL`),
			s.expand("INSERT INTO $name (rowid, $column) SELECT id, $column FROM $table WHERE id = old.row_id")))
}

// Intact returns a query for the number of search tables in the database that have exactly this definition.
func (s Search) Intact(engine db.Engine) string {
	if engine == db.Postgres {
		return fmt.Sprintf(`SELECT count(*) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
			WHERE relname = %s AND relnamespace = current_schema()::regnamespace AND indisvalid
			AND replace(pg_get_indexdef(indexrelid), ' ' || current_schema() || '.', ' ') = %s`,
			quote(s.Name()), quote(s.index(engine)))
	}
	return fmt.Sprintf("SELECT count(*) FROM sqlite_master WHERE name = %s AND sql = %s",
		quote(s.Name()), quote(s.index(engine)))
}

// Drop removes the search table with its triggers.
func (s Search) Drop(engine db.Engine) []string {
	if engine == db.Postgres {
		return []string{"DROP INDEX IF EXISTS " + s.Name()}
	}
	return append(dropTriggers(s.Name(), "insert", "delete", "update", "apply"), "DROP TABLE IF EXISTS "+s.Name())
}

// Rebuild fills the search table from all rows. An index on PostgreSQL is filled when it is created.
func (s Search) Rebuild(engine db.Engine) []string {
	if engine == db.Postgres {
		return nil
	}
	return []string{s.expand("INSERT INTO $name ($name) VALUES ('rebuild')")}
}

// Fill returns the statements that add the rows from an id on, which were written while the triggers were away.
func (s Search) Fill(engine db.Engine, from int64) []string {
	if engine == db.Postgres {
		return nil
	}
	insert := s.expand("INSERT INTO $name (rowid, $column) SELECT id, $column FROM $table WHERE id >= ")
	return []string{fmt.Sprintf("%s%d ORDER BY id", insert, from)}
}

// Optimise returns the statements that make a search table faster that has just been filled.
func (s Search) Optimise(engine db.Engine) []string {
	if engine == db.Postgres {
		return nil
	}
	return []string{s.expand("INSERT INTO $name ($name) VALUES ('optimize')")}
}

// Wrong is empty: Verify compares a search table with its rows in another way.
func (s Search) Wrong(db.Engine) string { return "" }

// compare returns a statement that fails when the search table differs from the rows.
func (s Search) compare(engine db.Engine) string {
	if engine == db.Postgres {
		return ""
	}
	return s.expand("INSERT INTO $name ($name, rank) VALUES ('integrity-check', 1)")
}
