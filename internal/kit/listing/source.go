package listing

import (
	"slices"
	"strings"

	"waymark/internal/kit/db"
)

// check is a condition that rows are checked against, with the name Explain gives it.
type check struct {
	name string
	Condition
}

// source is where a statement takes rows from, and what it checks each row against.
type source struct {
	table  string
	from   string
	args   []any  // of from
	driver string // for Explain: what drives the statement, if not the table
	checks []check
}

func (s source) where() (string, []any) {
	conditions := make([]Condition, len(s.checks))
	for i, c := range s.checks {
		conditions[i] = c.Condition
	}
	where, args := And(conditions)
	return where, slices.Concat(s.args, args)
}

// checking adds checks against candidates.
func (s source) checking(candidates []candidate) source {
	s.checks = slices.Clone(s.checks)
	for _, c := range candidates {
		s.checks = append(s.checks, c.check)
	}
	return s
}

// following goes through the ids of one candidate and looks up their rows. SQLite executes a cross join in the order in
// which it is written.
func (s source) following(engine db.Engine, candidates []candidate, i int) source {
	ids, join := candidates[i].IDs, " CROSS JOIN "
	if engine == db.Postgres {
		join = " JOIN "
	}
	query, others := ids.SQL, slices.Delete(slices.Clone(candidates), i, i+1)
	if !ids.Ordered {
		query = "SELECT DISTINCT row_id FROM (" + query + ") AS found"
	}
	if !ids.Ordered && !ids.Exact {
		others = candidates
	}
	following := s.checking(others)
	following.from = "(" + query + ") AS ids" + join + s.table + " ON " + s.table + ".id = ids.row_id"
	following.args, following.driver = ids.Args, "ids of "+candidates[i].name
	return following
}

// merged goes through the hits of a search in the order of their ids and looks up their rows. SQLite merges sorted
// streams if they are limited; without the limit it would sort all hits. It executes a cross join in the order in which
// it is written, so the result needs no order of its own, for which it would sort all hits as well.
func (s source) merged(streams []Statement, direction string) source {
	queries := make([]string, len(streams))
	for i, stream := range streams {
		queries[i], s.args = stream.SQL, append(s.args, stream.Args...)
	}
	s.from = "(" + strings.Join(queries, " UNION ") + " ORDER BY row_id" + direction + " LIMIT 1000000000) AS ids" +
		" CROSS JOIN " + s.table + " ON " + s.table + ".id = ids.row_id"
	s.driver = "hits in order"
	return s
}

// walking goes through the rows in their order until enough of them are hits. PostgreSQL does not know how common the
// words of a search are, and would fetch and sort all hits instead. It expects half of the rows to meet a CASE.
func (s source) walking(search check) source {
	search.SQL = "CASE WHEN " + search.SQL + " THEN TRUE ELSE FALSE END"
	s.checks, s.driver = append(slices.Clone(s.checks), search), "walk"
	return s
}

// alongIDs makes SQLite walk a long list along the small index of its live ids, instead of through its wide rows.
func (s source) alongIDs() source {
	s.from, s.driver = s.from+" INDEXED BY "+s.table+"_id", "index of ids"
	return s
}

// String describes the source for Explain.
func (s source) String() string {
	driver := s.driver
	if driver == "" {
		driver = "table"
	}
	if len(s.checks) == 0 {
		return driver
	}
	return driver + " checking " + names(s.checks)
}

func names(checks []check) string {
	list := make([]string, len(checks))
	for i, c := range checks {
		list[i] = c.name
	}
	return strings.Join(list, ", ")
}
