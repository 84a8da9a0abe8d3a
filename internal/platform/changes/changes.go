// Package changes puts committed changes in an order that every reader sees in the same way.
//
// Triggers insert a row into pending_changes for each change, in its transaction. A server numbers these rows after
// they have been committed, one batch at a time, so a reader that has seen a number has seen all lower ones. A record
// that reaches a date, such as its publication, is numbered too, although nothing is written then. Servers read the
// numbered changes to discard what they have cached, and the feeds of the public API deliver them to partners.
package changes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/platform/schema"
)

// Change is a numbered change. RecordID is the id of a record of the kind, which is one of the constants in schema.
type Change struct {
	Number   int64  `db:"number"`
	Kind     string `db:"kind"`
	RecordID int64  `db:"record_id"`
}

const (
	interval   = 250 * time.Millisecond
	batchSize  = 1000
	lockNumber = 7_305_120_482 // of the advisory lock
	// keepRecent is how long servers can read changes. One that has been cut off for longer discards its whole cache.
	keepRecent = time.Hour
	// KeepRemoved is how long the feeds say that a record has been removed.
	KeepRemoved = 90 * 24 * time.Hour
	pruneEvery  = time.Minute
)

// Waiting is the condition that changes have been committed, or dates reached, that have no number yet. Its argument is
// the time.
const Waiting = "(EXISTS (SELECT 1 FROM pending_changes) OR EXISTS (SELECT 1 FROM due_changes WHERE due_at <= ?))"

// Generation is a query for the number of the newest change. It returns no row while changes have been committed that
// have no number yet.
const Generation = "SELECT number FROM change_counter WHERE id = 1 AND NOT EXISTS (SELECT 1 FROM pending_changes)"

// Number numbers a batch of committed changes. It returns whether there may be more.
func Number(ctx context.Context, d *db.DB) (more bool, err error) { return numberAt(ctx, d, clock.Now) }

// numberAt numbers a batch as of the time that now returns.
func numberAt(ctx context.Context, d *db.DB, now func() time.Time) (more bool, err error) {
	if d.ReadOnly() { // another server may number them
		return false, nil
	}
	waiting, err := db.Exists(ctx, d.Read(), "SELECT 1 WHERE "+Waiting, now())
	if err != nil || !waiting {
		return false, err
	}
	err = d.WriteAlone(ctx, func(tx *db.Tx) error {
		locked, err := tx.TryLock(ctx, lockNumber)
		if err != nil || !locked {
			more = false
			return err
		}
		b := &batch{now: now()}
		if err := b.read(ctx, tx); err != nil {
			return err
		}
		err = b.write(ctx, tx)
		more = b.full
		return err
	})
	if err != nil {
		return false, fmt.Errorf("number changes: %w", err)
	}
	return more, nil
}

// Head returns the number of the newest change.
func Head(ctx context.Context, c db.Conn) (int64, error) {
	head, err := db.Value[int64](ctx, c, "SELECT number FROM change_counter WHERE id = 1")
	if err != nil {
		return 0, fmt.Errorf("find the newest change: %w", err)
	}
	return head, nil
}

// ErrTooOld is returned when the changes since a number are no longer known.
var ErrTooOld = errors.New("changes have been discarded")

// Since returns up to limit changes after a number, in order.
func Since(ctx context.Context, c db.Conn, number int64, limit int) ([]Change, error) {
	if number < clock.Now().Add(-keepRecent).UnixMicro() {
		head, err := Head(ctx, c)
		if err != nil {
			return nil, err
		}
		if head > number {
			return nil, ErrTooOld
		}
		return nil, nil
	}
	list, err := db.All[Change](ctx, c,
		"SELECT number, kind, record_id FROM recent_changes WHERE number > ? ORDER BY number LIMIT ?", number, limit)
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	return list, nil
}

// prune deletes what is kept for a limited time.
func prune(ctx context.Context, d *db.DB, now time.Time) error {
	for _, old := range []struct {
		from  string
		until time.Time
	}{
		{"recent_changes WHERE number < ?", now.Add(-2 * keepRecent)},
		{"feed WHERE NOT visible AND number < ?", now.Add(-KeepRemoved)},
	} {
		if _, err := d.Writer().Exec(ctx, "DELETE FROM "+old.from, old.until.UnixMicro()); err != nil {
			return fmt.Errorf("delete old changes: %w", err)
		}
	}
	return nil
}

