// Command start proves that a server with a new SQLite database is ready within 250 ms. It measures the time from the
// start of the process to the first successful response of /readyz, 20 times, and compares the median. With OLD,
// another binary is started in turn and its median is also printed.
//
//	make prove start
//	make prove start OLD=path/to/waymark
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"waymark/scripts/prove/internal/server"
)

const (
	starts = 20
	limit  = 250 * time.Millisecond
)

func main() {
	median, err := measure(context.Background())
	if err == nil && median > limit {
		err = fmt.Errorf("the median must be at most %s", limit)
	}
	if err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

// measure prints the medians of all binaries and returns that of bin/waymark.
func measure(ctx context.Context) (median time.Duration, err error) {
	programs := []string{server.Program}
	if old := os.Getenv("OLD"); old != "" {
		programs = []string{old, server.Program}
	}
	took := map[string][]time.Duration{}
	for range starts {
		for _, program := range programs {
			ready, err := start(ctx, program)
			if err != nil {
				return 0, err
			}
			took[program] = append(took[program], ready)
		}
	}
	for _, program := range programs {
		slices.Sort(took[program])
		median = took[program][starts/2]
		fmt.Printf("%s: median %d ms, from %d to %d ms\n", program, median.Milliseconds(),
			took[program][0].Milliseconds(), took[program][starts-1].Milliseconds())
	}
	return median, nil
}

// start returns how long a server with a new database takes to become ready.
func start(ctx context.Context, program string) (ready time.Duration, err error) {
	folder, err := os.MkdirTemp("", "waymark-start-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	started := time.Now()
	s, err := server.Start(ctx, program, nil, "--database=sqlite:"+filepath.Join(folder, "waymark.db"))
	if err != nil {
		return 0, err
	}
	defer s.Kill()
	err = s.AwaitReady()
	return time.Since(started), err
}
