package derived

import (
	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
)

// Counter is a column of a table that counts, for each row, the live rows of another table that belong to it.
type Counter struct {
	// Table has the counts, in Column.
	Table  table.Table
	Column string

	rows  string // the table with the counted rows, or with the pairs
	key   string // its column with the id of the row in Table
	trash bool   // the counted rows can be in the trash
	link  *table.Link

	contended bool
}

// Children counts the live rows of a table by the column that refers to their parent.
func Children(parent table.Table, column string, child table.Table, key string) Counter {
	return Counter{Table: parent, Column: column, rows: child.Name, key: key, trash: child.Trash}
}

// Linked counts, for each row of link.From, the live rows of link.To it is linked to. Rows in the trash keep their
// links and their own counts. Pairs are inserted and deleted, never updated.
func Linked(link table.Link, column string) Counter {
	return Counter{Table: link.From, Column: column, rows: link.Table, key: link.OwnColumn, link: &link}
}

// Contended marks a counter of rows that many writers refer to at the same time, such as the content of a type. On
// PostgreSQL they would wait for each other until they commit, so each of them adds a row to the table counter_deltas
// instead. Fold moves these rows into the column. Read the count with Value.
func (c Counter) Contended() Counter {
	c.contended = true
	return c
}

// Value returns an expression for the exact count of a row in a statement that reads c.Table. That for PostgreSQL is
// also right on SQLite, where it takes longer.
func (c Counter) Value(engine db.Engine) string {
	if !c.contended || engine != db.Postgres {
		return c.Column
	}
	return "(" + c.exact(c.Table.Name) + ")"
}

// exact is the stored count of a row with what is still to be added. It is NULL without a row.
func (c Counter) exact(row string) string {
	return expand(`$row.$column + coalesce((
		SELECT CAST(sum(d.n) AS BIGINT) FROM counter_deltas AS d WHERE d.counter = '$name' AND d.row_id = $row.id), 0)`,
		"$row", row, "$column", c.Column, "$name", c.Name())
}

// Name is the table and the column of the count.
func (c Counter) Name() string { return c.Table.Name + "_" + c.Column }

// Rows is the table whose rows are counted. For linked rows it is the table of pairs.
func (c Counter) Rows() string { return c.rows }

// Tables are the counted table, that of the counts, and for links that of the pairs.
func (c Counter) Tables() []string {
	tables := []string{c.Table.Name, c.rows}
	if c.followsTrash() {
		tables = append(tables, c.link.To.Name)
	}
	return tables
}

// followsTrash says that pairs count while the row at their other end is not in the trash.
func (c Counter) followsTrash() bool { return c.link != nil && c.link.To.Trash }

func (c Counter) expand(sql string) string {
	pairs := []string{
		"$name", c.Name(), "$table", c.Table.Name, "$column", c.Column, "$rows", c.rows, "$key", c.key,
		"$added", of("added", c.touchedCounts()), "$removed", of("removed", c.touchedCounts()),
	}
	if c.link != nil {
		pairs = append(pairs, "$other", c.link.To.Name, "$own", c.link.OwnColumn, "$to", c.link.ToColumn)
	}
	return expand(sql, pairs...)
}

// condition is that under which a row of the counted table counts.
func (c Counter) condition() string {
	if c.followsTrash() {
		return expand("EXISTS (SELECT 1 FROM $other WHERE $other.id = {$to} AND $other.deleted_at IS NULL)",
			"$other", c.link.To.Name, "$to", c.link.ToColumn)
	}
	return rowCounts(c.trash)
}

// touchedCounts is the same condition for triggers on PostgreSQL. A scalar subquery always finds the other row by its
// id, whereas EXISTS may become a join that reads the whole table.
func (c Counter) touchedCounts() string {
	if c.followsTrash() {
		return expand("(SELECT $other.deleted_at IS NULL FROM $other WHERE $other.id = {$to})",
			"$other", c.link.To.Name, "$to", c.link.ToColumn)
	}
	return rowCounts(c.trash)
}

// Create returns the triggers that keep the count.
func (c Counter) Create(engine db.Engine) []string {
	if engine == db.Postgres {
		return c.createPostgres()
	}
	if c.link != nil {
		return c.createSQLiteLink()
	}
	return c.createSQLite()
}

func (c Counter) createSQLite() []string {
	add := "UPDATE $table SET $column = $column + 1 WHERE id = new.$key"
	remove := "UPDATE $table SET $column = $column - 1 WHERE id = old.$key"
	columns, changed := "$key", "old.$key IS NOT new.$key"
	if c.trash {
		add, remove = add+" AND new.deleted_at IS NULL", remove+" AND old.deleted_at IS NULL"
		columns += ", deleted_at"
		changed += " OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)"
	}
	return []string{
		c.expand(sqliteTrigger("$name_insert", "AFTER INSERT ON $rows", always, add)),
		c.expand(sqliteTrigger("$name_delete", "AFTER DELETE ON $rows", always, remove)),
		c.expand(sqliteTrigger("$name_update", "AFTER UPDATE OF "+columns+" ON $rows", changed, remove, add)),
	}
}

