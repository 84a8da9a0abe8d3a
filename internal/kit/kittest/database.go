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
	if err := d.Migrate(ctx, migrations.Files, migrations.Steps); err != nil {
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
	template, err := sqliteTemplate()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "waymark.db")
	if err := os.WriteFile(path, template, 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, "sqlite:"+path)
}

// EmptyPostgresURL creates an empty PostgreSQL database for the test and returns its URL.
func EmptyPostgresURL(t testing.TB) string {
	t.Helper()
	return newPostgres(t, "template0")
}

// PostgresURL creates a migrated PostgreSQL database for the test and returns its URL.
func PostgresURL(t testing.TB) string {
	t.Helper()
	requirePostgres(t)
	template, err := postgresTemplate()
	if err != nil {
		t.Fatal(err)
	}
	return newPostgres(t, template)
}

func requirePostgres(t testing.TB) {
	t.Helper()
	if os.Getenv(PostgresVariable) == "" {
		t.Skip("set " + PostgresVariable + " to run this on PostgreSQL, as make test does")
	}
}

func newPostgres(t testing.TB, template string) string {
	t.Helper()
	requirePostgres(t)
	name := "waymark_" + secret.RandomString(12, "abcdefghijklmnopqrstuvwxyz")
	// One copy at a time: PostgreSQL refuses to copy a database that another session is connected to.
	copying.Lock()
	err := onServer("CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY FILE_COPY")
	copying.Unlock()
	if err != nil {
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

// postgresTemplate returns the name of a migrated database.
var postgresTemplate = sync.OnceValues(func() (string, error) {
	name, err := sharedFile("postgres", func(path string) error {
		name := "waymark_template_" + secret.RandomString(12, "abcdefghijklmnopqrstuvwxyz")
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

func onServer(statement string) error {
	ctx := context.Background()
	d, err := db.Open(ctx, os.Getenv(PostgresVariable))
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	if _, err := d.Writer().Exec(ctx, statement); err != nil {
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
