// Command import proves that a large file is imported within little memory, and that an interrupted import continues:
// it imports 100,000 publishers of which 1,000 are invalid, kills the server in the middle, and checks that each row
// was imported once, that the invalid ones are reported by row and field, and that an undo leaves nothing behind.
//
//	make prove import
//	go run -tags sqlite_fts5 ./scripts/prove/import -rows 4000
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"time"

	"waymark/scripts/prove/internal/server"
)

const (
	invalidEach = 100 // of as many rows, one is invalid
	maxMemory   = 150 // MB
	// signInMemory is how long it takes until the memory used for the start and the sign-in is released.
	signInMemory = 5 * time.Second
)

func main() {
	rows := flag.Int("rows", 100_000, "number of rows")
	flag.Parse()
	server.Prove("import", func(ctx context.Context, d server.Database) error {
		// On PostgreSQL, jobs of a killed node continue after eleven minutes, since it may still run.
		p := &proof{name: d.Engine, rows: *rows, kill: d.Postgres == nil, flags: d.Flags}
		return p.run(ctx)
	})
}

// proof is one run on one database.
type proof struct {
	name  string
	rows  int
	kill  bool
	flags []string

	server *server.Server
	peak   int // MB
}

func (p *proof) run(ctx context.Context) error {
	defer func() {
		if p.server != nil {
			p.server.Kill()
		}
	}()
	if err := p.startServer(ctx); err != nil {
		return err
	}
	id, err := p.upload()
	if err != nil {
		return err
	}
	checked, err := p.timed("check", func() (*importStatus, error) { return p.check(id) })
	if err != nil {
		return err
	}
	if err := p.verify(checked, "checked"); err != nil {
		return err
	}
	imported, err := p.timed("import", func() (*importStatus, error) { return p.start(ctx, id) })
	if err != nil {
		return err
	}
	if err := errors.Join(p.verify(imported, "done"), p.verifyTotal(p.rows-p.rows/invalidEach)); err != nil {
		return err
	}
	if err := p.measure(); err != nil {
		return err
	}
	fmt.Printf("%s: the server used %d MB at most\n", p.name, p.peak)
	if p.peak > maxMemory {
		return fmt.Errorf("the server used more than %d MB", maxMemory)
	}
	undo := func() (*importStatus, error) { return nil, p.undo(imported.Item.ChangeID) }
	if _, err := p.timed("undo", undo); err != nil {
		return err
	}
	return p.verifyTotal(0)
}

func (p *proof) timed(name string, run func() (*importStatus, error)) (*importStatus, error) {
	started := time.Now()
	status, err := run()
	fmt.Printf("%s: %s of %d rows took %s\n", p.name, name, p.rows, time.Since(started).Round(100*time.Millisecond))
	return status, err
}

func (p *proof) startServer(ctx context.Context) (err error) {
	if p.server, err = server.StartSignedIn(ctx, nil, p.flags...); err != nil {
		return err
	}
	time.Sleep(signInMemory)
	return p.server.ResetPeakMemory()
}

// measure notes the peak memory of the running process.
func (p *proof) measure() error {
	peak, err := p.server.PeakMemory()
	p.peak = max(p.peak, peak)
	return err
}
