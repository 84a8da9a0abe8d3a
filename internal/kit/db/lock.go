package db

import "context"

// TryLock takes a lock until the transaction ends, or returns false if another node has it. On SQLite the transaction
// itself is the lock, because there is only one writer.
func (tx *Tx) TryLock(ctx context.Context, number int64) (bool, error) {
	if tx.Engine != Postgres {
		return true, nil
	}
	return Value[bool](ctx, tx.Conn, "SELECT pg_try_advisory_xact_lock(?)", number)
}

// Lock is a TryLock that waits.
func (tx *Tx) Lock(ctx context.Context, number int64) error {
	if tx.Engine != Postgres {
		return nil
	}
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(?)", number)
	return err
}
