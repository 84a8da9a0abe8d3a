package listing

import (
	"slices"

	"waymark/internal/kit/api"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/table"
)

// Filter limits a list by a query parameter.
type Filter struct {
	Names  []string // the parameter, and other names it has
	Doc    string
	Values []string // the values it takes; any text if nil
	IsID   bool     // takes the id of a record
	// Condition returns the condition for a value, and false if there is no such value.
	Condition func(value string) (Condition, bool)
}

const idDoc = "The id of a record."

// RefFilter limits a list to rows that have the given id in a column.
func RefFilter(column string, names ...string) Filter {
	return Filter{
		Names: append([]string{column}, names...), Doc: idDoc, IsID: true,
		Condition: func(value string) (Condition, bool) {
			id, ok := api.ParseID(value)
			return Condition{SQL: quote(column) + " = ?", Args: []any{id}}, ok
		},
	}
}

// CommonRefFilter is a RefFilter for values that many rows have, and whose rows are counted under a facet.
func CommonRefFilter(table, column, facet string, names ...string) Filter {
	return Filter{
		Names: append([]string{column}, names...), Doc: idDoc, IsID: true,
		Condition: func(value string) (Condition, bool) {
			id, ok := api.ParseID(value)
			stored := StoredCount(table, facet, value)
			return Common(table, "coalesce("+quote(column)+", NULL) = ?", []any{id}, stored, quote(column)+" = ?"), ok
		},
	}
}

// LinkFilter limits a list to rows that are linked to the given id. The table of pairs has an index on the other row's
// id and then this row's.
func LinkFilter(name string, link table.Link) Filter {
	return Filter{
		Names: []string{name}, Doc: idDoc, IsID: true,
		Condition: func(value string) (Condition, bool) {
			id, ok := api.ParseID(value)
			pairs := "FROM " + link.Table + " WHERE " + link.ToColumn + " = ?" + link.AndLive()
			return Condition{
				SQL: "EXISTS (SELECT 1 " + pairs + " AND " + link.OwnColumn + " = " + link.From.Name + ".id)", Args: []any{id},
				IDs: &IDSource{SQL: "SELECT " + link.OwnColumn + " AS row_id " + pairs, Args: []any{id}, Ordered: true},
			}, ok
		},
	}
}

// ChoiceFilter limits a list by one of a few words, each with its condition.
func ChoiceFilter(name string, words []string, condition func(word string) Condition) Filter {
	return Filter{
		Names: []string{name}, Values: words,
		Condition: func(value string) (Condition, bool) {
			if !slices.Contains(words, value) {
				return Condition{}, false
			}
			return condition(value), true
		},
	}
}

// CountedIn says that the record which a filter names has a counter of the live rows that refer to it.
func (f Filter) CountedIn(counter derived.Counter) Filter {
	condition := f.Condition
	f.Condition = func(value string) (Condition, bool) {
		c, ok := condition(value)
		c.Stored = &Statement{SQL: "SELECT " + counter.Column + " FROM " + counter.Table.Name + " WHERE id = ?", Args: c.Args}
		return c, ok
	}
	return f
}
