package listing

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// Condition limits a list to some of its rows. A condition without SQL and Resolve limits nothing.
type Condition struct {
	// SQL is an expression on a row of the list's table, with Args for its placeholders.
	SQL  string
	Args []any
	// IDs is another way to the same rows, which is faster for long lists. Nil if there is none.
	IDs *IDSource
	// Stored reads a stored count of the live rows that meet the condition. Nil if none is stored.
	Stored *Statement
	// Resolve returns the actual condition, for those that depend on what the database holds.
	Resolve func(ctx context.Context, c db.Conn) (Condition, error)

	value string // what the filter was sent with
}

// IDSource is a query for the ids of rows that meet a condition, in a column called row_id.
type IDSource struct {
	SQL  string
	Args []any
	// Ordered sources return each id once, in the order of an index, and only ids of rows that meet the condition.
	// Others may return an id twice, and ids of rows that do not meet it unless they are Exact.
	Ordered bool
	// Exact sources return only ids of rows that meet the condition, in any order and possibly twice.
	Exact bool
	// OwnTable sources read an index of the list's own table and return live rows only. Counting along them is cheap.
	OwnTable bool
}

// Statement is SQL with its arguments.
type Statement struct {
	SQL  string
	Args []any
}

// StoredCount reads the stored count of the live rows of a table that have a value in a facet. Which facets are counted
// is part of the schema.
func StoredCount(table, facet, value string) *Statement {
	return &Statement{
		SQL:  "SELECT n FROM current_counts WHERE list = ? AND facet = ? AND value = ?",
		Args: []any{table, facet, value},
	}
}

// storedSum adds up the stored counts of several ids in a facet. No row has two of them.
func storedSum(table, facet string, ids []int64) *Statement {
	values := make([]string, len(ids))
	for i, id := range ids {
		values[i] = strconv.FormatInt(id, 10)
	}
	return &Statement{
		SQL:  "SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM current_counts WHERE list = ? AND facet = ? AND value IN (?)",
		Args: []any{table, facet, values},
	}
}

// Indexed is a condition on the columns of a table that an index of this table covers, such as a date in the past.
func Indexed(table, condition string, args ...any) Condition {
	return Condition{SQL: condition, Args: args, IDs: ownIDs(table, args, condition)}
}

// Common is a condition that most rows of a table meet, so a page walks the list in its order and checks each row. To
// keep both engines from fetching and sorting all of them instead, the condition has its column inside a function:
// coalesce(column, NULL). Where few rows meet it after all, they are found through indexes, one for each of the
// indexed parts.
func Common(table, condition string, args []any, stored *Statement, indexed ...string) Condition {
	return Condition{SQL: condition, Args: args, Stored: stored, IDs: ownIDs(table, args, indexed...)}
}

func ownIDs(table string, args []any, conditions ...string) *IDSource {
	queries := make([]string, len(conditions))
	for i, condition := range conditions {
		queries[i] = "SELECT id AS row_id FROM " + table + " WHERE deleted_at IS NULL AND " + condition
	}
	return &IDSource{SQL: strings.Join(queries, " UNION ALL "), Args: args, OwnTable: true}
}

// HasWords is the condition that the search text of a table's rows has all words of a text. No row meets it if there
// are no words.
func HasWords(table, text string) Condition {
	return Condition{Resolve: func(_ context.Context, c db.Conn) (Condition, error) {
		terms := fold.Terms(text)
		if len(terms) == 0 {
			return Condition{SQL: "1 = 0", IDs: &IDSource{SQL: "SELECT id AS row_id FROM " + table + " WHERE 1 = 0"}}, nil
		}
		condition, index := containsTerms(terms), Words(c.Engine, table, terms)
		condition.IDs = &IDSource{SQL: "SELECT id AS row_id FROM (" + index.SQL + ") AS hits", Args: index.Args}
		return condition, nil
	}}
}

// Either is met where one of the conditions is. It limits nothing if one of them limits nothing.
func Either(conditions ...Condition) Condition {
	if !slices.ContainsFunc(conditions, func(c Condition) bool { return c.Resolve != nil }) {
		return either(conditions)
	}
	return Condition{Resolve: func(ctx context.Context, c db.Conn) (Condition, error) {
		resolved := make([]Condition, len(conditions))
		for i, condition := range conditions {
			var err error
			if resolved[i], err = condition.resolved(ctx, c); err != nil {
				return Condition{}, err
			}
		}
		return either(resolved), nil
	}}
}

// either has ids if all conditions have.
func either(conditions []Condition) Condition {
	texts, queries, all, ids := []string{}, []string{}, Condition{}, &IDSource{}
	for _, c := range conditions {
		if c.SQL == "" {
			return Condition{}
		}
		texts, all.Args = append(texts, "("+c.SQL+")"), append(all.Args, c.Args...)
		if c.IDs != nil {
			queries = append(queries, "SELECT row_id FROM ("+c.IDs.SQL+") AS one")
			ids.Args = append(ids.Args, c.IDs.Args...)
		}
	}
	all.SQL = strings.Join(texts, " OR ")
	if len(queries) == len(conditions) {
		ids.SQL = strings.Join(queries, " UNION ALL ")
		all.IDs = ids
	}
	return all
}

func (c Condition) resolved(ctx context.Context, conn db.Conn) (Condition, error) {
	if c.Resolve == nil {
		return c, nil
	}
	resolved, err := c.Resolve(ctx, conn)
	resolved.value = c.value
	return resolved, err
}

// resolve returns the conditions that limit the list, resolved.
func resolve(ctx context.Context, c db.Conn, conditions map[string]Condition) (map[string]Condition, error) {
	limiting := map[string]Condition{}
	for name, condition := range conditions {
		resolved, err := condition.resolved(ctx, c)
		if err != nil {
			return nil, err
		}
		if resolved.SQL != "" {
			limiting[name] = resolved
		}
	}
	return limiting, nil
}

// hasID is the condition that a row has one of the ids.
func hasID(c db.Conn, ids []int64) Condition {
	return Condition{SQL: c.OneOf("id"), Args: []any{db.IDs(ids)}}
}

// And joins conditions into a WHERE clause with its arguments. It is empty for no conditions.
func And(conditions []Condition) (where string, args []any) {
	if len(conditions) == 0 {
		return "", nil
	}
	texts := make([]string, len(conditions))
	for i, c := range conditions {
		texts[i] = "(" + c.SQL + ")"
		args = append(args, c.Args...)
	}
	return " WHERE " + strings.Join(texts, " AND "), args
}
