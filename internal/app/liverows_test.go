package app_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	tables "waymark/internal/platform/schema"
)

// watchedRows reads the live rows of a database. Triggers note which tables change, so that only those are read again.
type watchedRows struct {
	t       *testing.T
	db      *db.DB
	columns map[string][]string // that are compared, by table
	changes map[string]int64    // number of changes that were noted when a table was read, by table
	rows    map[string][]liveRow
	current liveRows
}

// liveRows are the columns of live rows by table and key. A table that has not changed has the same map as before.
type liveRows map[string]*map[string]string

// links are the columns with which a record can belong to one in the trash, and the tables of these.
var links = map[string]string{
	"content_id": "content", "user_id": "users", "collection_id": "collections", "partner_id": "partners",
}

type liveRow struct {
	Key  string `db:"row_key"`
	Data string `db:"data"`
	Live bool   `db:"live"`
}

// watchRows begins to watch the tables whose changes can be undone.
func watchRows(t *testing.T, d *db.DB) *watchedRows {
	t.Helper()
	w := &watchedRows{
		t: t, db: d, columns: map[string][]string{}, changes: map[string]int64{}, rows: map[string][]liveRow{},
	}
	statements := []string{"CREATE TABLE watched (source TEXT NOT NULL)"}
	if d.Engine == db.Postgres {
		statements = append(statements, `CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			INSERT INTO watched VALUES (TG_TABLE_NAME); RETURN NULL; END $$`)
	}
	for _, h := range tables.Histories() {
		if h.Table == "trash" || h.Table == "uploads" {
			continue
		}
		w.columns[h.Table] = h.Columns
		if d.Engine == db.Postgres {
			statements = append(statements, "CREATE TRIGGER watch AFTER INSERT OR UPDATE OR DELETE ON "+h.Table+
				" FOR EACH STATEMENT EXECUTE FUNCTION watch()")
			continue
		}
		for _, event := range []string{"INSERT", "UPDATE", "DELETE"} {
			statements = append(statements, fmt.Sprintf("CREATE TRIGGER watch_%s_%s AFTER %s ON %s BEGIN "+
				"INSERT INTO watched VALUES ('%s'); END", h.Table, event, event, h.Table, h.Table))
		}
	}
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		for _, statement := range statements {
			if _, err := tx.Exec(t.Context(), statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// live returns the columns of all live rows. Links of records in the trash are not live.
func (w *watchedRows) live() liveRows {
	w.t.Helper()
	changed, current := w.refresh(), maps.Clone(w.current)
	if current == nil {
		current = liveRows{}
	}
	for _, linked := range []bool{false, true} {
		for _, h := range tables.Histories() {
			if linked == slices.Equal(h.Key, []string{"id"}) {
				continue
			}
			owners, stale := []string{}, changed[h.Table]
			for _, column := range h.Key {
				owners = append(owners, links[column])
				stale = stale || changed[links[column]]
			}
			if stale {
				found := w.liveOf(h.Table, owners, current)
				current[h.Table] = &found
			}
		}
	}
	w.current = current
	return current
}

// liveOf returns the live rows of a table, given those of the tables that own them.
func (w *watchedRows) liveOf(table string, owners []string, current liveRows) map[string]string {
	found := map[string]string{}
	for _, row := range w.rows[table] {
		live := row.Live
		for i, id := range strings.Split(row.Key, "|") {
			if owner, ok := current[owners[i]]; ok && live {
				_, live = (*owner)[id]
			}
		}
		if live {
			found[row.Key] = row.Data
		}
	}
	return found
}

// refresh reads the tables that have changed since they were read, and returns them.
func (w *watchedRows) refresh() (changed map[string]bool) {
	w.t.Helper()
	changed = map[string]bool{}
	noted, err := db.All[struct {
		Table string `db:"source"`
		N     int64  `db:"n"`
	}](w.t.Context(), w.db.Read(), "SELECT source, count(*) AS n FROM watched GROUP BY source")
	if err != nil {
		w.t.Fatal(err)
	}
	changes := map[string]int64{}
	for _, n := range noted {
		changes[n.Table] = n.N
	}
	for _, h := range tables.Histories() {
		columns, watched := w.columns[h.Table]
		if _, read := w.rows[h.Table]; !watched || (read && changes[h.Table] == w.changes[h.Table]) {
			continue
		}
		w.rows[h.Table] = w.read(h.Table, h.Key, columns, slices.Contains(h.Columns, "deleted_at"))
		w.changes[h.Table], changed[h.Table] = changes[h.Table], true
	}
	return changed
}

func (w *watchedRows) read(table string, key, columns []string, trash bool) []liveRow {
	w.t.Helper()
	text := func(columns []string) string {
		parts := []string{}
		for _, c := range columns {
			parts = append(parts, `coalesce(CAST("`+c+`" AS TEXT), '∅')`)
		}
		return strings.Join(parts, " || '|' || ")
	}
	live := "TRUE"
	if trash {
		live = "deleted_at IS NULL"
	}
	rows, err := db.All[liveRow](w.t.Context(), w.db.Read(),
		fmt.Sprintf("SELECT %s AS row_key, %s AS data, %s AS live FROM %s", text(key), text(columns), live, table))
	if err != nil {
		w.t.Fatal(err)
	}
	return rows
}

// firstDifference describes a row that is different, or returns nothing.
func firstDifference(want, got liveRows) string {
	for table, rows := range want {
		if rows == got[table] {
			continue
		}
		for key, row := range *rows {
			if found := (*got[table])[key]; found != row {
				return fmt.Sprintf("%s %s is\n%s, want\n%s", table, key, found, row)
			}
		}
		for key, row := range *got[table] {
			if _, ok := (*rows)[key]; !ok {
				return fmt.Sprintf("%s %s exists: %s", table, key, row)
			}
		}
	}
	return ""
}
