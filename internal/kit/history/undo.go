package history

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// Set is a change set.
type Set struct {
	ID         int64      `json:"id"`
	CreatedAt  time.Time  `json:"created_at"`
	FinishedAt *time.Time `json:"finished_at"`
	UserID     *int64     `json:"user_id"`
	UserName   string     `json:"user_name"`
	Operation  string     `json:"operation"`
	Program    string     `json:"program"`
	Action     string     `json:"action"`
	Kind       string     `json:"kind"`
	RecordID   *int64     `json:"record_id"`
	RecordName string     `json:"record_name"`
	Entries    int64      `json:"entries"`
	UndoesID   *int64     `json:"undoes_id"`
	UndoneByID *int64     `json:"undone_by_id"`
}

// SetColumns are the columns of a Set.
const SetColumns = `id, created_at, finished_at, user_id, user_name, operation, program, action, kind, record_id,
	record_name, entries, undoes_id, undone_by_id`

// windowSize is the number of rows that are read and reversed at once.
const windowSize = 500

// Find returns a change set, or nil.
func Find(ctx context.Context, c db.Conn, id int64) (*Set, error) {
	sets, err := db.All[Set](ctx, c, "SELECT "+SetColumns+" FROM change_sets WHERE id = ?"+c.ForUpdate(), id)
	if err != nil || len(sets) == 0 {
		return nil, err
	}
	return &sets[0], nil
}

// Reverse reverses a change set in a transaction, and returns what it could not reverse. The caller rolls back if that
// is not acceptable.
func (u *Undoer) Reverse(ctx context.Context, tx *write.Tx, set *Set) ([]Conflict, error) {
	v, err := u.newReversal(ctx, tx, set)
	if err != nil {
		return nil, err
	}
	for before := int64(1 << 62); ; {
		rows, err := window(ctx, tx.Conn, set.ID, before)
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			break
		}
		if err := v.reverse(ctx, rows); err != nil {
			return nil, err
		}
		before = rows[len(rows)-1].ID
	}
	if err := v.describe(ctx); err != nil {
		return nil, err
	}
	return v.conflicts, markUndone(ctx, tx, set)
}

// window reads the last rows of a change set before a row.
func window(ctx context.Context, c db.Conn, change, before int64) ([]*keptRow, error) {
	return readRows(ctx, c, "change_id = ? AND id < ? ORDER BY id DESC LIMIT ?", change, before, windowSize)
}

func readRows(ctx context.Context, c db.Conn, condition string, args ...any) ([]*keptRow, error) {
	rows, err := db.All[keptRow](ctx, c, `SELECT id, source, CAST(row_key AS TEXT) AS row_key, event,
		CAST(data AS TEXT) AS data FROM change_rows WHERE `+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("read the rows of a change set: %w", err)
	}
	list := make([]*keptRow, len(rows))
	for i := range rows {
		list[i] = &rows[i]
	}
	return list, nil
}

// markUndone notes which change set has undone another. If that one was itself an undo, what it had undone is in effect
// again.
func markUndone(ctx context.Context, tx *write.Tx, set *Set) error {
	if _, err := tx.Exec(ctx, "UPDATE change_sets SET undone_by_id = ? WHERE id = ?", tx.ChangeID(), set.ID); err != nil {
		return fmt.Errorf("mark change set %d as undone: %w", set.ID, err)
	}
	if set.UndoesID == nil {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE change_sets SET undone_by_id = NULL WHERE id = ? AND undone_by_id = ?",
		*set.UndoesID, set.ID)
	return err
}

// describe adds to each conflict which record it is about.
func (v *reversal) describe(ctx context.Context) error {
	for i := range v.conflicts {
		c := &v.conflicts[i]
		if i >= maxDescribed {
			return nil
		}
		kind := v.kind(c.source)
		c.Kind = kind.Name
		var key []json.RawMessage
		if err := json.Unmarshal([]byte(c.key), &key); err != nil {
			return fmt.Errorf("read the key %s: %w", c.key, err)
		}
		table, at := v.undoer.table(c.source), 0
		if kind.Owner != "" {
			at = max(0, slices.Index(table.Key, kind.Owner))
			c.Field = kind.Field
		}
		if json.Unmarshal(key[at], &c.RecordID) != nil {
			continue
		}
		if err := v.name(ctx, c, kind); err != nil {
			return err
		}
	}
	return nil
}

// kind returns how people know the rows of a table. Unknown links belong to the record that is named first in their
// key.
func (v *reversal) kind(table string) Kind {
	if kind, known := v.undoer.Kinds.byTable[table]; known {
		return kind
	}
	key := v.undoer.table(table).Key
	for _, ref := range v.catalog.byTable[table] {
		if len(key) > 1 && ref.Column == key[0] {
			return Kind{Name: v.kind(ref.Parent).Name, Owner: ref.Column, OwnerTable: ref.Parent, Field: table}
		}
	}
	return Kind{Name: strings.ReplaceAll(table, "_", " ")}
}

// maxDescribed limits the conflicts that are described: names are read one by one.
const maxDescribed = 100

func (v *reversal) name(ctx context.Context, c *Conflict, kind Kind) error {
	table := c.source
	if kind.Owner != "" {
		table = kind.OwnerTable
	}
	if v.undoer.Kinds.byTable[table].Title == "" {
		return nil
	}
	names, err := db.All[string](ctx, v.tx.Conn, "SELECT "+v.title(table)+" FROM "+table+" WHERE id = ?", c.RecordID)
	if err != nil {
		return fmt.Errorf("read the name of %s %d: %w", kind.Name, c.RecordID, err)
	}
	if len(names) > 0 {
		c.Name = names[0]
	}
	return nil
}
