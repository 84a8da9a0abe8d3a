// Package kittest provides what tests of all layers need: a migrated database of their own on either engine, a server
// with the endpoints under test, and clients that are signed in.
package kittest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/secret"
	"waymark/internal/platform/schema"
	"waymark/migrations"
)

// PostgresVariable is the environment variable with the URL of a PostgreSQL server on which tests create databases.
const PostgresVariable = "WAYMARK_TEST_POSTGRES"

// templatesVariable is the environment variable with a folder in which the packages of one test run share their
// templates. Without it, each package migrates databases of its own.
const templatesVariable = "WAYMARK_TEST_TEMPLATES"

// Each runs a test on SQLite and on PostgreSQL, in parallel, each on a migrated database of its own.
func Each(t *testing.T, run func(t *testing.T, d *db.DB)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, SQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, Postgres(t))
	})
}

func migrate(url string) error {
	ctx := context.Background()
	d, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	if err := d.Migrate(ctx, migrations.Files(d.Engine), migrations.Steps); err != nil {
		return err
	}
	if err := jobs.Migrate(ctx, d); err != nil {
		return err
	}
	return derived.Apply(ctx, d, schema.Revision, schema.Derived()...)
}

var sqliteTemplate = sync.OnceValues(func() ([]byte, error) {
	return sharedFile("sqlite.db", func(path string) error { return migrate("sqlite:" + path) })
})

// SQLite opens a migrated SQLite database for the test.
func SQLite(t testing.TB) *db.DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "waymark.db")
	if err := CopySQLite(path); err != nil {
		t.Fatal(err)
	}
	return open(t, "sqlite:"+path)
}

// CopySQLite writes a migrated SQLite database to a file.
func CopySQLite(path string) error {
	template, err := sqliteTemplate()
	if err != nil {
		return err
	}
	return os.WriteFile(path, template, 0o600) //nolint:gosec // the folder of a test
}

// EmptyPostgresURL creates an empty PostgreSQL database for the test and returns its URL.
func EmptyPostgresURL(t testing.TB) string {
	t.Helper()
	return CopyPostgres(t, "template0")
}

// PostgresURL creates a migrated PostgreSQL database for the test and returns its URL.
func PostgresURL(t testing.TB) string {
	t.Helper()
	RequirePostgres(t)
	template, err := postgresTemplate()
	if err != nil {
		t.Fatal(err)
	}
	return CopyPostgres(t, template)
}

// RequirePostgres skips the test if there is no PostgreSQL server.
func RequirePostgres(t testing.TB) {
	t.Helper()
	if os.Getenv(PostgresVariable) == "" {
		t.Skip("set " + PostgresVariable + " to run this on PostgreSQL, as make test does")
	}
}

// CopyPostgres creates a copy of a PostgreSQL database for the test and returns its URL.
func CopyPostgres(t testing.TB, template string) string {
	t.Helper()
	RequirePostgres(t)
	name := newName("waymark_")
	if err := copyPostgres(name, template); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = onServer("DROP DATABASE " + name + " WITH (FORCE)") })
	return withName(os.Getenv(PostgresVariable), name)
}

// Postgres opens a migrated PostgreSQL database for the test.
func Postgres(t testing.TB) *db.DB {
	t.Helper()
	return open(t, PostgresURL(t))
}

var copying sync.Mutex

func copyPostgres(name, template string) error {
	// One copy at a time: PostgreSQL refuses to copy a database that another session is connected to.
	copying.Lock()
	defer copying.Unlock()
	return onServer("CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY FILE_COPY")
}

// PostgresTemplate creates a migrated PostgreSQL database, which fill adds rows to, and returns its name. It exists as
// long as the server, and CopyPostgres copies it.
func PostgresTemplate(fill func(address string) error) (name string, err error) {
	migrated, err := postgresTemplate()
	if err != nil {
		return "", err
	}
	name = newName("waymark_template_")
	if err := copyPostgres(name, migrated); err != nil {
		return "", err
	}
	return name, fill(withName(os.Getenv(PostgresVariable), name))
}

func newName(prefix string) string {
	return prefix + secret.RandomString(12, "abcdefghijklmnopqrstuvwxyz")
}

// postgresTemplate returns the name of a migrated database.
var postgresTemplate = sync.OnceValues(func() (string, error) {
	name, err := sharedFile("postgres", func(path string) error {
		name := newName("waymark_template_")
		if err := onServer("CREATE DATABASE " + name); err != nil {
			return err
		}
		if err := migrate(withName(os.Getenv(PostgresVariable), name)); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(name), 0o600)
	})
	return string(name), err
})

// server is the connection on which databases are created and dropped. It stays open as long as the process.
var server = sync.OnceValues(func() (*db.DB, error) {
	return db.Open(context.Background(), os.Getenv(PostgresVariable))
})

func onServer(statement string) error {
	d, err := server()
	if err != nil {
		return err
	}
	if _, err := d.Writer().Exec(context.Background(), statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}

func withName(server, name string) string {
	u, err := url.Parse(server)
	if err != nil {
		return server
	}
	u.Path = "/" + name
	return u.String()
}

func open(t testing.TB, address string) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}
