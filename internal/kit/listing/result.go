package listing

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"waymark/internal/kit/db"
)

// Page is the response of a list.
type Page[T any] struct {
	Items []*T `json:"items" nullable:"false" doc:"The records of this page."`
	Meta  Meta `json:"meta" doc:"Which part of the list this page is."`
}

// Meta says which part of a list a page is.
type Meta struct {
	Page          int64            `json:"page" doc:"Number of this page, from 1." example:"1"`
	PerPage       int64            `json:"per_page" doc:"Rows per page." example:"25"`
	Total         int64            `json:"total" doc:"Number of rows on all pages." example:"57"`
	LastPage      *int64           `json:"last_page" doc:"Null if the total is capped." example:"3"`
	TotalIsCapped bool             `json:"total_is_capped" doc:"True if there are more rows than total, because counting stopped there." example:"false"`
	Counts        map[string]Count `json:"counts,omitempty" doc:"Number of rows in each tab, with counts=1."`
}

// Count is a number of rows, as far as they were counted.
type Count struct {
	Total         int64 `json:"total" doc:"Number of rows." example:"57"`
	TotalIsCapped bool  `json:"total_is_capped" doc:"True if there are more rows than total, because counting stopped there." example:"false"`
}

// NewMeta describes a page of a list with the given number of rows.
func NewMeta(page, perPage int64, count Count) Meta {
	meta := Meta{Page: page, PerPage: perPage, Total: count.Total, TotalIsCapped: count.TotalIsCapped}
	if !count.TotalIsCapped {
		last := max(1, (count.Total+perPage-1)/perPage)
		meta.LastPage = &last
	}
	return meta
}

// Page returns the ids of the query's page, in its order, and describes the page.
func (p *Plan) Page(ctx context.Context) ([]int64, Meta, error) {
	page, meta, err := p.Locate(ctx)
	if err != nil || page == nil {
		return []int64{}, meta, err
	}
	ids, err := page.IDs(ctx)
	return ids, meta, err
}

// Location is where a page is.
type Location struct {
	plan   *Plan
	page   source
	offset int64
}

// Locate counts the rows of the query and finds its page, which is nil if it has no rows.
func (p *Plan) Locate(ctx context.Context) (*Location, Meta, error) {
	offset := (p.query.Page - 1) * p.query.PerPage
	page, count, err := p.locate(ctx, offset)
	if err != nil {
		return nil, Meta{}, err
	}
	meta := NewMeta(p.query.Page, p.query.PerPage, count)
	if p.query.Counts && p.list.Tabs != nil {
		meta.Counts, err = p.tabCounts(ctx)
	}
	if !count.TotalIsCapped && offset >= count.Total {
		page = nil
	}
	return page, meta, err
}

func (p *Plan) locate(ctx context.Context, offset int64) (*Location, Count, error) {
	if p.isWhole && offset >= minSkip {
		at, err := p.findPosition(ctx, offset)
		if err != nil {
			return nil, Count{}, err
		}
		if at.Total != nil {
			page, rest := p.skip(p.page, at, offset)
			return &Location{p, page, rest}, Count{Total: *at.Total}, nil
		}
	}
	count, err := p.Count(ctx)
	return &Location{p, p.page, offset}, count, err
}

// IDs returns the ids of the rows, in their order.
func (l *Location) IDs(ctx context.Context) ([]int64, error) {
	return l.plan.selectIDs(ctx, l.plan.selection(l.page, l.plan.query.PerPage, l.offset))
}

// Rows returns the end of a statement that selects the rows in their order, after FROM. It returns false if they should
// be read by their ids: PostgreSQL plans every common search, and takes longer if it also selects rows.
func (l *Location) Rows() (Statement, bool) {
	p := l.plan
	page, name := p.selection(l.page, p.query.PerPage, l.offset), p.list.Table.Name
	switch {
	case p.isWhole && l.offset <= maxPerPage:
		return page, true // there are no other rows to read or to sort
	case p.conn.Engine == db.SQLite:
		// SQLite executes a cross join in the order in which it is written.
		page.SQL = "(SELECT " + name + ".id AS page_id FROM " + page.SQL + ") AS page CROSS JOIN " + name + " ON " + name +
			".id = page.page_id"
	default:
		page.SQL = name + " WHERE id = ANY(ARRAY(SELECT " + name + ".id FROM " + page.SQL + ")) ORDER BY " +
			p.list.orderBy(p.conn.Engine, p.query.Sort)
	}
	return page, !p.hits.isCommon() || p.conn.Engine == db.SQLite
}

// selection is the end of a statement that selects rows of a source.
func (p *Plan) selection(page source, limit, offset int64) Statement {
	where, args := page.where()
	query := page.from + where
	if p.orderBy != "" {
		query += " ORDER BY " + p.orderBy
	}
	return Statement{SQL: query + " LIMIT ? OFFSET ?", Args: append(args, limit, offset)}
}

const unlimited = 1 << 40

// IDs returns the first ids in the query's order, all of them if limit is 0. An id takes eight bytes: a million are 8
// MB.
func (p *Plan) IDs(ctx context.Context, limit int64) ([]int64, error) {
	if limit == 0 {
		limit = unlimited
	}
	return p.selectIDs(ctx, p.selection(p.page, limit, 0))
}

func (p *Plan) selectIDs(ctx context.Context, page Statement) ([]int64, error) {
	ids, err := db.All[int64](ctx, p.conn, "SELECT "+p.list.Table.Name+".id FROM "+page.SQL, page.Args...)
	return ids, wrap(err, "list "+p.list.Table.Name)
}

