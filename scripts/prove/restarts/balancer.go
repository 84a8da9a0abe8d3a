package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"waymark/scripts/prove/internal/server"
)

// balancer sends requests to the nodes that are ready, in turn.
type balancer struct {
	nodes [2]node

	mu        sync.Mutex
	failures  []string
	latencies []time.Duration
	created   []string
	err       error // why nodes are no longer restarted
}

type node struct {
	server atomic.Pointer[server.Server]
	ready  atomic.Bool
}

// start begins to ask the nodes whether they are ready, every second.
func (b *balancer) start() {
	for i := range b.nodes {
		go func() {
			for range time.Tick(time.Second) {
				status, _ := b.nodes[i].server.Load().Get("/readyz")
				b.nodes[i].ready.Store(status == http.StatusOK)
			}
		}()
	}
}

// restart stops a node, starts another in its place, and waits until it gets requests.
func (b *balancer) restart(ctx context.Context, i int, flags []string) error {
	if err := b.nodes[i].server.Load().Stop(); err != nil {
		return fmt.Errorf("stop a node: %w", err)
	}
	started, err := server.StartSignedIn(ctx, nil, flags...)
	if err != nil {
		return err
	}
	b.nodes[i].server.Store(started)
	for deadline := time.Now().Add(time.Minute); !b.nodes[i].ready.Load(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			return fmt.Errorf("node %d is not ready after a minute", i)
		}
	}
	return nil
}

// load sends requests until a value arrives, and returns how many it has sent.
func (b *balancer) load(until <-chan error) (sent int) {
	var running sync.WaitGroup
	defer running.Wait()
	ticker := time.NewTicker(time.Second / rate)
	defer ticker.Stop()
	for ; ; sent++ {
		select {
		case b.err = <-until:
			return sent
		case <-ticker.C:
		}
		number := sent
		running.Go(func() { b.send(number) })
	}
}

// send makes a request: one of ten creates a publisher, the others read.
func (b *balancer) send(number int) {
	s := b.next(number)
	if s == nil {
		b.fail("no node is ready")
		return
	}
	begun := time.Now()
	switch number % 10 {
	case 0:
		name := fmt.Sprintf("restart%08dx", number)
		status, text := s.Post("/api/admin/publishers", `{"name":"`+name+`"}`)
		if b.note(begun, "create a publisher", status, http.StatusCreated, text) {
			b.mu.Lock()
			b.created = append(b.created, name)
			b.mu.Unlock()
		}
	case 1, 2, 3:
		status, text := s.Get(fmt.Sprintf("/api/admin/content/%d", 1+12*(number%50)))
		b.note(begun, "read an item", status, http.StatusOK, text)
	default:
		status, text := s.Get(fmt.Sprintf("/api/admin/content?page=%d", 1+number%20))
		b.note(begun, "list items", status, http.StatusOK, text)
	}
}

// next returns the node for a request, or nil if none is ready.
func (b *balancer) next(number int) *server.Server {
	for i := range b.nodes {
		if n := &b.nodes[(number+i)%len(b.nodes)]; n.ready.Load() {
			return n.server.Load()
		}
	}
	return nil
}

// note keeps the result of a request, and reports whether it succeeded.
func (b *balancer) note(begun time.Time, what string, status, want int, text string) bool {
	if status != want {
		b.fail(fmt.Sprintf("%s: %d %.200s", what, status, text))
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.latencies = append(b.latencies, time.Since(begun))
	return true
}

func (b *balancer) fail(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures = append(b.failures, text)
}
