package resource

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

// OnDelete is what happens to the rows of a use when the record is deleted. By default they prevent it.
type OnDelete string

// What happens to the rows of a use.
const (
	// Prevents is for uses that CheckRemove refuses to delete; the kit does not check them again.
	Prevents OnDelete = "prevents"
	Unlinks  OnDelete = "unlinks" // they stay, without the reference
	Deletes  OnDelete = "deletes" // they are deleted with the record
	Keeps    OnDelete = "keeps"   // they stay as they are
)

// Use is a reference to a record: a column, a link, or a query.
type Use struct {
	Kind   string // what staff call the rows: content
	Table  table.Table
	Column string
	Link   table.Link // instead of a table and a column; it starts at this record
	IDs    string     // instead of a column: a query for the ids of the rows; its argument is the record's id
	// Path is where the console lists exactly these rows. {id} is the record's id, {name} its name. It is empty if there
	// is no such list.
	Path string
	// Counter is the field with the number of these rows, so that they need not be counted.
	Counter  string
	OnDelete OnDelete
}

// prevents reports whether the kit refuses to delete a record with rows of this use.
func (u Use) prevents() bool { return u.OnDelete == "" }

// references returns the table with the rows that refer to a record, and the condition that they do.
func (u Use) references() (from table.Table, condition string) {
	switch link := u.Link; {
	case link.Table != "":
		return link.To, "id IN (SELECT " + link.ToColumn + " FROM " + link.Table + " WHERE " + link.OwnColumn + " = ?)"
	case u.IDs != "":
		return u.Table, "id IN (" + u.IDs + ")"
	}
	return u.Table, table.Quote(u.Column) + " = ?"
}

// rows returns a query for the live rows that refer to a record. Unlike the condition of references, a join reads no
// more pairs than a LIMIT asks for.
func (u Use) rows() string {
	link := u.Link
	if link.Table == "" {
		from, condition := u.references()
		return "SELECT 1 FROM " + from.Name + " WHERE " + condition + from.AndLive()
	}
	query := "SELECT 1 FROM " + link.Table + " AS pair JOIN " + link.To.Name + " AS used" +
		" ON used.id = pair." + link.ToColumn + " WHERE pair." + link.OwnColumn + " = ?"
	if link.To.Trash {
		query += " AND used.deleted_at IS NULL"
	}
	return query
}

// UsesOfRecord is the response with everything that refers to a record.
type UsesOfRecord struct {
	Uses []CountedUse `json:"uses" nullable:"false" doc:"What refers to the record. Kinds without any rows are left out."`
}

// CountedUse counts the rows of one kind that refer to a record.
type CountedUse struct {
	apierr.Use
	CountIsCapped bool   `json:"count_is_capped" doc:"Whether there are more than count."`
	OnDelete      string `json:"on_delete" enum:"prevents,unlinks,deletes,keeps" doc:"What happens to them when the record is deleted: they prevent it, lose the reference, are deleted with it, or stay as they are."`
}

// useLimit is how many rows of a use are counted, where no counter has their number.
const useLimit = 10_000

// kindInTrash is what staff call rows in the trash that prevent a deletion.
const kindInTrash = "records in the trash"

func (r *Resource[T]) mountUses() {
	op := r.Op("GET", "/{id}/uses", "List the uses of "+r.kit.API.One(r.Path, r.Kind()), r.Access.Read)
	op.Description = "Counts what refers to the record, with the path of the list in the console."
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*UsesOfRecord, error) {
		item, err := r.ReadOne(ctx, call)
		if err != nil {
			return nil, err
		}
		uses, err := r.countUses(ctx, r.kit.Store.DB.Read(), item, r.Uses, useLimit)
		return &UsesOfRecord{Uses: uses}, err
	})
}

