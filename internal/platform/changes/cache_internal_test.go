package changes

import (
	"strconv"
	"testing"
	"time"

	"waymark/internal/platform/schema"
)

type cachedPage struct {
	depends []Dependency
	until   time.Time
	size    int
}

func (p *cachedPage) Depends() []Dependency { return p.depends }
func (p *cachedPage) Until() time.Time      { return p.until }
func (p *cachedPage) Size() int             { return p.size }

type pageCache = Cache[string, *cachedPage]

func newPage(size int, depends ...Dependency) *cachedPage {
	return &cachedPage{depends: depends, size: size}
}

func has(c *pageCache, id string) bool {
	_, ok := c.Get(id, time.Now())
	return ok
}

// A page that was loaded before a change and stored after it would stay outdated until the next change.
func TestCache_PutAfterDiscard(t *testing.T) {
	t.Parallel()
	c := &pageCache{MaxBytes: 1000}
	before := c.Generation()
	c.Discard([]Change{{Kind: schema.ChangedContent, RecordID: 1}})
	c.Put("a", newPage(10, Dependency{schema.ChangedContent, 1}), before)
	if has(c, "a") {
		t.Error("a page that may be outdated was stored")
	}
	c.Put("a", newPage(10, Dependency{schema.ChangedContent, 1}), c.Generation())
	if !has(c, "a") {
		t.Error("a current page was not stored")
	}
}

func TestCache_Until(t *testing.T) {
	t.Parallel()
	c, now := &pageCache{MaxBytes: 1000}, time.Now()
	c.Put("a", &cachedPage{size: 10, until: now}, 0)
	if _, ok := c.Get("a", now.Add(-time.Second)); !ok {
		t.Error("a current page was dropped")
	}
	if _, ok := c.Get("a", now); ok || c.bytes != 0 {
		t.Errorf("an outdated page was returned, or still takes %d bytes", c.bytes)
	}
}

func TestCache_Discard(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		changes []Change
		kept    string
	}{
		"a record":       {[]Change{{Kind: schema.ChangedContent, RecordID: 1}}, "partner"},
		"another record": {[]Change{{Kind: schema.ChangedContent, RecordID: 2}}, "one partner"},
		"another kind":   {[]Change{{Kind: schema.ChangedUser, RecordID: 1}}, "one all partner"},
		"a media type":   {[]Change{{Kind: schema.ChangedWords, RecordID: 1}}, ""},
		"nobody knows":   {nil, ""},
		"several changes": {
			[]Change{{Kind: schema.ChangedPartner, RecordID: 1}, {Kind: schema.ChangedContent, RecordID: 9}}, "one",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &pageCache{MaxBytes: 1000}
			c.Put("one", newPage(10, Dependency{schema.ChangedContent, 1}), 0)
			c.Put("all", newPage(10, Dependency{schema.ChangedContent, 0}), 0)
			c.Put("partner", newPage(10, Dependency{schema.ChangedPartner, 1}), 0)
			c.Discard(test.changes)
			kept := ""
			for _, id := range []string{"one", "all", "partner"} {
				if has(c, id) {
					kept += " " + id
				}
			}
			if kept != "" {
				kept = kept[1:]
			}
			if kept != test.kept {
				t.Errorf("kept %q, want %q", kept, test.kept)
			}
		})
	}
}

func TestCache_Size(t *testing.T) {
	t.Parallel()
	c := &pageCache{MaxBytes: 64 << 20}
	for i := range 200 {
		c.Put(strconv.Itoa(i), newPage(1<<20, Dependency{schema.ChangedContent, int64(i)}), 0)
		has(c, "0") // stays in use
	}
	if c.bytes > c.MaxBytes || c.order.Len() != len(c.entries) {
		t.Errorf("%d bytes in %d entries, of which %d are in order", c.bytes, len(c.entries), c.order.Len())
	}
	if !has(c, "0") || !has(c, "199") || has(c, "1") {
		t.Error("not the least recently used pages were dropped")
	}
}
