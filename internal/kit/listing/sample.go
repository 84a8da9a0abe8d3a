package listing

import (
	"context"
	"slices"
	"sync"
	"time"

	"waymark/internal/kit/db"
)

// firstIDs is how many ids are fetched at once. If there are more, they are counted before they are fetched: the ids of
// a condition that many rows meet are not needed.
const firstIDs = 100

// sample is what the first ids of a query show.
type sample struct {
	// ids are all ids, if there are no more than the limit.
	ids []int64
	// count is the number of ids, up to one more than the limit.
	count int
	// spread is the distance between the smallest and the largest id, if there are more than the limit. The wider it is,
	// the rarer the rows are.
	spread int64
}

// takeSample looks at the ids that a query selects as row_id.
func takeSample(ctx context.Context, c db.Conn, query Statement, limit int) (sample, error) {
	if c.Engine == db.Postgres {
		return fetchSample(ctx, c, query, limit)
	}
	first := min(firstIDs, limit)
	ids, err := fetchIDs(ctx, c, query, first+1)
	if err != nil || len(ids) <= first {
		return sample{ids: ids, count: len(ids)}, err
	}
	found, err := countIDs(ctx, c, query, limit+1)
	if err != nil || found.count > limit {
		return found, err
	}
	found.ids, err = fetchIDs(ctx, c, query, found.count)
	return found, err
}

// fetchSample counts and fetches ids with one statement. PostgreSQL finds all hits of a search before it returns the
// first, so a second statement would cost more than collecting ids that are not needed.
func fetchSample(ctx context.Context, c db.Conn, query Statement, limit int) (sample, error) {
	found, err := db.One[struct {
		counted
		IDs []int64 `db:"ids"`
	}](ctx, c, `
		SELECT `+countedColumns+`, CASE WHEN count(*) <= ? THEN json_agg(row_id) END AS ids
		FROM (`+query.SQL+` LIMIT ?) AS sample`, slices.Concat([]any{limit}, query.Args, []any{limit + 1})...)
	if found.N > limit {
		return found.sample(), err
	}
	return sample{ids: found.IDs, count: found.N}, err
}

func fetchIDs(ctx context.Context, c db.Conn, query Statement, limit int) ([]int64, error) {
	return db.All[int64](ctx, c, query.SQL+" LIMIT ?", append(slices.Clone(query.Args), limit)...)
}

// counted describes the ids of a query.
type counted struct {
	N       int   `db:"n"`
	Highest int64 `db:"highest"`
	Lowest  int64 `db:"lowest"`
}

const countedColumns = "count(*) AS n, coalesce(max(row_id), 0) AS highest, coalesce(min(row_id), 0) AS lowest"

func (c counted) sample() sample { return sample{count: c.N, spread: c.Highest - c.Lowest} }

// countIDs counts the ids of a query up to a limit.
func countIDs(ctx context.Context, c db.Conn, query Statement, limit int) (sample, error) {
	found, err := db.One[counted](ctx, c, "SELECT "+countedColumns+" FROM ("+query.SQL+" LIMIT ?) AS sample",
		append(slices.Clone(query.Args), limit)...)
	return found.sample(), err
}

// commonFilters remembers for a while which filters many rows meet, so that not every request has to find out. It only
// affects how rows are found, not which.
type commonFilters struct {
	mu       sync.Mutex
	bySource map[string]commonFilter
}

type commonFilter struct {
	spread int64
	until  time.Time
}

const (
	commonFor  = time.Minute
	maxFilters = 1000
)

func (f *commonFilters) spread(source string) (int64, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	known, ok := f.bySource[source]
	return known.spread, ok && time.Now().Before(known.until)
}

func (f *commonFilters) add(source string, spread int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.bySource == nil || len(f.bySource) >= maxFilters {
		f.bySource = map[string]commonFilter{}
	}
	f.bySource[source] = commonFilter{spread, time.Now().Add(commonFor)}
}
