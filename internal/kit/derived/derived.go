// Package derived creates what a database works out from its rows: search tables, counters and totals.
//
// Each of them is declared once, as a value that generates its SQL for both engines. Apply is the step after the
// migrations that creates the declared objects, replaces those that have changed and removes those that are gone.
package derived

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"waymark/internal/kit/db"
)

// Object is one derived object: the triggers, functions and indexes that exist for one purpose.
type Object interface {
	// Name identifies the object among all others, in every release.
	Name() string
	// Tables are the tables that may not be written to while the object is created and rebuilt.
	Tables() []string
	// Create returns the statements that create the object for rows that are written from now on.
	Create(engine db.Engine) []string
	// Drop returns the statements that remove the object. They succeed when parts of it are missing.
	Drop(engine db.Engine) []string
	// Rebuild returns the statements that bring the object in line with the rows that exist. The object has been created.
	Rebuild(engine db.Engine) []string
	// Wrong returns a query for the number of values that differ from a recount. It is empty where none can differ.
	Wrong(engine db.Engine) string
}

// SQL is an expression on each engine. A column in braces is one of the row that is looked at.
type SQL struct{ SQLite, Postgres string }

// Same is an expression that both engines understand.
func Same(sql string) SQL { return SQL{SQLite: sql, Postgres: sql} }

// Day is the day of a moment in UTC, counted from 1970, as text with six digits that sorts.
func Day(column string) SQL {
	return SQL{
		SQLite:   "CASE WHEN {" + column + "} IS NOT NULL THEN printf('%06d', {" + column + "} / 86400000000) END",
		Postgres: "lpad(floor(extract(epoch FROM {" + column + "}) / 86400)::bigint::text, 6, '0')",
	}
}

func (s SQL) on(engine db.Engine) string {
	if engine == db.Postgres {
		return s.Postgres
	}
	return s.SQLite
}

// Hash identifies a list of objects: it changes when a statement of one of them does, on either engine.
func Hash(objects ...Object) string {
	parts := []string{}
	for _, o := range objects {
		parts = append(parts, o.Name(), hashOf(o, db.SQLite), hashOf(o, db.Postgres))
	}
	return digest(parts)
}

// hashOf covers the statements that rebuild an object too: a correction of them must reach existing databases.
func hashOf(o Object, engine db.Engine) string {
	return digest(append(o.Create(engine), o.Rebuild(engine)...))
}

func digest(parts []string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// expand replaces names that begin with a $ in a statement. Pairs are a name and its value.
func expand(sql string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(sql)
}

// of names the columns in braces as those of a row: old, new, or an alias.
func of(row, expression string) string {
	return strings.ReplaceAll(strings.ReplaceAll(expression, "{", row+"."), "}", "")
}

// bare names the columns in braces without a row.
func bare(expression string) string {
	return strings.ReplaceAll(strings.ReplaceAll(expression, "{", ""), "}", "")
}

// columnsIn lists the columns in braces, each once.
func columnsIn(expressions ...string) []string {
	columns, seen := []string{}, map[string]bool{}
	for _, expression := range expressions {
		for _, part := range strings.Split(expression, "{")[1:] {
			column, _, _ := strings.Cut(part, "}")
			if !seen[column] {
				seen[column] = true
				columns = append(columns, column)
			}
		}
	}
	return columns
}

// quote makes a text literal.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

const (
	live   = "{deleted_at} IS NULL"
	always = "TRUE"
)

// rowCounts is the condition under which a row of a table counts.
func rowCounts(trash bool) string {
	if trash {
		return live
	}
	return always
}

// both is the condition that two conditions are met.
func both(one, other string) string {
	switch always {
	case one:
		return other
	case other:
		return one
	}
	return one + " AND " + other
}

// function is the definition of a trigger function on PostgreSQL.
func function(name, declarations, body string) string {
	if declarations != "" {
		declarations = "DECLARE\n" + declarations + "\n"
	}
	return fmt.Sprintf("CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $$\n%sBEGIN\n%s\nEND;\n$$",
		name, declarations, body)
}

// perStatement are the triggers that call a function of the same name once per statement on PostgreSQL, with the rows
// that came as added and those that went as removed. A column list is not allowed together with these.
func perStatement(name, table string, update bool) []string {
	triggers := []string{
		"CREATE TRIGGER $name_insert AFTER INSERT ON $table REFERENCING NEW TABLE AS added" +
			" FOR EACH STATEMENT EXECUTE FUNCTION $name()",
		"CREATE TRIGGER $name_delete AFTER DELETE ON $table REFERENCING OLD TABLE AS removed" +
			" FOR EACH STATEMENT EXECUTE FUNCTION $name()",
	}
	if update {
		triggers = append(triggers,
			"CREATE TRIGGER $name_update AFTER UPDATE ON $table REFERENCING OLD TABLE AS removed NEW TABLE AS added"+
				" FOR EACH STATEMENT EXECUTE FUNCTION $name()")
	}
	for i, trigger := range triggers {
		triggers[i] = expand(trigger, "$name", name, "$table", table)
	}
	return triggers
}

// perEvent is the part of a function on PostgreSQL that reads the rows a statement touched. Both queries are complete;
// that for removed rows takes away what the other adds. statement contains $touched.
//
// The transition tables of other events do not exist, so each event has a statement of its own. PostgreSQL plans it
// once for all numbers of rows: it must read each touched row once, and others by their ids.
func perEvent(statement, added, removed string) string {
	on := func(touched string) string { return strings.ReplaceAll(statement, "$touched", touched) }
	return expand(`    IF TG_OP = 'INSERT' THEN
        $insert;
    ELSIF TG_OP = 'DELETE' THEN
        $delete;
    ELSE
        $update;
    END IF;
`, "$insert", on(added), "$delete", on(removed), "$update", on(added+" UNION ALL "+removed))
}

// sqliteTrigger is the definition of a trigger on SQLite.
func sqliteTrigger(name, event, condition string, body ...string) string {
	if condition == always {
		condition = ""
	} else {
		condition = " WHEN " + condition
	}
	return "CREATE TRIGGER " + name + " " + event + condition + " BEGIN\n    " + strings.Join(body, ";\n    ") + ";\nEND"
}

func dropTriggers(name string, suffixes ...string) []string {
	drops := []string{}
	for _, suffix := range suffixes {
		drops = append(drops, "DROP TRIGGER IF EXISTS "+name+"_"+suffix)
	}
	return drops
}

// dropFunctions also removes the triggers that call them.
func dropFunctions(names ...string) []string {
	drops := []string{}
	for _, name := range names {
		drops = append(drops, "DROP FUNCTION IF EXISTS "+name+"() CASCADE")
	}
	return drops
}
