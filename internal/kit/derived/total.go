package derived

import (
	"strconv"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
)

// Total is the number of live rows of a table, so that no list has to count a million rows. It is read from the view
// current_counts. The table live_counts has the stored counts. On PostgreSQL, where writers would wait for each other
// until they commit, each of them adds a row to the table live_count_deltas instead, which Fold moves into live_counts.
type Total struct {
	Table table.Table
	// Facets are counted beside the total.
	Facets []Facet
	// PerRow has PostgreSQL look at single rows that change their facets, not at all rows of each statement. It suits a
	// table whose rows are updated all the time, but change their facets rarely and one at a time.
	PerRow bool
}

// Facet counts the live rows of a table by a value.
type Facet struct {
	Name string
	// Value is a text. Rows without one are not counted.
	Value SQL
	// When is the condition under which a row is counted; all rows when empty.
	When string
}

// IDBlockSize is the number of ids in a block.
const IDBlockSize = 4096

// IDBlockFacet is the name of the facet of blocks.
const IDBlockFacet = "id_block"

// IDBlocks counts the live rows of each block of ids, so that a page far down a list in the order of ids is found
// without a walk through all rows before it.
func IDBlocks() Facet {
	return Facet{Name: IDBlockFacet, Value: Same("CAST({id} / " + strconv.Itoa(IDBlockSize) + " AS TEXT)")}
}

func (f Facet) when() string {
	if f.When == "" {
		return always
	}
	return f.When
}

// Name is that of the table, with _total appended.
func (t Total) Name() string { return t.Table.Name + "_total" }

// Tables is the counted table.
func (t Total) Tables() []string { return []string{t.Table.Name} }

func (t Total) expand(sql string) string {
	return expand(sql, "$name", t.Name(), "$table", t.Table.Name, "$facets", t.facets(),
		"$live", bare(rowCounts(t.Table.Trash)))
}

func (t Total) facets() string { return t.Table.Name + "_facets" }

// Create returns the triggers that keep the total and the facets.
func (t Total) Create(engine db.Engine) []string {
	if engine == db.SQLite {
		statements := t.totalSQLite()
		for _, facet := range t.Facets {
			statements = append(statements, t.facetSQLite(facet)...)
		}
		return statements
	}
	statements := t.totalPostgres()
	switch {
	case len(t.Facets) == 0:
	case t.PerRow:
		statements = append(statements, t.facetsPerRow()...)
	default:
		statements = append(statements, t.facetsPerStatement()...)
	}
	return statements
}

func (t Total) totalSQLite() []string {
	more := "UPDATE live_counts SET n = n + 1 WHERE list = '$table' AND facet = '' AND value = ''"
	less := "UPDATE live_counts SET n = n - 1 WHERE list = '$table' AND facet = '' AND value = ''"
	counts := rowCounts(t.Table.Trash)
	triggers := []string{
		sqliteTrigger("$name_insert", "AFTER INSERT ON $table", of("new", counts), more),
		sqliteTrigger("$name_delete", "AFTER DELETE ON $table", of("old", counts), less),
	}
	if t.Table.Trash {
		triggers = append(triggers,
			sqliteTrigger("$name_trash", "AFTER UPDATE OF deleted_at ON $table",
				"old.deleted_at IS NULL AND new.deleted_at IS NOT NULL", less),
			sqliteTrigger("$name_restore", "AFTER UPDATE OF deleted_at ON $table",
				"old.deleted_at IS NOT NULL AND new.deleted_at IS NULL", more))
	}
	for i, trigger := range triggers {
		triggers[i] = t.expand(trigger)
	}
	return triggers
}

