package changes

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/platform/schema"
)

// Entry is a change in a feed: the record is new, has changed, or can't be read any more.
type Entry struct {
	Number   int64 `db:"number"`
	RecordID int64 `db:"record_id"`
}

func (e Entry) after(other Entry) bool {
	return e.Number > other.Number || (e.Number == other.Number && e.RecordID > other.RecordID)
}

// Cursor is a position in a feed. The zero cursor is its beginning.
type Cursor struct {
	last Entry
	// start is the newest change at the time the reader began without any records. Removals up to there don't concern it.
	start int64
	// library is a library that the partner has gained or lost at last, and listed the last of its entries that has been
	// delivered.
	library int64
	listed  Entry
}

// SinceTime returns a cursor for a reader that has all records as of a time.
func SinceTime(at time.Time) Cursor { return Cursor{last: Entry{Number: at.UnixMicro() - 1}} }

// IsZero reports whether the cursor is the beginning of a feed.
func (c Cursor) IsZero() bool { return c == Cursor{} }

// String encodes a cursor for the reader, to whom it is opaque.
func (c Cursor) String() string {
	numbers := []int64{c.last.Number, c.last.RecordID, c.start, c.library, c.listed.Number, c.listed.RecordID}
	parts := make([]string, len(numbers))
	for i, n := range numbers {
		parts[i] = strconv.FormatInt(n, 36)
	}
	return base64.RawURLEncoding.EncodeToString([]byte(strings.Join(parts, ".")))
}

// ParseCursor decodes a cursor that String has encoded.
func ParseCursor(text string) (c Cursor, ok bool) {
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(text) > 200 {
		return c, false
	}
	numbers := []*int64{&c.last.Number, &c.last.RecordID, &c.start, &c.library, &c.listed.Number, &c.listed.RecordID}
	parts := strings.Split(string(decoded), ".")
	if len(parts) != len(numbers) {
		return c, false
	}
	for i, part := range parts {
		if *numbers[i], err = strconv.ParseInt(part, 36, 64); err != nil || *numbers[i] < 0 {
			return Cursor{}, false
		}
	}
	return c, true
}

// position is the number up to which the reader has received all changes.
func (c Cursor) position() int64 { return max(c.last.Number, c.start) }

// Feed is what one partner can read of the records of a kind.
type Feed struct {
	Kind string
	// Streams returns the streams that the partner can read.
	Streams func(context.Context) ([]int64, error)
	// Partner is the partner whose gained and lost streams are part of the feed, or 0.
	Partner int64
}

// Page is a part of a feed.
type Page struct {
	// Streams are those that the partner can read, and At is the time at which the records are read. What the partner can
	// read must be decided by them, so that a change is not missed: if they change later, a later page has the records.
	Streams []int64
	At      time.Time
	// IDs are the records that have changed, in the order of their changes, each once.
	IDs []int64
	// Visible are those of IDs that are visible in a stream of the partner, as of the newest numbered change. A record
	// must not be delivered otherwise: its removal could be numbered in streams only that the partner can't read.
	Visible []int64
	// Removals has the records of IDs whose removal concerns the reader.
	Removals map[int64]bool
	Next     Cursor
	More     bool
}

// Read returns up to limit changes after a cursor. It returns ErrTooOld if removals after the cursor are no longer
// known.
func (f Feed) Read(ctx context.Context, c db.Conn, from Cursor, limit int) (*Page, error) {
	// Numbers up to the head have been committed in all streams. Higher ones may be visible in one stream before another.
	head, err := Head(ctx, c)
	if err != nil {
		return nil, err
	}
	if from.IsZero() {
		from.start = head
	}
	if from.position() < clock.Now().Add(-KeepRemoved).UnixMicro() && from.position() < head {
		return nil, ErrTooOld
	}
	page := &Page{Removals: map[int64]bool{}, Next: from, At: clock.Now()}
	// The server that numbered the changes may have a clock that is ahead.
	if latest := time.UnixMicro(head).UTC(); latest.After(page.At) {
		page.At = latest
	}
	// They are read after the head, so that they include all changes of access up to there.
	if page.Streams, err = f.Streams(ctx); err != nil {
		return nil, err
	}
	if from.library == 0 {
		if err := f.readStreams(ctx, c, page, head, limit); err != nil {
			return nil, err
		}
	}
	if page.Next.library != 0 && len(page.IDs) < limit {
		if err := f.readLibrary(ctx, c, page, limit-len(page.IDs)); err != nil {
			return nil, err
		}
	}
	page.Visible, err = db.All[int64](ctx, c, "SELECT DISTINCT record_id FROM feed WHERE kind = ? AND visible AND "+
		c.OneOf("record_id")+" AND "+c.OneOf("stream_id"), f.Kind, db.IDs(page.IDs), db.IDs(page.Streams))
	if err != nil {
		return nil, fmt.Errorf("find visible records in the feed of %s: %w", f.Kind, err)
	}
	return page, nil
}

