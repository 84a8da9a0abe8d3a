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
)

// Sizes are how many rows of each kind to add.
type Sizes struct {
	Publishers  int
	Content     int
	Collections int
	Users       int
	Events      int
}

// The rows of one statement, and the statements of one transaction.
const (
	perStatement = 400
	perCommit    = 25
)

type filler struct {
	kit   resource.Kit
	store *write.Store
	out   io.Writer
	dice  *rand.Rand
	now   time.Time
}

func newFiller(kit resource.Kit, out io.Writer) *filler {
	return &filler{kit: kit, store: kit.Store, out: out, dice: rand.New(rand.NewPCG(1, 2016)), now: time.Now().UTC().Truncate(time.Hour)}
}

// Fill adds rows. It is safe to run again: names are made distinct by a running number.
func Fill(ctx context.Context, kit resource.Kit, sizes Sizes, out io.Writer) error {
	f := newFiller(kit, out)
	steps := []struct {
		name string
		seed uint64
		n    int
		run  func(context.Context, int) error
	}{
		{"publishers", 1, sizes.Publishers, f.publishers},
		{"partners", 2, needed(sizes, len(partners)), f.partners},
		{"destinations and the like", 7, needed(sizes, strings.Count(tree, "\n")-1), f.reference},
		{"content items", 3, sizes.Content, f.content},
		{"users", 4, sizes.Users, f.users},
		{"collections", 5, sizes.Collections, f.collections},
		{"events", 6, sizes.Events, f.events},
	}
	for _, step := range steps {
		if step.n == 0 {
			continue
		}
		f.dice = rand.New(rand.NewPCG(step.seed, 2016))
		started := time.Now()
		if err := step.run(ctx, step.n); err != nil {
			return fmt.Errorf("demo %s: %w", step.name, err)
		}
		_, _ = fmt.Fprintf(out, "%d %s in %s\n", step.n, step.name, time.Since(started).Round(time.Millisecond))
	}
	return f.analyse(ctx)
}

// Statistics and indexes of a table that has just been filled are those of an empty one; queries would be planned for that.
func (f *filler) analyse(ctx context.Context) error {
	if f.store.DB.Engine == db.Postgres {
		_, err := f.store.DB.Writer().Exec(ctx, "VACUUM ANALYZE")
		return err
	}
	for _, table := range []string{"publishers", "content", "collections", "users"} {
		if _, err := f.store.DB.Writer().Exec(ctx, "INSERT INTO "+table+"_search ("+table+"_search) VALUES ('optimize')"); err != nil {
			return fmt.Errorf("optimise the search of %s: %w", table, err)
		}
	}
	_, err := f.store.DB.Writer().Exec(ctx, "PRAGMA optimize")
	return err
}

// needed is n when there will be rows that refer to others.
func needed(sizes Sizes, n int) int {
	if sizes.Content+sizes.Collections+sizes.Users+sizes.Events == 0 {
		return 0
	}
	return n
}

func pick[T any](f *filler, list []T) T { return list[f.dice.IntN(len(list))] }

func (f *filler) place(pattern string) string {
	return strings.ReplaceAll(pattern, "%s", pick(f, places))
}

// ago is a moment in the past, more often recent than long ago.
func (f *filler) ago(longest time.Duration) time.Time {
	x := f.dice.Float64()
	return f.now.Add(-time.Duration(x * x * float64(longest))).Truncate(time.Second)
}

// insert writes n rows made by row, in large statements and a moderate number of rows per commit, and hands
// the ids of each statement on in the same transaction.
func (f *filler) insert(ctx context.Context, table, columns string, n int, row func(i int) []any, then func(tx *write.Tx, ids []int64) error) error {
	for done := 0; done < n; {
		err := f.store.Do(ctx, func(tx *write.Tx) error {
			for range perCommit {
				size := min(perStatement, n-done)
				if size == 0 {
					return nil
				}
				ids, err := insertRows(ctx, tx, table, columns, done, size, row)
				if err != nil {
					return err
				}
				done += size
				if then != nil {
					if err := then(tx, ids); err != nil {
						return err
					}
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

func insertRows(ctx context.Context, tx *write.Tx, table, columns string, from, size int, row func(i int) []any) ([]int64, error) {
	args := []any{}
	var marks strings.Builder
	for i := range size {
		values := row(from + i)
		if i > 0 {
			marks.WriteByte(',')
		}
		marks.WriteString("(?" + strings.Repeat(",?", len(values)-1) + ")")
		args = append(args, values...)
	}
	return db.All[int64](ctx, tx.Conn, "INSERT INTO "+table+" ("+columns+") VALUES "+marks.String()+" RETURNING id", args...)
}

// link writes pairs, skipping those that are there.
func link(ctx context.Context, tx *write.Tx, table, columns string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	args := []any{}
	for _, row := range rows {
		args = append(args, row...)
	}
	mark := "(?" + strings.Repeat(",?", len(rows[0])-1) + ")"
	_, err := tx.Exec(ctx, "INSERT INTO "+table+" ("+columns+") VALUES "+mark+strings.Repeat(","+mark, len(rows)-1)+" ON CONFLICT DO NOTHING", args...)
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
	return f.insert(ctx, "publishers", "name, name_key, search_text, created_at, updated_at", n, func(i int) []any {
		name := fmt.Sprintf("%s %s %s %d", pick(f, makers), pick(f, makers), pick(f, houses), from+i)
		at := f.ago(3 * 365 * 24 * time.Hour)
		return []any{name, fold.Key(name), fold.SearchText(name), at, at}
	}, nil)
}