// Each facet has triggers of its own, so that a change of one column leaves the facets of the others alone. They
// compare the row before and after a change, and so need not know what else changes it within the same statement.
func (t Total) facetSQLite(f Facet) []string {
	value, counts := f.Value.SQLite, both(rowCounts(t.Table.Trash), f.when())
	facet := func(sql, row string) string {
		return expand(sql, "$table", t.Table.Name, "$facet", f.Name, "$value", of(row, value), "$counts", of(row, counts))
	}
	more := facet(`INSERT INTO live_counts (list, facet, value, n)
        SELECT '$table', '$facet', $value, 1 WHERE $counts AND $value IS NOT NULL
        ON CONFLICT (list, facet, value) DO UPDATE SET n = n + 1`, "new")
	less := facet(`UPDATE live_counts SET n = n - 1
        WHERE list = '$table' AND facet = '$facet' AND value = $value AND $counts`, "old")
	columns := columnsIn(value, f.When)
	changed := changedSQLite(columns)
	if t.Table.Trash {
		columns = append(columns, "deleted_at")
		changed = append(changed, "(old.deleted_at IS NULL) <> (new.deleted_at IS NULL)")
	}
	name, on := t.facets()+"_"+f.Name, " ON "+t.Table.Name
	return []string{
		sqliteTrigger(name+"_insert", "AFTER INSERT"+on, of("new", counts), more),
		sqliteTrigger(name+"_delete", "AFTER DELETE"+on, of("old", counts), less),
		sqliteTrigger(name+"_update", "AFTER UPDATE OF "+strings.Join(columns, ", ")+on,
			strings.Join(changed, " OR "), less, more),
	}
}

func changedSQLite(columns []string) []string {
	changed := []string{}
	for _, column := range columns {
		changed = append(changed, "old."+column+" IS NOT new."+column)
	}
	return changed
}

func (t Total) totalPostgres() []string {
	body := t.expand(`    IF TG_OP <> 'DELETE' THEN
        delta := delta + (SELECT count(*) FROM added WHERE $live);
    END IF;
    IF TG_OP <> 'INSERT' THEN
        delta := delta - (SELECT count(*) FROM removed WHERE $live);
    END IF;
    IF delta <> 0 THEN
        INSERT INTO live_count_deltas (list, facet, value, n) VALUES ('$table', '', '', delta);
    END IF;
    RETURN NULL;`)
	return append([]string{function(t.Name(), "    delta bigint := 0;", body)},
		perStatement(t.Name(), t.Table.Name, t.Table.Trash)...)
}

// list are the facets of a row as rows of a VALUES list on PostgreSQL: facet, value, and whether the row is counted.
func (t Total) list(row string) string {
	rows := []string{}
	for _, f := range t.Facets {
		rows = append(rows, "("+quote(f.Name)+", "+of(row, f.Value.Postgres)+", "+of(row, f.when())+")")
	}
	return strings.Join(rows, ", ")
}

func (t Total) columns() []string {
	expressions := []string{}
	for _, f := range t.Facets {
		expressions = append(expressions, f.Value.Postgres, f.When)
	}
	return columnsIn(expressions...)
}

func (t Total) facetsPerStatement() []string {
	columns := strings.Join(t.columns(), ", ")
	insert := expand(`INSERT INTO live_count_deltas (list, facet, value, n)
        SELECT '$table', f.facet, f.value, sum(r.n) FROM ($touched) AS r
        CROSS JOIN LATERAL (VALUES $list) AS f (facet, value, holds) WHERE f.holds AND f.value IS NOT NULL
        GROUP BY f.facet, f.value HAVING sum(r.n) <> 0`, "$table", t.Table.Name, "$list", t.list("r"))
	body := perEvent(insert,
		t.expand("SELECT "+columns+", 1 AS n FROM added WHERE $live"),
		t.expand("SELECT "+columns+", -1 AS n FROM removed WHERE $live"))
	return append([]string{function(t.facets(), "", body+"    RETURN NULL;")},
		perStatement(t.facets(), t.Table.Name, true)...)
}

