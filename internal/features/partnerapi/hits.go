package partnerapi

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
)

const (
	// maxHits is the number of hits up to which a search checks all of them, so that its total is exact.
	maxHits = listing.CountLimit
	// maxTotal is the largest total of a search with more hits.
	maxTotal = 1000
)

// scope limits a search to what a requester may find, besides the conditions of its query.
type scope struct {
	// member is a condition on the id of a record, given the name of the column with the id. Nil if there is none.
	member func(id string) listing.Condition
	// isWide says that a search with many hits finds its results sooner among the hits than among the members.
	isWide bool
}

// hitSearch finds records by words. It goes through the hits of the words and checks each of them against the other
// conditions, so the cost depends on the number of hits and not on that of the records a partner can see.
type hitSearch struct {
	conn   db.Conn
	table  string
	words  listing.Statement // returns the ids of the hits
	member func(id string) listing.Condition
	rows   listing.Condition // on a row of the table
	key    string            // the column that results are ordered by
	order  string            // " ASC" or " DESC"
}

// newHitSearch returns the search for the words of a query, or nil if there are none.
func newHitSearch[T any](
	ctx context.Context, c db.Conn, in found[T], q listing.Query, limits scope,
) (*hitSearch, error) {
	terms := fold.Terms(q.Search)
	if len(terms) == 0 {
		return nil, nil //nolint:nilnil // there are no hits to go through
	}
	c = c.PlannedPerCall()
	rows, err := resolveAll(ctx, c, q.Conditions)
	if err != nil {
		return nil, err
	}
	h := &hitSearch{
		conn: c, table: in.Table.Name, words: listing.Words(c.Engine, in.Table.Name, terms), rows: rows,
		member: limits.member, order: " ASC",
	}
	if h.member == nil {
		h.member = func(string) listing.Condition { return listing.Condition{SQL: "1 = 1"} }
	}
	sort, descending := strings.CutPrefix(q.Sort, "-")
	if h.key = in.keys[sort]; descending {
		h.order = " DESC"
	}
	return h, nil
}

// resolveAll returns the condition that a row is live and meets all of the conditions.
func resolveAll(
	ctx context.Context, c db.Conn, conditions map[string]listing.Condition,
) (listing.Condition, error) {
	limiting := []listing.Condition{{SQL: "deleted_at IS NULL"}}
	for _, name := range slices.Sorted(maps.Keys(conditions)) {
		condition := conditions[name]
		if condition.Resolve != nil {
			var err error
			if condition, err = condition.Resolve(ctx, c); err != nil {
				return listing.Condition{}, err
			}
		}
		if condition.SQL != "" {
			limiting = append(limiting, condition)
		}
	}
	where, args := listing.And(limiting)
	return listing.Condition{SQL: strings.TrimPrefix(where, " WHERE "), Args: args}, nil
}

// page returns the ids of a query's page and describes the page. It returns false if another way to the page is faster.
func (h *hitSearch) page(ctx context.Context, q listing.Query, limits scope) (ids []int64, meta listing.Meta, ok bool,
	err error,
) {
	ids, ok, err = h.findAll(ctx)
	if err != nil {
		return nil, meta, false, err
	}
	offset := (q.Page - 1) * q.PerPage
	if ok {
		return part(ids, offset, q.PerPage), listing.NewMeta(q.Page, q.PerPage, listing.Count{Total: int64(len(ids))}), true, nil
	}
	if h.key != "id" || !limits.isWide {
		return nil, meta, false, nil
	}
	ids, err = h.find(ctx, maxTotal+1, 0)
	if err != nil {
		return nil, meta, false, err
	}
	count := listing.Count{Total: min(int64(len(ids)), maxTotal), TotalIsCapped: len(ids) > maxTotal}
	if end := offset + q.PerPage; count.TotalIsCapped && end > int64(len(ids)) {
		ids, err = h.find(ctx, q.PerPage, offset)
	} else {
		ids = part(ids, offset, q.PerPage)
	}
	return ids, listing.NewMeta(q.Page, q.PerPage, count), true, err
}

