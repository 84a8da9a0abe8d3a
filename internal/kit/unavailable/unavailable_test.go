package unavailable_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/unavailable"
)

func TestIs(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"disk full":               &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC},
		"input/output error":      fmt.Errorf("store: %w", syscall.EIO),
		"time limit":              context.DeadlineExceeded,
		"refused connection":      &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED},
		"unknown host":            &net.DNSError{Err: "no such host"},
		"connection closed":       io.ErrUnexpectedEOF,
		"PostgreSQL shuts down":   &pgconn.PgError{Code: "57P01"},
		"PostgreSQL starts":       &pgconn.PgError{Code: "57P03"},
		"PostgreSQL's disk full":  &pgconn.PgError{Code: "53100"},
		"too many connections":    &pgconn.PgError{Code: "53300"},
		"statement cancelled":     &pgconn.PgError{Code: "57014"},
		"a deadlock":              &pgconn.PgError{Code: "40P01"},
		"declared as unavailable": unavailable.Mark(errors.New("no such bucket")),
	} {
		if !unavailable.Is(fmt.Errorf("list things: %w", err)) {
			t.Errorf("%s is not recognised", name)
		}
	}
	for name, err := range map[string]error{
		"nothing":               nil,
		"no rows":               sql.ErrNoRows,
		"a cancelled request":   context.Canceled,
		"a missing file":        fs.ErrNotExist,
		"a violated constraint": &pgconn.PgError{Code: "23505"},
		"a mistake in the SQL":  &pgconn.PgError{Code: "42601"},
		"anything else":         errors.New("a bug"),
	} {
		if unavailable.Is(err) {
			t.Errorf("%s was recognised as an outage", name)
		}
	}
}

func TestIs_SQLite(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	t.Run("a full file", func(t *testing.T) {
		t.Parallel()
		d := kittest.SQLite(t)
		if _, err := d.Writer().Exec(ctx, "PRAGMA max_page_count = 1"); err != nil {
			t.Fatal(err)
		}
		var err error
		for i := 0; i < 1000 && err == nil; i++ {
			_, err = d.Writer().Exec(ctx, "INSERT INTO limits (key, resets_at) VALUES (?, 0)", fmt.Sprintf("%0500d", i))
		}
		if !unavailable.Is(err) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a folder instead of a file", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "folder")
		if err := os.Mkdir(path, 0o750); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Open(ctx, "sqlite:"+path); !unavailable.Is(err) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a violated constraint is not an outage", func(t *testing.T) {
		t.Parallel()
		d := kittest.SQLite(t)
		if _, err := d.Writer().Exec(ctx, "INSERT INTO limits (key) VALUES (NULL)"); err == nil || unavailable.Is(err) {
			t.Errorf("got %v", err)
		}
	})
}

func TestSampler(t *testing.T) {
	t.Parallel()
	var s unavailable.Sampler
	now := time.Now()
	allowed, skipped := 0, 0
	for i := range 300 { // three seconds
		if n, ok := s.Allow(now.Add(time.Duration(i) * 10 * time.Millisecond)); ok {
			allowed++
			skipped += n
		}
	}
	if allowed != 3 || skipped != 198 {
		t.Errorf("%d events were allowed and %d skipped, want 3 and 198", allowed, skipped)
	}
}
