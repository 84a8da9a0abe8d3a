package partnerapi

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

const (
	maxMembersBytes = 4 << 20
	// searchesBeforeMembers is how many searches must follow each other without a change until the members of their
	// libraries are kept in memory. Reading the members takes as long as a few searches.
	searchesBeforeMembers = 8
)

// members are the ids of all items in some libraries, as of a change. Looking up thousands of hits in a table of pairs
// takes longer than finding them.
type members struct {
	head     int64
	searches atomic.Int64 // since the change
	ids      idSet        // nil until there have been enough searches
	ends     time.Time
}

// Depends are all items, and what decides which libraries a partner may use.
func (m *members) Depends() []changes.Dependency {
	return []changes.Dependency{{Kind: schema.ChangedAccess}, {Kind: schema.ChangedContent}}
}

// Until is when the members are too old.
func (m *members) Until() time.Time { return m.ends }

// Size is the memory that the members take.
func (m *members) Size() int { return 8*len(m.ids) + entryOverhead }

// idSet has a bit for each id.
type idSet []uint64

func newIDSet(ids []int64) idSet {
	highest := int64(0)
	for _, id := range ids {
		highest = max(highest, id)
	}
	set := make(idSet, highest/64+1)
	for _, id := range ids {
		set[id/64] |= 1 << (id % 64)
	}
	return set
}

func (s idSet) has(id int64) bool { return id/64 < int64(len(s)) && s[id/64]&(1<<(id%64)) != 0 }

// findMembers returns the ids of a source, or nil if they are not kept in memory. Like results, they are used only in
// the state in which they were read.
func (c *cache) findMembers(
	ctx context.Context, conn db.Conn, key string, of *listing.IDSource, s state,
) (idSet, error) {
	if !s.IsSettled {
		return nil, nil // it is unknown whether they have changed
	}
	now, generation := clock.Now(), c.members.Generation()
	found, ok := c.members.Get(key, now)
	if !ok || found.head != s.Head {
		c.members.Put(key, &members{head: s.Head, ends: now.Add(c.maxAge)}, generation)
		return nil, nil
	}
	if found.ids != nil || found.searches.Add(1) != searchesBeforeMembers {
		return found.ids, nil
	}
	ids, err := readIDs(ctx, conn, "SELECT json_group_array(row_id) AS ids FROM ("+of.SQL+") AS rows", of.Args)
	if err != nil {
		return nil, fmt.Errorf("read the members of libraries: %w", err)
	}
	read := &members{head: s.Head, ids: newIDSet(ids), ends: now.Add(c.maxAge)}
	if read.Size() < c.members.MaxBytes {
		c.members.Put(key, read, generation)
	}
	return read.ids, nil
}

// idList is a JSON array of ids, which SQLite returns faster than a row for each. encoding/json takes a tenth of a
// microsecond per id.
type idList []int64

// Scan reads the column of a query.
func (l *idList) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return fmt.Errorf("read ids from %T", value)
	}
	ids, id, inside := make([]int64, 0, len(text)/4), int64(0), false
	for i := range len(text) {
		switch digit := text[i]; {
		case '0' <= digit && digit <= '9':
			id, inside = 10*id+int64(digit-'0'), true
		case digit == '-' || digit == '.' || digit == '"':
			return fmt.Errorf("%.40q is not a list of ids", text)
		case inside:
			ids, id, inside = append(ids, id), 0, false
		}
	}
	*l = ids
	return nil
}

// readIDs runs a query that returns one list of ids.
func readIDs(ctx context.Context, c db.Conn, query string, args []any) ([]int64, error) {
	return db.Value[idList](ctx, c, query, args...)
}
