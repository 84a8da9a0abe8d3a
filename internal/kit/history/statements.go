package history

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/table"
)

// The statements of this file take rows as one JSON argument: [{"k": [12], "v": {"name": "Harbour Press"}}, …].

// element is a row in that argument.
type element struct {
	Key    json.RawMessage            `json:"k"`
	Values map[string]json.RawMessage `json:"v,omitempty"`
}

// statements builds SQL for the rows of a table.
type statements struct {
	table    derived.History
	catalog  *catalog
	postgres bool
}

// rows is the part of a FROM clause that lists the elements of the argument as r.
func (s statements) rows() string {
	if s.postgres {
		return "jsonb_array_elements(?::jsonb) AS r(value)"
	}
	return "json_each(?) AS r"
}

// keys returns an expression for each column of the key of an element.
func (s statements) keys() []string {
	list := []string{}
	for i, column := range s.table.Key {
		if s.postgres {
			list = append(list, fmt.Sprintf("CAST(r.value -> 'k' ->> %d AS %s)", i, s.catalog.types[s.table.Table+"."+column]))
		} else {
			list = append(list, fmt.Sprintf("r.value ->> '$.k[%d]'", i))
		}
	}
	return list
}

// matches is the condition that a row is that of the element.
func (s statements) matches() string {
	conditions := []string{}
	for i, key := range s.keys() {
		conditions = append(conditions, s.table.Table+"."+table.Quote(s.table.Key[i])+" = "+key)
	}
	return strings.Join(conditions, " AND ")
}

// value is an expression for a column of an element.
func (s statements) value(column string) string {
	if s.postgres {
		return "v." + table.Quote(column)
	}
	return `r.value ->> '$.v."` + column + `"'`
}

// values is the part of a FROM clause that lists the elements, and on PostgreSQL their values as a row v.
func (s statements) values() string {
	if !s.postgres {
		return s.rows()
	}
	return s.rows() + " CROSS JOIN LATERAL jsonb_populate_record(NULL::" + s.table.Table + ", r.value -> 'v') AS v"
}

func (s statements) has(column string) bool {
	return slices.Contains(s.table.Ignored, column) || slices.Contains(s.table.Extra, column)
}

// selectCurrent reads columns of rows, as triggers would keep them. Without columns it reads all.
func (s statements) selectCurrent(columns []string) string {
	key, object := "json_extract(r.value, '$.k')", "json_object"
	if s.postgres {
		key, object = "CAST(r.value -> 'k' AS TEXT)", "jsonb_build_object"
	}
	all := len(columns) == 0
	if all {
		columns = s.table.Columns
	}
	pairs := []string{}
	for _, column := range columns {
		pairs = append(pairs, "'"+column+"', "+s.table.Table+"."+table.Quote(column))
	}
	data := object + "(" + strings.Join(pairs, ", ") + ")"
	if s.postgres && all {
		data = "to_jsonb(" + s.table.Table + ")" // a function takes at most 100 arguments
	}
	return fmt.Sprintf("SELECT %s AS row_key, CAST(%s AS TEXT) AS data FROM %s JOIN %s ON %s",
		key, data, s.rows(), s.table.Table, s.matches())
}

// update sets columns of rows. Its first arguments are the time, if the table has one, and those of extra.
func (s statements) update(columns []string, extra ...string) string {
	set := []string{}
	if s.has("version") {
		set = append(set, "version = version + 1")
	}
	if s.has("updated_at") {
		set = append(set, "updated_at = ?")
	}
	set = append(set, extra...)
	for _, column := range columns {
		set = append(set, table.Quote(column)+" = "+s.value(column))
	}
	if s.postgres { // version would be ambiguous
		for i, part := range set {
			set[i] = strings.Replace(part, "= version", "= "+s.table.Table+".version", 1)
		}
	}
	return "UPDATE " + s.table.Table + " SET " + strings.Join(set, ", ") + " FROM " + s.values() + " WHERE " + s.matches()
}

// insert inserts rows with some columns. filled are columns with a value for all of them, which are its first
// arguments, after the time, if the table has one.
func (s statements) insert(columns, filled []string) string {
	names, values := []string{}, []string{}
	add := func(name, value string) { names, values = append(names, table.Quote(name)), append(values, value) }
	if s.has("updated_at") {
		add("updated_at", s.cast("updated_at"))
	}
	for _, column := range filled {
		add(column, s.cast(column))
	}
	for _, column := range columns {
		if column == "version" {
			add(column, s.value(column)+" + 1")
		} else {
			add(column, s.value(column))
		}
	}
	return "INSERT INTO " + s.table.Table + " (" + strings.Join(names, ", ") + ") SELECT " + strings.Join(values, ", ") +
		" FROM " + s.values()
}

// cast is an argument with the type of a column: PostgreSQL can't infer it in a SELECT.
func (s statements) cast(column string) string {
	if !s.postgres {
		return "?"
	}
	return "CAST(? AS " + s.catalog.types[s.table.Table+"."+column] + ")"
}

func (s statements) remove() string {
	if s.postgres {
		return "DELETE FROM " + s.table.Table + " USING " + s.rows() + " WHERE " + s.matches()
	}
	columns := []string{}
	for _, column := range s.table.Key {
		columns = append(columns, table.Quote(column))
	}
	return "DELETE FROM " + s.table.Table + " WHERE (" + strings.Join(columns, ", ") + ") IN (SELECT " +
		strings.Join(s.keys(), ", ") + " FROM " + s.rows() + ")"
}

// current reads the present values of rows by their keys.
func (v *reversal) current(ctx context.Context, table string, rows []*keptRow) (map[string]columnValues,
	error,
) {
	elements := []element{}
	for _, r := range rows {
		elements = append(elements, element{Key: json.RawMessage(r.Key)})
	}
	found, err := db.All[struct {
		Key  string `db:"row_key"`
		Data string `db:"data"`
	}](ctx, v.conn, v.statements(table).selectCurrent(v.neededColumns(table, rows)), db.JSON(elements))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", table, err)
	}
	present := map[string]columnValues{}
	for _, f := range found {
		var values map[string]json.RawMessage
		if err := json.Unmarshal([]byte(f.Data), &values); err != nil {
			return nil, fmt.Errorf("read %s: %w", table, err)
		}
		present[f.Key] = values
	}
	v.simulated.apply(rows, present)
	return present, nil
}

// maxNeeded is how many columns are read by name.
const maxNeeded = 40

// neededColumns returns the columns whose present values are needed to reverse rows of a table, or nil for all. Reading
// all takes PostgreSQL fifteen times as long as reading two.
func (v *reversal) neededColumns(table string, rows []*keptRow) []string {
	if rows[0].Event != updated {
		return nil
	}
	needed := map[string]bool{}
	for _, r := range rows {
		for column := range r.after {
			needed[column] = true
		}
	}
	columns := slices.DeleteFunc(slices.Clone(v.undoer.table(table).Columns), func(column string) bool {
		return !needed[column]
	})
	if len(columns) > maxNeeded {
		return nil
	}
	return columns
}

func (v *reversal) statements(table string) statements {
	return statements{v.undoer.table(table), v.catalog, isPostgres(v.conn)}
}
