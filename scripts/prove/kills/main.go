// Command kills proves that no acknowledged write is lost: it kills the server again and again while 16 clients create
// content. On PostgreSQL it also stops the database without a shutdown. After each kill, every acknowledged item must
// be there with its audit entry, no refused item may be there, and all counters and search tables must equal the rows.
//
//	make prove kills
//	go run -tags sqlite_fts5 ./scripts/prove/kills -sqlite 20 -postgres 5
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"time"

	"waymark/scripts/prove/internal/server"
)

const (
	clients = 16
	tags    = 3 // all items have one of these, so that their writers compete for the same counts
)

func main() {
	sqliteKills := flag.Int("sqlite", 200, "number of kills on SQLite")
	postgresKills := flag.Int("postgres", 50, "number of kills on PostgreSQL")
	flag.Parse()
	server.Prove("kills", func(ctx context.Context, d server.Database) error {
		p, kills := &proof{name: d.Engine, database: d.URL, flags: d.Flags}, *sqliteKills
		if pg := d.Postgres; pg != nil {
			kills, p.crash = *postgresKills, func() error {
				pg.Stop()
				return pg.Ctl("start")
			}
		}
		return p.run(ctx, kills)
	})
}

// proof is a series of kills on one database.
type proof struct {
	name, database string
	flags          []string
	crash          func() error // stops the database without a shutdown and starts it again
}

func (p *proof) run(ctx context.Context, kills int) error {
	acknowledged := 0
	for n := range kills {
		results, err := p.cycle(ctx, n)
		if err != nil {
			return fmt.Errorf("kill %d: %w", n+1, err)
		}
		acknowledged += len(results.acknowledged)
		fmt.Printf("%s: %d kills, %d writes acknowledged, none lost\n", p.name, n+1, acknowledged)
	}
	return nil
}

// cycle starts the server, kills it while clients write, and compares the database with the responses they got.
func (p *proof) cycle(ctx context.Context, n int) (*results, error) {
	s, err := server.StartSignedIn(ctx, nil, p.flags...)
	if err != nil {
		return nil, err
	}
	defer s.Kill()
	for tag := range tags {
		s.Post("/api/admin/tags", fmt.Sprintf(`{"tag":"Killed %d"}`, tag)) // refused if it exists
	}
	results := &results{}
	stopped := results.write(s, fmt.Sprintf("Kill %d", n+1))
	if err := results.awaitFirst(); err != nil {
		return nil, err
	}
	time.Sleep(rand.N(time.Second))
	s.Kill()
	if p.crash != nil {
		if err := p.crash(); err != nil {
			return nil, err
		}
	}
	stopped()
	return results, check(ctx, p.database, fmt.Sprintf("kill %d ", n+1), results)
}
