// Package db opens SQLite or PostgreSQL databases and runs the same queries on both.
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
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Engine is a kind of database.
type Engine string

// The supported engines.
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
	// reads runs the queries of Read without database/sql. It is nil for files that are only read.
	reads   runner
	readers *readers // of SQLite
	// replicas is nil if there are none.
	replicas *replicas

	queue writeQueue // of SQLite
	// pendingSearch says that the file has the table pending_search, which is emptied before each commit. Its triggers
	// update search tables.
	pendingSearch atomic.Bool

	statements   atomic.Int64
	transactions atomic.Int64 // that were committed
	commits      atomic.Int64
	committing   atomic.Int64 // commits of PostgreSQL that have not ended
	readOnly     bool         // nothing can be written
}

const maxReaders = 8

// Open opens `sqlite:PATH` or `postgres://…`. It creates the SQLite file and its folder if they don't exist.
func Open(ctx context.Context, url string) (*DB, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		return openSQLite(ctx, path, durable)
	}
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		return openPostgres(ctx, url, false)
	}
	return nil, fmt.Errorf("database %q: want sqlite:PATH or postgres://…", url)
}

// durable are the parameters with which a committed transaction is on the disk before Write returns.
const durable = "&_journal_mode=WAL&_synchronous=FULL"

// openSQLite opens a file for one writer and several readers. The writer takes its lock when its transaction begins, so
// that transactions can't deadlock.
func openSQLite(ctx context.Context, path, durability string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, fmt.Errorf("create the database folder: %w", err)
	}
	if err := createPrivate(path); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	dsn := fileURI(path) + "?_busy_timeout=5000&_foreign_keys=1" + durability
	// Without the cache, preparing statements took a fifth of the time of a list. modernc has no such cache.
	dsn += "&_stmt_cache_size=100"
	dsn += "&_mutex=no" // database/sql lets one goroutine at a time use a connection
	write, err := sql.Open(sqlite.Name, dsn+cacheSize(writerCache)+"&_txlock=immediate")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	write.SetMaxOpenConns(1)
	readers, err := newReaders(write.Driver(), dsn+cacheSize(readerCache)+"&_query_only=1")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), write.Close())
	}
	d := &DB{Engine: SQLite, Path: path, reads: readers, readers: readers, write: write}
	if err := errors.Join(d.requireFTS5(ctx), d.findPendingSearch(ctx)); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Kilobytes of pages that connections to SQLite cache. A reader that has no page copies it from the cache of the
// operating system, which all share: requests take as long with 2 MB as with 8. The writer keeps what a transaction has
// changed.
const (
	readerCache = 2000
	writerCache = 8000
)

// cacheSize returns a parameter for each driver.
func cacheSize(kilobytes int) string {
	return fmt.Sprintf("&_cache_size=-%d&_pragma=cache_size(-%[1]d)", kilobytes)
}

// createPrivate creates the file if necessary and makes it readable for its owner only, because it contains personal
// data. SQLite creates its -wal and -shm files with the same mode.
func createPrivate(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the operator names the file
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
			// This fails for a file of another user, which is still usable.
			_ = os.Chmod(name, info.Mode().Perm()&^0o077)
		}
	}
	return nil
}

// OpenReadOnly opens a SQLite file that no other process uses, such as one from a backup. It creates no other files.
func OpenReadOnly(path string) (*DB, error) {
	handle, err := sql.Open(sqlite.Name, fileURI(path)+"?mode=ro&immutable=1&_query_only=1")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return &DB{Engine: SQLite, Path: path, read: handle, write: handle}, nil
}