// checkUses refuses to delete a record that others refer to, and says what they are and where they are listed.
func (r *Resource[T]) checkUses(ctx context.Context, tx *write.Tx, item *T) error {
	preventing := slices.DeleteFunc(slices.Clone(r.Uses), func(u Use) bool { return !u.prevents() })
	counted, err := r.countUses(ctx, tx.Conn, item, preventing, 0)
	if err != nil || len(counted) == 0 {
		return err
	}
	uses := make([]apierr.Use, len(counted))
	for i, use := range counted {
		uses[i] = use.Use
	}
	return apierr.InUse(r.NameOf(item)+" is still in use.", uses)
}

// countUses counts the rows of uses, up to a limit unless it is 0, with a single statement. It leaves out uses without
// any rows.
func (r *Resource[T]) countUses(
	ctx context.Context, c db.Conn, item *T, uses []Use, limit int64,
) ([]CountedUse, error) {
	id, all, counts := idOf(item), []CountedUse{}, &useCounts{}
	for _, use := range uses {
		all = append(all, CountedUse{
			Use:      apierr.Use{Kind: use.Kind, Path: use.pathTo(id, r.NameOf(item))},
			OnDelete: cmp.Or(string(use.OnDelete), string(Prevents)),
		})
		at := &all[len(all)-1]
		if limit > 0 && use.Counter != "" {
			at.Count, _ = r.byName[use.Counter].target.get(rowOf(item)).(int64)
			continue
		}
		counts.add(len(all)-1, use.rows(), limit, id)
	}
	if queries := trashedUses(uses); len(queries) > 0 && r.has(Removing) {
		path := fmt.Sprintf("/trash?refers_to=%s:%d", r.Path, id)
		all = append(all, CountedUse{Use: apierr.Use{Kind: kindInTrash, Path: path}, OnDelete: string(Prevents)})
		entries, args := trash.EntriesOf(queries, id)
		counts.add(len(all)-1, "SELECT DISTINCT trash_id FROM ("+entries+") AS entries", limit, args...)
	}
	found, err := counts.read(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("count the uses of %s %d: %w", r.Table.Name, id, err)
	}
	for _, count := range found {
		use := &all[count.Position]
		use.Count, use.CountIsCapped = count.N, limit > 0 && count.N > limit
		if use.CountIsCapped {
			use.Count = limit
		}
	}
	return slices.DeleteFunc(all, func(u CountedUse) bool { return u.Count == 0 }), nil
}

func (u Use) pathTo(id int64, name string) string {
	return strings.NewReplacer("{id}", fmt.Sprint(id), "{name}", url.QueryEscape(name)).Replace(u.Path)
}

// useCounts is a statement that counts the rows of several queries.
type useCounts struct {
	queries []string
	args    []any
}

// useCount is the number of rows of the query that was added with a position.
type useCount struct {
	Position int64 `db:"position"`
	N        int64 `db:"n"`
}

func (u *useCounts) add(position int, query string, limit int64, args ...any) {
	u.args = append(u.args, args...)
	if limit > 0 {
		query, u.args = query+" LIMIT ?", append(u.args, limit+1)
	}
	u.queries = append(u.queries, fmt.Sprintf("SELECT %d AS position, count(*) AS n FROM (%s) AS counted_%d",
		position, query, position))
}

func (u *useCounts) read(ctx context.Context, c db.Conn) ([]useCount, error) {
	if len(u.queries) == 0 {
		return nil, nil
	}
	return db.All[useCount](ctx, c, strings.Join(u.queries, " UNION ALL "), u.args...)
}

// trashedUses returns a query for the trash ids of rows that refer to a record, for each use that prevents its deletion
// and whose rows can be in the trash. A small index has them.
func trashedUses(uses []Use) []string {
	queries := []string{}
	for _, use := range uses {
		if from, condition := use.references(); from.Trash && use.prevents() {
			queries = append(queries, "SELECT trash_id FROM "+from.Name+" WHERE "+condition+" AND trash_id IS NOT NULL")
		}
	}
	return queries
}

// DeclaredUses are the uses that records declare, by their tables.
type DeclaredUses map[string][]Use

// add makes the uses of a table known. Nil ignores them.
func (d DeclaredUses) add(table string, uses []Use) {
	if d != nil {
		d[table] = append(d[table], uses...)
	}
}
