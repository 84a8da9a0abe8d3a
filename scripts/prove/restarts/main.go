// Command restarts proves that restarting nodes in turn fails no request. Two nodes on one PostgreSQL database get 200
// requests per second in turn, lists, records and changes, from a balancer that asks every second which nodes are
// ready. For five minutes one node after the other is stopped and started again. Every request must succeed, and every
// acknowledged change must be there at the end.
//
//	make prove restarts
//	go run -tags sqlite_fts5 ./scripts/prove/restarts -for 1m
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"waymark/scripts/prove/internal/server"
)

const rate = 200 // requests per second

func main() {
	duration := flag.Duration("for", 5*time.Minute, "how long nodes are restarted")
	flag.Parse()
	if err := os.Setenv("BENCH_ENGINE", "postgres"); err != nil { // nodes can't share a SQLite database
		panic(err)
	}
	server.Prove("restarts", func(ctx context.Context, d server.Database) error { return prove(ctx, d, *duration) })
}

func prove(ctx context.Context, d server.Database, duration time.Duration) error {
	if err := d.Fill(ctx, 1000); err != nil {
		return err
	}
	flags := append(d.Flags, "--drain=5s")
	b := &balancer{}
	for i := range b.nodes {
		started, err := server.StartSignedIn(ctx, nil, flags...)
		if err != nil {
			return err
		}
		defer func() { b.nodes[i].server.Load().Kill() }()
		b.nodes[i].server.Store(started)
		b.nodes[i].ready.Store(true)
	}
	end, restarted := time.Now().Add(duration), make(chan error, 1)
	var restarts int
	go func() {
		var err error
		for err == nil && time.Now().Before(end) {
			err = b.restart(ctx, restarts%len(b.nodes), flags)
			restarts++
		}
		restarted <- err
	}()
	b.start()
	sent := b.load(restarted)
	fmt.Printf("%d restarts, %d requests: %d failed; %s\n", restarts, sent, len(b.failures), server.Describe(b.latencies))
	for _, failure := range b.failures[:min(len(b.failures), 5)] {
		fmt.Println(" ", failure)
	}
	if len(b.failures) > 0 || b.err != nil {
		return errors.Join(b.err, fmt.Errorf("%d of %d requests failed", len(b.failures), sent))
	}
	return b.checkCreated()
}

// checkCreated looks for the publishers whose creation was acknowledged.
func (b *balancer) checkCreated() error {
	for _, name := range b.created {
		status, text := b.nodes[0].server.Load().Get("/api/admin/publishers?per_page=1&query=" + name)
		if status != http.StatusOK || !strings.Contains(text, `"`+name+`"`) {
			return fmt.Errorf("%s was acknowledged, but is lost: %d %.200s", name, status, text)
		}
	}
	return nil
}
