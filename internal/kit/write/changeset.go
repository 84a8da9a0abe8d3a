package write

import (
	"context"
	"fmt"
	"strings"
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
	id      int64 // 0 if there is none, or if it is only begun
	isNew   bool
	isBegun bool // on PostgreSQL: its id is in a setting of the transaction, and its row is not stored yet
	first   Change
	entries int
	counted int // entries that the change set counts already
}

// A transaction of PostgreSQL begins a change set with the setting that makes triggers keep rows. The row of the change
// set is stored with the audit rows: an ordinary change takes no statement for it.
const (
	beginChangeSet = "SELECT set_config('waymark.change', nextval('change_sets_id_seq')::text, true)"
	begunID        = "current_setting('waymark.change')::bigint"
)

// begins reports whether a transaction begins a new change set.
func (o *Origin) begins() bool { return o != nil && !o.NoRows && o.Change == 0 }

// begin opens the change set of the origin, which exists already if it has made changes before.
func (tx *Tx) begin(ctx context.Context) (err error) {
	origin := OriginOf(ctx)
	switch {
	case origin == nil || origin.NoRows:
		return nil
	case origin.begins() && tx.Engine == db.Postgres:
		tx.set.isNew, tx.set.isBegun = true, true
	case origin.begins():
		row := tx.newRow(ctx)
		row.add("is_open", true)
		tx.set.isNew = true
		tx.set.id, err = db.Value[int64](ctx, tx.Conn, row.insert(), row.args...)
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

// changeSetRow is a new row of change_sets.
type changeSetRow struct {
	columns, values []string
	args            []any
}

func (tx *Tx) newRow(ctx context.Context) *changeSetRow {
	origin := OriginOf(ctx)
	if origin == nil {
		origin = &Origin{}
	}
	actor := ActorOf(ctx)
	row := &changeSetRow{}
	if tx.set.isBegun {
		row.columns, row.values = []string{"id"}, []string{begunID}
	}
	row.add("created_at", tx.Now)
	row.add("user_id", nullable(actor.UserID))
	row.add("user_name", actor.Name)
	row.add("operation", origin.Operation)
	row.add("program", origin.Program)
	row.add("request_id", actor.RequestID)
	row.add("ip_address", actor.IP)
	row.add("undoes_id", nullable(origin.Undoes))
	return row
}

func (r *changeSetRow) add(column string, value any) {
	r.columns, r.values, r.args = append(r.columns, column), append(r.values, "?"), append(r.args, value)
}

// into returns the beginning of a statement that inserts the row.
func (r *changeSetRow) into() string {
	return "INSERT INTO change_sets (" + strings.Join(r.columns, ", ") + ")"
}

func (r *changeSetRow) insert() string {
	return r.into() + " VALUES (" + strings.Join(r.values, ", ") + ") RETURNING id"
}

// store stores the row of the change set, unless it is stored already.
func (tx *Tx) store(ctx context.Context) (err error) {
	if tx.set.id != 0 {
		return nil
	}
	row := tx.newRow(ctx)
	if tx.set.id, err = db.Value[int64](ctx, tx.Conn, row.insert(), row.args...); err != nil {
		return fmt.Errorf("store a change set: %w", err)
	}
	tx.set.isNew, tx.set.isBegun = true, false
	return nil
}

// end closes the change set. One without entries is not kept, unless triggers have kept rows.
func (tx *Tx) end(ctx context.Context) error {
	finished := isFinished(ctx)
	if tx.set.isBegun {
		if finished {
			return tx.storeIfRows(ctx)
		}
		if err := tx.store(ctx); err != nil {
			return err
		}
	}
	if tx.set.id == 0 {
		return nil
	}
	if tx.set.entries == 0 && tx.set.isNew && finished {
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
	if tx.set.counted > 0 && tx.set.counted == tx.set.entries && finished {
		return nil
	}
	set, args := tx.summary(finished, tx.set.entries-tx.set.counted)
	if _, err := tx.Exec(ctx, "UPDATE change_sets SET "+set+" WHERE id = ?", append(args, tx.set.id)...); err != nil {
		return fmt.Errorf("close a change set: %w", err)
	}
	return nil
}

// isFinished reports whether the change set is finished when the transaction ends.
func isFinished(ctx context.Context) bool {
	origin := OriginOf(ctx)
	return origin == nil || !origin.Continues
}

// storeIfRows stores the row of a change set that is begun and has no entries, if triggers have kept rows.
func (tx *Tx) storeIfRows(ctx context.Context) error {
	row := tx.newRow(ctx)
	row.add("finished_at", tx.Now)
	ids, err := db.All[int64](ctx, tx.Conn, row.into()+" SELECT "+strings.Join(row.values, ", ")+
		" WHERE EXISTS (SELECT 1 FROM change_rows WHERE change_id = "+begunID+") RETURNING id", row.args...)
	if err != nil {
		return fmt.Errorf("store a change set: %w", err)
	}
	tx.set.isBegun = false
	if len(ids) > 0 {
		tx.set.id = ids[0]
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

// closesWith reports whether the next n entries are written together with the rest of the change set, in one statement
// of PostgreSQL. Most transactions have no others.
func (tx *Tx) closesWith(ctx context.Context, n int) bool {
	return tx.Engine == db.Postgres && tx.set.entries == 0 && n <= recordBatch && isFinished(ctx)
}

// changeID returns the id of the change set in SQL, with its arguments.
func (tx *Tx) changeID() (sql string, args []any) {
	if tx.set.isBegun {
		return begunID, nil
	}
	return "?", []any{tx.set.id}
}

// insertAndClose runs the statement that writes the only n entries, and stores or closes the change set.
func (tx *Tx) insertAndClose(ctx context.Context, insert string, args []any, n int) error {
	if !tx.set.isBegun {
		set, values := tx.summary(true, n)
		tx.set.counted = n
		_, err := tx.Exec(ctx, "WITH written AS ("+insert+") UPDATE change_sets SET "+set+" WHERE id = ?",
			append(append(args, values...), tx.set.id)...)
		return err
	}
	row, first := tx.newRow(ctx), tx.set.first
	row.add("finished_at", tx.Now)
	row.add("entries", n)
	row.add("action", first.Action)
	row.add("kind", first.Kind)
	row.add("record_id", nullable(first.ID))
	row.add("record_name", first.Name)
	id, err := db.Value[int64](ctx, tx.Conn, "WITH written AS ("+insert+") "+row.insert(), append(args, row.args...)...)
	tx.set.id, tx.set.isBegun, tx.set.counted = id, false, n
	return err
}

func nullable(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// ChangeID returns the id of the change set of a transaction, or 0 if it has none.
func (tx *Tx) ChangeID(ctx context.Context) (int64, error) {
	if tx.set.isBegun {
		if err := tx.store(ctx); err != nil {
			return 0, err
		}
	}
	return tx.set.id, nil
}

// Past runs fn as a change set of its own at an earlier time, within the same transaction. It is for sample data.
func (tx *Tx) Past(ctx context.Context, at time.Time, fn func(*Tx) error) error {
	then := &Tx{Tx: tx.Tx, Now: at, jobs: tx.jobs}
	if err := fn(then); err != nil {
		return err
	}
	return then.end(ctx)
}
