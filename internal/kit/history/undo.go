package history

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
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

	origin origin
}

// origin is what an undo of a change set reverses: the call at the end of a chain of undos, each of which undoes the
// next.
type origin struct {
	operation string
	by        int64 // who made the call and all these undos, or 0 if that was not one person
}

// Origin returns the call whose effects an undo of the change set reverses. If it is the undo of another one, that is
// what the other one undoes in the end. Its rights are those of an undo.
func (s *Set) Origin() string { return s.origin.operation }

// SetColumns are the columns of a Set.
const SetColumns = `id, created_at, finished_at, user_id, user_name, operation, program, action, kind, record_id,
	record_name, entries, undoes_id, undone_by_id`

// windowSize is the number of rows that are read and reversed at once.
const windowSize = 500

// Find returns a change set, or nil.
func Find(ctx context.Context, c db.Conn, id int64) (*Set, error) {
	sets, err := find(ctx, c, "SELECT "+SetColumns+" FROM change_sets WHERE id = ?"+c.ForUpdate(), id)
	if err != nil || len(sets) == 0 {
		return nil, err
	}
	return &sets[0], nil
}

// FindAll returns change sets.
func FindAll(ctx context.Context, c db.Conn, ids []int64) ([]Set, error) {
	return find(ctx, c, "SELECT "+SetColumns+" FROM change_sets WHERE id IN (?)", ids)
}

func find(ctx context.Context, c db.Conn, query string, arg any) ([]Set, error) {
	sets, err := db.All[Set](ctx, c, query, arg)
	if err != nil {
		return nil, fmt.Errorf("read change sets: %w", err)
	}
	undos := []int64{}
	for i := range sets {
		sets[i].origin.operation = sets[i].Operation
		if sets[i].UserID != nil {
			sets[i].origin.by = *sets[i].UserID
		}
		if sets[i].UndoesID != nil {
			undos = append(undos, sets[i].ID)
		}
	}
	if len(undos) == 0 {
		return sets, nil
	}
	origins, err := originsOf(ctx, c, undos)
	for i := range sets {
		if origin, ok := origins[sets[i].ID]; ok {
			sets[i].origin = origin
		}
	}
	return sets, err
}

// originsOf returns the origins of undos.
func originsOf(ctx context.Context, c db.Conn, undos []int64) (map[int64]origin, error) {
	chain, err := db.All[struct {
		Undo      int64  `db:"undo"`
		Operation string `db:"operation"`
		UserID    *int64 `db:"user_id"`
		IsUndo    bool   `db:"is_undo"`
	}](ctx, c, `WITH RECURSIVE chain (undo, id, operation, user_id, undoes_id) AS (
			SELECT id, id, operation, user_id, undoes_id FROM change_sets WHERE id IN (?)
			UNION ALL
			SELECT chain.undo, s.id, s.operation, s.user_id, s.undoes_id
			FROM change_sets AS s JOIN chain ON s.id = chain.undoes_id
		)
		SELECT undo, operation, user_id, undoes_id IS NOT NULL AS is_undo FROM chain ORDER BY undo, id DESC`, undos)
	if err != nil {
		return nil, fmt.Errorf("find what change sets undo: %w", err)
	}
	origins := map[int64]origin{}
	for _, link := range chain { // the call itself is the last of its chain
		by := int64(0)
		if link.UserID != nil {
			by = *link.UserID
		}
		if later, ok := origins[link.Undo]; ok && later.by != by {
			by = 0
		}
		if link.IsUndo { // if nothing follows, the call is no longer known
			link.Operation = ""
		}
		origins[link.Undo] = origin{link.Operation, by}
	}
	return origins, nil
}

// Undo is the undo of one change set. What it has to know about the whole of it is read once.
type Undo struct {
	// Allowed says that it has been checked before that the caller may change the rows.
	Allowed bool

	undoer  *Undoer
	set     *Set
	catalog *catalog
	// created are the records that the change set created, and deleted the kept rows of those that it deleted, by table
	// and key.
	created map[string]bool
	deleted map[string]int64
}

