package listing

import (
	"context"
	"maps"
	"slices"

	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
)

// Plan is how the rows of a query are found: a source for the page in its order, and one for counting.
type Plan struct {
	list  *List
	conn  db.Conn
	query Query
	hits  *hits

	page    source
	orderBy string // empty if the page has its order already
	isWhole bool   // the page is one of all live rows, in the order of ids, whose blocks are counted

	count      source
	countLimit int64
	stored     *Statement // reads a stored count of exactly these rows
	counted    *Count     // the count, if planning has shown it
	// onlyFilter is the id source of a query's only condition. Its ids alone can show that there are more than the
	// count limit, without a look at the rows.
	onlyFilter *IDSource
}

// candidate is a condition that many rows meet. Its ids can drive the query.
type candidate struct {
	check
	spread int64 // how rare its rows are
}

// isDense reports whether so many rows are linked to one of several records that checking rows finds them sooner than
// their ids, whose duplicates have to be removed first.
func (c candidate) isDense() bool { return c.IDs.Exact && c.spread < 100*sampleSize }

// planner chooses the sources of a plan.
//
// Rows that meet a selective condition are found by their ids. Otherwise a page in the order of ids follows the ids of
// the rarest candidate, or walks the list itself, and checks each row; and counting follows the ids of the rarest
// candidate, in any order.
type planner struct {
	*Plan
	order      order
	filters    map[string]Condition
	checks     []check     // what every row is checked against, besides the candidates
	candidates []candidate // the search first, if it is one
	selective  bool        // a condition leaves so few rows that their ids are known
	unindexed  bool        // a filter without ids is among the checks
}

// Plan plans a query.
func (l *List) Plan(ctx context.Context, c db.Conn, q Query) (*Plan, error) {
	filters, err := resolve(ctx, c, q.Conditions)
	if err != nil {
		return nil, err
	}
	found, err := l.find(ctx, c, q.Search, len(filters))
	if err != nil {
		return nil, err
	}
	return l.plan(ctx, c, q, filters, found)
}

func (l *List) plan(ctx context.Context, c db.Conn, q Query, filters map[string]Condition, found *hits) (*Plan, error) {
	if found.isCommon() {
		c = c.PlannedPerCall()
	}
	o, _ := l.sort(q.Sort)
	p := &planner{
		Plan: &Plan{
			list: l, conn: c, query: q, hits: found, orderBy: l.orderBy(c.Engine, q.Sort),
			countLimit: found.countLimit(),
		},
		order: o, filters: filters, checks: l.base(q),
	}
	if q.Range == nil {
		p.stored = l.storedCount(filters, found)
	}
	p.addHits()
	for _, name := range slices.Sorted(maps.Keys(filters)) {
		if err := p.addFilter(ctx, name, filters[name]); err != nil {
			return nil, err
		}
	}
	p.choose()
	return p.Plan, nil
}

// base returns the same as Base, with names.
func (l *List) base(q Query) []check {
	base := []check{}
	if l.Table.Trash {
		base = append(base, check{"live", Condition{SQL: "deleted_at IS NULL"}})
	}
	if l.Scope != "" {
		base = append(base, check{"scope", Condition{SQL: l.Scope}})
	}
	if l.Parent != "" {
		base = append(base, check{"parent", Condition{SQL: table.Quote(l.Parent) + " = ?", Args: []any{q.Parent}}})
	}
	if q.Range != nil {
		id := l.Table.Name + ".id"
		base = append(base, check{"range", Condition{SQL: id + " > ? AND " + id + " <= ?", Args: []any{
			q.Range.After,
			q.Range.Last,
		}}})
	}
	return base
}

// Base returns the conditions that every row of a list meets: live, in scope, below its parent, in the range.
func (l *List) Base(q Query) []Condition {
	conditions := []Condition{}
	for _, c := range l.base(q) {
		conditions = append(conditions, c.Condition)
	}
	return conditions
}

func (p *planner) addHits() {
	if p.hits == nil {
		return
	}
	if len(p.filters) == 0 && p.query.Range == nil && (len(p.checks) == 0 || p.hits.count.TotalIsCapped) {
		p.counted = &p.hits.count
	}
	walk := check{"search", p.list.walkCondition(p.hits, p.order)}
	if walk.IDs == nil {
		walk.name += " (few ids)"
		p.checks, p.selective = append(p.checks, walk), true
		return
	}
	p.candidates = append(p.candidates, candidate{walk, p.hits.spread})
}

