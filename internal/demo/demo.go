// Package demo fills the database with realistic travel data: a little to explore the console, or millions of rows for
// benchmarks. The same sizes produce the same data.
package demo

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// Sizes contains the number of rows of each kind to add.
type Sizes struct {
	Publishers  int
	Content     int
	Collections int
	Users       int
	Partners    int
	Events      int
	Calls       int // public API calls
}

// bulkThreshold is the number of rows from which a table is loaded in bulk.
const bulkThreshold = 20_000

// InBulk reports whether any rows are loaded in bulk, which blocks writes of other processes.
func (s Sizes) InBulk() bool {
	return max(s.Publishers, s.Content, s.Collections, s.Users, s.Partners, s.Events, s.Calls) >= bulkThreshold
}

const (
	rowsPerStatement    = 400
	statementsPerCommit = 25
	rowsPerCopy         = 4000
)

type filler struct {
	kit    resource.Kit
	store  *write.Store
	out    io.Writer
	random *rand.Rand
	now    time.Time
	// bulkThreshold is the number of rows from which tables are loaded in bulk.
	bulkThreshold int
	// collectionsLoaded is set if collections were loaded together with their content.
	collectionsLoaded bool
}

func newFiller(kit resource.Kit, out io.Writer) *filler {
	return &filler{
		kit: kit, store: kit.Store, out: out, random: rand.New(rand.NewPCG(1, 2016)),
		now: time.Now().UTC().Truncate(time.Hour), bulkThreshold: bulkThreshold,
	}
}

// Fill adds rows. It can be run again: serial numbers make names unique.
func Fill(ctx context.Context, kit resource.Kit, sizes Sizes, out io.Writer) error {
	return newFiller(kit, out).fill(ctx, sizes)
}

func (f *filler) fill(ctx context.Context, sizes Sizes) error {
	if sizes.Collections == 0 && sizes.Content >= 1000 {
		sizes.Collections = sizes.Content / 500
	}
	if sizes.Collections > 0 && sizes.Users == 0 {
		people, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM users WHERE NOT internal")
		if err != nil {
			return err
		}
		if !people {
			sizes.Users = min(5000, 60+sizes.Collections/50) // Without users nobody could accept collections.
		}
	}
	steps := []struct {
		name string
		seed uint64
		n    int
		run  func(context.Context, int) error
	}{
		{"publishers", 1, sizes.Publishers, f.insertPublishers},
		{"partners", 2, countIfNeeded(sizes, len(data().Partners)), f.insertPartners},
		{
			"destinations, with other reference data", 7,
			countIfNeeded(sizes, strings.Count(data().Destinations, "\n")), f.insertReferenceData,
		},
		{"users", 4, sizes.Users, f.insertUsers},
		{"content items", 3, sizes.Content, func(ctx context.Context, n int) error {
			return f.insertContent(ctx, n, sizes.Collections)
		}},
		{"collections", collectionSeed, sizes.Collections, f.insertCollectionsOf},
		{"events", 6, sizes.Events, f.insertEvents},
		{"public API calls", 9, sizes.Calls, f.insertCalls},
		{"more partners", 8, sizes.Partners, f.insertMorePartners}, // Last, so that nothing above belongs to them.
	}
	for _, step := range steps {
		if step.n == 0 {
			continue
		}
		if f.collectionsLoaded && step.seed == collectionSeed {
			_, _ = fmt.Fprintf(f.out, "%d collections loaded with the content\n", step.n)
			continue
		}
		f.random = rand.New(rand.NewPCG(step.seed, 2016))
		started := time.Now()
		if err := step.run(ctx, step.n); err != nil {
			return fmt.Errorf("demo %s: %w", step.name, err)
		}
		_, _ = fmt.Fprintf(f.out, "%d %s in %s\n", step.n, step.name, time.Since(started).Round(time.Millisecond))
	}
	return f.analyse(ctx)
}

// analyse updates statistics and search indexes. Right after a load the statistics are those of empty tables, and
// queries would be planned for these.
func (f *filler) analyse(ctx context.Context) error {
	if f.store.DB.Engine == db.Postgres {
		_, err := f.store.DB.Writer().Exec(ctx, "VACUUM ANALYZE")
		return err
	}
	for _, search := range schema.Searches() {
		for _, statement := range search.Optimise(f.store.DB.Engine) {
			if _, err := f.store.DB.Writer().Exec(ctx, statement); err != nil {
				return fmt.Errorf("optimise %s: %w", search.Name(), err)
			}
		}
	}
	if _, err := f.store.DB.Writer().Exec(ctx, "PRAGMA optimize"); err != nil {
		return fmt.Errorf("statistics: %w", err)
	}
	// Without statistics SQLite plans for large tables, which is right for those that will grow, such as the audit log.
	known, err := f.store.DB.HasTable(ctx, "sqlite_stat1")
	if err == nil && known {
		_, err = f.store.DB.Writer().Exec(ctx, "DELETE FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < 1000")
	}
	return err
}

