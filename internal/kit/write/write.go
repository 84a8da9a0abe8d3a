// Package write runs all changes of data: a transaction contains the change, its audit row, and the jobs it queues.
package write

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
)

// Store gives features access to the database and the job queue.
type Store struct {
	DB   *db.DB
	Jobs jobs.Inserter
}

// Tx is the transaction of a change. Now is the time of the whole change.
type Tx struct {
	*db.Tx
	Now  time.Time
	jobs jobs.Inserter
	set  changeSet
}

// Do runs fn in a transaction, which it commits if fn returns nil. fn may run again, so it must not have effects
// outside the database.
func (s *Store) Do(ctx context.Context, fn func(*Tx) error) error {
	return s.run(ctx, db.WriteOptions{}, fn)
}

// DoAlone is a Do for changes of many rows. On SQLite it shares its commit with no others, which would have to wait for
// it.
func (s *Store) DoAlone(ctx context.Context, fn func(*Tx) error) error {
	return s.run(ctx, db.WriteOptions{Alone: true}, fn)
}

// run adds the changes to the change set of their origin, which learns its id once they are committed.
func (s *Store) run(ctx context.Context, options db.WriteOptions, fn func(*Tx) error) error {
	if OriginOf(ctx).begins() {
		options.First = beginChangeSet
	}
	var id int64
	err := s.DB.WriteWith(ctx, options, func(on *db.Tx) error {
		tx := &Tx{Tx: on, Now: clock.Now(), jobs: s.Jobs}
		if err := tx.begin(ctx); err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			return err
		}
		if err := tx.end(ctx); err != nil {
			return err
		}
		id = tx.set.id
		return nil
	})
	if origin := OriginOf(ctx); err == nil && origin != nil && id != 0 {
		origin.Change = id
	}
	return err
}

// pruneBatch is the number of rows that Prune deletes in one transaction.
const pruneBatch = 2000

// Prune deletes the rows of a table whose column is before a time, oldest first. It works in batches, so that other
// writers don't have to wait for long. column must have an index.
func (s *Store) Prune(ctx context.Context, table, column string, before time.Time) error {
	for {
		var deleted int64
		err := s.DoAlone(ctx, func(tx *Tx) (err error) {
			oldest := "SELECT id FROM " + table + " WHERE " + column + " < ? ORDER BY " + column + ", id LIMIT ?"
			deleted, err = tx.Exec(ctx, "DELETE FROM "+table+" WHERE id IN ("+oldest+")", before, pruneBatch)
			return err
		})
		if err != nil {
			return fmt.Errorf("prune %s: %w", table, err)
		}
		if deleted < pruneBatch {
			return nil
		}
	}
}

// Enqueue queues jobs that run after the change is committed.
func (tx *Tx) Enqueue(ctx context.Context, args ...jobs.Args) error {
	return tx.jobs.Insert(ctx, tx.Tx, args...)
}

// Actor identifies who makes a change, for the audit log.
type Actor struct {
	UserID    int64
	Name      string
	RequestID string
	IP        string
}

type actorKey struct{}

// WithActor sets the actor of the changes that are made with a context. Without one, the actor is the system.
func WithActor(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// ActorOf returns the actor of the changes that are made with a context.
func ActorOf(ctx context.Context) Actor {
	actor, ok := ctx.Value(actorKey{}).(Actor)
	if !ok {
		return Actor{Name: "System"}
	}
	return actor
}

// Change describes a change of one record for the audit log.
type Change struct {
	Action string // created, updated, deleted, restored, …
	Kind   string // the word staff use: publisher, media type
	ID     int64
	Name   string
	Before map[string]any
	After  map[string]any
	Secret []string // fields whose values are replaced by Redacted
	// Names are the names of records by their ids, for the fields that contain ids.
	Names map[string]Names
}

// Names are the names of records at the time of a change, by their ids.
type Names = map[int64]string

// Difference contains the values of a field before and after a change.
type Difference struct {
	Before any `json:"before"`
	After  any `json:"after"`
	// Names are those of the records whose ids the values contain.
	Names Names `json:"names,omitempty" doc:"Names of the records with these ids at the time of the change, by id."`
	// MissingImages is set when the difference is read: it is not stored.
	MissingImages []int64 `json:"missing_images,omitempty" doc:"Ids of images that are no longer kept."`
}

// Redacted replaces the values of secret fields in audit rows.
const Redacted = "•••"

// Record writes the audit row of a change as part of its transaction.
func (tx *Tx) Record(ctx context.Context, c Change) error { return tx.RecordAll(ctx, []Change{c}) }

// recordBatch is the number of audit rows that one statement writes. PostgreSQL takes 65,535 arguments, SQLite half as
// many.
const recordBatch = 500

// RecordAll writes the audit rows of many changes with few statements.
func (tx *Tx) RecordAll(ctx context.Context, changes []Change) error {
	if len(changes) == 0 {
		return nil
	}
	closes := tx.closesWith(ctx, len(changes))
	if !closes || !tx.set.isBegun { // otherwise the statement that writes the audit rows also stores the change set
		if err := tx.store(ctx); err != nil {
			return err
		}
	}
	if tx.set.entries == 0 {
		tx.set.first = changes[0]
	}
	tx.set.entries += len(changes)
	for batch := range slices.Chunk(changes, recordBatch) {
		insert, args := tx.entries(ctx, batch)
		var err error
		if closes {
			err = tx.insertAndClose(ctx, insert, args, len(batch))
		} else {
			_, err = tx.Exec(ctx, insert, args...)
		}
		if err != nil {
			return fmt.Errorf("write audit rows: %w", err)
		}
	}
	return nil
}

// entries returns the statement that inserts audit rows.
func (tx *Tx) entries(ctx context.Context, changes []Change) (insert string, args []any) {
	actor := ActorOf(ctx)
	changeID, id := tx.changeID()
	row := "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, " + changeID + ")"
	args = make([]any, 0, 11*len(changes))
	for _, c := range changes {
		args = append(args, tx.Now, nullable(actor.UserID), actor.Name, c.Action, c.Kind, nullable(c.ID), c.Name,
			db.JSON(differences(c)), actor.RequestID, actor.IP)
		args = append(args, id...)
	}
	insert = `INSERT INTO audit_log (created_at, user_id, user_name, action, kind, record_id,
		record_name, changes, request_id, ip_address, change_id) VALUES ` + row + strings.Repeat(", "+row, len(changes)-1)
	return insert, args
}

func differences(c Change) map[string]Difference {
	found := map[string]Difference{}
	compare := func(field string) {
		before, after := c.Before[field], c.After[field]
		if reflect.DeepEqual(before, after) {
			return
		}
		found[field] = Difference{Before: before, After: after, Names: c.Names[field]}
	}
	for field := range c.Before {
		compare(field)
	}
	for field := range c.After {
		compare(field)
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
