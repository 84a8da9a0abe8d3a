package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"waymark/scripts/prove/internal/server"
)

func (p *proof) command(ctx context.Context) *exec.Cmd {
	return exec.CommandContext(ctx, server.Program, append([]string{
		"move", "--to=" + p.to, "--storage-to=" + p.bucket, "--json",
	}, p.source()...)...)
}

// killMove kills a move when it reports a step for the first time.
func (p *proof) killMove(ctx context.Context, step string) error {
	move := p.command(ctx)
	output, err := move.StderrPipe()
	if err != nil {
		return err
	}
	if err := move.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), step) {
			fmt.Println("killed at:", lines.Text())
			_ = move.Process.Kill()
			_ = move.Wait()
			return nil
		}
	}
	// With few rows, no step takes long enough to be reported.
	fmt.Printf("not killed: %q was not reported\n", step)
	return move.Wait()
}

// move completes the move and prints what it took.
func (p *proof) move(ctx context.Context) error {
	move := p.command(ctx)
	move.Stderr = os.Stderr
	output, err := move.Output()
	if err != nil {
		return fmt.Errorf("move: %w", err)
	}
	var report struct {
		Rows, Files int64
		Seconds     float64
	}
	if err := json.Unmarshal(output, &report); err != nil {
		return fmt.Errorf("move: %w", err)
	}
	peak := int64(0)
	if usage, ok := move.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak = usage.Maxrss >> 10
	}
	fmt.Printf("the last run moved or compared %d rows and %d files in %.1f s (%.0f rows/s) with %d MB\n",
		report.Rows, report.Files, report.Seconds, float64(report.Rows)/report.Seconds, peak)
	return nil
}

func hashOf(path string) (sum [32]byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer func() { _ = file.Close() }()
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return [32]byte(hash.Sum(nil)), err
}
