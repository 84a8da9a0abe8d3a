package partnerapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/encode"
	"waymark/internal/kit/secret"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

const (
	maxAge          = 5 * time.Minute
	maxBytes        = 16 << 20 // of all responses
	maxResultsBytes = 8 << 20  // of all results
	entryOverhead   = 512      // approximate memory per entry in addition to the response or results
	// maxUnwatched is how long cached responses are used while it is unknown whether their content has changed.
	maxUnwatched = 10 * time.Second
)

// cache holds what searches have found in the memory of this process: responses until what they show changes, and the
// results of which the responses show a page until anything changes. Keys include a generation number, which is stored
// in the database and incremented to clear the caches of all nodes.
type cache struct {
	watcher   *changes.Watcher
	responses changes.Cache[string, *response]
	results   changes.Cache[string, *cachedResults]
	members   changes.Cache[string, *members]
	maxAge    time.Duration
}

// response is an encoded response, with what is logged about it.
type response struct {
	body    []byte // says that it comes from the cache
	etag    string
	total   int64
	ids     []int64 // of the records that it shows
	depends []changes.Dependency
	facade  int64
	ends    time.Time
}

// newResponse encodes the answer of a search.
func newResponse[T any](answer *SearchAnswer[T], in found[T]) (*response, error) {
	answer.Cached = true
	body, err := encode.JSON(nil, answer)
	if err != nil {
		return nil, fmt.Errorf("encode response: %w", err)
	}
	body = append(body, '\n')
	sum := sha256.Sum256(body)
	r := &response{
		body: bytes.Clone(body), total: answer.Meta.Total, ids: make([]int64, len(answer.Items)),
		depends: []changes.Dependency{
			{Kind: schema.ChangedAccess}, {Kind: schema.ChangedName}, {Kind: schema.ChangedPartnerName},
		},
		// It is weak because responses with and without the mark of the cache share it.
		etag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:18]) + `"`,
	}
	for i, item := range answer.Items {
		r.ids[i] = in.id(item)
		r.depends = append(r.depends, changes.Dependency{Kind: in.changed, ID: r.ids[i]})
	}
	if answer.Facade != nil {
		r.facade = answer.Facade.id
	}
	return r, nil
}

var cachedMark, uncachedMark = []byte(`"cached":true`), []byte(`"cached":false`)

// uncached returns the body without the mark that it comes from the cache. Quotes inside of texts are escaped, so the
// last mark is that of the response.
func (r *response) uncached() []byte {
	at := bytes.LastIndex(r.body, cachedMark)
	return bytes.Join([][]byte{r.body[:at], r.body[at+len(cachedMark):]}, uncachedMark)
}

// Depends are the records that the response shows, and what decides who may see them.
func (r *response) Depends() []changes.Dependency { return r.depends }

// Until is when the response is too old.
func (r *response) Until() time.Time { return r.ends }

// Size is the memory that the response takes.
func (r *response) Size() int { return len(r.body) + 40*len(r.ids) + entryOverhead }

// cachedResults are the results of a search as of a change.
type cachedResults struct {
	*results
	head int64
	kind string
	ends time.Time
}

// Depends are all records of the kind, and what decides who may see them.
func (r *cachedResults) Depends() []changes.Dependency {
	return []changes.Dependency{{Kind: schema.ChangedAccess}, {Kind: r.kind}}
}

// Until is when the results are too old.
func (r *cachedResults) Until() time.Time { return r.ends }

// Size is the memory that the results take.
func (r *cachedResults) Size() int { return 8*cap(r.ids) + entryOverhead }

// newCache must be called before the watcher runs.
func newCache(w *changes.Watcher) *cache {
	c := &cache{watcher: w, maxAge: maxAge}
	c.responses.MaxBytes, c.results.MaxBytes, c.members.MaxBytes = maxBytes, maxResultsBytes, maxMembersBytes
	w.Listen(c.responses.Discard)
	w.Listen(c.results.Discard)
	w.Listen(c.members.Discard)
	return c
}

// clear removes everything.
func (c *cache) clear() {
	c.responses.Discard(nil)
	c.results.Discard(nil)
	c.members.Discard(nil)
}

// cacheKey returns the cache key of a search. It is a hash, so long parameters do not make long keys.
func cacheKey(parts ...string) string { return secret.Hash(strings.Join(parts, "\n")) }

// state is that of the database when a search begins.
type state struct {
	Generation string `db:"generation"` // the number that is incremented to clear the caches
	Head       int64  `db:"head"`       // the number of the newest change
	IsSettled  bool   `db:"is_settled"` // all changes have a number
}

func findState(ctx context.Context, c db.Conn) (state, error) {
	found, err := db.One[state](ctx, c, `
		SELECT coalesce((SELECT value FROM installation WHERE key = 'search_cache'), '0') AS generation,
			(SELECT number FROM change_counter WHERE id = 1) AS head,
			NOT `+changes.Waiting+` AS is_settled`, clock.Now())
	if err != nil {
		return found, fmt.Errorf("find state of search cache: %w", err)
	}
	return found, nil
}

func (c *cache) find(key string) (*response, bool) {
	now := clock.Now()
	if now.Sub(c.watcher.SeenAt()) > maxUnwatched {
		return nil, false
	}
	return c.responses.Get(key, now)
}

// isCurrent reports whether the responses in the cache are as new as a state of the database.
func (c *cache) isCurrent(s state) bool { return s.IsSettled && s.Head <= c.watcher.Head() }

// store adds a response that was loaded in the given generation of the responses.
func (c *cache) store(key string, r *response, loadedIn int64) {
	r.ends = clock.Now().Add(c.maxAge)
	if r.Size() < c.responses.MaxBytes {
		c.responses.Put(key, r, loadedIn)
	}
}

// findResults returns results if nothing has changed since they were found. Unlike for a response, the database decides
// about that: what a search finds is never older than its request, unless the response comes from the cache.
func (c *cache) findResults(key string, s state) *results {
	found, ok := c.results.Get(key, clock.Now())
	if !ok || !s.IsSettled || found.head != s.Head {
		return nil
	}
	return found.results
}

// storeResults adds results of records whose changes are of a kind. They were found after the state.
func (c *cache) storeResults(key string, r *results, kind string, s state) {
	if s.IsSettled {
		added := &cachedResults{results: r, head: s.Head, kind: kind, ends: clock.Now().Add(c.maxAge)}
		c.results.Put(key, added, c.results.Generation())
	}
}

// CacheStats describes the use of the caches of searches: of responses, of results, and of the members of libraries.
func (s *Service) CacheStats() (responses, results, members changes.CacheStats) {
	return s.cache.responses.Stats(), s.cache.results.Stats(), s.cache.members.Stats()
}
