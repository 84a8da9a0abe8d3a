// Command bench measures the real binary on both databases at four sizes, beside two ceilings: a bare
// HTTP server that answers a ready-made page, and the same SQL in process. All of it runs in one go and
// what counts are the ratios, because absolute times on a shared machine mean little.
//
// `make bench` runs it; BENCH=small takes a quick look with less data, BENCH_ONLY=content measures the cases with that in
// their name. It ends with an error when a
// promise is broken.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"waymark/internal/kit/db"
)

// plan is how much is measured, and for how long.
type plan struct {
	small  bool
	sizes  []int
	warmUp time.Duration
	window time.Duration
	rounds int
}

const connections = 8

func planFor(bench string) plan {
	if bench == "small" {
		return plan{
			small: true, sizes: []int{1_000, 10_000, 50_000}, warmUp: 100 * time.Millisecond,
			window: 500 * time.Millisecond, rounds: 3,
		}
	}
	return plan{
		sizes: []int{1_000, 10_000, 100_000, 1_000_000}, warmUp: 200 * time.Millisecond, window: 2 * time.Second,
		rounds: 3,
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	p := planFor(os.Getenv("BENCH"))
	cases = slices.DeleteFunc(cases, func(c useCase) bool { return !strings.Contains(c.name, os.Getenv("BENCH_ONLY")) })
	broken, err := run(ctx, p)
	if ctx.Err() != nil {
		err = errors.New("interrupted; all that was started is stopped")
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	for _, sentence := range broken {
		fmt.Println("BROKEN: " + sentence)
	}
	if len(broken) > 0 {
		os.Exit(1)
	}
	if p.small {
		fmt.Println("Binary and memory keep their promises; growth is judged by the full run only.")
		return
	}
	fmt.Println("All promises are kept.")
}

// run measures both engines one after the other, prints each when it is done, and tells what is broken.
func run(ctx context.Context, p plan) (broken []string, err error) {
	server := os.Getenv("WAYMARK_TEST_POSTGRES")
	if server == "" {
		return nil, errors.New("WAYMARK_TEST_POSTGRES names no PostgreSQL server; `make bench` starts one")
	}
	folder, err := os.MkdirTemp("", "waymark-bench-")
	if err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	program, err := copyProgram(filepath.Join("bin", "waymark"), folder)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	for _, e := range []*engine{
		{kind: db.SQLite, folder: folder, program: program},
		{kind: db.Postgres, folder: folder, program: program, server: server},
	} {
		found, err := e.measure(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.kind, err)
		}
		report(os.Stdout, p, found)
		broken = append(broken, brokenPromises(p, found)...)
	}
	size, err := programSize(program)
	if err != nil {
		return nil, err
	}
	fmt.Printf("\nBinary: %s MB. The whole run took %s.\n", decimal(megabytes(size)), time.Since(started).
		Round(time.Second))
	if size > largestProgram {
		broken = append(broken, fmt.Sprintf("The binary has %s MB; it must stay under %s.", decimal(megabytes(size)),
			decimal(megabytes(largestProgram))))
	}
	return broken, nil
}

// The binary is copied, so that a build in the middle of a run does not change what is measured.
func copyProgram(from, folder string) (string, error) {
	content, err := os.ReadFile(from)
	if err != nil {
		return "", fmt.Errorf("read the binary (`make build` makes it): %w", err)
	}
	to := filepath.Join(folder, "waymark")
	if err := os.WriteFile(to, content, 0o700); err != nil {
		return "", fmt.Errorf("copy the binary: %w", err)
	}
	return to, nil
}

func programSize(program string) (int64, error) {
	info, err := os.Stat(program)
	if err != nil {
		return 0, fmt.Errorf("weigh the binary: %w", err)
	}
	return info.Size(), nil
}

// environment is ours without the settings of a Waymark that happen to be in it, and with the first admin.
func environment() []string {
	kept := []string{
		"WAYMARK_ADMIN_EMAIL=" + adminEmail, "WAYMARK_ADMIN_PASSWORD=" + adminPassword,
		"WAYMARK_APP_KEY=" + appKey, "WAYMARK_API_RATE=1000000000",
	}
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "WAYMARK_") {
			kept = append(kept, variable)
		}
	}
	return kept
}
