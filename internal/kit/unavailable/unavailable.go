// Package unavailable recognises errors that mean "try again later": a database, disk, bucket or mail server that can't
// be reached, is full, or takes too long.
package unavailable

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"waymark/internal/kit/db"
)

// sqliteCodes are the primary result codes of SQLite (https://sqlite.org/rescode.html) that have nothing to do with the
// statement itself.
var sqliteCodes = []int{
	5,  // SQLITE_BUSY
	6,  // SQLITE_LOCKED
	7,  // SQLITE_NOMEM
	8,  // SQLITE_READONLY: the file system was remounted
	9,  // SQLITE_INTERRUPT: the statement ran into its time limit
	10, // SQLITE_IOERR
	13, // SQLITE_FULL
	14, // SQLITE_CANTOPEN
}

// postgresCodes are prefixes of PostgreSQL's error codes
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
var postgresCodes = []string{
	"08",    // connection exceptions
	"53",    // insufficient resources: disk full, out of memory, too many connections
	"57P",   // shutting down, crashed, starting up
	"57014", // cancelled by a time limit
	"58",    // system errors: I/O
	"40",    // deadlocks and conflicts between transactions, after they were retried
	"25006", // read-only: a standby, or a node that is being promoted
}

var systemErrors = []error{
	syscall.ENOSPC, syscall.EDQUOT, syscall.EIO, syscall.EROFS, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM,
	syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.EPIPE, syscall.EHOSTUNREACH, syscall.ENETUNREACH, syscall.ETIMEDOUT,
}

// marked is an error whose source is known to be unavailable.
type marked struct{ error }

func (m marked) Unwrap() error { return m.error }

// Mark declares an error to be an outage. It is for sources that have their own error types, such as a bucket. Mark
// returns nil for nil.
func Mark(err error) error {
	if err == nil {
		return nil
	}
	return marked{err}
}

// Is reports whether an error means that something the server depends on is unavailable.
func Is(err error) bool {
	if errors.Is(err, db.ErrUnknownOutcome) {
		return true
	}
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	var outage marked
	if errors.As(err, &outage) || errors.Is(err, db.ErrReadOnly) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, driver.ErrBadConn) ||
		errors.Is(err, sql.ErrConnDone) {
		return true
	}
	if code, ok := db.SQLiteCode(err); ok {
		return slices.Contains(sqliteCodes, code)
	}
	var postgres *pgconn.PgError
	if errors.As(err, &postgres) {
		return slices.ContainsFunc(postgresCodes, func(code string) bool { return strings.HasPrefix(postgres.Code, code) })
	}
	var dial *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &dial) || errors.As(err, &network) || isClosed(err) ||
		slices.ContainsFunc(systemErrors, func(known error) bool { return errors.Is(err, known) })
}

// isClosed reports whether an error means that the other side closed the connection.
func isClosed(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) ||
		pgconn.SafeToRetry(err)
}
