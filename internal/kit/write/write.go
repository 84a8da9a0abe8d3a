// Package write is the one way in which anything is changed: a transaction that holds the change, the
// audit row that tells of it, and the jobs it causes.
package write

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
)

// Store is where features read and change data.
type Store struct {
	DB   *db.DB
	Jobs jobs.Inserter
}

// Tx is a change in progress. Now is the moment of the whole change.
type Tx struct {
	*db.Tx
	Now  time.Time
	jobs jobs.Inserter
}

// Do runs fn and commits all it did, or nothing. fn may run again after a deadlock, so it changes
// nothing but the database.
func (s *Store) Do(ctx context.Context, fn func(*Tx) error) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		return fn(&Tx{Tx: tx, Now: clock.Now(), jobs: s.Jobs})
	})
}

// The rows that are forgotten in one transaction.
const perForgetting = 2000

// Prune deletes the rows of a table that are older than a moment, oldest first and some at a time, so that nobody has to
// wait for long. column has an index.
func (s *Store) Prune(ctx context.Context, table, column string, before time.Time) error {
	for {
		var gone int64
		err := s.Do(ctx, func(tx *Tx) (err error) {
			gone, err = tx.Exec(ctx, "DELETE FROM "+table+" WHERE id IN (SELECT id FROM "+table+" WHERE "+column+" < ? ORDER BY "+column+", id LIMIT ?)", before, perForgetting)
			return err
		})
		if err != nil {
			return fmt.Errorf("forget old %s: %w", table, err)
		}
		if gone < perForgetting {
			return nil
		}
	}
}

// Enqueue queues jobs that run once the change is committed.
func (tx *Tx) Enqueue(ctx context.Context, args ...jobs.Args) error {
	return tx.jobs.Insert(ctx, tx.Tx, args...)
}

// Actor is who makes a change, for the audit log.
type Actor struct {
	UserID    int64
	Name      string
	RequestID string
	IP        string
}

type actorKey struct{}

// WithActor says who makes the changes of a context. Without one, the system does.
func WithActor(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// ActorOf is who makes the changes of a context.
func ActorOf(ctx context.Context) Actor {
	actor, ok := ctx.Value(actorKey{}).(Actor)
	if !ok {
		return Actor{Name: "System"}
	}
	return actor
}

// Change is what the audit log keeps of one change of one record.
type Change struct {
	Action string // created, updated, deleted, restored, …
	Kind   string // the word staff use: publisher, media type
	ID     int64
	Name   string
	Before map[string]any
	After  map[string]any
	Secret []string // fields of which only the fact of the change is kept
}

// Difference is one field of an audit row.
type Difference struct {
	Before any `json:"before"`
	After  any `json:"after"`
}

// Redacted stands in audit rows where a secret was.
const Redacted = "•••"

// Record writes the audit row of a change into its transaction.
func (tx *Tx) Record(ctx context.Context, c Change) error {
	actor := ActorOf(ctx)
	var userID, recordID *int64
	if actor.UserID != 0 {
		userID = &actor.UserID
	}
	if c.ID != 0 {
		recordID = &c.ID
	}
	_, err := tx.Exec(ctx, `INSERT INTO audit_log (created_at, user_id, user_name, action, kind, record_id, record_name, changes, request_id, ip_address)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		tx.Now, userID, actor.Name, c.Action, c.Kind, recordID, c.Name, db.JSON(differences(c)), actor.RequestID, actor.IP)
	if err != nil {
		return fmt.Errorf("write the audit row: %w", err)
	}
	return nil
}

func differences(c Change) map[string]Difference {
	found := map[string]Difference{}
	note := func(field string) {
		before, after := c.Before[field], c.After[field]
		if reflect.DeepEqual(before, after) {
			return
		}
		found[field] = Difference{Before: before, After: after}
	}
	for field := range c.Before {
		note(field)
	}
	for field := range c.After {
		note(field)
	}
	for _, field := range c.Secret {
		if d, ok := found[field]; ok {
			found[field] = Difference{Before: redact(d.Before), After: redact(d.After)}
		}
	}
	return found
}

func redact(value any) any {
	if value == nil || value == "" {
		return value
	}
	return Redacted
}
