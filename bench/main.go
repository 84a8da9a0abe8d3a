// Command bench measures the binary on both databases at four sizes, and compares it with two ceilings: a bare HTTP
// server that returns a fixed page, and the same SQL in process. Everything is measured in one run and the ratios are
// compared, because absolute times on a shared machine mean little.
//
// Run it with `make bench`. BENCH=small uses less data, BENCH_ONLY=content measures only the cases with that word in
// their name, BENCH_ONLY='content|users' those with one of these words, and BENCH_ENGINE=sqlite or postgres measures
// only one engine. It exits with an error if a limit is exceeded.
//
// With the arguments `compare OLD NEW` or `rates OLD NEW` it compares two binaries instead, see scripts/prove/compare
// and scripts/prove/rates.
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

// plan contains the sizes of the databases and the duration of measurements.
type plan struct {
	small  bool
	sizes  []int
	warmUp time.Duration
	window time.Duration
	rounds int
}

const connections = 8

func newPlan(bench string) plan {
	if bench == "small" {
		return plan{
			small: true, sizes: []int{1_000, 10_000, 50_000},
			warmUp: 100 * time.Millisecond, window: 500 * time.Millisecond, rounds: 3,
		}
	}
	return plan{
		sizes:  []int{1_000, 10_000, 100_000, 1_000_000},
		warmUp: 200 * time.Millisecond, window: 2 * time.Second, rounds: 3,
	}
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == staticCommand {
		fmt.Fprintln(os.Stderr, "bench:", serveStatic(os.Args[2]))
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	p := newPlan(os.Getenv("BENCH"))
	cases = slices.DeleteFunc(cases, func(c useCase) bool { return !selected(c.name) })
	measure, comparing := run, len(os.Args) == 4
	if comparing {
		measure = comparisonOf(os.Args[1], os.Args[2], os.Args[3])
	}
	failed, err := measure(ctx, p)
	if ctx.Err() != nil {
		err = errors.New("interrupted; all servers were stopped")
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	for _, sentence := range failed {
		fmt.Println("FAILED: " + sentence)
	}
	if len(failed) > 0 {
		os.Exit(1)
	}
	if comparing {
		return
	}
	if p.small {
		fmt.Println("Binary size and memory are within their limits. Growth is checked only in a full run.")
		return
	}
	fmt.Println("All results are within their limits.")
}

// selected reports whether the case with this name is measured.
func selected(name string) bool {
	return slices.ContainsFunc(strings.Split(os.Getenv("BENCH_ONLY"), "|"), func(word string) bool {
		return strings.Contains(name, word)
	})
}

// selectedEngines returns both engines, or the one in BENCH_ENGINE.
func selectedEngines() []db.Engine {
	return slices.DeleteFunc([]db.Engine{db.SQLite, db.Postgres}, func(kind db.Engine) bool {
		only := os.Getenv("BENCH_ENGINE")
		return only != "" && only != string(kind)
	})
}

// comparePrograms compares two binaries on each engine, and returns the exceeded limits.
func comparePrograms(ctx context.Context, oldProgram, newProgram string,
	compareOn func(ctx context.Context, before, after *engine) (failed []string, err error),
) (failed []string, err error) {
	folder, err := os.MkdirTemp(os.Getenv("BENCH_FOLDER"), "waymark-compare-")
	if err != nil {
		return nil, fmt.Errorf("create temporary folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	for _, kind := range selectedEngines() {
		before, after, err := newPair(ctx, folder, kind, oldProgram, newProgram)
		if err != nil {
			return nil, err
		}
		exceeded, err := compareOn(ctx, before, after)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		failed = append(failed, exceeded...)
	}
	return failed, nil
}

// comparisonOf returns the comparison of two binaries with the given name.
func comparisonOf(name, oldProgram, newProgram string) func(context.Context, plan) ([]string, error) {
	return func(ctx context.Context, _ plan) ([]string, error) {
		switch name {
		case "compare":
			return comparePrograms(ctx, oldProgram, newProgram, compare)
		case "rates":
			return comparePrograms(ctx, oldProgram, newProgram, rates)
		}
		return nil, fmt.Errorf("there is no comparison %q", name)
	}
}

// run measures both engines one after the other, prints the results of each, and returns the exceeded limits.
func run(ctx context.Context, p plan) (failed []string, err error) {
	server := os.Getenv("WAYMARK_TEST_POSTGRES")
	if server == "" {
		return nil, errors.New("WAYMARK_TEST_POSTGRES is not set; `make bench` starts a PostgreSQL server")
	}
	folder, err := os.MkdirTemp("", "waymark-bench-")
	if err != nil {
		return nil, fmt.Errorf("create temporary folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	program, err := copyProgram(filepath.Join("bin", "waymark"), folder)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	for _, kind := range selectedEngines() {
		e := &engine{kind: kind, folder: folder, program: program, server: server}
		found, err := e.measure(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.kind, err)
		}
		report(os.Stdout, p, found)
		failed = append(failed, failedLimits(p, found)...)
	}
	size, err := programSize(program)
	if err != nil {
		return nil, err
	}
	fmt.Printf("\nBinary: %s MB. The whole run took %s.\n",
		decimal(megabytes(size)), time.Since(started).Round(time.Second))
	if size > maxProgramSize {
		failed = append(failed, fmt.Sprintf("The binary has %s MB; the limit is %s MB.",
			decimal(megabytes(size)), decimal(megabytes(maxProgramSize))))
	}
	return failed, nil
}

// copyProgram copies the binary, so that a build during the run does not change what is measured.
func copyProgram(from, folder string) (string, error) {
	content, err := os.ReadFile(from)
	if err != nil {
		return "", fmt.Errorf("read binary (build it with `make build`): %w", err)
	}
	to := filepath.Join(folder, "waymark")
	if err := os.WriteFile(to, content, 0o700); err != nil {
		return "", fmt.Errorf("copy binary: %w", err)
	}
	return to, nil
}

func programSize(program string) (int64, error) {
	info, err := os.Stat(program)
	if err != nil {
		return 0, fmt.Errorf("read size of binary: %w", err)
	}
	return info.Size(), nil
}

// environment returns the environment of the servers: that of this process without Waymark settings, plus the
// settings of the benchmark.
func environment() []string {
	variables := []string{
		"WAYMARK_ADMIN_EMAIL=" + adminEmail, "WAYMARK_ADMIN_PASSWORD=" + adminPassword,
		"WAYMARK_APP_KEY=" + appKey, "WAYMARK_API_RATE=1000000000",
		"WAYMARK_CHECK_LINKS_EVERY=0s", // the sites of the demo data don't exist
	}
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "WAYMARK_") {
			variables = append(variables, variable)
		}
	}
	return variables
}
