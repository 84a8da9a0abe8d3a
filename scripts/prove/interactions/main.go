// Command interactions measures how long the console takes from an input to the next frame that shows its effect: the
// event timing that browsers report as "interaction to next paint". It prints the median and the longest of each, and
// fails if a median is above 50 ms. It needs a quiet machine.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	const spec = "SPEC=interactions.spec.ts --project=sqlite --retries=0 --workers=1"
	command := exec.CommandContext(ctx, "make", "--no-print-directory", "test-browser", spec)
	command.Env = append(os.Environ(), "MEASURE_INTERACTIONS=1")
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	err := command.Run()
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "interactions:", err)
		os.Exit(1)
	}
}
