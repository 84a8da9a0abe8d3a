// Command undo proves that changes can be undone, on each database engine:
//
//   - a walk of 2,000 random changes to records of all kinds, undone in reverse order, leaves the database as it was.
//     What a second person changes in between stays, and is reported as a conflict;
//   - the undo of a bulk action on 100,000 items continues after the server was killed, and leaves them as they were.
//     It prints how long the requests of another writer take at the same time.
//
// BENCH_ENGINE=sqlite or postgres proves it on one engine only.
//
//	make prove undo
//	go run -tags sqlite_fts5 ./scripts/prove/undo -actions 500 -seed 42 -items 20000
package main

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"

	"waymark/scripts/prove/internal/server"
)

func main() {
	actions := flag.Int("actions", 2000, "length of a walk; 0 leaves it out")
	seed := flag.Int("seed", rand.IntN(1_000_000_000), "seed of the walk")
	items := flag.Int("items", 100_000, "number of items that the bulk action changes; 0 leaves it out")
	flag.Parse()
	server.Prove("undo", func(ctx context.Context, d server.Database) error {
		if *items > 0 {
			large := &largeUndo{Database: d}
			if err := large.prove(ctx, *items); err != nil {
				return err
			}
		}
		if *actions > 0 {
			return takeWalk(ctx, d, *actions, *seed)
		}
		return nil
	})
}

// takeWalk runs a longer walk than make test.
func takeWalk(ctx context.Context, d server.Database, actions, seed int) error {
	url := ""
	if d.Postgres != nil {
		url = d.URL
	}
	test := exec.CommandContext(ctx, "go", "test", "-tags", "sqlite_fts5", "./internal/app", "-v", "-count=1",
		"-timeout", "60m", "-run", "^TestUndo_Walk$/on_"+d.Engine+"$")
	test.Env = append(os.Environ(), "WAYMARK_TEST_POSTGRES="+url,
		"WAYMARK_WALK_ACTIONS="+strconv.Itoa(actions), "WAYMARK_WALK_SEED="+strconv.Itoa(seed))
	test.Stdout, test.Stderr = os.Stdout, os.Stderr
	return test.Run()
}
