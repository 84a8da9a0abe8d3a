package listing

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"waymark/internal/kit/db"
)

// searchSample is a sample of the hits of a search.
type searchSample struct {
	sample
	dense bool // see isDense
}

// sampleSearch takes a sample of the hits of a search. That of a common search is remembered until the list changes.
func (l *List) sampleSearch(ctx context.Context, c db.Conn, search string, query Statement) (searchSample, error) {
	generation, numbered, err := l.generation(ctx, c)
	if err != nil {
		return searchSample{}, err
	}
	if known, ok := l.searches.get(search, generation); ok && numbered {
		return known, nil
	}
	found := searchSample{}
	if found.sample, err = takeSample(ctx, c, query, sampleSize); err != nil || found.count <= sampleSize {
		return found, wrap(err, "search "+l.Table.Name)
	}
	if found.dense, err = l.isDense(ctx, c, found.sample); err == nil && numbered {
		l.searches.add(search, generation, found)
	}
	return found, err
}

// listLength says whether a list was long less than a minute ago. It only affects how PostgreSQL finds rows, not which.
type listLength struct {
	mu    sync.Mutex
	long  bool
	until time.Time
}

func (r *listLength) get() (long, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.long, time.Now().Before(r.until)
}

func (r *listLength) set(long bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.long, r.until = long, time.Now().Add(commonFor)
}

// wordConn returns the connection for queries along the index of words. In a long list, PostgreSQL plans them for their
// words. In a short one, the index finds the hits of any word faster than a plan is made.
func (l *List) wordConn(ctx context.Context, c db.Conn) (db.Conn, error) {
	if c.Engine != db.Postgres {
		return c, nil
	}
	long, ok := l.length.get()
	if !ok {
		var err error
		if long, err = l.isLong(ctx, c); err != nil {
			return db.Conn{}, err
		}
		l.length.set(long)
	}
	if long {
		c = c.PlannedPerCall()
	}
	return c, nil
}

// isLong reports whether the list is long.
func (l *List) isLong(ctx context.Context, c db.Conn) (bool, error) {
	rows, err := db.Value[int64](ctx, c.PlannedOnce(),
		"SELECT coalesce(max(n), 0) FROM current_counts WHERE list = ? AND facet = '' AND value = ''", l.Table.Name)
	return rows > longList, wrap(err, "read the length of "+l.Table.Name)
}

// generation reads the number of the list's newest change. It returns false if there is none, or if there are changes
// without a number.
func (l *List) generation(ctx context.Context, c db.Conn) (int64, bool, error) {
	if l.Search.Generation == nil {
		return 0, false, nil
	}
	number, err := db.Value[int64](ctx, c.PlannedOnce(), l.Search.Generation.SQL, l.Search.Generation.Args...)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return number, err == nil, wrap(err, "find the newest change of "+l.Table.Name)
}

// commonSearches has the samples of common searches.
type commonSearches struct {
	mu       sync.Mutex
	bySearch map[string]commonSearch
}

type commonSearch struct {
	generation int64
	found      searchSample
}

const maxSearches = 1000

func (s *commonSearches) get(search string, generation int64) (searchSample, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.bySearch[search]
	return known.found, ok && known.generation == generation
}

func (s *commonSearches) add(search string, generation int64, found searchSample) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bySearch == nil || len(s.bySearch) >= maxSearches {
		s.bySearch = map[string]commonSearch{}
	}
	s.bySearch[search] = commonSearch{generation, found}
}
