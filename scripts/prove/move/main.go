// Command move proves that a large installation can be moved from SQLite to PostgreSQL, and its files from a folder to
// a bucket. It fills a database, starts a server on it that is read-only, moves the database and the files, and kills
// the move twice on the way. Then it compares, through the API of a server on each side:
//
//   - all pages of all lists, and all figures of the console;
//   - all images.
//
// It also checks that the move has not changed the source, and prints how long it took and its peak memory.
//
//	make prove move
//	go run -tags sqlite_fts5 ./scripts/prove/move -items 2000 -users 500 -events 1000
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"

	"waymark/internal/kit/kittest"
	"waymark/scripts/postgres"
	"waymark/scripts/prove/internal/server"
)

// proof is a move from one installation to another.
type proof struct {
	folder               string
	to, bucket           string // where everything is moved
	items, users, events int
}

func main() {
	p := &proof{}
	flag.IntVar(&p.items, "items", 200_000, "number of content items")
	flag.IntVar(&p.users, "users", 50_000, "number of users")
	flag.IntVar(&p.events, "events", 100_000, "number of Copilot events")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if p.folder, err = os.MkdirTemp("", "waymark-move-"); err == nil {
		_ = os.Chmod(p.folder, 0o755) // PostgreSQL runs as another user
		err = errors.Join(p.run(ctx), os.RemoveAll(p.folder))
	}
	if err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

func (p *proof) path(name string) string { return filepath.Join(p.folder, name) }

// source returns the flags of the source.
func (p *proof) source() []string {
	return []string{"--database=sqlite:" + p.path("waymark.db"), "--storage=file:" + p.path("files")}
}

func (p *proof) run(ctx context.Context) error {
	pg, err := postgres.Start(ctx, p.folder)
	if err != nil {
		return err
	}
	defer pg.Stop()
	bucket, stopBucket, err := kittest.StartBucket()
	if err != nil {
		return err
	}
	defer stopBucket()
	p.to, p.bucket = pg.URL, bucket
	if err := p.fill(ctx); err != nil {
		return err
	}
	before, err := hashOf(p.path("waymark.db"))
	if err != nil {
		return err
	}
	from, err := server.StartSignedIn(ctx, nil, append(p.source(), "--read-only")...)
	if err != nil {
		return err
	}
	defer from.Kill()
	for _, after := range []string{"content", "indexes"} {
		if err := p.killMove(ctx, after); err != nil {
			return err
		}
	}
	if err := p.move(ctx); err != nil {
		return err
	}
	key, err := os.ReadFile(p.path("secret.key"))
	if err != nil {
		return err
	}
	to, err := server.StartSignedIn(ctx, nil, "--database="+p.to, "--storage="+p.bucket, "--single-node",
		"--secret-key="+strings.TrimSpace(string(key)), "--read-only")
	if err != nil {
		return err
	}
	defer to.Kill()
	if err := compare(from, to); err != nil {
		return err
	}
	after, err := hashOf(p.path("waymark.db"))
	if err == nil && after != before {
		err = errors.New("the source was changed")
	}
	return err
}

// fill creates the demo data with its images, and adds many records.
func (p *proof) fill(ctx context.Context) error {
	// The standard demo data is created by a server, which also makes the sizes of its images.
	s, err := server.StartSignedIn(ctx, nil, append(p.source(), "--demo", "--pages-addr=127.0.0.1:0")...)
	if err != nil {
		return err
	}
	s.Kill()
	demo := exec.CommandContext(ctx, server.Program, append([]string{
		"demo", "--content=" + strconv.Itoa(p.items), "--users=" + strconv.Itoa(p.users),
		"--events=" + strconv.Itoa(p.events), "--calls=" + strconv.Itoa(p.events/10),
	}, p.source()...)...)
	demo.Env = server.Environment()
	if output, err := demo.CombinedOutput(); err != nil {
		return fmt.Errorf("fill the database: %w: %s", err, output)
	}
	return nil
}
