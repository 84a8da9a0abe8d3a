// Package transfer copies the tables of a SQLite database into an empty PostgreSQL database.
//
// The target records its progress in tables of its own until Finish removes them, so that a transfer that was killed
// continues where it was, and nobody uses an incomplete database.
package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/db"
)

// The tables with the progress of a transfer.
const (
	stateTable     = "unfinished_move"
	copiedTable    = "unfinished_move_tables"
	statementTable = "unfinished_move_statements"
)

// Origin identifies what is copied.
type Origin struct {
	Name   string // is the same for all states of a database
	Schema int64  // number of the newest migration
}

// Target is a database that receives the tables of another one.
type Target struct {
	db     *db.DB
	conn   *sql.Conn // holds the lock, and runs all statements of the transfer
	skip   map[string]string
	schema *schema
}

// ErrNotEmpty is returned for a target with data that no transfer has written.
var ErrNotEmpty = errors.New("the target database is not empty")

// Unfinished reports whether a transfer into a database has not been finished.
func Unfinished(ctx context.Context, d *db.DB) (bool, error) {
	if d.Engine != db.Postgres {
		return false, nil
	}
	found, err := db.Value[bool](ctx, d.Read(), "SELECT to_regclass('"+stateTable+"') IS NOT NULL")
	if err != nil {
		return false, fmt.Errorf("find an unfinished move: %w", err)
	}
	return found, nil
}

// transferLock is the number of the advisory lock that a transfer holds.
const transferLock = 7_293_114_607

// Options are what Begin needs to know.
type Options struct {
	Origin Origin
	// Skip are the tables that are not copied, with the reason.
	Skip map[string]string
	// Migrate creates the tables of the target, without anything that works out data from rows.
	Migrate func() error
	// Waiting is called when another transfer into the same database has to end first. PostgreSQL may notice only after
	// a while that one was killed.
	Waiting func()
}

// Begin prepares an empty database for a transfer, or continues one that was interrupted.
func Begin(ctx context.Context, d *db.DB, o Options) (*Target, error) {
	conn, err := d.Handle().Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to the target: %w", err)
	}
	t := &Target{db: d, conn: conn, skip: o.Skip}
	if err := t.begin(ctx, o); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return t, nil
}

func (t *Target) begin(ctx context.Context, o Options) error {
	if err := t.lock(ctx, o.Waiting); err != nil {
		return err
	}
	// Servers wait for the same lock before they create tables.
	err := t.db.WithMigrationLock(ctx, func() error {
		prepared, err := t.mark(ctx, o.Origin)
		if err != nil || prepared {
			return err
		}
		if err := o.Migrate(); err != nil {
			return err
		}
		return t.prepare(ctx)
	})
	if err != nil {
		return err
	}
	t.schema, err = readSchema(ctx, t.conn, t.skip)
	return err
}

func (t *Target) lock(ctx context.Context, waiting func()) error {
	var locked bool
	err := t.conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", transferLock).Scan(&locked)
	if err == nil && !locked {
		waiting()
		_, err = t.conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", transferLock)
	}
	if err != nil {
		return fmt.Errorf("lock the target: %w", err)
	}
	return nil
}

// mark records that a transfer has begun, unless an earlier run has. It reports whether that run has prepared the
// tables.
func (t *Target) mark(ctx context.Context, origin Origin) (prepared bool, err error) {
	unfinished, err := Unfinished(ctx, t.db)
	if err != nil {
		return false, err
	}
	if !unfinished {
		return false, t.markNew(ctx, origin)
	}
	var earlier Origin
	err = t.conn.QueryRowContext(ctx, "SELECT origin, schema_version, prepared FROM "+stateTable).
		Scan(&earlier.Name, &earlier.Schema, &prepared)
	switch {
	case err != nil:
		return false, fmt.Errorf("read the progress of the move: %w", err)
	case earlier.Name != origin.Name:
		return false, errors.New("the target has an unfinished move of another database: use an empty database")
	case earlier.Schema != origin.Schema:
		return false, fmt.Errorf("the target has an unfinished move with schema %d, and this version has schema %d: "+
			"finish it with the version that began it, or use an empty database", earlier.Schema, origin.Schema)
	}
	return prepared, nil
}

const objectsQuery = `
	SELECT count(*)
	FROM pg_class c
	WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
		AND NOT EXISTS (
			SELECT 1 FROM pg_depend
			WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e' -- part of an extension
		)`

func (t *Target) markNew(ctx context.Context, origin Origin) error {
	return t.inTx(ctx, func(tx *sql.Tx) error {
		var objects int
		if err := tx.QueryRowContext(ctx, objectsQuery).Scan(&objects); err != nil {
			return fmt.Errorf("read the tables of the target: %w", err)
		}
		if objects > 0 {
			return ErrNotEmpty
		}
		for _, statement := range []string{
			"CREATE TABLE " + stateTable + " " +
				"(origin TEXT NOT NULL, schema_version BIGINT NOT NULL, prepared BOOLEAN NOT NULL, restored BOOLEAN NOT NULL)",
			"CREATE TABLE " + copiedTable + " (name TEXT PRIMARY KEY, n BIGINT NOT NULL, checksum TEXT NOT NULL)",
			"CREATE TABLE " + statementTable +
				" (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, statement TEXT NOT NULL)",
		} {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("begin the move: %w", err)
			}
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO "+stateTable+" VALUES ($1, $2, FALSE, FALSE)", origin.Name, origin.Schema)
		return err
	})
}

// objectQuery lists the indexes and foreign keys of tables: what drops them, and what creates them again. Indexes of
// constraints stay, because foreign keys refer to them.
const objectQuery = `
	SELECT dropped, created
	FROM (
		SELECT 1 AS place, format('DROP INDEX %s', indexrelid::regclass) AS dropped, pg_get_indexdef(indexrelid) AS created
		FROM pg_index
		JOIN pg_class ON pg_class.oid = indrelid
		WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname = ANY($1)
			AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
		UNION ALL
		SELECT 2, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
			format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
		FROM pg_constraint
		JOIN pg_class ON pg_class.oid = conrelid
		WHERE contype = 'f' AND relnamespace = current_schema()::regnamespace AND relname = ANY($1)
	) AS objects
	ORDER BY place DESC, created`

// prepare empties the tables, which have rows that the source has too, and drops indexes and foreign keys: adding them
// afterwards takes less time than adding each row to them. Restore creates them.
func (t *Target) prepare(ctx context.Context) error {
	s, err := readSchema(ctx, t.conn, t.skip)
	if err != nil {
		return err
	}
	names := s.names(nil)
	err = t.inTx(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, objectQuery, names)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		drop, restore := []string{}, []string{}
		for rows.Next() {
			var dropped, created string
			if err := rows.Scan(&dropped, &created); err != nil {
				return err
			}
			drop, restore = append(drop, dropped), append(restore, created)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err
		}
		slices.Reverse(restore) // indexes first: checking a foreign key needs them
		for _, statement := range restore {
			if _, err := tx.ExecContext(ctx, "INSERT INTO "+statementTable+" (statement) VALUES ($1)", statement); err != nil {
				return err
			}
		}
		for _, statement := range append(drop,
			`TRUNCATE "`+strings.Join(names, `", "`)+`"`, "UPDATE "+stateTable+" SET prepared = TRUE") {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("prepare the target: %w", err)
	}
	return nil
}

func (t *Target) inTx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := t.conn.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // has no effect after a commit
	if err := fn(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// Close ends the transfer, which continues with the next Begin unless it is finished.
func (t *Target) Close() error {
	_, err := t.conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", transferLock)
	return errors.Join(err, t.conn.Close())
}
