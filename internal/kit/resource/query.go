package resource

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
)

// Cap is the most rows that are counted one by one. A list with more says so honestly.
const Cap = 5000

const (
	maxPerPage = 100
	maxPage    = 1_000_000_000
	maxSearch  = 200
)

// Where is a condition with its arguments.
type Where struct {
	SQL  string
	Args []any
	// Among is another way to the same rows, for lists that are long.
	Among *Among
	// Look makes the condition from what the database has at the moment, for those that depend on it.
	Look func(ctx context.Context, c db.Conn) (Where, error)
	// Total asks for a kept count of the live rows that meet the condition.
	Total *Where
}

// Filter narrows a list by a query parameter.
type Filter struct {
	// Names are the parameter and its other spellings.
	Names []string
	Doc   string
	// Words are the values it takes; any text when nil.
	Words []string
	// Where is the condition for a value; false when there is no such value. A condition without SQL filters nothing.
	Where func(value string) (Where, bool)
}

// FilterRef narrows a list to records that refer to the given id in a column.
func FilterRef(column string, names ...string) Filter {
	return Filter{Names: append([]string{column}, names...), Doc: "The id of a record.", Where: func(value string) (Where, bool) {
		id, ok := api.ParseID(value)
		return Where{SQL: quote(column) + " = ?", Args: []any{id}}, ok
	}}
}

// FilterLinked narrows a list to records that a table of pairs ties to the given id. The pairs have an index on the
// other's id and then this record's.
func FilterLinked(name string, link Link) Filter {
	return Filter{Names: []string{name}, Doc: "The id of a record.", Where: func(value string) (Where, bool) {
		id, ok := api.ParseID(value)
		return Where{
			SQL: "EXISTS (SELECT 1 FROM " + link.Table + " WHERE " + link.Own + " = id AND " + link.Other + " = ?" + link.live() + ")", Args: []any{id}, // tables of pairs have no id of their own
			Among: &Among{SQL: "SELECT " + link.Own + " AS among FROM " + link.Table + " WHERE " + link.Other + " = ?" + link.live(), Args: []any{id}, Ordered: true},
		}, ok
	}}
}

// Counted says where the other record keeps how many live ones it has here.
func (f Filter) Counted(table, column string) Filter {
	where := f.Where
	f.Where = func(value string) (Where, bool) {
		w, ok := where(value)
		w.Total = &Where{SQL: "SELECT " + column + " FROM " + table + " WHERE id = ?", Args: w.Args}
		return w, ok
	}
	return f
}

// CountedBy is where the live rows of a list that have a value in a column are counted, for the few lists that keep that.
func CountedBy(list, column, value string) *Where {
	return &Where{SQL: "SELECT n FROM live_counts WHERE list = ? AND facet = ? AND value = ?", Args: []any{list, column, value}}
}

// Ranged is a condition on a column of a list that has an index of its own: a date that is reached.
func Ranged(table, condition string, args ...any) Where {
	return Where{SQL: condition, Args: args, Among: &Among{SQL: "SELECT id AS among FROM " + table + " WHERE deleted_at IS NULL AND " + condition, Args: args, Own: true}}
}

// Dense is a condition on a list that mostly many rows meet, so that a page is walked in its order and each row held
// against it: a column behind a function tempts no engine to fetch and sort all that meet it. Where only few meet it,
// they are named along indexes, one for each of the parts.
func Dense(table, condition string, args []any, total *Where, parts ...string) Where {
	ways := []string{}
	for _, part := range parts {
		ways = append(ways, "SELECT id AS among FROM "+table+" WHERE deleted_at IS NULL AND "+part)
	}
	return Where{SQL: condition, Args: args, Total: total, Among: &Among{SQL: strings.Join(ways, " UNION ALL "), Args: args, Own: true}}
}

// FilterKept narrows a list to records that refer to the given id in a column, when the list keeps counts of these.
func FilterKept(table, column, facet string, names ...string) Filter {
	filter := FilterRef(column, names...)
	where := filter.Where
	filter.Where = func(value string) (Where, bool) {
		w, ok := where(value)
		return Dense(table, "coalesce("+quote(column)+", NULL) = ?", w.Args, CountedBy(table, facet, value), quote(column)+" = ?"), ok
	}
	return filter
}

// OrAll lets a filter take the word all, which filters nothing: the first tab of a list.
func (f Filter) OrAll() Filter {
	where := f.Where
	f.Where = func(value string) (Where, bool) {
		if value == "all" {
			return Where{}, true
		}
		return where(value)
	}
	return f
}

// FilterWords narrows a list by one of a few words, each with its condition.
func FilterWords(name string, words []string, where func(word string) Where) Filter {
	return Filter{Names: []string{name}, Words: words, Where: func(value string) (Where, bool) {
		if !slices.Contains(words, value) {
			return Where{}, false
		}
		return where(value), true
	}}
}

// Tabs are the values of one filter that the list counts side by side when asked with counts=1.
type Tabs struct {
	Filter string
	Values []string
	// More are values that the database has at the moment.
	More func(ctx context.Context, c db.Conn) ([]string, error)
}

// Query is what a list is asked for.
type Query struct {
	Page    int64
	PerPage int64
	Search  string
	Sort    string
	// Where are the conditions of the filters, by the name of the filter.
	Where  map[string]Where
	Counts bool
}

