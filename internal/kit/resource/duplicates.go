package resource

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/similar"
	"waymark/internal/kit/table"
)

const (
	maxDuplicateGroups  = 50
	maxDuplicates       = maxMerged // in a group
	maxCompared         = 5000      // names that are compared by their spelling
	duplicatesTimeLimit = 2 * time.Second
)

// Duplicates are groups of records that may be the same.
type Duplicates struct {
	Groups     []DuplicateGroup `json:"groups" nullable:"false" doc:"Groups of records that may be the same, at most 50."`
	IsComplete bool             `json:"is_complete" doc:"Whether all records were compared, and all groups are listed. Similar spelling is not compared above 5,000 records: use begins_with."`
}

// DuplicateGroup are records that may be the same.
type DuplicateGroup struct {
	Reason  string  `json:"reason" enum:"name,spelling,url" doc:"What they have in common: the same name, a similar spelling, or the same URL."`
	Records []Named `json:"records" nullable:"false" doc:"The records, oldest first; at most 50."`
}

func (r *Resource[T]) mountDuplicates() {
	op := r.Op("GET", "/duplicates", "Find duplicate "+r.kit.API.Plural(r.Path), r.Access.Read)
	op.Description = "Suggests records to merge: those with the same name or a similar one."
	op.Query = []*huma.Param{api.TextParam("begins_with", "Only records whose names begin with this.")}
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*Duplicates, error) {
		ctx = db.WithStatementLimit(ctx, duplicatesTimeLimit)
		return r.findDuplicates(ctx, r.kit.Store.DB.Read(), fold.Key(call.Query().Get("begins_with")))
	})
}

func (r *Resource[T]) findDuplicates(ctx context.Context, c db.Conn, prefix string) (*Duplicates, error) {
	search := duplicateSearch{c: c, table: r.Table, prefix: prefix}
	search.name = cmp.Or(r.Merge.NameColumn, r.byName[r.Name].sortColumn())
	groups, err := search.find(ctx, r.Merge.URLColumn)
	if err != nil {
		return nil, fmt.Errorf("find duplicate %s: %w", r.Table.Name, err)
	}
	ids := []int64{}
	for _, group := range groups {
		ids = append(ids, group.ids...)
	}
	items, err := r.load(ctx, c, ids, r.base(nil))
	if err != nil {
		return nil, err
	}
	names := map[int64]string{}
	for _, item := range items {
		names[idOf(item)] = r.NameOf(item)
	}
	found := &Duplicates{Groups: []DuplicateGroup{}, IsComplete: !search.isPartial}
	for _, group := range groups {
		shown := DuplicateGroup{Reason: group.reason}
		for _, id := range group.ids {
			if name, ok := names[id]; ok { // records of another scope, such as images, are left out
				shown.Records = append(shown.Records, Named{ID: id, Name: name})
			}
		}
		if len(shown.Records) > 1 {
			found.Groups = append(found.Groups, shown)
		}
	}
	return found, nil
}

// idGroup are the ids of records that may be the same.
type idGroup struct {
	reason string
	ids    []int64
}

// duplicateSearch looks for duplicates in a table. It ends after a fixed amount of work.
type duplicateSearch struct {
	c         db.Conn
	table     table.Table
	name      string // the column with the folded names
	prefix    string // of the names
	isPartial bool   // not all records were compared
	groups    []idGroup
	found     map[int64]bool // ids that are in a group
}

// find returns groups by equal names, equal values of another column, if it is not empty, and similar names.
func (s *duplicateSearch) find(ctx context.Context, url string) ([]idGroup, error) {
	s.found = map[int64]bool{}
	if url != "" {
		if err := s.findEqual(ctx, "url", url); err != nil {
			return nil, err
		}
	}
	if err := s.findEqual(ctx, "name", s.name); err != nil {
		return nil, err
	}
	return s.groups, s.findSimilar(ctx)
}

// rows returns the condition of the rows that are compared by a column.
func (s *duplicateSearch) rows(column string) (where string, args []any) {
	where = " WHERE " + column + " <> ''" + s.table.AndLive()
	if s.prefix != "" {
		where, args = where+" AND "+s.name+" >= ? AND "+s.name+" < ?", []any{s.prefix, s.prefix + "\U0010FFFF"}
	}
	return where, args
}

// findEqual adds groups of rows with the same value in a column. An index has its values in order.
func (s *duplicateSearch) findEqual(ctx context.Context, reason, column string) error {
	where, args := s.rows(column)
	values, err := db.All[string](ctx, s.c, "SELECT "+column+" FROM "+s.table.Name+where+" GROUP BY "+column+
		" HAVING count(*) > 1 ORDER BY "+column+" LIMIT ?", append(args, maxDuplicateGroups+1)...)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		s.isPartial = true
		return nil
	}
	if err != nil || len(values) == 0 {
		return err
	}
	rows, err := db.All[similar.Text](ctx, s.c, "SELECT id, "+column+" AS text FROM "+s.table.Name+" WHERE "+column+
		" IN (?)"+s.table.AndLive()+" ORDER BY id LIMIT ?", values, maxDuplicateGroups*maxDuplicates)
	if err != nil {
		return err
	}
	byValue := map[string][]int64{}
	for _, row := range rows {
		byValue[row.Text] = append(byValue[row.Text], row.ID)
	}
	for _, value := range values {
		s.add(reason, byValue[value])
	}
	return nil
}

// findSimilar adds groups of names with a similar spelling, if there are few enough of them.
func (s *duplicateSearch) findSimilar(ctx context.Context) error {
	where, args := s.rows(s.name)
	names, err := db.All[similar.Text](ctx, s.c, "SELECT id, "+s.name+" AS text FROM "+s.table.Name+where+" LIMIT ?",
		append(args, maxCompared+1)...)
	if err != nil {
		return err
	}
	if len(names) > maxCompared {
		s.isPartial = true
		return nil
	}
	slices.SortFunc(names, func(a, b similar.Text) int { return cmp.Compare(a.ID, b.ID) })
	for _, ids := range similar.Groups(names) {
		s.add("spelling", ids)
	}
	return nil
}

// add adds a group, without the records that are in another one.
func (s *duplicateSearch) add(reason string, ids []int64) {
	ids = slices.DeleteFunc(ids, func(id int64) bool { return s.found[id] })
	if len(ids) < 2 {
		return
	}
	if len(s.groups) == maxDuplicateGroups {
		s.isPartial = true
		return
	}
	ids = ids[:min(len(ids), maxDuplicates)]
	for _, id := range ids {
		s.found[id] = true
	}
	s.groups = append(s.groups, idGroup{reason, ids})
}
