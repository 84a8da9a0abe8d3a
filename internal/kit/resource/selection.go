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
	// Own ids are the list's own, live ones: an index of the list itself has them, and counts them best.
	Own bool
}

// selection is what a list is about, and the ways to it: one to the page in its order, and one to count all of it.
type selection struct {
	page, all way
	order     string
	total     *Where // a kept count of exactly these rows
	known     *Count // what a search has counted already
	most      int64  // how far rows are counted one by one
	// only is the one condition of a list without others. That it leaves very many is told without looking at the rows.
	only *Among
}

// way is a table to go through, and what each row is held against.
type way struct {
	from  string
	args  []any // of from
	where []Where
}

// dense is a condition that many rows meet. The distance between some of them tells how many: the wider, the fewer.
type dense struct {
	Where
	span int64
}

// selected chooses the ways to the rows that filters leave. found is what a search finds, or nil.
//
// Where a filter leaves few rows, these are named. Otherwise a page in the order of ids walks the pairs of the filter
// that leaves the fewest, or the list itself, and looks at each row it meets; and all of it is counted along the filter
// that leaves the fewest, in whatever order.
func (r *Resource[T]) selected(ctx context.Context, c db.Conn, base []Where, filters map[string]Where, found *hits, sort string) (*selection, error) {
	filters, err := narrowing(ctx, c, filters)
	if err != nil {
		return nil, err
	}
	s := &selection{order: r.orderBy(c.Engine, sort), total: r.keptTotal(filters, found), most: found.most()}
	column, direction, _ := r.order(sort)
	byID := column == `"id"`
	where, many, few := slices.Clone(base), []dense{}, false
	if found != nil {
		if len(filters) == 0 && (len(base) == 0 || found.count.TotalIsCapped) {
			s.known = &found.count
		}
		if compare := r.walking(found, sort); found.among == nil {
			where, few = append(where, compare), true
		} else {
			compare.Among = found.among
			many = append(many, dense{compare, found.span})
		}
	}
	plain := len(where)
	for _, name := range slices.Sorted(maps.Keys(filters)) {
		filter := filters[name]
		if filter.Among == nil {
			where = append(where, filter)
			continue
		}
		if alone := len(filters) == 1 && found == nil && byID && filter.Among.Ordered; alone {
			many = append(many, dense{filter, 0})
			continue
		}
		if counted, err := r.countedMany(ctx, c, filter); err != nil {
			return nil, err
		} else if counted != nil {
			many = append(many, dense{filter, 0})
			if len(filters) == 1 && found == nil && len(r.Under) == 0 && r.Scope == "" {
				s.known = counted
			}
			continue
		}
		named, span, err := r.few(ctx, c, *filter.Among)
		if err != nil {
			return nil, err
		}
		if named == nil {
			many = append(many, dense{filter, span})
			continue
		}
		where, few = append(where, *named), true
		if !filter.Among.Ordered {
			where = append(where, filter)
		}
	}
	whole := way{from: r.Table, where: where}
	s.page, s.all = whole.against(many), whole.against(many)
	if few {
		return s, nil
	}
	if i := fewest(many, func(d dense) bool { return byID && d.Among.Ordered }); i >= 0 {
		s.page, s.order = whole.along(c.Engine, many, i), "way.among"+direction
	} else if byID && len(where) == plain && found == nil {
		s.page.from += r.narrow(c.Engine)
	} else if found != nil && c.Engine == db.Postgres {
		s.page = whole.against(many[1:]).walked(s.order).against(many[:1])
	}
	if len(filters) > 1 || (found != nil && len(filters) > 0) {
		s.most = some // each row has to be looked at
	}
	// Dates are not met in the order of ids, so their distances tell little beside those of a search's hits.
	told := func(d dense) bool { return found == nil || !d.Among.Own || d.Among == found.among }
	if i := fewest(many, told); i >= 0 && !many[i].Among.Own {
		s.all = whole.along(c.Engine, many, i)
		if len(many) == 1 && len(where) == len(base) && found == nil && r.mayBeTrashed() {
			s.only, s.most = many[0].Among, some
		}
	}
	return s, nil
}

