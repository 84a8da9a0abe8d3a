package pages

import (
	"container/list"
	"sync"
	"time"

	"waymark/internal/platform/changes"
)

// cache holds rendered pages until a record changes that they show.
type cache struct {
	lock    sync.Mutex
	entries map[address]*list.Element
	order   list.List // of *rendered, the most recently used first
	// affected has the pages that depend on a record.
	affected map[dependency]map[address]bool
	bytes    int
	// generation increases whenever pages have been discarded. A page that was loaded before may be outdated.
	generation int64
}

const (
	maxCacheBytes = 64 << 20
	// entryBytes is about what an entry takes in addition to its page.
	entryBytes = 2 << 10
)

// get returns a page, unless it changes by itself in the meantime.
func (c *cache) get(at address, now time.Time) *rendered {
	c.lock.Lock()
	defer c.lock.Unlock()
	element := c.entries[at]
	if element == nil {
		return nil
	}
	found := entryOf(element)
	if !found.until.IsZero() && !now.Before(found.until) {
		c.remove(found)
		return nil
	}
	c.order.MoveToFront(element)
	return found
}

func entryOf(element *list.Element) *rendered {
	found, _ := element.Value.(*rendered)
	return found
}

// now returns the current generation, to be passed to put after loading a page.
func (c *cache) now() int64 {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.generation
}

// put stores a page, unless others have been discarded since it was loaded: the page may be among those.
func (c *cache) put(page *rendered, loadedIn int64) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if loadedIn != c.generation {
		return
	}
	if c.entries == nil {
		c.entries, c.affected = map[address]*list.Element{}, map[dependency]map[address]bool{}
	}
	if old := c.entries[page.at]; old != nil {
		c.remove(entryOf(old))
	}
	c.entries[page.at] = c.order.PushFront(page)
	c.bytes += page.size()
	for _, d := range page.depends {
		if c.affected[d] == nil {
			c.affected[d] = map[address]bool{}
		}
		c.affected[d][page.at] = true
	}
	for c.bytes > maxCacheBytes && c.order.Len() > 1 {
		c.remove(entryOf(c.order.Back()))
	}
}

func (c *cache) remove(page *rendered) {
	element := c.entries[page.at]
	if element == nil {
		return
	}
	delete(c.entries, page.at)
	c.order.Remove(element)
	c.bytes -= page.size()
	for _, d := range page.depends {
		delete(c.affected[d], page.at)
		if len(c.affected[d]) == 0 {
			delete(c.affected, d)
		}
	}
}

// discard removes the pages that show changed records, or all pages if list is nil.
func (c *cache) discard(list []changes.Change) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.generation++
	for _, change := range list {
		if changesEverything(change) {
			list = nil
			break
		}
		c.discardAll(dependency{change.Kind, change.RecordID})
		c.discardAll(dependency{change.Kind, 0})
	}
	if list == nil {
		c.entries, c.affected, c.bytes = nil, nil, 0
		c.order.Init()
	}
}

func (c *cache) discardAll(d dependency) {
	for at := range c.affected[d] {
		c.remove(entryOf(c.entries[at]))
	}
}
