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
	freshFor = 5 * time.Minute
	mostKept = 64 << 20 // bytes of all answers together, as they are sent
	ofEach   = 256      // bytes that keeping an answer costs besides
)

// cache keeps answers of searches for a while, in this process. The keys of answers have a number in them that is kept
// in the database and raised to clear the caches of all nodes: each of them reads it before it looks.
type cache struct {
	lock    sync.Mutex
	answers map[string]*list.Element
	used    *list.List // the one used last is first
	kept    int
	fresh   time.Duration
	most    int
}

type kept struct {
	key    string
	answer any
	weight int
	ends   time.Time
}

func newCache() *cache {
	return &cache{answers: map[string]*list.Element{}, used: list.New(), fresh: freshFor, most: mostKept}
}

// keyOf names an answer by what was asked. However long that is, its name is short.
func keyOf(asked ...string) string { return secret.Hash(strings.Join(asked, "\n")) }

// generation is the number that clearing the cache raises.
func generation(ctx context.Context, c db.Conn) (string, error) {
	number, err := db.Value[string](ctx, c, "SELECT value FROM installation WHERE key = 'search_cache'")
	if errors.Is(err, sql.ErrNoRows) {
		return "0", nil
	}
	if err != nil {
		return "", fmt.Errorf("look whether the cache was cleared: %w", err)
	}
	return number, nil
}

func (c *cache) find(key string) (any, bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	found := c.answers[key]
	if found == nil {
		return nil, false
	}
	one, _ := found.Value.(*kept)
	if !clock.Now().Before(one.ends) {
		c.forget(found)
		return nil, false
	}
	c.used.MoveToFront(found)
	return one.answer, true
}

// keep takes an answer of so many bytes in, and lets those go that were not used for the longest time.
func (c *cache) keep(key string, answer any, bytes int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if there := c.answers[key]; there != nil {
		c.forget(there)
	}
	one := &kept{key: key, answer: answer, weight: bytes + ofEach, ends: clock.Now().Add(c.fresh)}
	c.answers[key] = c.used.PushFront(one)
	c.kept += one.weight
	for c.kept > c.most {
		c.forget(c.used.Back())
	}
}

func (c *cache) forget(element *list.Element) {
	one, _ := c.used.Remove(element).(*kept)
	delete(c.answers, one.key)
	c.kept -= one.weight
}