// addFilter decides whether a filter's condition is selective, a candidate, or only checked.
func (p *planner) addFilter(ctx context.Context, name string, filter Condition) error {
	f := check{name, filter}
	if filter.IDs == nil {
		p.checks, p.unindexed = append(p.checks, f), true
		return nil
	}
	alone := len(p.filters) == 1 && p.hits == nil
	if alone && p.order.byID() && filter.IDs.Ordered {
		p.candidates = append(p.candidates, candidate{f, 0})
		return nil
	}
	count, err := p.storedMany(ctx, filter)
	if err != nil {
		return err
	}
	if count != nil {
		p.candidates = append(p.candidates, candidate{f, 0})
		if alone && p.query.Range == nil && p.list.Parent == "" && p.list.Scope == "" {
			p.counted = count
		}
		return nil
	}
	source := name + "=" + filter.value
	if spread, known := p.list.common.spread(source); known && filter.value != "" {
		p.candidates = append(p.candidates, candidate{f, spread})
		return nil
	}
	found, err := p.sample(ctx, *filter.IDs)
	if err != nil {
		return err
	}
	if found.count > filter.IDs.sampleLimit() {
		p.list.common.add(source, found.spread)
		p.candidates = append(p.candidates, candidate{f, found.spread})
		return nil
	}
	p.checks, p.selective = append(p.checks, check{name + " (few ids)", hasID(p.conn, table.UniqueIDs(found.ids))}), true
	if !filter.IDs.Ordered && !filter.IDs.Exact { // the ids may be too many
		p.checks = append(p.checks, f)
	}
	return nil
}

// sampleLimit is the number of ids up to which a source's rows are found by their ids.
func (s IDSource) sampleLimit() int {
	if !s.Ordered && !s.OwnTable {
		return 2 * sampleSize // the same id may be returned more than once
	}
	return sampleSize
}

// sample looks at the first ids of a source.
func (p *planner) sample(ctx context.Context, ids IDSource) (sample, error) {
	query := Statement{SQL: "SELECT row_id FROM (" + ids.SQL + ") AS ids", Args: ids.Args}
	if ids.Ordered {
		query.SQL += " ORDER BY row_id DESC"
	}
	found, err := takeSample(ctx, p.conn, query, ids.sampleLimit())
	if err == nil && ids.Exact && found.count > sampleSize {
		// The spread of as many ids as of a search, so that they can be compared.
		var some sample
		some, err = countIDs(ctx, p.conn, query, sampleSize+1)
		found.spread = some.spread
	}
	return found, wrap(err, "sample "+p.list.Table.Name)
}

// choose chooses the sources, once all conditions are known.
func (p *planner) choose() {
	all := source{table: p.list.Table.Name, from: p.list.Table.Name, checks: p.checks}
	p.page, p.count = all.checking(p.candidates), all.checking(p.candidates)
	p.isWhole = len(p.filters) == 0 && p.hits == nil && p.query.Range == nil && p.order.byID() && p.list.Table.IDOrder &&
		p.list.Scope == "" && p.list.Parent == ""
	if p.selective {
		return
	}
	p.choosePage(all)
	p.chooseCount(all)
}

func (p *planner) choosePage(all source) {
	ordered := func(c candidate) bool { return p.order.byID() && c.IDs.Ordered }
	if i := rarest(p.candidates, ordered); i >= 0 {
		p.page, p.orderBy = all.following(p.conn.Engine, p.candidates, i), "ids.row_id"+p.order.direction
		return
	}
	if p.order.byID() && p.hits != nil && len(p.hits.streams) > 0 {
		p.page, p.orderBy = all.checking(p.candidates[1:]).merged(p.hits.streams, p.order.direction), ""
		return
	}
	if p.order.byID() && !p.unindexed && p.hits == nil && p.list.Table.IDOrder && p.conn.Engine == db.SQLite {
		p.page = p.page.alongIDs()
		return
	}
	if p.hits != nil && p.conn.Engine == db.Postgres {
		p.page = all.checking(p.candidates[1:]).walking(p.candidates[0].check)
	}
}

func (p *planner) chooseCount(all source) {
	if len(p.filters) > 1 || (p.hits != nil && len(p.filters) > 0) {
		p.countLimit = sampleSize // each row has to be read
	}
	// Rows found by a date are not in the order of ids, so their spread can't be compared with that of a search.
	comparesWell := func(c candidate) bool {
		return p.hits == nil || !c.IDs.OwnTable || c.IDs == p.hits.condition.IDs
	}
	i, alone := rarest(p.candidates, comparesWell), len(p.candidates) == 1 && p.hits == nil && !p.unindexed
	if i < 0 || p.candidates[i].IDs.OwnTable || (p.candidates[i].isDense() && !alone) {
		return
	}
	p.count = all.following(p.conn.Engine, p.candidates, i)
	if alone && p.query.Range == nil && p.list.Table.Trash {
		p.onlyFilter, p.countLimit = p.candidates[i].IDs, sampleSize
	}
}

// rarest returns the index of the candidate with the widest spread, among those that fit; -1 if none does.
func rarest(candidates []candidate, fits func(candidate) bool) int {
	best := -1
	for i, c := range candidates {
		if fits(c) && (best < 0 || c.spread > candidates[best].spread) {
			best = i
		}
	}
	return best
}
