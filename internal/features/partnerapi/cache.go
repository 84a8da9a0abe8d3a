package partnerapi

import (
	"container/list"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

const (
	maxAge        = 5 * time.Minute
	maxBytes      = 64 << 20 // total size of all responses, as encoded
	entryOverhead = 256      // approximate memory per entry in addition to the response
)

// cache holds responses of searches in the memory of this process, and evicts those that have not been used for the
// longest time. A cache key includes a generation number, which is stored in the database and incremented to clear
// the caches of all nodes; it is read before each lookup.
type cache struct {
	lock    sync.Mutex
	entries map[string]*list.Element
	recent  *list.List // most recently used first
	size    int
	maxAge  time.Duration
	limit   int
}

type entry struct {
	key      string
	response any
	weight   int
	ends     time.Time
}

func newCache() *cache {
	return &cache{entries: map[string]*list.Element{}, recent: list.New(), maxAge: maxAge, limit: maxBytes}
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
	c.lock.Lock()
	defer c.lock.Unlock()
	found := c.entries[key]
	if found == nil {
		return nil, false
	}
	cached, _ := found.Value.(*entry)
	if !clock.Now().Before(cached.ends) {
		c.remove(found)
		return nil, false
	}
	c.recent.MoveToFront(found)
	return cached.response, true
}

// store adds a response of the given size and evicts the least recently used ones.
func (c *cache) store(key string, response any, bytes int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if previous := c.entries[key]; previous != nil {
		c.remove(previous)
	}
	added := &entry{key: key, response: response, weight: bytes + entryOverhead, ends: clock.Now().Add(c.maxAge)}
	c.entries[key] = c.recent.PushFront(added)
	c.size += added.weight
	for c.size > c.limit {
		c.remove(c.recent.Back())
	}
}

func (c *cache) remove(element *list.Element) {
	removed, _ := c.recent.Remove(element).(*entry)
	delete(c.entries, removed.key)
	c.size -= removed.weight
}