// fileURI returns the URI of a file. The escaped characters have a meaning in a URI.
func fileURI(path string) string {
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

// requireFTS5 checks that the driver was built with FTS5. Without it a database opens, but every search fails.
func (d *DB) requireFTS5(ctx context.Context) error {
	const query = "SELECT count(*) FROM pragma_compile_options WHERE compile_options = 'ENABLE_FTS5'"
	found, err := Value[int](ctx, d.Writer(), query)
	if err != nil {
		return fmt.Errorf("open %s: %w", d.Path, err)
	}
	if found == 0 {
		return errors.New(
			"this binary was built without SQLite's FTS5: build it with `make build`, or with -tags sqlite_fts5",
		)
	}
	return nil
}

// Driver returns the name of the driver for the log. Without a C compiler, Go silently builds another one.
func (d *DB) Driver() string {
	if d.Engine == Postgres {
		return "pgx"
	}
	return sqlite.Description
}

// Connections returns how many queries can run at the same time.
func (d *DB) Connections() int {
	if d.pool != nil {
		return int(d.pool.Config().MaxConns)
	}
	return maxReaders
}

// Close closes all connections.
func (d *DB) Close() error {
	if d.Engine == Postgres {
		err := d.write.Close()
		d.closePool()
		d.replicas.close()
		return err
	}
	if d.readers != nil {
		return errors.Join(d.readers.Close(), d.write.Close())
	}
	return errors.Join(d.read.Close(), d.write.Close())
}

// Ping checks that the database can be reached.
func (d *DB) Ping(ctx context.Context) error {
	_, err := Value[int](ctx, d.Read(), "SELECT 1")
	return err
}

// Handle returns the writing handle, for libraries that have their own SQL, such as migrations and jobs.
func (d *DB) Handle() *sql.DB { return d.write }

// Read returns a connection for queries outside a transaction.
func (d *DB) Read() Conn {
	if d.reads != nil {
		return Conn{Engine: d.Engine, on: d.reads, statements: &d.statements}
	}
	return d.conn(d.read)
}

// Writer returns a connection for single statements outside Write. On SQLite it must not be used while a transaction of
// the same goroutine is open, because there is only one writer.
func (d *DB) Writer() Conn {
	c := d.conn(d.write)
	if d.readOnly {
		c.on = refusingWriter{standard{d.write}}
	} else if d.pendingSearch.Load() {
		c.on = searchingWriter{standard{d.write}}
	} else if d.replicas != nil {
		c.on = notingWriter{standard{d.write}}
	}
	return c
}

func (d *DB) conn(on queryer) Conn {
	return Conn{Engine: d.Engine, on: standard{on}, statements: &d.statements}
}

// Statements returns how many statements have been run through a Conn.
func (d *DB) Statements() int64 { return d.statements.Load() }

// Tx is an open transaction.
type Tx struct {
	Conn
	// SQL is the underlying transaction, for libraries that take part in it.
	SQL *sql.Tx
}

// Context returns the context for statements of libraries that use SQL. It does not end with ctx if the transaction
// also contains the work of others.
func (tx *Tx) Context(ctx context.Context) context.Context {
	if tx.uninterrupted {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

const maxAttempts = 4

// Write runs fn in a transaction, which it commits if fn returns nil and rolls back otherwise. It may run fn again: if
// PostgreSQL aborted the transaction because of a deadlock, or if SQLite could not commit it together with others. So
// fn must not have effects outside the database.
//
// On SQLite, transactions that wait for each other share a commit (docs/decisions/0036). They must be short: use
// WriteAlone for those that are not.
func (d *DB) Write(ctx context.Context, fn func(*Tx) error) error {
	return d.WriteWith(ctx, WriteOptions{}, fn)
}

// WriteAlone is a Write for many rows. On SQLite it shares its commit with no others, which would have to wait for it.
func (d *DB) WriteAlone(ctx context.Context, fn func(*Tx) error) error {
	return d.WriteWith(ctx, WriteOptions{Alone: true}, fn)
}

// WriteWith is a Write with options.
func (d *DB) WriteWith(ctx context.Context, options WriteOptions, fn func(*Tx) error) error {
	if d.readOnly {
		return ErrReadOnly
	}
	if d.replicas != nil {
		NoteChange(ctx)
	}
	var err error
	for attempt := range maxAttempts {
		if attempt > 0 {
			time.Sleep(rand.N(20 * time.Millisecond << attempt))
		}
		if d.Engine == SQLite {
			err = d.writeQueued(ctx, options.Alone, fn)
		} else {
			err = d.writeOnce(ctx, options.First, fn)
		}
		if !isTransient(err) {
			return err
		}
	}
	return err
}

func (d *DB) writeOnce(ctx context.Context, first string, fn func(*Tx) error) error {
	limited := newLimitedContext(ctx)
	defer limited.cancel(nil)
	var tx *sql.Tx
	err := limited.run(func() (err error) {
		tx, err = d.write.BeginTx(withFirst(limited, first), nil)
		return err
	})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // has no effect after a commit
	if err := fn(&Tx{Conn: d.conn(tx), SQL: tx}); err != nil {
		return limitError(limited, err)
	}
	if err := d.commit(limited, tx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	d.transactions.Add(1)
	d.commits.Add(1)
	return nil
}
