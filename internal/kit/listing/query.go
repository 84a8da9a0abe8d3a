package listing

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
)

// Query is what a request asks of a list.
type Query struct {
	Page    int64
	PerPage int64
	Search  string
	Sort    string
	// Conditions are those of the filters, by the name of the filter. A caller may add others.
	Conditions map[string]Condition
	// Counts asks for the number of rows in each tab.
	Counts bool
	// Parent is the id of the parent, for nested lists.
	Parent int64
	// Range limits the list to some ids, which makes every count exact. All ids if nil.
	Range *IDRange
}

// IDRange is a range of ids: those after one, up to another.
type IDRange struct{ After, Last int64 }

// Parse reads a list's parameters. Values it does not know are refused under the name of their parameter.
func (l *List) Parse(values url.Values) (Query, error) {
	var problems apierr.Fields
	q := Query{
		Page:       number(values, "page", maxPage, 1, &problems),
		PerPage:    number(values, "per_page", maxPerPage, defaultPerPage, &problems),
		Search:     first(values, "query", "search"),
		Sort:       first(values, "sort"),
		Counts:     values.Get("counts") == "1",
		Conditions: map[string]Condition{},
	}
	if len(q.Search) > maxSearch {
		problems.Add("query", "Must have at most %d characters.", maxSearch)
	}
	if q.Sort == "" {
		q.Sort, _ = l.defaultSort()
	}
	if _, ok := l.sort(q.Sort); !ok {
		problems.Add("sort", "Can't sort by %s.", strings.TrimPrefix(q.Sort, "-"))
	}
	for _, filter := range l.Filters {
		value := cmp.Or(first(values, filter.Names...), filter.Default)
		if value == "" {
			continue
		}
		condition, problem := filter.parse(value)
		if problem != "" {
			problems.Add(sentName(values, filter.Names), "%s", problem)
			continue
		}
		q.Conditions[filter.Names[0]] = condition
	}
	return q, problems.Err()
}

// viewParams change how a list is shown, not which rows are in it. A filter made of nothing else would mean every row.
var viewParams = map[string]bool{"page": true, "per_page": true, "sort": true, "counts": true}

// CheckFilter refuses parameters that do not choose rows of this list, under filter.NAME.
func (l *List) CheckFilter(filter url.Values) error {
	known := map[string]bool{}
	for _, param := range l.Params() {
		known[param.Name] = !viewParams[param.Name]
	}
	var problems apierr.Fields
	for name := range filter {
		if !known[name] {
			problems.Add("filter."+name, "Is not a filter of this list.")
		}
	}
	_, err := l.Parse(filter)
	if refused, ok := apierr.As(err); ok {
		for name, messages := range refused.Errors {
			problems.Add("filter."+name, "%s", messages[0])
		}
	}
	return problems.Err()
}

// ParsePage reads page and per_page, for lists that are written by hand.
func ParsePage(values url.Values, defaultSize int64) (page, size int64, err error) {
	var problems apierr.Fields
	page = number(values, "page", maxPage, 1, &problems)
	size = number(values, "per_page", maxPerPage, defaultSize, &problems)
	return page, size, problems.Err()
}

// ParseSearch reads query, or search, for lists that are written by hand.
func ParseSearch(values url.Values) (string, error) {
	search := first(values, "query", "search")
	if len(search) > maxSearch {
		return "", apierr.Field("query", "Must have at most %d characters.", maxSearch)
	}
	return search, nil
}

// first returns the first value that is not empty, of a parameter with several names.
func first(values url.Values, names ...string) string {
	for _, name := range names {
		if value := values.Get(name); value != "" {
			return value
		}
	}
	return ""
}

// sentName returns the name under which a parameter was sent.
func sentName(values url.Values, names []string) string {
	for _, name := range names {
		if values.Has(name) {
			return name
		}
	}
	return names[0]
}

func number(values url.Values, name string, highest, fallback int64, problems *apierr.Fields) int64 {
	text := values.Get(name)
	if text == "" {
		return fallback
	}
	n, ok := api.ParseID(text)
	if !ok || n > highest {
		problems.Add(name, "Must be a whole number from 1 to %d.", highest)
		return fallback
	}
	return n
}

// Params describes the parameters of the list in the API document.
func (l *List) Params() []*huma.Param {
	sorts := make([]string, len(l.Sorts))
	for i, s := range l.Sorts {
		sorts[i] = s.Name
	}
	name, _ := l.defaultSort()
	params := append(PageParams(defaultPerPage), api.SortParam(name, sorts...))
	if l.Search != nil {
		params = append(params, api.SearchParams()...)
	}
	for _, filter := range l.Filters {
		for _, name := range filter.Names {
			param := api.TextParam(name, filter.Doc, filter.Values...)
			if filter.IsID {
				param = api.IDParam(name, filter.Doc)
			}
			if filter.AnyOf != nil {
				param = api.SeveralParam(param, MaxValues)
			}
			params = append(params, param)
		}
	}
	if l.Tabs != nil {
		params = append(params, api.CountsParam())
	}
	return params
}

// PageParams describes page and per_page.
func PageParams(defaultSize int) []*huma.Param { return api.PageParams(defaultSize, maxPerPage) }
