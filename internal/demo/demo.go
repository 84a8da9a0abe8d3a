// Package demo fills the database with data that reads like a travel platform's: a little to look at, or
// millions of rows to measure with. The same sizes give the same data.
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

// Sizes are how many rows of each kind to add.
type Sizes struct {
	Publishers  int
	Content     int
	Collections int
	Users       int
	Partners    int
	Events      int
	Calls       int // of the public API
}

// bulkFrom is the number of rows from which on a table is loaded in bulk.
const bulkFrom = 20_000

// InBulk reports whether some rows are loaded in bulk, which keeps other processes from writing.
func (s Sizes) InBulk() bool {
	return max(s.Publishers, s.Content, s.Collections, s.Users, s.Partners, s.Events, s.Calls) >= bulkFrom
}

// The rows of one statement, the statements of one transaction, and the rows that are held at a time in bulk.
const (
	perStatement = 400
	perCommit    = 25
	perCopy      = 4000
)

type filler struct {
	kit   resource.Kit
	store *write.Store
	out   io.Writer
	dice  *rand.Rand
	now   time.Time
	// bulkFrom is how many rows are loaded in bulk.
	bulkFrom int
	// collected is set when collections were made along with the content.
	collected bool
}

func newFiller(kit resource.Kit, out io.Writer) *filler {
	return &filler{kit: kit, store: kit.Store, out: out, dice: rand.New(rand.NewPCG(1, 2016)), now: time.Now().UTC().
		Truncate(time.Hour), bulkFrom: bulkFrom}
}

// Fill adds rows. It is safe to run again: names are made distinct by a running number.
func Fill(ctx context.Context, kit resource.Kit, sizes Sizes, out io.Writer) error {
	return newFiller(kit, out).fill(ctx, sizes)
}

func (f *filler) fill(ctx context.Context, sizes Sizes) error {
	if sizes.Collections == 0 && sizes.Content >= 1000 {
		sizes.Collections = sizes.Content / 500 // content that is in none, and none that is in some, would be half a picture
	}
	if sizes.Collections > 0 && sizes.Users == 0 {
		people, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM users WHERE NOT internal")
		if err != nil {
			return err
		}
		if !people {
			sizes.Users = min(5000, 60+sizes.Collections/50) // nobody could accept what is shared
		}
	}
	steps := []struct {
		name string
		seed uint64
		n    int
		run  func(context.Context, int) error
	}{
		{"publishers", 1, sizes.Publishers, f.publishers},
		{"partners", 2, needed(sizes, len(data().Partners)), f.partners},
		{"destinations and the like", 7, needed(sizes, strings.Count(data().Destinations, "\n")), f.reference},
		{"users", 4, sizes.Users, f.users},
		{"content items", 3, sizes.Content, func(ctx context.Context, n int) error {
			return f.content(ctx, n,
				sizes.Collections)
		}},
		{"collections", collectionSeed, sizes.Collections, f.collections},
		{"events", 6, sizes.Events, f.copilotEvents},
		{"calls of the public API", 9, sizes.Calls, f.calls},
		{"more partners", 8, sizes.Partners, f.morePartners}, // last: what others own is not spread over thousands of them
	}
	for _, step := range steps {
		if step.n == 0 {
			continue
		}
		if f.collected && step.seed == collectionSeed {
			_, _ = fmt.Fprintf(f.out, "%d collections along with them\n", step.n)
			continue
		}
		f.dice = rand.New(rand.NewPCG(step.seed, 2016))
		started := time.Now()
		if err := step.run(ctx, step.n); err != nil {
			return fmt.Errorf("demo %s: %w", step.name, err)
		}
		_, _ = fmt.Fprintf(f.out, "%d %s in %s\n", step.n, step.name, time.Since(started).Round(time.Millisecond))
	}
	return f.analyse(ctx)
}

// Statistics and indexes of a table that has just been filled are those of an empty one; queries would be planned for that.
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
	_, err := f.store.DB.Writer().Exec(ctx, "PRAGMA optimize")
	return err
}

// needed is n when there will be rows that refer to others.
func needed(sizes Sizes, n int) int {
	if sizes.Content+sizes.Collections+sizes.Users+sizes.Events+sizes.Calls+sizes.Partners == 0 {
		return 0
	}
	return n
}

const day = 24 * time.Hour

func pick[T any](f *filler, list []T) T { return list[f.dice.IntN(len(list))] }

// ago is a moment in the past, more often recent than long ago.
func (f *filler) ago(longest time.Duration) time.Time {
	x := f.dice.Float64()
	return f.now.Add(-time.Duration(x * x * float64(longest))).Truncate(time.Second)
}

// insert writes n rows made by row, and what then ties to their ids: into a load, or else in large statements and a moderate
// number of rows per commit.
func (f *filler) insert(ctx context.Context, l *load, table, columns string, n int, row func(i int) []any,
	then func(to target, ids []int64) error,
) error {
	done := 0
	step := func(to target, most int) error {
		rows := make([][]any, min(most, n-done))
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
		if then == nil {
			return nil
		}
		return then(to, ids)
	}
	for done < n {
		if l != nil {
			if err := step(l, perCopy); err != nil {
				return err
			}
			continue
		}
		err := f.store.Do(ctx, func(tx *write.Tx) error {
			for range perCommit {
				if err := step(plain{tx}, perStatement); err != nil {
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

// link writes pairs, skipping those that are there.
func link(ctx context.Context, tx *write.Tx, table, columns string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	marks, args := listed(rows)
	_, err := tx.Exec(ctx, "INSERT INTO "+table+" ("+columns+") VALUES "+marks+" ON CONFLICT DO NOTHING", args...)
	return err
}

func (f *filler) next(ctx context.Context, table string) (int, error) {
	n, err := db.Value[int](ctx, f.store.DB.Read(), "SELECT coalesce(max(id), 0) FROM "+table)
	return n + 1, err
}

func (f *filler) ids(ctx context.Context, query string) ([]int64, error) {
	return db.All[int64](ctx, f.store.DB.Read(), query)
}

func (f *filler) publishers(ctx context.Context, n int) error {
	from, err := f.next(ctx, "publishers")
	if err != nil {
		return err
	}
	return f.into(ctx, []string{"publishers"}, n, func(l *load) error {
		return f.insert(ctx, l, "publishers", "name, name_key, search_text, created_at, updated_at", n, func(i int) []any {
			name := fmt.Sprintf("%s %s %s %d", pick(f, data().CompanyWords), pick(f, data().CompanyWords),
				pick(f, data().PublisherKinds), from+i)
			at := f.ago(years)
			return []any{name, fold.Key(name), fold.SearchText(name), at, at}
		}, nil)
	})
}

// A timeline is n moments that rise, three times as dense at its end as at its beginning.
type timeline struct {
	from, to time.Time
	n        int
}

// after is a timeline of three years until now, or since the newest row of a table: lists show the newest first by walking ids.
func (f *filler) after(ctx context.Context, table string, n int) (timeline, error) {
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

// at is the moment of the row at a place, somewhere between its neighbours.
func (t timeline) at(i int, between float64) time.Time {
	left := 1 - (float64(i)+between)/float64(t.n)
	return t.to.Add(-time.Duration((left + left*left) / 2 * float64(t.to.Sub(t.from)))).Truncate(time.Microsecond)
}

// within is a moment between two.
func (f *filler) within(from, to time.Time) time.Time {
	return from.Add(time.Duration(f.dice.Float64() * float64(max(0, to.Sub(from))))).Truncate(time.Microsecond)
}
