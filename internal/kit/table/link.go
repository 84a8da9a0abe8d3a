package table

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// Link is a table of pairs: each connects a row of one table with a row of another.
type Link struct {
	Table     string
	From      Table
	OwnColumn string // the id of the row in From
	To        Table
	ToColumn  string // the id of the row in To
	// AddedAt and AddedBy are the columns that record when a pair was added, and by which user. Empty where there are
	// none.
	AddedAt, AddedBy string
	// ByUser is the column that marks pairs which a user of the platform has added. Empty where there is none.
	ByUser string
	// Reports says which changes are reported, for a table without triggers that report them (derived.Changes). The links
	// of a new row are not: the row itself is.
	Reports Report
}

// Report is a kind of change, and the column of a link with the id of the changed record.
type Report struct{ Kind, Column string }

// Reverse returns the same link as seen from the other table.
func (l Link) Reverse() Link {
	l.From, l.OwnColumn, l.To, l.ToColumn = l.To, l.ToColumn, l.From, l.OwnColumn
	return l
}

// AndLive returns a condition that leaves out pairs with a row in the trash, to be appended to a WHERE clause on the
// table of pairs. Such pairs are kept, and count again once the row is restored.
func (l Link) AndLive() string {
	if !l.To.Trash {
		return ""
	}
	return " AND EXISTS (SELECT 1 FROM " + l.To.Name + " AS other WHERE other.id = " + l.Table + "." + l.ToColumn +
		" AND other.deleted_at IS NULL)"
}

// Add links a row to others, skips those that are already linked, and returns how many were added.
func (l Link) Add(ctx context.Context, tx *write.Tx, id int64, others []int64) (int64, error) {
	added, err := l.add(ctx, tx, id, others)
	if err != nil || added == 0 {
		return added, err
	}
	return added, l.report(ctx, tx, id, others)
}

func (l Link) add(ctx context.Context, tx *write.Tx, id int64, others []int64) (int64, error) {
	if len(others) == 0 {
		return 0, nil
	}
	query, args := l.insert(ctx, tx, id, others)
	added, err := tx.Exec(ctx, query, args...)
	if err != nil {
		return 0, linkError(l.Table, err)
	}
	return added, nil
}

// report reports that links of a row to others have changed.
func (l Link) report(ctx context.Context, tx *write.Tx, id int64, others []int64) error {
	if l.Reports.Column == l.OwnColumn {
		others = []int64{id}
	}
	return l.Reports.Changed(ctx, tx, others)
}

// Changed reports that records have changed. Without a kind it does nothing.
func (r Report) Changed(ctx context.Context, tx *write.Tx, ids []int64) error {
	if r.Kind == "" || len(ids) == 0 {
		return nil
	}
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = []any{r.Kind, id}
	}
	err := tx.InsertRows(ctx, db.Insertion{Into: "pending_changes (kind, record_id)"}, rows)
	if err != nil {
		return fmt.Errorf("report changes: %w", err)
	}
	return nil
}

func (l Link) insert(ctx context.Context, tx *write.Tx, id int64, others []int64) (query string, args []any) {
	columns, values, args := l.OwnColumn+", "+l.ToColumn, "?, id", []any{id}
	if l.AddedAt != "" {
		columns, values, args = columns+", "+l.AddedAt, values+", ?", append(args, tx.Now)
	}
	if by := write.ActorOf(ctx).UserID; l.AddedBy != "" && by != 0 {
		columns, values, args = columns+", "+l.AddedBy, values+", ?", append(args, by)
	}
	query = "INSERT INTO " + l.Table + " (" + columns + ") SELECT " + values + " FROM " + l.To.Name +
		" WHERE id IN (?)" + l.To.AndLive() + " ORDER BY id ON CONFLICT DO NOTHING"
	return query, append(args, others)
}

// Others are rows to link another row to.
type Others struct {
	Link Link
	IDs  []int64
}

// AddAll links a new row to others through several tables, and returns how many were added. PostgreSQL needs one
// statement for all of them.
func AddAll(ctx context.Context, tx *write.Tx, id int64, all []Others) (int64, error) {
	all = slices.DeleteFunc(slices.Clone(all), func(o Others) bool { return len(o.IDs) == 0 })
	if tx.Engine == db.Postgres && len(all) > 1 {
		return addTogether(ctx, tx, id, all)
	}
	sum := int64(0)
	for _, others := range all {
		added, err := others.Link.add(ctx, tx, id, others.IDs)
		if err != nil {
			return 0, err
		}
		sum += added
	}
	return sum, nil
}