// fewest is the condition that leaves the fewest rows, of those that fit; none is -1.
func fewest(many []dense, fits func(dense) bool) int {
	best := -1
	for i, d := range many {
		if fits(d) && (best < 0 || d.span > many[best].span) {
			best = i
		}
	}
	return best
}

// against holds each row against conditions that many meet.
func (w way) against(many []dense) way {
	w.where = slices.Clone(w.where)
	for _, d := range many {
		w.where = append(w.where, d.Where)
	}
	return w
}

// along walks the ids of one of the conditions and looks up the rows they lead to. SQLite takes a cross join in the
// order it is written in.
func (w way) along(engine db.Engine, many []dense, i int) way {
	among, join := *many[i].Among, " CROSS JOIN "
	if engine == db.Postgres {
		join = " JOIN "
	}
	query := among.SQL
	if !among.Ordered {
		query = "SELECT DISTINCT among FROM (" + query + ") AS found"
	}
	others := slices.Delete(slices.Clone(many), i, i+1)
	if !among.Ordered {
		others = many // it may lead to rows that do not meet it
	}
	along := way{from: w.from, where: w.where}.against(others)
	along.from, along.args = "("+query+") AS way"+join+w.from+" ON "+w.from+".id = way.among", among.Args
	return along
}

// walked goes through the rows in their order, whatever they are then held against. PostgreSQL would fetch and sort all
// hits of a common search instead: it does not know how common the word is when it makes the plan.
func (w way) walked(order string) way {
	where, args := and(w.where)
	return way{from: "(SELECT * FROM " + w.from + where + " ORDER BY " + order + " OFFSET 0) AS " + w.from, args: append(slices.Clone(w.args), args...)}
}

// narrow lets SQLite walk a long list along the small index of its ids, instead of through its wide rows.
func (r *Resource[T]) narrow(engine db.Engine) string {
	if engine != db.SQLite || !r.Chronological {
		return ""
	}
	return " INDEXED BY " + r.Table + "_id"
}

// narrowing leaves out filters that say "all", and looks up what others depend on.
func narrowing(ctx context.Context, c db.Conn, filters map[string]Where) (map[string]Where, error) {
	some := map[string]Where{}
	for name, filter := range filters {
		if filter.Look != nil {
			looked, err := filter.Look(ctx, c)
			if err != nil {
				return nil, err
			}
			filter = looked
		}
		if filter.SQL != "" {
			some[name] = filter
		}
	}
	return some, nil
}

// countedMany is the kept count of a condition on the list itself, when it says that there are many.
func (r *Resource[T]) countedMany(ctx context.Context, c db.Conn, filter Where) (*Count, error) {
	if filter.Total == nil || !filter.Among.Own {
		return nil, nil //nolint:nilnil // nothing is kept
	}
	n, err := db.Value[int64](ctx, c, filter.Total.SQL, filter.Total.Args...)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && n <= some) {
		return nil, nil //nolint:nilnil // there are few
	}
	return &Count{Total: n}, wrap(err, "count "+r.Table)
}

// few names the rows of a condition when there are few of them. When there are many, it tells how far apart some are.
func (r *Resource[T]) few(ctx context.Context, c db.Conn, among Among) (*Where, int64, error) {
	query, most := "SELECT among FROM ("+among.SQL+") AS way LIMIT ?", some
	switch {
	case among.Ordered:
		query = "SELECT among FROM (" + among.SQL + ") AS way ORDER BY among DESC LIMIT ?"
	case !among.Own:
		most = 2 * some // the same one may come more than once
	}
	ids, err := db.All[int64](ctx, c, query, append(slices.Clone(among.Args), most+1)...)
	if err != nil {
		return nil, 0, fmt.Errorf("look how many %s there are: %w", r.Table, err)
	}
	if len(ids) <= most {
		return &rare(c, unique(ids)).where, 0, nil
	}
	return nil, slices.Max(ids) - slices.Min(ids), nil
}

