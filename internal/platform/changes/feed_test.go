package changes_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

// reader follows the content of partner 7.
type reader struct {
	f       *fixture
	streams []int64
	cursor  changes.Cursor
}

// read reads the feed up to its end, two entries at a time, and returns the ids. Those of removals are negative.
func (r *reader) read() []int64 {
	r.f.t.Helper()
	feed, ids := changes.Feed{Kind: schema.ChangedContent, Partner: 7}, []int64{}
	feed.Streams = func(context.Context) ([]int64, error) { return r.streams, nil }
	for more := true; more; {
		page, err := feed.Read(r.f.t.Context(), r.f.Read(), r.cursor, 2)
		if err != nil {
			r.f.t.Fatal(err)
		}
		if len(page.IDs) > 2 {
			r.f.t.Errorf("got %d entries, want at most 2", len(page.IDs))
		}
		for _, id := range page.IDs {
			switch {
			case slices.Contains(page.Visible, id):
				ids = append(ids, id)
			case page.Removals[id]:
				ids = append(ids, -id)
			}
		}
		var ok bool
		if r.cursor, ok = changes.ParseCursor(page.Next.String()); !ok || r.cursor != page.Next {
			r.f.t.Fatalf("the cursor %s is read as %+v, want %+v", page.Next, r.cursor, page.Next)
		}
		more = page.More
	}
	return ids
}

func (r *reader) assert(when string, want ...int64) {
	r.f.t.Helper()
	r.f.numberAt(clock.Now())
	if got := r.read(); !slices.Equal(got, want) {
		r.f.t.Errorf("%s: got %v, want %v", when, got, want)
	}
}

func TestFeed_Read(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		now := clock.Now()
		for id := range 5 {
			f.item(id+1, 71, now, nil)
		}
		f.item(9, 81, now, nil)
		f.numberAt(now)
		f.exec("UPDATE content SET published_at = NULL WHERE id = 5")
		r := &reader{f: f, streams: []int64{71}}
		r.assert("the beginning, without what was removed before", 1, 2, 3, 4)
		r.assert("no changes")
		f.exec("UPDATE content SET title = 'Changed' WHERE id = 2")
		f.exec("UPDATE content SET published_at = NULL WHERE id = 1")
		f.exec("UPDATE content SET title = 'Changed' WHERE id = 9")
		r.assert("a change and a removal", 2, -1)
		f.exec("DELETE FROM content WHERE id = 4")
		r.assert("a deletion", -4)

		f.exec("INSERT INTO library_partners (library_id, partner_id) VALUES (81, 7)")
		r.streams = []int64{71, 81}
		r.assert("a gained library", 9)
		f.exec("DELETE FROM library_partners")
		r.streams = []int64{71}
		r.assert("a lost library", -9)
		r.assert("no changes after a lost library")

		// It gained the library and lost it before it read anything.
		f.exec("INSERT INTO library_partners (library_id, partner_id) VALUES (81, 7)")
		f.exec("DELETE FROM library_partners")
		f.exec("UPDATE content SET title = 'Again' WHERE id = 3")
		f.numberAt(clock.Now())
		if got := r.read(); !slices.Contains(got, 3) || slices.Contains(got, 9) {
			t.Errorf("a library that was gained and lost: got %v, want 3 and not 9", got)
		}
	})
}

// A partner loses a library that it has read from the beginning of the feed.
func TestFeed_LostLibrary(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		now := clock.Now()
		f.exec("INSERT INTO library_partners (library_id, partner_id) VALUES (81, 7)")
		for id := range 5 {
			f.item(id+1, 81, now, nil)
		}
		r := &reader{f: f, streams: []int64{71, 81}}
		r.assert("the beginning", 1, 2, 3, 4, 5)
		f.exec("DELETE FROM library_partners")
		r.streams = []int64{71}
		r.assert("a lost library", -1, -2, -3, -4, -5)
	})
}

// An item that is added to a library and removed again before either change is numbered is never visible there, so that
// no reader has it when the library is lost.
func TestFeed_VisibleBeforeNumbered(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		now := clock.Now()
		f.exec("INSERT INTO library_partners (library_id, partner_id) VALUES (81, 7)")
		f.item(1, 81, now, nil)
		r := &reader{f: f, streams: []int64{71, 81}}
		r.assert("the beginning", 1)
		f.exec("DELETE FROM library_partners")
		r.streams = []int64{71}
		f.numberAt(clock.Now())
		f.exec("INSERT INTO content_libraries (content_id, library_id) VALUES (1, 71)")
		if got := r.read(); !slices.Equal(got, []int64{-1}) {
			t.Errorf("got %v before the item is numbered in the other library, want its removal", got)
		}
		r.assert("numbered in the other library", 1)
		f.exec("DELETE FROM content_libraries WHERE library_id = 71")
		r.assert("removed from the other library", -1)
	})
}

func TestFeed_SinceTime(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		now := clock.Now()
		f.item(1, 71, now, nil)
		f.item(2, 71, now, nil)
		f.numberAt(now.Add(time.Minute))
		f.exec("UPDATE content SET published_at = NULL WHERE id = 1")
		f.numberAt(now.Add(2 * time.Minute))
		for after, want := range map[time.Duration][]int64{
			0: {2, -1}, time.Minute: {2, -1}, 90 * time.Second: {-1}, 2 * time.Minute: {-1}, 3 * time.Minute: {},
		} {
			r := &reader{f: f, streams: []int64{71}, cursor: changes.SinceTime(now.Add(after))}
			if got := r.read(); !slices.Equal(got, want) {
				t.Errorf("since %v: got %v, want %v", after, got, want)
			}
		}
	})
}

// Statements read a limited number of streams.
func TestFeed_ManyStreams(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		now, want, streams := clock.Now(), []int64{}, []int64{}
		for id := 1001; id <= 1450; id++ {
			f.exec(`INSERT INTO libraries (id, name, name_key, partner_id, created_at, updated_at)
				VALUES (?, ?, ?, 7, ?, ?)`, id, fmt.Sprint(id), fmt.Sprint(id), now, now)
			streams = append(streams, int64(id))
		}
		for i := range 20 {
			f.item(i+1, 1450-i*20, now, nil)
			want = append(want, int64(i+1))
		}
		r := &reader{f: f, streams: streams}
		r.assert("all libraries", want...)
	})
}

func TestParseCursor(t *testing.T) {
	t.Parallel()
	encode := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	if c, ok := changes.ParseCursor(encode("1.2.3.4.5.z")); !ok || c.String() != encode("1.2.3.4.5.z") || c.IsZero() {
		t.Errorf("got %+v", c)
	}
	if !(changes.Cursor{}).IsZero() {
		t.Error("the zero cursor is not zero")
	}
	for _, text := range []string{
		"", "x", "not a cursor", "====", encode("1.2.3.4.5"), encode("1.2.3.4.5.6.7"), encode("1.2.3.4.5."),
		encode("-1.2.3.4.5.6"), encode("1.2.3.4.5.zzzzzzzzzzzzzzzzzz"), encode("1.2.3.4.5.!"),
		encode("1.2.3.4.5." + strings.Repeat("0", 1000)),
	} {
		if c, ok := changes.ParseCursor(text); ok {
			t.Errorf("%q is read as %+v", text, c)
		}
	}
}