func (c Counter) createSQLiteLink() []string {
	added, removed := of("new", c.condition()), of("old", c.condition())
	triggers := []string{
		sqliteTrigger("$name_insert", "AFTER INSERT ON $rows", added,
			"UPDATE $table SET $column = $column + 1 WHERE id = new.$own"),
		sqliteTrigger("$name_delete", "AFTER DELETE ON $rows", removed,
			"UPDATE $table SET $column = $column - 1 WHERE id = old.$own"),
	}
	if c.followsTrash() {
		less := "UPDATE $table SET $column = $column - 1 WHERE id IN (SELECT $own FROM $rows WHERE $to = old.id)"
		more := "UPDATE $table SET $column = $column + 1 WHERE id IN (SELECT $own FROM $rows WHERE $to = old.id)"
		triggers = append(triggers,
			sqliteTrigger("$name_trash", "AFTER UPDATE OF deleted_at ON $other",
				"old.deleted_at IS NULL AND new.deleted_at IS NOT NULL", less),
			sqliteTrigger("$name_restore", "AFTER UPDATE OF deleted_at ON $other",
				"old.deleted_at IS NOT NULL AND new.deleted_at IS NULL", more),
			// The pairs of a deleted row go after it, and no longer count then.
			sqliteTrigger("$name_remove", "BEFORE DELETE ON $other", "old.deleted_at IS NULL", less))
	}
	for i, trigger := range triggers {
		triggers[i] = c.expand(trigger)
	}
	return triggers
}

// createPostgres adds a row to counter_deltas per count and statement, or changes the counts themselves.
func (c Counter) createPostgres() []string {
	added := c.expand("SELECT $key AS key, 1 AS n FROM added WHERE $key IS NOT NULL AND ($added)")
	removed := c.expand("SELECT $key AS key, -1 AS n FROM removed WHERE $key IS NOT NULL AND ($removed)")
	const sums = "FROM (SELECT key, sum(n) AS n FROM ($touched) AS touched GROUP BY key HAVING sum(n) <> 0) AS delta"
	var definition string
	if c.contended {
		// The links of a deleted row go after it, and are no longer counted.
		insert := c.expand("INSERT INTO counter_deltas (counter, row_id, n) SELECT '$name', key, n ") + sums +
			" WHERE n > 0 OR EXISTS (SELECT 1 FROM " + c.Table.Name + " AS counting WHERE counting.id = delta.key)"
		definition = function(c.Name(), "", perEvent(insert, added, removed)+"    RETURN NULL;")
	} else {
		gather := "SELECT array_agg(key ORDER BY key), array_agg(n ORDER BY key) INTO keys, deltas " + sums
		update := c.expand(expand(updateCounts, "$one", c.updateOne()))
		definition = function(c.Name(), "    keys bigint[];\n    deltas bigint[];\n    stored bigint;\n    counted bigint;",
			perEvent(gather, added, removed)+update+"    RETURN NULL;")
	}
	statements := append([]string{definition}, perStatement(c.Name(), c.rows, c.link == nil)...)
	if c.followsTrash() {
		statements = append(statements, c.trashPostgres()...)
	}
	if c.contended {
		statements = append(statements, c.forgetPostgres()...)
	}
	return statements
}

// forgetPostgres deletes the deltas of deleted rows. A row that comes back with the same id starts from zero.
func (c Counter) forgetPostgres() []string {
	return []string{
		function(c.Name()+"_forget", "", c.expand("    DELETE FROM counter_deltas WHERE counter = '$name'"+
			" AND row_id IN (SELECT id FROM removed);\n    RETURN NULL;")),
		c.expand("CREATE TRIGGER $name_forget AFTER DELETE ON $table REFERENCING OLD TABLE AS removed" +
			" FOR EACH STATEMENT EXECUTE FUNCTION $name_forget()"),
	}
}

// One update per statement, however many rows it touches. For several counts it is planned anew each time, since a plan
// for a few takes hours for a million, and the other way round. Counts are changed in the order of their ids, so that
// two statements wait for each other instead of running into a deadlock.
const updateCounts = `    -- An update of no rows would still run the triggers of the table, and theirs, without end.
    IF array_length(keys, 1) = 1 THEN
$one
    ELSIF keys IS NOT NULL THEN
        EXECUTE 'UPDATE $table AS parent SET $column = parent.$column + delta.n
            FROM unnest($1, $2) AS delta (key, n) WHERE parent.id = delta.key' USING keys, deltas;
    END IF;
`

