package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
	"github.com/pressly/goose/v3/lock"
)

// Step is a migration written in Go, such as one that inserts rows from a data file. Steps and SQL files share one
// sequence of version numbers.
type Step struct {
	Version int64
	Run     func(context.Context, Conn) error
}

// Migrate applies the pending migrations: the SQL files and the steps. On PostgreSQL a lock ensures that only one node
// at a time does so.
func (d *DB) Migrate(ctx context.Context, files fs.FS, steps []Step) error {
	dialect, options := database.DialectSQLite3, []goose.ProviderOption{goose.WithSlog(slog.New(slog.DiscardHandler))}
	if d.Engine == Postgres {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return fmt.Errorf("migration lock: %w", err)
		}
		dialect, options = database.DialectPostgres, append(options, goose.WithSessionLocker(locker))
	}
	for _, step := range steps {
		up := func(ctx context.Context, tx *sql.Tx) error {
			return step.Run(WithStatementLimit(ctx, 0), d.conn(tx))
		}
		options = append(options, goose.WithGoMigrations(goose.NewGoMigration(step.Version, &goose.GoFunc{RunTx: up}, nil)))
	}
	provider, err := goose.NewProvider(dialect, d.write, files, options...)
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	if err := applyPending(ctx, provider); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return d.findPendingSearch(ctx)
}

// applyPending applies the pending migrations and reports each. A new database gets all at once.
func applyPending(ctx context.Context, provider *goose.Provider) error {
	current, err := provider.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	if current == 0 {
		_, err := provider.Up(ctx)
		return err
	}
	for _, source := range provider.ListSources() {
		if source.Version <= current {
			continue
		}
		ReportProgress(ctx, fmt.Sprintf("migration %d", source.Version))
		// Another node may have applied it in the meantime.
		if _, err := provider.UpTo(ctx, source.Version); err != nil {
			return err
		}
	}
	return nil
}

// HasTable reports whether a table exists.
func (d *DB) HasTable(ctx context.Context, name string) (bool, error) {
	query := "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
	if d.Engine == Postgres {
		query = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?"
	}
	found, err := Value[int](ctx, d.Read(), query, name)
	if err != nil {
		return false, fmt.Errorf("find the table %s: %w", name, err)
	}
	return found > 0, nil
}

// migrationLock is the number of the advisory lock that WithMigrationLock takes. All versions must use the same number.
const migrationLock = 7_293_114_605

// WithMigrationLock runs fn while no other node runs it. SQLite needs no lock because only one process uses a file.
func (d *DB) WithMigrationLock(ctx context.Context, fn func() error) error {
	if d.Engine != Postgres {
		return fn()
	}
	conn, err := d.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("migration lock: %w", err)
	}
	defer func() { _ = conn.Close() }()
	free := false
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", migrationLock).Scan(&free); err != nil {
		return fmt.Errorf("migration lock: %w", err)
	}
	if !free {
		ReportProgress(ctx, "waiting for another node, which changes the schema")
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", migrationLock); err != nil {
			return fmt.Errorf("migration lock: %w", err)
		}
	}
	err = fn()
	_, unlockErr := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", migrationLock)
	if unlockErr != nil {
		err = errors.Join(err, fmt.Errorf("migration lock: %w", unlockErr))
	}
	return err
}

// Backup writes a consistent copy of a SQLite database to path. It uses a connection of its own, so the database can be
// written to at the same time.
func (d *DB) Backup(ctx context.Context, path string) error {
	handle, err := sql.Open(sqlite.Name, fileURI(d.Path)+"?_busy_timeout=5000")
	if err != nil {
		return fmt.Errorf("open for backup: %w", err)
	}
	defer func() { _ = handle.Close() }()
	if _, err := handle.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	return nil
}
