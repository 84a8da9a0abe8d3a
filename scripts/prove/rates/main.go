// Command rates shows how much faster requests have become. It starts a server from each of two binaries, on databases
// with 100,000 items and on both engines, and sends the requests of 16 connections to one and then to the other, in
// turn. It prints the requests per second and their ratio, and fails if a ratio is too low. PostgreSQL waits for the
// disk.
//
//	make prove rates OLD=path/to/waymark                # compared with bin/waymark
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
		return errors.New("the binary to compare with is missing: make prove rates OLD=path/to/waymark")
	}
	bench := exec.CommandContext(ctx, filepath.Join("scripts", "with-postgres"),
		"go", "run", "-tags", "sqlite_fts5", "./bench", "rates", before, after)
	bench.Env = append(os.Environ(), "DURABLE=1")
	bench.Cancel = func() error { return bench.Process.Signal(os.Interrupt) }
	bench.Stdout, bench.Stderr = os.Stdout, os.Stderr
	return bench.Run()
}
