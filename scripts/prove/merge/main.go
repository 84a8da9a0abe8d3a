// Command merge proves that destinations with many items can be merged, on each database engine: two destinations with
// 10,000 items each, half of them in both, and with children. It compares
//
//   - counters, search tables and lists with a recount, before the merge, after it and after its undo;
//   - the results of the public API for the id of the merged destination with those for the other;
//   - all rows that a merge changes before it and after its undo.
//
// It prints how long the merge and its undo take, and how long the slowest request of another writer takes.
// BENCH_ENGINE=sqlite or postgres proves it on one engine only.
//
//	make prove merge
//	go run -tags sqlite_fts5 ./scripts/prove/merge -items 90000
package main

import (
	"context"
	"flag"

	"waymark/scripts/prove/internal/server"
)

func main() {
	items := flag.Int("items", 10_000, "number of items of each destination")
	flag.Parse()
	server.Prove("merge", func(ctx context.Context, d server.Database) error {
		if err := d.Fill(ctx, *items+*items/2); err != nil {
			return err
		}
		s, err := server.StartSignedIn(ctx, nil, d.Flags...)
		if err != nil {
			return err
		}
		defer s.Kill()
		p := &proof{engine: d.Engine, database: d.URL, server: s, items: *items}
		return p.run(ctx)
	})
}
