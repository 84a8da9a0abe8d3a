package derived

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"waymark/internal/kit/db"
)

const (
	lockAttempts     = 500
	lockNotAvailable = "55P03" // the code of PostgreSQL for a lock that somebody else has
)

// lockTables locks tables that others are writing to, in whatever order they do. It waits for a table only while it
// holds no other, so that there is never a deadlock: if one is in use, it releases all others and starts with that one.
func lockTables(ctx context.Context, tx *db.Tx, tables []string, mode string) error {
	for range lockAttempts {
		if err := execute(ctx, tx, []string{"SAVEPOINT before_locks"}); err != nil {
			return err
		}
		inUse, err := tryLock(ctx, tx, tables, mode)
		if err != nil || inUse < 0 {
			return err
		}
		if err := execute(ctx, tx, []string{"ROLLBACK TO SAVEPOINT before_locks"}); err != nil {
			return err
		}
		first := tables[inUse]
		tables = slices.Insert(slices.Delete(tables, inUse, inUse+1), 0, first)
	}
	return fmt.Errorf("the tables %v are always in use: stop the other servers and try again", tables)
}

// tryLock returns the position of the first table that is in use, or -1 when all are locked.
func tryLock(ctx context.Context, tx *db.Tx, tables []string, mode string) (int, error) {
	for i, name := range tables {
		statement := "LOCK TABLE " + name + " IN " + mode + " MODE"
		if i > 0 {
			statement += " NOWAIT"
		}
		err := execute(ctx, tx, []string{statement})
		if problem, ok := errors.AsType[*pgconn.PgError](err); ok && problem.Code == lockNotAvailable {
			return i, nil
		}
		if err != nil {
			return 0, err
		}
	}
	return -1, nil
}
