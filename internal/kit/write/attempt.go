package write

import (
	"context"
	"errors"
	"fmt"
)

// Attempt runs fn, and undoes what it did if it returns an error. The transaction goes on: the caller decides whether
// the error ends it.
func (tx *Tx) Attempt(ctx context.Context, fn func() error) error {
	before := tx.set // says which rows of the change set are stored, so it goes back together with them
	if _, err := tx.Exec(ctx, "SAVEPOINT attempt"); err != nil {
		return fmt.Errorf("set a savepoint: %w", err)
	}
	failure := fn()
	if failure != nil {
		if _, err := tx.Exec(ctx, "ROLLBACK TO SAVEPOINT attempt"); err != nil {
			// The connection is lost or the context has ended, usually before: the transaction can't be committed.
			return errors.Join(failure, fmt.Errorf("undo an attempt: %w", err))
		}
		tx.set = before
	}
	if _, err := tx.Exec(ctx, "RELEASE SAVEPOINT attempt"); err != nil {
		return fmt.Errorf("release a savepoint: %w", err)
	}
	return failure
}
