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
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"

	"waymark/scripts/postgres"
)

func main() {
	actions := flag.Int("actions", 2000, "length of a walk; 0 leaves it out")
	seed := flag.Int("seed", rand.IntN(1_000_000_000), "seed of the walk")
	items := flag.Int("items", 100_000, "number of items that the bulk action changes; 0 leaves it out")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	folder, err := os.MkdirTemp("", "waymark-undo-")
	if err == nil {
		_ = os.Chmod(folder, 0o755) // PostgreSQL runs as another user
		for _, engine := range []string{"sqlite", "postgres"} {
			if only := os.Getenv("BENCH_ENGINE"); only == "" || only == engine {
				err = errors.Join(err, prove(ctx, engine, folder, *actions, *seed, *items))
			}
		}
		_ = os.RemoveAll(folder)
	}
	if err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

func prove(ctx context.Context, engine, folder string, actions, seed, items int) error {
	large := &largeUndo{
		engine: engine, database: "sqlite:" + filepath.Join(folder, "waymark.db"),
		flags: []string{"--storage=file:" + filepath.Join(folder, engine+"-files")},
	}
	url := ""
	if engine == "postgres" {
		pg, err := postgres.Start(ctx, folder)
		if err != nil {
			return err
		}
		defer pg.Stop()
		url, large.database = pg.URL, pg.URL
		large.flags = append(large.flags, "--single-node", "--secret-key=a secret key for one run")
	}
	if items > 0 {
		if err := large.prove(ctx, items); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}
	if actions > 0 {
		return takeWalk(ctx, engine, url, actions, seed)
	}
	return nil
}

// takeWalk runs a longer walk than make test.
func takeWalk(ctx context.Context, engine, url string, actions, seed int) error {
	test := exec.CommandContext(ctx, "go", "test", "-tags", "sqlite_fts5", "./internal/app", "-v", "-count=1",
		"-timeout", "60m", "-run", "^TestUndo_Walk$/on_"+engine+"$")
	test.Env = append(os.Environ(), "WAYMARK_TEST_POSTGRES="+url,
		"WAYMARK_WALK_ACTIONS="+strconv.Itoa(actions), "WAYMARK_WALK_SEED="+strconv.Itoa(seed))
	test.Stdout, test.Stderr = os.Stdout, os.Stderr
	return test.Run()
}
