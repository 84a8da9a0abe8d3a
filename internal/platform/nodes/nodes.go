// Package nodes records which servers use the database.
package nodes

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

const (
	refreshEvery = 10 * time.Second
	// goneAfter is how long a server is silent until it is considered gone: it was killed, or can't reach the database.
	goneAfter = 30 * time.Second
	// forgetAfter is how long servers that are gone are listed.
	forgetAfter = 24 * time.Hour
	timeLimit   = 5 * time.Second
)

// The states of a node.
const (
	Ready    = "ready"
	Draining = "draining"
	Gone     = "gone"
)

// Node is a server that uses the database.
type Node struct {
	ID        string    `json:"id" db:"id"`
	Name      string    `json:"name" db:"name"`
	Version   string    `json:"version" db:"version"`
	State     string    `json:"state" db:"-" enum:"ready,draining,gone"`
	Self      bool      `json:"self" db:"-" doc:"Whether this server has sent the response."`
	StartedAt time.Time `json:"started_at" db:"started_at"`
	SeenAt    time.Time `json:"seen_at" db:"seen_at"`
	Draining  bool      `json:"-" db:"draining"`
}

// Registration is the record of this server.
type Registration struct {
	db       *db.DB
	node     Node
	draining func() bool
	wake     chan struct{}
}

// NewRegistration returns the record of a server, which Run writes.
func NewRegistration(d *db.DB, name, version string, draining func() bool) *Registration {
	id := secret.RandomString(16, "0123456789abcdefghijklmnopqrstuvwxyz")
	node := Node{ID: id, Name: name, Version: version, StartedAt: clock.Now()}
	return &Registration{db: d, node: node, draining: draining, wake: make(chan struct{}, 1)}
}

// ID returns the id of this server.
func (r *Registration) ID() string { return r.node.ID }

// Refresh writes the record soon, for example because the server has begun to drain.
func (r *Registration) Refresh() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run refreshes the record until ctx is done, and then removes it. A failure is only logged.
func (r *Registration) Run(ctx context.Context, done *sync.WaitGroup) {
	done.Go(func() {
		defer r.attempt(context.WithoutCancel(ctx), r.remove)
		ticker := time.NewTicker(refreshEvery)
		defer ticker.Stop()
		for {
			r.attempt(ctx, r.save)
			select {
			case <-ticker.C:
			case <-r.wake:
			case <-ctx.Done():
				return
			}
		}
	})
}

func (r *Registration) attempt(ctx context.Context, step func(context.Context) error) {
	limited, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	if err := step(limited); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "the list of nodes was not updated", "error", err)
	}
}

func (r *Registration) save(ctx context.Context) error {
	now := clock.Now()
	_, err := r.db.Writer().Exec(ctx, `
		INSERT INTO nodes (id, name, version, draining, started_at, seen_at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET draining = excluded.draining, seen_at = excluded.seen_at`,
		r.node.ID, r.node.Name, r.node.Version, r.draining(), r.node.StartedAt, now)
	if err != nil {
		return fmt.Errorf("save the node: %w", err)
	}
	if _, err := r.db.Writer().Exec(ctx, "DELETE FROM nodes WHERE seen_at < ?", now.Add(-forgetAfter)); err != nil {
		return fmt.Errorf("forget old nodes: %w", err)
	}
	return nil
}

func (r *Registration) remove(ctx context.Context) error {
	if _, err := r.db.Writer().Exec(ctx, "DELETE FROM nodes WHERE id = ?", r.node.ID); err != nil {
		return fmt.Errorf("remove the node: %w", err)
	}
	return nil
}

// maxNodes limits the list. A server that restarts all the time leaves a record each time it is killed.
const maxNodes = 100

// List returns the nodes, those that were seen last first. self is the id of this server.
func List(ctx context.Context, c db.Conn, self string) ([]Node, error) {
	list, err := db.All[Node](ctx, c, `
		SELECT id, name, version, draining, started_at, seen_at
		FROM nodes
		ORDER BY seen_at DESC, id
		LIMIT ?`, maxNodes)
	if err != nil {
		return nil, fmt.Errorf("list nodes: %w", err)
	}
	now := clock.Now()
	for i := range list {
		node := &list[i]
		node.State, node.Self = Ready, node.ID == self
		switch {
		case now.Sub(node.SeenAt) > goneAfter:
			node.State = Gone
		case node.Draining:
			node.State = Draining
		}
	}
	return list, nil
}
