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
	// members names the condition, if the ids that it allows may be kept in memory.
	members string
	// isWide says that a search with many hits finds its results sooner among the hits than among the members.
	isWide bool
	// isWatched says that results stay the same until a change is numbered.
	isWatched bool
}

// hitSearch finds records by words. It goes through the hits of the words and checks each of them against the other
// conditions, so the cost depends on the number of hits and not on that of the records a partner can see.
type hitSearch struct {
	conn   db.Conn
	table  string
	words  listing.Statement // returns the ids of the hits
	member func(id string) listing.Condition
	known  idSet             // the ids that member allows, or nil
	rows   listing.Condition // on a row of the table
	from   string            // the table, with the index by which SQLite looks up its rows
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
		from: in.Table.Name, member: limits.member, order: " ASC",
	}
	if in.index != "" && c.Engine == db.SQLite {
		h.from += " INDEXED BY " + in.index
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

// results are the ids that a search has found, in their order.
type results struct {
	ids      []int64
	isCapped bool // there are more than maxTotal, and ids are the first of them
}

// find returns the results. It returns nil if another way to them is faster.
func (h *hitSearch) find(ctx context.Context, isWide bool) (*results, error) {
	ids, ok, err := h.findAll(ctx)
	if err != nil {
		return nil, err
	}
	if ok {
		return &results{ids: ids}, nil
	}
	if h.key != "id" || !isWide {
		return nil, nil //nolint:nilnil // the list knows another way
	}
	ids, err = h.findFirst(ctx, maxTotal+1, 0)
	return &results{ids: ids, isCapped: len(ids) > maxTotal}, err
}

// page returns the ids of a query's page and describes the page.
func (h *hitSearch) page(ctx context.Context, q listing.Query, r *results) ([]int64, listing.Meta, error) {
	found := int64(len(r.ids))
	count := listing.Count{Total: found}
	if r.isCapped {
		count = listing.Count{Total: maxTotal, TotalIsCapped: true}
	}
	meta, offset := listing.NewMeta(q.Page, q.PerPage, count), (q.Page-1)*q.PerPage
	if r.isCapped && offset+q.PerPage > found {
		ids, err := h.findFirst(ctx, q.PerPage, offset)
		return ids, meta, err
	}
	from := min(offset, found)
	return r.ids[from:min(from+q.PerPage, found)], meta, nil
}

// findAll returns the ids of all results in their order. It returns false if there are too many hits to check them all.
func (h *hitSearch) findAll(ctx context.Context) (ids []int64, ok bool, err error) {
	if h.known != nil {
		return h.findKnown(ctx)
	}
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

// findKnown does the same on SQLite with members that are known.
func (h *hitSearch) findKnown(ctx context.Context) (ids []int64, ok bool, err error) {
	hits, err := readIDs(ctx, h.conn, fmt.Sprintf("SELECT json_group_array(id) AS ids FROM (%s LIMIT %d) AS hits",
		h.words.SQL, maxHits+1), h.words.Args)
	if err != nil {
		return nil, false, fmt.Errorf("search %s: %w", h.table, err)
	}
	if len(hits) > maxHits {
		return nil, false, nil
	}
	hits = slices.DeleteFunc(hits, func(id int64) bool { return !h.known.has(id) })
	ids, err = readIDs(ctx, h.conn, fmt.Sprintf(`
		SELECT json_group_array(id ORDER BY %s%s, id%[2]s) AS ids
		FROM (SELECT value AS hit FROM json_each(?)) AS hits
		CROSS JOIN %s ON id = hit
		WHERE %s`, h.key, h.order, h.from, h.rows.SQL), append([]any{db.IDs(hits)}, h.rows.Args...))
	if err != nil {
		return nil, false, fmt.Errorf("search %s: %w", h.table, err)
	}
	return ids, true, nil
}

// sqliteAll reads the rows of members only, because rows are wide. SQLite executes a cross join in the order in which
// it is written. Both engines evaluate the hits once, since the statement refers to them more than once.
func (h *hitSearch) sqliteAll() listing.Statement {
	member := h.member("hit")
	return listing.Statement{
		SQL: fmt.Sprintf(`
			WITH hits (hit) AS (%s LIMIT %d)
			SELECT (SELECT count(*) FROM hits) AS hits, CASE WHEN (SELECT count(*) FROM hits) <= %d THEN (
				SELECT json_group_array(hit ORDER BY %s%s, hit%[5]s)
				FROM hits
				CROSS JOIN %s ON id = hit
				WHERE %s AND %s
			) END AS ids`, h.words.SQL, maxHits+1, maxHits, h.key, h.order, h.from, member.SQL, h.rows.SQL),
		Args: slices.Concat(h.words.Args, member.Args, h.rows.Args),
	}
}

// postgresAll checks the rows where it compares their words, because it has read them for that.
func (h *hitSearch) postgresAll() listing.Statement {
	member := h.member("hit")
	return listing.Statement{
		SQL: fmt.Sprintf(`
			WITH hits (hit, sort_key, visible) AS (SELECT id, %s, %s %s LIMIT %d)
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

// findFirst returns the ids of results in the order of ids. SQLite reads the hits in that order, and stops when it has
// enough results.
func (h *hitSearch) findFirst(ctx context.Context, limit, offset int64) ([]int64, error) {
	list, member := "json_group_array", h.member("hit")
	results := "SELECT hit FROM (SELECT id AS hit FROM (" + h.words.SQL + ") AS words) AS hits CROSS JOIN " + h.from +
		" ON id = hit WHERE "
	if h.conn.Engine == db.Postgres {
		list, member = "json_agg", h.member(h.table+".id")
		results = "SELECT id AS hit" + h.fromHits() + " AND "
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