// readStreams reads changes up to the head, or up to the first library that the partner has gained or lost.
func (f Feed) readStreams(ctx context.Context, c db.Conn, page *Page, head int64, limit int) error {
	from := page.Next
	entries, err := f.entries(ctx, c, page.Streams, from.last, head, limit+1)
	if err != nil {
		return err
	}
	// A reader that began after a library was gained has read it like all others.
	access := Entry{Number: from.position(), RecordID: from.last.RecordID}
	library, changed, err := f.accessChange(ctx, c, access, head)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if changed && e.after(library) {
			page.startLibrary(library)
			return nil
		}
		if len(page.IDs) == limit {
			page.More = true
			return nil
		}
		page.add(e, false)
		page.Next.last = e
	}
	switch {
	case len(entries) > limit: // a record was in several streams, so the page is not full
		page.More = true
	case changed:
		page.startLibrary(library)
	default:
		page.Next.last = Entry{Number: max(page.Next.last.Number, head), RecordID: page.Next.last.RecordID}
	}
	return nil
}

// startLibrary continues with the records of a library that the partner has gained or lost.
func (p *Page) startLibrary(library Entry) {
	p.Next.last, p.Next.library, p.Next.listed = library, library.RecordID, Entry{}
	p.More = true
}

// readLibrary reads the records of a library that the partner has gained or lost. A record that changes in the meantime
// moves to the end of the library, so it is not missed.
func (f Feed) readLibrary(ctx context.Context, c db.Conn, page *Page, limit int) error {
	const endless = 1<<63 - 1
	entries, err := f.entries(ctx, c, []int64{page.Next.library}, page.Next.listed, endless, limit+1)
	if err != nil {
		return err
	}
	page.More = true
	lost := !slices.Contains(page.Streams, page.Next.library)
	for i, e := range entries {
		if i == limit {
			return nil
		}
		page.add(e, lost)
		page.Next.listed = e
	}
	page.Next.library, page.Next.listed = 0, Entry{}
	return nil
}

// add adds a record. The reader may have it, if it has changed since the reader began or was in a library that the
// partner has lost.
func (p *Page) add(e Entry, lost bool) {
	if !slices.Contains(p.IDs, e.RecordID) {
		p.IDs = append(p.IDs, e.RecordID)
	}
	if lost || e.Number > p.Next.start {
		p.Removals[e.RecordID] = true
	}
}

// maxStreams is how many streams one statement reads; SQLite allows 500 parts.
const maxStreams = 200

// entries returns the first entries of several streams after an entry, in order.
func (f Feed) entries(
	ctx context.Context, c db.Conn, streams []int64, after Entry, head int64, limit int,
) ([]Entry, error) {
	all := []Entry{}
	for part := range slices.Chunk(streams, maxStreams) {
		selects, args := []string{}, []any{}
		for _, s := range part {
			selects = append(selects, `SELECT number, record_id FROM (
				SELECT number, record_id
				FROM feed
				WHERE kind = ? AND stream_id = ? AND (number, record_id) > (?, ?) AND number <= ?
				ORDER BY number, record_id
				LIMIT ?
			) AS s`)
			args = append(args, f.Kind, s, after.Number, after.RecordID, head, limit)
		}
		found, err := db.All[Entry](ctx, c, strings.Join(selects, " UNION ALL "), args...)
		if err != nil {
			return nil, fmt.Errorf("read the feed of %s: %w", f.Kind, err)
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b Entry) int {
		switch {
		case a == b:
			return 0
		case a.after(b):
			return 1
		}
		return -1
	})
	return all[:min(limit, len(all))], nil
}

// accessChange returns the next library that the partner has gained or lost, if any.
func (f Feed) accessChange(
	ctx context.Context, c db.Conn, after Entry, head int64,
) (library Entry, ok bool, err error) {
	if f.Partner == 0 {
		return Entry{}, false, nil
	}
	access := Feed{Kind: schema.ChangedAccess}
	found, err := access.entries(ctx, c, []int64{f.Partner}, after, head, 1)
	if err != nil || len(found) == 0 {
		return Entry{}, false, err
	}
	return found[0], true, nil
}
