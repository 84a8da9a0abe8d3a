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

// Prove runs the tests of a file in web/e2e with additional environment variables, and ends the program.
func Prove(spec string, env ...string) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	command := exec.CommandContext(ctx, "make", "--no-print-directory", "test-browser", "SPEC="+spec+" --project=sqlite")
	command.Env = append(os.Environ(), env...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	err := command.Run()
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", filepath.Base(os.Args[0]), err)
		os.Exit(1)
	}
}

// Measure is Prove for tests that measure: one at a time, once, with the optimising compilers of the browser.
func Measure(spec string, env ...string) {
	Prove(spec+" --retries=0 --workers=1", append(env, "MEASURE=1")...)
}
