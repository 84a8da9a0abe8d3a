// Package binaries compares two binaries.
package binaries

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

// Compare runs a comparison of the benchmark with the binaries OLD and NEW, which is bin/waymark if it is not set. It
// exits with an error if the comparison fails.
func Compare(name string, environment ...string) {
	if err := compare(name, environment); err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

func compare(name string, environment []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	before, after := os.Getenv("OLD"), cmp.Or(os.Getenv("NEW"), filepath.Join("bin", "waymark"))
	if before == "" {
		return errors.New("the binary to compare with is missing: make prove " + name + " OLD=path/to/waymark")
	}
	bench := exec.CommandContext(ctx, filepath.Join("scripts", "with-postgres"),
		"go", "run", "-tags", "sqlite_fts5", "./bench", name, before, after)
	bench.Env = append(os.Environ(), environment...)
	bench.Cancel = func() error { return bench.Process.Signal(os.Interrupt) }
	bench.Stdout, bench.Stderr = os.Stdout, os.Stderr
	return bench.Run()
}
