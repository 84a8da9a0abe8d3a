package changes_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

// fixture is a database with two partners (7 and 8) that own a library each (71 and 81).
type fixture struct {
	*db.DB
	t *testing.T
}

func each(t *testing.T, run func(t *testing.T, f *fixture)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := &fixture{DB: d, t: t}
		now := clock.Now()
		for _, partner := range []int{7, 8} {
			name := fmt.Sprint("Partner ", partner)
			f.exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at)
				VALUES (?, 11, ?, ?, ?, ?, ?, ?)`, partner, name, name, name, name, now, now)
			f.exec(`INSERT INTO libraries (id, name, name_key, partner_id, created_at, updated_at)
				VALUES (?, ?, ?, ?, ?, ?)`, 10*partner+1, name, name, partner, now, now)
		}
		f.numberAt(now)
		run(t, f)
	})
}

func (f *fixture) exec(query string, args ...any) {
	f.t.Helper()
	if _, err := f.Writer().Exec(f.t.Context(), query, args...); err != nil {
		f.t.Fatal(err)
	}
}

// item inserts an item into a library.
func (f *fixture) item(id, library int, published, expires any) {
	f.t.Helper()
	now := clock.Now()
	f.exec(`INSERT INTO content (id, title, title_key, content_url, type_id, partner_id, published_at, expires_at,
		created_at, updated_at) VALUES (?, '', '', ?, 7, 7, ?, ?, ?, ?)`,
		id, fmt.Sprint("https://test.example/", id), published, expires, now, now)
	f.exec("INSERT INTO content_libraries (content_id, library_id) VALUES (?, ?)", id, library)
}

func (f *fixture) numberAt(at time.Time) {
	f.t.Helper()
	if err := changes.NumberAt(f.t.Context(), f.DB, at); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) head() int64 {
	f.t.Helper()
	head, err := changes.Head(f.t.Context(), f.Read())
	if err != nil {
		f.t.Fatal(err)
	}
	return head
}

// since returns the changes after a number as texts, such as "content 5".
func (f *fixture) since(number int64) []string {
	f.t.Helper()
	list, err := changes.Since(f.t.Context(), f.Read(), number, 10_000)
	if err != nil {
		f.t.Fatal(err)
	}
	return describe(list)
}

func describe(list []changes.Change) []string {
	texts := []string{}
	for _, c := range list {
		texts = append(texts, fmt.Sprint(c.Kind, " ", c.RecordID))
	}
	return texts
}

func assertEqual(t *testing.T, when string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", when, got, want)
	}
}

// pend reports changes of content, as the triggers do.
func (f *fixture) pend(ids ...int) {
	f.t.Helper()
	for part := range slices.Chunk(ids, 500) {
		rows := []string{}
		for _, id := range part {
			rows = append(rows, fmt.Sprintf("('content', %d)", id))
		}
		f.exec("INSERT INTO pending_changes (kind, record_id) VALUES " + strings.Join(rows, ", "))
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		before := f.head()
		f.item(5, 71, nil, nil)
		f.item(4, 71, nil, nil)
		f.exec("UPDATE content SET title = 'Changed' WHERE id = 5")
		f.exec("UPDATE content SET version = 3 WHERE id = 4")
		if f.head() != before {
			t.Error("a change has a number before it was assigned")
		}
		now := clock.Now()
		f.numberAt(now)
		assertEqual(t, "each record once, in the order of the changes", f.since(before), "content 5", "content 4")
		if f.head() < now.UnixMicro() {
			t.Errorf("got the number %d, which is before the time %d", f.head(), now.UnixMicro())
		}
		first := f.head()
		f.numberAt(clock.Now())
		if f.head() != first {
			t.Error("changes are numbered twice")
		}

		failed := errors.New("failed")
		err := f.Write(t.Context(), func(tx *db.Tx) error {
			if _, err := tx.Exec(t.Context(), "UPDATE content SET title = 'Never' WHERE id = 4"); err != nil {
				return err
			}
			return failed
		})
		if !errors.Is(err, failed) {
			t.Fatal(err)
		}
		f.numberAt(clock.Now())
		assertEqual(t, "a transaction that was rolled back", f.since(first))
	})
}

func TestNumber_ClockMovedBack(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		ahead := clock.Now().Add(time.Hour)
		f.pend(1)
		f.numberAt(ahead)
		head := f.head()
		if head < ahead.UnixMicro() {
			t.Fatalf("got the number %d, want at least %d", head, ahead.UnixMicro())
		}
		f.pend(2)
		f.numberAt(ahead.Add(-2 * time.Hour))
		if f.head() <= head {
			t.Errorf("got the number %d after %d", f.head(), head)
		}
		assertEqual(t, "after the newest number", f.since(head), "content 2")
	})
}

func TestNumber_Batches(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		before, ids, want := f.head(), []int{}, []string{}
		for id := range 2500 {
			ids, want = append(ids, id+1), append(want, fmt.Sprint("content ", id+1))
		}
		f.pend(ids...)
		for batch := range 3 {
			if more, err := changes.Number(t.Context(), f.DB); err != nil || more != (batch < 2) {
				t.Errorf("batch %d: more is %v (%v)", batch, more, err)
			}
		}
		assertEqual(t, "in three batches", f.since(before), want...)
	})
}

func TestNumber_SeveralServers(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		before := f.head()
		kittest.Concurrently(6, func(server int) {
			for n := range 20 {
				f.pend(100*server + n)
				if _, err := changes.Number(t.Context(), f.DB); err != nil {
					t.Error(err)
				}
			}
		})
		f.numberAt(clock.Now())
		got := f.since(before)
		slices.Sort(got)
		if len(got) != 120 || len(slices.Compact(got)) != 120 {
			t.Errorf("got %d changes, want 120 different ones: %v", len(got), got)
		}
	})
}

func TestNumber_Dates(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		now := clock.Now()
		f.item(5, 71, now.Add(time.Hour), now.Add(2*time.Hour))
		f.exec(`INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, language_id, inspires_publish_at,
			inspires_feature_at, expires_at, created_at, updated_at)
			VALUES (6, 'C000000006', 'C', 'c', 'partner', 7, 1, ?, ?, ?, ?, ?)`,
			now.Add(3*time.Hour), now.Add(4*time.Hour), now.Add(5*time.Hour), now, now)
		f.numberAt(now)
		collection := []string{"collection 6", "partner_collections 7"}
		for _, step := range []struct {
			after   time.Duration
			changed []string
			visible []string
		}{
			{time.Hour - time.Microsecond, nil, []string{"collection 7"}},
			{time.Hour, []string{"content 5"}, []string{"collection 7", "content 71"}},
			{time.Hour + time.Minute, nil, []string{"collection 7", "content 71"}},
			{2 * time.Hour, []string{"content 5"}, []string{"collection 7"}},
			{3 * time.Hour, collection, []string{"collection 0", "collection 7"}},
			{4 * time.Hour, collection, []string{"collection 0", "collection 7"}},
			{5 * time.Hour, collection, nil},
			{9 * time.Hour, nil, nil},
		} {
			before := f.head()
			f.numberAt(now.Add(step.after))
			got := f.since(before)
			slices.Sort(got)
			assertEqual(t, fmt.Sprint("changes after ", step.after), got, step.changed...)
			visible, err := db.All[string](t.Context(), f.Read(), `SELECT kind || ' ' || CAST(stream_id AS TEXT)
				FROM feed WHERE visible AND kind IN ('content', 'collection') ORDER BY 1`)
			if err != nil {
				t.Fatal(err)
			}
			assertEqual(t, fmt.Sprint("visible after ", step.after), visible, step.visible...)
		}
	})
}

func TestNumber_DateMoved(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		now := clock.Now()
		f.item(5, 71, now.Add(time.Hour), nil)
		f.numberAt(now)
		f.exec("UPDATE content SET published_at = ? WHERE id = 5", now.Add(3*time.Hour))
		f.numberAt(now)
		f.numberAt(now.Add(2 * time.Hour))
		before := f.head()
		f.numberAt(now.Add(3 * time.Hour))
		assertEqual(t, "at the new date", f.since(before), "content 5")
		f.exec("UPDATE content SET deleted_at = ? WHERE id = 5", now)
		f.numberAt(now.Add(3 * time.Hour))
		const visible = "SELECT count(*) FROM feed WHERE visible AND kind = 'content'"
		if n, err := db.Value[int](t.Context(), f.Read(), visible); err != nil || n != 0 {
			t.Errorf("%d deleted items are visible (%v)", n, err)
		}
	})
}

func TestSince(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		before := f.head()
		f.pend(1, 2, 3)
		f.numberAt(clock.Now())
		page, err := changes.Since(t.Context(), f.Read(), before, 2)
		if err != nil {
			t.Fatal(err)
		}
		assertEqual(t, "two changes", describe(page), "content 1", "content 2")
		assertEqual(t, "the rest", f.since(page[1].Number), "content 3")
		assertEqual(t, "the end", f.since(f.head()))
		for name, number := range map[string]int64{
			"the beginning": 0, "two hours ago": f.head() - 2*time.Hour.Microseconds(),
		} {
			if _, err := changes.Since(t.Context(), f.Read(), number, 10); !errors.Is(err, changes.ErrTooOld) {
				t.Errorf("%s: got %v, want ErrTooOld", name, err)
			}
		}
	})
}

// A server that knows the newest change is up to date, however old that change is.
func TestSince_NothingFor2Hours(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		f.exec("UPDATE change_counter SET number = ?", clock.Now().Add(-2*time.Hour).UnixMicro())
		known := f.head()
		assertEqual(t, "nothing new", f.since(known))
		f.pend(1)
		f.numberAt(clock.Now())
		if _, err := changes.Since(t.Context(), f.Read(), known, 10); !errors.Is(err, changes.ErrTooOld) {
			t.Errorf("got %v, want ErrTooOld", err)
		}
	})
}

func TestPrune(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		now := clock.Now()
		for id := range 2 {
			f.item(id+1, 71, now, nil)
		}
		f.numberAt(now)
		f.exec("UPDATE content SET published_at = NULL WHERE id = 1")
		f.numberAt(now)
		count := func(table string) int {
			t.Helper()
			n, err := db.Value[int](t.Context(), f.Read(), "SELECT count(*) FROM "+table)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		removed, kept := "feed WHERE kind = 'content' AND NOT visible", "feed WHERE kind = 'content' AND visible"
		for _, step := range []struct {
			after                 time.Duration
			recent, removed, kept bool
		}{
			{time.Hour, true, true, true},
			{3 * time.Hour, false, true, true},
			{changes.KeepRemoved - time.Minute, false, true, true},
			{changes.KeepRemoved + time.Minute, false, false, true},
		} {
			if err := changes.PruneAt(t.Context(), f.DB, now.Add(step.after)); err != nil {
				t.Fatal(err)
			}
			for table, want := range map[string]bool{"recent_changes": step.recent, removed: step.removed, kept: step.kept} {
				if n := count(table); (n > 0) != want {
					t.Errorf("after %v: got %d rows in %s, want some: %v", step.after, n, table, want)
				}
			}
		}
		if _, err := db.Value[string](t.Context(), f.Read(), "SELECT kind FROM feed WHERE kind = ? AND visible LIMIT 1",
			schema.ChangedContent); err != nil {
			t.Error(err)
		}
	})
}
