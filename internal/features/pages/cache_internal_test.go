package pages

import (
	"strconv"
	"testing"
	"time"

	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

func cachedPage(id string, size int, depends ...dependency) *rendered {
	return &rendered{loaded: &loaded{depends: depends}, at: address{kind: Landing, id: id}, html: make([]byte, size)}
}

func (c *cache) has(id string) bool { return c.get(address{kind: Landing, id: id}, time.Now()) != nil }

// A page that was loaded before a change and stored after it would stay outdated until the next change.
func TestCache_PutAfterDiscard(t *testing.T) {
	t.Parallel()
	var c cache
	before := c.now()
	c.discard([]changes.Change{{Kind: schema.ChangedContent, RecordID: 1}})
	c.put(cachedPage("a", 10, dependency{schema.ChangedContent, 1}), before)
	if c.has("a") {
		t.Error("a page that may be outdated was stored")
	}
	c.put(cachedPage("a", 10, dependency{schema.ChangedContent, 1}), c.now())
	if !c.has("a") {
		t.Error("a current page was not stored")
	}
}

func TestCache_Discard(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		changes []changes.Change
		kept    string
	}{
		"a record":       {[]changes.Change{{Kind: schema.ChangedContent, RecordID: 1}}, "partner"},
		"another record": {[]changes.Change{{Kind: schema.ChangedContent, RecordID: 2}}, "one partner"},
		"another kind":   {[]changes.Change{{Kind: schema.ChangedUser, RecordID: 1}}, "one all partner"},
		"a media type":   {[]changes.Change{{Kind: schema.ChangedWords, RecordID: 1}}, ""},
		"nobody knows":   {nil, ""},
		"several changes": {
			[]changes.Change{{Kind: schema.ChangedPartner, RecordID: 1}, {Kind: schema.ChangedContent, RecordID: 9}}, "one",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var c cache
			c.put(cachedPage("one", 10, dependency{schema.ChangedContent, 1}), 0)
			c.put(cachedPage("all", 10, dependency{schema.ChangedContent, 0}), 0)
			c.put(cachedPage("partner", 10, dependency{schema.ChangedPartner, 1}), 0)
			c.discard(test.changes)
			kept := ""
			for _, id := range []string{"one", "all", "partner"} {
				if c.has(id) {
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
	var c cache
	for i := range 200 {
		c.put(cachedPage(strconv.Itoa(i), 1<<20, dependency{schema.ChangedContent, int64(i)}), 0)
		c.has("0") // stays in use
	}
	if c.bytes > maxCacheBytes || c.order.Len() != len(c.entries) || len(c.affected) != len(c.entries) {
		t.Errorf("%d bytes in %d entries with %d records", c.bytes, len(c.entries), len(c.affected))
	}
	if !c.has("0") || !c.has("199") || c.has("1") {
		t.Error("not the least recently used pages were dropped")
	}
}
