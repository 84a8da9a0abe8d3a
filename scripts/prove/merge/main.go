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
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"

	"waymark/scripts/postgres"
	"waymark/scripts/prove/internal/server"
)

func main() {
	items := flag.Int("items", 10_000, "number of items of each destination")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	folder, err := os.MkdirTemp("", "waymark-merge-")
	if err == nil {
		_ = os.Chmod(folder, 0o755) // PostgreSQL runs as another user
		for _, engine := range []string{"sqlite", "postgres"} {
			if only := os.Getenv("BENCH_ENGINE"); only == "" || only == engine {
				err = errors.Join(err, prove(ctx, engine, folder, *items))
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

func prove(ctx context.Context, engine, folder string, items int) error {
	database := "sqlite:" + filepath.Join(folder, "waymark.db")
	flags := []string{"--storage=file:" + filepath.Join(folder, engine+"-files")}
	if engine == "postgres" {
		pg, err := postgres.Start(ctx, folder)
		if err != nil {
			return err
		}
		defer pg.Stop()
		database, flags = pg.URL, append(flags, "--single-node", "--secret-key=a secret key for one run")
	}
	flags = append(flags, "--database="+database)
	content := "--content=" + strconv.Itoa(items+items/2)
	demo := exec.CommandContext(ctx, server.Program, append([]string{"demo", content}, flags...)...)
	demo.Stderr, demo.Env = os.Stderr, server.Environment()
	if err := demo.Run(); err != nil {
		return fmt.Errorf("%s: fill the database: %w", engine, err)
	}
	s, err := server.StartSignedIn(ctx, nil, flags...)
	if err != nil {
		return err
	}
	defer s.Kill()
	p := &proof{engine: engine, database: database, server: s, items: items}
	if err := p.run(ctx); err != nil {
		return fmt.Errorf("%s: %w", engine, err)
	}
	return nil
}
