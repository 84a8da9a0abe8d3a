package resource

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
)

// Page is the answer of a list.
type Page[T any] struct {
	Items []*T `json:"items" nullable:"false"`
	Meta  Meta `json:"meta"`
}

// Meta tells where in the list a page is.
type Meta struct {
	Page          int64            `json:"page"`
	PerPage       int64            `json:"per_page"`
	Total         int64            `json:"total"`
	LastPage      *int64           `json:"last_page" doc:"Unknown (null) when the total is capped."`
	TotalIsCapped bool             `json:"total_is_capped" doc:"There are more than total; they were not counted."`
	Counts        map[string]Count `json:"counts,omitempty" doc:"How many rows each tab has, when asked with counts=1."`
}

// Count is how many rows there are, as far as they were counted.
type Count struct {
	Total         int64 `json:"total"`
	TotalIsCapped bool  `json:"total_is_capped"`
}

// NewMeta is the meta of a page of a list with a known total.
func NewMeta(page, perPage int64, count Count) Meta {
	meta := Meta{Page: page, PerPage: perPage, Total: count.Total, TotalIsCapped: count.TotalIsCapped}
	if !count.TotalIsCapped {
		last := max(1, (count.Total+perPage-1)/perPage)
		meta.LastPage = &last
	}
	return meta
}

// List answers a query below the given parents: first the ids of the page, then what is shown of them.
func (r *Resource[T]) List(ctx context.Context, q Query, parents []int64) (*Page[T], error) {
	c := r.kit.Store.DB.Read()
	base := r.base(parents)
	found, err := r.find(ctx, c, q.Search, len(q.Where))
	if err != nil {
		return nil, err
	}
	rows, err := r.selected(ctx, c, base, q.Where, found, q.Sort)
	if err != nil {
		return nil, err
	}
	count, err := r.count(ctx, c, rows)
	if err != nil {
		return nil, err
	}
	page := &Page[T]{Items: []*T{}, Meta: NewMeta(q.Page, q.PerPage, count)}
	offset := (q.Page - 1) * q.PerPage
	if count.TotalIsCapped || offset < count.Total {
		ids, err := r.pageIDs(ctx, c, rows, q.PerPage, offset)
		if err != nil {
			return nil, err
		}
		if page.Items, err = r.Load(ctx, c, ids); err != nil {
			return nil, err
		}
	}
	if q.Counts && r.Tabs != nil {
		page.Meta.Counts, err = r.tabCounts(ctx, c, base, q, found)
	}
	return page, err
}

// base is what all rows of a list have in common: live, in scope, below their parent.
func (r *Resource[T]) base(parents []int64) []Where {
	base := []Where{}
	if r.mayBeTrashed() {
		base = append(base, Where{SQL: "deleted_at IS NULL"})
	}
	if r.Scope != "" {
		base = append(base, Where{SQL: r.Scope})
	}
	if n := len(r.Under); n > 0 {
		base = append(base, Where{SQL: quote(r.Under[n-1].Column) + " = ?", Args: []any{parents[n-1]}})
	}
	return base
}

func and(conditions []Where) (string, []any) {
	if len(conditions) == 0 {
		return "", nil
	}
	texts, args := make([]string, len(conditions)), []any{}
	for i, c := range conditions {
		texts[i] = "(" + c.SQL + ")"
		args = append(args, c.Args...)
	}
	return " WHERE " + strings.Join(texts, " AND "), args
}

