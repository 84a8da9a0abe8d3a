package db_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// grouped runs transactions as one group: a first one holds the writer until all others wait for it. It returns their
// results in the same order.
func grouped(t *testing.T, d *db.DB, members ...func(context.Context, *db.Tx) error) []error {
	t.Helper()
	first, leading := make(chan struct{}), make(chan struct{}, 2) // it runs twice if the group fails
	var running sync.WaitGroup
	running.Go(func() {
		err := d.Write(context.Background(), func(*db.Tx) error {
			leading <- struct{}{}
			<-first
			return nil
		})
		if err != nil {
			t.Errorf("the first transaction failed: %v", err)
		}
	})
	<-leading
	results := make([]error, len(members))
	for i, member := range members {
		running.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					results[i] = fmt.Errorf("panic: %v", p)
				}
			}()
			results[i] = d.Write(t.Context(), func(tx *db.Tx) error { return member(t.Context(), tx) })
		})
		awaitWaiting(t, d, i+1)
	}
	close(first)
	running.Wait()
	return results
}

// awaitWaiting waits until n transactions wait for the writer.
func awaitWaiting(t *testing.T, d *db.DB, n int) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); d.Waiting() != n; runtime.Gosched() {
		if time.Now().After(end) {
			t.Errorf("%d transactions wait, want %d", d.Waiting(), n)
			return
		}
	}
}

func add(key string) func(context.Context, *db.Tx) error {
	return func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, insertLimit, key, clock.Now())
		return err
	}
}

