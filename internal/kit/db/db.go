// Package db opens SQLite or PostgreSQL and lets one set of queries run on both.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// Engine is which of the two databases is behind a DB.
type Engine string

// The two engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// DB is an open database. Reads go through Read, changes through Write.
type DB struct {
	Engine Engine
	// Path is the SQLite file; empty on PostgreSQL.
	Path string

	read  *sql.DB
	write *sql.DB
	pool  *pgxpool.Pool
}

const readers = 8

// Open opens `sqlite:PATH` or `postgres://…`. A SQLite file and its folder are made when absent.
func Open(ctx context.Context, url string) (*DB, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		return openSQLite(ctx, path)
	}
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		return openPostgres(ctx, url)
	}
	return nil, fmt.Errorf("database %q: want sqlite:PATH or postgres://…", url)
}

// A written transaction is on the disk before it is acknowledged (synchronous=FULL). There is one
// writer, which takes its lock when it begins, so that two of them never wait for each other.
func openSQLite(ctx context.Context, path string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, fmt.Errorf("make the database folder: %w", err)
	}
	if err := keepPrivate(path); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	dsn := fileURI(path) + "?_busy_timeout=5000&_foreign_keys=1&_journal_mode=WAL&_synchronous=FULL"
	dsn += "&_cache_size=-8000&_pragma=cache_size(-8000)" // one way of saying it for each driver
	dsn += "&_stmt_cache_size=100"                        // preparing anew was a fifth of a list's time; modernc has no such cache
	write, err := sql.Open(sqliteDriver, dsn+"&_txlock=immediate")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	write.SetMaxOpenConns(1)
	read, err := sql.Open(sqliteDriver, dsn+"&_query_only=1")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), write.Close())
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	d := &DB{Engine: SQLite, Path: path, read: read, write: write}
	if err := d.requireFTS5(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// keepPrivate lets only the owner read the database: it contains personal data. SQLite gives its side files the same
// mode when it creates them.
func keepPrivate(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the operator names the file
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
			_ = os.Chmod(name, info.Mode().Perm()&^0o077) // not allowed for a database of another user, which is no reason to stop
		}
	}
	return nil
}

// OpenReadOnly opens a SQLite file that nobody else uses, such as one from a backup. It creates no files beside it.
func OpenReadOnly(path string) (*DB, error) {
	handle, err := sql.Open(sqliteDriver, fileURI(path)+"?mode=ro&immutable=1&_query_only=1")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return &DB{Engine: SQLite, Path: path, read: handle, write: handle}, nil
}

// In the address of a file these three would mean something.
func fileURI(path string) string {
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

// An existing database opens without FTS5 and fails only at the first search, so it is asked for at the door.
func (d *DB) requireFTS5(ctx context.Context) error {
	found, err := Value[int](ctx, d.Writer(), "SELECT count(*) FROM pragma_compile_options WHERE compile_options = 'ENABLE_FTS5'")
	if err != nil {
		return fmt.Errorf("open %s: %w", d.Path, err)
	}
	if found == 0 {
		return errors.New("this binary was built without SQLite's FTS5: build it with `make build`, or with -tags sqlite_fts5")
	}
	return nil
}

func openPostgres(ctx context.Context, url string) (*DB, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = 16
	}
	if !strings.Contains(url, "connect_timeout") {
		config.ConnConfig.ConnectTimeout = StatementLimit / 2
	}
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	// A statement that runs into its time limit is cancelled on the server too. When even that gets no answer, the connection is closed.
	config.ConnConfig.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: time.Second}
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reach PostgreSQL: %w", err)
	}
	handle := stdlib.OpenDBFromPool(pool)
	return &DB{Engine: Postgres, read: handle, write: handle, pool: pool}, nil
}

// Driver names what talks to the database, for the log: a missing C compiler changes it without a word.
func (d *DB) Driver() string {
	if d.Engine == Postgres {
		return "pgx"
	}
	return sqliteDriverName
}

// Close closes all connections.
func (d *DB) Close() error {
	if d.Engine == Postgres {
		err := d.read.Close()
		d.pool.Close()
		return err
	}
	return errors.Join(d.read.Close(), d.write.Close())
}

// Ping asks the database for a sign of life.
func (d *DB) Ping(ctx context.Context) error { return d.read.PingContext(ctx) }

// Handle is the writing handle, for libraries that bring their own SQL (migrations, jobs).
func (d *DB) Handle() *sql.DB { return d.write }

// Read is for queries outside a transaction.
func (d *DB) Read() Conn { return Conn{Engine: d.Engine, on: d.read} }

// Writer is for single statements outside Write: never while a transaction of the same goroutine is open.
func (d *DB) Writer() Conn { return Conn{Engine: d.Engine, on: d.write} }

// Tx is an open transaction.
type Tx struct {
	Conn
	// SQL is the transaction itself, for libraries that join it.
	SQL *sql.Tx
}

const attempts = 4

// Write runs fn in one transaction and commits it, or leaves nothing behind. It runs fn again when
// PostgreSQL ended the transaction to resolve a deadlock, so fn must change nothing but the database.
func (d *DB) Write(ctx context.Context, fn func(*Tx) error) error {
	var err error
	for attempt := range attempts {
		if attempt > 0 {
			time.Sleep(rand.N(20 * time.Millisecond << attempt))
		}
		if err = d.writeOnce(ctx, fn); !isTransient(err) {
			return err
		}
	}
	return err
}

func (d *DB) writeOnce(ctx context.Context, fn func(*Tx) error) error {
	bound := watch(ctx)
	defer bound.end(nil)
	var tx *sql.Tx
	err := bound.within(func() (err error) {
		tx, err = d.write.BeginTx(bound, nil)
		return err
	})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	if err := fn(&Tx{Conn: Conn{Engine: d.Engine, on: tx}, SQL: tx}); err != nil {
		return slow(bound, err)
	}
	if err := bound.within(tx.Commit); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// TryLock takes a lock that lasts until the transaction ends, or reports that another node has it. SQLite has one writer,
// which is lock enough.
func (tx *Tx) TryLock(ctx context.Context, number int64) (bool, error) {
	if tx.Engine != Postgres {
		return true, nil
	}
	return Value[bool](ctx, tx.Conn, "SELECT pg_try_advisory_xact_lock(?)", number)
}
