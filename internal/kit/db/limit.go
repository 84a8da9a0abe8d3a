package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"waymark/internal/kit/tracing"
)

// StatementLimit is the default time limit of a statement, including the wait for a connection. Without it, requests
// would block and keep their connections while the database does not respond.
const StatementLimit = 10 * time.Second

// errTooSlow wraps DeadlineExceeded, so that callers can handle it like any other deadline.
var errTooSlow = fmt.Errorf("the database did not answer within its time limit: %w", context.DeadlineExceeded)

type limitKey struct{}

// WithStatementLimit sets the time limit of statements that use the context; zero removes it. Migrations, exports and
// background jobs remove it because a single statement may be most of their work.
func WithStatementLimit(ctx context.Context, limit time.Duration) context.Context {
	return context.WithValue(ctx, limitKey{}, limit)
}

func limitOf(ctx context.Context) time.Duration {
	if limit, ok := ctx.Value(limitKey{}).(time.Duration); ok {
		return limit
	}
	return StatementLimit
}

// withLimit returns a context that ends when the time limit of a statement is exceeded.
func withLimit(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := limitOf(ctx)
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, limit, errTooSlow)
}

func (c Conn) withLimit(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.uninterrupted {
		ctx = context.WithoutCancel(ctx)
	}
	return withLimit(ctx)
}

// limitError replaces the different errors that drivers return for a statement that exceeded its time limit.
func limitError(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), errTooSlow) && !errors.Is(err, ErrUnknownOutcome) {
		return errTooSlow
	}
	return err
}

// Rows are the rows of a query. Close also ends the time limit of the query.
type Rows struct {
	cursor
	ctx    context.Context //nolint:containedctx // the limit applies while the rows are read
	cancel context.CancelFunc
	span   tracing.Span
}

// Err returns the error that ended the iteration early, if any.
func (r *Rows) Err() error { return limitError(r.ctx, r.cursor.Err()) }

// Close may be called more than once.
func (r *Rows) Close() error {
	r.cancel()
	r.span.End(r.cursor.Err())
	return r.cursor.Close()
}

// limitedContext is the context of a transaction. It has no deadline as a whole: only single steps have a time limit.
type limitedContext struct {
	context.Context
	cancel context.CancelCauseFunc
}

func newLimitedContext(ctx context.Context) limitedContext {
	ctx, cancel := context.WithCancelCause(ctx)
	return limitedContext{ctx, cancel}
}

// run cancels the context, which rolls back the transaction, if step exceeds the time limit of a statement.
func (c limitedContext) run(step func() error) error {
	if limit := limitOf(c); limit > 0 {
		defer time.AfterFunc(limit, func() { c.cancel(errTooSlow) }).Stop()
	}
	return limitError(c, step())
}