func addTogether(ctx context.Context, tx *write.Tx, id int64, all []Others) (int64, error) {
	parts, counts, args := []string{}, []string{}, []any{}
	for i, others := range all {
		query, values := others.Link.insert(ctx, tx, id, others.IDs)
		parts = append(parts, fmt.Sprintf("added_%d AS (%s RETURNING 1)", i, query))
		counts = append(counts, fmt.Sprintf("(SELECT count(*) FROM added_%d)", i))
		args = append(args, values...)
	}
	query := "WITH " + strings.Join(parts, ", ") + " SELECT " + strings.Join(counts, " + ")
	added, err := db.Value[int64](ctx, tx.Conn, query, args...)
	if err != nil {
		return 0, linkError("a new row", err)
	}
	return added, nil
}

// linkError reports a row that was deleted after it was found to exist as a conflict.
func linkError(what string, err error) error {
	if violation, ok := db.AsViolation(err); ok && !violation.Unique {
		return apierr.ReferenceDeleted()
	}
	return fmt.Errorf("link %s: %w", what, err)
}

// Remove removes the links of a row to others, and returns how many were removed.
func (l Link) Remove(ctx context.Context, tx *write.Tx, id int64, others []int64) (int64, error) {
	removed, err := tx.Exec(ctx,
		"DELETE FROM "+l.Table+" WHERE "+l.OwnColumn+" = ? AND "+l.ToColumn+" IN (?)", id, others)
	if err != nil {
		return 0, fmt.Errorf("unlink %s: %w", l.Table, err)
	}
	if removed == 0 {
		return 0, nil
	}
	return removed, l.report(ctx, tx, id, others)
}

// Linked returns which of the others a row is linked to.
func (l Link) Linked(ctx context.Context, c db.Conn, id int64, others []int64) (map[int64]bool, error) {
	found, err := db.All[int64](ctx, c,
		"SELECT "+l.ToColumn+" FROM "+l.Table+" WHERE "+l.OwnColumn+" = ? AND "+l.ToColumn+" IN (?)", id, others)
	if err != nil {
		return nil, fmt.Errorf("find links in %s: %w", l.Table, err)
	}
	linked := map[int64]bool{}
	for _, other := range found {
		linked[other] = true
	}
	return linked, nil
}

// Copy links a row to what others are linked to, skips what it is already linked to, and returns how many pairs were
// added.
func (l Link) Copy(ctx context.Context, tx *write.Tx, from []int64, to int64) (int64, error) {
	columns := l.ToColumn
	for _, column := range []string{l.AddedAt, l.AddedBy, l.ByUser} {
		if column != "" {
			columns += ", " + column
		}
	}
	added, err := tx.Exec(ctx, "INSERT INTO "+l.Table+" ("+l.OwnColumn+", "+columns+") SELECT ?, "+columns+" FROM "+
		l.Table+" WHERE "+l.OwnColumn+" IN (?) ORDER BY "+l.OwnColumn+", "+l.ToColumn+" ON CONFLICT DO NOTHING", to, from)
	if err != nil {
		return 0, linkError(l.Table, err)
	}
	return added, nil
}

// Move is a Copy that removes the links of the others. The versions of the rows at the other end increase, because
// their own forms have the link, too.
func (l Link) Move(ctx context.Context, tx *write.Tx, from []int64, to int64) error {
	_, err := tx.Exec(ctx, "UPDATE "+l.To.Name+" SET version = version + 1, updated_at = ? WHERE id IN (SELECT "+
		l.ToColumn+" FROM "+l.Table+" WHERE "+l.OwnColumn+" IN (?))", tx.Now, from)
	if err != nil {
		return fmt.Errorf("update %s: %w", l.To.Name, err)
	}
	if _, err := l.Copy(ctx, tx, from, to); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM "+l.Table+" WHERE "+l.OwnColumn+" IN (?)", from); err != nil {
		return fmt.Errorf("remove moved %s: %w", l.Table, err)
	}
	return nil
}
