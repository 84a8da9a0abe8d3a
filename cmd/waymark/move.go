package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"waymark/internal/app"
)

type move struct {
	To        string `help:"Empty PostgreSQL database to copy to: postgres://…" env:"WAYMARK_MOVE_TO" required:""`
	StorageTo string `help:"Where to copy uploaded files: s3://KEY:SECRET@HOST/BUCKET or file:PATH. If not set, they stay where they are." env:"WAYMARK_MOVE_STORAGE_TO"`
	JSON      bool   `name:"json" help:"Print a summary as JSON."`
}

func (m move) Run(ctx context.Context, shared *settings) error {
	progress := &moveProgress{out: os.Stderr}
	report, err := app.Move(ctx, shared.config(), app.MoveOptions{
		To: m.To, StorageTo: m.StorageTo, Report: progress.report,
	})
	if err != nil {
		return err
	}
	if m.JSON {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(report)
	}
	fmt.Printf("Moved and verified: %d rows in %d tables, %d files, in %.0f s.\n",
		report.Rows, len(report.Tables), report.Files, report.Seconds)
	if report.Corrected > 0 {
		fmt.Printf("%d totals were wrong in the source and have been counted again.\n", report.Corrected)
	}
	fmt.Print(m.nextSteps(shared))
	return nil
}

// nextSteps explains how to switch over, and how to go back.
func (m move) nextSteps(shared *settings) string {
	key := "the same --secret-key as before"
	if path, ok := strings.CutPrefix(shared.Database, "sqlite:"); ok && shared.SecretKey == "" {
		key = "WAYMARK_SECRET_KEY_FILE=" + app.KeyFile(path)
	}
	storage := "the same --storage as before, and --single-node if it is a folder"
	if m.StorageTo != "" {
		storage = "--storage with the address that you passed as --storage-to"
	}
	return fmt.Sprintf(`
To switch over:
  1. Stop the server on %[1]s, if it is running.
  2. Start the server with --database set to the address that you passed as --to, with
     %[2]s
     and %[3]s.
  3. Check that it works. People stay signed in, and API keys stay valid.
To go back, stop that server and start the one on %[1]s again without --read-only:
nothing there has been changed. What was saved on PostgreSQL in between is not there.
`, shared.Database, key, storage)
}

// moveProgress prints the steps of a move. Those of tables are printed when they are done, and every two seconds.
type moveProgress struct {
	out         io.Writer
	began, last time.Time
	text        string
}

func (p *moveProgress) report(step app.MoveStep) {
	now := time.Now()
	if step.Text != p.text {
		p.text, p.began, p.last = step.Text, now, now
	}
	if !step.Done && now.Sub(p.last) < 2*time.Second {
		return
	}
	p.last = now
	line := step.Text
	switch seconds := now.Sub(p.began).Seconds(); {
	case step.Skipped:
		line = fmt.Sprintf("%s: %d rows, copied before", step.Text, step.Rows)
	case step.Rows > 0 && seconds > 0.1:
		line = fmt.Sprintf("%s: %d in %.1f s (%.0f/s)", step.Text, step.Rows, seconds, float64(step.Rows)/seconds)
	case step.Rows > 0:
		line = fmt.Sprintf("%s: %d", step.Text, step.Rows)
	}
	if !step.Done {
		line += " …"
	}
	_, _ = fmt.Fprintln(p.out, line)
}