func (t Total) facetsPerRow() []string {
	body := expand(`    INSERT INTO live_count_deltas (list, facet, value, n)
        SELECT '$table', touched.facet, touched.value, sum(touched.n) FROM (
            SELECT f.facet, f.value, 1 AS n FROM (VALUES $added) AS f (facet, value, holds)
            WHERE TG_OP <> 'DELETE' AND f.holds AND $new
            UNION ALL SELECT f.facet, f.value, -1 FROM (VALUES $removed) AS f (facet, value, holds)
            WHERE TG_OP <> 'INSERT' AND f.holds AND $old
        ) AS touched WHERE touched.value IS NOT NULL
        GROUP BY touched.facet, touched.value HAVING sum(touched.n) <> 0;
    RETURN NULL;`, "$table", t.Table.Name, "$added", t.list("NEW"), "$removed", t.list("OLD"),
		"$new", of("NEW", rowCounts(t.Table.Trash)), "$old", of("OLD", rowCounts(t.Table.Trash)))
	changed := []string{}
	for _, column := range t.columns() {
		changed = append(changed, "OLD."+column+" IS DISTINCT FROM NEW."+column)
	}
	if t.Table.Trash {
		changed = append(changed, "(OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)")
	}
	return []string{
		function(t.facets(), "", body),
		t.expand("CREATE TRIGGER $facets_insert AFTER INSERT ON $table FOR EACH ROW EXECUTE FUNCTION $facets()"),
		t.expand("CREATE TRIGGER $facets_delete AFTER DELETE ON $table FOR EACH ROW EXECUTE FUNCTION $facets()"),
		t.expand("CREATE TRIGGER $facets_update AFTER UPDATE ON $table FOR EACH ROW WHEN (" +
			strings.Join(changed, " OR ") + ") EXECUTE FUNCTION $facets()"),
	}
}

// Drop removes the triggers and the counts.
func (t Total) Drop(engine db.Engine) []string {
	drops := t.forget(engine)
	if engine == db.Postgres {
		return append(drops, dropFunctions(t.Name(), t.facets())...)
	}
	drops = append(drops, dropTriggers(t.Name(), "insert", "delete", "trash", "restore")...)
	for _, facet := range t.Facets {
		drops = append(drops, dropTriggers(t.facets()+"_"+facet.Name, "insert", "delete", "update")...)
	}
	return drops
}

// forget returns the statements that delete all counts of the table.
func (t Total) forget(engine db.Engine) []string {
	deletes := []string{t.expand("DELETE FROM live_counts WHERE list = '$table'")}
	if engine == db.Postgres {
		deletes = append(deletes, t.expand("DELETE FROM live_count_deltas WHERE list = '$table'"))
	}
	return deletes
}

// counted is a query for the right counts of the table: facet, value and n.
func (t Total) counted(engine db.Engine) string {
	counts := t.expand("SELECT '' AS facet, '' AS value, count(*) AS n FROM $table WHERE $live")
	if len(t.Facets) > 0 {
		counts += " UNION ALL SELECT facet, value, count(*) FROM (" + t.Rows(engine) + ") AS facets GROUP BY facet, value"
	}
	return counts
}

// Rows returns a query for the facets of each live row: id, facet and value.
func (t Total) Rows(engine db.Engine) string {
	rows := []string{}
	for _, f := range t.Facets {
		rows = append(rows, expand(
			"SELECT id, '$facet' AS facet, $value AS value FROM $table WHERE $counts AND $value IS NOT NULL",
			"$facet", f.Name, "$value", bare(f.Value.on(engine)), "$table", t.Table.Name,
			"$counts", bare(both(rowCounts(t.Table.Trash), f.when()))))
	}
	return strings.Join(rows, " UNION ALL ")
}

// Rebuild counts the table again.
func (t Total) Rebuild(engine db.Engine) []string {
	insert := t.expand("INSERT INTO live_counts (list, facet, value, n) SELECT '$table', facet, value, n FROM (")
	return append(t.forget(engine), insert+t.counted(engine)+") AS counted")
}

// Wrong returns a query for the number of wrong counts: the total and all facets.
func (t Total) Wrong(engine db.Engine) string {
	return t.expand(`SELECT count(*) FROM (SELECT facet, value FROM (
		SELECT facet, value, n FROM current_counts WHERE list = '$table' UNION ALL SELECT facet, value, -n FROM (`) +
		t.counted(engine) + `) AS counted
		) AS compared GROUP BY facet, value HAVING sum(n) <> 0) AS wrong`
}
