package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// StatementLimit is how long a statement may take, including the wait for a connection. A request has no use for an
// answer that comes later, and would hold its connection while the database hangs.
const StatementLimit = 10 * time.Second

// errTooSlow reads as a deadline, so that callers need not know where it was set.
var errTooSlow = fmt.Errorf("the database did not answer within its time limit: %w", context.DeadlineExceeded)

type limitKey struct{}

// WithStatementLimit sets the time limit of the statements run under a context; zero lifts it. Migrations, exports and
// background jobs lift it: each of their statements may take as long as the whole of their work.
func WithStatementLimit(ctx context.Context, limit time.Duration) context.Context {
	return context.WithValue(ctx, limitKey{}, limit)
}

func limitOf(ctx context.Context) time.Duration {
	if limit, ok := ctx.Value(limitKey{}).(time.Duration); ok {
		return limit
	}
	return StatementLimit
}

func limited(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := limitOf(ctx)
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, limit, errTooSlow)
}

// slow replaces the many errors of drivers whose statement was cut off by its time limit.
func slow(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), errTooSlow) {
		return errTooSlow
	}
	return err
}

// Rows are the rows of a query. Close also ends the time limit of the query.
type Rows struct {
	*sql.Rows
	ctx    context.Context //nolint:containedctx // the limit lasts as long as the rows are read
	cancel context.CancelFunc
}

// Err is the error that ended the rows early, if any.
func (r *Rows) Err() error { return slow(r.ctx, r.Rows.Err()) }

// Close may be called more than once.
func (r *Rows) Close() error {
	r.cancel()
	return r.Rows.Close()
}

// watched is a context that a transaction is bound to, which time limits can end.
type watched struct {
	context.Context
	end context.CancelCauseFunc
}

func watch(ctx context.Context) watched {
	ctx, end := context.WithCancelCause(ctx)
	return watched{ctx, end}
}

// within ends the context when do takes longer than a statement may. The transaction is rolled back then.
func (w watched) within(do func() error) error {
	if limit := limitOf(w); limit > 0 {
		defer time.AfterFunc(limit, func() { w.end(errTooSlow) }).Stop()
	}
	return slow(w, do())
}
