package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Limits of a group. The first member waits for all others, so a group must not become too long.
const (
	maxGroup     = 64
	maxGroupTime = 20 * time.Millisecond
)

// errRunAgain is the result of a transaction whose group failed because of another member.
var errRunAgain = errors.New("the group of the transaction failed")

// writeQueue orders the transactions of SQLite's only writer. Those that wait at the same time form a group, which runs
// them one after the other and commits them together: writing to the disk takes longer than a small transaction
// itself. Each function runs on the goroutine of its caller.
type writeQueue struct {
	mu      sync.Mutex
	busy    bool // a leader is running a group
	waiting []*waiter
	waits   waits
}

// waiter is a transaction that waits for its turn.
type waiter struct {
	alone bool        // it is never part of a group
	turn  chan *group // receives the group to join, or nil if the waiter leads the next one
}

// await waits for a turn and returns the group to join, or nil if the caller is the leader of a new one.
func (q *writeQueue) await(ctx context.Context, w *waiter) (*group, error) {
	if q.enter(w) {
		return nil, nil //nolint:nilnil // no group yet
	}
	defer q.waits.add(time.Now())
	limited, cancel := withLimit(ctx)
	defer cancel()
	select {
	case g := <-w.turn:
		return g, nil
	case <-limited.Done():
	}
	if q.leave(w) {
		return nil, limitError(limited, limited.Err())
	}
	return <-w.turn, nil // the turn came at the same moment
}

// enter reports whether the writer is free. The caller leads the next group then, and must call release.
func (q *writeQueue) enter(w *waiter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.busy {
		q.busy = true
		return true
	}
	q.waiting = append(q.waiting, w)
	return false
}

// leave removes a waiter, unless its turn has come.
func (q *writeQueue) leave(w *waiter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting, w)
	if i < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	return true
}

// next removes and returns the first waiter if it can join a group, or nil.
func (q *writeQueue) next() *waiter {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 || q.waiting[0].alone {
		return nil
	}
	return q.pop()
}

// release makes the first waiter the next leader.
func (q *writeQueue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.busy = false
		return
	}
	q.pop().turn <- nil
}

func (q *writeQueue) pop() *waiter {
	first := q.waiting[0]
	q.waiting = slices.Delete(q.waiting, 0, 1)
	return first
}

// writeQueued runs fn when its turn comes. If its group fails because of another member, it runs again alone.
func (d *DB) writeQueued(ctx context.Context, alone bool, fn func(*Tx) error) error {
	g, err := d.queue.await(ctx, &waiter{alone: alone, turn: make(chan *group, 1)})
	switch {
	case err != nil:
		return fmt.Errorf("begin: %w", err)
	case g == nil:
		err = d.lead(ctx, alone, fn)
	default:
		err = g.join(ctx, fn)
	}
	if errors.Is(err, errRunAgain) {
		return d.writeQueued(ctx, true, fn)
	}
	return err
}

// lead begins a transaction, runs fn, gives a turn to each transaction that waits, and commits.
func (d *DB) lead(ctx context.Context, alone bool, fn func(*Tx) error) error {
	defer d.queue.release()
	g, err := d.beginGroup(ctx, alone)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer g.end()
	// There is nobody else's work yet, so this member needs no savepoint, and its statements may be interrupted.
	if err := g.run(ctx, fn, false); err != nil {
		return err
	}
	if !alone {
		g.admit(&d.queue)
	}
	return g.commit()
}

// group is a transaction that contains the work of several callers.
type group struct {
	db       *DB
	conn     *sql.Conn
	tx       *sql.Tx
	turnOver chan struct{} // receives a value when a member has had its turn
	members  int
	failed   bool          // the transaction was rolled back with everything in it
	ended    chan struct{} // closed when the result is known
}

// SQLite copies each page that changes after a savepoint, and most statements have one of their own. By default the
// copies are written to a temporary file: 90 pages per new item, five times what is written to the database. A short
// transaction keeps them in memory. A long one may change more than fits there.
//
// The pages of the log are copied into the database when it has 32 MB, instead of 4: a page that changes often is
// copied once, and fewer writes wait for the disk.
const (
	checkpoints   = "PRAGMA wal_autocheckpoint = 8000; "
	shortSettings = checkpoints + "PRAGMA temp_store = MEMORY"
	longSettings  = checkpoints + "PRAGMA temp_store = FILE"
)

