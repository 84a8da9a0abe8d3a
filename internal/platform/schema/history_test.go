package schema_test

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/schema"
)

var update = flag.Bool("update", false, "write columns.txt")

func TestColumns(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		want := columnsOf(t, d)
		if *update {
			var text strings.Builder
			for _, table := range slices.Sorted(maps.Keys(want)) {
				text.WriteString(table + ": " + strings.Join(want[table], " ") + "\n")
			}
			if err := os.WriteFile("columns.txt", []byte(text.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			return
		}
		got := schema.Columns()
		for table := range want {
			slices.Sort(got[table])
			slices.Sort(want[table])
		}
		if !maps.EqualFunc(got, want, slices.Equal[[]string]) {
			t.Errorf("columns.txt has\n%v, the database has\n%v; write it with go test -run Columns -update", got, want)
		}
	})
}

// columnsOf reads the columns of a database. Those of primary keys end with an asterisk.
func columnsOf(t *testing.T, d *db.DB) map[string][]string {
	t.Helper()
	query := `SELECT m.name AS tab, c.name AS col, c.pk > 0 AS is_key FROM sqlite_master AS m
		JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' ORDER BY m.name, c.cid`
	if d.Engine == db.Postgres {
		query = `SELECT c.relname AS tab, a.attname AS col,
				EXISTS (SELECT 1 FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey))
				AS is_key
			FROM pg_class AS c
			JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
			WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname, a.attnum`
	}
	columns, err := db.All[struct {
		Table  string `db:"tab"`
		Column string `db:"col"`
		IsKey  bool   `db:"is_key"`
	}](t.Context(), d.Read(), query)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, c := range columns {
		if strings.HasPrefix(c.Table, "river_") || strings.HasPrefix(c.Table, "goose_") ||
			strings.HasPrefix(c.Table, "sqlite_") || strings.Contains(c.Table, "_search") {
			continue
		}
		if c.IsKey {
			c.Column += "*"
		}
		found[c.Table] = append(found[c.Table], c.Column)
	}
	return found
}

func TestHistories_Tables(t *testing.T) {
	t.Parallel()
	columns := schema.Columns()
	for table := range schema.Untracked {
		if columns[table] == nil {
			t.Errorf("%s is untracked, but there is no such table", table)
		}
	}
	for _, h := range schema.Histories() {
		if len(h.Key) == 0 {
			t.Errorf("%s has no primary key", h.Table)
		}
	}
}
