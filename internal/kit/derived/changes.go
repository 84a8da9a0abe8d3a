package derived

import (
	"strings"

	"waymark/internal/kit/db"
)

// Changes reports changes of a table's rows: triggers insert a row into the table pending_changes for each of them, in
// the transaction that makes the change.
type Changes struct {
	Table string
	// Kind and the column Key say what has changed: a link of an item is a change of the item. Other is the column of a
	// second id, or empty.
	Kind, Key, Other string
	// Columns are the columns whose changes are reported. If it is empty, rows of the table are never updated.
	Columns []string
	// Existing reports all rows that exist when the triggers are created.
	Existing bool
}

// Name is derived from the table and the kind.
func (c Changes) Name() string { return "changes_of_" + c.Table + "_" + c.Kind }

// Tables is the table.
func (c Changes) Tables() []string { return []string{c.Table} }

// report returns a statement that inserts the ids of a row: old or new.
func (c Changes) report(row string) string {
	other := "0"
	if c.Other != "" {
		other = row + "." + c.Other
	}
	return "INSERT INTO pending_changes (kind, record_id, other_id) VALUES (" +
		quote(c.Kind) + ", " + row + "." + c.Key + ", " + other + ")"
}

// reportAll returns the beginning of a statement that inserts the ids of several rows.
func (c Changes) reportAll() string {
	other := "0"
	if c.Other != "" {
		other = c.Other
	}
	return "INSERT INTO pending_changes (kind, record_id, other_id) SELECT DISTINCT " +
		quote(c.Kind) + ", " + c.Key + ", " + other
}

// changed is the condition that one of the columns has changed.
func (c Changes) changed(operator string) string {
	conditions := []string{}
	for _, column := range c.Columns {
		conditions = append(conditions, "old."+column+operator+"new."+column)
	}
	return strings.Join(conditions, " OR ")
}

// Create returns the triggers.
func (c Changes) Create(engine db.Engine) []string {
	update := "AFTER UPDATE OF " + strings.Join(c.Columns, ", ") + " ON " + c.Table
	if engine == db.Postgres {
		return c.createPostgres(update)
	}
	statements := []string{
		sqliteTrigger(c.Name()+"_insert", "AFTER INSERT ON "+c.Table, always, c.report("new")),
		sqliteTrigger(c.Name()+"_delete", "AFTER DELETE ON "+c.Table, always, c.report("old")),
	}
	if len(c.Columns) > 0 {
		statements = append(statements,
			sqliteTrigger(c.Name()+"_update", update, c.changed(" IS NOT "), c.report("old"), c.report("new")))
	}
	return statements
}

// createPostgres inserts each id once per statement for rows that come and go. Updates are compared row by row, since
// the rows before and after a statement are not paired.
func (c Changes) createPostgres(update string) []string {
	body := expand(`    IF TG_OP = 'INSERT' THEN
        $insert FROM added;
    ELSIF TG_OP = 'DELETE' THEN
        $insert FROM removed;
    ELSE
        $old;
        $new;
    END IF;
    RETURN NULL;`, "$insert", c.reportAll(), "$old", c.report("old"), "$new", c.report("new"))
	statements := append([]string{function(c.Name(), "", body)}, perStatement(c.Name(), c.Table, false)...)
	if len(c.Columns) > 0 {
		statements = append(statements, "CREATE TRIGGER "+c.Name()+"_update "+update+" FOR EACH ROW WHEN ("+
			c.changed(" IS DISTINCT FROM ")+") EXECUTE FUNCTION "+c.Name()+"()")
	}
	return statements
}

// Drop removes the triggers.
func (c Changes) Drop(engine db.Engine) []string {
	if engine == db.Postgres {
		return dropFunctions(c.Name())
	}
	return dropTriggers(c.Name(), "insert", "delete", "update")
}

// Rebuild reports all rows, if Existing is set.
func (c Changes) Rebuild(db.Engine) []string {
	if !c.Existing {
		return nil
	}
	return []string{"INSERT INTO pending_changes (kind, record_id) SELECT " + quote(c.Kind) + ", id FROM " + c.Table}
}

// Wrong is empty: which changes are pending can't be recounted.
func (c Changes) Wrong(db.Engine) string { return "" }