// keptTotal is where a count of the list is kept, when it is: of all rows, or of those one filter leaves.
func (r *Resource[T]) keptTotal(filters map[string]Where, found *hits) *Where {
	if found != nil || len(r.Under) > 0 || r.Scope != "" {
		return nil
	}
	total := &Where{SQL: "SELECT n FROM live_counts WHERE list = ? AND facet = '' AND value = ''", Args: []any{r.Table}}
	if len(filters) > 1 {
		return nil
	}
	for _, filter := range filters {
		total = filter.Total
	}
	return total
}

// keptCount is the kept count of exactly the rows that filters leave, or nil. There is no need to find a way to them then.
func (r *Resource[T]) keptCount(ctx context.Context, c db.Conn, filters map[string]Where, found *hits) (*Count, error) {
	filters, err := narrowing(ctx, c, filters)
	if err != nil {
		return nil, err
	}
	return r.readKept(ctx, c, r.keptTotal(filters, found))
}

func (r *Resource[T]) readKept(ctx context.Context, c db.Conn, total *Where) (*Count, error) {
	if total == nil {
		return nil, nil //nolint:nilnil // nothing is kept
	}
	n, err := db.Value[int64](ctx, c, total.SQL, total.Args...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // there was never such a row
	}
	return &Count{Total: n}, wrap(err, "count "+r.Table)
}

// count is exact where that is cheap: from a kept count, else up to a limit.
func (r *Resource[T]) count(ctx context.Context, c db.Conn, s *selection) (Count, error) {
	if s.known != nil {
		return *s.known, nil
	}
	if kept, err := r.readKept(ctx, c, s.total); kept != nil {
		return *kept, err
	}
	if s.only != nil {
		if more, err := r.surelyMore(ctx, c, *s.only, s.most); more || err != nil {
			return Count{Total: s.most, TotalIsCapped: true}, err
		}
	}
	where, args := and(s.all.where)
	n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM (SELECT 1 FROM "+s.all.from+where+" LIMIT ?) AS counted", slices.Concat(s.all.args, args, []any{s.most + 1})...)
	if err != nil {
		return Count{}, fmt.Errorf("count %s: %w", r.Table, err)
	}
	return Count{Total: min(n, s.most), TotalIsCapped: n > s.most}, nil
}

// surelyMore tells whether a condition leads to so many rows that more than most of them are live, whichever are in the trash.
func (r *Resource[T]) surelyMore(ctx context.Context, c db.Conn, among Among, most int64) (bool, error) {
	gone, err := db.Value[int64](ctx, c, "SELECT count(*) FROM (SELECT 1 FROM "+r.Table+" WHERE trash_id IS NOT NULL LIMIT ?) AS gone", most)
	if err != nil {
		return false, fmt.Errorf("count what is in the trash: %w", err)
	}
	n, err := db.Value[int64](ctx, c, "SELECT count(DISTINCT among) FROM (SELECT among FROM ("+among.SQL+") AS way LIMIT ?) AS counted", append(slices.Clone(among.Args), 2*(most+gone)+1)...)
	return n > most+gone, wrap(err, "count "+r.Table)
}

func (r *Resource[T]) pageIDs(ctx context.Context, c db.Conn, s *selection, limit, offset int64) ([]int64, error) {
	where, args := and(s.page.where)
	ids, err := db.All[int64](ctx, c, "SELECT "+r.Table+".id FROM "+s.page.from+where+" ORDER BY "+s.order+" LIMIT ? OFFSET ?", slices.Concat(s.page.args, args, []any{limit, offset})...)
	return ids, wrap(err, "page of "+r.Table)
}
