// Command guide does everything docs/adding-an-entity.md says in a copy of the tree: it adds the entity, runs its Go
// test, regenerates the API types, checks the types of the web app, and runs the entity's browser test against the
// binary built from the copy. It runs on PostgreSQL too if WAYMARK_TEST_POSTGRES is set.
//
//	make prove guide
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"waymark/scripts/guide"
)

func main() {
	if err := prove(); err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

// A step is a command that runs in a folder of the copy.
type step struct{ folder, command string }

var steps = []step{
	{".", "go test -tags sqlite_fts5 ./internal/features/ports/ ./internal/"},
	{".", "make gen"},
	{"web", "npx biome check --error-on-warnings src e2e"},
	{"web", "npx tsc --noEmit"},
	{".", "make test-browser SPEC=ports.spec.ts"},
}

func prove() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root, err := os.MkdirTemp("", "waymark-guide-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(root) }()
	if err := copyTree(ctx, root); err != nil {
		return err
	}
	changes, err := guide.Read(".", "docs/adding-an-entity.md")
	if err != nil {
		return err
	}
	if err := guide.Write(root, changes); err != nil {
		return err
	}
	for _, s := range steps {
		fmt.Println("==>", s.command)
		command := exec.CommandContext(ctx, "bash", "-c", s.command)
		command.Dir = filepath.Join(root, s.folder)
		command.Stdout, command.Stderr = os.Stdout, os.Stderr
		if err := command.Run(); err != nil {
			return fmt.Errorf("%s: %w", s.command, err)
		}
	}
	return nil
}

// copyTree copies the files of the repository, and links to its npm packages. Times are kept, so that make neither
// installs the packages again nor takes them for outdated.
func copyTree(ctx context.Context, root string) error {
	files, err := exec.CommandContext(ctx, "git", "ls-files", "-z").Output()
	if err != nil {
		return fmt.Errorf("list files: %w", err)
	}
	names := strings.Split(strings.TrimRight(string(files), "\x00"), "\x00")
	args := append([]string{"-p", "--parents", "-t", root}, names...)
	if out, err := exec.CommandContext(ctx, "cp", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("copy the tree: %w\n%s", err, out)
	}
	for _, folder := range []string{"web", "web/tools"} {
		packages, err := filepath.Abs(filepath.Join(folder, "node_modules"))
		if err != nil {
			return err
		}
		if err := os.Symlink(packages, filepath.Join(root, folder, "node_modules")); err != nil {
			return err
		}
	}
	return nil
}
