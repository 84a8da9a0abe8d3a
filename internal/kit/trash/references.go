package trash

import (
	"slices"
	"strings"

	"waymark/internal/kit/api"
)

// References finds the entries whose rows refer to a record, and thereby keep it from being deleted.
type References struct{ byPath map[string][]string }

// NewReferences returns an empty set.
func NewReferences() *References { return &References{map[string][]string{}} }

// Add adds the references to the records of a path. Each is a query for the trash ids of rows that refer to the record
// whose id is its only argument. A nil set ignores them.
func (r *References) Add(path string, queries []string) {
	if r != nil && len(queries) > 0 {
		r.byPath[path] = queries
	}
}

// Entries returns a query for the entries that refer to a record, named as PATH:ID, and false if there is no such path.
func (r *References) Entries(record string) (query string, args []any, ok bool) {
	path, value, _ := strings.Cut(record, ":")
	id, ok := api.ParseID(value)
	if r == nil || !ok || r.byPath[path] == nil {
		return "", nil, false
	}
	query, args = EntriesOf(r.byPath[path], id)
	return query, args, true
}

// EntriesOf combines queries for trash ids into one, which may return an entry more than once.
func EntriesOf(queries []string, id int64) (query string, args []any) {
	return strings.Join(queries, " UNION ALL "), slices.Repeat([]any{id}, len(queries))
}
