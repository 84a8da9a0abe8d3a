package changes

import (
	"container/list"
	"slices"
	"sync"
	"time"

	"waymark/internal/platform/schema"
)

// Dependency is a record that a cached value was made from. The id 0 means every record of the kind.
type Dependency struct {
	Kind string
	ID   int64
}

// Cached is a value in a cache.
type Cached interface {
	// Depends returns the records whose changes make the value outdated.
	Depends() []Dependency
	// Until returns when the value is outdated without a change, or zero.
	Until() time.Time
	// Size returns about how many bytes the value takes.
	Size() int
}

// Cache holds values until one of the records they were made from changes. It is meant for a few thousand of them at
// most, since changes are compared with all.
type Cache[K comparable, V Cached] struct {
	// MaxBytes is the size of all values. The least recently used ones are dropped.
	MaxBytes int

	lock    sync.Mutex
	entries map[K]*list.Element
	order   list.List // of cacheEntry[K, V], the most recently used first
	bytes   int
	// generation increases whenever values have been discarded. A value that was loaded before may be outdated.
	generation   int64
	hits, misses int64
}

// CacheStats describes the use of a cache.
type CacheStats struct{ Hits, Misses, Bytes, Entries int64 }

// Stats returns the current size, and the sums since the start.
func (c *Cache[K, V]) Stats() CacheStats {
	c.lock.Lock()
	defer c.lock.Unlock()
	return CacheStats{Hits: c.hits, Misses: c.misses, Bytes: int64(c.bytes), Entries: int64(len(c.entries))}
}

type cacheEntry[K comparable, V Cached] struct {
	key   K
	value V
	size  int
}

// Get returns a value, unless it is outdated by now.
func (c *Cache[K, V]) Get(key K, now time.Time) (value V, ok bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	element := c.entries[key]
	if element == nil {
		c.misses++
		return value, false
	}
	found := entryOf[K, V](element)
	if until := found.value.Until(); !until.IsZero() && !now.Before(until) {
		c.remove(element)
		c.misses++
		return value, false
	}
	c.hits++
	c.order.MoveToFront(element)
	return found.value, true
}

func entryOf[K comparable, V Cached](element *list.Element) cacheEntry[K, V] {
	found, _ := element.Value.(cacheEntry[K, V])
	return found
}

// Generation returns the current generation, to be passed to Put after loading a value.
func (c *Cache[K, V]) Generation() int64 {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.generation
}

// Put stores a value, unless others have been discarded since it was loaded: the value may be among those.
func (c *Cache[K, V]) Put(key K, value V, loadedIn int64) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if loadedIn != c.generation {
		return
	}
	if c.entries == nil {
		c.entries = map[K]*list.Element{}
	}
	if old := c.entries[key]; old != nil {
		c.remove(old)
	}
	added := cacheEntry[K, V]{key, value, value.Size()}
	c.entries[key] = c.order.PushFront(added)
	c.bytes += added.size
	for c.bytes > c.MaxBytes && c.order.Len() > 1 {
		c.remove(c.order.Back())
	}
}

func (c *Cache[K, V]) remove(element *list.Element) {
	removed := entryOf[K, V](element)
	c.order.Remove(element)
	delete(c.entries, removed.key)
	c.bytes -= removed.size
}

// Discard removes the values that show changed records, or all values if list is nil.
func (c *Cache[K, V]) Discard(list []Change) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.generation++
	changed := Records(list)
	if changed == nil {
		c.entries, c.bytes = nil, 0
		c.order.Init()
		return
	}
	for _, element := range c.entries {
		if changed.Include(entryOf[K, V](element).value.Depends()) {
			c.remove(element)
		}
	}
}

// ChangedRecords are the records that have changed.
type ChangedRecords map[Dependency]bool

// Records returns the records of changes, or nil if anything may have changed: list is nil, or a media type or a
// language has another name.
func Records(list []Change) ChangedRecords {
	if list == nil || slices.ContainsFunc(list, func(c Change) bool { return c.Kind == schema.ChangedWords }) {
		return nil
	}
	changed := make(ChangedRecords, 2*len(list))
	for _, c := range list {
		changed[Dependency{c.Kind, c.RecordID}], changed[Dependency{c.Kind, 0}] = true, true
	}
	return changed
}

// Include reports whether one of the records has changed.
func (r ChangedRecords) Include(depends []Dependency) bool {
	return slices.ContainsFunc(depends, func(d Dependency) bool { return r[d] })
}
