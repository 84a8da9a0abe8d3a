package merge

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/similar"
	"waymark/internal/kit/table"
)

const (
	maxDuplicateGroups  = 50
	maxDuplicates       = MaxRecords // in a group
	maxCompared         = 5000       // names that are compared by their spelling
	duplicatesTimeLimit = 2 * time.Second
)

// Group are records that may be the same.
type Group struct {
	Reason string // what they have in common: name, spelling, url
	IDs    []int64
}

// Search is a search for duplicates in a table.
type Search struct {
	Table      table.Table
	NameColumn string // the column with the folded names
	URLColumn  string // see Rules
	Prefix     string // of the names that are compared
}

// FindDuplicates returns groups of records with equal names, equal values in the URL column, or similar names. It ends
// after a fixed amount of work, and reports whether all records were compared and all groups were found.
func FindDuplicates(ctx context.Context, c db.Conn, search Search) (groups []Group, isComplete bool, err error) {
	s := duplicateSearch{Search: search, c: c, found: map[int64]bool{}}
	ctx = db.WithStatementLimit(ctx, duplicatesTimeLimit)
	if search.URLColumn != "" {
		if err := s.findEqual(ctx, "url", search.URLColumn); err != nil {
			return nil, false, err
		}
	}
	if err := s.findEqual(ctx, "name", search.NameColumn); err != nil {
		return nil, false, err
	}
	err = s.findSimilar(ctx)
	return s.groups, !s.isPartial, err
}

// duplicateSearch is a search in progress.
type duplicateSearch struct {
	Search
	c         db.Conn
	isPartial bool // not all records were compared
	groups    []Group
	found     map[int64]bool // ids that are in a group
}

// rows returns the condition of the rows that are compared by a column.
func (s *duplicateSearch) rows(column string) (where string, args []any) {
	where = " WHERE " + column + " <> ''" + s.Table.AndLive()
	if s.Prefix != "" {
		where, args = where+" AND "+s.NameColumn+" >= ? AND "+s.NameColumn+" < ?", []any{s.Prefix, s.Prefix + "\U0010FFFF"}
	}
	return where, args
}

// findEqual adds groups of rows with the same value in a column. An index has its values in order.
func (s *duplicateSearch) findEqual(ctx context.Context, reason, column string) error {
	where, args := s.rows(column)
	values, err := db.All[string](ctx, s.c, "SELECT "+column+" FROM "+s.Table.Name+where+" GROUP BY "+column+
		" HAVING count(*) > 1 ORDER BY "+column+" LIMIT ?", append(args, maxDuplicateGroups+1)...)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		s.isPartial = true
		return nil
	}
	if err != nil || len(values) == 0 {
		return err
	}
	rows, err := db.All[similar.Text](ctx, s.c, "SELECT id, "+column+" AS text FROM "+s.Table.Name+" WHERE "+column+
		" IN (?)"+s.Table.AndLive()+" ORDER BY id LIMIT ?", values, maxDuplicateGroups*maxDuplicates)
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
	where, args := s.rows(s.NameColumn)
	names, err := db.All[similar.Text](ctx, s.c, "SELECT id, "+s.NameColumn+" AS text FROM "+s.Table.Name+where+" LIMIT ?",
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
	s.groups = append(s.groups, Group{reason, ids})
}
