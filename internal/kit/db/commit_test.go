package db_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// withMissingStandby makes commits on the primary wait for a standby that doesn't exist, until it is called again with
// false.
func withMissingStandby(t *testing.T, d *db.DB, missing bool) {
	t.Helper()
	name := "''"
	if missing {
		name = "'nobody'"
	}
	exec(t, d, "ALTER SYSTEM SET synchronous_standby_names = "+name)
	exec(t, d, "SELECT pg_reload_conf()")
	ctx := db.WithStatementLimit(context.Background(), 100*time.Millisecond)
	waitUntil(t, "the setting has an effect", func() bool { // processes of the server load it at different times
		_, err := d.Writer().Exec(ctx, "INSERT INTO notes (text) VALUES ('probe')")
		return (err != nil) == missing
	})
}

func waitUntil(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); {
		if time.Now().After(deadline) {
			t.Fatalf("waited 20 seconds until %s", what)
		}
	}
}

// waitFor repeats a query until it has a result.
func waitFor[T comparable](t *testing.T, d *db.DB, want T, query string) {
	t.Helper()
	waitUntil(t, query+" has the result", func() bool { return value[T](t, d, query) == want })
}

const (
	waitingCommits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
	notesOf        = "SELECT count(*) FROM notes WHERE text = "
)

// testUnknownOutcomes checks that a commit that waits for its standby is neither acknowledged nor cancelled.
func testUnknownOutcomes(t *testing.T, r *replicated) { //nolint:thelper // a test
	d := open(t, r.Primary+"&pool_max_conns=4")
	withMissingStandby(t, r.db, true)
	t.Cleanup(func() { withMissingStandby(t, r.db, false) })
	limited := db.WithStatementLimit(t.Context(), 200*time.Millisecond)
	write := func(ctx context.Context, text string) error {
		return d.Write(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO notes (text) VALUES (?)", text)
			return err
		})
	}
	expectUnknown := func(t *testing.T, err error) {
		t.Helper()
		if !errors.Is(err, db.ErrUnknownOutcome) {
			t.Errorf("got %v, want an unknown outcome", err)
		}
	}
	t.Run("a commit continues after its time limit", func(t *testing.T) {
		expectUnknown(t, write(limited, "late"))
		waitFor(t, r.db, 1, waitingCommits)
		withMissingStandby(t, r.db, false)
		waitFor(t, r.db, 0, waitingCommits)
		waitFor(t, r.db, 1, notesOf+"'late'")
		withMissingStandby(t, r.db, true)
	})
	t.Run("commits leave a connection for reads", func(t *testing.T) {
		for range 5 {
			if err := write(limited, "many"); err == nil {
				t.Error("a commit was acknowledged")
			}
		}
		if n := value[int](t, d, notesOf+"'many'"); n != 0 {
			t.Errorf("%d rows of transactions that wait can be read, want none", n)
		}
		withMissingStandby(t, r.db, false)
		waitFor(t, r.db, 3, notesOf+"'many'")
		withMissingStandby(t, r.db, true)
	})
	for name, function := range map[string]string{
		"a cancelled commit":                      "pg_cancel_backend",
		"a commit whose connection is terminated": "pg_terminate_backend",
	} {
		t.Run(name+" is not acknowledged", func(t *testing.T) {
			failed := make(chan error, 1)
			go func() { failed <- write(t.Context(), function) }()
			waitFor(t, r.db, 1, waitingCommits)
			value[bool](t, r.db, "SELECT "+function+"(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
			expectUnknown(t, <-failed)
			waitFor(t, r.db, 1, notesOf+"'"+function+"'")
		})
	}
	t.Run("a statement outside a transaction is not acknowledged", func(t *testing.T) {
		_, err := d.Writer().Exec(limited, "INSERT INTO notes (text) VALUES ('single')")
		expectUnknown(t, err)
	})
	t.Run("a client that leaves does not cancel the commit", func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() { failed <- write(ctx, "left") }()
		waitFor(t, r.db, 1, waitingCommits)
		leave()
		withMissingStandby(t, r.db, false)
		if err := <-failed; err != nil {
			t.Errorf("got %v, want the commit to succeed", err)
		}
		withMissingStandby(t, r.db, true)
	})
	t.Run("Close does not wait for a commit", func(t *testing.T) {
		closing, err := db.Open(t.Context(), r.Primary)
		if err != nil {
			t.Fatal(err)
		}
		err = closing.Write(limited, func(tx *db.Tx) error {
			_, err := tx.Exec(limited, "INSERT INTO notes (text) VALUES ('closed')")
			return err
		})
		expectUnknown(t, err)
		if err := closing.Close(); err != nil {
			t.Error(err)
		}
		waitFor(t, r.db, 1, waitingCommits)
		withMissingStandby(t, r.db, false)
		waitFor(t, r.db, 1, notesOf+"'closed'")
	})
}

// TestWrite_LostConnection checks that the connection of a commit can be lost.
func TestWrite_LostConnection(t *testing.T) {
	t.Parallel()
	direct := kittest.PostgresURL(t)
	proxy, address := kittest.ProxyURL(t, direct)
	d := open(t, address)
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), "INSERT INTO limits (key, resets_at) VALUES ('x', now())")
		proxy.Stop()
		return err
	})
	if !errors.Is(err, db.ErrUnknownOutcome) {
		t.Errorf("got %v, want an unknown outcome", err)
	}
}