func keys(t *testing.T, d *db.DB) []string {
	t.Helper()
	found, err := db.All[string](t.Context(), d.Read(), "SELECT key FROM limits ORDER BY key")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func wantKeys(t *testing.T, d *db.DB, want ...string) {
	t.Helper()
	if got := keys(t, d); !slices.Equal(got, want) {
		t.Errorf("got the rows %v, want %v", got, want)
	}
}

func TestWrite_Group(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	t.Run("commits its members together", func(t *testing.T) {
		t.Parallel()
		d := kittest.SQLite(t)
		var seen []string
		results := grouped(t, d, add("a"), func(ctx context.Context, tx *db.Tx) error {
			seen = keys(t, d)
			return add("b")(ctx, tx)
		}, add("c"))
		if err := errors.Join(results...); err != nil {
			t.Error(err)
		}
		if len(seen) != 0 {
			t.Errorf("a member was committed before the group: %v", seen)
		}
		wantKeys(t, d, "a", "b", "c")
	})
	t.Run("undoes only the member that fails", func(t *testing.T) {
		t.Parallel()
		d := kittest.SQLite(t)
		results := grouped(t, d, add("a"), func(ctx context.Context, tx *db.Tx) error {
			if err := add("b")(ctx, tx); err != nil {
				return err
			}
			return refused
		}, add("a"), add("c"))
		if results[0] != nil || !errors.Is(results[1], refused) || results[3] != nil {
			t.Errorf("got %v", results)
		}
		if violation, ok := db.AsViolation(results[2]); !ok || !violation.Unique {
			t.Errorf("got %v, want a violated constraint", results[2])
		}
		wantKeys(t, d, "a", "c")
	})
	t.Run("survives a panic of a member", func(t *testing.T) {
		t.Parallel()
		d := kittest.SQLite(t)
		results := grouped(t, d, add("a"), func(ctx context.Context, tx *db.Tx) error {
			if err := add("b")(ctx, tx); err != nil {
				return err
			}
			panic("unexpected")
		}, add("c"))
		if results[0] != nil || results[1] == nil || results[1].Error() != "panic: unexpected" || results[2] != nil {
			t.Errorf("got %v", results)
		}
		wantKeys(t, d, "a", "c")
	})
	t.Run("runs the others again if a member ends the transaction", func(t *testing.T) {
		t.Parallel()
		d := kittest.SQLite(t)
		runs := 0
		results := grouped(t, d, func(ctx context.Context, tx *db.Tx) error {
			runs++
			return add("a")(ctx, tx)
		}, func(ctx context.Context, tx *db.Tx) error {
			// SQLite rolls back the whole transaction of an interrupted change.
			ctx = db.WithStatementLimit(ctx, 300*time.Millisecond)
			_, err := tx.Exec(ctx, "INSERT INTO limits (key, resets_at) SELECT * FROM ("+
				"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'b' || i, 0 FROM n WHERE i < 0)")
			return err
		}, add("c"))
		if results[0] != nil || !errors.Is(results[1], context.DeadlineExceeded) || results[2] != nil {
			t.Errorf("got %v", results)
		}
		if runs != 2 {
			t.Errorf("the first member ran %d times, want 2", runs)
		}
		wantKeys(t, d, "a", "c")
	})
	t.Run("does not include a transaction that runs alone", func(t *testing.T) {
		t.Parallel()
		d := kittest.SQLite(t)
		var seen []string
		results := make(chan error, 1)
		err := errors.Join(grouped(t, d, add("a"), func(ctx context.Context, tx *db.Tx) error {
			go func() {
				results <- d.WriteAlone(t.Context(), func(tx *db.Tx) error {
					seen = keys(t, d)
					return add("z")(t.Context(), tx)
				})
			}()
			awaitWaiting(t, d, 1)
			return add("b")(ctx, tx)
		})...)
		if err := errors.Join(err, <-results); err != nil {
			t.Error(err)
		}
		if !slices.Equal(seen, []string{"a", "b"}) {
			t.Errorf("it saw the committed rows %v, want a and b", seen)
		}
	})
}

func TestWrite_GroupCancelled(t *testing.T) {
	t.Parallel()
	t.Run("a waiting transaction is refused", func(t *testing.T) {
		t.Parallel()
		d := kittest.SQLite(t)
		ctx, cancel := context.WithCancel(t.Context())
		result := make(chan error, 1)
		err := d.Write(t.Context(), func(*db.Tx) error {
			go func() {
				result <- d.Write(ctx, func(*db.Tx) error {
					t.Error("it ran")
					return nil
				})
			}()
			awaitWaiting(t, d, 1)
			cancel()
			if err := <-result; !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	t.Run("a member is undone, but its statements are not interrupted", func(t *testing.T) {
		t.Parallel()
		d := kittest.SQLite(t)
		ctx, cancel := context.WithCancel(t.Context())
		var member error
		hold, held := make(chan struct{}), make(chan struct{})
		var running sync.WaitGroup
		running.Go(func() {
			_ = d.Write(t.Context(), func(tx *db.Tx) error {
				close(held)
				<-hold
				return add("e")(t.Context(), tx)
			})
		})
		<-held
		running.Go(func() {
			member = d.Write(ctx, func(tx *db.Tx) error {
				cancel()
				if err := add("f")(ctx, tx); err != nil {
					t.Errorf("a statement ended with the context of the member: %v", err)
				}
				return nil
			})
		})
		awaitWaiting(t, d, 1)
		close(hold)
		running.Wait()
		if !errors.Is(member, context.Canceled) {
			t.Errorf("got %v, want a cancelled transaction", member)
		}
		wantKeys(t, d, "e")
	})
}

// Concurrent transactions of all kinds keep what was acknowledged, and nothing else.
func TestWrite_GroupStress(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	refused := errors.New("refused")
	var mu sync.Mutex
	kept := []string{}
	var running sync.WaitGroup
	for worker := range 16 {
		running.Go(func() {
			for i := range 40 {
				key := string(rune('a'+worker)) + itoa(i)
				ctx, cancel := context.WithCancel(t.Context())
				write := d.Write
				if i%8 == 7 {
					write = d.WriteAlone
				}
				err := write(ctx, func(tx *db.Tx) error {
					if err := add(key)(ctx, tx); err != nil {
						return err
					}
					switch i % 5 {
					case 1:
						return refused
					case 2:
						cancel()
					}
					return nil
				})
				cancel()
				if err == nil {
					mu.Lock()
					kept = append(kept, key)
					mu.Unlock()
				}
				if wanted := i%5 != 1 && i%5 != 2; (err == nil) != wanted {
					t.Errorf("%s: %v", key, err)
				}
			}
		})
	}
	running.Wait()
	slices.Sort(kept)
	wantKeys(t, d, kept...)
}

func TestWrite_Settings(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	for _, c := range []struct {
		write func(context.Context, func(*db.Tx) error) error
		store int64 // 1 is a file, 2 is memory
	}{{d.WriteAlone, 1}, {d.Write, 2}, {d.WriteAlone, 1}} {
		err := c.write(t.Context(), func(tx *db.Tx) error {
			for name, want := range map[string]int64{"temp_store": c.store, "wal_autocheckpoint": 8000, "synchronous": 2} {
				if got, err := db.Value[int64](t.Context(), tx.Conn, "PRAGMA "+name); err != nil || got != want {
					t.Errorf("%s: got %d (%v), want %d", name, got, err, want)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
