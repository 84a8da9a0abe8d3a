package resource

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"waymark/internal/kit/db"
)

// Among is another way to rows that meet a condition: a query for their ids, in a column called among.
type Among struct {
	SQL  string
	Args []any
	// Ordered ids come out of an index one after the other, none twice, and are exactly those that meet the
	// condition. Others may be too many: what they lead to is held against the condition.
	Ordered bool
}

// selection is what a list is about, and the way to it. A list in the order of ids that is narrowed through a table
// of pairs walks the pairs; one that a filter leaves few rows of names these; any other walks its own order and
// looks at each row it meets.
type selection struct {
	from  string
	args  []any // of from
	where []Where
	order string
	total *Where // a kept count of exactly these rows
	known *Count // what a search has counted already
}

// selected chooses the way to the rows that filters leave. found is what a search finds, or nil.
func (r *Resource[T]) selected(ctx context.Context, c db.Conn, base []Where, filters map[string]Where, found *hits, sort string) (*selection, error) {
	s := &selection{from: r.Table, where: slices.Clone(base), order: r.orderBy(c.Engine, sort), total: r.keptTotal(filters, found)}
	column, direction, _ := r.order(sort)
	ordered := column == `"id"` && found == nil
	way := ""
	if found != nil {
		if len(base) == 0 && len(filters) == 0 {
			s.known = &found.count
		}
		s.where = append(s.where, r.walking(found, sort))
	}
	filters = narrowing(filters)
	dense, widest := map[string]Where{}, int64(-1)
	for _, name := range slices.Sorted(maps.Keys(filters)) {
		filter := filters[name]
		if filter.Among == nil {
			s.where = append(s.where, filter)
			continue
		}
		var few *Where
		span := int64(0)
		if len(filters) > 1 || !ordered || !filter.Among.Ordered {
			var err error
			if few, span, err = r.few(ctx, c, *filter.Among); err != nil {
				return nil, err
			}
		}
		if few != nil {
			s.where, ordered = append(s.where, *few), false
			if !filter.Among.Ordered {
				s.where = append(s.where, filter)
			}
			continue
		}
		dense[name] = filter
		if filter.Among.Ordered && span > widest {
			way, widest = name, span
		}
	}
	if ordered && way != "" {
		s.drive(c.Engine, r.Table, *dense[way].Among, direction)
		delete(dense, way)
	}
	for _, name := range slices.Sorted(maps.Keys(dense)) {
		s.where = append(s.where, dense[name])
	}
	return s, nil
}

// narrowing leaves out filters that say "all".
func narrowing(filters map[string]Where) map[string]Where {
	some := map[string]Where{}
	for name, filter := range filters {
		if filter.SQL != "" {
			some[name] = filter
		}
	}
	return some
}

// drive walks the ids of a condition and looks up the rows they lead to. SQLite takes a cross join in the order
// it is written in.
func (s *selection) drive(engine db.Engine, table string, way Among, direction string) {
	join := " CROSS JOIN "
	if engine == db.Postgres {
		join = " JOIN "
	}
	s.from, s.args = "("+way.SQL+") AS way"+join+table+" ON "+table+".id = way.among", way.Args
	s.order = "way.among" + direction
}

// few names the rows of a condition when there are few of them. When there are many, the distance between the
// newest of them tells how many: the wider, the fewer.
func (r *Resource[T]) few(ctx context.Context, c db.Conn, among Among) (*Where, int64, error) {
	query := "SELECT DISTINCT among FROM (" + among.SQL + ") AS way LIMIT ?"
	if among.Ordered {
		query = "SELECT among FROM (" + among.SQL + ") AS way ORDER BY among DESC LIMIT ?"
	}
	ids, err := db.All[int64](ctx, c, query, append(slices.Clone(among.Args), some+1)...)
	if err != nil {
		return nil, 0, fmt.Errorf("look how many %s there are: %w", r.Table, err)
	}
	if len(ids) <= some {
		return &rare(c, ids).where, 0, nil
	}
	return nil, slices.Max(ids) - slices.Min(ids), nil
}

// keptTotal is where a count of the list is kept, when it is: of all rows, or of those one filter leaves.
func (r *Resource[T]) keptTotal(filters map[string]Where, found *hits) *Where {
	if found != nil || len(r.Under) > 0 || r.Scope != "" {
		return nil
	}
	total := &Where{SQL: "SELECT n FROM live_counts WHERE list = ? AND facet = '' AND value = ''", Args: []any{r.Table}}
	filters = narrowing(filters)
	if len(filters) > 1 {
		return nil
	}
	for _, filter := range filters {
		total = filter.Total
	}
	return total
}

// count is exact where that is cheap: from a kept count, else up to a limit.
func (r *Resource[T]) count(ctx context.Context, c db.Conn, s *selection, most int64) (Count, error) {
	if s.known != nil {
		return *s.known, nil
	}
	if s.total != nil {
		n, err := db.Value[int64](ctx, c, s.total.SQL, s.total.Args...)
		if !errors.Is(err, sql.ErrNoRows) {
			return Count{Total: n}, wrap(err, "count "+r.Table)
		}
	}
	where, args := and(s.where)
	n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM (SELECT 1 FROM "+s.from+where+" LIMIT ?) AS counted", append(append(slices.Clone(s.args), args...), most+1)...)
	if err != nil {
		return Count{}, fmt.Errorf("count %s: %w", r.Table, err)
	}
	return Count{Total: min(n, most), TotalIsCapped: n > most}, nil
}

func (r *Resource[T]) pageIDs(ctx context.Context, c db.Conn, s *selection, limit, offset int64) ([]int64, error) {
	where, args := and(s.where)
	ids, err := db.All[int64](ctx, c, "SELECT "+r.Table+".id FROM "+s.from+where+" ORDER BY "+s.order+" LIMIT ? OFFSET ?", append(append(slices.Clone(s.args), args...), limit, offset)...)
	return ids, wrap(err, "page of "+r.Table)
}