func (r *Resource[T]) tabCounts(ctx context.Context, c db.Conn, base []Where, q Query, found *hits) (map[string]Count, error) {
	i := slices.IndexFunc(r.Filters, func(f Filter) bool { return f.Names[0] == r.Tabs.Filter })
	counts, values := map[string]Count{}, r.Tabs.Values
	if r.Tabs.More != nil {
		more, err := r.Tabs.More(ctx, c)
		if err != nil {
			return nil, err
		}
		values = append(slices.Clone(values), more...)
	}
	for _, value := range values {
		filters := maps.Clone(q.Where)
		filters[r.Tabs.Filter], _ = r.Filters[i].Where(value)
		kept, err := r.keptCount(ctx, c, filters, found)
		if err != nil {
			return nil, err
		}
		if kept != nil {
			counts[value] = *kept
			continue
		}
		rows, err := r.selected(ctx, c, base, filters, found, q.Sort)
		if err != nil {
			return nil, err
		}
		if counts[value], err = r.count(ctx, c, rows); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// orderBy is the whole order of a list: ties end on the id, and "never" comes before all dates on both engines.
func (r *Resource[T]) orderBy(engine db.Engine, sort string) string {
	column, direction, _ := r.order(sort)
	name := strings.TrimPrefix(sort, "-")
	if f := r.byName[name]; name == "id" || (f != nil && f.rules.unique && (!f.rules.within || len(r.Under) > 0)) {
		return column + direction // no ties
	}
	if then := r.Then; then != "" && sort == r.Sort {
		second, way, _ := r.order(then)
		return column + direction + ", " + second + way + ", id" + way
	}
	if engine == db.Postgres && !r.neverEmpty(strings.Trim(column, `"`)) {
		return column + direction + map[string]string{" ASC": " NULLS FIRST", " DESC": " NULLS LAST"}[direction] + ", id" + direction
	}
	return column + direction + ", id" + direction
}

// neverEmpty tells whether a sorted column can't be NULL. Its index then has PostgreSQL's plain order.
func (r *Resource[T]) neverEmpty(column string) bool {
	for _, f := range r.Fields {
		if f.column == column {
			switch f.value(new(T)).(type) {
			case nil, **time.Time, **int64:
				return false
			}
		}
	}
	return true
}

// Load reads records by their ids, in that order, with all that hangs on them.
func (r *Resource[T]) Load(ctx context.Context, c db.Conn, ids []int64) ([]*T, error) {
	return r.load(ctx, c, ids, nil)
}

// load reads those of the records that meet conditions.
func (r *Resource[T]) load(ctx context.Context, c db.Conn, ids []int64, conditions []Where) ([]*T, error) {
	if len(ids) == 0 {
		return []*T{}, nil
	}
	found, err := r.read(ctx, c, append(conditions, Where{SQL: "id IN (?)", Args: []any{ids}}))
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*T, len(found))
	for _, item := range found {
		byID[idOf(item)] = item
	}
	items := make([]*T, 0, len(ids))
	for _, id := range ids {
		if item := byID[id]; item != nil {
			items = append(items, item)
		}
	}
	return items, nil
}

func (r *Resource[T]) read(ctx context.Context, c db.Conn, conditions []Where) ([]*T, error) {
	where, args := and(conditions)
	rows, err := c.Query(ctx, "SELECT "+r.columns+" FROM "+r.Table+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", r.Table, err)
	}
	defer func() { _ = rows.Close() }()
	items := []*T{}
	for rows.Next() {
		item := new(T)
		if err := rows.Scan(r.dest(item)...); err != nil {
			return nil, fmt.Errorf("read %s: %w", r.Table, err)
		}
		items = append(items, item)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", r.Table, err)
	}
	return items, r.AttachTo(ctx, c, items)
}

func (r *Resource[T]) dest(item *T) []any {
	dest := baseOf(item).dest
	for _, f := range r.Fields {
		if f.column != "" {
			dest = append(dest, f.dest(item))
		}
	}
	return dest
}

// AttachTo adds what is not in the table to records that were read by hand.
func (r *Resource[T]) AttachTo(ctx context.Context, c db.Conn, items []*T) error {
	if len(items) == 0 {
		return nil
	}
	for _, f := range r.Fields {
		if f.attach != nil {
			if err := f.attach(ctx, c, r, items); err != nil {
				return err
			}
		}
	}
	if r.Attach != nil {
		return r.Attach(ctx, c, items)
	}
	return nil
}

// Find reads one record below its parents; not found when it is elsewhere, out of scope or in the trash.
func (r *Resource[T]) Find(ctx context.Context, c db.Conn, id int64, parents []int64) (*T, error) {
	items, err := r.read(ctx, c, append(r.base(parents), Where{SQL: "id = ?", Args: []any{id}}))
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, apierr.NotFound()
	}
	return items[0], nil
}

func wrap(err error, act string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", act, err)
}
