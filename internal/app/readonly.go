package app

import (
	"context"
	"errors"
	"fmt"

	"waymark/internal/kit/db"
	"waymark/internal/kit/transfer"
)

// openForReading opens a database for a server that changes nothing, not even the schema.
func openForReading(ctx context.Context, database string) (*db.DB, error) {
	d, err := db.OpenForReading(ctx, database)
	if err != nil {
		return nil, err
	}
	if err := checkReadable(ctx, d); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// checkReadable returns an error unless the database has the schema of this version, or a later one that this version
// may use.
func checkReadable(ctx context.Context, d *db.DB) error {
	unfinished, err := transfer.Unfinished(ctx, d)
	if err != nil {
		return err
	}
	if unfinished {
		return errUnfinishedMove
	}
	if err := checkSchema(ctx, d); err != nil {
		return err
	}
	latest, err := latestSchema()
	if err != nil {
		return err
	}
	state, err := readSchemaState(ctx, d.Read())
	if err != nil {
		return err
	}
	if state.version < latest {
		return fmt.Errorf("the database has schema %d, and this version has schema %d: "+
			"start the server once without --read-only", state.version, latest)
	}
	return nil
}
