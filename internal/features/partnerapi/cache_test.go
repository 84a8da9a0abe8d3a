package partnerapi

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestCache_Limit(t *testing.T) {
	t.Parallel()
	c := newCache()
	c.limit = 100_000
	for i := range 1000 {
		c.store(fmt.Sprint(i), i, 10_000)
		c.find("7") // used regularly, so it must not be evicted
		if c.size > c.limit || len(c.entries) != c.recent.Len() {
			t.Fatalf("got %d bytes in %d entries", c.size, len(c.entries))
		}
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
	c.store("999", "again", 10_000)
	if found, _ := c.find("999"); found != "again" {
		t.Errorf("got %v, want the second value", found)
	}
	c.store("too large for all of it", 1, 1_000_000)
	if _, ok := c.find("too large for all of it"); ok || c.size > c.limit {
		t.Errorf("got %d bytes after storing a response above the limit", c.size)
	}
}

func TestCache_Expiry(t *testing.T) {
	t.Parallel()
	c := newCache()
	c.store("fresh", 1, 1)
	if _, ok := c.find("fresh"); !ok || c.maxAge != 5*time.Minute {
		t.Errorf("got a maximum age of %v, want 5m", c.maxAge)
	}
	c.maxAge = -time.Nanosecond // expires immediately
	c.store("old", 1, 1)
	if _, ok := c.find("old"); ok {
		t.Error("an expired entry was found")
	}
	if c.recent.Len() != 1 || c.size != 1+entryOverhead {
		t.Errorf("got %d entries of %d bytes, want only the first", c.recent.Len(), c.size)
	}
}

func TestCacheKey(t *testing.T) {
	t.Parallel()
	key := cacheKey("1", strings.Repeat("x", 1_000_000))
	if len(key) > 64 || key == cacheKey("1", strings.Repeat("x", 999_999)) || cacheKey("1", "12") == cacheKey("11", "2") {
		t.Errorf("got key %q", key)
	}
}