// part returns up to size ids from an offset on.
func part(ids []int64, offset, size int64) []int64 {
	from := min(offset, int64(len(ids)))
	return ids[from:min(from+size, int64(len(ids)))]
}

// findAll returns the ids of all results in their order. It returns false if there are too many hits to check them all.
func (h *hitSearch) findAll(ctx context.Context) (ids []int64, ok bool, err error) {
	query := h.sqliteAll()
	if h.conn.Engine == db.Postgres {
		query = h.postgresAll()
	}
	found, err := db.One[struct {
		Hits int64   `db:"hits"`
		IDs  []int64 `db:"ids"`
	}](ctx, h.conn, query.SQL, query.Args...)
	if err != nil {
		return nil, false, fmt.Errorf("search %s: %w", h.table, err)
	}
	return found.IDs, found.Hits <= maxHits, nil
}

// sqliteAll reads the rows of members only, because rows are wide. SQLite executes a cross join in the order in which
// it is written.
func (h *hitSearch) sqliteAll() listing.Statement {
	member := h.member("hit")
	return listing.Statement{
		SQL: fmt.Sprintf(`
			WITH hits (hit) AS MATERIALIZED (%s LIMIT %d)
			SELECT (SELECT count(*) FROM hits) AS hits, CASE WHEN (SELECT count(*) FROM hits) <= %d THEN (
				SELECT json_group_array(hit ORDER BY %s%s, hit%[5]s)
				FROM hits
				CROSS JOIN %s ON id = hit
				WHERE %s AND %s
			) END AS ids`, h.words.SQL, maxHits+1, maxHits, h.key, h.order, h.table, member.SQL, h.rows.SQL),
		Args: slices.Concat(h.words.Args, member.Args, h.rows.Args),
	}
}

// postgresAll checks the rows where it compares their words, because it has read them for that.
func (h *hitSearch) postgresAll() listing.Statement {
	member := h.member("hit")
	return listing.Statement{
		SQL: fmt.Sprintf(`
			WITH hits (hit, sort_key, visible) AS MATERIALIZED (SELECT id, %s, %s %s LIMIT %d)
			SELECT (SELECT count(*) FROM hits) AS hits, CASE WHEN (SELECT count(*) FROM hits) <= %d THEN (
				SELECT json_agg(hit ORDER BY sort_key%s, hit%[6]s)
				FROM hits
				WHERE visible AND %s
			) END AS ids`, h.key, h.rows.SQL, h.fromHits(), maxHits+1, maxHits, h.order, member.SQL),
		Args: slices.Concat(h.rows.Args, h.words.Args, member.Args),
	}
}

// fromHits is the end of the query for hits, from its FROM on.
func (h *hitSearch) fromHits() string { return strings.TrimPrefix(h.words.SQL, "SELECT id") }

// find returns the ids of results in the order of ids. SQLite reads the hits in that order, and stops when it has
// enough results.
func (h *hitSearch) find(ctx context.Context, limit, offset int64) ([]int64, error) {
	list, results, member := "json_group_array", "SELECT hit FROM (SELECT id AS hit FROM ("+h.words.SQL+") AS words) AS hits"+
		" CROSS JOIN "+h.table+" ON id = hit WHERE ", h.member("hit")
	if h.conn.Engine == db.Postgres {
		list, results, member = "json_agg", "SELECT id AS hit"+h.fromHits()+" AND ", h.member(h.table+".id")
	}
	query := "SELECT " + list + "(hit ORDER BY hit" + h.order + ") AS ids FROM (" + results + member.SQL + " AND " +
		h.rows.SQL + " ORDER BY hit" + h.order + " LIMIT ? OFFSET ?) AS results"
	found, err := db.One[struct {
		IDs []int64 `db:"ids"`
	}](ctx, h.conn, query, append(slices.Concat(h.words.Args, member.Args, h.rows.Args), limit, offset)...)
	if err != nil {
		return nil, fmt.Errorf("search %s: %w", h.table, err)
	}
	return found.IDs, nil
}
