package app

import (
	"context"
	"errors"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/transfer"
	"waymark/internal/platform/schema"
)

// Open opens the database and brings its schema up to date.
func Open(ctx context.Context, database string) (*db.DB, error) {
	update := func(d *db.DB) error { return updateSchema(ctx, d) }
	created, err := db.Create(ctx, database, update)
	if err != nil {
		return nil, err
	}
	d, err := db.Open(ctx, database)
	if err != nil || created {
		return d, err
	}
	if err := d.WithMigrationLock(ctx, func() error { return update(d) }); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// WithProgress calls report with each step of a change of the schema.
func WithProgress(ctx context.Context, report func(step string)) context.Context {
	return db.WithProgress(ctx, report)
}

func updateSchema(ctx context.Context, d *db.DB) error {
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
	if err := createTables(ctx, d); err != nil {
		return err
	}
	return derived.Apply(ctx, d, schema.Revision, schema.Derived()...)
}

// errUnfinishedMove refuses a database that does not have all rows yet.
var errUnfinishedMove = errors.New("a move into this database has not finished: run `waymark move` again")

// VerifyDerived compares counters, totals and search tables with the rows they are derived from. It reads whole tables.
func VerifyDerived(ctx context.Context, d *db.DB) error {
	return derived.Verify(ctx, d, schema.Derived()...)
}

// Migrate creates the database if it does not exist and brings its schema up to date.
func Migrate(ctx context.Context, config Config) error {
	if err := config.checkFiles(); err != nil {
		return err
	}
	d, err := Open(ctx, config.Database)
	if err != nil {
		return err
	}
	return d.Close()
}