// ParseQuery reads a list's parameters. What it does not understand is refused under its name.
func (r *Resource[T]) ParseQuery(values url.Values) (Query, error) {
	var problems apierr.Fields
	q := Query{
		Page:    number(values, "page", maxPage, 1, &problems),
		PerPage: number(values, "per_page", maxPerPage, int64(r.PerPage), &problems),
		Search:  first(values, "query", "search"),
		Sort:    first(values, "sort"),
		Counts:  values.Get("counts") == "1",
		Where:   map[string]Where{},
	}
	if len(q.Search) > maxSearch {
		problems.Add("query", "Must have at most %d characters.", maxSearch)
	}
	if q.Sort == "" {
		q.Sort = r.Sort
	}
	if _, _, ok := r.order(q.Sort); !ok {
		problems.Add("sort", "Can't sort by %s.", strings.TrimPrefix(q.Sort, "-"))
	}
	for _, filter := range r.Filters {
		value := first(values, filter.Names...)
		if value == "" {
			continue
		}
		where, ok := filter.Where(value)
		if !ok {
			problems.Add(sentAs(values, filter.Names), "There is no such choice.")
			continue
		}
		q.Where[filter.Names[0]] = where
	}
	return q, problems.Err()
}

// ParsePage reads page and per_page, for lists that are written by hand.
func ParsePage(values url.Values, perPage int64) (page, size int64, err error) {
	var problems apierr.Fields
	page = number(values, "page", maxPage, 1, &problems)
	size = number(values, "per_page", maxPerPage, perPage, &problems)
	return page, size, problems.Err()
}

func first(values url.Values, names ...string) string {
	for _, name := range names {
		if value := values.Get(name); value != "" {
			return value
		}
	}
	return ""
}

func sentAs(values url.Values, names []string) string {
	for _, name := range names {
		if values.Has(name) {
			return name
		}
	}
	return names[0]
}

func number(values url.Values, name string, highest, otherwise int64, problems *apierr.Fields) int64 {
	text := values.Get(name)
	if text == "" {
		return otherwise
	}
	n, ok := api.ParseID(text)
	if !ok || n > highest {
		problems.Add(name, "Must be a whole number from 1 to %d.", highest)
		return otherwise
	}
	return n
}

// order translates a sort parameter into a column and a direction. Only declared fields can be sorted by.
func (r *Resource[T]) order(sort string) (column, direction string, ok bool) {
	name, descending := strings.CutPrefix(sort, "-")
	direction = " ASC"
	if descending {
		direction = " DESC"
	}
	if f := r.byName[name]; f != nil && (f.rules.sortable || (f.rules.unique && f.column != "")) {
		if f.rules.keyed {
			return quote(f.column + "_key"), direction, true
		}
		return quote(f.column), direction, true
	}
	if name == "created_at" && r.Chronological {
		return quote("id"), direction, true
	}
	if name == "order" && r.Reorder {
		return quote(name), direction, true
	}
	if name == "id" || slices.Contains(r.SortBy, name) {
		return quote(name), direction, true
	}
	return "", "", false
}

func (r *Resource[T]) sorts() []any {
	names := []any{}
	add := func(name string) {
		if _, _, ok := r.order(name); ok {
			names = append(names, name, "-"+name)
		}
	}
	add("id")
	for _, f := range r.Fields {
		add(f.name)
	}
	for _, name := range r.SortBy {
		if r.byName[name] == nil && name != "id" {
			add(name)
		}
	}
	return names
}

// ListParams describes the parameters of the list.
func (r *Resource[T]) ListParams() []*huma.Param {
	params := append(PageParams(r.PerPage),
		api.Param("sort", "The order; a minus turns it round.", &huma.Schema{Type: huma.TypeString, Enum: r.sorts(), Default: r.Sort}))
	if r.search {
		params = append(params, searchParams()...)
	}
	for _, filter := range r.Filters {
		schema := &huma.Schema{Type: huma.TypeString}
		for _, word := range filter.Words {
			schema.Enum = append(schema.Enum, word)
		}
		for _, name := range filter.Names {
			params = append(params, api.Param(name, filter.Doc, schema))
		}
	}
	if r.Tabs != nil {
		params = append(params, api.Param("counts", "1 adds how many rows each tab has.", &huma.Schema{Type: huma.TypeString, Enum: []any{"1"}}))
	}
	return params
}

// PageParams are page and per_page, for the document.
func PageParams(perPage int) []*huma.Param {
	one, most := 1.0, float64(maxPerPage)
	return []*huma.Param{
		api.Param("page", "Which page, from 1.", &huma.Schema{Type: huma.TypeInteger, Minimum: &one, Default: 1}),
		api.Param("per_page", "Rows per page.", &huma.Schema{Type: huma.TypeInteger, Minimum: &one, Maximum: &most, Default: perPage}),
	}
}

func searchParams() []*huma.Param {
	return []*huma.Param{
		api.Param("query", "Words that must all be found, by any part of a word; case and accents do not matter.", &huma.Schema{Type: huma.TypeString}),
		api.Param("search", "The same as query.", &huma.Schema{Type: huma.TypeString}),
	}
}