// pending is a row of pending_changes.
type pending struct {
	ID       int64  `db:"id"`
	Kind     string `db:"kind"`
	RecordID int64  `db:"record_id"`
	OtherID  int64  `db:"other_id"`
}

// dueChange is a row of due_changes.
type dueChange struct {
	DueAt    time.Time `db:"due_at"`
	Kind     string    `db:"kind"`
	RecordID int64     `db:"record_id"`
}

// batch is the changes that are numbered in one transaction.
type batch struct {
	now  time.Time
	full bool // there may be more changes
	// records holds the changed records by kind, each once, in the order in which they changed.
	records map[string][]int64
	seen    map[pending]bool
	access  []pair
	renamed []pending // partners, with the id after which their collections have not been read
	number  int64
	recent  [][]any
	feed    [][]any
	due     [][]any
}

// pair is a library and a partner.
type pair struct {
	library, partner int64
}

func (b *batch) add(p pending) {
	key := pending{Kind: p.Kind, RecordID: p.RecordID, OtherID: p.OtherID}
	if b.seen[key] {
		return
	}
	b.seen[key] = true
	switch p.Kind {
	case schema.ChangedAccess:
		b.access = append(b.access, pair{p.RecordID, p.OtherID})
	case schema.ChangedPartnerName:
		b.renamed = append(b.renamed, p)
	default:
		b.records[p.Kind] = append(b.records[p.Kind], p.RecordID)
	}
}

func (b *batch) read(ctx context.Context, tx *db.Tx) error {
	b.records, b.seen = map[string][]int64{}, map[pending]bool{}
	due, err := db.All[dueChange](ctx, tx.Conn, "SELECT due_at, kind, record_id FROM due_changes "+
		"WHERE due_at <= ? ORDER BY due_at, kind, record_id LIMIT ?", b.now, batchSize)
	if err != nil {
		return err
	}
	list, err := db.All[pending](ctx, tx.Conn,
		"SELECT id, kind, record_id, other_id FROM pending_changes ORDER BY id LIMIT ?", batchSize)
	if err != nil {
		return err
	}
	b.full = len(due) == batchSize || len(list) == batchSize
	for _, d := range due {
		b.add(pending{Kind: d.Kind, RecordID: d.RecordID})
	}
	if len(due) > 0 {
		last := due[len(due)-1]
		if _, err := tx.Exec(ctx, "DELETE FROM due_changes WHERE (due_at, kind, record_id) <= (?, ?, ?)",
			last.DueAt, last.Kind, last.RecordID); err != nil {
			return err
		}
	}
	ids := make(db.IDs, len(list))
	for i, p := range list {
		b.add(p)
		ids[i] = p.ID
	}
	// Not those up to the last id: a transaction that is still running may have a lower one.
	if _, err := tx.Exec(ctx, "DELETE FROM pending_changes WHERE "+tx.OneOf("id"), ids); err != nil {
		return err
	}
	b.number, err = Head(ctx, tx.Conn)
	return err
}

// next returns the next number, which is at least the current time.
func (b *batch) next() int64 {
	b.number = max(b.number+1, b.now.UnixMicro())
	return b.number
}

func (b *batch) write(ctx context.Context, tx *db.Tx) error {
	steps := []func(context.Context, *db.Tx) error{b.addContent, b.addRenamed, b.addCollections, b.addAccess}
	for _, step := range steps {
		if err := step(ctx, tx); err != nil {
			return err
		}
	}
	for kind, ids := range b.records {
		for _, id := range ids {
			b.recent = append(b.recent, []any{b.next(), kind, id})
		}
	}
	for _, rows := range []struct {
		into, end string
		values    [][]any
	}{
		{"recent_changes (number, kind, record_id)", "", b.recent},
		{
			"feed (kind, record_id, stream_id, number, visible)",
			"ON CONFLICT (kind, record_id, stream_id) DO UPDATE SET number = excluded.number, visible = excluded.visible",
			b.feed,
		},
		{"due_changes (due_at, kind, record_id)", "ON CONFLICT DO NOTHING", b.due},
	} {
		if err := tx.InsertRows(ctx, db.Insertion{Into: rows.into, End: rows.end}, rows.values); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "UPDATE change_counter SET number = ? WHERE id = 1", b.number)
	return err
}
