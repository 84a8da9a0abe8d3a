// Command backups tries to restore damaged backups of demo data. None may be restored or leave files behind, and a good
// backup must still be restored afterwards.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"waymark/internal/app"
	"waymark/internal/app/backupproof"
)

func main() {
	seed := flag.Uint64("seed", 1, "seed of the random damage")
	flips := flag.Int("flips", 500, "archives with one flipped bit")
	cuts := flag.Int("cuts", 50, "archives cut off at a random position")
	binary := flag.Int("binary", 6, "archives with one flipped bit that are also tried with the binary")
	flag.Parse()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := prove(ctx, *seed, *flips, *cuts, *binary); err != nil {
		fmt.Fprintln(os.Stderr, "FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("ok")
}

func prove(ctx context.Context, seed uint64, flips, cuts, binary int) error {
	scratch, err := os.MkdirTemp("", "waymark-prove-backups-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	started := time.Now()
	config := app.Config{
		Database: "sqlite:" + filepath.Join(scratch, "origin", "waymark.db"), PublicURL: "http://localhost:8080",
		AppURL: "http://localhost:8081", InspiresURL: "http://localhost:8082", LandingURL: "http://localhost:8083",
		ProductName: "Waymark", Timezone: "UTC", Version: "proof", Workers: 1, APIRate: 1,
	}
	good := filepath.Join(scratch, "good.backup")
	if err := createBackup(ctx, config, good); err != nil {
		return err
	}
	info, err := os.Stat(good)
	if err != nil {
		return err
	}
	fmt.Printf("backup of demo data: %d bytes, made in %v\n", info.Size(), time.Since(started).Round(time.Millisecond))

	started = time.Now()
	result, err := backupproof.Run(ctx, good, filepath.Join(scratch), backupproof.Plan{
		Seed: seed, Flips: flips, Cuts: cuts, Every: 5, Config: config,
	})
	if err != nil {
		return err
	}
	fmt.Printf("tried in process: %d with a flipped bit, %d cut off, %d built by hand (seed %d, %v)\n",
		result.Flips, result.Cuts, result.HandMade, seed, time.Since(started).Round(time.Millisecond))
	fmt.Printf("refused: %d of %d; good backups restored in between: %d\n",
		result.Refused, result.Flips+result.Cuts+result.HandMade, result.Restored)
	if len(result.Problems) > 0 {
		return errors.New(strings.Join(result.Problems, "\n"))
	}
	return proveBinary(ctx, scratch, good, seed, binary)
}

// createBackup creates a backup of demo data.
func createBackup(ctx context.Context, config app.Config, target string) error {
	a, err := app.New(ctx, config)
	if err != nil {
		return err
	}
	sizes := app.DemoSizes{Content: 60, Collections: 8, Users: 20, Publishers: 10}
	err = a.BulkDemo(ctx, sizes, io.Discard)
	if err := errors.Join(err, a.Gate.Log.Close(ctx), a.DB.Close()); err != nil {
		return err
	}
	_, err = app.Backup(ctx, config, target)
	return err
}

// proveBinary tries a few archives with the binary.
func proveBinary(ctx context.Context, scratch, good string, seed uint64, times int) error {
	program := filepath.Join(scratch, "waymark")
	build := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-tags", "sqlite_fts5", "-o", program,
		"./cmd/waymark")
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w: %s", err, output)
	}
	content, err := os.ReadFile(good)
	if err != nil {
		return err
	}
	run := func(args ...string) (string, error) {
		output, err := exec.CommandContext(ctx, program, args...).CombinedOutput()
		return string(output), err
	}
	random := rand.New(rand.NewPCG(seed, 2)) // reproducible on purpose
	damaged, target := filepath.Join(scratch, "damaged.backup"), filepath.Join(scratch, "binary")
	database := "--database=sqlite:" + filepath.Join(target, "waymark.db")
	for range times {
		bit := random.IntN(len(content) * 8)
		flipped := bytes.Clone(content)
		flipped[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(damaged, flipped, 0o600); err != nil {
			return err
		}
		for _, command := range []string{"verify", "restore"} {
			if output, err := run(command, damaged, database); err == nil {
				return fmt.Errorf("%s accepts a backup with bit %d flipped: %s", command, bit, output)
			}
		}
		if _, err := os.Stat(target); err == nil {
			return fmt.Errorf("restore left %s behind", target)
		}
		if output, err := run("restore", good, database); err != nil {
			return fmt.Errorf("restore a good backup: %w: %s", err, output)
		}
		if err := os.RemoveAll(target); err != nil {
			return err
		}
	}
	fmt.Printf("tried with the binary: %d refused by verify and restore, and a good backup restored after each\n", times)
	return nil
}
