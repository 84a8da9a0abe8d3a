package partnerapi

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

const (
	maxAge        = 5 * time.Minute
	maxBytes      = 64 << 20 // total size of all responses, as encoded
	entryOverhead = 256      // approximate memory per entry in addition to the response
	// maxUnwatched is how long cached responses are used while it is unknown whether their content has changed.
	maxUnwatched = 10 * time.Second
)

// cache holds responses of searches in the memory of this process until what they show changes. A cache key includes
// a generation number, which is stored in the database and incremented to clear the caches of all nodes; it is read
// before each lookup.
type cache struct {
	watcher *changes.Watcher
	entries changes.Cache[string, *entry]
	maxAge  time.Duration
}

// entry is a cached response.
type entry struct {
	response any
	shown    []changes.Dependency
	bytes    int
	ends     time.Time
}

// Depends are the records that the response shows, and what decides who may see them.
func (e *entry) Depends() []changes.Dependency { return e.shown }

// Until is when the response is too old.
func (e *entry) Until() time.Time { return e.ends }

// Size is that of the encoded response and of the entry itself.
func (e *entry) Size() int { return e.bytes + entryOverhead }

// newCache must be called before the watcher runs.
func newCache(w *changes.Watcher) *cache {
	c := &cache{watcher: w, maxAge: maxAge}
	c.entries.MaxBytes = maxBytes
	w.Listen(c.entries.Discard)
	return c
}

// cacheKey returns the cache key of a search. It is a hash, so long parameters do not make long keys.
func cacheKey(parts ...string) string { return secret.Hash(strings.Join(parts, "\n")) }

// findGeneration returns the number that is incremented to clear the cache.
func findGeneration(ctx context.Context, c db.Conn) (string, error) {
	number, err := db.Value[string](ctx, c, "SELECT value FROM installation WHERE key = 'search_cache'")
	if errors.Is(err, sql.ErrNoRows) {
		return "0", nil
	}
	if err != nil {
		return "", fmt.Errorf("find generation of search cache: %w", err)
	}
	return number, nil
}

func (c *cache) find(key string) (any, bool) {
	now := clock.Now()
	if now.Sub(c.watcher.SeenAt()) > maxUnwatched {
		return nil, false
	}
	found, ok := c.entries.Get(key, now)
	if !ok {
		return nil, false
	}
	return found.response, true
}

// store adds a response of the given size that shows records of a kind. It was loaded in the given generation of the
// entries.
func (c *cache) store(key string, response any, bytes int, kind string, ids []int64, loadedIn int64) {
	shown := []changes.Dependency{
		{Kind: schema.ChangedAccess}, {Kind: schema.ChangedName}, {Kind: schema.ChangedPartnerName},
	}
	for _, id := range ids {
		shown = append(shown, changes.Dependency{Kind: kind, ID: id})
	}
	added := &entry{response: response, shown: shown, bytes: bytes, ends: clock.Now().Add(c.maxAge)}
	if added.Size() < c.entries.MaxBytes {
		c.entries.Put(key, added, loadedIn)
	}
}
