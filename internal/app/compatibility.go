package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"

	"waymark/internal/kit/db"
)

const (
	// schemaVersionQuery returns the number of the newest migration of a database.
	schemaVersionQuery = "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied"
	// compatibleFromQuery returns the oldest schema whose programs may use a database. Databases of earlier schemas than
	// 28 don't have this row.
	compatibleFromQuery = "SELECT value FROM installation WHERE key = 'compatible_from'"
)

// schemaState is which schema a database has, and which programs may use it.
type schemaState struct {
	version        int64
	compatibleFrom int64
}

// readSchemaState reads the schema of a database that has been migrated before.
func readSchemaState(ctx context.Context, c db.Conn) (state schemaState, err error) {
	if state.version, err = db.Value[int64](ctx, c, schemaVersionQuery); err != nil {
		return state, fmt.Errorf("read the schema: %w", err)
	}
	text, err := db.Value[string](ctx, c, compatibleFromQuery)
	if errors.Is(err, sql.ErrNoRows) {
		return state, nil
	}
	if err == nil {
		_, err = fmt.Sscan(text, &state.compatibleFrom)
	}
	if err != nil {
		return state, fmt.Errorf("read the oldest compatible schema: %w", err)
	}
	return state, nil
}

// check returns an error if this program may not use the database, and reports whether the database is newer.
func (s schemaState) check() (newer bool, err error) {
	latest, err := latestSchema()
	if err != nil {
		return false, err
	}
	if s.compatibleFrom > latest {
		return true, fmt.Errorf("it was used by a later version of Waymark: it has schema %d, which needs a program "+
			"with schema %d or later, and this one has schema %d", s.version, s.compatibleFrom, latest)
	}
	return s.version > latest, nil
}

// checkSchema refuses a database that a later version has made unusable for this one. It is called before anything is
// changed.
func checkSchema(ctx context.Context, d *db.DB) error {
	migrated, err := d.HasTable(ctx, "installation") // created by the first migration
	if err != nil || !migrated {
		return err
	}
	state, err := readSchemaState(ctx, d.Read())
	if err != nil {
		return err
	}
	newer, err := state.check()
	if err != nil {
		return fmt.Errorf("the database can't be opened: %w. Install the version that was used last", err)
	}
	if newer {
		slog.WarnContext(ctx, "the database was used by a later version; its schema is left as it is",
			"schema", state.version, "compatible_from", state.compatibleFrom)
	}
	return nil
}