// countIfNeeded returns n if rows will be added that refer to other records, and otherwise 0.
func countIfNeeded(sizes Sizes, n int) int {
	if sizes.Content+sizes.Collections+sizes.Users+sizes.Events+sizes.Calls+sizes.Partners == 0 {
		return 0
	}
	return n
}

const day = 24 * time.Hour

func pick[T any](f *filler, list []T) T { return list[f.random.IntN(len(list))] }

// timeAgo returns a random time in the past, more often a recent one.
func (f *filler) timeAgo(limit time.Duration) time.Time {
	x := f.random.Float64()
	return f.now.Add(-time.Duration(x * x * float64(limit))).Truncate(time.Second)
}

// insert writes n rows that are created by row, and calls afterInsert with the ids of each batch. It writes to the
// load or, if that is nil, in statements of many rows and transactions of moderate size.
func (f *filler) insert(
	ctx context.Context, l *load, table, columns string, n int, row func(i int) []any,
	afterInsert func(to target, ids []int64) error,
) error {
	done := 0
	step := func(to target, limit int) error {
		rows := make([][]any, min(limit, n-done))
		if len(rows) == 0 {
			return nil
		}
		for i := range rows {
			rows[i] = row(done + i)
		}
		ids, err := to.insert(ctx, table, columns, rows)
		if err != nil {
			return err
		}
		done += len(rows)
		if afterInsert == nil {
			return nil
		}
		return afterInsert(to, ids)
	}
	for done < n {
		if l != nil {
			if err := step(l, rowsPerCopy); err != nil {
				return err
			}
			continue
		}
		err := f.store.Do(ctx, func(tx *write.Tx) error {
			for range statementsPerCommit {
				if err := step(rowByRow{tx}, rowsPerStatement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// link inserts rows of a link table and skips those that exist.
func link(ctx context.Context, tx *write.Tx, table, columns string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	marks, args := placeholders(rows)
	_, err := tx.Exec(ctx, "INSERT INTO "+table+" ("+columns+") VALUES "+marks+" ON CONFLICT DO NOTHING", args...)
	return err
}

func (f *filler) nextID(ctx context.Context, table string) (int, error) {
	n, err := db.Value[int](ctx, f.store.DB.Read(), "SELECT coalesce(max(id), 0) FROM "+table)
	return n + 1, err
}

func (f *filler) listIDs(ctx context.Context, query string) ([]int64, error) {
	return db.All[int64](ctx, f.store.DB.Read(), query)
}

func (f *filler) insertPublishers(ctx context.Context, n int) error {
	from, err := f.nextID(ctx, "publishers")
	if err != nil {
		return err
	}
	return f.fillTables(ctx, []string{"publishers"}, n, func(l *load) error {
		return f.insert(ctx, l, "publishers", "name, name_key, search_text, created_at, updated_at", n, func(i int) []any {
			name := fmt.Sprintf("%s %s %s %d",
				pick(f, data().CompanyWords), pick(f, data().CompanyWords), pick(f, data().PublisherKinds), from+i)
			at := f.timeAgo(years)
			return []any{name, fold.Key(name), fold.SearchText(name), at, at}
		}, nil)
	})
}

// timeline is a sequence of n ascending times, three times as dense at its end as at its start.
type timeline struct {
	from, to time.Time
	n        int
}

// timelineAfter returns a timeline of the last three years that starts after the newest row of a table, because lists
// show the newest rows first by descending id.
func (f *filler) timelineAfter(ctx context.Context, table string, n int) (timeline, error) {
	t := timeline{from: f.now.Add(-years), to: f.now, n: n}
	newest, err := db.Value[*time.Time](ctx, f.store.DB.Read(), "SELECT max(created_at) FROM "+table)
	if newest != nil && newest.After(t.from) {
		t.from = *newest
	}
	if t.to.Before(t.from) {
		t.to = t.from
	}
	return t, err
}

// time returns the time of row i. The offset between 0 and 1 places it between its neighbours.
func (t timeline) time(i int, offset float64) time.Time {
	remaining := 1 - (float64(i)+offset)/float64(t.n)
	before := time.Duration((remaining + remaining*remaining) / 2 * float64(t.to.Sub(t.from)))
	return t.to.Add(-before).Truncate(time.Microsecond)
}

// timeBetween returns a random time between two times.
func (f *filler) timeBetween(from, to time.Time) time.Time {
	return from.Add(time.Duration(f.random.Float64() * float64(max(0, to.Sub(from))))).Truncate(time.Microsecond)
}
