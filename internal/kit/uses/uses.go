// Package uses declares what refers to a record. It counts these rows, and refuses to delete a record that is in use.
package uses

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"waymark/internal/kit/table"
)

// OnDelete is what happens to the rows of a use when the record is deleted. By default they prevent it.
type OnDelete string

// What happens to the rows of a use.
const (
	// Prevents is for uses that the record's own rules refuse to delete; Check does not look at them.
	Prevents OnDelete = "prevents"
	Unlinks  OnDelete = "unlinks" // they stay, without the reference
	Deletes  OnDelete = "deletes" // they are deleted with the record
	Keeps    OnDelete = "keeps"   // they stay as they are
)

// Use is a reference to a record: a column, a link, or a query.
type Use struct {
	Kind   string // what staff call the rows: content
	Table  table.Table
	Column string
	Link   table.Link // instead of a table and a column; it starts at this record
	IDs    string     // instead of a column: a query for the ids of the rows; its argument is the record's id
	// Path is where the console lists exactly these rows. {id} is the record's id, {name} its name. It is empty if there
	// is no such list.
	Path string
	// Counter is the field with the number of these rows, so that they need not be counted.
	Counter  string
	OnDelete OnDelete
}

// prevents reports whether Check refuses to delete a record with rows of this use.
func (u Use) prevents() bool { return u.OnDelete == "" }

// AnyPrevents reports whether Check may refuse to delete a record with these uses.
func AnyPrevents(list []Use) bool { return slices.ContainsFunc(list, Use.prevents) }

// references returns the table with the rows that refer to a record, and the condition that they do.
func (u Use) references() (from table.Table, condition string) {
	switch link := u.Link; {
	case link.Table != "":
		return link.To, "id IN (SELECT " + link.ToColumn + " FROM " + link.Table + " WHERE " + link.OwnColumn + " = ?)"
	case u.IDs != "":
		return u.Table, "id IN (" + u.IDs + ")"
	}
	return u.Table, table.Quote(u.Column) + " = ?"
}

// rows returns a query for the live rows that refer to a record. Unlike the condition of references, a join reads no
// more pairs than a LIMIT asks for.
func (u Use) rows() string {
	link := u.Link
	if link.Table == "" {
		from, condition := u.references()
		return "SELECT 1 FROM " + from.Name + " WHERE " + condition + from.AndLive()
	}
	query := "SELECT 1 FROM " + link.Table + " AS pair JOIN " + link.To.Name + " AS used" +
		" ON used.id = pair." + link.ToColumn + " WHERE pair." + link.OwnColumn + " = ?"
	if link.To.Trash {
		query += " AND used.deleted_at IS NULL"
	}
	return query
}

// referring returns a query for the references to any of the records, of which some may be in the trash.
func (u Use) referring(ids []int64) (query string, args []any) {
	switch {
	case u.Link.Table != "":
		return "SELECT 1 FROM " + u.Link.Table + " WHERE " + u.Link.OwnColumn + " IN (?)", []any{ids}
	case u.IDs == "":
		return "SELECT 1 FROM " + u.Table.Name + " WHERE " + table.Quote(u.Column) + " IN (?)", []any{ids}
	}
	queries := []string{}
	for _, id := range ids {
		queries, args = append(queries, u.IDs), append(args, id)
	}
	return "SELECT row_id FROM (" + strings.Join(queries, " UNION ALL ") + ") AS referring", args
}

func (u Use) pathTo(id int64, name string) string {
	return strings.NewReplacer("{id}", fmt.Sprint(id), "{name}", url.QueryEscape(name)).Replace(u.Path)
}

// InTrash returns a query for the trash ids of rows that refer to a record, for each use that prevents its deletion and
// whose rows can be in the trash. A small index has them.
func InTrash(list []Use) []string {
	queries := []string{}
	for _, use := range list {
		if from, condition := use.references(); from.Trash && use.prevents() {
			queries = append(queries, "SELECT trash_id FROM "+from.Name+" WHERE "+condition+" AND trash_id IS NOT NULL")
		}
	}
	return queries
}

// Declared are the uses that records declare, by their tables.
type Declared map[string][]Use

// Add makes the uses of a table known. Nil ignores them.
func (d Declared) Add(table string, list []Use) {
	if d != nil {
		d[table] = append(d[table], list...)
	}
}
