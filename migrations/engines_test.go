package migrations_test

import (
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

type column struct {
	Table    string `db:"tab"`
	Name     string `db:"col"`
	Nullable bool   `db:"nullable"`
}

func TestEngines_Schema(t *testing.T) {
	t.Parallel()
	sqlite, postgres := kittest.SQLite(t), kittest.Postgres(t)
	// Tables of libraries are not ours, and search tables differ by engine.
	ignored := func(c column) bool {
		return strings.HasPrefix(c.Table, "river_") || strings.HasPrefix(c.Table, "goose_") ||
			strings.HasPrefix(c.Table, "sqlite_") || strings.Contains(c.Table, "_search")
	}
	read := func(d *db.DB, query string) []column {
		all, err := db.All[column](t.Context(), d.Read(), query)
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(all, ignored)
	}
	inSQLite := read(sqlite, `SELECT m.name AS tab, c.name AS col, (c."notnull" = 0 AND c.pk = 0) AS nullable
		FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1, 2`)
	inPostgres := read(postgres, `SELECT table_name AS tab, column_name AS col, is_nullable = 'YES' AS nullable
		FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
		ORDER BY table_name COLLATE "C", column_name COLLATE "C"`)
	compare(t, inSQLite, inPostgres)
	if len(inSQLite) < 400 {
		t.Errorf("only %d columns were compared", len(inSQLite))
	}

	t.Run("has the same indexes", func(t *testing.T) {
		indexes := func(d *db.DB, query string) []column {
			return slices.DeleteFunc(read(d, query), func(c column) bool { return strings.HasSuffix(c.Name, "_search") })
		}
		inSQLite := indexes(sqlite, `SELECT tbl_name AS tab, name AS col, sql LIKE 'CREATE UNIQUE%' AS nullable
			FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1, 2`)
		inPostgres := indexes(postgres, `SELECT tablename AS tab, indexname AS col, indexdef LIKE 'CREATE UNIQUE%' AS nullable
			FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%_pkey'
			ORDER BY tablename COLLATE "C", indexname COLLATE "C"`)
		compare(t, inSQLite, inPostgres)
	})
}

func compare(t *testing.T, sqlite, postgres []column) {
	t.Helper()
	for _, c := range sqlite {
		if !slices.Contains(postgres, c) {
			t.Errorf("only in SQLite: %+v", c)
		}
	}
	for _, c := range postgres {
		if !slices.Contains(sqlite, c) {
			t.Errorf("only in PostgreSQL: %+v", c)
		}
	}
}
