package derived

import (
	"context"
	"errors"
	"fmt"

	"waymark/internal/kit/db"
)

// Verify compares objects with a recount from the rows, and reports each that differs. It reads whole tables.
func Verify(ctx context.Context, d *db.DB, objects ...Object) error {
	ctx = db.WithStatementLimit(ctx, 0)
	problems := []error{}
	for _, o := range objects {
		if err := verify(ctx, d, o); err != nil {
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

func verify(ctx context.Context, d *db.DB, o Object) error {
	if search, ok := o.(Search); ok && search.compare(d.Engine) != "" {
		if _, err := d.Writer().Exec(ctx, search.compare(d.Engine)); err != nil {
			return fmt.Errorf("%s differs from its rows: %w", o.Name(), err)
		}
	}
	query := o.Wrong(d.Engine)
	if query == "" {
		return nil
	}
	wrong, err := db.Value[int64](ctx, d.Read(), query)
	if err != nil {
		return fmt.Errorf("verify %s: %w", o.Name(), err)
	}
	if wrong > 0 {
		return fmt.Errorf("%s is wrong in %d rows", o.Name(), wrong)
	}
	return nil
}
