package trash

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/trash"
	"waymark/internal/platform/people"
)

const (
	perPage   = 25
	maxSearch = 200
	// maxCompared is the number of newest entries that a search compares. The trash holds the deletions of a month and
	// has no search table; if it has more entries, the total is marked as capped.
	maxCompared = 10_000
)

type query struct {
	page, size int64
	kind       string
	record     int64 // 0 for any
	terms      []string
	// entries is a query for the entries that refer to a record, or empty.
	entries string
	args    []any
}

func listParams(bin *trash.Bin) []*huma.Param {
	kinds := []string{}
	for _, kind := range bin.Kinds {
		kinds = append(kinds, kind.Name)
	}
	return append(listing.PageParams(perPage),
		api.TextParam("kind", "The kind of record.", kinds...),
		api.IDParam("record_id", "The id that the record had. Ids of different kinds may be equal."),
		api.TextParam("refers_to", "A record that the deleted ones refer to: languages:7."),
		api.TextParam("query", "Words that must all match the name. Case and accents are ignored."))
}

func parse(bin *trash.Bin, values url.Values) (query, error) {
	page, size, err := listing.ParsePage(values, perPage)
	if err != nil {
		return query{}, err
	}
	q := query{page: page, size: size, kind: values.Get("kind"), terms: fold.Terms(values.Get("query"))}
	if q.kind != "" && !slices.ContainsFunc(bin.Kinds, func(k trash.Kind) bool { return k.Name == q.kind }) {
		return query{}, apierr.Field("kind", "Is not one of the options.")
	}
	if id := values.Get("record_id"); id != "" {
		var ok bool
		if q.record, ok = api.ParseID(id); !ok {
			return query{}, apierr.Field("record_id", "Must be an id.")
		}
	}
	if record := values.Get("refers_to"); record != "" {
		var ok bool
		if q.entries, q.args, ok = bin.References.Entries(record); !ok {
			return query{}, apierr.Field("refers_to", "Is not a record that others refer to.")
		}
	}
	if len(values.Get("query")) > maxSearch {
		return query{}, apierr.Field("query", "Must have at most %d characters.", maxSearch)
	}
	return q, nil
}

func (q query) where() (string, []any) {
	conditions := []listing.Condition{}
	if q.kind != "" {
		conditions = append(conditions, listing.Condition{SQL: "kind = ?", Args: []any{q.kind}})
	}
	if q.record != 0 {
		conditions = append(conditions, listing.Condition{SQL: "record_id = ?", Args: []any{q.record}})
	}
	if q.entries != "" {
		conditions = append(conditions, listing.Condition{SQL: "id IN (" + q.entries + ")", Args: q.args})
	}
	return listing.And(conditions)
}

const newestFirst = " ORDER BY deleted_at DESC, id DESC LIMIT ?"

func (q query) list(ctx context.Context, bin *trash.Bin, c db.Conn) (*listing.Page[Trashed], error) {
	find := q.findAll
	if len(q.terms) > 0 {
		find = q.findByName
	}
	ids, count, err := find(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("list trash: %w", err)
	}
	entries, err := db.All[trash.Entry](ctx, c, `
		SELECT id, kind, record_id, name, deleted_at, deleted_by_id, deleted_by_name
		FROM trash
		WHERE id IN (?)`+newestFirst, ids, len(ids))
	if err != nil {
		return nil, fmt.Errorf("load trash entries: %w", err)
	}
	staff, err := restrictedStaff(ctx, c, entries)
	if err != nil {
		return nil, err
	}
	page := &listing.Page[Trashed]{Items: []*Trashed{}, Meta: listing.NewMeta(q.page, q.size, count)}
	for _, entry := range entries {
		kind, err := bin.Kind(entry.Kind)
		if err != nil {
			return nil, err
		}
		page.Items = append(page.Items, &Trashed{
			Entry: entry, PurgesAt: entry.DeletedAt.Add(trash.Retention),
			CanRestore: kind.MayChange(ctx) == nil && !staff[entry.ID],
		})
	}
	return page, nil
}

// restrictedStaff returns the entries of staff, which editors may not restore.
func restrictedStaff(ctx context.Context, c db.Conn, entries []trash.Entry) (map[int64]bool, error) {
	users := map[int64]int64{} // entry ids by user id
	for _, entry := range entries {
		if entry.Kind == people.Trash.Name {
			users[entry.RecordID] = entry.ID
		}
	}
	restricted := map[int64]bool{}
	if len(users) == 0 || auth.RequireAdmin(ctx) == nil {
		return restricted, nil
	}
	staff, err := db.All[int64](ctx, c, "SELECT id FROM users WHERE internal AND id IN (?)",
		slices.Collect(maps.Keys(users)))
	if err != nil {
		return nil, fmt.Errorf("find staff in trash: %w", err)
	}
	for _, id := range staff {
		restricted[users[id]] = true
	}
	return restricted, nil
}

// findAll returns a page of all entries.
func (q query) findAll(ctx context.Context, c db.Conn) ([]int64, listing.Count, error) {
	where, args := q.where()
	total, err := db.Value[int64](ctx, c, "SELECT count(*) FROM trash"+where, args...)
	if err != nil {
		return nil, listing.Count{}, err
	}
	ids, err := db.All[int64](ctx, c, "SELECT id FROM trash"+where+newestFirst+" OFFSET ?",
		append(args, q.size, (q.page-1)*q.size)...)
	return ids, listing.Count{Total: total}, err
}

type namedEntry struct {
	ID   int64  `db:"id"`
	Name string `db:"name"`
}

// findByName returns a page of the entries whose names contain all search terms.
func (q query) findByName(ctx context.Context, c db.Conn) ([]int64, listing.Count, error) {
	where, args := q.where()
	query := "SELECT id, name FROM trash" + where + newestFirst
	newest, err := db.All[namedEntry](ctx, c, query, append(args, maxCompared+1)...)
	if err != nil {
		return nil, listing.Count{}, err
	}
	hits := []int64{}
	for _, entry := range newest[:min(len(newest), maxCompared)] {
		text := fold.SearchText(entry.Name)
		if !slices.ContainsFunc(q.terms, func(term string) bool { return !strings.Contains(text, term) }) {
			hits = append(hits, entry.ID)
		}
	}
	from := min((q.page-1)*q.size, int64(len(hits)))
	to := min(from+q.size, int64(len(hits)))
	return hits[from:to], listing.Count{Total: int64(len(hits)), TotalIsCapped: len(newest) > maxCompared}, nil
}
