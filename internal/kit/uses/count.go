package uses

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/trash"
)

// Record is a record whose uses are counted.
type Record struct {
	ID        int64
	Name      string
	Path      string // the last part of the path of its list: publishers
	Deletable bool   // records of its kind can be deleted
	// Counter returns the value of one of its fields that count rows.
	Counter func(field string) int64
}

// usesOfRecord is the response with everything that refers to a record.
type usesOfRecord struct {
	Uses []countedUse `json:"uses" nullable:"false" doc:"What refers to the record. Kinds without any rows are left out."`
}

// countedUse counts the rows of one kind that refer to a record.
type countedUse struct {
	apierr.Use
	CountIsCapped bool   `json:"count_is_capped" doc:"Whether there are more than count."`
	OnDelete      string `json:"on_delete" enum:"prevents,unlinks,deletes,keeps" doc:"What happens to them when the record is deleted: they prevent it, lose the reference, are deleted with it, or stay as they are."`
}

// countLimit is how many rows of a use are counted, where no counter has their number.
const countLimit = 10_000

// kindInTrash is what staff call rows in the trash that prevent a deletion.
const kindInTrash = "records in the trash"

// Mount registers the endpoint that counts the uses of a record. find returns the record that a request asks for.
func Mount(
	a *api.API, op api.Op, d *db.DB, list []Use, find func(ctx context.Context, call *api.Call) (Record, error),
) {
	op.Description = "Counts what refers to the record, with the path of the list in the console."
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*usesOfRecord, error) {
		record, err := find(ctx, call)
		if err != nil {
			return nil, err
		}
		counted, err := count(ctx, d.Read(), record, list, countLimit)
		return &usesOfRecord{Uses: counted}, err
	})
}

// Check refuses to delete a record that others refer to, and says what they are and where they are listed.
func Check(ctx context.Context, c db.Conn, record Record, list []Use) error {
	preventing := slices.DeleteFunc(slices.Clone(list), func(u Use) bool { return !u.prevents() })
	counted, err := count(ctx, c, record, preventing, 0)
	if err != nil || len(counted) == 0 {
		return err
	}
	found := make([]apierr.Use, len(counted))
	for i, use := range counted {
		found[i] = use.Use
	}
	return apierr.InUse(record.Name+" is still in use.", found)
}

// count counts the rows of uses, up to a limit unless it is 0, with a single statement. It leaves out uses without any
// rows.
func count(ctx context.Context, c db.Conn, record Record, list []Use, limit int64) ([]countedUse, error) {
	all, counts := []countedUse{}, &counts{}
	for _, use := range list {
		all = append(all, countedUse{
			Use:      apierr.Use{Kind: use.Kind, Path: use.pathTo(record.ID, record.Name)},
			OnDelete: cmp.Or(string(use.OnDelete), string(Prevents)),
		})
		if limit > 0 && use.Counter != "" {
			all[len(all)-1].Count = record.Counter(use.Counter)
			continue
		}
		counts.add(len(all)-1, use.rows(), limit, record.ID)
	}
	if queries := InTrash(list); len(queries) > 0 && record.Deletable {
		path := fmt.Sprintf("/trash?refers_to=%s:%d", record.Path, record.ID)
		all = append(all, countedUse{Use: apierr.Use{Kind: kindInTrash, Path: path}, OnDelete: string(Prevents)})
		entries, args := trash.EntriesOf(queries, record.ID)
		counts.add(len(all)-1, "SELECT DISTINCT trash_id FROM ("+entries+") AS entries", limit, args...)
	}
	found, err := counts.read(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("count the uses of %s %d: %w", record.Path, record.ID, err)
	}
	for position, n := range found {
		use := &all[position]
		use.Count, use.CountIsCapped = n, limit > 0 && n > limit
		if use.CountIsCapped {
			use.Count = limit
		}
	}
	return slices.DeleteFunc(all, func(u countedUse) bool { return u.Count == 0 }), nil
}

// CountReferences returns the number of references to any of the records for each use, with those of rows in the trash.
// No more than limit+1 are counted of each. It is a single statement.
func CountReferences(ctx context.Context, c db.Conn, list []Use, ids []int64, limit int64) ([]int64, error) {
	counts, all := &counts{}, make([]int64, len(list))
	for i, use := range list {
		query, args := use.referring(ids)
		counts.add(i, query, limit, args...)
	}
	found, err := counts.read(ctx, c)
	for position, n := range found {
		all[position] = n
	}
	return all, err
}

// counts is a statement that counts the rows of several queries.
type counts struct {
	queries []string
	args    []any
}

func (s *counts) add(position int, query string, limit int64, args ...any) {
	s.args = append(s.args, args...)
	if limit > 0 {
		query, s.args = query+" LIMIT ?", append(s.args, limit+1)
	}
	s.queries = append(s.queries, fmt.Sprintf("SELECT %d AS position, count(*) AS n FROM (%s) AS counted_%d",
		position, query, position))
}

// read returns the number of rows of each query, by the position it was added with.
func (s *counts) read(ctx context.Context, c db.Conn) (map[int64]int64, error) {
	if len(s.queries) == 0 {
		return nil, nil //nolint:nilnil // nothing to count
	}
	rows, err := db.All[struct {
		Position int64 `db:"position"`
		N        int64 `db:"n"`
	}](ctx, c, strings.Join(s.queries, " UNION ALL "), s.args...)
	found := make(map[int64]int64, len(rows))
	for _, row := range rows {
		found[row.Position] = row.N
	}
	return found, err
}
