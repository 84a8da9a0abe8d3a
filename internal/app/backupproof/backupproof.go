// Package backupproof checks that damaged backups can't be restored. The tests include a short run, `make prove
// backups` does a long one.
package backupproof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"waymark/internal/app"
	"waymark/internal/kit/db"
)

// Plan describes a run.
type Plan struct {
	Seed   uint64
	Flips  int // archives with one random bit flipped
	Cuts   int // archives cut off at a random place
	Every  int // a good archive is restored after each group of this many refused ones
	Config app.Config
}

// Result contains the outcome of a run.
type Result struct {
	Flips, Cuts, HandMade int      // attempts
	Refused               int      // must be all attempts
	Restored              int      // good archives restored right after a refused one
	Problems              []string // unexpected outcomes
}

// Run restores damaged variants of a good backup into folders below scratch.
func Run(ctx context.Context, good, scratch string, plan Plan) (*Result, error) {
	content, err := os.ReadFile(good) //nolint:gosec // the caller chooses the file
	if err != nil {
		return nil, err
	}
	handMade, err := HandMade(ctx, content)
	if err != nil {
		return nil, fmt.Errorf("build archives by hand: %w", err)
	}
	t := &trial{plan: plan, good: good, scratch: scratch, result: &Result{}}
	for _, archive := range handMade {
		t.result.HandMade++
		t.checkRefused(ctx, archive)
	}
	random := rand.New(rand.NewPCG(plan.Seed, 1)) // reproducible on purpose
	for range plan.Flips {
		bit := random.IntN(len(content) * 8)
		flipped := bytes.Clone(content)
		flipped[bit/8] ^= 1 << (bit % 8)
		t.result.Flips++
		t.checkRefused(ctx, Archive{fmt.Sprintf("bit %d of byte %d flipped", bit%8, bit/8), flipped})
	}
	for range plan.Cuts {
		length := random.IntN(len(content))
		t.result.Cuts++
		name := fmt.Sprintf("cut off after %d of %d bytes", length, len(content))
		t.checkRefused(ctx, Archive{name, content[:length]})
	}
	return t.result, ctx.Err()
}

type trial struct {
	plan    Plan
	good    string
	scratch string
	result  *Result
	tried   int
}

func (t *trial) problem(format string, args ...any) {
	t.result.Problems = append(t.result.Problems, fmt.Sprintf(format, args...))
}

// checkRefused checks that an archive is refused and leaves no files behind.
func (t *trial) checkRefused(ctx context.Context, archive Archive) {
	damaged, target := filepath.Join(t.scratch, "damaged.backup"), filepath.Join(t.scratch, "target")
	if err := os.WriteFile(damaged, archive.Content, 0o600); err != nil {
		t.problem("%v", err)
		return
	}
	config := t.plan.Config
	config.Database, config.Storage = "sqlite:"+filepath.Join(target, "data", "waymark.db"), ""
	if _, err := app.Restore(ctx, config, damaged, app.RestoreOptions{}); err == nil {
		t.problem("%s: restored", archive.Name)
	} else {
		t.result.Refused++
	}
	if info, err := os.Stat(target); !errors.Is(err, fs.ErrNotExist) {
		t.problem("%s: %v was left behind", archive.Name, info)
		_ = os.RemoveAll(target)
	}
	if t.tried++; t.tried%t.plan.Every == 0 {
		t.checkGood(ctx, config, target)
	}
}

// checkGood checks that a good archive can still be restored.
func (t *trial) checkGood(ctx context.Context, config app.Config, target string) {
	defer func() { _ = os.RemoveAll(target) }()
	if _, err := app.Restore(ctx, config, t.good, app.RestoreOptions{}); err != nil {
		t.problem("a good archive is refused: %v", err)
		return
	}
	d, err := db.OpenReadOnly(filepath.Join(target, "data", "waymark.db"))
	if err != nil {
		t.problem("a good archive: %v", err)
		return
	}
	defer func() { _ = d.Close() }()
	if n, err := db.Value[int](ctx, d.Read(), "SELECT count(*) FROM users"); err != nil || n == 0 {
		t.problem("a good archive has %d users: %v", n, err)
		return
	}
	t.result.Restored++
}
