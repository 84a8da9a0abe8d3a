package write

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/db"
)

// Origin is the request or job that makes changes. All of them form one change set, which can be undone: while a
// transaction of an origin runs, triggers keep the rows that it changes (derived.History).
type Origin struct {
	// Operation is the id of the API call, and Program what made it, such as console.
	Operation, Program string
	// Continues says that a job does the rest, so that the change set is not finished when the transaction ends. The job
	// calls Finish.
	Continues bool
	// NoRows says that the changed rows are not kept, because the operation can't be undone.
	NoRows bool
	// Undoes is the change set that this one undoes, or 0.
	Undoes int64
	// Change is the id of the change set, or 0 before the first change is committed.
	Change int64
}

type originKey struct{}

// WithOrigin sets the origin of the changes that are made with a context. Changes without one can't be undone.
func WithOrigin(ctx context.Context, origin *Origin) context.Context {
	return context.WithValue(ctx, originKey{}, origin)
}

// OriginOf returns the origin of the changes that are made with a context, or nil.
func OriginOf(ctx context.Context) *Origin {
	origin, _ := ctx.Value(originKey{}).(*Origin)
	return origin
}

// changeSet is what a transaction adds to its change set.
type changeSet struct {
	id      int64 // 0 if there is none yet
	isNew   bool
	first   Change
	entries int
	counted int // entries that the change set counts already
}

// begin opens the change set of the origin, which exists already if it has made changes before.
func (tx *Tx) begin(ctx context.Context) (err error) {
	origin := OriginOf(ctx)
	switch {
	case origin == nil || origin.NoRows:
		return nil
	case origin.Change == 0:
		tx.set.id, err = tx.insertChangeSet(ctx, *origin, true)
		tx.set.isNew = true
	case tx.Engine == db.Postgres:
		tx.set.id = origin.Change
		_, err = tx.Exec(ctx, "SELECT set_config('waymark.change', ?, true)", fmt.Sprint(origin.Change))
	default:
		tx.set.id = origin.Change
		_, err = tx.Exec(ctx, "UPDATE change_sets SET is_open = TRUE WHERE id = ?", origin.Change)
	}
	if err != nil {
		return fmt.Errorf("begin a change set: %w", err)
	}
	return nil
}

// insertChangeSet inserts a change set. If it is open, triggers keep the rows that the transaction changes. PostgreSQL
// does not need is_open for that: changing it later would change an index.
func (tx *Tx) insertChangeSet(ctx context.Context, origin Origin, open bool) (int64, error) {
	actor := ActorOf(ctx)
	var userID, undoes *int64
	if actor.UserID != 0 {
		userID = &actor.UserID
	}
	if origin.Undoes != 0 {
		undoes = &origin.Undoes
	}
	insert := `INSERT INTO change_sets (created_at, user_id, user_name, operation, program, request_id, ip_address,
		undoes_id, is_open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`
	if open && tx.Engine == db.Postgres {
		insert = "WITH added AS (" + insert + `) SELECT id FROM added
			WHERE set_config('waymark.change', id::text, true) <> ''`
	}
	return db.Value[int64](ctx, tx.Conn, insert, tx.Now, userID, actor.Name, origin.Operation, origin.Program,
		actor.RequestID, actor.IP, undoes, open && tx.Engine == db.SQLite)
}

// end closes the change set. One without entries is deleted, unless triggers have kept rows.
func (tx *Tx) end(ctx context.Context) error {
	if tx.set.id == 0 {
		return nil
	}
	origin := OriginOf(ctx)
	if tx.set.entries == 0 && tx.set.isNew && (origin == nil || !origin.Continues) {
		deleted, err := tx.Exec(ctx, `DELETE FROM change_sets WHERE id = ?
			AND NOT EXISTS (SELECT 1 FROM change_rows WHERE change_id = change_sets.id)`, tx.set.id)
		if err != nil {
			return fmt.Errorf("delete an empty change set: %w", err)
		}
		if deleted > 0 {
			tx.set.id = 0
			return nil
		}
	}
	finished := origin == nil || !origin.Continues
	if tx.set.counted > 0 && tx.set.counted == tx.set.entries && finished {
		return nil
	}
	set, args := tx.summary(finished, tx.set.entries-tx.set.counted)
	if _, err := tx.Exec(ctx, "UPDATE change_sets SET "+set+" WHERE id = ?", append(args, tx.set.id)...); err != nil {
		return fmt.Errorf("close a change set: %w", err)
	}
	return nil
}

// summary returns what a transaction sets in its change set: whether it is finished, and the entries that it adds.
func (tx *Tx) summary(finished bool, entries int) (set string, args []any) {
	set, args = "is_open = FALSE", []any{}
	if finished {
		set, args = set+", finished_at = ?", append(args, tx.Now)
	}
	if entries > 0 {
		set, args = set+", entries = entries + ?", append(args, entries)
	}
	if entries == 0 || tx.set.counted > 0 {
		return set, args
	}
	first := tx.set.first
	args = append(args, first.Action, first.Kind, nullable(first.ID), first.Name)
	if tx.set.isNew {
		return set + ", action = ?, kind = ?, record_id = ?, record_name = ?", args
	}
	// An earlier transaction may have written the first entry.
	return set + `, action = CASE WHEN entries = 0 THEN ? ELSE action END,
		kind = CASE WHEN entries = 0 THEN ? ELSE kind END,
		record_id = CASE WHEN entries = 0 THEN ? ELSE record_id END,
		record_name = CASE WHEN entries = 0 THEN ? ELSE record_name END`, args
}

// insertEntries runs the statement that writes the newest entries. On PostgreSQL it also closes the change set if these
// are its first ones: most transactions have no others, and save a statement.
func (tx *Tx) insertEntries(ctx context.Context, insert string, args []any, n int) error {
	origin := OriginOf(ctx)
	if tx.Engine != db.Postgres || tx.set.entries != n || tx.set.counted > 0 || (origin != nil && origin.Continues) {
		_, err := tx.Exec(ctx, insert, args...)
		return err
	}
	set, values := tx.summary(true, n)
	_, err := tx.Exec(ctx, "WITH written AS ("+insert+") UPDATE change_sets SET "+set+" WHERE id = ?",
		append(append(args, values...), tx.set.id)...)
	tx.set.counted = n
	return err
}

func nullable(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// ChangeID returns the id of the change set of a transaction, or 0.
func (tx *Tx) ChangeID() int64 { return tx.set.id }

// Past runs fn as a change set of its own at an earlier time, within the same transaction. It is for sample data.
func (tx *Tx) Past(ctx context.Context, at time.Time, fn func(*Tx) error) error {
	then := &Tx{Tx: tx.Tx, Now: at, jobs: tx.jobs}
	if err := fn(then); err != nil {
		return err
	}
	return then.end(ctx)
}
