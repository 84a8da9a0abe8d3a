// Command walk opens every screen, dialog and menu of the console in both themes at both widths, and checks each with
// all rules of axe. The browser tests check less of each, because this takes a few minutes.
//
// SCREENSHOTS=folder also takes a picture of each.
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
	const spec = "SPEC=walk.spec.ts --project=sqlite"
	command := exec.CommandContext(ctx, "make", "--no-print-directory", "test-browser", spec)
	command.Env = append(os.Environ(), "WALK_FULL=1")
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	err := command.Run()
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "walk:", err)
		os.Exit(1)
	}
}
