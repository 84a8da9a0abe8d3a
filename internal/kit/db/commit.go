package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrUnknownOutcome is returned for a transaction that PostgreSQL may have committed and may not. It is also returned
// for one that is committed on the primary, but not on the standby that it waits for: a failover would lose it.
var ErrUnknownOutcome = errors.New("the transaction may have been committed")

func unknownOutcome(err error) error { return fmt.Errorf("%w: %w", ErrUnknownOutcome, err) }

// commit commits a transaction. A commit is never cancelled: PostgreSQL would stop waiting for its standby, and go on
// as if the standby had the transaction. One that exceeds the time limit continues in the background, and keeps its
// connection until it ends.
func (d *DB) commit(ctx context.Context, tx *sql.Tx) error {
	done := make(chan error, 1)
	d.committing.Add(1)
	go func() {
		defer d.committing.Add(-1)
		done <- tx.Commit()
	}()
	limit, left := limitOf(ctx), ctx.Done()
	var exceeded <-chan time.Time
	if limit > 0 {
		exceeded = time.After(limit)
	}
	for {
		select {
		case err := <-done:
			return err
		case <-exceeded:
			return unknownOutcome(errTooSlow)
		case <-left: // most commits end soon, and what follows them should still happen
			left = nil
			if limit == 0 {
				exceeded = time.After(StatementLimit)
			}
		}
	}
}

// transaction is a transaction for database/sql, which passes no context when it ends one.
type transaction struct {
	ctx  context.Context //nolint:containedctx // see above
	conn *postgresConn
	tx   pgx.Tx
}

func (t transaction) Rollback() error { return t.tx.Rollback(t.ctx) }

// Commit implements driver.Tx.
func (t transaction) Commit() error {
	conn := t.conn.Conn().PgConn()
	if conn.IsClosed() {
		return driver.ErrBadConn
	}
	_ = takeWarning(conn)
	err := t.tx.Commit(context.WithoutCancel(t.ctx))
	if err == nil {
		if warning := takeWarning(conn); warning != nil {
			return unknownOutcome(errors.New(warning.Message))
		}
		return nil
	}
	var pg *pgconn.PgError
	refused := errors.As(err, &pg) && pg.SeverityUnlocalized == "ERROR"
	if refused || errors.Is(err, pgx.ErrTxCommitRollback) {
		return err // PostgreSQL has rolled it back
	}
	// pgconn.SafeToRetry is also true when the connection was closed by the response.
	return unknownOutcome(err)
}

// Codes of the warnings with which PostgreSQL says that a commit no longer waits for its standby: because it was
// cancelled, or because the server stops. Their texts depend on the language of the server.
const (
	warningCode       = "01000"
	adminShutdownCode = "57P01"
)

// standbyRoutine is the function of PostgreSQL that waits for a standby. Warnings name the function they come from.
const standbyRoutine = "SyncRepWaitForLSN"

const warningKey = "waymark warning"

// noteWarning keeps the last warning of a connection that may be about its standby.
func noteWarning(conn *pgconn.PgConn, notice *pgconn.Notice) {
	if notice.SeverityUnlocalized == "WARNING" && (notice.Code == warningCode || notice.Code == adminShutdownCode) {
		conn.CustomData()[warningKey] = notice
	}
}

// takeWarning returns the last warning since the last call, or nil.
func takeWarning(conn *pgconn.PgConn) *pgconn.Notice {
	warning, _ := conn.CustomData()[warningKey].(*pgconn.Notice)
	delete(conn.CustomData(), warningKey)
	return warning
}

// ExecContext implements driver.ExecerContext. A statement outside a transaction is one of its own. It may cause other
// warnings, which a commit does not.
func (c *postgresConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	conn := c.Conn().PgConn()
	_ = takeWarning(conn)
	result, err := c.stdlibConn.ExecContext(ctx, query, args)
	if err != nil {
		return result, err
	}
	if warning := takeWarning(conn); warning != nil && warning.Routine == standbyRoutine {
		return nil, unknownOutcome(errors.New(warning.Message))
	}
	return result, nil
}

// closeLimit is how long Close waits for commits that continue in the background. PostgreSQL finishes them after the
// connection has been lost.
const closeLimit = 2 * time.Second

// closePool waits until all connections have been returned, unless there are commits that may take long.
func (d *DB) closePool() {
	if d.committing.Load() == 0 {
		d.pool.Close()
		return
	}
	closed := make(chan struct{})
	go func() {
		d.pool.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(closeLimit): // to close their sockets would make pgx cancel them
	}
}
