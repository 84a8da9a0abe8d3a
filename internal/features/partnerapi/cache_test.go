package partnerapi

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestTheCacheIsBounded(t *testing.T) {
	t.Parallel()
	c := newCache()
	c.most = 100_000
	for i := range 1000 {
		c.keep(fmt.Sprint(i), i, 10_000)
		c.find("7") // used again and again
		if c.kept > c.most || len(c.answers) != c.used.Len() {
			t.Fatalf("%d bytes of %d answers are kept", c.kept, len(c.answers))
		}
	}
	if _, ok := c.find("999"); !ok {
		t.Error("the last one is gone")
	}
	if _, ok := c.find("7"); !ok {
		t.Error("the one that is used is gone")
	}
	if _, ok := c.find("500"); ok {
		t.Error("an old one is there")
	}
	c.keep("999", "again", 10_000)
	if found, _ := c.find("999"); found != "again" {
		t.Errorf("kept twice: %v", found)
	}
	c.keep("too large for all of it", 1, 1_000_000)
	if _, ok := c.find("too large for all of it"); ok || c.kept > c.most {
		t.Errorf("%d bytes are kept", c.kept)
	}
}

func TestAnAnswerIsKeptForFiveMinutes(t *testing.T) {
	t.Parallel()
	c := newCache()
	c.keep("fresh", 1, 1)
	if _, ok := c.find("fresh"); !ok || c.fresh != 5*time.Minute {
		t.Errorf("kept for %v", c.fresh)
	}
	c.fresh = -time.Nanosecond // it was found that long ago
	c.keep("old", 1, 1)
	if _, ok := c.find("old"); ok {
		t.Error("an old answer is there")
	}
	if c.used.Len() != 1 || c.kept != 1+ofEach {
		t.Errorf("%d answers of %d bytes are kept", c.used.Len(), c.kept)
	}
}

func TestTheNameOfAnAnswerIsShort(t *testing.T) {
	t.Parallel()
	long := keyOf("1", strings.Repeat("x", 1_000_000))
	if len(long) > 64 || long == keyOf("1", strings.Repeat("x", 999_999)) || keyOf("1", "12") == keyOf("11", "2") {
		t.Errorf("called %q", long)
	}
}