// updateOne changes the count of one row. A row with links is counted again, once nobody else is changing it: if it was
// inserted with the right count, it need not be written a second time, with all entries in indexes.
func (c Counter) updateOne() string {
	if c.link == nil {
		return "        UPDATE $table SET $column = $column + deltas[1] WHERE id = keys[1];"
	}
	return expand(`        SELECT $column INTO stored FROM $table WHERE id = keys[1] FOR NO KEY UPDATE;
        SELECT count(*) INTO counted FROM $rows AS r WHERE r.$key = keys[1] AND $condition;
        IF stored <> counted THEN
            UPDATE $table SET $column = counted WHERE id = keys[1];
        END IF;`, "$condition", of("r", c.touchedCounts()))
}

// Counts reports whether the counter counts the rows that a row of link.From is linked to.
func (c Counter) Counts(link table.Link) bool { return c.link != nil && *c.link == link }

// A row that enters or leaves the trash is handled on its own. Comparing all old with all new rows of a statement takes
// seconds for a few thousand.
func (c Counter) trashPostgres() []string {
	change := `EXECUTE 'UPDATE $table SET $column = $column + $2 WHERE id IN (SELECT $own FROM $rows WHERE $to = $1)'
        USING OLD.id, delta`
	if c.contended {
		change = "INSERT INTO counter_deltas (counter, row_id, n) SELECT '$name', $own, delta FROM $rows WHERE $to = OLD.id"
	}
	body := c.expand(`    IF TG_OP = 'UPDATE' AND NEW.deleted_at IS NULL THEN
        delta := 1;
    END IF;
    ` + change + `;
    RETURN OLD;`)
	return []string{
		function(c.Name()+"_trash", "    delta integer := -1;", body),
		c.expand("CREATE TRIGGER $name_trash AFTER UPDATE OF deleted_at ON $other FOR EACH ROW" +
			" WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION $name_trash()"),
		// The pairs of a deleted row go after it, and no longer count then.
		c.expand("CREATE TRIGGER $name_remove BEFORE DELETE ON $other FOR EACH ROW" +
			" WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION $name_trash()"),
	}
}

// Drop removes the triggers. The counts stay as they are.
func (c Counter) Drop(engine db.Engine) []string {
	switch {
	case engine == db.Postgres:
		return append(c.forget(engine), dropFunctions(c.Name(), c.Name()+"_trash", c.Name()+"_forget")...)
	case c.followsTrash():
		return dropTriggers(c.Name(), "insert", "delete", "trash", "restore", "remove")
	case c.link != nil:
		return dropTriggers(c.Name(), "insert", "delete")
	}
	return dropTriggers(c.Name(), "insert", "delete", "update")
}

// different is a query for the rows with a wrong count: their ids and the right counts. It reads each table once, so
// that it needs no index.
func (c Counter) different(engine db.Engine) string {
	value := "counting." + c.Column
	if c.contended && engine == db.Postgres {
		value = c.exact("counting")
	}
	return expand(`SELECT counting.id, coalesce(counted.n, 0) AS n FROM $table AS counting LEFT JOIN (
		SELECT $key AS key, count(*) AS n FROM $rows AS r WHERE $key IS NOT NULL AND $condition GROUP BY $key
		) AS counted ON counted.key = counting.id WHERE $value <> coalesce(counted.n, 0)`,
		"$table", c.Table.Name, "$value", value, "$rows", c.rows, "$key", c.key, "$condition", of("r", c.condition()))
}

// forget returns a statement that discards what has not been added to the counts.
func (c Counter) forget(engine db.Engine) []string {
	if c.contended && engine == db.Postgres {
		return []string{c.expand("DELETE FROM counter_deltas WHERE counter = '$name'")}
	}
	return nil
}

// Rebuild corrects the counts that are wrong.
func (c Counter) Rebuild(engine db.Engine) []string {
	update := c.expand("UPDATE $table AS parent SET $column = wrong.n FROM (") + c.different(engine)
	return append(c.forget(engine), update+") AS wrong WHERE parent.id = wrong.id")
}

// Wrong returns a query for the number of wrong counts.
func (c Counter) Wrong(engine db.Engine) string {
	return "SELECT count(*) FROM (" + c.different(engine) + ") AS wrong"
}

// Add returns a statement that counts the rows that meet a condition on top of the others. They are live, and were
// written while the triggers were away.
func (c Counter) Add(condition string) string {
	return c.expand(`UPDATE $table AS parent SET $column = parent.$column + fresh.n
		FROM (SELECT $key AS key, count(*) AS n FROM $rows WHERE `) + condition +
		c.expand(" AND $key IS NOT NULL GROUP BY 1) AS fresh WHERE parent.id = fresh.key")
}