// Open returns the undo of a change set.
func (u *Undoer) Open(ctx context.Context, c db.Conn, set *Set) (*Undo, error) {
	catalog, err := u.load(ctx, c)
	if err != nil {
		return nil, err
	}
	o := &Undo{undoer: u, set: set, catalog: catalog, created: map[string]bool{}, deleted: map[string]int64{}}
	records, err := db.All[struct {
		ID    int64  `db:"id"`
		Key   string `db:"record"`
		Event string `db:"event"`
	}](ctx, c, `SELECT id, source || CAST(row_key AS TEXT) AS record, event FROM change_rows
		WHERE change_id = ? AND event <> ? AND source IN (?) ORDER BY id`,
		set.ID, updated, slices.Collect(maps.Keys(catalog.byParent)))
	if err != nil {
		return nil, fmt.Errorf("find created and deleted records: %w", err)
	}
	for _, r := range records {
		if r.Event == inserted {
			o.created[r.Key] = true
		} else {
			o.deleted[r.Key] = r.ID
		}
	}
	return o, nil
}

// recordKey is the table and the key of a record.
func recordKey(table string, id int64) string { return fmt.Sprintf("%s[%d]", table, id) }

// Reverse reverses a change set in a transaction, and returns what it could not reverse. The caller rolls back if that
// is not acceptable.
func (u *Undoer) Reverse(ctx context.Context, tx *write.Tx, set *Set) (Conflicts, error) {
	o, err := u.Open(ctx, tx.Conn, set)
	if err != nil {
		return Conflicts{}, err
	}
	v, err := o.settle(ctx, tx, func(v *reversal) error { return v.reverseAll(ctx) })
	if err != nil {
		return Conflicts{}, err
	}
	if err := o.Begin(ctx, tx); err != nil {
		return Conflicts{}, err
	}
	return v.conflicts, o.Finish(ctx, tx)
}

// reverseAll goes through all rows, and describes the conflicts.
func (v *reversal) reverseAll(ctx context.Context) error {
	for before := int64(0); ; {
		rows, err := v.window(ctx, before)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return v.describe(ctx)
		}
		if err := v.reverse(ctx, rows); err != nil {
			return err
		}
		before = rows[len(rows)-1].ID
	}
}

// window reads some of the last rows of the change set, or of those before a row. They are found by a range of ids:
// with a LIMIT, PostgreSQL would read all rows of a new change set each time, since its statistics don't know it yet.
func (v *reversal) window(ctx context.Context, before int64) ([]*keptRow, error) {
	if before == 0 {
		before = 1 << 62
	}
	last, err := db.Value[*int64](ctx, v.conn, "SELECT max(id) FROM change_rows WHERE change_id = ? AND id < ?",
		v.set.ID, before)
	if err != nil {
		return nil, fmt.Errorf("find the rows of a change set: %w", err)
	}
	if last == nil {
		return nil, nil
	}
	return readRows(ctx, v.conn, "change_id = ? AND id BETWEEN ? AND ? ORDER BY id DESC", v.set.ID,
		*last-int64(cmp.Or(v.undoer.window, windowSize))+1, *last)
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

// Begin notes which change set undoes this one, so that it can't be undone twice.
func (o *Undo) Begin(ctx context.Context, tx *write.Tx) error {
	by, err := tx.ChangeID(ctx)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE change_sets SET undone_by_id = ? WHERE id = ?", by, o.set.ID); err != nil {
		return fmt.Errorf("mark change set %d as undone: %w", o.set.ID, err)
	}
	return nil
}

// Finish notes that a change set is in effect again, if this is the undo of its undo.
func (o *Undo) Finish(ctx context.Context, tx *write.Tx) error {
	if o.set.UndoesID == nil {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE change_sets SET undone_by_id = NULL WHERE id = ? AND undone_by_id = ?",
		*o.set.UndoesID, o.set.ID)
	if err != nil {
		return fmt.Errorf("mark change set %d as done again: %w", *o.set.UndoesID, err)
	}
	return nil
}
