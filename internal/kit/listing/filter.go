package listing

import (
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/table"
)

// Filter limits a list by a query parameter.
type Filter struct {
	Names  []string // the parameter, and other names it has
	Doc    string
	Values []string // the values it takes; any text if nil
	IsID   bool     // takes the id of a record
	// Default is the value if none is sent; without one the list is not limited then.
	Default string
	// Condition returns the condition for a value, and false if there is no such value.
	Condition func(value string) (Condition, bool)
	// AnyOf returns the condition that a row has any of several values, which are sent separated by commas. Nil for
	// filters that take one value only.
	AnyOf func(values []string) (Condition, bool)
	// exclusive says that no row has two values, so that their counts can be added.
	exclusive bool
}

// MaxValues is how many values a filter takes at once.
const MaxValues = 50

const idDoc = "The id of a record."

// ParseIDs reads ids, and returns false if one of the values is none.
func ParseIDs(values []string) ([]int64, bool) {
	ids := make([]int64, len(values))
	for i, value := range values {
		id, ok := api.ParseID(value)
		if !ok {
			return nil, false
		}
		ids[i] = id
	}
	return ids, true
}

// idFilter is a filter whose values are ids. one and several return the conditions for an id and for several.
func idFilter(names []string, one func(id int64) Condition, several func(ids []int64) Condition) Filter {
	return Filter{
		Names: names, Doc: idDoc, IsID: true,
		Condition: func(value string) (Condition, bool) {
			id, ok := api.ParseID(value)
			return one(id), ok
		},
		AnyOf: func(values []string) (Condition, bool) {
			ids, ok := ParseIDs(values)
			return several(ids), ok
		},
	}
}

// RefFilter limits a list to rows that have the given id in a column.
func RefFilter(column string, names ...string) Filter {
	filter := idFilter(append([]string{column}, names...), func(id int64) Condition {
		return Condition{SQL: table.Quote(column) + " = ?", Args: []any{id}}
	}, func(ids []int64) Condition {
		return Condition{SQL: table.Quote(column) + " IN (?)", Args: []any{ids}}
	})
	filter.exclusive = true
	return filter
}

// CommonRefFilter is a RefFilter for values that many rows have, and whose rows are counted under a facet.
func CommonRefFilter(from, column, facet string, names ...string) Filter {
	quoted := table.Quote(column)
	condition := func(compare string, ids any, stored *Statement) Condition {
		return Common(from, "coalesce("+quoted+", NULL)"+compare, []any{ids}, stored, quoted+compare)
	}
	return idFilter(append([]string{column}, names...), func(id int64) Condition {
		return condition(" = ?", id, StoredCount(from, facet, fmt.Sprint(id)))
	}, func(ids []int64) Condition {
		return condition(" IN (?)", ids, storedSum(from, facet, ids))
	})
}

// LinkFilter limits a list to rows that are linked to the given id. The table of pairs has an index on the other row's
// id and then this row's.
func LinkFilter(name string, link table.Link) Filter {
	exists := func(to string) string {
		return "EXISTS (SELECT 1 FROM " + link.Table + " WHERE " + to + link.AndLive() + " AND " + link.OwnColumn + " = " +
			link.From.Name + ".id)"
	}
	ids := func(to string) string {
		return "SELECT " + link.OwnColumn + " AS row_id FROM " + link.Table + " WHERE " + to + link.AndLive()
	}
	return idFilter([]string{name}, func(id int64) Condition {
		to := link.ToColumn + " = ?"
		return Condition{
			SQL: exists(to), Args: []any{id},
			IDs: &IDSource{SQL: ids(to), Args: []any{id}, Ordered: true},
		}
	}, func(others []int64) Condition {
		// The unary plus keeps SQLite from looking up each of the ids for every row: a row has few links.
		to := link.ToColumn + " IN (?)"
		return Condition{
			SQL: exists("+" + to), Args: []any{others},
			IDs: &IDSource{SQL: ids(to), Args: []any{others}, Exact: true},
		}
	})
}

// ChoiceFilter limits a list by one of a few words, each with its condition.
func ChoiceFilter(name string, words []string, condition func(word string) Condition) Filter {
	return Several(Filter{
		Names: []string{name}, Values: words,
		Condition: func(value string) (Condition, bool) {
			if !slices.Contains(words, value) {
				return Condition{}, false
			}
			return condition(value), true
		},
	})
}

// Several lets a filter take several values: rows must meet the condition of any of them.
func Several(f Filter) Filter {
	f.AnyOf = func(values []string) (Condition, bool) {
		conditions := make([]Condition, len(values))
		for i, value := range values {
			condition, ok := f.Condition(value)
			if !ok {
				return Condition{}, false
			}
			conditions[i] = condition
		}
		return Either(conditions...), true
	}
	return f
}

// parse returns the condition for what a parameter was sent with, or what is wrong with it.
func (f Filter) parse(sent string) (condition Condition, problem string) {
	values := []string{sent}
	if f.AnyOf != nil && strings.Contains(sent, ",") {
		values = values[:0]
		for value := range strings.SplitSeq(sent, ",") {
			if value = strings.TrimSpace(value); !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
	}
	var ok bool
	switch {
	case len(values) > MaxValues:
		return Condition{}, fmt.Sprintf("Must have at most %d values.", MaxValues)
	case len(values) == 1:
		condition, ok = f.Condition(values[0])
	default:
		condition, ok = f.AnyOf(values)
	}
	if !ok {
		return Condition{}, "Is not one of the options."
	}
	condition.value = sent
	return condition, ""
}

// CountedIn says that the record which a filter names has a counter of the live rows that refer to it.
func (f Filter) CountedIn(counter derived.Counter) Filter {
	condition, count := f.Condition, counter.Value(db.Postgres) // filters are declared before the engine is known
	f.Condition = func(value string) (Condition, bool) {
		c, ok := condition(value)
		c.Stored = &Statement{SQL: "SELECT " + count + " FROM " + counter.Table.Name + " WHERE id = ?", Args: c.Args}
		return c, ok
	}
	if anyOf := f.AnyOf; f.exclusive {
		f.AnyOf = func(values []string) (Condition, bool) {
			c, ok := anyOf(values)
			sum := "SELECT CAST(coalesce(sum(" + count + "), 0) AS BIGINT) FROM " + counter.Table.Name
			c.Stored = &Statement{SQL: sum + " WHERE id IN (?)", Args: c.Args}
			return c, ok
		}
	}
	return f
}
