package partnerapi

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

// newTestCache returns a cache whose watcher has just read the changes.
func newTestCache(t *testing.T, d *db.DB) *cache {
	t.Helper()
	w := &changes.Watcher{DB: d}
	c := newCache(w)
	if err := w.Poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

// showing returns a response of the given size with items of content.
func showing(t *testing.T, size int, ids ...int64) *response {
	t.Helper()
	answer := &SearchAnswer[int64]{}
	in := found[int64]{changed: schema.ChangedContent, id: func(id *int64) int64 { return *id }}
	for i := range ids {
		answer.Items = append(answer.Items, &ids[i])
	}
	shown, err := newResponse(answer, in)
	if err != nil {
		t.Fatal(err)
	}
	shown.body = append(shown.body, make([]byte, size)...)
	return shown
}

func (c *cache) add(t *testing.T, key string, size int, ids ...int64) {
	t.Helper()
	c.store(key, showing(t, size, ids...), c.responses.Generation())
}

func TestCache_Limit(t *testing.T) {
	t.Parallel()
	c := newTestCache(t, kittest.SQLite(t))
	c.responses.MaxBytes = 100_000
	for i := range 1000 {
		c.add(t, fmt.Sprint(i), 10_000)
		c.find("7") // used regularly, so it must not be evicted
	}
	if _, ok := c.find("999"); !ok {
		t.Error("the newest entry is missing")
	}
	if _, ok := c.find("7"); !ok {
		t.Error("a recently used entry is missing")
	}
	if _, ok := c.find("500"); ok {
		t.Error("an old entry was not evicted")
	}
	c.add(t, "999", 10_000, 5)
	if found, _ := c.find("999"); len(found.ids) != 1 {
		t.Errorf("got a response with %v, want the second one", found.ids)
	}
	c.add(t, "too large for all of it", 1_000_000)
	if _, ok := c.find("too large for all of it"); ok {
		t.Error("a response above the limit was stored")
	}
	if _, ok := c.find("999"); !ok {
		t.Error("a response above the limit evicted others")
	}
}

func TestCache_Expiry(t *testing.T) {
	t.Parallel()
	c := newTestCache(t, kittest.SQLite(t))
	c.add(t, "fresh", 1)
	if _, ok := c.find("fresh"); !ok || c.maxAge != 5*time.Minute {
		t.Errorf("got a maximum age of %v, want 5m", c.maxAge)
	}
	c.maxAge = -time.Nanosecond // expires immediately
	c.add(t, "old", 1)
	if _, ok := c.find("old"); ok {
		t.Error("an expired entry was found")
	}
}

// A response is discarded when something changes that it shows, and not used while nothing is known about changes.
func TestCache_Changes(t *testing.T) {
	t.Parallel()
	c := newTestCache(t, kittest.SQLite(t))
	before := c.responses.Generation()
	c.add(t, "shows 5", 1, 4, 5)
	c.add(t, "shows 6", 1, 6)
	c.responses.Discard([]changes.Change{{Kind: schema.ChangedContent, RecordID: 5}})
	if _, ok := c.find("shows 5"); ok {
		t.Error("a response with changed content was found")
	}
	if _, ok := c.find("shows 6"); !ok {
		t.Error("a response without changed content is missing")
	}
	c.store("loaded before the change", showing(t, 1, 5), before)
	if _, ok := c.find("loaded before the change"); ok {
		t.Error("a response from before the change was stored")
	}
	c.responses.Discard([]changes.Change{{Kind: schema.ChangedAccess, RecordID: 71}})
	if _, ok := c.find("shows 6"); ok {
		t.Error("a response from before a change of access was found")
	}
	c.watcher = &changes.Watcher{} // has never read the changes
	c.add(t, "unwatched", 1)
	if _, ok := c.find("unwatched"); ok || clock.Now().Sub(c.watcher.SeenAt()) < maxUnwatched {
		t.Error("a response was found although changes are not known")
	}
}

func TestCacheKey(t *testing.T) {
	t.Parallel()
	key := cacheKey("1", strings.Repeat("x", 1_000_000))
	if len(key) > 64 || key == cacheKey("1", strings.Repeat("x", 999_999)) || cacheKey("1", "12") == cacheKey("11", "2") {
		t.Errorf("got key %q", key)
	}
}
