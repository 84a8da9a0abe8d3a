// Command compare shows whether a change makes requests slower. It starts a server from each of two binaries, on
// databases with the same amount of demo data (50,000 items) and on both engines, and sends every kind of request that
// make bench measures to both in turn. Other load on the machine therefore affects both alike. It prints the median
// times, their ratio and the geometric mean of all ratios.
//
//	make prove compare OLD=path/to/waymark                # compared with bin/waymark
//	make prove compare OLD=path/to/waymark NEW=path/to/another
//
// BENCH_ONLY=word compares only the cases with that word in their name, and BENCH_ENGINE=sqlite or postgres only one
// engine.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
)

func main() {
	if err := prove(); err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

func prove() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	before, after := os.Getenv("OLD"), cmp.Or(os.Getenv("NEW"), filepath.Join("bin", "waymark"))
	if before == "" {
		return errors.New("the binary to compare with is missing: make prove compare OLD=path/to/waymark")
	}
	bench := exec.CommandContext(ctx, filepath.Join("scripts", "with-postgres"),
		"go", "run", "-tags", "sqlite_fts5", "./bench", "compare", before, after)
	bench.Cancel = func() error { return bench.Process.Signal(os.Interrupt) }
	bench.Stdout, bench.Stderr = os.Stdout, os.Stderr
	return bench.Run()
}