// Count counts the rows: exactly where that is cheap, otherwise up to a limit.
func (p *Plan) Count(ctx context.Context) (Count, error) {
	if p.counted != nil {
		return *p.counted, nil
	}
	if stored, err := p.list.readStored(ctx, p.conn, p.stored); stored != nil || err != nil {
		return valueOf(stored), err
	}
	if p.onlyFilter != nil {
		if more, err := p.moreThanLimit(ctx); more || err != nil {
			return Count{Total: p.countLimit, TotalIsCapped: true}, err
		}
	}
	n, err := p.countUpTo(ctx, p.countLimit+1)
	return Count{Total: min(n, p.countLimit), TotalIsCapped: n > p.countLimit}, err
}

// CountAll counts every row, however long it takes. The query has a range.
func (p *Plan) CountAll(ctx context.Context) (int64, error) { return p.countUpTo(ctx, unlimited) }

func (p *Plan) countUpTo(ctx context.Context, limit int64) (int64, error) {
	where, args := p.count.where()
	query := "SELECT count(*) FROM (SELECT 1 FROM " + p.count.from + where + " LIMIT ?) AS counted"
	n, err := db.Value[int64](ctx, p.conn, query, append(args, limit)...)
	return n, wrap(err, "count "+p.list.Table.Name)
}

// moreThanLimit reports whether a filter returns so many ids that more than the limit are live, whichever are in the
// trash.
func (p *Plan) moreThanLimit(ctx context.Context) (bool, error) {
	name := p.list.Table.Name
	trashed, err := db.Value[int64](ctx, p.conn,
		"SELECT count(*) FROM (SELECT 1 FROM "+name+" WHERE trash_id IS NOT NULL LIMIT ?) AS trashed", p.countLimit)
	if err != nil {
		return false, fmt.Errorf("count %s in the trash: %w", name, err)
	}
	query := "SELECT count(DISTINCT row_id) FROM (SELECT row_id FROM (" + p.onlyFilter.SQL + ") AS ids LIMIT ?) AS counted"
	n, err := db.Value[int64](ctx, p.conn, query, append(slices.Clone(p.onlyFilter.Args), 2*(p.countLimit+trashed)+1)...)
	return n > p.countLimit+trashed, wrap(err, "count "+name)
}

// tabCounts counts the rows of each tab.
func (p *Plan) tabCounts(ctx context.Context) (map[string]Count, error) {
	filter, _ := p.list.filter(p.list.Tabs.Filter)
	values := slices.Clone(p.list.Tabs.Values)
	if p.list.Tabs.More != nil {
		more, err := p.list.Tabs.More(ctx, p.conn)
		if err != nil {
			return nil, err
		}
		values = append(values, more...)
	}
	counts := map[string]Count{}
	for _, value := range values {
		query := p.query
		query.Conditions = maps.Clone(query.Conditions)
		query.Conditions[p.list.Tabs.Filter], _ = filter.Condition(value)
		count, err := p.tabCount(ctx, query)
		if err != nil {
			return nil, err
		}
		counts[value] = count
	}
	return counts, nil
}

// tabCount reads the stored count of a tab, and plans and counts its rows if there is none.
func (p *Plan) tabCount(ctx context.Context, q Query) (Count, error) {
	filters, err := resolve(ctx, p.conn, q.Conditions)
	if err != nil {
		return Count{}, err
	}
	stored, err := p.list.readStored(ctx, p.conn, p.list.storedCount(filters, p.hits))
	if stored != nil || err != nil {
		return valueOf(stored), err
	}
	tab, err := p.list.plan(ctx, p.conn, q, filters, p.hits)
	if err != nil {
		return Count{}, err
	}
	return tab.Count(ctx)
}

// storedCount reads the stored count of exactly the rows that filters and hits leave. It is nil if there is none:
// counts are stored for all rows of a list, and for those that one filter leaves.
func (l *List) storedCount(filters map[string]Condition, found *hits) *Statement {
	if found != nil || l.Parent != "" || l.Scope != "" || len(filters) > 1 {
		return nil
	}
	for _, filter := range filters {
		return filter.Stored
	}
	return StoredCount(l.Table.Name, "", "")
}

func (l *List) readStored(ctx context.Context, c db.Conn, stored *Statement) (*Count, error) {
	if stored == nil {
		return nil, nil //nolint:nilnil // no count is stored
	}
	n, err := db.Value[int64](ctx, c.PlannedOnce(), stored.SQL, stored.Args...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // there has never been such a row
	}
	if err != nil {
		return nil, fmt.Errorf("count %s: %w", l.Table.Name, err)
	}
	return &Count{Total: n}, nil
}

// storedMany returns the stored count of a condition on the list's own table, if it says that many rows meet it.
func (p *planner) storedMany(ctx context.Context, filter Condition) (*Count, error) {
	if !filter.IDs.OwnTable {
		return nil, nil //nolint:nilnil // not about the list's own rows
	}
	count, err := p.list.readStored(ctx, p.conn, filter.Stored)
	if count == nil || count.Total <= sampleSize {
		return nil, err
	}
	return count, nil
}

func valueOf(count *Count) Count {
	if count == nil {
		return Count{}
	}
	return *count
}

// Explain describes the plan in one line: what the page and the count go through, and what they check rows against.
func (p *Plan) Explain() string {
	count := fmt.Sprintf("%s up to %d", p.count, p.countLimit)
	switch {
	case p.counted != nil:
		count = "known"
	case p.stored != nil:
		count = "stored"
	case p.onlyFilter != nil:
		count = "ids alone, or " + count
	}
	return "page: " + p.page.String() + "; count: " + count
}