// beginGroup waits for the connection with the caller's context. The transaction itself has no such context, because
// its end would roll back the work of others.
func (d *DB) beginGroup(ctx context.Context, alone bool) (*group, error) {
	limited, cancel := withLimit(ctx)
	defer cancel()
	conn, err := d.write.Conn(limited)
	if err != nil {
		return nil, limitError(limited, err)
	}
	settings := shortSettings
	if alone {
		settings = longSettings
	}
	if _, err := conn.ExecContext(context.WithoutCancel(ctx), settings); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	tx, err := conn.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &group{
		db: d, conn: conn, tx: tx, members: 1, turnOver: make(chan struct{}, 1), ended: make(chan struct{}),
	}, nil
}

// run runs fn in the transaction. A shared transaction is not interrupted when the caller's context ends: an
// interrupted statement would roll back everything.
func (g *group) run(ctx context.Context, fn func(*Tx) error, shared bool) error {
	on := &guardedTx{tx: g.tx}
	c := g.db.conn(on)
	c.uninterrupted = shared
	if err := fn(&Tx{Conn: c, SQL: g.tx}); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return on.failure
}

// admit gives a turn to transactions that wait, as long as there are any and the group is not too long.
func (g *group) admit(q *writeQueue) {
	begun := time.Now()
	for g.members < maxGroup && !g.failed && time.Since(begun) < maxGroupTime {
		w := q.next()
		if w == nil {
			return
		}
		g.members++
		w.turn <- g
		<-g.turnOver
	}
}

// join runs fn as a member of the group, and waits until the group has ended. A refusal waits too, because its reason
// may be an earlier member whose work is not committed yet.
func (g *group) join(ctx context.Context, fn func(*Tx) error) error {
	final, err := g.takeTurn(ctx, fn)
	<-g.ended
	if g.failed && !final {
		return errRunAgain
	}
	return err
}

// takeTurn returns the result of fn. It is final if it remains the same when the group fails.
func (g *group) takeTurn(ctx context.Context, fn func(*Tx) error) (final bool, err error) {
	defer func() { g.turnOver <- struct{}{} }() // also after a panic
	if err := ctx.Err(); err != nil {
		return true, fmt.Errorf("begin: %w", err)
	}
	if err := g.exec("SAVEPOINT member"); err != nil {
		g.failed = true
		return false, err
	}
	released := false
	defer func() {
		if !released && g.exec("ROLLBACK TO member", "RELEASE member") != nil {
			g.failed, final = true, err != nil // SQLite has rolled back the transaction because of this member
		}
	}()
	if err := g.run(ctx, fn, true); err != nil {
		return false, err
	}
	released = g.exec("RELEASE member") == nil
	return false, nil
}

func (g *group) exec(statements ...string) error {
	for _, statement := range statements {
		if _, err := g.tx.ExecContext(context.Background(), statement); err != nil {
			return err
		}
	}
	return nil
}

// commit returns the result of the leader.
func (g *group) commit() error {
	if g.failed {
		return errRunAgain
	}
	err := g.updateSearch()
	if err == nil {
		err = g.tx.Commit()
	}
	if err == nil {
		g.db.transactions.Add(int64(g.members))
		g.db.commits.Add(1)
		return nil
	}
	g.failed = true
	if g.members > 1 {
		return errRunAgain
	}
	return fmt.Errorf("commit: %w", err)
}

// end rolls back what was not committed, and lets the members return their results.
func (g *group) end() {
	_ = g.tx.Rollback() // has no effect after a commit
	_ = g.conn.Close()
	close(g.ended)
}

// guardedTx refuses statements after one that may have made SQLite roll back the transaction. They would be committed
// one by one.
type guardedTx struct {
	tx      *sql.Tx
	failure error
}

func (t *guardedTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if t.failure != nil {
		return nil, t.failure
	}
	rows, err := t.tx.QueryContext(ctx, query, args...)
	t.check(err)
	return rows, err
}

func (t *guardedTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if t.failure != nil {
		return nil, t.failure
	}
	result, err := t.tx.ExecContext(ctx, query, args...)
	t.check(err)
	return result, err
}

// rollbackCodes are SQLite's primary result codes of errors that may roll back a whole transaction
// (https://sqlite.org/lang_transaction.html).
var rollbackCodes = []int{
	5,  // SQLITE_BUSY
	7,  // SQLITE_NOMEM
	9,  // SQLITE_INTERRUPT
	10, // SQLITE_IOERR
	13, // SQLITE_FULL
}

func (t *guardedTx) check(err error) {
	if err == nil {
		return
	}
	code, ok := SQLiteCode(err)
	// The drivers return the error of the context for an interrupted statement.
	interrupted := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if interrupted || ok && slices.Contains(rollbackCodes, code) {
		t.failure = err
	}
}
