// Package listing finds the rows of a list. It parses the parameters of a request, turns filters and searches into
// conditions, plans how to go through the rows, and returns a page of ids, a count, or every id.
//
// A list is described once by a List. A request becomes a Query (List.Parse), the query becomes a Plan (List.Plan), and
// the plan is executed as often as needed: Plan.Page, Plan.Count, Plan.IDs, Plan.CountAll. What the plan chose is
// described by Plan.Explain, and the decision page "How lists are planned" gives the reasons.
package listing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
)

// CountLimit is how many rows are counted one by one. The total of a longer list is capped, and says so.
const CountLimit = 5000

const (
	// sampleSize is how many ids are fetched to see how many rows a condition leaves.
	sampleSize = 1000
	// longList is the number of rows from which walking a list in its order beats sorting what a common search finds.
	longList = 20_000

	defaultPerPage = 25
	maxPerPage     = 100
	maxPage        = 1_000_000_000
	maxSearch      = 200
)

// List describes a list.
type List struct {
	Table table.Table
	// Scope is a condition that every row of the list meets, for tables that hold more than one kind of record.
	Scope string
	// Parent is the column with the parent's id, for nested lists.
	Parent string
	// Sorts are the orders the list can have.
	Sorts []Sort
	// Sort is the default order: name, or -created_at. A second name after a comma breaks its ties: "-views,name".
	Sort    string
	Filters []Filter
	Tabs    *Tabs
	// Search says how the list is searched; nil for lists that are not.
	Search *Search

	common   commonFilters
	searches commonSearches
	length   listLength
}

// Sort is an order of a list.
type Sort struct {
	Name   string // the value of the sort parameter; a minus before it reverses the order
	Column string
	// Unique says that no two rows of the list have the same value, so that there are no ties.
	Unique bool
	// Nullable says that the column can be NULL. Empty values come before all others, on both engines.
	Nullable bool
}

// Search says how a list is searched: by the words in search_text, which is indexed.
type Search struct {
	// Refs are columns that refer to other tables. Rows are also found by the search text of the row they refer to.
	Refs []Ref
	// KeyColumn is the folded copy of the searched text, if exactly one text field is searched.
	KeyColumn string
	// URLColumn is a column with a URL, with an index of its own. Rows are also found by parts of it.
	URLColumn string
	// ExactMatch returns a condition for searches that identify a record otherwise than by words, such as by its
	// address, and false for other searches. Nil for lists without.
	ExactMatch func(search string) (Condition, bool)
	// Generation is a query for a number that is another one after each change of a text that the list is searched by. It
	// returns no row while there are changes without a number. Nil for lists without.
	Generation *Statement
}

// Ref is a column with the id of a row in another table.
type Ref struct {
	Column string
	Table  table.Table
}

// Tabs are the values of one filter that the list counts side by side when asked with counts=1.
type Tabs struct {
	Filter string
	Values []string
	// More returns values that come from the database.
	More func(ctx context.Context, c db.Conn) ([]string, error)
}

// Check reports what is wrong with the description of a list.
func (l *List) Check() error {
	name, tieBreak := l.defaultSort()
	if _, ok := l.sort(name); !ok {
		return fmt.Errorf("can't sort by %q", name)
	}
	if tieBreak != "" {
		if _, ok := l.sort(tieBreak); !ok {
			return fmt.Errorf("can't break ties by %q", tieBreak)
		}
	}
	if l.Tabs != nil {
		filter, ok := l.filter(l.Tabs.Filter)
		if !ok {
			return fmt.Errorf("the tabs use the filter %q, which the list does not have", l.Tabs.Filter)
		}
		for _, value := range l.Tabs.Values {
			if _, ok := filter.Condition(value); !ok {
				return fmt.Errorf("the filter %q of the tabs has no value %q", l.Tabs.Filter, value)
			}
		}
	}
	return nil
}

func (l *List) filter(name string) (Filter, bool) {
	i := slices.IndexFunc(l.Filters, func(f Filter) bool { return f.Names[0] == name })
	if i < 0 {
		return Filter{}, false
	}
	return l.Filters[i], true
}

// defaultSort splits the default order into its name and the name that breaks its ties.
func (l *List) defaultSort() (name, tieBreak string) {
	name, tieBreak, _ = strings.Cut(l.Sort, ",")
	return name, tieBreak
}

// order is a sort with its direction.
type order struct {
	Sort
	direction string // " ASC" or " DESC"
}

// sort returns the order that a sort parameter names.
func (l *List) sort(parameter string) (order, bool) {
	name, descending := strings.CutPrefix(parameter, "-")
	i := slices.IndexFunc(l.Sorts, func(s Sort) bool { return s.Name == name })
	if i < 0 {
		return order{}, false
	}
	o := order{l.Sorts[i], " ASC"}
	if descending {
		o.direction = " DESC"
	}
	return o, true
}

func (o order) byID() bool { return o.Column == "id" }

// orderBy returns the whole ORDER BY of a list. Ties end on the id.
func (l *List) orderBy(engine db.Engine, parameter string) string {
	o, _ := l.sort(parameter)
	column := table.Quote(o.Column) + o.direction
	if o.Unique {
		return column
	}
	if name, tieBreak := l.defaultSort(); tieBreak != "" && name == parameter {
		second, _ := l.sort(tieBreak)
		return column + ", " + table.Quote(second.Column) + second.direction + ", id" + second.direction
	}
	if engine == db.Postgres && o.Nullable {
		nulls := " NULLS FIRST"
		if o.direction == " DESC" {
			nulls = " NULLS LAST"
		}
		return column + nulls + ", id" + o.direction
	}
	return column + ", id" + o.direction
}
