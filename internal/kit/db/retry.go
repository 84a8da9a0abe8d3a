package db

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Reads whose connection is lost are repeated for retryFor, on other connections: that is long enough for a server that
// is restarted, or for a standby that takes over, and short enough for a person who waits. Writes are never repeated:
// nobody knows whether the server has committed them.
const (
	retryFor   = 1500 * time.Millisecond
	firstDelay = 10 * time.Millisecond
	maxDelay   = 200 * time.Millisecond
)

// retryRead runs a read until it succeeds, fails for another reason than a lost connection, or the time is over. The
// read must not have used any of its result.
func retryRead(ctx context.Context, read func() error) error {
	err := read()
	if !isConnectionLost(err) {
		return err
	}
	end, delay := time.Now().Add(retryFor), firstDelay
	for isConnectionLost(err) && ctx.Err() == nil && time.Now().Before(end) {
		select {
		case <-time.After(rand.N(delay)):
		case <-ctx.Done():
			return err
		}
		delay = min(2*delay, maxDelay)
		err = read()
	}
	return err
}

// lostConnectionCodes are prefixes of the codes with which PostgreSQL closes connections and refuses new ones while it
// stops or starts.
var lostConnectionCodes = []string{"08", "57P01", "57P02", "57P03"}

var lostConnectionErrors = []error{
	io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNREFUSED,
}

// isConnectionLost reports whether a statement failed because the server closed its connection or accepts no others.
func isConnectionLost(err error) bool {
	if err == nil {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return slices.ContainsFunc(lostConnectionCodes, func(code string) bool { return strings.HasPrefix(pg.Code, code) })
	}
	return pgconn.SafeToRetry(err) ||
		slices.ContainsFunc(lostConnectionErrors, func(known error) bool { return errors.Is(err, known) })
}
