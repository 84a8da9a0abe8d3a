// Package browser runs a browser test as a proof.
package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
)

// Run runs the tests of a file in web/e2e with additional environment variables.
func Run(spec string, env ...string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	command := exec.CommandContext(ctx, "make", "--no-print-directory", "test-browser", "SPEC="+spec+" --project=sqlite")
	command.Env = append(os.Environ(), env...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

// Prove is Run for a program that does nothing else: it ends the program if a test fails.
func Prove(spec string, env ...string) {
	if err := Run(spec, env...); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", filepath.Base(os.Args[0]), err)
		os.Exit(1)
	}
}

// Measure is Prove for tests that measure: one at a time, once, with the optimising compilers of the browser.
func Measure(spec string) {
	Prove(spec+" --retries=0 --workers=1", "MEASURE=1")
}
